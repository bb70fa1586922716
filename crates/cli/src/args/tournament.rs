//! The arguments of `ponder tournament`.

use std::path::PathBuf;

use super::LimitArgs;

const FILE: &str = "\
The file (TOML) has a table [[player]] for each player, with player = \"alphabeta:depth=4\" (as in \
`ponder match`) and, if it likes, name; before them, all of it optional: game, kind (round-robin; \
gauntlet: the first player against all others; ladder: each against the next one), rounds, colours (both, or fixed: of two players \
the one listed first moves first in every game), openings, order (sequential or random), seed, \
depth, nodes, time, clock, margin, draw, resign, max-plies, concurrency. Options count more than \
the file.";

#[derive(Debug, clap::Args)]
#[command(after_help = FILE)]
pub(crate) struct TournamentArgs {
    /// Game id: a name with options, as in othello:size=6x6
    pub(crate) game: String,
    /// The file with the players
    pub(crate) file: PathBuf,
    /// Openings for each two players, two games each [default: 10]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(crate) rounds: Option<u64>,
    /// Games of each two players, instead of --rounds
    #[arg(long, value_name = "N", conflicts_with = "rounds", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(crate) games: Option<u64>,
    /// Who meets whom: round-robin, gauntlet or ladder
    #[arg(long, value_name = "KIND")]
    pub(crate) kind: Option<String>,
    /// Openings: start, random:plies=8, ballots (checkers), or a file
    #[arg(long, value_name = "SOURCE")]
    pub(crate) openings: Option<String>,
    /// The same number gives the same openings and lots
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// Games at once [default: 1]
    #[arg(long, short, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) concurrency: Option<u16>,
    /// Keep every game in this database as soon as it is over
    #[arg(long, value_name = "FILE")]
    pub(crate) db: Option<PathBuf>,
    /// Go on with the tournament in the database
    #[arg(long, requires = "db")]
    pub(crate) resume: bool,
    /// Write the report to this file, as one page of HTML; an older report is replaced
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}
