//! Entries of 10 bytes: a word of data and 16 bits of the key.
//!
//! Three of them go into 32 bytes and six into a cache line, where entries with whole keys go two
//! and four. The 16 bits are mixed with a hash of the data, so that a pair torn by two threads is
//! taken for an entry as seldom as a strange position is: once in 65,536 looks at a place.
//!
//! A false hit costs a search little: moves are looked for among the legal ones, and a wrong value
//! is one wrong opinion among many. Only a value that says how the game ends would be believed
//! before all others; such an entry is [sealed] with 16 further bits of the key.

use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

use crate::entry::Entry;
use crate::row::{Places, Row, SPREAD, opened, sealed};
use crate::tally::Reason;

/// What a line keeps in the bytes that its entries leave.
pub(crate) trait Head {
    /// Keeps nothing any more.
    fn clear(&self);
}

impl Head for AtomicU16 {
    fn clear(&self) {
        self.store(0, Relaxed);
    }
}

impl Head for AtomicU32 {
    fn clear(&self) {
        self.store(0, Relaxed);
    }
}

/// A line of `N` entries and a head of what is left.
#[repr(C)]
pub(crate) struct Short<const N: usize, H> {
    data: [AtomicU64; N],
    tags: [AtomicU16; N],
    head: H,
}

impl<const N: usize, H: Head> Places for Short<N, H> {
    #[inline]
    fn word(&self, way: usize) -> u64 {
        self.data[way].load(Relaxed)
    }

    fn clear(&self) {
        self.data.iter().for_each(|data| data.store(0, Relaxed));
        self.tags.iter().for_each(|tag| tag.store(0, Relaxed));
        self.head.clear();
    }
}

/// An entry as it lies in a line, with what is kept of its key.
#[derive(Clone, Copy)]
pub(crate) struct Parcel {
    data: u64,
    tag: u16,
    key: u64,
}

impl<const N: usize, H: Head> Row<'_, N, Short<N, H>> {
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
        Some((way, opened(data, key)?))
    }

    /// The first place that `fits`, and its data; 0 if none does. Most look-ups fit nowhere, which a
    /// processor learns to expect: to choose without jumps takes 16 ns for six places instead of 11.
    #[inline]
    fn first(&self, fits: impl Fn(usize, u64) -> bool) -> (usize, u64) {
        for way in 0..N {
            let data = self.line.word(way);
            if fits(way, data) && data != 0 {
                return (way, data);
            }
        }
        (0, 0)
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
            data: self.line.word(way),
            tag: self.line.tags[way].load(Relaxed),
            key: self.keys.map_or(0, |keys| keys[way].load(Relaxed)),
        }
    }

    pub(crate) fn put(&self, way: usize, parcel: Parcel) {
        self.line.data[way].store(parcel.data, Relaxed);
        self.line.tags[way].store(parcel.tag, Relaxed);
        self.keep_key(way, parcel.key);
    }

    #[inline]
    pub(crate) fn write(&self, way: usize, key: u64, entry: Entry) {
        let data = sealed(entry, key).pack();
        self.put(
            way,
            Parcel {
                data,
                tag: tag(key, data),
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
}

impl Parcel {
    pub(crate) fn entry(self) -> Option<Entry> {
        Entry::unpack(self.data)
    }
}

/// The tag of an entry: the upper 16 bits of its key, mixed with a hash of the data that belongs to
/// it. The lower half of a key says which row it belongs to.
#[inline]
fn tag(key: u64, data: u64) -> u16 {
    ((key ^ data.wrapping_mul(SPREAD)) >> 48) as u16
}
