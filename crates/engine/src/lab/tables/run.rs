//! One table of one size in one game: every position searched, and what was counted meanwhile.

use ponder_core::{Fault, Game, History, Judge, Rules, Score, Weights};
use ponder_search::{Config, Limits, Search, Stop};
use ponder_table::{AnyTable, Counts, Keys, Kind, Reason, Transpositions};
use serde::{Deserialize, Serialize};

use super::{affordable, games};
use crate::lab::clock::{Of, Stopwatch};
use crate::lab::sample::Sample;
use crate::lab::{Bench, Plan};

/// A table to be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arm {
    /// Which one.
    pub kind: Kind,
    /// Its size; none where it does not matter.
    pub bytes: Option<usize>,
    /// How much of a key is compared.
    pub keys: Keys,
    /// True if it counts what happens to it, which takes time.
    pub counted: bool,
}

impl Arm {
    /// All that is measured of some tables: each once counted and with whole keys, for nodes and
    /// values, and once as it is in use, for time and for what short keys do. The table without
    /// bounds comes first, because the others are compared with it; tables of one size stand
    /// together, so that they share what disturbs the machine.
    pub fn all(tables: &[Kind], sizes: &[usize]) -> Vec<Self> {
        let pair = |kind: Kind, bytes| {
            let keys = if kind.short() {
                Keys::Short
            } else {
                Keys::Whole
            };
            [(Keys::Whole, true), (keys, false)].map(|(keys, counted)| Self {
                kind,
                bytes,
                keys,
                counted,
            })
        };
        let mut arms = pair(Kind::Unbounded, None).to_vec();
        let given = |kind: &&Kind| **kind != Kind::Unbounded && !kind.bounded();
        let boundless = tables.iter().filter(given);
        arms.extend(boundless.flat_map(|&kind| pair(kind, None)));
        for &bytes in sizes {
            let bounded = tables.iter().filter(|kind| kind.bounded());
            arms.extend(bounded.flat_map(|&kind| pair(kind, Some(bytes))));
        }
        arms
    }

    /// `whole` or `short`: what of a key is compared.
    pub fn keys_name(&self) -> &'static str {
        match self.keys {
            Keys::Whole => "whole",
            Keys::Short => "short",
        }
    }
}

/// What to measure.
#[derive(Clone, Copy, Debug)]
pub struct TablesRequest {
    /// Positions and seed; the size is the arm's.
    pub plan: Plan,
    /// The depth.
    pub depth: u32,
    /// The table.
    pub arm: Arm,
}

/// What was measured of one table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableRun {
    /// The game id.
    pub game: String,
    /// The table's name.
    pub table: String,
    /// The size given; none where it does not matter.
    pub bytes: Option<usize>,
    /// The bytes taken of it; by a table without bounds, the most at the end of a game.
    pub taken: usize,
    /// `whole` or `short`: what of a key is compared.
    pub keys: String,
    /// True if the table counted, so that its time says nothing.
    pub counted: bool,
    /// The depth.
    pub depth: u32,
    /// Which positions.
    pub seed: u64,
    /// The configuration of the search.
    pub config: String,
    /// The searches, game by game.
    pub games: Vec<Vec<Searched>>,
    /// What a table that counts has counted.
    pub counts: Option<TableCounts>,
}

impl TableRun {
    /// Takes the lesser time of each search from a second run of the same.
    pub fn take_least_times(&mut self, again: &Self) {
        let searched = self.games.iter_mut().flatten();
        for (one, other) in searched.zip(again.games.iter().flatten()) {
            one.seconds = one.seconds.min(other.seconds);
        }
    }
}

/// What a search of one position took, and what it found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Searched {
    /// The value of the root.
    pub value: Score,
    /// Positions looked at.
    pub nodes: u64,
    /// Processor time.
    pub seconds: f64,
    /// Questions to the table.
    pub probes: u64,
    /// Those of them that it could answer.
    pub hits: u64,
    /// Nodes that an answer ended.
    pub cutoffs: u64,
    /// Entries given to the table.
    pub stores: u64,
}

/// What a table has counted over a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableCounts {
    /// Look-ups, those of the search and those ahead of it.
    pub probes: u64,
    /// Cache lines they touched.
    pub lines: u64,
    /// Look-ups that found an upper bound.
    pub upper: u64,
    /// Look-ups that found a lower bound.
    pub lower: u64,
    /// Look-ups that found an exact value.
    pub exact: u64,
    /// What became of the entries to be stored, by name.
    pub stores: Vec<(String, u64)>,
    /// Rows by the number of their collisions: none, 1, 2 to 3, 4 to 7 and so on; nothing of a map,
    /// which has no rows.
    pub collisions: Vec<u64>,
    /// Rows by the number of their entries at the end of the last game, from none up; nothing of a
    /// map.
    pub lengths: Vec<u64>,
    /// Entries at the end of the last game.
    pub entries: u64,
    /// Entries for which there is room.
    pub capacity: u64,
    /// Bytes that hold something at the end of the last game, heads included.
    pub bytes_in_use: u64,
}

