//! The arguments of `ponder gthd`.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;

use super::{SearchArgs, duration, nodes};

#[derive(Debug, clap::Args)]
pub(crate) struct GthdArgs {
    #[command(subcommand)]
    pub(crate) command: GthdCommand,
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum GthdCommand {
    /// Referee games between programs that speak the course's protocol
    Serve(ServeArgs),
    /// Play on a server, ours or the course's
    Play(Box<PlayArgs>),
}

#[derive(Debug, clap::Args)]
pub(crate) struct ServeArgs {
    /// Server number: the port is 29068 and this
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=29))]
    pub(crate) server: u16,
    /// Seconds for a game: for both, or for white and for black [default: no clocks]
    #[arg(long, value_names = ["WHITE", "BLACK"], num_args = 1..=2, value_parser = duration)]
    pub(crate) time: Vec<Duration>,
    /// Tables to open, with consecutive server numbers
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=30))]
    pub(crate) tables: u16,
    /// Address to listen at; 0.0.0.0 lets in everybody who can reach this machine
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) bind: IpAddr,
    /// The port of server number 0
    #[arg(long, value_name = "PORT", default_value_t = 29068)]
    pub(crate) base_port: u16,
    /// Add the log of every game to this file, in the format gthd
    #[arg(long, value_name = "FILE")]
    pub(crate) games: Option<PathBuf>,
    /// How long a player without a clock may think before it is taken for gone
    #[arg(long, value_name = "TIME", default_value = "30m", value_parser = duration)]
    pub(crate) patience: Duration,
    /// Close every table after its first game
    #[arg(long)]
    pub(crate) once: bool,
}

#[derive(Debug, clap::Args)]
#[command(mut_arg("eval", |eval| eval.short('e')))]
pub(crate) struct PlayArgs {
    /// What to be at the table
    #[arg(long, short, value_enum, default_value_t = SideArg::Black)]
    pub(crate) side: SideArg,
    /// The server's host
    #[arg(long, default_value = "127.0.0.1")]
    pub(crate) host: String,
    /// Server number: the port is 29068 and this
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=29))]
    pub(crate) server: u16,
    /// The port of server number 0
    #[arg(long, value_name = "PORT", default_value_t = 29068)]
    pub(crate) base_port: u16,
    /// A name to tell the server; the course's passes it over
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// Deepen step by step within a number of positions, 3000 unless --nodes says otherwise, as
    /// the course's player of that option does
    #[arg(long)]
    pub(crate) iterdeepening: bool,
    /// Choose the move with most liberties among equals, as --ties liberties does
    #[arg(long, conflicts_with = "ties")]
    pub(crate) moveselection: bool,
    #[command(flatten)]
    pub(crate) think: ThinkArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SideArg {
    /// Play black, who moves first
    Black,
    /// Play white
    White,
    /// Watch
    Observer,
}

/// How our player thinks, on servers of others.
#[derive(Debug, clap::Args)]
pub(crate) struct ThinkArgs {
    /// Time for a move, as in 5s or 500ms [default: what the clock allows; without one, 1s unless
    /// another limit is given]
    #[arg(long, value_parser = duration)]
    pub(crate) move_time: Option<Duration>,
    /// Positions to look at for a move, as in 3000 or 20k
    #[arg(long, short = 'm', value_parser = nodes)]
    pub(crate) nodes: Option<u64>,
    /// Plies to search
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..=119))]
    pub(crate) depth: Option<u32>,
    /// Tell what each search did
    #[arg(long)]
    pub(crate) stats: bool,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}
