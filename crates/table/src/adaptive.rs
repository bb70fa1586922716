//! The idea of the chained table, made for the hardware there is.
//!
//! Rows are cache lines of six short entries as in [`Bucket`](crate::Bucket); there are no
//! pointers. What the report wants of chains comes in three ways:
//!
//! * *Length by need.* Of every eight lines one is a pool for the seven others. A line that would
//!   throw out an entry worth more than the least in the pool lends it there, and notes in its head
//!   that a look-up has to look there too. A row that never did so costs one cache line.
//! * *Progress of every entry*, not of rows. Five bits for each entry in the head say how far the
//!   position has come (see [`Code`]); an entry that the root cannot reach any more is free space.
//! * *Utility* is depth, less for every search of age: the work that the entry saves. Counts of
//!   references raise the rate of hits and lose nodes.

use std::sync::atomic::{AtomicU16, AtomicU32, Ordering::Relaxed};

use ponder_core::{Fault, Progress};

use crate::entry::Entry;
use crate::memory::{Transpositions, scalar};
use crate::row::{Keys, Row};
use crate::shelf::Shelf;
use crate::short::Short;
use crate::six::{PROTECTED, WAYS};
use crate::stock::{Stock, stocked};
use crate::storage::index;
use crate::tally::{Counts, Reason, Silent, Tally};

/// Lines of six short entries, and a line in eight for those who need more.
pub struct Adaptive<T = Silent> {
    shelf: Shelf<WAYS, Short<WAYS, AtomicU32>>,
    /// Lines to which keys belong; the pool lies behind them.
    homes: usize,
    age: u8,
    /// The progress of the root, as one number.
    root: AtomicU16,
    tally: T,
}

type Line<'a> = Row<'a, WAYS, Short<WAYS, AtomicU32>>;

/// The bits of a head above the six codes: a line of the pool is to be looked at too, and which
/// free place is next.
const LENT: u32 = 1 << 30;
const TURN: u32 = 1 << 31;

/// How far a position has come, in five bits: progress modulo 31, if it is at most 15 ahead of the
/// root, or else 31 for "unknown", which is never dead. As long as the root only advances, no
/// position that it reaches is taken for dead; one left behind by more than 15 may be taken for
/// living again, and is old by then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Code(u8);

impl Code {
    const UNKNOWN: u8 = 31;
    const AHEAD: u16 = 15;

    fn new(progress: u16, root: u16) -> Self {
        let near = progress >= root && progress - root <= Self::AHEAD;
        Self(if near {
            (progress % 31) as u8
        } else {
            Self::UNKNOWN
        })
    }

    fn dead(self, root: u16) -> bool {
        let behind = (root % 31 + 31 - u16::from(self.0)) % 31;
        self.0 != Self::UNKNOWN && (1..=Self::AHEAD).contains(&behind)
    }

    fn of(head: u32, way: usize) -> Self {
        Self((head >> (5 * way)) as u8 & 31)
    }

    fn within(self, head: u32, way: usize) -> u32 {
        head & !(31 << (5 * way)) | u32::from(self.0) << (5 * way)
    }
}

impl<T: Tally> Adaptive<T> {
    /// A line in so many belongs to the pool.
    const GROUP: usize = 8;

    /// A table of at most `bytes` bytes, the pool included.
    pub fn new(bytes: usize, keys: Keys) -> Result<Self, Fault> {
        let shelf = Shelf::new(bytes, keys)?;
        let homes = shelf.len() - shelf.len() / Self::GROUP;
        Ok(Self {
            age: 0,
            homes,
            root: AtomicU16::new(0),
            tally: T::new(homes),
            shelf,
        })
    }

