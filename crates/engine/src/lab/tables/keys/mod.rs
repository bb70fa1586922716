//! Keys: how to make them, and how much of them to keep.
//!
//! Searches that differ in nothing but their keys are [compared](run), and the keys of many positions
//! are held against [random numbers](quality). Then tables that compare fewer [bits](tags) of a
//! key are watched: which entries they take for those of another position, and what comes of it.

mod keyed;
mod quality;
mod run;
mod tags;
mod ways;

pub use quality::Quality;
pub use run::{KeysRequest, KeysRow, KeysRun, WayRun};
pub use tags::{Rooted, TagsRequest, TagsRow, TagsRun};
pub use ways::Way;

pub(in crate::lab) use run::run;
pub(in crate::lab) use tags::run as run_tags;

/// The table of all these searches: whole keys in its memory, of which it compares what it is told.
use ponder_table::Whole as Tagged;
