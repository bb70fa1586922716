//! Which tables, sizes, positions and depths an experiment is about: what a preset says, and what is
//! asked for instead.

use ponder_engine::TableKind;
use ponder_engine::lab::{Plan, Preset, check_tables, table_depth};

use super::study::Study;
use crate::args::TablesArgs;
use crate::output::Failure;

/// The scope of an experiment.
pub(super) struct Scope {
    pub(super) plan: Plan,
    pub(super) tables: Vec<TableKind>,
    pub(super) sizes: Vec<usize>,
    preset: Preset,
    depth: Option<u32>,
}

impl Scope {
    pub(super) fn of(args: &TablesArgs, study: &Study<'_>) -> Result<Self, Failure> {
        let preset = study.preset();
        let (positions, sizes): (u32, &[usize]) = match preset {
            Preset::Smoke => (8, &[64 << 10, 1 << 20]),
            Preset::Paper => (
                40,
                &[64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20, 256 << 20],
            ),
        };
        let named = args.tables.iter().map(|name| TableKind::named(name));
        let named = once(named.collect::<Result<Vec<_>, _>>()?);
        let sizes = match &args.sizes[..] {
            [] => sizes.to_vec(),
            given => once(given.to_vec()),
        };
        let tables = if named.is_empty() {
            TableKind::ALL.to_vec()
        } else {
            named
        };
        check_tables(&tables, &sizes)?;
        Ok(Self {
            plan: Plan {
                positions: args.positions.unwrap_or(positions) as usize,
                seed: study.seed(),
                hash: 0,
            },
            tables,
            sizes,
            preset,
            depth: args.depth,
        })
    }

    /// How deep a game is searched.
    pub(super) fn depth(&self, game: &str) -> u32 {
        self.depth.unwrap_or_else(|| table_depth(game, self.preset))
    }
}

/// The same without what came before: nothing counts twice.
pub(super) fn once<T: PartialEq>(list: Vec<T>) -> Vec<T> {
    let mut kept = Vec::new();
    for item in list {
        if !kept.contains(&item) {
            kept.push(item);
        }
    }
    kept
}
