//! How near a table comes to the best that its room allows: hits in replays of recorded searches,
//! beside Belady's rule with as many entries and beside a table that forgets nothing.

use ponder_core::{Fault, Game};
use ponder_table::{AnyTable, Keys, Kind, Transpositions};
use serde::{Deserialize, Serialize};

use super::affordable;
use super::belady::Oracle;
use super::games::games;
use super::trace::{Event, record, replay};
use crate::lab::measure::ratio;
use crate::lab::resample::{Estimate, geometric_mean};
use crate::lab::{Bench, Plan};

/// What to replay.
#[derive(Clone, Debug)]
pub struct BoundsRequest {
    /// Positions and seed.
    pub plan: Plan,
    /// How deep the recorded searches go.
    pub depth: u32,
    /// Which of the short games.
    pub line: usize,
    /// The tables.
    pub tables: Vec<Kind>,
    /// Their sizes.
    pub sizes: Vec<usize>,
}

/// What tables answer in the searches of one short game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoundsRun {
    /// The game id.
    pub game: String,
    /// The depth.
    pub depth: u32,
    /// Positions asked for.
    pub probes: u64,
    /// Positions told.
    pub stores: u64,
    /// Hits of a table that forgets nothing.
    pub unbounded: u64,
    /// What each table answers.
    pub tables: Vec<Replayed>,
}

/// What one table answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Replayed {
    /// The table's name.
    pub table: String,
    /// Its size.
    pub bytes: usize,
    /// The entries for which it has room.
    pub entries: usize,
    /// Its hits.
    pub hits: u64,
    /// The most hits with as many entries.
    pub optimal: u64,
}

/// What one table answers in all short games of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoundsRow {
    /// The game id.
    pub game: String,
    /// The depth.
    pub depth: u32,
    /// The table's name.
    pub table: String,
    /// Its size.
    pub bytes: usize,
    /// The entries for which it has room.
    pub entries: usize,
    /// Positions asked for.
    pub probes: u64,
    /// Its hits.
    pub hits: u64,
    /// The most hits with as many entries.
    pub optimal: u64,
    /// Hits of a table that forgets nothing.
    pub unbounded: u64,
    /// Its hits against the optimal ones: the mean over short games.
    pub share: Estimate,
}

impl BoundsRow {
    /// Sums up the runs of all short games, game by game.
    pub fn of(runs: &[BoundsRun], seed: u64) -> Vec<Self> {
        let mut rows: Vec<(Self, Vec<Vec<f64>>)> = Vec::new();
        for run in runs {
            for one in &run.tables {
                let log = ratio(one.hits as f64, one.optimal as f64).ln();
                let at = rows.iter().position(|(row, _)| {
                    (&row.game, &row.table, row.bytes) == (&run.game, &one.table, one.bytes)
                });
                let at = at.unwrap_or_else(|| {
                    rows.push((Self::empty(run, one), Vec::new()));
                    rows.len() - 1
                });
                let (row, logs) = &mut rows[at];
                row.probes += run.probes;
                row.unbounded += run.unbounded;
                row.hits += one.hits;
                row.optimal += one.optimal;
                logs.push(vec![log]);
            }
        }
        let finish = |(row, logs): (Self, Vec<Vec<f64>>)| Self {
            share: geometric_mean(&logs, seed),
            ..row
        };
        rows.into_iter().map(finish).collect()
    }

    fn empty(run: &BoundsRun, one: &Replayed) -> Self {
        Self {
            game: run.game.clone(),
            depth: run.depth,
            table: one.table.clone(),
            bytes: one.bytes,
            entries: one.entries,
            probes: 0,
            hits: 0,
            optimal: 0,
            unbounded: 0,
            share: geometric_mean(&[], 0),
        }
    }
}

/// Records the searches of one short game and replays them; nothing if it was stopped, or if there
/// is no such game.
pub(in crate::lab) fn run<G: Game>(
    mut bench: Bench<'_, G>,
    request: &BoundsRequest,
) -> Result<Option<BoundsRun>, Fault> {
    let lines = games(&bench, request.plan)?;
    let Some(line) = lines.get(request.line) else {
        return Ok(None);
    };
    let trace = record(&bench, request.depth, line)?;
    let oracle = Oracle::new(&trace);
    let bounded = request.tables.iter().filter(|kind| kind.bounded());
    let arms: Vec<_> = bounded
        .flat_map(|&kind| request.sizes.iter().map(move |&bytes| (kind, bytes)))
        .collect();
    let mut tables: Vec<Replayed> = Vec::new();
    let mut answers = replay(&trace, &mut AnyTable::new(Kind::None, 0, Keys::Whole)?);
    for (done, &(kind, bytes)) in arms.iter().enumerate() {
        if !bench.step(done, arms.len()) {
            return Ok(None);
        }
        let mut table = affordable(AnyTable::new, (kind, bytes, Keys::Whole))?;
        let entries = table.capacity();
        answers = replay(&trace, &mut table);
        // Several tables have as many entries, and the best is the same for all of them.
        let known = tables.iter().find(|other| other.entries == entries);
        let optimal = known.map(|other| other.optimal);
        tables.push(Replayed {
            table: kind.name().to_owned(),
            bytes,
            entries,
            hits: answers.hits,
            optimal: optimal.unwrap_or_else(|| oracle.optimal(entries)),
        });
    }
    let stored = |event: &&Event| matches!(event, Event::Store(..));
    Ok((!bench.stop.asked()).then(|| BoundsRun {
        game: bench.id.to_owned(),
        depth: request.depth,
        probes: answers.probes,
        stores: trace.iter().filter(stored).count() as u64,
        unbounded: oracle.unbounded(),
        tables,
    }))
}
