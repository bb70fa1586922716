//! The transposition table: what a search remembers of positions it has seen.
//!
//! A table is a long row of cache lines, four entries of 16 bytes in each. An entry is two words,
//! the data and the key mixed with the data, so that a pair torn by two threads that write at the
//! same time does not match any key and is no entry (Hyatt and Mann). All words are relaxed
//! atomics; there is no lock and no undefined behaviour.
#![warn(missing_docs)]

mod entry;
mod line;

pub use entry::{Bound, Entry};
pub use line::Line;

use ponder_core::Fault;

/// The default table: buckets of one cache line, replacement by depth and age.
pub struct Table {
    lines: Box<[Line]>,
    /// The search that is going on, modulo 32.
    age: u8,
    /// The bits of a key that are compared.
    tag: u64,
}

impl Table {
    /// A table of at most `bytes` bytes that compares whole keys.
    pub fn new(bytes: usize) -> Result<Self, Fault> {
        Self::with_tag(bytes, 64)
    }

    /// A table that compares only the upper `bits` bits of a key, for experiments.
    pub fn with_tag(bytes: usize, bits: u32) -> Result<Self, Fault> {
        let count = bytes / size_of::<Line>();
        if count == 0 {
            return Err(
                Fault::new(format!("a table of {bytes} bytes holds nothing"))
                    .hint("give at least 64 bytes, as in 64M"),
            );
        }
        if !(1..=64).contains(&bits) {
            return Err(
                Fault::new(format!("a key has no {bits} bits")).hint("compare 1 to 64 bits")
            );
        }
        let mut lines = Vec::new();
        lines.try_reserve_exact(count).map_err(|_| {
            Fault::new(format!("there is no memory for a table of {bytes} bytes"))
                .hint("give a smaller size, as in 64M")
        })?;
        lines.resize_with(count, Line::default);
        Ok(Self {
            lines: lines.into_boxed_slice(),
            age: 0,
            tag: u64::MAX << (64 - bits),
        })
    }

    /// The memory taken.
    pub fn bytes(&self) -> usize {
        self.lines.len() * size_of::<Line>()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.lines.fill_with(Line::default);
        self.age = 0;
    }

    /// Begins a new search: what the last ones stored becomes easier to replace.
    pub fn next_search(&mut self) {
        self.age = (self.age + 1) % Entry::AGES;
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.line(key).probe(key, self.tag)
    }

    /// Remembers a position.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry) {
        self.line(key)
            .store(key, self.tag, entry.with_age(self.age));
    }

    /// The share of entries stored by this search, in thousandths, from a sample.
    pub fn permille(&self) -> u32 {
        let sample = &self.lines[..self.lines.len().min(1000)];
        let used: u32 = sample.iter().map(|line| line.used(self.age)).sum();
        used * 1000 / (sample.len() as u32 * Line::WAYS as u32)
    }

    /// The line of a key: its lower half scaled to the number of lines, which need not be a power
    /// of two. The upper half is left to the tag.
    #[inline]
    fn line(&self, key: u64) -> &Line {
        let index = (u128::from(key.rotate_left(32)) * self.lines.len() as u128) >> 64;
        &self.lines[index as usize]
    }
}