impl TableCounts {
    fn of(kind: Kind, table: &AnyTable, counts: Counts) -> Self {
        let of_rows = |rows: Vec<u64>| if kind.bounded() { rows } else { Vec::new() };
        Self {
            probes: counts.probes,
            lines: counts.lines,
            upper: counts.hits[0],
            lower: counts.hits[1],
            exact: counts.hits[2],
            stores: Reason::ALL
                .iter()
                .zip(counts.stores)
                .map(|(reason, count)| (reason.name().to_owned(), count))
                .collect(),
            collisions: of_rows(counts.collisions),
            entries: table.len() as u64,
            lengths: of_rows(table.lengths()),
            capacity: table.capacity() as u64,
            bytes_in_use: table.used() as u64,
        }
    }

    /// Cache lines a look-up touches in the mean.
    pub fn lines_per_probe(&self) -> f64 {
        self.lines as f64 / self.probes.max(1) as f64
    }
}

/// Searches all positions with one table; nothing if it was stopped.
pub(in crate::lab) fn run<G: Game>(
    mut bench: Bench<'_, G>,
    request: &TablesRequest,
) -> Result<Option<TableRun>, Fault> {
    let TablesRequest { plan, depth, arm } = *request;
    let config = Config::sound_of::<G>();
    let new = if arm.counted {
        AnyTable::counting
    } else {
        AnyTable::new
    };
    let mut table = affordable(new, (arm.kind, arm.bytes.unwrap_or(0), arm.keys))?;
    let lines = games::games(&bench, plan)?;
    let gauge = Gauge {
        game: bench.game,
        stop: bench.stop,
        config: &config,
        depth,
        threads: 1,
    };
    let mut games = Vec::new();
    let mut taken = 0;
    for (number, line) in lines.iter().enumerate() {
        if !bench.step(number, lines.len()) {
            return Ok(None);
        }
        table.clear();
        let mut searched = Vec::new();
        for sample in line {
            table.next_search();
            searched.push(gauge.search(&table, sample)?);
        }
        games.push(searched);
        taken = taken.max(table.bytes());
    }
    if !bench.step(lines.len(), lines.len()) {
        return Ok(None);
    }
    Ok(Some(TableRun {
        game: bench.id.to_owned(),
        table: arm.kind.name().to_owned(),
        bytes: arm.bytes,
        taken,
        keys: arm.keys_name().to_owned(),
        counted: arm.counted,
        depth,
        seed: plan.seed,
        config: config.to_string(),
        games,
        counts: table
            .counts()
            .map(|counts| TableCounts::of(arm.kind, &table, counts)),
    }))
}

/// Searches under equal conditions.
pub(super) struct Gauge<'a, G> {
    pub(super) game: &'a G,
    pub(super) stop: &'a Stop,
    pub(super) config: &'a Config,
    pub(super) depth: u32,
    pub(super) threads: usize,
}

impl<G: Game> Gauge<'_, G> {
    /// One search, measured: the processor time is that of all its threads.
    pub(super) fn search(&self, table: &AnyTable, sample: &Sample<G>) -> Result<Searched, Fault> {
        let judge = Weights::standard::<G>();
        let search = Search {
            rules: self.game,
            judge: &judge,
            table: Some(table),
            config: self.config,
            limits: Limits::depth(self.depth),
            lines: 1,
            threads: self.threads,
        };
        Ok(measured(&search, &sample.pos, &sample.history, self.stop)?.0)
    }
}

/// What a search takes and finds, and its best move.
pub(super) fn measured<R: Rules, J: Judge<R>, T: Transpositions>(
    search: &Search<'_, R, J, T>,
    pos: &R::Pos,
    history: &History,
    stop: &Stop,
) -> Result<(Searched, Option<R::Move>), Fault> {
    let watch = Stopwatch::start(if search.threads == 1 {
        Of::Thread
    } else {
        Of::Program
    });
    let report = search.run(pos, history, stop, &mut |_| ())?;
    let stats = report.stats;
    let searched = Searched {
        value: report.lines.first().map_or(0, |line| line.score),
        nodes: stats.nodes,
        seconds: watch.seconds(),
        probes: stats.probes,
        hits: stats.hits,
        cutoffs: stats.table_cutoffs,
        stores: stats.stores,
    };
    Ok((searched, report.best()))
}
