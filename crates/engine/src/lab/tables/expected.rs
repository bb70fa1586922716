//! Expected values that the report asks for: what is measured of them in games and searches.
//!
//! A [game](GameRun) gives what is gone after every ply, and what a table that was kept over it
//! holds; a [record](RecordRun) of searches gives the states of every row and the references to
//! every state; [`retrieval`] gives cache lines for each look-up. What was to be expected is
//! computed [beside it](super::predicted).

use std::collections::HashMap;

use ponder_core::{Fault, Game, History, Progress, Random, Weights};
use ponder_search::{Limits, Search};
use ponder_table::chains::{Chains, Threshold};
use ponder_table::{AnyTable, Bound, Chained, Counted, Entry, Keys, Kind, Transpositions};
use serde::{Deserialize, Serialize};

use super::affordable;
use super::profile::{add, scalar};
use super::simulate::{ProfileRequest, Shape, recorded};
use super::trace::{Event, recorder, taken};
use crate::analysis::AnalysisRequest;
use crate::duel::opening;
use crate::equipment::equipped;
use crate::lab::{Bench, customs};

/// Games with more plies are broken off.
const LONGEST: usize = 200;

/// What to measure.
#[derive(Clone, Copy, Debug)]
pub enum ExpectedRequest {
    /// A game of the engine with itself.
    Game(GameRequest),
    /// Recorded searches.
    Record(ProfileRequest),
}

/// What was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ExpectedRun {
    /// See [`ExpectedRequest::Game`].
    Game(GameRun),
    /// See [`ExpectedRequest::Record`].
    Record(RecordRun),
}

/// A game to be played.
#[derive(Clone, Copy, Debug)]
pub struct GameRequest {
    /// For the opening.
    pub seed: u64,
    /// Which of the games.
    pub number: usize,
    /// Nodes for a move.
    pub nodes: u64,
    /// The table that is kept over the game.
    pub kind: Kind,
    /// Its size.
    pub bytes: usize,
}

/// A game that was played, from the first ply after its random opening.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRun {
    /// The game id.
    pub game: String,
    /// Which of the games.
    pub number: usize,
    /// The table's name.
    pub table: String,
    /// Its rows, and the entries for which it has room.
    pub rows: usize,
    /// See there.
    pub capacity: usize,
    /// What is gone before the first ply, and after every one.
    pub gone: Vec<u16>,
    /// True if the rules ended it.
    pub ended: bool,
    /// The table after every ply.
    pub kept: Vec<Kept>,
}

/// What a table holds after a ply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// States told that were not told before, by how much more was gone than at the root.
    pub new: Vec<u64>,
    /// Entries held.
    pub held: u64,
    /// Those of them that the next root can still reach.
    pub valid: u64,
}

/// What recorded searches tell of rows and states.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordRun {
    /// The game id.
    pub game: String,
    /// Which of the short games.
    pub line: usize,
    /// Distinct states told.
    pub states: u64,
    /// Rows over which they are spread: four states for each.
    pub rows: usize,
    /// Rows by the number of their states.
    pub per_row: Vec<u64>,
    /// Rows by the number of look-ups that fall on them.
    pub lookups: Vec<u64>,
    /// States by the number of times they were asked for after they were told.
    pub references: Vec<u64>,
}

/// Measures; nothing if it was stopped, or if there is no such short game.
pub(in crate::lab) fn run<G: Game>(
    bench: Bench<'_, G>,
    request: &ExpectedRequest,
) -> Result<Option<ExpectedRun>, Fault> {
    Ok(match request {
        ExpectedRequest::Game(request) => play(bench, request)?.map(ExpectedRun::Game),
        ExpectedRequest::Record(request) => rows_of(bench, request)?.map(ExpectedRun::Record),
    })
}

