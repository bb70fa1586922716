//! What a search asks of its table and tells it, in order: a trace, and how tables fare on it.
//!
//! A trace is recorded with the table without bounds, so that it is the same whatever table is
//! judged by it. A table that has forgotten a position would in truth change the tree: the search
//! would look at it again and store it again. A replay does the second part of that, at once and
//! with what was stored last; it does not do the first. So a replay tells of hits at first order,
//! not of nodes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use ponder_core::{Fault, Game, Progress};
use ponder_search::Config;
use ponder_table::{AnyTable, Counts, Entry, Silent, Transpositions, Unbounded};

use super::run::Gauge;
use crate::lab::Bench;
use crate::lab::sample::Sample;

/// One thing that happens to a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::lab) enum Event {
    /// A search begins at a root that has come so far.
    Root(Progress),
    /// A position is asked for.
    Probe(u64),
    /// A position is to be remembered.
    Store(u64, Progress, Entry),
}

/// What happened to the table of a search, or of several with the same table.
pub(in crate::lab) type Trace = [Event];

/// What a table answers in a replay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::lab) struct Answers {
    /// Positions asked for.
    pub(in crate::lab) probes: u64,
    /// Those of them that were known.
    pub(in crate::lab) hits: u64,
}

/// The trace of searches of the positions of a short game, one after the other.
pub(in crate::lab) fn record<G: Game>(
    bench: &Bench<'_, G>,
    depth: u32,
    line: &[Sample<G>],
) -> Result<Vec<Event>, Fault> {
    let config = Config::sound_of::<G>();
    let (mut table, events) = recorder(Unbounded::<Silent>::new());
    let gauge = Gauge {
        game: bench.game,
        stop: bench.stop,
        config: &config,
        depth,
        threads: 1,
    };
    for sample in line {
        table.next_search();
        gauge.search(&table, sample)?;
    }
    Ok(taken(&events))
}

/// A table that writes down what happens to it, and what it has written.
pub(super) fn recorder(table: impl Transpositions + 'static) -> (AnyTable, Events) {
    let events = Events::default();
    let recorder = Recorder {
        table,
        events: Arc::clone(&events),
    };
    (AnyTable::of(recorder), events)
}

/// What was written down since the last time.
pub(super) fn taken(events: &Events) -> Vec<Event> {
    let mut events = events.lock().unwrap_or_else(PoisonError::into_inner);
    std::mem::take(&mut events)
}

/// What a table would have answered; it is emptied first.
pub(in crate::lab) fn replay(trace: &Trace, table: &mut impl Transpositions) -> Answers {
    let mut answers = Answers::default();
    replay_known(with_known(trace), table, |_, hit| {
        answers.probes += 1;
        answers.hits += u64::from(hit);
    });
    answers
}

/// What was told last of a position that is asked for.
pub(in crate::lab) type Known = Option<(Progress, Entry)>;

/// A trace, and beside every event what was told before of the position that is asked for.
pub(in crate::lab) fn with_known(trace: &Trace) -> impl Iterator<Item = (Event, Known)> + '_ {
    let mut known: HashMap<u64, (Progress, Entry)> = HashMap::new();
    trace.iter().map(move |&event| match event {
        Event::Root(_) => (event, None),
        Event::Probe(key) => (event, known.get(&key).copied()),
        Event::Store(key, progress, entry) => {
            known.insert(key, (progress, entry));
            (event, None)
        }
    })
}

/// Plays events to a table, which is emptied first; hears of every look-up what was told of the
/// position, and whether the table knew it.
pub(in crate::lab) fn replay_known(
    events: impl Iterator<Item = (Event, Known)>,
    table: &mut impl Transpositions,
    mut hear: impl FnMut(Known, bool),
) {
    table.clear();
    for (event, known) in events {
        match event {
            Event::Root(progress) => {
                table.next_search();
                table.root(progress);
            }
            Event::Probe(key) => {
                let hit = table.probe(key).is_some();
                hear(known, hit);
                if !hit && let Some((progress, entry)) = known {
                    table.store(key, progress, entry);
                }
            }
            Event::Store(key, progress, entry) => table.store(key, progress, entry),
        }
    }
}

/// A table that writes down what happens to it.
struct Recorder<T> {
    table: T,
    events: Events,
}

pub(super) type Events = Arc<Mutex<Vec<Event>>>;

impl<T> Recorder<T> {
    fn note(&self, event: Event) {
        let events = self.events.lock();
        events.unwrap_or_else(PoisonError::into_inner).push(event);
    }
}

impl<T: Transpositions> Transpositions for Recorder<T> {
    fn probe(&self, key: u64) -> Option<Entry> {
        self.note(Event::Probe(key));
        self.table.probe(key)
    }

    fn holds(&self, key: u64) -> bool {
        self.table.holds(key)
    }

    fn prefetch(&self, _key: u64) {}

    fn store(&self, key: u64, progress: Progress, entry: Entry) {
        self.note(Event::Store(key, progress, entry));
        self.table.store(key, progress, entry);
    }

    fn root(&self, progress: Progress) {
        self.note(Event::Root(progress));
        self.table.root(progress);
    }

    fn next_search(&mut self) {
        self.table.next_search();
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn bytes(&self) -> usize {
        self.table.bytes()
    }

    fn rows(&self) -> usize {
        self.table.rows()
    }

    fn capacity(&self) -> usize {
        self.table.capacity()
    }

    fn visit(&self, row: usize, show: &mut dyn FnMut(Entry, bool)) {
        self.table.visit(row, show);
    }

    fn counts(&self) -> Option<Counts> {
        self.table.counts()
    }
}
