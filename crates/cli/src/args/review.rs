//! The arguments of `ponder review`.

use std::path::PathBuf;
use std::time::Duration;

use super::{bytes, duration, nodes};

#[derive(Debug, clap::Args)]
pub(crate) struct ReviewArgs {
    /// Game id: a name with options, as in othello:size=6x6
    pub(crate) game: String,
    /// File with a game; standard input if it is - or left out
    pub(crate) file: Option<PathBuf>,
    /// The format of the file, as in `ponder games GAME` [default: the game's own]
    #[arg(long, value_name = "NAME")]
    pub(crate) format: Option<String>,
    /// Which game of the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) number: u32,
    /// Nodes for each position, as in 20k or 1M [default: 100000, unless --time is given]
    #[arg(long, value_parser = nodes)]
    pub(crate) nodes: Option<u64>,
    /// Time for each position, as in 500ms
    #[arg(long, conflicts_with = "nodes", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Size of the transposition table
    #[arg(long, default_value = "64M", value_parser = bytes)]
    pub(crate) hash: usize,
}
