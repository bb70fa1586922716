//! The rows and chains of the [chained table](crate::Chained), for one thread.
//!
//! As the Abalone report of 2013 describes them: a row has a head of five fields and a chain of
//! nodes, and the length that the chain may have is recomputed at every collision. What the report
//! leaves open is filled in here, and said where it is:
//!
//! * A node needs depth, bound and move beside its value, or alpha-beta could not use it.
//! * The report names what the threshold depends on, not how: see [`Threshold`].
//! * The number of marbles of a row is the least that any state put there has had since it was last
//!   empty, and it is compared with the marbles at the root: a row is dropped when no such state can
//!   come again. (A row mixes states of different counts, because search looks past captures; with
//!   the marbles of the position that is asked for, every look past a capture would wipe out living
//!   rows.)
//! * Nodes come from a pool of fixed size. When it is empty, a hand goes round the rows and takes
//!   the node of least use from the next one that has any.

use ponder_core::Fault;

use crate::entry::Entry;
use crate::storage::{index, no_memory, nothing};
use crate::tally::Reason;

/// No node.
const END: u32 = u32::MAX;

/// The head of a row: the report's five fields, and where the chain begins.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    /// How often a state that was not in the row was hashed to it since the row was last dropped.
    pub hashed: u32,
    /// How many nodes the chain may have.
    pub threshold: u8,
    /// How many it has.
    pub length: u8,
    /// What is gone from the board (progress as one number) in the row's state of which most is
    /// gone: the fewer marbles, the more is gone.
    pub gone: u16,
    /// How often a state of the row was asked for and found.
    pub references: u32,
    first: u32,
}

impl Head {
    const EMPTY: Self = Self {
        hashed: 0,
        threshold: 1,
        length: 0,
        gone: 0,
        references: 0,
        first: END,
    };
}

/// A node of a chain: the whole key, what is known, and how often it was asked for.
#[derive(Clone, Copy)]
struct Node {
    key: u64,
    /// A packed entry.
    data: u64,
    references: u32,
    next: u32,
}

impl Node {
    /// The work that keeping the node saves, as far as can be told: its depth, and a ply for every
    /// doubling of the references.
    fn utility(self) -> u32 {
        let depth = Entry::unpack(self.data).map_or(0, |entry| u32::from(entry.depth));
        depth + (u32::BITS - self.references.leading_zeros())
    }
}

/// What the threshold of a row is computed from, at a collision.
#[derive(Clone, Copy, Debug)]
pub struct Collision {
    /// (a) Collisions of the row so far, this one included.
    pub seen: u32,
    /// (b) Collisions to be expected: the mean of all rows so far. Keys are random, so that every
    /// row has the same to expect.
    pub expected: f64,
    /// (c) The mean utility of the chain.
    pub chain: f64,
    /// (c) The utility of the colliding state.
    pub newcomer: f64,
    /// (d) What is gone from the board at the root.
    pub gone: u16,
}

/// How long a chain may become, as a function of a [`Collision`] with numbers to be chosen: the
/// report names the arguments, and an experiment has to find the rest (`ponder lab simulate`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threshold {
    /// What every row may have.
    pub base: f64,
    /// (a, b) Nodes more for a row that collides as much as the mean.
    pub pressure: f64,
    /// (c) Nodes more if the chain is more useful than the newcomer, so that nothing useful has to
    /// go, or less if it is not.
    pub utility: f64,
    /// (d) How much of the pressure goes with the marbles, from none (0) to all of it (1).
    pub marbles: f64,
    /// No chain is longer.
    pub longest: u8,
}

impl Threshold {
    /// A first choice: one, and two more at the mean of collisions.
    pub const FIRST: Self = Self {
        base: 1.0,
        pressure: 2.0,
        utility: 1.0,
        marbles: 1.0,
        longest: 8,
    };

    /// What `ponder lab simulate --preset paper` derives for Abalone: longer chains under any
    /// pressure, and no regard to marbles.
    pub const DERIVED: Self = Self {
        base: 3.0,
        pressure: 1.0,
        utility: 1.0,
        marbles: 0.0,
        longest: 16,
    };

    /// How long a chain may become.
    pub fn of(&self, collision: &Collision) -> u8 {
        /// Marbles at the beginning of a game of Abalone.
        const MARBLES: f64 = 28.0;
        let pressure = f64::from(collision.seen) / collision.expected.max(1.0);
        let left = MARBLES / (MARBLES + f64::from(collision.gone));
        let marbles = 1.0 - self.marbles + self.marbles * left;
        let useful = (collision.chain - collision.newcomer).clamp(-1.0, 1.0);
        let length = self.base + self.pressure * pressure * marbles + self.utility * useful;
        length.round().clamp(1.0, f64::from(self.longest.max(1))) as u8
    }
}

