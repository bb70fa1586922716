//! UGI, the Universal Game Interface, for every game.
//!
//! UCI without chess: the host knows no rules, moves and positions are canonical texts, and the
//! engine answers queries about turn, end and result. What the interface lacks (a choice of game,
//! legal moves, errors, pondering) is added in words that others ignore; docs/protocols.md lists
//! them.

mod driver;
mod engine;
mod options;
mod words;

pub use driver::Driver;
pub use engine::serve;
