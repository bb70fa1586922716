//! The one dynamic boundary.
//!
//! Behind it the code is generic and monomorphised for each game; in front of it the command
//! line, the protocols and the browser handle any game by its id. A [`Session`] is a game in
//! progress whose type has been forgotten: texts go in, texts and serialisable views come out.
//! Typed values become text and JSON once, here.
#![warn(missing_docs)]

mod analysis;
mod bench;
mod chance;
mod configuration;
mod contender;
mod duel;
mod error_models;
pub mod lab;
mod level;
mod memory;
mod player;
mod registry;
mod review;
mod session;
mod svg;
mod table;
mod tree;
mod views;

pub use analysis::{
    AnalysisRequest, AnalysisView, EvalView, JudgeChoice, LineView, ScoreView, StatsView, TermView,
};
pub use bench::{BenchRow, BenchView, bench_search};
pub use chance::Chance;
pub use configuration::write as write_config;
pub use contender::{Allowance, Choice, Contender, Lapse};
pub use duel::{Duel, Duellist, Tally, duel};
pub use level::{LEVELS, Level, Reply, reply};
pub use player::Player;
pub use ponder_core::{Budget, Outcome};
pub use ponder_search::{Account, Clock, Config, Limits, Stop, Switch};
pub use ponder_table::Table;
pub use registry::{Entry, GAMES, find, open};
pub use review::{PlayerReview, PlyView, ReviewView, review};
pub use session::{GameText, PerftRequest, Session};
pub use tree::{TreeAt, TreeNode, TreeView};
pub use views::{
    AliasView, CellView, EffectView, FormatView, GameView, MoveView, OptionView, OutcomeView,
    PerftView, PieceView, PositionView, PresetView, RecordView, RootView,
};
