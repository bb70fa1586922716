//! The default table: buckets of one cache line, replacement by depth and age.

use ponder_core::Fault;

use crate::entry::Entry;
use crate::line::Line;
use crate::storage::Storage;

/// What a search remembers, in as many bytes as it is given.
pub struct Table {
    lines: Storage,
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
                    .hint("give a size such as 64M; 64 bytes is the least"),
            );
        }
        if !(1..=64).contains(&bits) {
            return Err(
                Fault::new(format!("a key has no {bits} bits")).hint("compare 1 to 64 bits")
            );
        }
        Ok(Self {
            lines: Storage::new(count)?,
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
        self.lines.iter().for_each(Line::clear);
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

    /// Begins to fetch what a probe for this key will look at.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.line(key).prefetch();
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
