//! What a table is worth: nodes and time to a fixed depth with every table, at equal bytes.
//!
//! Positions come in short [games](games), every second one of a line of play, and a table is kept
//! from one to the next as in play. Only sound techniques are on, and what a table knows counts only
//! at equal depth: whatever it forgets, the value of every root must be the same.
//!
//! The unit is a [run](run): one table of one size in one game. Runs are kept in files, so that a
//! long experiment can go on where it was broken off; all that is told of them, ratios, intervals
//! and standings, is computed [afterwards](compare).

mod belady;
mod bounds;
mod compare;
mod expected;
mod games;
mod judged;
mod keys;
mod predicted;
mod profile;
mod run;
mod simulate;
mod stream;
mod trace;
mod variation;

pub use bounds::{BoundsRequest, BoundsRow, BoundsRun, Replayed};
pub use compare::{
    Beside, ShortKeys, SizeStanding, Standing, TablesRow, TablesView, standings, standings_by_size,
};
pub use expected::{
    ExpectedRequest, ExpectedRun, GameRequest, GameRun, Kept, RecordRun, RetrievalRun, Retrieved,
    retrieval,
};
pub use judged::{FunctionRow, Judged, Shares, Verdict, fits};
pub use keys::{
    KeysRequest, KeysRow, KeysRun, Quality, Rooted, TagsRequest, TagsRow, TagsRun, Way, WayRun,
};
pub use predicted::{Expected, of_games, of_records, of_retrievals};
pub use profile::{Access, Class, Profile};
pub use run::{Arm, Searched, TableCounts, TableRun, TablesRequest};
pub use simulate::{
    ProfileRequest, Score, Scored, Shape, ThresholdsRequest, ThresholdsRun, derive, simulate,
};
pub use variation::{Spread, VariationRequest, VariationRun, upper_bound};

pub(super) use bounds::run as run_bounds;
pub(super) use expected::run as run_expected;
pub(super) use keys::{run as run_keys, run_tags};
pub(super) use run::run;
pub(super) use simulate::{run_profile, run_thresholds};
pub(super) use variation::run as run_variation;

use ponder_core::Fault;
use ponder_table::{AnyTable, Keys, Kind};

use super::customs;
use crate::registry::GAMES;

/// How much of an experiment with tables is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// About two minutes.
    Smoke,
    /// At most three hours.
    Paper,
}

/// A table of a kind and size, if it fits the memory of the machine; short entries may have whole
/// keys beside them, which are as large again, and a table that counts has a counter for each row,
/// which is a quarter of it at most.
fn affordable(
    new: fn(Kind, usize, Keys) -> Result<AnyTable, Fault>,
    (kind, bytes, keys): (Kind, usize, Keys),
) -> Result<AnyTable, Fault> {
    let beside = kind.short() && keys == Keys::Whole;
    let whole = bytes.saturating_mul(1 + usize::from(beside));
    crate::memory::table_bytes(whole.saturating_add(bytes / 4), None, 1).map_err(|fault| {
        fault.hint(
            "give a smaller size: with whole keys and counters a table may take 2.25 times it",
        )
    })?;
    new(kind, bytes, keys)
}

/// Refuses tables and sizes that could not be made, before anything is measured.
pub fn check_tables(tables: &[Kind], sizes: &[usize]) -> Result<(), Fault> {
    for &kind in tables.iter().filter(|kind| kind.bounded()) {
        for &bytes in sizes {
            let made = affordable(AnyTable::new, (kind, bytes, Keys::Whole));
            made.map_err(|fault| Fault {
                what: format!("{}: {}", kind.name(), fault.what),
                ..fault
            })?;
        }
    }
    Ok(())
}

/// The ids of the games in which tables are compared: of each the variant in which a table matters.
pub fn table_games() -> Vec<&'static str> {
    let names = GAMES.iter().map(|entry| entry.name);
    names
        .map(|name| match customs::of(name).tables_variant {
            "" => name,
            variant => variant,
        })
        .collect()
}

/// The depth to which tables are compared in a game, unless another is wanted.
pub fn table_depth(id: &str, preset: Preset) -> u32 {
    customs::of(id).tables[preset as usize]
}
