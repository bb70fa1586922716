//! Tables whose rows depend on each other, of several rows, beside models of them: entries that are
//! pushed or lent to another row, and nodes that another row has to give up.
#![cfg(not(loom))]

mod known;

use known::Known;
use ponder_core::Progress;
use ponder_table::chains::{Collision, Threshold};
use ponder_table::{AnyTable, Bound, Chained, Entry, Keys, Kind, Silent, Transpositions};
use proptest::prelude::*;

/// When and where the game is.
#[derive(Clone, Copy, Default)]
struct Now {
    search: i32,
    root: u16,
}

trait Model {
    fn probe(&mut self, key: u64, now: Now) -> Option<Entry>;
    fn store(&mut self, new: Known, now: Now);
}

/// Which of so many rows a key belongs to: its lower half says so.
fn row(key: u64, rows: usize) -> usize {
    let low = key.rotate_left(32);
    ((u128::from(low) * rows as u128) >> 64) as usize
}

type Places<const N: usize> = [Option<Known>; N];

/// Where a position is in a line.
fn place_of<const N: usize>(line: &Places<N>, key: u64) -> Option<usize> {
    let same = |place: &Option<Known>| place.is_some_and(|known| known.key == key);
    line.iter().position(same)
}

/// The first place of least worth among the first `count`; an empty one is worth least.
fn least<const N: usize>(
    line: &Places<N>,
    count: usize,
    worth: impl Fn(&Known) -> i32,
) -> (usize, i32) {
    let of = |at: usize| line[at].as_ref().map_or(i32::MIN, &worth);
    let at = (0..count).min_by_key(|at| of(*at)).expect("places");
    (at, of(at))
}

/// Lines of four, two for every key.
struct Cuckoo(Vec<Places<4>>);

impl Cuckoo {
    fn homes(&self, key: u64) -> [usize; 2] {
        let other = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        [key, other ^ other >> 29].map(|key| row(key, self.0.len()))
    }
}

impl Model for Cuckoo {
    fn probe(&mut self, key: u64, _now: Now) -> Option<Entry> {
        let homes = self.homes(key).into_iter();
        let mut lines = homes.map(|home| &self.0[home]);
        let found = lines.find_map(|line| line[place_of(line, key)?]);
        found.map(|known| known.entry)
    }

    fn store(&mut self, mut new: Known, now: Now) {
        for home in self.homes(new.key) {
            if let Some(at) = place_of(&self.0[home], new.key) {
                let old = self.0[home][at].expect("found");
                self.0[home][at] = Some(old.renewed(new).unwrap_or(old));
                return;
            }
        }
        let mut homes = self.homes(new.key).to_vec();
        for _ in 0..4 {
            let places = homes.iter().map(|&home| {
                let (at, worth) = least(&self.0[home], 4, |known| known.worth(now.search));
                (worth, home, at)
            });
            let Some((worth, home, at)) = places.min_by_key(|place| place.0) else {
                return;
            };
            if worth > new.worth(now.search) {
                return;
            }
            match self.0[home][at].replace(new) {
                None => return,
                Some(pushed) => new = pushed,
            }
            // Who is pushed goes to the other one of his lines.
            homes = self.homes(new.key).to_vec();
            homes.retain(|other| *other != home);
        }
    }
}

/// Seven lines of six, and a line that they all may use.
#[derive(Default)]
struct Adaptive {
    lines: [Places<6>; 7],
    pool: Places<6>,
    /// Which of the two free places of a line is next, and whether it has lent.
    heads: [(usize, bool); 7],
}

impl Model for Adaptive {
    fn probe(&mut self, key: u64, _now: Now) -> Option<Entry> {
        let home = row(key, 7);
        let line = &self.lines[home];
        let near = place_of(line, key).and_then(|at| line[at]);
        let far = || place_of(&self.pool, key).and_then(|at| self.pool[at]);
        let found = near.or_else(|| if self.heads[home].1 { far() } else { None });
        found.map(|known| known.entry)
    }

