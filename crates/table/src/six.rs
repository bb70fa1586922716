//! A line of six short entries, four of them protected: a row of the [default table](crate::Bucket).
//!
//! A newcomer takes a protected place if the entry of least worth there is worth no more than it;
//! who loses his place, or gets none, takes one of the two free places in turn. So a line keeps what
//! took work and has always some room for what has just been seen.
//!
//! Six words of data leave two words of a cache line for tags: 20 bits for each entry, so that a
//! strange position is taken for the right one once in a million looks at a place. Ten of them are
//! the key's alone and lie in one word, so that a look-up compares those of all six entries at once
//! and mostly finds none alike, without a look at the data. The others are mixed with a hash of the
//! data: what two threads have torn is taken for an entry once in a thousand times that it happens.

use std::array::from_fn;

use crate::entry::Entry;
use crate::row::{Places, Row, SPREAD, opened, sealed};
use crate::sync::{AtomicU64, Relaxed};
use crate::tally::Reason;

pub(crate) const WAYS: usize = 6;
/// Places for what is worth most; the others are taken in turn.
pub(crate) const PROTECTED: usize = 4;

/// Six entries and their tags.
#[cfg_attr(loom, derive(Default))]
pub(crate) struct Six {
    data: [AtomicU64; WAYS],
    plain: AtomicU64,
    mixed: AtomicU64,
}

#[cfg(not(loom))]
const _: () = assert!(size_of::<Six>() == 64);

impl Six {
    #[inline]
    fn tags(&self) -> Tags {
        Tags {
            plain: self.plain.load(Relaxed),
            mixed: self.mixed.load(Relaxed),
        }
    }

    /// Two threads that do so at once may lose a change; an entry with another's tag is not found
    /// any more, and in time replaced.
    #[inline]
    fn keep(&self, tags: Tags) {
        self.plain.store(tags.plain, Relaxed);
        self.mixed.store(tags.mixed, Relaxed);
    }
}

impl Places for Six {
    #[inline]
    fn word(&self, way: usize) -> u64 {
        self.data[way].load(Relaxed)
    }

    fn clear(&self) {
        self.data.iter().for_each(|data| data.store(0, Relaxed));
        self.keep(Tags::default());
    }
}

/// The tags of a line, and in the highest bit of the plain ones which free place is next.
#[derive(Clone, Copy, Default)]
struct Tags {
    plain: u64,
    mixed: u64,
}

/// The bits of a tag that lie in one word.
const BITS: usize = 10;
const MASK: u64 = (1 << BITS) - 1;
/// The lowest bits of all tags in a word.
const ONES: u64 = 1 | 1 << 10 | 1 << 20 | 1 << 30 | 1 << 40 | 1 << 50;

const _: () = assert!(BITS * WAYS < 64 && PROTECTED + 2 == WAYS && PROTECTED.is_power_of_two());

/// The tag of a key alone. The lower half of a key says which row it belongs to.
#[inline]
fn plain(key: u64) -> u64 {
    key >> (64 - BITS)
}

/// The bits of a key after that, mixed with the data that belongs to it.
#[inline]
fn mixed(key: u64, data: u64) -> u64 {
    (key << BITS ^ data.wrapping_mul(SPREAD)) >> (64 - BITS)
}

impl Tags {
    const TURN: u64 = 1 << 63;

    #[inline]
    fn set(&mut self, way: usize, plain: u64, mixed: u64) {
        let shift = BITS * way;
        self.plain = self.plain & !(MASK << shift) | plain << shift;
        self.mixed = self.mixed & !(MASK << shift) | mixed << shift;
    }

    #[inline]
    fn copy(&mut self, from: usize, to: usize) {
        let [plain, mixed] = [self.plain, self.mixed].map(|tags| tags >> (BITS * from) & MASK);
        self.set(to, plain, mixed);
    }

