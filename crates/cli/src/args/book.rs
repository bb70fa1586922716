//! The arguments of `ponder book`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Subcommand, ValueEnum};

use super::{duration, nodes};

#[derive(Debug, clap::Args)]
pub(crate) struct BookArgs {
    #[command(subcommand)]
    pub(crate) what: BookCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BookCommand {
    /// Grow a book by search: the line that matters most is made longer, again and again
    Build(BookBuildArgs),
    /// Show what a book says of a position
    Show(BookShowArgs),
    /// Print a book for other programs
    Export(BookExportArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct BookBuildArgs {
    /// Game id: a name with options, as in othello:size=6x6
    pub(crate) game: String,
    /// The book's file, whole at every moment
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Go on with the book that is there
    #[arg(long)]
    pub(crate) resume: bool,
    /// Positions to expand [default: 100, unless --time is given]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) expansions: Option<u64>,
    /// Time to grow, as in 30s or 10m
    #[arg(long, value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Nodes of the search that judges a new position, as in 20k [default: 20000, unless --depth is given]
    #[arg(long, value_parser = nodes)]
    pub(crate) nodes: Option<u64>,
    /// Plies of the search that judges a new position
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: Option<u32>,
    /// How many plies of depth a unit of score is worth: little makes a broad book, much a deep one
    #[arg(
        long,
        value_name = "PLIES",
        default_value_t = 2.0,
        allow_negative_numbers = true
    )]
    pub(crate) deviation: f64,
    /// Positions judged at once
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
}

#[derive(Debug, clap::Args)]
pub(crate) struct BookShowArgs {
    /// The book's file
    pub(crate) file: PathBuf,
    /// Play these moves first, separated by blanks or commas
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct BookExportArgs {
    /// The book's file
    pub(crate) file: PathBuf,
    /// What to print
    #[arg(long, value_enum, default_value = "json")]
    pub(crate) format: ExportFormat,
    /// For lines: how much worse than the best a move may be, in the game's unit
    #[arg(
        long,
        value_name = "SCORE",
        default_value_t = 0.0,
        allow_negative_numbers = true
    )]
    pub(crate) margin: f64,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// Every position with its moves and scores, one JSON object a line
    Json,
    /// The good lines, as openings for a match
    Lines,
    /// Every position in canonical text, its score in a comment
    Positions,
}
