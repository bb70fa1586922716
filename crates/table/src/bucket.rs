//! The default table: six short entries in a cache line, four of them protected.
//!
//! Half as many entries again as lines of whole keys, a row of six where two clusters of three
//! would share the line, and one cache miss for a probe whatever it finds. A newcomer takes a
//! protected place if the entry of least worth there is worth no more than it; who loses his place,
//! or gets none, takes one of the two free places in turn. So a line keeps what took work and has
//! always some room for what has just been seen.
//!
//! Six entries of 10 bytes leave four bytes, which make the tags longer: 21 bits, so that a strange
//! position is taken for the right one once in two million looks at a place.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use ponder_core::{Fault, Progress};

use crate::entry::Entry;
use crate::memory::Transpositions;
use crate::short::{Head, Keys, REST, Shelf, Short};
use crate::storage::index;
use crate::tally::{Counts, Reason, Silent, Tally};

pub(crate) const WAYS: usize = 6;
/// Places for what is worth most; the others are taken in turn.
pub(crate) const PROTECTED: usize = 4;

const _: () = assert!(size_of::<Short<WAYS, Marks>>() == 64);

/// Lines of six short entries.
pub struct Bucket<T = Silent> {
    shelf: Shelf<WAYS, Marks>,
    age: u8,
    tally: T,
}

/// The head of a line: five bits of each tag, and in the highest bit which free place is next.
/// Two threads that write at once may lose a change of it; an entry with the wrong bits is not
/// found any more, and in time replaced.
pub(crate) struct Marks(AtomicU32);

const _: () = assert!(REST as usize * WAYS < 32 && PROTECTED + 2 == WAYS);

impl Marks {
    const TURN: u32 = 1 << 31;

    /// The free place whose turn it is.
    fn next_free(&self) -> usize {
        let marks = self.0.load(Relaxed);
        self.0.store(marks ^ Self::TURN, Relaxed);
        PROTECTED + usize::from(marks & Self::TURN != 0)
    }

    fn clear(&self) {
        self.0.store(0, Relaxed);
    }
}

impl Head for Marks {
    #[inline]
    fn rest(&self, way: usize) -> Option<u32> {
        let rest = self.0.load(Relaxed) >> (REST as usize * way);
        Some(rest & ((1 << REST) - 1))
    }

    #[inline]
    fn keep(&self, way: usize, rest: u32) {
        let shift = REST as usize * way;
        let others = self.0.load(Relaxed) & !(((1 << REST) - 1) << shift);
        self.0.store(others | rest << shift, Relaxed);
    }
}

impl<T: Tally> Bucket<T> {
    /// A table of at most `bytes` bytes.
    pub fn new(bytes: usize, keys: Keys) -> Result<Self, Fault> {
        let shelf = Shelf::new(bytes, keys)?;
        Ok(Self {
            age: 0,
            tally: T::new(shelf.len()),
            shelf,
        })
    }

    fn place(&self, row: usize, key: u64, entry: Entry) -> Reason {
        let row = self.shelf.row(row);
        if let Some(reason) = row.renew(key, entry) {
            return reason;
        }
        let (way, worth) = row.least(0..PROTECTED, |_, entry| entry.labour(self.age));
        if worth == i32::MIN {
            row.write(way, key, entry);
            return Reason::Empty;
        }
        let free = row.head().next_free();
        let reason = match row.get(free) {
            None => Reason::Empty,
            Some(_) => Reason::Turn,
        };
        if worth <= entry.labour(self.age) {
            row.put(free, row.parcel(way));
            row.write(way, key, entry);
        } else {
            row.write(free, key, entry);
        }
        reason
    }
}

impl<T: Tally> Transpositions for Bucket<T> {
    #[inline]
    fn probe(&self, key: u64) -> Option<Entry> {
        let row = self.shelf.row(index(key, self.shelf.len()));
        let found = row.find(key).map(|(_, entry)| entry);
        self.tally.probe(1, found.map(|entry| entry.bound));
        found
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        self.shelf.prefetch(index(key, self.shelf.len()));
    }

    #[inline]
    fn store(&self, key: u64, _progress: Progress, entry: Entry) {
        let row = index(key, self.shelf.len());
        let reason = self.place(row, key, entry.with_age(self.age));
        self.tally.store(row, reason);
    }

    fn root(&self, _progress: Progress) {}

    fn next_search(&mut self) {
        self.age = (self.age + 1) % Entry::AGES;
    }

    fn clear(&mut self) {
        for row in self.shelf.rows() {
            row.clear();
            row.head().clear();
        }
        self.age = 0;
    }

    fn bytes(&self) -> usize {
        self.shelf.bytes()
    }

    fn rows(&self) -> usize {
        self.shelf.len()
    }

    fn capacity(&self) -> usize {
        self.shelf.len() * WAYS
    }

    fn visit(&self, row: usize, show: &mut dyn FnMut(Entry, bool)) {
        self.shelf.row(row).visit(self.age, show);
    }

    fn counts(&self) -> Option<Counts> {
        self.tally.counts()
    }
}
