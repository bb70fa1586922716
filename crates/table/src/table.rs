//! The engine's table: short keys to play, whole keys to prove.
//!
//! A search is compiled for a table. This is one for both forms, so that the engine's search is
//! compiled once; which form it is is asked at every look-up, and always answered alike, which costs
//! a processor nothing that could be measured.

use ponder_core::{Fault, Progress};

use crate::bucket::Bucket;
use crate::entry::Entry;
use crate::memory::Transpositions;
use crate::row::Keys;
use crate::tally::Counts;
use crate::whole::Whole;

/// What a search remembers, in as many bytes as it is given.
pub enum Table {
    /// For play: more entries, and once in a long time a false one.
    Short(Bucket),
    /// For proofs: nothing is found but what was stored for the same key.
    Whole(Whole),
}

macro_rules! of {
    ($self:ident, $table:ident => $answer:expr) => {
        match $self {
            Self::Short($table) => $answer,
            Self::Whole($table) => $answer,
        }
    };
}

impl Table {
    /// A table of at most `bytes` bytes.
    pub fn new(bytes: usize, keys: Keys) -> Result<Self, Fault> {
        Ok(match keys {
            Keys::Short => Self::Short(Bucket::new(bytes, keys)?),
            Keys::Whole => Self::Whole(Whole::new(bytes)?),
        })
    }

    /// How much of a key it compares.
    pub fn keys(&self) -> Keys {
        match self {
            Self::Short(_) => Keys::Short,
            Self::Whole(_) => Keys::Whole,
        }
    }

    /// Compares so much of a key from now on. A table that did otherwise forgets everything: what
    /// was found by short keys proves nothing.
    pub fn keep(&mut self, keys: Keys) -> Result<(), Fault> {
        if self.keys() != keys {
            *self = Self::new(self.bytes(), keys)?;
        }
        Ok(())
    }

    /// Begins a new search: what the last ones stored becomes easier to replace.
    pub fn next_search(&mut self) {
        Transpositions::next_search(self);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        Transpositions::clear(self);
    }
}

impl Transpositions for Table {
    #[inline]
    fn probe(&self, key: u64) -> Option<Entry> {
        of!(self, table => table.probe(key))
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        of!(self, table => table.prefetch(key));
    }

    #[inline]
    fn store(&self, key: u64, progress: Progress, entry: Entry) {
        of!(self, table => Transpositions::store(table, key, progress, entry));
    }

    fn root(&self, progress: Progress) {
        of!(self, table => table.root(progress));
    }

    fn next_search(&mut self) {
        of!(self, table => Transpositions::next_search(table));
    }

    fn clear(&mut self) {
        of!(self, table => Transpositions::clear(table));
    }

    fn bytes(&self) -> usize {
        of!(self, table => Transpositions::bytes(table))
    }

    fn rows(&self) -> usize {
        of!(self, table => table.rows())
    }

    fn capacity(&self) -> usize {
        of!(self, table => table.capacity())
    }

    fn visit(&self, row: usize, show: &mut dyn FnMut(Entry, bool)) {
        of!(self, table => table.visit(row, show));
    }

    fn counts(&self) -> Option<Counts> {
        of!(self, table => table.counts())
    }
}
