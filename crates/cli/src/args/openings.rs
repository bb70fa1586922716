//! The arguments of `ponder openings`.

use std::path::PathBuf;

use super::nodes;

#[derive(Debug, clap::Args)]
pub(crate) struct OpeningsArgs {
    /// Game id: a name with options, as in othello:size=6x6
    pub(crate) game: String,
    /// Moves of each opening
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) plies: u32,
    /// How much better off either side may be, in the game's unit
    #[arg(
        long,
        value_name = "SCORE",
        default_value_t = 0.5,
        allow_negative_numbers = true
    )]
    pub(crate) max_score: f64,
    /// How many openings
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) count: u32,
    /// The same number gives the same openings
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Nodes of the search that judges an opening, as in 20k [default: 10000, unless --depth is given]
    #[arg(long, value_parser = nodes)]
    pub(crate) nodes: Option<u64>,
    /// Plies of the search that judges an opening
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: Option<u32>,
    /// Openings judged at once
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// Write the openings to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// List the three-move ballots of Checkers instead
    #[arg(long, conflicts_with_all = ["plies", "max_score", "count", "seed", "nodes", "depth", "threads"])]
    pub(crate) ballots: bool,
    /// Which ballots: playable, crossboard, mailplay, barred, tough or all [default: all]
    #[arg(long, value_name = "DECK", requires = "ballots")]
    pub(crate) status: Option<String>,
}