    /// The line of the pool that a home may use; the last few homes may have none.
    #[inline]
    fn spare(&self, home: usize) -> Option<Line<'_>> {
        let spare = self.homes + home / (Self::GROUP - 1);
        (spare < self.shelf.len()).then(|| self.shelf.row(spare))
    }

    /// The line to which a home has lent entries, if it has.
    #[inline]
    fn lent(&self, home: usize) -> Option<Line<'_>> {
        let lent = self.shelf.row(home).head().load(Relaxed) & LENT != 0;
        if lent { self.spare(home) } else { None }
    }

    /// What an entry is worth; less than any living one if it cannot come again.
    #[inline]
    fn worth(&self, head: u32, way: usize, entry: Entry) -> i32 {
        if Code::of(head, way).dead(self.root.load(Relaxed)) {
            DEAD
        } else {
            entry.labour(self.age)
        }
    }

    fn place(&self, home: usize, key: u64, code: Code, entry: Entry) -> Reason {
        let line = self.shelf.row(home);
        let lent = self.lent(home);
        for line in [Some(&line), lent.as_ref()].into_iter().flatten() {
            if let Some(reason) = line.renew(key, entry) {
                return reason;
            }
        }
        let head = line.head().load(Relaxed);
        let worth = |way, entry| self.worth(head, way, entry);
        let (empty, nothing) = line.least(0..WAYS, worth);
        if nothing <= DEAD {
            line.write(empty, key, entry);
            line.head().store(code.within(head, empty), Relaxed);
            return if nothing == DEAD {
                Reason::Dead
            } else {
                Reason::Empty
            };
        }
        // Who goes is the free place's turn; it may find room in the pool.
        let free = PROTECTED + (head >> 31) as usize;
        let lent = self.lend(home, free, head);
        let mut head = head ^ TURN | if lent { LENT } else { 0 };
        let (way, least) = line.least(0..PROTECTED, worth);
        if least <= entry.labour(self.age) {
            line.put(free, line.parcel(way));
            head = Code::of(head, way).within(head, free);
            line.write(way, key, entry);
            head = code.within(head, way);
        } else {
            line.write(free, key, entry);
            head = code.within(head, free);
        }
        line.head().store(head, Relaxed);
        Reason::Turn
    }

    /// Puts an entry that has to go into the pool, if it is worth more than the least there.
    fn lend(&self, home: usize, way: usize, head: u32) -> bool {
        let parcel = self.shelf.row(home).parcel(way);
        let (Some(entry), Some(spare)) = (parcel.entry(), self.spare(home)) else {
            return false;
        };
        let there = spare.head().load(Relaxed);
        let (place, least) = spare.least(0..WAYS, |way, entry| self.worth(there, way, entry));
        if least >= entry.labour(self.age) {
            return false;
        }
        spare.put(place, parcel);
        let code = Code::of(head, way);
        spare.head().store(code.within(there, place), Relaxed);
        true
    }
}

/// The worth of an entry that cannot come again: more than an empty place, less than any other.
const DEAD: i32 = i32::MIN + 1;

impl<T: Tally> Transpositions for Adaptive<T> {
    #[inline]
    fn probe(&self, key: u64) -> Option<Entry> {
        let home = index(key, self.homes);
        let near = self.shelf.row(home).find(key);
        let far = || self.lent(home).and_then(|line| line.find(key));
        let looked = 1 + u32::from(near.is_none() && self.lent(home).is_some());
        let found = near.or_else(far).map(|(_, entry)| entry);
        self.tally.probe(looked, found.map(|entry| entry.bound));
        found
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        self.shelf.prefetch(index(key, self.homes));
    }

    #[inline]
    fn store(&self, key: u64, progress: Progress, entry: Entry) {
        let home = index(key, self.homes);
        let code = Code::new(scalar(progress), self.root.load(Relaxed));
        let reason = self.place(home, key, code, entry.with_age(self.age));
        self.tally.store(home, reason);
    }

    fn root(&self, progress: Progress) {
        self.root.store(scalar(progress), Relaxed);
    }

    stocked!(shelf);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_that_the_root_reaches_is_never_dead() {
        for first in 0..200 {
            for ahead in 0..60 {
                let code = Code::new(first + ahead, first);
                for root in first..=first + ahead {
                    assert!(!code.dead(root), "{first} + {ahead} from {root}");
                }
            }
            let behind = Code::new(first + 3, first);
            assert!((first + 4..first + 19).all(|root| behind.dead(root)));
        }
    }
}