fn play<G: Game>(mut bench: Bench<'_, G>, request: &GameRequest) -> Result<Option<GameRun>, Fault> {
    let (game, limits) = (bench.game, Limits::nodes(request.nodes));
    let analysis = AnalysisRequest {
        playing: true,
        ..AnalysisRequest::within(limits)
    };
    let config = equipped(game, analysis.config::<G>()?)?;
    let judge = Weights::standard::<G>();
    let table = affordable(AnyTable::new, (request.kind, request.bytes, Keys::Whole))?;
    let (rows, capacity) = (table.rows(), table.capacity());
    let (mut table, events) = recorder(table);
    let (mut pos, mut history) = start(&bench, request);
    let mut told: HashMap<u64, u16> = HashMap::new();
    let gone = |pos: &G::Pos| scalar(game.progress(pos));
    let mut found = GameRun {
        game: bench.id.to_owned(),
        number: request.number,
        table: request.kind.name().to_owned(),
        rows,
        capacity,
        gone: vec![gone(&pos)],
        ended: false,
        kept: Vec::new(),
    };
    for ply in 0..LONGEST {
        if !bench.step(ply, LONGEST) {
            return Ok(None);
        }
        found.ended = game.ended(&pos).is_some() || game.drawn(&pos, &history).is_some();
        if found.ended {
            break;
        }
        table.next_search();
        let search = Search {
            rules: game,
            judge: &judge,
            table: Some(&table),
            config: &config,
            limits,
            lines: 1,
            threads: 1,
        };
        let report = search.run(&pos, &history, bench.stop, &mut |_| ())?;
        let Some(m) = report.best() else { break };
        let root = gone(&pos);
        pos = game.play(&pos, m);
        history.push(game, &pos);
        found.gone.push(gone(&pos));
        let mut new = Vec::new();
        for event in taken(&events) {
            if let Event::Store(key, progress, _) = event {
                let gone = scalar(progress);
                if told.insert(key, gone).is_none() {
                    add(&mut new, usize::from(gone.saturating_sub(root)), 1);
                }
            }
        }
        // What the root has left behind never comes again.
        let root = gone(&pos);
        told.retain(|_, gone| *gone >= root);
        let valid = told.keys().filter(|&&key| table.holds(key));
        found.kept.push(Kept {
            new,
            valid: valid.count() as u64,
            held: table.len() as u64,
        });
        // Walking a table is a look-up to one that writes down.
        taken(&events);
    }
    Ok((!bench.stop.asked()).then_some(found))
}

/// The position after the random opening of a game.
fn start<G: Game>(bench: &Bench<'_, G>, request: &GameRequest) -> (G::Pos, History) {
    let (least, most) = customs::of(bench.id).plies;
    let mut random = Random::new(request.seed);
    for _ in 0..request.number {
        random.next();
    }
    let mut random = Random::new(random.next());
    let plies = least + random.below(most - least + 1);
    let mut pos = bench.game.start();
    let mut history = History::new(bench.game, &pos);
    for m in opening(bench.game, plies, &mut random).unwrap_or_default() {
        pos = bench.game.play(&pos, m);
        history.push(bench.game, &pos);
    }
    (pos, history)
}

fn rows_of<G: Game>(
    bench: Bench<'_, G>,
    request: &ProfileRequest,
) -> Result<Option<RecordRun>, Fault> {
    /// States for each row.
    const STATES: usize = 4;
    let (bench, trace) = recorded(bench, request)?;
    let Some(trace) = trace.filter(|_| !bench.stop.asked()) else {
        return Ok(None);
    };
    let mut references: HashMap<u64, usize> = HashMap::new();
    for event in &trace {
        match *event {
            Event::Root(_) => (),
            Event::Probe(key) => {
                if let Some(count) = references.get_mut(&key) {
                    *count += 1;
                }
            }
            Event::Store(key, ..) => {
                references.entry(key).or_default();
            }
        }
    }
    let rows = (references.len() / STATES).max(1);
    let chains = Chains::new(rows * Chains::ROW)?;
    let (mut states, mut lookups) = (vec![0; rows], vec![0; rows]);
    for &key in references.keys() {
        states[chains.row(key)] += 1;
    }
    for event in &trace {
        if let Event::Probe(key) = *event {
            lookups[chains.row(key)] += 1;
        }
    }
    let counts = |numbers: &mut dyn Iterator<Item = usize>| {
        let mut counts = Vec::new();
        numbers.for_each(|number| add(&mut counts, number, 1));
        counts
    };
    Ok(Some(RecordRun {
        game: bench.id.to_owned(),
        line: request.line,
        states: references.len() as u64,
        rows,
        per_row: counts(&mut states.into_iter()),
        lookups: counts(&mut lookups.into_iter()),
        references: counts(&mut references.into_values()),
    }))
}

