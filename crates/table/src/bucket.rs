//! The default table: six short entries in a cache line, four of them protected.
//!
//! Half as many entries again as lines of whole keys, a row of six where two clusters of three
//! would share the line, and one cache miss for a probe whatever it finds. What happens in a line is
//! in [`six`](crate::six).

use ponder_core::{Fault, Progress};

use crate::entry::Entry;
use crate::memory::Transpositions;
use crate::row::Keys;
use crate::shelf::Shelf;
use crate::six::{Six, WAYS};
use crate::stock::{Stock, stocked};
use crate::storage::index;
use crate::tally::{Counts, Silent, Tally};

/// Lines of six short entries.
pub struct Bucket<T = Silent> {
    shelf: Shelf<WAYS, Six>,
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
}

impl<T: Tally> Transpositions for Bucket<T> {
    #[inline]
    fn probe(&self, key: u64) -> Option<Entry> {
        let row = self.shelf.row(index(key, self.shelf.len()));
        let found = row.find(key);
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
        let line = self.shelf.row(row);
        let reason = line.place(key, entry.with_age(self.age));
        self.tally.store(row, reason);
    }

    fn root(&self, _progress: Progress) {}

    stocked!(shelf);
}
