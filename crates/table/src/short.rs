//! Entries of 10 bytes: a word of data and 16 bits of the key.
//!
//! Three of them go into 32 bytes and six into a cache line, where entries with whole keys go two
//! and four. The 16 bits are mixed with a hash of the data, so that a pair torn by two threads is
//! taken for an entry as seldom as a strange position is: once in 65,536 looks at a place. A line
//! whose [`Head`] has bits to spare makes its tags longer by them.
//!
//! A false hit costs a search little: moves are looked for among the legal ones, and a wrong value
//! is one wrong opinion among many. Only a value that says how the game ends would be believed
//! before all others. Such an entry has no use for a judgement, and keeps 16 further bits of the key
//! in its room: its [`seal`].
//!
//! For experiments in which tables must not err, a `Shelf` can keep whole keys beside the lines.
//! They decide what is found, not what is replaced or how much there is room for, and are not
//! counted as memory: such a table shows what the short one would do if it never erred.

use ponder_core::{Score, WON};

use crate::entry::Entry;
use crate::sync::{AtomicU16, AtomicU32, AtomicU64, Relaxed};
use crate::tally::Reason;

/// How much of a key is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// What the table has room for.
    Short,
    /// All of it, kept beside the table where there is no room in it.
    Whole,
}

/// What a line keeps in the bytes that its entries leave.
pub(crate) trait Head {
    /// What it keeps of the tag in a place beyond the first 16 bits, if it does.
    #[inline]
    fn rest(&self, _way: usize) -> Option<u32> {
        None
    }

    /// Keeps [five bits](REST) more of the tag in a place, if there is room.
    #[inline]
    fn keep(&self, _way: usize, _rest: u32) {}

    /// Keeps nothing any more.
    fn clear(&self);
}

/// Nothing of its tags.
impl Head for AtomicU16 {
    fn clear(&self) {
        self.store(0, Relaxed);
    }
}

/// Nothing of its tags.
impl Head for AtomicU32 {
    fn clear(&self) {
        self.store(0, Relaxed);
    }
}

/// How many bits a head may keep of each tag.
pub(crate) const REST: u32 = 5;

/// A line of `N` entries and a head of what is left.
#[repr(C)]
pub(crate) struct Short<const N: usize, H> {
    data: [AtomicU64; N],
    tags: [AtomicU16; N],
    pub(crate) head: H,
}

#[cfg(loom)]
impl<const N: usize, H: Default> Default for Short<N, H> {
    fn default() -> Self {
        Self {
            data: std::array::from_fn(|_| AtomicU64::default()),
            tags: std::array::from_fn(|_| AtomicU16::default()),
            head: H::default(),
        }
    }
}

/// A line, and its whole keys if they are kept beside it.
pub(crate) struct Row<'a, const N: usize, H> {
    pub(crate) line: &'a Short<N, H>,
    pub(crate) keys: Option<&'a [AtomicU64; N]>,
}

/// An entry as it lies in a line, with what is kept of its key.
#[derive(Clone, Copy)]
pub(crate) struct Parcel {
    data: u64,
    tag: u16,
    rest: u32,
    key: u64,
}

