//! What a game is.
//!
//! A game shows several faces, each a trait with as many defaults as it can have:
//!
//! * [`Rules`] says what is legal: small `Copy` positions, `play` returns the successor.
//! * [`Judge`] says what is good, as far as one position can tell.
//! * [`Show`] says how people see it: cells, pieces, click paths, effects.
//! * [`Notation`] says how it is written: moves, positions, and the formats of its own world.
//! * [`Game`] gives it a name and options.
//!
//! Beside them stand the words that all games share: [`History`], [`Keys`], [`Outcome`],
//! [`Progress`], [`Fault`], [`perft`]. This crate knows no game, does no input or output,
//! keeps no global state, and depends on nothing of ours.
#![warn(missing_docs)]

mod budget;
mod error_model;
mod fault;
mod features;
mod game;
mod history;
mod judge;
mod keys;
mod notation;
pub mod perft;
mod rules;
mod score;
mod settings;
mod show;
pub mod text;
mod weights;

pub use budget::Budget;
pub use error_model::ErrorModel;
pub use fault::Fault;
pub use features::{Feature, Features, MAX_FEATURES, PHASES, Preset, Wanted};
pub use game::Game;
pub use history::{DrawRule, DrawRules, History};
pub use judge::Judge;
pub use keys::{Keys, Random};
pub use notation::{
    Format, Holds, Notation, ReadRecords, Record, Variation, WriteRecords, legal_moves, replay,
};
pub use rules::{MoveList, Outcome, Player, Progress, Rules, Words};
pub use score::{INFINITE, JUDGEMENT, Score, WIN, WON, outcome_score, to_node, to_root};
pub use settings::{Allowed, Settings, Spec};
pub use show::{
    Board, Cell, CellId, CellShape, Effect, Label, Palette, Piece, Show, cells_of, count_pieces,
};
pub use weights::{Term, Weights};
