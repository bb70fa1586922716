//! GTP, the Go Text Protocol, version 2, with the gogui-rules commands.
//!
//! Made for Go, spoken by Othello programs too, and fit for every game in which a stone is put on
//! a cell. Other games are played in their own notation: a vertex is then whatever the game calls
//! a move.

mod commands;
mod driver;
mod engine;
mod times;
mod vertices;

pub use driver::Driver;
pub use engine::serve;
