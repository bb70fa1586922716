//! The best that any table of so many entries could have done: Belady's rule.
//!
//! Who knows the future gives up the entry that is asked for last of all, and does not take a new
//! one that would be that. For the number of *hits* in a replay nothing is better. Every time a
//! position is told or asked for it may be kept until the next time, which is an interval of the
//! trace; it is worth a hit if that next time it is asked for, and nothing otherwise; at no time may
//! more intervals be kept than there are entries. To take the most intervals under that condition,
//! go through time and whenever there is one too many drop the one that ends last.
//!
//! Nodes are another matter: a hit near the root saves more than one near the leaves, and this rule
//! does not ask which is which.

use std::collections::{BinaryHeap, HashMap, HashSet};

use super::trace::{Event, Trace};

/// What becomes of a trace when it is looked at from its end.
pub(in crate::lab) struct Oracle {
    /// For each time a position is told or asked for: its number, and when it is next asked for, if
    /// it is not told again before.
    uses: Vec<Use>,
}

struct Use {
    position: u32,
    asked: bool,
    next: Option<u32>,
}

impl Oracle {
    /// Looks at a trace. What is asked for before it is told for the first time cannot be known and
    /// is left out.
    pub(in crate::lab) fn new(trace: &Trace) -> Self {
        let mut numbers: HashMap<u64, u32> = HashMap::new();
        let mut uses = Vec::new();
        for event in trace {
            let (key, asked) = match *event {
                Event::Root(_) => continue,
                Event::Probe(key) if !numbers.contains_key(&key) => continue,
                Event::Probe(key) => (key, true),
                Event::Store(key, ..) => (key, false),
            };
            let count = numbers.len() as u32;
            let position = *numbers.entry(key).or_insert(count);
            uses.push(Use {
                position,
                asked,
                next: None,
            });
        }
        let mut next = vec![None; numbers.len()];
        for (time, one) in uses.iter_mut().enumerate().rev() {
            let later = &mut next[one.position as usize];
            one.next = *later;
            *later = one.asked.then_some(time as u32);
        }
        Self { uses }
    }

    /// Hits of a table that forgets nothing.
    pub(in crate::lab) fn unbounded(&self) -> u64 {
        self.uses.iter().filter(|one| one.asked).count() as u64
    }

    /// The most hits with room for so many entries.
    pub(in crate::lab) fn optimal(&self, entries: usize) -> u64 {
        // Those kept, by when they are asked for; a time belongs to one position only.
        let mut kept: HashSet<u32> = HashSet::new();
        let mut last: BinaryHeap<u32> = BinaryHeap::new();
        let mut hits = 0;
        for (time, one) in self.uses.iter().enumerate() {
            hits += u64::from(kept.remove(&(time as u32)));
            if let Some(next) = one.next {
                kept.insert(next);
                last.push(next);
            }
            while kept.len() > entries {
                // The one that ends last is never one whose time has passed.
                let Some(next) = last.pop() else { break };
                kept.remove(&next);
            }
        }
        hits
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use ponder_core::Progress;
    use ponder_table::{AnyTable, Bound, Entry, Keys, Kind, Transpositions};
    use proptest::prelude::*;

    use super::super::trace::{Answers, replay};
    use super::*;

    /// A trace of so many positions.
    fn traces(positions: u8, length: usize) -> impl Strategy<Value = Vec<Event>> {
        let event = (0..positions, any::<bool>(), 0..20_u8).prop_map(|(position, asked, depth)| {
            // Keys as random as those of a game.
            let key = u64::from(position + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            if asked {
                Event::Probe(key)
            } else {
                Event::Store(key, Progress([0; 4]), Entry::new(1, depth, Bound::Exact))
            }
        });
        prop::collection::vec(event, 1..length)
    }

    /// The most hits by trying everything that could be kept after every event.
    fn tried(trace: &[Event], entries: usize, held: &BTreeSet<u64>, told: &BTreeSet<u64>) -> u64 {
        let Some((event, rest)) = trace.split_first() else {
            return 0;
        };
        let (key, asked) = match *event {
            Event::Root(_) => return tried(rest, entries, held, told),
            Event::Probe(key) => (key, true),
            Event::Store(key, ..) => (key, false),
        };
        let hit = asked && held.contains(&key);
        let (mut with, mut told) = (held.clone(), told.clone());
        if !asked {
            told.insert(key);
        }
        if told.contains(&key) {
            with.insert(key);
        }
        let without = with.iter().map(|gone| {
            let mut less = with.clone();
            less.remove(gone);
            less
        });
        let fits = |held: &BTreeSet<u64>| held.len() <= entries;
        let best = std::iter::once(with.clone())
            .chain(without)
            .filter(fits)
            .map(|held| tried(rest, entries, &held, &told))
            .max();
        u64::from(hit) + best.unwrap_or(0)
    }

    proptest! {
        #[test]
        fn nothing_that_can_be_tried_is_better(trace in traces(4, 13), entries in 0..4_usize) {
            let nothing = BTreeSet::new();
            prop_assert_eq!(
                Oracle::new(&trace).optimal(entries),
                tried(&trace, entries, &nothing, &nothing)
            );
        }

        #[test]
        fn no_table_is_better(trace in traces(60, 400), lines in 2..8_usize) {
            let oracle = Oracle::new(&trace);
            for &kind in Kind::ALL {
                let mut table = AnyTable::new(kind, 64 * lines, Keys::Whole).expect("a table");
                let Answers { probes, hits } = replay(&trace, &mut table);
                let entries = if kind == Kind::Unbounded { usize::MAX } else { table.capacity() };
                let best = oracle.optimal(entries);
                prop_assert!(hits <= best, "{kind:?}: {hits} of {probes}, not {best}");
                prop_assert!(best <= oracle.unbounded());
                if kind == Kind::Unbounded {
                    prop_assert_eq!(hits, oracle.unbounded());
                    prop_assert_eq!(best, hits);
                }
            }
        }

        #[test]
        fn more_room_is_never_worse(trace in traces(30, 200)) {
            let oracle = Oracle::new(&trace);
            let hits: Vec<_> = (0..40).map(|entries| oracle.optimal(entries)).collect();
            prop_assert!(hits.is_sorted() && hits[0] == 0);
            prop_assert_eq!(hits[39], oracle.unbounded());
        }
    }

    /// A case by hand: a, b, c are told, then asked for as b c a b; one entry must choose.
    #[test]
    fn the_one_asked_for_last_gives_way() {
        let store = |key| Event::Store(key, Progress([0; 4]), Entry::new(0, 1, Bound::Lower));
        let ask = Event::Probe;
        let trace = [
            store(1),
            store(2),
            store(3),
            ask(2),
            ask(3),
            ask(1),
            ask(2),
            ask(9),
        ];
        let oracle = Oracle::new(&trace);
        // One: 2 until it is asked for, then 2 again until it is asked for once more: or 3, then 1.
        assert_eq!(oracle.optimal(1), 2);
        // Two: 2 and 3 are there; then 2 waits for its second time, and 1 is gone.
        assert_eq!(oracle.optimal(2), 3);
        assert_eq!(oracle.optimal(3), 4);
        assert_eq!(oracle.unbounded(), 4);
    }
}
