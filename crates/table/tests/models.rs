//! Each table of one row beside a plain list with the same rule of replacement, written down
//! without a thought of speed.
#![cfg(not(loom))]

mod known;

use std::collections::HashMap;

use known::Known;
use ponder_core::Progress;
use ponder_table::chains::{Collision, Threshold};
use ponder_table::{AnyTable, Bound, Entry, Keys, Kind, Transpositions};
use proptest::prelude::*;

/// A list of places, and what the rules need beside it.
struct Model {
    kind: Kind,
    places: Vec<Option<Known>>,
    search: i32,
    root: u16,
    /// Which of the free places is next.
    turn: usize,
    /// Of the row of a chained table: hashes, and collisions in all.
    hashed: u32,
    collisions: u32,
    /// The most that was gone in any state of the row since it began.
    row_gone: u16,
    map: HashMap<u64, Known>,
}

impl Model {
    fn new(kind: Kind, places: usize) -> Self {
        Self {
            kind,
            places: vec![None; places],
            search: 0,
            root: 0,
            turn: 0,
            hashed: 0,
            collisions: 0,
            row_gone: 0,
            map: HashMap::new(),
        }
    }

    fn worth(&self, known: &Known) -> i32 {
        match self.kind {
            Kind::Bucket | Kind::Adaptive => known.labour(self.search),
            _ => known.worth(self.search),
        }
    }

    fn drop_if_dead(&mut self) {
        if matches!(self.kind, Kind::Chained | Kind::Derived) && self.row_gone < self.root {
            self.places.fill(None);
            (self.hashed, self.row_gone) = (0, 0);
        }
    }

    fn probe(&mut self, key: u64) -> Option<Entry> {
        self.drop_if_dead();
        if self.kind == Kind::Unbounded {
            return self.map.get(&key).map(|known| known.entry);
        }
        let mut places = self.places.iter_mut().flatten();
        let known = places.find(|known| known.key == key)?;
        known.references += 1;
        Some(known.entry)
    }

    fn store(&mut self, key: u64, gone: u16, entry: Entry) {
        self.drop_if_dead();
        let new = Known {
            key,
            entry,
            search: self.search,
            gone,
            references: 0,
        };
        if self.kind == Kind::Unbounded {
            let known = match self.map.get(&key) {
                Some(old) => old.renewed(new),
                None => Some(new),
            };
            self.map.extend(known.map(|known| (key, known)));
            return;
        }
        let same = |place: &Option<Known>| place.is_some_and(|known| known.key == key);
        if let Some(at) = self.places.iter().position(same) {
            let old = self.places[at].expect("found");
            let better = old.renewed(new);
            // Who always replaces does so with a worse entry of the same position, too.
            let known =
                better.or_else(|| (self.kind == Kind::Replace).then_some(old.replaced(new)));
            if known.is_some() {
                self.places[at] = known;
            }
            return;
        }
        match self.kind {
            Kind::Replace => self.places[0] = Some(new),
            Kind::Depth => self.keep_the_deeper(new),
            Kind::TwoTier => {
                let old = self.places[0];
                if old.is_none_or(|old| self.yields(&old, &new)) {
                    if old.is_some() {
                        self.places[1] = old;
                    }
                    self.places[0] = Some(new);
                } else {
                    self.places[1] = Some(new);
                }
            }
            Kind::Whole | Kind::Cluster3 => {
                let at = self.least(self.places.len());
                self.places[at] = Some(new);
            }
            Kind::Cuckoo => {
                // Both lines of a key are the one line there is: who is pushed has nowhere to go.
                let at = self.least(4);
                if self.places[at].is_none_or(|old| self.worth(&old) <= self.worth(&new)) {
                    self.places[at] = Some(new);
                }
            }
            Kind::Bucket | Kind::Adaptive => self.protect(new),
            Kind::Chained | Kind::Derived => self.chain(new),
            Kind::Unbounded | Kind::None => {}
        }
    }

    fn yields(&self, old: &Known, new: &Known) -> bool {
        old.search != self.search || old.entry.depth <= new.entry.depth
    }

    fn keep_the_deeper(&mut self, new: Known) {
        if self.places[0].is_none_or(|old| self.yields(&old, &new)) {
            self.places[0] = Some(new);
        }
    }

    /// The first empty place among the first `count`, or else the first of least worth.
    fn least(&self, count: usize) -> usize {
        let worth = |at: &usize| self.places[*at].map_or(i32::MIN, |known| self.worth(&known));
        (0..count).min_by_key(worth).expect("places")
    }

