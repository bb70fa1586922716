//! The table of the Abalone report of 2013: rows with heads and chains of varying length.
//!
//! "Analysis of iterative deepening minimax tree search using hashing based memoization for
//! Abalone" (Deshpande, Peshave, Prakash) proposes it against rows that are always replaced. It is
//! built as written, pointers and all; [`chains`](crate::chains) says what had to be filled in, and
//! [`Adaptive`](crate::Adaptive) is what can be made of the idea. It is for experiments: one lock
//! guards the whole, so that threads may share it but wait for each other.

use std::sync::{Mutex, MutexGuard, PoisonError};

use ponder_core::{Fault, Progress};

use crate::chains::{Chains, Threshold};
use crate::entry::Entry;
use crate::memory::{Transpositions, scalar};
use crate::tally::{Counts, Silent, Tally};

/// Rows of chains.
pub struct Chained<T = Silent> {
    chains: Mutex<Chains>,
    age: u8,
    tally: T,
}

impl<T: Tally> Chained<T> {
    /// A table of at most `bytes` bytes, heads and nodes together.
    pub fn new(bytes: usize) -> Result<Self, Fault> {
        Self::with(bytes, Threshold::FIRST)
    }

    /// The same with other thresholds.
    pub fn with(bytes: usize, threshold: Threshold) -> Result<Self, Fault> {
        let chains = Chains::with(bytes, threshold)?;
        Ok(Self {
            age: 0,
            tally: T::new(chains.rows()),
            chains: Mutex::new(chains),
        })
    }

    fn chains(&self) -> MutexGuard<'_, Chains> {
        // Nothing panics between two steps that belong together.
        self.chains.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Tally> Transpositions for Chained<T> {
    fn probe(&self, key: u64) -> Option<Entry> {
        let (found, looked) = self.chains().probe(key);
        self.tally.probe(1 + looked, found.map(|entry| entry.bound));
        found
    }

    fn holds(&self, key: u64) -> bool {
        let chains = self.chains();
        let mut keys = chains.chain(chains.row(key)).map(|(key, _, _)| key);
        keys.any(|held| held == key)
    }

    fn prefetch(&self, _key: u64) {}

    fn store(&self, key: u64, progress: Progress, entry: Entry) {
        let mut chains = self.chains();
        let reason = chains.store(key, scalar(progress), entry.with_age(self.age));
        self.tally.store(chains.row(key), reason);
    }

    fn root(&self, progress: Progress) {
        self.chains().set_root(scalar(progress));
    }

    fn next_search(&mut self) {
        self.age = (self.age + 1) % Entry::AGES;
    }

    fn clear(&mut self) {
        self.chains().clear();
        self.age = 0;
    }

    fn bytes(&self) -> usize {
        self.chains().bytes()
    }

    fn used(&self) -> usize {
        let entries = self.len();
        self.chains().used(entries)
    }

    fn rows(&self) -> usize {
        self.chains().rows()
    }

    fn capacity(&self) -> usize {
        self.chains().capacity()
    }

    fn visit(&self, row: usize, show: &mut dyn FnMut(Entry, bool)) {
        for (_, entry, _) in self.chains().chain(row) {
            show(entry, entry.age() == self.age);
        }
    }

    fn counts(&self) -> Option<Counts> {
        self.tally.counts()
    }
}
