//! A table without bounds: a hash map that forgets nothing.
//!
//! No table of any size can find more than this one, so that it is the bound of all of them in hits;
//! in nodes very nearly, for what another has forgotten it may find out anew with a better window.
//! It grows as long as there is memory, and is for experiments only: the map is cut into
//! shards with a lock each.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use ponder_core::Progress;

use crate::entry::Entry;
use crate::memory::Transpositions;
use crate::storage::index;
use crate::tally::{Counts, Reason, Silent, Tally};

/// Keys are random already.
#[derive(Default)]
struct Plain(u64);

impl Hasher for Plain {
    fn write(&mut self, _bytes: &[u8]) {
        unreachable!("keys are words");
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

type Shard = HashMap<u64, Entry, BuildHasherDefault<Plain>>;

/// Remembers everything.
pub struct Unbounded<T = Silent> {
    shards: Vec<Mutex<Shard>>,
    age: u8,
    tally: T,
}

impl<T: Tally> Unbounded<T> {
    const SHARDS: usize = 64;

    /// An empty table, which takes what it needs.
    pub fn new() -> Self {
        Self {
            shards: (0..Self::SHARDS).map(|_| Mutex::default()).collect(),
            age: 0,
            tally: T::new(Self::SHARDS),
        }
    }

    fn shard(&self, row: usize) -> MutexGuard<'_, Shard> {
        let lock = self.shards[row].lock();
        // A map is whole whenever its lock is free, also after a panic elsewhere.
        lock.unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Tally> Default for Unbounded<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Tally> Transpositions for Unbounded<T> {
    fn probe(&self, key: u64) -> Option<Entry> {
        let found = self.shard(index(key, Self::SHARDS)).get(&key).copied();
        self.tally.probe(1, found.map(|entry| entry.bound));
        found
    }

    fn prefetch(&self, _key: u64) {}

    fn store(&self, key: u64, _progress: Progress, entry: Entry) {
        let row = index(key, Self::SHARDS);
        let entry = entry.with_age(self.age);
        let mut shard = self.shard(row);
        let (entry, reason) = match shard.get(&key) {
            None => (Some(entry), Reason::Empty),
            Some(old) => match entry.renewing(*old) {
                None => (None, Reason::Kept),
                better => (better, Reason::Renewed),
            },
        };
        if let Some(entry) = entry {
            shard.insert(key, entry);
        }
        self.tally.store(row, reason);
    }

    fn root(&self, _progress: Progress) {}

    fn next_search(&mut self) {
        self.age = (self.age + 1) % Entry::AGES;
    }

    fn clear(&mut self) {
        for row in 0..Self::SHARDS {
            self.shard(row).clear();
        }
        self.age = 0;
    }

    /// What its entries would take in places of 16 bytes, whatever the map takes.
    fn bytes(&self) -> usize {
        16 * self.capacity()
    }

    fn rows(&self) -> usize {
        Self::SHARDS
    }

    fn capacity(&self) -> usize {
        (0..Self::SHARDS).map(|row| self.shard(row).len()).sum()
    }

    fn visit(&self, row: usize, show: &mut dyn FnMut(Entry, bool)) {
        for entry in self.shard(row).values() {
            show(*entry, entry.age() == self.age);
        }
    }

    fn counts(&self) -> Option<Counts> {
        self.tally.counts()
    }
}