impl<const N: usize, H: Head> Row<'_, N, H> {
    pub(crate) fn head(&self) -> &H {
        &self.line.head
    }

    /// The place and the entry of a position.
    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<(usize, Entry)> {
        let (way, data) = match self.keys {
            None => self.first(|way, data| self.line.tags[way].load(Relaxed) == tag(key, data)),
            Some(keys) => self.first(|way, data| keys[way].load(Relaxed) == key ^ data),
        };
        let entry = opened(Entry::unpack(data)?, key)?;
        // Few look-ups come so far, and nearly all of them have found what they want.
        let rest = self.line.head.rest(way);
        let same = self.keys.is_some() || rest.is_none_or(|bits| bits == rest_of(key, data));
        same.then_some((way, entry))
    }

    /// The first place that `fits`, and its data; 0 if none does. Most look-ups fit nowhere, which a
    /// processor learns to expect: to choose without jumps takes 16 ns for six places instead of 11.
    #[inline]
    fn first(&self, fits: impl Fn(usize, u64) -> bool) -> (usize, u64) {
        for way in 0..N {
            let data = self.line.data[way].load(Relaxed);
            if fits(way, data) && data != 0 {
                return (way, data);
            }
        }
        (0, 0)
    }

    /// The entry in a place.
    #[inline]
    pub(crate) fn get(&self, way: usize) -> Option<Entry> {
        Entry::unpack(self.line.data[way].load(Relaxed))
    }

    /// The place of least worth among some, and its worth; an empty one is worth nothing.
    #[inline]
    pub(crate) fn least(
        &self,
        ways: std::ops::Range<usize>,
        worth: impl Fn(usize, Entry) -> i32,
    ) -> (usize, i32) {
        let of = |way| self.get(way).map_or(i32::MIN, |entry| worth(way, entry));
        let first = (ways.start, of(ways.start));
        (ways.start + 1..ways.end).fold(first, |least, way| {
            let worth = of(way);
            if worth < least.1 { (way, worth) } else { least }
        })
    }

    /// What lies in a place, to be put elsewhere.
    pub(crate) fn parcel(&self, way: usize) -> Parcel {
        Parcel {
            data: self.line.data[way].load(Relaxed),
            tag: self.line.tags[way].load(Relaxed),
            rest: self.line.head.rest(way).unwrap_or(0),
            key: self.keys.map_or(0, |keys| keys[way].load(Relaxed)),
        }
    }

    pub(crate) fn put(&self, way: usize, parcel: Parcel) {
        self.line.data[way].store(parcel.data, Relaxed);
        self.line.tags[way].store(parcel.tag, Relaxed);
        self.line.head.keep(way, parcel.rest);
        if let Some(keys) = self.keys {
            keys[way].store(parcel.key, Relaxed);
        }
    }

    #[inline]
    pub(crate) fn write(&self, way: usize, key: u64, entry: Entry) {
        let data = sealed(entry, key).pack();
        self.put(
            way,
            Parcel {
                data,
                tag: tag(key, data),
                rest: rest_of(key, data),
                key: key ^ data,
            },
        );
    }

    /// What becomes of an entry whose position is here already; nothing if it is not.
    #[inline]
    pub(crate) fn renew(&self, key: u64, entry: Entry) -> Option<Reason> {
        let (way, old) = self.find(key)?;
        let Some(entry) = entry.renewing(old) else {
            return Some(Reason::Kept);
        };
        self.write(way, key, entry);
        Some(Reason::Renewed)
    }

    pub(crate) fn clear(&self) {
        for way in 0..N {
            self.put(
                way,
                Parcel {
                    data: 0,
                    tag: 0,
                    rest: 0,
                    key: 0,
                },
            );
        }
        self.line.head.clear();
    }
}

impl Parcel {
    pub(crate) fn entry(self) -> Option<Entry> {
        Entry::unpack(self.data)
    }
}

/// A number that spreads what it multiplies over the upper bits.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// A key, mixed in its upper half with a hash of the data that belongs to it. The lower half of a
/// key says which row it belongs to.
#[inline]
fn mixed(key: u64, data: u64) -> u64 {
    key ^ data.wrapping_mul(SPREAD)
}

/// The tag of an entry: the upper 16 bits.
#[inline]
fn tag(key: u64, data: u64) -> u16 {
    (mixed(key, data) >> 48) as u16
}

/// The bits after the tag.
#[inline]
fn rest_of(key: u64, data: u64) -> u32 {
    (mixed(key, data) >> (48 - REST)) as u32 & ((1 << REST) - 1)
}

/// What of a key an entry keeps that tells how the game ends.
fn seal(key: u64) -> Score {
    Score::from((key.wrapping_mul(SPREAD) >> 48) as i16)
}

/// An entry as it is kept: with a seal for a judgement if it tells how the game ends.
#[inline]
fn sealed(mut entry: Entry, key: u64) -> Entry {
    if entry.value.abs() >= WON {
        entry.eval = seal(key);
    }
    entry
}

/// The entry that was kept, unless its seal says that it belongs to another position.
#[inline]
fn opened(mut entry: Entry, key: u64) -> Option<Entry> {
    if entry.value.abs() >= WON {
        if entry.eval != seal(key) {
            return None;
        }
        entry.eval = Entry::NO_EVAL;
    }
    Some(entry)
}
