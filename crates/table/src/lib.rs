//! The transposition table: what a search remembers of positions it has seen.
//!
//! A table is a long row of cache lines, four entries of 16 bytes in each. An entry is two words,
//! the data and the key mixed with the data, so that a pair torn by two threads that write at the
//! same time does not match any key and is no entry (Hyatt and Mann). All words are relaxed
//! atomics; there is no lock and no undefined behaviour.
#![warn(missing_docs)]

mod entry;
mod line;
#[cfg(not(loom))]
mod storage;
#[cfg(not(loom))]
mod table;

pub use entry::{Bound, Entry};
pub use line::Line;
#[cfg(not(loom))]
pub use table::Table;