/// The [first choice](Threshold::FIRST) of the length that a chain may have.
pub fn threshold(collision: &Collision) -> u8 {
    Threshold::FIRST.of(collision)
}

/// Rows of chains in one pool of nodes.
pub struct Chains {
    heads: Vec<Head>,
    nodes: Vec<Node>,
    /// The first free node; the free ones are chained too.
    free: u32,
    /// The row at which the hand stands.
    hand: usize,
    collisions: u64,
    /// What is gone from the board at the root.
    root: u16,
    threshold: Threshold,
    /// Heads and nodes touched.
    steps: u64,
}

impl Chains {
    /// Nodes for every row.
    pub const NODES: usize = 4;
    /// Bytes of a row: its head, and its share of the pool.
    pub const ROW: usize = size_of::<Head>() + Self::NODES * size_of::<Node>();

    /// As many rows, with so many nodes each in the pool, as go into `bytes` bytes.
    pub fn new(bytes: usize) -> Result<Self, Fault> {
        Self::with(bytes, Threshold::FIRST)
    }

    /// The same with other thresholds.
    pub fn with(bytes: usize, threshold: Threshold) -> Result<Self, Fault> {
        let rows = match bytes / Self::ROW {
            0 => return Err(nothing(bytes, Self::ROW)),
            rows => rows,
        };
        let count = rows * Self::NODES;
        let (mut heads, mut nodes) = (Vec::new(), Vec::new());
        if count >= END as usize
            || heads.try_reserve_exact(rows).is_err()
            || nodes.try_reserve_exact(count).is_err()
        {
            return Err(no_memory(rows));
        }
        heads.resize(rows, Head::EMPTY);
        let blank = |next| Node {
            key: 0,
            data: 0,
            references: 0,
            next,
        };
        nodes.extend((1..count as u32).chain([END]).map(blank));
        Ok(Self {
            heads,
            nodes,
            free: 0,
            hand: 0,
            collisions: 0,
            root: 0,
            threshold,
            steps: 0,
        })
    }

    /// The memory taken.
    pub fn bytes(&self) -> usize {
        self.used(self.nodes.len())
    }

    /// Rows.
    pub fn rows(&self) -> usize {
        self.heads.len()
    }

    /// Nodes, used or not.
    pub fn capacity(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes of all heads and of so many nodes.
    pub fn used(&self, nodes: usize) -> usize {
        self.heads.len() * size_of::<Head>() + nodes * size_of::<Node>()
    }

    /// Heads and nodes touched by all that was done so far: what the amortised analysis bounds.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// No so many tellings and look-ups touch more heads and nodes than this, whatever they are: see
    /// "Amortised retrieval cost" in `docs/tables.md`. Every access looks at a head and a chain, and
    /// may drop a row, for which the hand has more empty rows to pass; a telling also weighs the
    /// chain, pays for the day on which its node goes, and may turn the hand.
    pub fn most_steps(&self, stores: u64, probes: u64) -> u64 {
        let longest = u64::from(self.threshold.longest.max(1));
        let passed = longest.div_ceil(Self::NODES as u64);
        let access = 1 + longest + passed;
        probes * access + stores * (access + 2 * longest + passed) + self.heads.len() as u64
    }

    /// The row of a key.
    pub fn row(&self, key: u64) -> usize {
        index(key, self.heads.len())
    }

    /// The head of a row.
    pub fn head(&self, row: usize) -> Head {
        self.heads[row]
    }

    /// The keys of a row with their entries and reference counts, the newest node first.
    pub fn chain(&self, row: usize) -> impl Iterator<Item = (u64, Entry, u32)> + '_ {
        self.walk(row).filter_map(|at| {
            let node = self.nodes[at as usize];
            Some((node.key, Entry::unpack(node.data)?, node.references))
        })
    }

