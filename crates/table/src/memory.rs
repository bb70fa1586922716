//! The one interface of all tables.

use ponder_core::Progress;

use crate::entry::Entry;
use crate::tally::Counts;

/// What a search asks of its memory, whichever table it is.
///
/// Searches are compiled for the table they use, so that a probe is a few instructions and not a
/// call. All tables are sound when several threads share them; those that take a lock say so.
pub trait Transpositions: Send + Sync {
    /// What is known of the position with this key.
    fn probe(&self, key: u64) -> Option<Entry>;

    /// True if something is known of the position with this key; asking leaves no trace in a table
    /// that remembers what was asked for.
    fn holds(&self, key: u64) -> bool {
        self.probe(key).is_some()
    }

    /// Begins to fetch what a probe for this key will look at.
    fn prefetch(&self, key: u64);

    /// Remembers a position that has come so far.
    fn store(&self, key: u64, progress: Progress, entry: Entry);

    /// Tells how far the game has come: what it does not [reach](Progress::reaches) any more is
    /// free space to a table that looks at progress.
    fn root(&self, progress: Progress);

    /// Begins a new search: what the last ones stored becomes easier to replace.
    fn next_search(&mut self);

    /// Forgets everything.
    fn clear(&mut self);

    /// The memory taken, heads and pools included.
    fn bytes(&self) -> usize;

    /// What of that memory holds something: a row's share for each of its entries.
    fn used(&self) -> usize {
        self.len() * self.bytes() / self.capacity().max(1)
    }

    /// Rows of entries.
    fn rows(&self) -> usize;

    /// Entries for which there is room.
    fn capacity(&self) -> usize;

    /// Shows the entries of a row, and whether they are of the present search.
    fn visit(&self, row: usize, show: &mut dyn FnMut(Entry, bool));

    /// What was counted, by a table that counts.
    fn counts(&self) -> Option<Counts>;

    /// The share of entries stored by this search, in thousandths, from a sample.
    fn permille(&self) -> u32 {
        let sample = self.rows().min(1000);
        let mut used = 0;
        for row in 0..sample {
            self.visit(row, &mut |_, present| used += u64::from(present));
        }
        let room = sample as f64 * self.capacity() as f64 / self.rows().max(1) as f64;
        (1000.0 * used as f64 / room.max(1.0)).min(1000.0) as u32
    }

    /// Rows by the number of their entries, from none up: the lengths of chains.
    fn lengths(&self) -> Vec<u64> {
        let mut lengths = Vec::new();
        for row in 0..self.rows() {
            let mut length = 0;
            self.visit(row, &mut |_, _| length += 1);
            if lengths.len() <= length {
                lengths.resize(length + 1, 0);
            }
            lengths[length] += 1;
        }
        lengths
    }

    /// Entries held.
    fn len(&self) -> usize {
        let lengths = self.lengths().into_iter().enumerate();
        lengths.map(|(length, rows)| length * rows as usize).sum()
    }

    /// True if nothing is remembered.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Progress as one number, which never falls either, and is the same for the two players: symmetric
/// positions may share an entry.
pub(crate) fn scalar(progress: Progress) -> u16 {
    progress.0.iter().copied().map(u16::from).sum()
}
