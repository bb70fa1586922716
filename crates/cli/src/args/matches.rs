//! The arguments of `ponder match`.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use ponder_arena::adjudication::{DrawRule, ResignRule};
use ponder_arena::matches::Order;
use ponder_arena::statistics::Sprt;

use super::{LimitArgs, duration};

const PLAYERS: &str = "\
Players: best, alphabeta, negamax, greedy, random, human; ugi, nboard, gtp for programs of others. \
Settings stand behind a colon, as in alphabeta:depth=4,eval=eye or \
ugi:cmd=\"engine --fast\",nodes=5000,name=Old; values with commas or blanks stand in double quotes. \
Every player may have name, book, book-margin, depth, nodes, time, clock; those that search have every setting \
of `analyse` (eval, weights, weight.NAME, config, with, without, set, mtdf, exact, ties, threads, \
hash, memory, budget); programs have cmd, option.NAME, patience, longest. A player with limits of \
its own does not take those of the match.

Each opening is played twice, with colours swapped. The same seed gives the same games, however \
many are played at once, as long as nobody plays by the clock.";

#[derive(Debug, clap::Args)]
#[command(after_help = PLAYERS)]
pub(crate) struct MatchArgs {
    /// Game id: a name with options, as in othello:size=6x6
    pub(crate) game: String,
    /// The player whose results are counted, as in best or alphabeta:depth=4
    #[arg(value_name = "A")]
    pub(crate) first: String,
    /// Its opponent
    #[arg(value_name = "B")]
    pub(crate) second: String,
    /// Games to play, an even number [default: 100, or as many as the test needs]
    #[arg(long, value_name = "N", value_parser = even)]
    pub(crate) games: Option<u64>,
    /// Play until a sequential test decides, as in elo0=0,elo1=10,alpha=0.05,beta=0.05 (also
    /// model=normalized or model=logistic)
    #[arg(long, value_name = "TEST", value_parser = parsed::<Sprt>, allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// How much longer than allowed a move may take before the game is lost
    #[arg(long, value_name = "TIME", default_value = "250ms", value_parser = duration)]
    pub(crate) margin: Duration,
    /// Games at once
    #[arg(long, short, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) concurrency: u16,
    /// Openings: start, random:plies=8, ballots (checkers; ballots:tough, ...), or a file [default:
    /// random:plies=6, or start where a person plays]
    #[arg(long, value_name = "SOURCE")]
    pub(crate) openings: Option<String>,
    /// The format of the file of openings [default: by its ending, or one opening a line]
    #[arg(long, value_name = "NAME")]
    pub(crate) openings_format: Option<String>,
    /// The order of the file's openings
    #[arg(long, default_value = "sequential")]
    pub(crate) order: OrderArg,
    /// The same number gives the same openings and lots
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Draw a game that both players have seen level for some moves, as in
    /// moves=8,score=0.1,from=40 (score in the game's unit, from in plies)
    #[arg(long, value_name = "RULE", value_parser = parsed::<DrawRule>)]
    pub(crate) adjudicate_draw: Option<DrawRule>,
    /// Give a game up that its player has seen lost for some moves, as in moves=3,score=6 (with
    /// both=1 the opponent must agree)
    #[arg(long, value_name = "RULE", value_parser = parsed::<ResignRule>)]
    pub(crate) adjudicate_resign: Option<ResignRule>,
    /// Draw games of so many plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) max_plies: Option<u32>,
    /// Keep every game in this database as soon as it is over
    #[arg(long, value_name = "FILE")]
    pub(crate) db: Option<PathBuf>,
    /// Go on with the match in the database
    #[arg(long, requires = "db")]
    pub(crate) resume: bool,
    /// Write the games to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) games_out: Option<PathBuf>,
    /// The format of --games-out [default: the game's own: PDN, GGF, ...]
    #[arg(long, value_name = "NAME", requires = "games_out")]
    pub(crate) format: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum OrderArg {
    /// As it stands
    Sequential,
    /// Shuffled by the seed
    Random,
}

impl From<OrderArg> for Order {
    fn from(arg: OrderArg) -> Self {
        match arg {
            OrderArg::Sequential => Self::Sequential,
            OrderArg::Random => Self::Random,
        }
    }
}

fn even(text: &str) -> Result<u64, String> {
    let number = text.parse().ok();
    let even = number.filter(|n: &u64| n.is_multiple_of(2) && (2..=1_000_000_000).contains(n));
    even.ok_or_else(|| "games come in pairs: write an even number from 2 to 1000000000".to_owned())
}

fn parsed<T: std::str::FromStr<Err = ponder_core::Fault>>(text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|fault: ponder_core::Fault| fault.to_string())
}
