//! The arguments, their help, and nothing else.

mod book;
mod boom;
mod engine;
mod gthd;
mod lab;
mod matches;
mod openings;
mod play;
mod review;
#[cfg(feature = "web")]
mod serve;
mod tournament;

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use ponder_arena::quantities::{bytes, clock, duration, nodes};
use ponder_core::perft::{Finished, Passes};
use ponder_engine::{Clock, Limits};

pub(crate) use book::{
    BookArgs, BookBuildArgs, BookCommand, BookExportArgs, BookShowArgs, ExportFormat,
};
pub(crate) use boom::{BoomArgs, BoomCommand, BoomPlayArgs};
pub(crate) use engine::{EngineArgs, Protocol};
pub(crate) use gthd::{GthdArgs, GthdCommand, PlayArgs, ServeArgs, SideArg, ThinkArgs};
pub(crate) use lab::{
    Conditions, DuelArgs, ExpectedArgs, KeysArgs, LabArgs, LabCommand, PresetArg, RaceArgs,
    SimulateArgs, StudyArgs, TablesArgs, VariationArgs,
};
pub(crate) use matches::MatchArgs;
pub(crate) use openings::OpeningsArgs;
pub(crate) use play::PlayGameArgs;
pub(crate) use review::ReviewArgs;
#[cfg(feature = "web")]
pub(crate) use serve::WorkbenchArgs;
pub(crate) use tournament::TournamentArgs;

const EXIT_CODES: &str = "\
Exit codes: 0 done; 1 the machine failed (a file could not be written, a connection was lost, \
...); 2 something that was \
given is wrong: an option, a game id, a position, a move, a file; 130 interrupted: what was done \
so far is kept.

Data goes to standard output, everything else to standard error. Colours are used on terminals \
only; NO_COLOR switches them off.";

/// One engine and workbench for two-player board games.
#[derive(Debug, Parser)]
#[command(name = "ponder", version, after_help = EXIT_CODES)]
pub(crate) struct Args {
    /// Print JSON, with stable field names, instead of text
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Open the workbench: play and analyse in a browser
    #[cfg(feature = "web")]
    Serve(WorkbenchArgs),
    /// List the games, or everything about one of them
    Games(GamesArgs),
    /// Tell the rules of a game
    Rules(RulesArgs),
    /// Draw a position
    Show(ShowArgs),
    /// Play a game at the terminal
    Play(Box<PlayGameArgs>),
    /// List the legal moves of a position
    Moves(MovesArgs),
    /// Search a position for the best moves
    #[command(alias = "analyze")]
    Analyse(Box<AnalyseArgs>),
    /// Look at a whole game again: what each move cost, and what was better
    Review(ReviewArgs),
    /// Judge a position without searching, term by term
    Eval(EvalArgs),
    /// Play a match between two players, with statistics
    Match(Box<MatchArgs>),
    /// Play a tournament of several players
    Tournament(TournamentArgs),
    /// Make a set of balanced openings
    Openings(OpeningsArgs),
    /// Grow, show or export an opening book
    Book(BookArgs),
    /// Speak a protocol: be an engine for other programs
    Engine(Box<EngineArgs>),
    /// Serve games of Gothello, or play on such a server
    Gthd(GthdArgs),
    /// Play Expendibots on a BOOM server
    Boom(BoomArgs),
    /// Count the leaves of the game tree; draws by repetition and limits do not end it
    Perft(PerftArgs),
    /// Read games or positions in one format and write them in another
    Convert(ConvertArgs),
    /// Measure the speed of this machine
    Bench(BenchArgs),
    /// Make an experiment: what techniques, threads and evaluations are worth
    Lab(LabArgs),
    /// List the search techniques, each a switch of `analyse`; print a configuration
    Techniques(TechniquesArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct GamesArgs {
    /// Show the options and formats of this game only
    pub(crate) game: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct RulesArgs {
    /// The game (see `ponder games`)
    pub(crate) game: String,
}

/// Where a game stands: shared by every command that looks at a position.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Place {
    /// Game id: a name with options, as in othello:size=6x6 (see `ponder games`)
    pub(crate) game: String,
    /// Start from this position instead of the game's first one; - reads standard input
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// The format of --position, as in `ponder games GAME`; a game is played to its end [default:
    /// recognised from the text]
    #[arg(long, value_name = "NAME", requires = "position")]
    pub(crate) format: Option<String>,
    /// Play these moves first, separated by blanks or commas
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
}

/// What every move may cost, where several are made.
#[derive(Debug, clap::Args)]
pub(crate) struct LimitArgs {
    /// Time for a move, as in 100ms [default: 100ms, unless another limit is given]
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// Positions to look at for a move, as in 20k or 12M
    #[arg(long, value_parser = nodes)]
    nodes: Option<u64>,
    /// Plies to search
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..=119))]
    depth: Option<u32>,
    /// A clock for each player, as in 60s or 10s+100ms
    #[arg(long, value_name = "TIME[+TIME]", value_parser = clock)]
    clock: Option<Clock>,
}

