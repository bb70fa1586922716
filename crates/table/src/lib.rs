//! Transposition tables: what a search remembers of positions it has seen.
//!
//! All tables offer [`Transpositions`] and are sized in bytes. [`Table`] is what the engine uses;
//! the others are kept to be measured beside it (`ponder lab table`, `docs/tables.md`), each in a
//! file of its own that says where it comes from. Memory is shared by threads as relaxed atomics
//! with check words: there is no lock, but where a table says so, and no undefined behaviour.
#![warn(missing_docs)]

mod entry;
mod line;
#[cfg_attr(
    loom,
    expect(dead_code, reason = "a line alone needs less than a table")
)]
mod row;
mod six;
mod slot;
mod sync;
mod tally;

// loom does not model the memory that the system hands out; it looks at lines only.
#[cfg(not(loom))]
mod adaptive;
#[cfg(not(loom))]
mod any;
#[cfg(not(loom))]
mod bucket;
#[cfg(not(loom))]
mod chained;
#[cfg(not(loom))]
pub mod chains;
#[cfg(not(loom))]
mod cluster3;
#[cfg(not(loom))]
mod cuckoo;
#[cfg(not(loom))]
mod depth;
#[cfg(not(loom))]
mod memory;
#[cfg(not(loom))]
mod none;
#[cfg(not(loom))]
mod replace;
#[cfg(not(loom))]
mod rows;
#[cfg(not(loom))]
mod shelf;
#[cfg(not(loom))]
mod short;
#[cfg(not(loom))]
mod stock;
#[cfg(not(loom))]
mod storage;
#[cfg(not(loom))]
mod table;
#[cfg(not(loom))]
mod two_tier;
#[cfg(not(loom))]
mod unbounded;
#[cfg(not(loom))]
mod whole;

pub use entry::{Bound, Entry};
pub use line::Line;
pub use row::Keys;
#[cfg(loom)]
pub use six::SixLine;
pub use slot::Slot;
pub use tally::{Counts, Reason, Silent, Tally};
#[cfg(not(loom))]
pub use {
    adaptive::Adaptive,
    any::{AnyTable, Kind},
    bucket::Bucket,
    chained::Chained,
    cluster3::Cluster3,
    cuckoo::Cuckoo,
    depth::{Deeper, Depth},
    memory::Transpositions,
    none::NoTable,
    replace::{Always, Replace},
    rows::{Rows, Rule},
    storage::huge_pages,
    table::Table,
    tally::Counted,
    two_tier::{Tiers, TwoTier},
    unbounded::Unbounded,
    whole::Whole,
};
