//! The arguments of `ponder lab`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Subcommand, ValueEnum};

use super::{ConfigArgs, JudgeArgs, bytes, duration, nodes};

#[derive(Debug, clap::Args)]
pub(crate) struct LabArgs {
    #[command(subcommand)]
    pub(crate) what: LabCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LabCommand {
    /// What each search technique is worth: nodes and time to a fixed depth without it or with it
    Ablation {
        #[command(flatten)]
        game: LabGame,
        /// Plies to search [default: what suits the game]
        #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..=60))]
        depth: Option<u32>,
        /// Positions to search
        #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        positions: u32,
    },
    /// The effective branching factor: how the tree grows over the last four plies
    Branching {
        #[command(flatten)]
        game: LabGame,
        /// Plies to search [default: what suits the game]
        #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..=60))]
        depth: Option<u32>,
        /// Positions to search
        #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        positions: u32,
    },
    /// Nodes per second with the default settings, one thread
    Speed {
        /// Game ids; all games if there is none
        games: Vec<String>,
        /// Time for each game, as in 2s
        #[arg(long, default_value = "2s", value_parser = duration)]
        time: Duration,
        /// Positions to search
        #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        positions: u32,
        #[command(flatten)]
        conditions: Conditions,
    },
    /// Nodes and time to depth with every transposition table at equal bytes, sound techniques only
    Table(RaceArgs),
    /// Hits of every table beside the most that its room allows: replays of recorded searches under
    /// Belady's rule
    Bounds(TablesArgs),
    /// How much the cost of one search varies with the numbers behind the keys, table sizes and
    /// threads
    Variation(VariationArgs),
    /// Ways to make a position's key: what they cost and how good they are; and what comes of
    /// comparing fewer bits of it
    Keys(KeysArgs),
    /// The chained table simulated without a game tree, from parameters of recorded searches: which
    /// threshold function is best, and does it hold in other searches
    Simulate(SimulateArgs),
    /// Expected values, predicted and measured: what is lost after so many plies, valid states,
    /// states of a row, references to a state, cache lines of a look-up
    Expected(ExpectedArgs),
    /// Time to depth with one thread and with more, sound techniques only
    Threads {
        #[command(flatten)]
        game: LabGame,
        /// Plies to search [default: what suits the game]
        #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..=60))]
        depth: Option<u32>,
        /// Threads that race against one
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(2..=1024))]
        threads: u16,
        /// Positions to search
        #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        positions: u32,
    },
    /// The default engine against plain alpha-beta with the evaluations of older programs
    Duel(Box<DuelArgs>),
    /// Fit the error models of probcut; prints TOML for a configuration file
    Probcut {
        #[command(flatten)]
        game: LabGame,
        /// Deep and shallow depths, as in 4:2,6:2 [default: what suits the game]
        #[arg(long, value_delimiter = ',', value_parser = pair)]
        pairs: Vec<(u32, u32)>,
        /// Positions to search
        #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(8..=100_000))]
        positions: u32,
    },
    /// Fit the curve by which scores become chances to win, to games of the engine with itself
    Chance {
        #[command(flatten)]
        game: LabGame,
        /// Games to play
        #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..=100_000))]
        games: u32,
        /// Nodes for a move, as in 2000 or 20k
        #[arg(long, default_value_t = 2000, value_parser = nodes)]
        nodes: u64,
    },
}

/// How much of an experiment is made.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum PresetArg {
    /// About two minutes: few positions, few sizes
    Smoke,
    /// At most three hours: more positions and games, deeper, more sizes (in `table` 64K to 256M)
    Paper,
}