impl LimitArgs {
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
            clock: self.clock,
        }
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Print a picture, one self-contained SVG
    #[arg(long, conflicts_with = "json")]
    pub(crate) svg: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) place: Place,
    /// List actions that lead to the same position once
    #[arg(long)]
    pub(crate) merge: bool,
    /// Also tell the cells to click, the effects and the result of every move
    #[arg(long)]
    pub(crate) details: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Time to think, as in 5s, 500ms or 2m [default: 5s, unless another limit is given]
    #[arg(long, value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Positions to look at, shared by the threads, as in 20k, 12M or 1G
    #[arg(long, value_parser = nodes)]
    pub(crate) nodes: Option<u64>,
    /// Plies to search
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..=119))]
    pub(crate) depth: Option<u32>,
    /// The player's clock, as in 60s or 5m+2s: what is left, and what every move adds
    #[arg(long, value_name = "TIME[+TIME]", value_parser = clock)]
    pub(crate) clock: Option<Clock>,
    /// Moves until the clock is set anew [default: the rest of the game, as far as one can guess]
    #[arg(long, value_name = "N", requires = "clock", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) moves_to_go: Option<u32>,
    /// Time for the whole rest of the game, as in 60s; or contest, for what the game's own contest
    /// grants (time and memory)
    #[arg(long, value_name = "TIME", conflicts_with = "clock", value_parser = budget)]
    pub(crate) budget: Option<BudgetArg>,
    /// Search until interrupted (Ctrl-C), or until nothing is left to search
    #[arg(long, conflicts_with_all = ["time", "nodes", "depth", "clock", "budget"])]
    pub(crate) infinite: bool,
    /// How many lines to show
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) multipv: u16,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

/// With what to search, and by whose judgement.
#[derive(Debug, clap::Args)]
pub(crate) struct SearchArgs {
    /// Threads to search with
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// Size of the transposition table, as in 64M or 1G
    #[arg(long, default_value = "64M", value_parser = bytes)]
    pub(crate) hash: usize,
    /// Memory for everything, as in 100M; the table is made smaller to fit
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub(crate) memory: Option<usize>,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    #[command(flatten)]
    pub(crate) judge: JudgeArgs,
}

/// How to search: a file, and what comes on top of it.
#[derive(Debug, clap::Args)]
pub(crate) struct ConfigArgs {
    /// A file with a configuration (see `ponder techniques GAME --toml`); - reads standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Settings to change, as in quiet-threshold=30; the configuration a result prints will do
    #[arg(
        long,
        default_value = "",
        hide_default_value = true,
        value_name = "NAME=VALUE ..."
    )]
    pub(crate) set: String,
    /// Techniques to switch on, separated by commas (see `ponder techniques`)
    #[arg(long, value_name = "NAMES")]
    pub(crate) with: Vec<String>,
    /// Techniques to switch off
    #[arg(long, value_name = "NAMES")]
    pub(crate) without: Vec<String>,
    /// Search with MTD(f) instead of windows
    #[arg(long)]
    pub(crate) mtdf: bool,
    /// Use sound techniques only: what does not depend on the horizon is proven
    #[arg(long)]
    pub(crate) exact: bool,
    /// Which of several best moves to choose: first, random, random:SEED, or a word of the game's
    /// (gothello: liberties)
    #[arg(long, value_name = "WAY")]
    pub(crate) ties: Option<String>,
}

