//! The one dynamic boundary.
//!
//! Behind it the code is generic and monomorphised for each game; in front of it the command
//! line, the protocols and the browser handle any game by its id. A [`Session`] is a game in
//! progress whose type has been forgotten: texts go in, texts and serialisable views come out.
//! Typed values become text and JSON once, here.
#![warn(missing_docs)]

mod analysis;
mod bench;
mod duel;
mod error_models;
pub mod lab;
mod registry;
mod session;
mod svg;
mod table;
mod views;

pub use analysis::{
    AnalysisRequest, AnalysisView, EvalView, JudgeChoice, LineView, ScoreView, StatsView, TermView,
};
pub use bench::{BenchRow, BenchView, bench_search};
pub use duel::{Duel, Duellist, Tally, duel};
pub use ponder_search::{Limits, Stop, Switch};
pub use registry::{Entry, GAMES, find, open};
pub use session::{PerftRequest, Session};
pub use views::{
    CellView, EffectView, FormatView, GameView, MoveView, OptionView, OutcomeView, PerftView,
    PieceView, PositionView, PresetView, RecordView, RootView,
};
