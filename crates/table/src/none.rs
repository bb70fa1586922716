//! The table that remembers nothing: what every other is worth is seen beside it.

use ponder_core::Progress;

use crate::entry::Entry;
use crate::memory::Transpositions;
use crate::tally::Counts;

/// Remembers nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTable;

impl Transpositions for NoTable {
    #[inline]
    fn probe(&self, _key: u64) -> Option<Entry> {
        None
    }

    #[inline]
    fn prefetch(&self, _key: u64) {}

    #[inline]
    fn store(&self, _key: u64, _progress: Progress, _entry: Entry) {}

    fn root(&self, _progress: Progress) {}

    fn next_search(&mut self) {}

    fn clear(&mut self) {}

    fn bytes(&self) -> usize {
        0
    }

    fn rows(&self) -> usize {
        0
    }

    fn capacity(&self) -> usize {
        0
    }

    fn visit(&self, _row: usize, _show: &mut dyn FnMut(Entry, bool)) {}

    fn counts(&self) -> Option<Counts> {
        None
    }
}
