//! A line of six short entries, four of them protected: a row of the [default table](crate::Bucket).
//!
//! A newcomer takes a protected place if the entry of least worth there is worth no more than it;
//! who loses his place, or gets none, takes one of the two free places in turn. So a line keeps what
//! took work and has always some room for what has just been seen.
//!
//! Six entries of 10 bytes leave four bytes, which make the tags longer: 21 bits, so that a strange
//! position is taken for the right one once in two million looks at a place.

use crate::entry::Entry;
use crate::short::{Head, REST, Row};
use crate::sync::{AtomicU32, Relaxed};
use crate::tally::Reason;

pub(crate) const WAYS: usize = 6;
/// Places for what is worth most; the others are taken in turn.
pub(crate) const PROTECTED: usize = 4;

#[cfg(not(loom))]
const _: () = assert!(size_of::<crate::short::Short<WAYS, Marks>>() == 64);

/// The head of a line: five bits of each tag, and in the highest bit which free place is next.
/// Two threads that write at once may lose a change of it; an entry with the wrong bits is not
/// found any more, and in time replaced.
#[cfg_attr(loom, derive(Default))]
pub(crate) struct Marks(AtomicU32);

const _: () = assert!(REST as usize * WAYS < 32 && PROTECTED + 2 == WAYS);

impl Marks {
    const TURN: u32 = 1 << 31;

    /// The free place whose turn it is.
    fn next_free(&self) -> usize {
        let marks = self.0.load(Relaxed);
        self.0.store(marks ^ Self::TURN, Relaxed);
        PROTECTED + usize::from(marks & Self::TURN != 0)
    }
}

impl Head for Marks {
    #[inline]
    fn rest(&self, way: usize) -> Option<u32> {
        let rest = self.0.load(Relaxed) >> (REST as usize * way);
        Some(rest & ((1 << REST) - 1))
    }

    #[inline]
    fn keep(&self, way: usize, rest: u32) {
        let shift = REST as usize * way;
        let others = self.0.load(Relaxed) & !(((1 << REST) - 1) << shift);
        self.0.store(others | rest << shift, Relaxed);
    }

    fn clear(&self) {
        self.0.store(0, Relaxed);
    }
}

impl Row<'_, WAYS, Marks> {
    /// Stores an entry of the present search.
    pub(crate) fn place(&self, key: u64, entry: Entry) -> Reason {
        if let Some(reason) = self.renew(key, entry) {
            return reason;
        }
        let now = entry.age();
        let (way, worth) = self.least(0..PROTECTED, |_, entry| entry.labour(now));
        if worth == i32::MIN {
            self.write(way, key, entry);
            return Reason::Empty;
        }
        let free = self.head().next_free();
        let reason = match self.get(free) {
            None => Reason::Empty,
            Some(_) => Reason::Turn,
        };
        if worth <= entry.labour(now) {
            self.put(free, self.parcel(way));
            self.write(way, key, entry);
        } else {
            self.write(free, key, entry);
        }
        reason
    }
}

/// One such line alone, for loom, which tries all interleavings of threads.
#[cfg(loom)]
#[derive(Default)]
pub struct SixLine(crate::short::Short<WAYS, Marks>);

#[cfg(loom)]
impl SixLine {
    fn row(&self) -> Row<'_, WAYS, Marks> {
        Row {
            line: &self.0,
            keys: None,
        }
    }

    /// The entry of a position.
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.row().find(key).map(|(_, entry)| entry)
    }

    /// Stores an entry.
    pub fn store(&self, key: u64, entry: Entry) -> Reason {
        self.row().place(key, entry)
    }
}