    /// The free place whose turn it is.
    #[inline]
    fn next_free(&mut self) -> usize {
        let turn = self.plain & Self::TURN != 0;
        self.plain ^= Self::TURN;
        PROTECTED + usize::from(turn)
    }
}

impl Row<'_, WAYS, Six> {
    /// The entry of a position.
    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<Entry> {
        let (_, data) = self.look(self.line.plain.load(Relaxed), key);
        opened(data, key)
    }

    /// The place and the data of a position in a line with these plain tags; 0 if it is not there.
    #[inline]
    fn look(&self, tags: u64, key: u64) -> (usize, u64) {
        // A tag that is alike leaves zero, which borrows from its highest bit; so may the tags above
        // it that are not, and are refused by the rest.
        let other = tags ^ (plain(key) * ONES);
        let mut alike = other.wrapping_sub(ONES) & !other & (ONES << (BITS - 1));
        while alike != 0 {
            let way = alike.trailing_zeros() as usize / BITS;
            let data = self.line.word(way);
            if data != 0 && self.is_of(way, data, key) {
                return (way, data);
            }
            alike &= alike - 1;
        }
        (0, 0)
    }

    /// True if the data in a place whose plain tag is the key's belong to it.
    #[inline]
    fn is_of(&self, way: usize, data: u64, key: u64) -> bool {
        match self.keys {
            None => {
                let tags = self.line.mixed.load(Relaxed);
                tags >> (BITS * way) & MASK == mixed(key, data)
            }
            Some(keys) => keys[way].load(Relaxed) == key ^ data,
        }
    }

    /// Stores an entry of the present search.
    pub(crate) fn place(&self, key: u64, entry: Entry) -> Reason {
        let mut tags = self.line.tags();
        let (way, old) = self.look(tags.plain, key);
        let (way, entry, reason) = if let Some(old) = opened(old, key) {
            let Some(entry) = entry.renewing(old) else {
                return Reason::Kept;
            };
            (way, entry, Reason::Renewed)
        } else {
            let (way, reason) = self.make_room(&mut tags, entry);
            (way, entry, reason)
        };
        let data = sealed(entry, key).pack();
        self.line.data[way].store(data, Relaxed);
        tags.set(way, plain(key), mixed(key, data));
        self.line.keep(tags);
        self.keep_key(way, key ^ data);
        reason
    }

    /// The place for a newcomer; who has to make room for him may have been moved.
    #[inline]
    fn make_room(&self, tags: &mut Tags, entry: Entry) -> (usize, Reason) {
        let now = entry.age();
        let words: [u64; PROTECTED] = from_fn(|way| self.line.word(way));
        if let Some(way) = words.iter().position(|word| *word == 0) {
            return (way, Reason::Empty);
        }
        // Worth and place in one number: the least of both is found without a jump.
        let of = |way: usize| Entry::labour_of(words[way], now) * PROTECTED as i32 + way as i32;
        let least = of(0).min(of(1)).min(of(2).min(of(3)));
        let (way, worth) = (least as usize % PROTECTED, least >> PROTECTED.ilog2());
        let free = tags.next_free();
        let reason = match self.line.word(free) {
            0 => Reason::Empty,
            _ => Reason::Turn,
        };
        if worth > entry.labour(now) {
            return (free, reason);
        }
        self.line.data[free].store(words[way], Relaxed);
        tags.copy(way, free);
        if let Some(keys) = self.keys {
            keys[free].store(keys[way].load(Relaxed), Relaxed);
        }
        (way, reason)
    }
}

/// One such line alone, for loom, which tries all interleavings of threads.
#[cfg(loom)]
#[derive(Default)]
pub struct SixLine(Six);

#[cfg(loom)]
impl SixLine {
    fn row(&self) -> Row<'_, WAYS, Six> {
        Row {
            line: &self.0,
            keys: None,
        }
    }

    /// The entry of a position.
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.row().find(key)
    }

    /// Stores an entry.
    pub fn store(&self, key: u64, entry: Entry) -> Reason {
        self.row().place(key, entry)
    }
}