/// Which weights judge.
#[derive(Debug, clap::Args)]
pub(crate) struct JudgeArgs {
    /// An evaluation by name (see `ponder games GAME`)
    #[arg(long, value_name = "NAME")]
    pub(crate) eval: Option<String>,
    /// A file with weights
    #[arg(long, value_name = "FILE", conflicts_with = "eval")]
    pub(crate) weights: Option<PathBuf>,
    /// Change a weight, as in mobility=0.3, or mobility=0.3/0.1 for opening and ending, in the
    /// game's unit; a game may have other names for some (gothello: --stonescore 1)
    #[arg(long, value_name = "FEATURE=WEIGHT", allow_hyphen_values = true)]
    pub(crate) weight: Vec<String>,
}

#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("wishes")
    .args(["config", "set", "with", "without", "mtdf", "exact", "ties"])
    .multiple(true)
    .requires("game"))]
pub(crate) struct TechniquesArgs {
    /// Tell which ones this game uses
    pub(crate) game: Option<String>,
    /// Print the whole configuration as a file for --config
    #[arg(long, requires = "game", conflicts_with = "json")]
    pub(crate) toml: bool,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct EvalArgs {
    #[command(flatten)]
    pub(crate) place: Place,
    #[command(flatten)]
    pub(crate) judge: JudgeArgs,
    /// Print the weights as a file to edit and to give to --weights, and judge nothing
    #[arg(long, conflicts_with = "json")]
    pub(crate) write_weights: bool,
}

/// The budget for a game.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BudgetArg {
    /// What the game's own contest grants.
    Contest,
    /// So much time.
    Time(Duration),
}

fn budget(text: &str) -> Result<BudgetArg, String> {
    match text {
        "contest" => Ok(BudgetArg::Contest),
        _ => duration(text).map(BudgetArg::Time),
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Plies to the leaves
    #[arg(long, short, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub(crate) depth: u32,
    /// Also count below each root move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Threads to count with
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// What a game that is over before the last ply counts [default: the game's own convention]
    #[arg(long, value_name = "COUNTS")]
    pub(crate) finished: Option<FinishedArg>,
    /// What a pass counts [default: ply]
    #[arg(long, value_name = "COUNTS")]
    pub(crate) passes: Option<PassesArg>,
    /// Count actions that lead to the same position once
    #[arg(long)]
    pub(crate) merge: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum FinishedArg {
    /// One leaf at every greater depth
    Leaf,
    /// Nothing
    None,
}

impl From<FinishedArg> for Finished {
    fn from(arg: FinishedArg) -> Self {
        match arg {
            FinishedArg::Leaf => Self::Leaf,
            FinishedArg::None => Self::Nothing,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum PassesArg {
    /// A pass is a ply
    Ply,
    /// A pass takes no ply
    Free,
    /// A pass is a ply, but counted only where nothing else is legal
    Forced,
}

impl From<PassesArg> for Passes {
    fn from(arg: PassesArg) -> Self {
        match arg {
            PassesArg::Ply => Self::Ply,
            PassesArg::Free => Self::Free,
            PassesArg::Forced => Self::Forced,
        }
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct ConvertArgs {
    /// Game id, as in checkers or othello:size=6x6
    pub(crate) game: String,
    /// The format of the input (see `ponder games GAME`) [default: recognised from the text]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
    /// The format of the output; with --json it may be left out
    #[arg(long, value_name = "FORMAT", required_unless_present = "json")]
    pub(crate) to: Option<String>,
    /// The file to read; standard input if left out or -
    pub(crate) file: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct BenchArgs {
    #[command(subcommand)]
    pub(crate) what: Option<BenchCommand>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BenchCommand {
    /// Leaves per second of every game's move generator, one thread, no hash, no symmetry
    Perft {
        /// Runs of each row; the best one counts
        #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
        runs: u32,
    },
}

#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}