    fn walk(&self, row: usize) -> impl Iterator<Item = u32> + '_ {
        let start = Some(self.heads[row].first).filter(|at| *at != END);
        std::iter::successors(start, |at| {
            Some(self.nodes[*at as usize].next).filter(|at| *at != END)
        })
    }

    /// Tells what is gone from the board at the root.
    pub fn set_root(&mut self, gone: u16) {
        self.root = gone;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for row in 0..self.heads.len() {
            self.drop_row(row);
        }
        (self.hand, self.collisions, self.root) = (0, 0, 0);
    }

    /// What is known of a position, and how many nodes were looked at.
    pub fn probe(&mut self, key: u64) -> (Option<Entry>, u32) {
        let row = self.fresh_row(key);
        let mut looked = 0;
        let found = self.walk(row).find(|at| {
            looked += 1;
            self.nodes[*at as usize].key == key
        });
        self.steps += u64::from(looked);
        let entry = found.and_then(|at| {
            let node = &mut self.nodes[at as usize];
            node.references = node.references.saturating_add(1);
            let head = &mut self.heads[row];
            head.references = head.references.saturating_add(1);
            Entry::unpack(node.data)
        });
        (entry, looked)
    }

    /// Remembers a position from which so much is gone.
    pub fn store(&mut self, key: u64, gone: u16, entry: Entry) -> Reason {
        let row = self.fresh_row(key);
        let mut looked = 0;
        let found = self.walk(row).find(|at| {
            looked += 1;
            self.nodes[*at as usize].key == key
        });
        self.steps += looked;
        if let Some(at) = found {
            let node = &mut self.nodes[at as usize];
            let old = Entry::unpack(node.data).unwrap_or(entry);
            let Some(entry) = entry.renewing(old) else {
                return Reason::Kept;
            };
            node.data = entry.pack();
            return Reason::Renewed;
        }
        let head = &mut self.heads[row];
        head.hashed = head.hashed.saturating_add(1);
        head.gone = head.gone.max(gone);
        let node = Node {
            key,
            data: entry.pack(),
            references: 0,
            next: END,
        };
        if head.length > 0 {
            self.collide(row, node);
        }
        self.place(row, node)
    }

    /// The row of a key, emptied if none of its states can come again.
    fn fresh_row(&mut self, key: u64) -> usize {
        let row = self.row(key);
        self.steps += 1;
        let head = self.heads[row];
        if head.length > 0 && head.gone < self.root {
            self.drop_row(row);
        }
        row
    }

    /// Recomputes the threshold of a row that a new state collides with.
    fn collide(&mut self, row: usize, newcomer: Node) {
        self.collisions += 1;
        let head = self.heads[row];
        self.steps += u64::from(head.length);
        let utilities = self.walk(row).map(|at| self.nodes[at as usize].utility());
        self.heads[row].threshold = self.threshold.of(&Collision {
            seen: head.hashed - 1,
            expected: self.collisions as f64 / self.heads.len() as f64,
            chain: f64::from(utilities.sum::<u32>()) / f64::from(head.length),
            newcomer: f64::from(newcomer.utility()),
            gone: self.root,
        });
    }

    /// Chains a node, in the place of others where the threshold or the pool says so.
    fn place(&mut self, row: usize, mut node: Node) -> Reason {
        let mut reason = Reason::Empty;
        while self.heads[row].length >= self.heads[row].threshold {
            self.drop_least(row);
            reason = Reason::Worth;
        }
        if self.free == END {
            let other = self.turn_hand() != row;
            reason = if other {
                Reason::Elsewhere
            } else {
                Reason::Turn
            };
        }
        let at = self.free;
        self.free = self.nodes[at as usize].next;
        let head = &mut self.heads[row];
        node.next = head.first;
        head.first = at;
        head.length += 1;
        self.nodes[at as usize] = node;
        reason
    }

    /// Gives the node of least use in a row back to the pool; among equals the oldest.
    fn drop_least(&mut self, row: usize) {
        let utility = |at: &u32| self.nodes[*at as usize].utility();
        let walk: Vec<u32> = self.walk(row).collect();
        let places = walk.iter().enumerate().rev();
        let Some((place, _)) = places.min_by_key(|(_, at)| utility(at)) else {
            return;
        };
        self.steps += walk.len() as u64;
        let at = walk[place];
        let next = self.nodes[at as usize].next;
        match place {
            0 => self.heads[row].first = next,
            _ => self.nodes[walk[place - 1] as usize].next = next,
        }
        self.heads[row].length -= 1;
        self.nodes[at as usize].next = self.free;
        self.free = at;
    }

    /// Takes a node from the next row that has one, or all of them if they are out of date; tells
    /// which row that was.
    fn turn_hand(&mut self) -> usize {
        loop {
            let row = self.hand;
            self.hand = (self.hand + 1) % self.heads.len();
            self.steps += 1;
            if self.heads[row].gone < self.root {
                self.drop_row(row);
            } else {
                self.drop_least(row);
            }
            if self.free != END {
                return row;
            }
        }
    }

    fn drop_row(&mut self, row: usize) {
        self.steps += u64::from(self.heads[row].length);
        let last = self.walk(row).last();
        if let Some(last) = last {
            self.nodes[last as usize].next = self.free;
            self.free = self.heads[row].first;
        }
        self.heads[row] = Head::EMPTY;
    }
}
