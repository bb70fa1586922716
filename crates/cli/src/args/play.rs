//! The arguments of `ponder play`.

use std::path::PathBuf;
use std::time::Duration;

use ponder_engine::Clock;

use super::{Place, clock, duration, nodes};

const ABOUT: &str = "\
On a terminal the board fills the screen: arrows and Enter or the mouse choose cells, t types a \
move, h gives a hint, u takes back, ? lists the keys, q leaves. Into a pipe, or with --plain, the \
game is played in lines of text: type a move, or help. Whoever leaves a game is told how to go on \
with it.

Opponents of --against are players as in `ponder match`: best, greedy, random, \
alphabeta:depth=4,eval=eye, or ugi:cmd=\"engine --fast\" for a program of others.";

#[derive(Debug, clap::Args)]
#[command(after_help = ABOUT)]
pub(crate) struct PlayGameArgs {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Go on with the game in this file, in whatever format it is
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) load: Option<PathBuf>,
    /// The side you play: black, white or what the game calls them; both, or none [default: the
    /// side that moves first]
    #[arg(long = "as", value_name = "SIDE")]
    pub(crate) side: Option<String>,
    /// How well your opponent plays: newcomer, beginner, casual, club, strong, expert, master or
    /// best [default: club]
    #[arg(long, value_name = "NAME")]
    pub(crate) level: Option<String>,
    /// Your opponent in detail, a player as in `ponder match`; twice with --as none, for both sides
    #[arg(long, value_name = "PLAYER", conflicts_with = "level")]
    pub(crate) against: Vec<String>,
    /// The time for a move of --against [default: 1s, unless another limit is given]
    #[arg(long, value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Positions that --against may look at for a move, as in 20k or 12M
    #[arg(long, value_parser = nodes)]
    pub(crate) nodes: Option<u64>,
    /// Plies that --against may search
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..=119))]
    pub(crate) depth: Option<u32>,
    /// A clock for both sides, as in 5m or 3m+2s: whose time is up has lost
    #[arg(long, value_name = "TIME[+TIME]", value_parser = clock)]
    pub(crate) clock: Option<Clock>,
    /// Keep the game in this file while it is played
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// The same number gives the same opponent [default: another one every time]
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Play in lines of text, as is done without a terminal
    #[arg(long)]
    pub(crate) plain: bool,
    /// Leave the mouse to the terminal, to select text with
    #[arg(long, conflicts_with = "plain")]
    pub(crate) no_mouse: bool,
}