/// What all experiments with tables have in common.
#[derive(Debug, clap::Args)]
pub(crate) struct StudyArgs {
    /// Game ids [default: all games, in the variants in which a table matters]
    pub(crate) games: Vec<String>,
    /// How much is measured; other options change parts of it
    #[arg(long, value_enum, default_value = "smoke")]
    pub(crate) preset: PresetArg,
    /// The same number gives the same positions
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Keep what is done in this file, and do nothing again that is in it
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Write the findings to this file as CSV
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Write a report with plots to this file, a page that needs no other
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct TablesArgs {
    #[command(flatten)]
    pub(crate) study: StudyArgs,
    /// Tables, as in bucket,cluster3 [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) tables: Vec<String>,
    /// Sizes, as in 64K,1M
    #[arg(long, value_delimiter = ',', value_parser = bytes)]
    pub(crate) sizes: Vec<usize>,
    /// Positions to search
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) positions: Option<u32>,
    /// Plies to search [default: what suits the game]
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: Option<u32>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct RaceArgs {
    #[command(flatten)]
    pub(crate) tables: TablesArgs,
    /// How often time is measured; the least counts, position by position [default: 1; with
    /// --preset paper 3]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) rounds: Option<u32>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct VariationArgs {
    #[command(flatten)]
    pub(crate) study: StudyArgs,
    /// Tables
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "bucket"
    )]
    pub(crate) tables: Vec<String>,
    /// Sizes, as in 64K,1M
    #[arg(long, value_delimiter = ',', value_parser = bytes)]
    pub(crate) sizes: Vec<usize>,
    /// Numbers of threads; several share the table and nothing else
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "1,2",
        value_parser = clap::value_parser!(u16).range(1..=1024)
    )]
    pub(crate) threads: Vec<u16>,
    /// Roots of each game
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) roots: Option<u32>,
    /// Searches of each root under the same conditions; 59 are the least that give a bound
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) repeats: Option<u32>,
    /// Plies to search [default: what suits the game]
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: Option<u32>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct KeysArgs {
    #[command(flatten)]
    pub(crate) study: StudyArgs,
    /// Bits of a key that tables compare; all 64 are always among them
    #[arg(
        long,
        value_name = "NUMBERS",
        value_delimiter = ',',
        default_value = "8,12,16,20,24,32,64",
        value_parser = clap::value_parser!(u32).range(1..=64)
    )]
    pub(crate) bits: Vec<u32>,
    /// Sizes of these tables, as in 64K,1M
    #[arg(long, value_delimiter = ',', value_parser = bytes)]
    pub(crate) sizes: Vec<usize>,
    /// Positions to search
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) positions: Option<u32>,
    /// Plies to search [default: what suits the game]
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: Option<u32>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct SimulateArgs {
    #[command(flatten)]
    pub(crate) study: StudyArgs,
    /// Rows of the simulated tables: all functions at the first number, at the others only the best,
    /// the one in use and constants, at the first load [default: 4096; with --preset paper
    /// 4096,4194304]
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=1 << 26))]
    pub(crate) rows: Vec<u32>,
    /// Distinct states for each node of the table [default: 1,4; with --preset paper 1,4,16]
    #[arg(long, value_delimiter = ',', value_parser = load)]
    pub(crate) loads: Vec<f64>,
    /// Positions to search, in short games of four; half of the games judge
    #[arg(long, value_parser = clap::value_parser!(u32).range(5..=100_000))]
    pub(crate) positions: Option<u32>,
    /// Plies to search [default: what suits the game]
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: Option<u32>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ExpectedArgs {
    #[command(flatten)]
    pub(crate) study: StudyArgs,
    /// Games that the engine plays with itself; half of them measure
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u32).range(2..=10_000))]
    pub(crate) games_played: Option<u32>,
    /// Nodes for a move, as in 500 or 2k
    #[arg(long, value_parser = nodes)]
    pub(crate) nodes: Option<u64>,
    /// Size of the tables that are kept over a game, as in 64K
    #[arg(long, value_parser = bytes)]
    pub(crate) size: Option<usize>,
    /// Positions to search for states and references, in short games of four; half of them measure
    #[arg(long, value_parser = clap::value_parser!(u32).range(5..=100_000))]
    pub(crate) positions: Option<u32>,
    /// Plies to search [default: what suits the game]
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: Option<u32>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct DuelArgs {
    #[command(flatten)]
    pub(crate) game: LabGame,
    /// Games against each opponent; two from each opening, with colours swapped
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub(crate) games: u32,
    /// The engine's time for a move [default: 100ms, unless --nodes is given]
    #[arg(long, value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// The engine's nodes for a move, as in 20k or 12M
    #[arg(long, conflicts_with = "time", value_parser = nodes)]
    pub(crate) nodes: Option<u64>,
    /// Plies of random play before the engines think, as in 6 or 4..8 [default: what suits the
    /// game]
    #[arg(long, value_name = "PLIES", value_parser = span)]
    pub(crate) openings_plies: Option<(usize, usize)>,
    /// Evaluations of the opponents, or "itself" for the default engine [default: the game's
    /// older programs]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) against: Vec<String>,
    /// How deep the opponents search
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) opponent_depth: u32,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    #[command(flatten)]
    pub(crate) judge: JudgeArgs,
    /// Games at once
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=2))]
    pub(crate) threads: u16,
}

/// Which game, and under which conditions.
#[derive(Debug, clap::Args)]
pub(crate) struct LabGame {
    /// Game id: a name with options, as in othello:size=6x6
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) conditions: Conditions,
}

#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Conditions {
    /// The same number gives the same positions
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Size of the transposition table
    #[arg(long, default_value = "16M", value_parser = bytes)]
    pub(crate) hash: usize,
}

/// Reads `6:2`.
fn pair(text: &str) -> Result<(u32, u32), String> {
    let depths = text.split_once(':').and_then(|(deep, shallow)| {
        let depths = (deep.trim().parse().ok()?, shallow.trim().parse().ok()?);
        (depths.0 <= 60).then_some(depths)
    });
    depths.ok_or_else(|| "write a deep and a shallow depth as in 6:2".to_owned())
}

/// Reads a number of states for a node.
fn load(text: &str) -> Result<f64, String> {
    let load = text
        .parse()
        .ok()
        .filter(|load| (0.01..=1000.0).contains(load));
    load.ok_or_else(|| "write a number of states for each node, as in 4 or 0.5".to_owned())
}

/// Reads `6` or `4..8`.
fn span(text: &str) -> Result<(usize, usize), String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let numbers = least.parse().ok().zip(most.parse().ok());
    let ordered = numbers.filter(|(least, most)| least <= most && *most <= 1000);
    ordered.ok_or_else(|| "write a number of plies as in 6, or 4..8".to_owned())
}
