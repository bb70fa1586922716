//! Tables that are rows of a few entries and a rule of replacement.
//!
//! What such tables have in common is here; a [`Rule`] says what makes them differ.

use std::marker::PhantomData;

use ponder_core::{Fault, Progress};

use crate::entry::Entry;
use crate::memory::Transpositions;
use crate::slot::Slot;
use crate::stock::{Stock, stocked};
use crate::storage::Storage;
use crate::tally::{Counts, Reason, Tally};

/// Which entry of a row gives way to a new one.
pub trait Rule<const WAYS: usize>: Send + Sync + 'static {
    /// Stores an entry in its row.
    fn store(row: &[Slot; WAYS], key: u64, entry: Entry) -> Reason;
}

/// A table of rows of `WAYS` entries with whole keys.
pub struct Rows<R, const WAYS: usize, T> {
    places: Storage<[Slot; WAYS]>,
    age: u8,
    tally: T,
    rule: PhantomData<R>,
}

impl<R: Rule<WAYS>, const WAYS: usize, T: Tally> Rows<R, WAYS, T> {
    /// A table of at most `bytes` bytes.
    pub fn new(bytes: usize) -> Result<Self, Fault> {
        let places = Storage::<[Slot; WAYS]>::within(bytes)?;
        Ok(Self {
            age: 0,
            tally: T::new(places.len()),
            places,
            rule: PhantomData,
        })
    }
}

impl<R: Rule<WAYS>, const WAYS: usize, T: Tally> Transpositions for Rows<R, WAYS, T> {
    #[inline]
    fn probe(&self, key: u64) -> Option<Entry> {
        let row = &self.places[self.places.index(key)];
        let found = row.iter().find_map(|slot| slot.find(key, u64::MAX));
        self.tally.probe(1, found.map(|entry| entry.bound));
        found
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        self.places.prefetch(self.places.index(key));
    }

    #[inline]
    fn store(&self, key: u64, _progress: Progress, entry: Entry) {
        let row = self.places.index(key);
        let reason = R::store(&self.places[row], key, entry.with_age(self.age));
        self.tally.store(row, reason);
    }

    fn root(&self, _progress: Progress) {}

    stocked!(places);
}