    fn store(&mut self, new: Known, now: Now) {
        /// More than an empty place, less than any other.
        const DEAD: i32 = i32::MIN + 1;
        let home = row(new.key, 7);
        let Self { lines, pool, heads } = self;
        let (line, (turn, lent)) = (&mut lines[home], &mut heads[home]);
        let pool_line = lent.then_some(&mut *pool);
        for line in [Some(&mut *line), pool_line].into_iter().flatten() {
            if let Some(at) = place_of(line, new.key) {
                let old = line[at].expect("found");
                line[at] = Some(old.renewed(new).unwrap_or(old));
                return;
            }
        }
        let worth = |known: &Known| {
            if known.gone < now.root {
                DEAD
            } else {
                known.labour(now.search)
            }
        };
        let (vacant, nothing) = least(line, 6, worth);
        if nothing <= DEAD {
            line[vacant] = Some(new);
            return;
        }
        let free = 4 + *turn;
        *turn = 1 - *turn;
        let leaver = line[free].expect("full");
        let (at, least_lent) = least(pool, 6, worth);
        if least_lent < leaver.labour(now.search) {
            pool[at] = Some(leaver);
            *lent = true;
        }
        let (at, worst) = least(line, 4, worth);
        if worst <= new.labour(now.search) {
            line[free] = line[at];
            line[at] = Some(new);
        } else {
            line[free] = Some(new);
        }
    }
}

/// Rows of chains, the newest node first, and four nodes for each row in all.
struct Rows {
    chains: Vec<Chain>,
    threshold: Threshold,
    collisions: u32,
    hand: usize,
}

#[derive(Clone)]
struct Chain {
    nodes: Vec<Known>,
    hashed: u32,
    longest: usize,
    gone: u16,
}

impl Chain {
    const EMPTY: Self = Self {
        nodes: Vec::new(),
        hashed: 0,
        longest: 1,
        gone: 0,
    };

    /// Gives up the node of least use; among equals the oldest.
    fn drop_least(&mut self) {
        let oldest_first = (0..self.nodes.len()).rev();
        if let Some(at) = oldest_first.min_by_key(|at| self.nodes[*at].utility()) {
            self.nodes.remove(at);
        }
    }
}

impl Rows {
    fn new(rows: usize, threshold: Threshold) -> Self {
        Self {
            chains: vec![Chain::EMPTY; rows],
            threshold,
            collisions: 0,
            hand: 0,
        }
    }

    /// The row of a key, emptied if the root has left it behind.
    fn fresh(&mut self, key: u64, now: Now) -> usize {
        let at = row(key, self.chains.len());
        if !self.chains[at].nodes.is_empty() && self.chains[at].gone < now.root {
            self.chains[at] = Chain::EMPTY;
        }
        at
    }

    fn full(&self) -> bool {
        let nodes: usize = self.chains.iter().map(|row| row.nodes.len()).sum();
        nodes == 4 * self.chains.len()
    }
}

impl Model for Rows {
    fn probe(&mut self, key: u64, now: Now) -> Option<Entry> {
        let at = self.fresh(key, now);
        let mut nodes = self.chains[at].nodes.iter_mut();
        let known = nodes.find(|known| known.key == key)?;
        known.references += 1;
        Some(known.entry)
    }

