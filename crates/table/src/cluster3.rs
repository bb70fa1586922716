//! Three entries of 10 bytes in 32: the layout of Stockfish, the measure of every other.
//!
//! Two of these clusters share a cache line. The victim is the entry of least depth less eight
//! plies for every search of age.

use std::sync::atomic::AtomicU16;

use ponder_core::{Fault, Progress};

use crate::entry::Entry;
use crate::memory::Transpositions;
use crate::row::Keys;
use crate::shelf::Shelf;
use crate::short::Short;
use crate::stock::{Stock, stocked};
use crate::storage::index;
use crate::tally::{Counts, Reason, Silent, Tally};

const WAYS: usize = 3;

const _: () = assert!(size_of::<Short<WAYS, AtomicU16>>() == 32);

/// Clusters of three short entries.
pub struct Cluster3<T = Silent> {
    shelf: Shelf<WAYS, Short<WAYS, AtomicU16>>,
    age: u8,
    tally: T,
}

impl<T: Tally> Cluster3<T> {
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
        let (way, worth) = row.least(0..WAYS, |_, entry| entry.worth(self.age));
        row.write(way, key, entry);
        match worth {
            i32::MIN => Reason::Empty,
            _ => Reason::Worth,
        }
    }
}

impl<T: Tally> Transpositions for Cluster3<T> {
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

    stocked!(shelf);
}
