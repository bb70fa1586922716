//! Six entries of 10 bytes in a cache line, four of them protected.
//!
//! The candidate for the default: half as many entries again as lines of whole keys, and a row of
//! six where two clusters of three share the line. A newcomer takes a protected place if the entry
//! of least worth there is worth no more than it; who loses his place, or gets none, takes one of
//! the two free places in turn. So a line keeps what took work and has always some room for what
//! has just been seen.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use ponder_core::{Fault, Progress};

use crate::entry::Entry;
use crate::memory::Transpositions;
use crate::short::{Keys, Row, Shelf, Short};
use crate::storage::index;
use crate::tally::{Counts, Reason, Silent, Tally};

pub(crate) const WAYS: usize = 6;
/// Places for what is worth most; the others are taken in turn.
pub(crate) const PROTECTED: usize = 4;

const _: () = assert!(size_of::<Short<WAYS, AtomicU32>>() == 64);

/// Lines of six short entries.
pub struct Bucket<T = Silent> {
    shelf: Shelf<WAYS, AtomicU32>,
    age: u8,
    tally: T,
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
        if let Some((way, old)) = row.find(key) {
            let Some(entry) = entry.renewing(old) else {
                return Reason::Kept;
            };
            row.write(way, key, entry);
            return Reason::Renewed;
        }
        let (way, worth) = row.least(0..PROTECTED, |_, entry| entry.worth(self.age));
        if worth == i32::MIN {
            row.write(way, key, entry);
            return Reason::Empty;
        }
        let free = next_free(&row);
        let reason = match row.get(free) {
            None => Reason::Empty,
            Some(_) => Reason::Turn,
        };
        if worth <= entry.worth(self.age) {
            row.put(free, row.parcel(way));
            row.write(way, key, entry);
        } else {
            row.write(free, key, entry);
        }
        reason
    }
}

/// The free place whose turn it is; the head's highest bit says which.
fn next_free(row: &Row<'_, WAYS, AtomicU32>) -> usize {
    let head = row.head().load(Relaxed);
    row.head().store(head ^ 1 << 31, Relaxed);
    PROTECTED + (head >> 31) as usize
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
            row.head().store(0, Relaxed);
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