    fn store(&mut self, new: Known, now: Now) {
        let at = self.fresh(new.key, now);
        let mut nodes = self.chains[at].nodes.iter_mut();
        if let Some(known) = nodes.find(|known| known.key == new.key) {
            *known = known.renewed(new).unwrap_or(*known);
            return;
        }
        let rows = self.chains.len();
        let row = &mut self.chains[at];
        row.hashed += 1;
        row.gone = row.gone.max(new.gone);
        if !row.nodes.is_empty() {
            self.collisions += 1;
            let sum: u32 = row.nodes.iter().map(Known::utility).sum();
            row.longest = usize::from(self.threshold.of(&Collision {
                seen: row.hashed - 1,
                expected: f64::from(self.collisions) / rows as f64,
                chain: f64::from(sum) / row.nodes.len() as f64,
                newcomer: f64::from(new.utility()),
                gone: now.root,
            }));
        }
        while row.nodes.len() >= row.longest {
            row.drop_least();
        }
        while self.full() {
            let victim = &mut self.chains[self.hand];
            self.hand = (self.hand + 1) % rows;
            if victim.gone < now.root {
                *victim = Chain::EMPTY;
            } else {
                victim.drop_least();
            }
        }
        self.chains[at].nodes.insert(0, new);
    }
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Probe(u64),
    Store(u64, u8, u8, u16),
    Search,
    Root(u16),
}

fn step() -> impl Strategy<Value = Step> {
    // Twice as many positions as there is room for.
    let key = || (1_u64..110).prop_map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    prop_oneof![
        12 => key().prop_map(Step::Probe),
        24 => (key(), 0_u8..25, 0_u8..3, 0_u16..10)
            .prop_map(|(key, depth, bound, ahead)| Step::Store(key, depth, bound, ahead)),
        1 => Just(Step::Search),
        1 => (0_u16..4).prop_map(Step::Root),
    ]
}

fn agree(mut table: AnyTable, rows: usize, mut model: impl Model, steps: &[Step]) {
    assert_eq!(table.rows(), rows);
    let mut now = Now::default();
    for (round, step) in steps.iter().enumerate() {
        match *step {
            Step::Probe(key) => {
                let parts = |entry: Entry| (entry.value, entry.depth, entry.bound);
                let (found, known) = (table.probe(key), model.probe(key, now));
                let (found, known) = (found.map(parts), known.map(parts));
                assert_eq!(found, known, "round {round}, key {key:x}");
            }
            Step::Store(key, depth, bound, ahead) => {
                let bound = [Bound::Upper, Bound::Lower, Bound::Exact][usize::from(bound)];
                let entry = Entry::new(round as i32, depth, bound);
                let gone = now.root + ahead;
                table.store(key, Progress([gone as u8, 0, 0, 0]), entry);
                let new = Known {
                    key,
                    entry,
                    search: now.search,
                    gone,
                    references: 0,
                };
                model.store(new, now);
            }
            // Ages are counted modulo 32.
            Step::Search if now.search < 31 => {
                table.next_search();
                now.search += 1;
            }
            // Codes of progress are modulo 31.
            Step::Root(further) if now.root + further <= 15 => {
                now.root += further;
                table.root(Progress([now.root as u8, 0, 0, 0]));
            }
            Step::Search | Step::Root(_) => {}
        }
    }
}

fn table(kind: Kind, bytes: usize) -> AnyTable {
    AnyTable::new(kind, bytes, Keys::Whole).expect("a table")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn cuckoo(steps in prop::collection::vec(step(), 1..1000)) {
        let model = Cuckoo(vec![[None; 4]; 12]);
        agree(table(Kind::Cuckoo, 12 * 64), 12, model, &steps);
    }

    #[test]
    fn adaptive(steps in prop::collection::vec(step(), 1..1000)) {
        agree(table(Kind::Adaptive, 8 * 64), 8, Adaptive::default(), &steps);
    }

    /// Thresholds alone keep most chains within the pool; long ones use it up, and the hand has to
    /// go round.
    #[test]
    fn chained(steps in prop::collection::vec(step(), 1..1000), long: bool) {
        let constant = Threshold {
            base: 16.0,
            pressure: 0.0,
            longest: 16,
            ..Threshold::FIRST
        };
        let threshold = if long { constant } else { Threshold::FIRST };
        let table = Chained::<Silent>::with(12 * 112, threshold).expect("a table");
        agree(AnyTable::of(table), 12, Rows::new(12, threshold), &steps);
    }
}
