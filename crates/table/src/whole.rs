//! Whole keys in buckets of one cache line, replacement by depth and age: the table for proofs.
//!
//! Four entries of 16 bytes in a line of 64, so that a probe is one cache miss whatever it finds;
//! the idea of buckets is as old as chess machines, the form that of most engines of today.

use ponder_core::{Fault, Progress};

use crate::entry::Entry;
use crate::line::Line;
use crate::memory::Transpositions;
use crate::slot::Slot;
use crate::stock::{Stock, stocked};
use crate::storage::Storage;
use crate::tally::{Counts, Silent, Tally};

/// Lines of four entries with whole keys.
pub struct Whole<T = Silent> {
    lines: Storage<Line>,
    /// The search that is going on, modulo 32.
    age: u8,
    /// The bits of a key that are compared.
    tag: u64,
    tally: T,
}

impl<T: Tally> Whole<T> {
    /// A table of at most `bytes` bytes that compares whole keys.
    pub fn new(bytes: usize) -> Result<Self, Fault> {
        Self::with_tag(bytes, 64)
    }

    /// A table that compares only the upper `bits` bits of a key, for experiments.
    pub fn with_tag(bytes: usize, bits: u32) -> Result<Self, Fault> {
        let lines = Storage::within(bytes)?;
        if !(1..=64).contains(&bits) {
            return Err(
                Fault::new(format!("a key has no {bits} bits")).hint("compare 1 to 64 bits")
            );
        }
        Ok(Self {
            age: 0,
            tag: u64::MAX << (64 - bits),
            tally: T::new(lines.len()),
            lines,
        })
    }

    /// The whole keys of what is in the row of a key, for experiments with tags.
    pub fn row_keys(&self, key: u64) -> impl Iterator<Item = u64> {
        let slots = self.lines[self.lines.index(key)].as_ref();
        slots.iter().filter_map(Slot::read).map(|(held, _)| held)
    }

    /// Remembers a position.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry) {
        let row = self.lines.index(key);
        let reason = self.lines[row].store(key, self.tag, entry.with_age(self.age));
        self.tally.store(row, reason);
    }
}

impl<T: Tally> Transpositions for Whole<T> {
    #[inline]
    fn probe(&self, key: u64) -> Option<Entry> {
        let found = self.lines[self.lines.index(key)].probe(key, self.tag);
        self.tally.probe(1, found.map(|entry| entry.bound));
        found
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        self.lines.prefetch(self.lines.index(key));
    }

    #[inline]
    fn store(&self, key: u64, _progress: Progress, entry: Entry) {
        self.store(key, entry);
    }

    fn root(&self, _progress: Progress) {}

    stocked!(lines);
}
