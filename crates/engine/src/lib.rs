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
mod clicks;
mod configuration;
mod contender;
mod duel;
mod equipment;
pub mod lab;
mod level;
mod memory;
pub mod page;
mod player;
mod recognise;
mod registry;
mod remarks;
mod review;
mod rules_page;
mod screen;
mod session;
mod svg;
mod table;
mod techniques;
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
pub use ponder_table::{Keys, Kind as TableKind, Table};
pub use recognise::{Reading, Recognised, format_of, recognise};
pub use registry::{Entry, GAMES, find, open, resume};
pub use review::{PlayerReview, PlyView, ReviewView, review};
pub use rules_page::{RulesView, SectionView};
pub use screen::{
    BoardView, GeometryView, LabelView, LastView, PaletteView, Place, PlaceView, PlacedPiece,
    PointView, TallyView,
};
pub use session::{GameText, PerftRequest, Session};
pub use techniques::{NumberView, SwitchView, TechniquesView};
pub use tree::{TreeAt, TreeNode, TreeView};
pub use views::{
    AliasView, CellView, EffectView, FormatView, GameView, MoveView, OptionView, OutcomeView,
    PerftView, PieceView, PositionView, PresetView, RecordView, RootView, VariationView,
};