    /// Four places by worth and two in turn.
    fn protect(&mut self, new: Known) {
        if self.kind == Kind::Adaptive {
            let empty = self.places.iter().position(Option::is_none);
            let dead = |place: &Option<Known>| place.is_some_and(|known| known.gone < self.root);
            let vacant = empty.or_else(|| self.places.iter().position(dead));
            if let Some(at) = vacant {
                self.places[at] = Some(new);
                return;
            }
        }
        let at = self.least(4);
        let Some(least) = self.places[at] else {
            self.places[at] = Some(new);
            return;
        };
        let free = 4 + self.turn;
        self.turn = 1 - self.turn;
        if self.worth(&least) <= self.worth(&new) {
            self.places[free] = Some(least);
            self.places[at] = Some(new);
        } else {
            self.places[free] = Some(new);
        }
    }

    /// A chain, the newest node first; the pool has room for four.
    fn chain(&mut self, new: Known) {
        let mut chain: Vec<Known> = self.places.iter().flatten().copied().collect();
        self.hashed += 1;
        self.row_gone = self.row_gone.max(new.gone);
        let mut longest = 1;
        if !chain.is_empty() {
            self.collisions += 1;
            let sum: u32 = chain.iter().map(Known::utility).sum();
            let threshold = match self.kind {
                Kind::Derived => Threshold::DERIVED,
                _ => Threshold::FIRST,
            };
            longest = usize::from(threshold.of(&Collision {
                seen: self.hashed - 1,
                expected: f64::from(self.collisions),
                chain: f64::from(sum) / chain.len() as f64,
                newcomer: f64::from(new.utility()),
                gone: self.root,
            }));
        }
        while chain.len() >= longest.min(4) {
            let oldest_first = (0..chain.len()).rev();
            let least = oldest_first
                .min_by_key(|at| chain[*at].utility())
                .expect("nodes");
            chain.remove(least);
        }
        chain.insert(0, new);
        self.places.fill(None);
        for (place, known) in self.places.iter_mut().zip(chain) {
            *place = Some(known);
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Probe(u64),
    Store(u64, u8, u8, u16, u16),
    Search,
    Root(u16),
}

fn step() -> impl Strategy<Value = Step> {
    let key = || (0_u64..14).prop_map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    prop_oneof![
        6 => key().prop_map(Step::Probe),
        12 => (key(), 0_u8..25, 1_u8..4, 0_u16..3, 0_u16..10)
            .prop_map(|(key, depth, bound, code, ahead)| Step::Store(key, depth, bound, code, ahead)),
        1 => Just(Step::Search),
        1 => (0_u16..4).prop_map(Step::Root),
    ]
}

fn agree(kind: Kind, bytes: usize, places: usize, steps: &[Step]) {
    let mut table = AnyTable::new(kind, bytes, Keys::Whole).expect("a table of one row");
    if kind.bounded() {
        assert_eq!((table.rows(), table.capacity()), (1, places), "{kind:?}");
    }
    let mut model = Model::new(kind, places);
    for (round, step) in steps.iter().enumerate() {
        match *step {
            Step::Probe(key) => {
                let (found, known) = (table.probe(key), model.probe(key));
                let parts = |entry: Entry| (entry.value, entry.depth, entry.bound, entry.code);
                assert_eq!(
                    found.map(parts),
                    known.map(parts),
                    "{kind:?}, round {round}, key {key:x}"
                );
            }
            Step::Store(key, depth, bound, code, ahead) => {
                let bound = [Bound::Upper, Bound::Lower, Bound::Exact][usize::from(bound) - 1];
                let mut entry = Entry::new(round as i32, depth, bound);
                entry.code = code;
                let gone = model.root + ahead;
                table.store(key, Progress([gone as u8, 0, 0, 0]), entry);
                model.store(key, gone, entry);
            }
            Step::Search => {
                // Ages are counted modulo 32.
                if model.search < 31 {
                    table.next_search();
                    model.search += 1;
                }
            }
            Step::Root(further) => {
                // Codes of progress are modulo 31.
                if model.root + further <= 15 {
                    model.root += further;
                    table.root(Progress([model.root as u8, 0, 0, 0]));
                }
            }
        }
    }
}

macro_rules! models {
    ($($name:ident $kind:ident $bytes:literal $places:literal;)*) => {
        proptest! {
            #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]
            $(
                #[test]
                fn $name(steps in prop::collection::vec(step(), 1..300)) {
                    agree(Kind::$kind, $bytes, $places, &steps);
                }
            )*
        }
    };
}

models! {
    replace Replace 16 1;
    depth Depth 16 1;
    two_tier TwoTier 32 2;
    bucket Bucket 64 6;
    whole Whole 64 4;
    cluster3 Cluster3 32 3;
    cuckoo Cuckoo 64 4;
    chained Chained 112 4;
    derived Derived 112 4;
    adaptive Adaptive 64 6;
    unbounded Unbounded 0 0;
    none None 0 0;
}
