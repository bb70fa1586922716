//! A line of short entries, and the whole keys that an experiment may keep beside it.
//!
//! For experiments in which tables must not err, a `Shelf` can keep whole keys beside the lines.
//! They decide what is found, not what is replaced or how much there is room for, and are not
//! counted as memory: such a table shows what the short one would do if it never erred.

use ponder_core::{Score, WON};

use crate::entry::Entry;
use crate::sync::{AtomicU64, Relaxed};

/// How much of a key is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// What the table has room for.
    Short,
    /// All of it, kept beside the table where there is no room in it.
    Whole,
}

/// What every line of short entries has.
pub(crate) trait Places {
    /// The entry in a place, packed; 0 if it is empty.
    fn word(&self, way: usize) -> u64;

    /// Forgets everything.
    fn clear(&self);
}

/// A line of `N` places, and its whole keys if they are kept beside it.
pub(crate) struct Row<'a, const N: usize, L> {
    pub(crate) line: &'a L,
    pub(crate) keys: Option<&'a [AtomicU64; N]>,
}

impl<const N: usize, L: Places> Row<'_, N, L> {
    /// The entry in a place.
    #[inline]
    pub(crate) fn get(&self, way: usize) -> Option<Entry> {
        Entry::unpack(self.line.word(way))
    }

    /// Keeps the whole key of an entry beside it, if that is done; mixed with the data, so that a
    /// pair torn by two threads is no key.
    #[inline]
    pub(crate) fn keep_key(&self, way: usize, mixed: u64) {
        if let Some(keys) = self.keys {
            keys[way].store(mixed, Relaxed);
        }
    }

    pub(crate) fn clear(&self) {
        self.line.clear();
        (0..N).for_each(|way| self.keep_key(way, 0));
    }
}

/// A number that spreads what it multiplies over the upper bits.
pub(crate) const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// What of a key an entry keeps that tells how the game ends.
fn seal(key: u64) -> Score {
    Score::from((key.wrapping_mul(SPREAD) >> 48) as i16)
}

/// An entry as it is kept: with a seal for a judgement if it tells how the game ends. Such an entry
/// would be believed before all others, and has no use for a judgement.
#[inline]
pub(crate) fn sealed(mut entry: Entry, key: u64) -> Entry {
    if entry.value.abs() >= WON {
        entry.eval = seal(key);
    }
    entry
}

/// The entry that was kept, unless its seal says that it belongs to another position.
#[inline]
pub(crate) fn opened(data: u64, key: u64) -> Option<Entry> {
    let mut entry = Entry::unpack(data)?;
    if entry.value.abs() >= WON {
        if entry.eval != seal(key) {
            return None;
        }
        entry.eval = Entry::NO_EVAL;
    }
    Some(entry)
}