/// A table whose look-ups are counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Retrieved {
    /// Chains with a constant threshold.
    Constant(u8),
    /// Any table as it is in use.
    Kind(Kind),
}

impl Retrieved {
    /// Its name.
    pub fn name(self) -> String {
        match self {
            Self::Constant(length) => format!("{}, threshold {length}", Kind::Chained.name()),
            Self::Kind(kind) => kind.name().to_owned(),
        }
    }
}

/// Cache lines for each look-up of random keys.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RetrievalRun {
    /// The table's name.
    pub table: String,
    /// Its size, rows, and the entries for which it has room.
    pub bytes: usize,
    /// See there.
    pub rows: usize,
    /// See there.
    pub capacity: usize,
    /// States told for each of these entries.
    pub load: f64,
    /// Lines of all look-ups that find their state, and how many these are.
    pub hits: (u64, u64),
    /// The same for those that do not.
    pub misses: (u64, u64),
    /// Heads and nodes touched by tellings and look-ups, and the bound on them; of chains only.
    pub steps: Option<(u64, u64)>,
}

/// Tells a table about random states, all equally deep, until there are so many for each of its
/// entries, and then asks for them and for others.
pub fn retrieval(
    table: Retrieved,
    bytes: usize,
    load: f64,
    seed: u64,
) -> Result<RetrievalRun, Fault> {
    let threshold: Option<Threshold> = match table {
        Retrieved::Constant(length) => Some(Shape::constant(length).into()),
        Retrieved::Kind(Kind::Chained) => Some(Shape::in_use().into()),
        Retrieved::Kind(_) => None,
    };
    let counting = match table {
        Retrieved::Constant(length) => {
            let threshold = Shape::constant(length).into();
            AnyTable::of(Chained::<Counted>::with(bytes, threshold)?)
        }
        Retrieved::Kind(kind) => AnyTable::counting(kind, bytes, Keys::Whole)?,
    };
    let states = (load * counting.capacity() as f64) as u64;
    let entry = Entry::new(0, 1, Bound::Exact);
    let mut random = Random::new(seed);
    let keys: Vec<u64> = (0..states).map(|_| random.next()).collect();
    for &key in &keys {
        counting.store(key, Progress([0; 4]), entry);
    }
    let lines = |keys: &mut dyn Iterator<Item = u64>| {
        let sum = || {
            counting
                .counts()
                .map_or((0, 0), |counts| (counts.lines, counts.probes))
        };
        let before = sum();
        keys.for_each(|key| {
            counting.probe(key);
        });
        let after = sum();
        (after.0 - before.0, after.1 - before.1)
    };
    let held: Vec<_> = keys
        .iter()
        .copied()
        .filter(|&key| counting.holds(key))
        .collect();
    let hits = lines(&mut held.into_iter());
    let misses = lines(&mut (0..states).map(|_| random.next()));
    let steps = threshold.map(|threshold| steps(threshold, bytes, &keys));
    Ok(RetrievalRun {
        table: table.name(),
        bytes,
        rows: counting.rows(),
        capacity: counting.capacity(),
        load,
        hits,
        misses,
        steps: steps.transpose()?,
    })
}

/// Heads and nodes that chains touch when they are told of states and asked for them, and the bound.
fn steps(threshold: Threshold, bytes: usize, keys: &[u64]) -> Result<(u64, u64), Fault> {
    let mut chains = Chains::with(bytes, threshold)?;
    for &key in keys {
        chains.store(key, 0, Entry::new(0, 1, Bound::Exact));
        chains.probe(key);
    }
    let count = keys.len() as u64;
    Ok((chains.steps(), chains.most_steps(count, count)))
}
