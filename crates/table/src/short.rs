//! Entries of 10 bytes: a word of data and 16 bits of the key.
//!
//! Three of them go into 32 bytes and six into a cache line, where entries with whole keys go two
//! and four. The 16 bits are mixed with a hash of the data, so that a pair torn by two threads is
//! taken for an entry as seldom as a strange position is: once in 65,536.
//!
//! For experiments in which tables must not err, a [`Shelf`] can keep whole keys beside the lines.
//! They decide what is found, not what is replaced or how much there is room for, and are not
//! counted as memory: such a table shows what the short one would do if it never erred.

use std::sync::atomic::{AtomicU16, AtomicU64, Ordering::Relaxed};

use ponder_core::Fault;

use crate::entry::Entry;
use crate::storage::Storage;

/// How much of a key is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// What the table has room for.
    Short,
    /// All of it, kept beside the table where there is no room in it.
    Whole,
}

/// A line of `N` entries and a head of what is left.
#[repr(C)]
pub(crate) struct Short<const N: usize, H> {
    data: [AtomicU64; N],
    tags: [AtomicU16; N],
    pub(crate) head: H,
}

/// Lines in one piece, and whole keys beside them if wanted.
pub(crate) struct Shelf<const N: usize, H> {
    lines: Storage<Short<N, H>>,
    keys: Option<Storage<[AtomicU64; N]>>,
}

/// One line of a shelf.
pub(crate) struct Row<'a, const N: usize, H> {
    line: &'a Short<N, H>,
    keys: Option<&'a [AtomicU64; N]>,
}

/// An entry as it lies in a line, with what is kept of its key.
#[derive(Clone, Copy)]
pub(crate) struct Parcel {
    data: u64,
    tag: u16,
    key: u64,
}

impl<const N: usize, H> Shelf<N, H>
where
    Short<N, H>: crate::storage::Blank,
{
    pub(crate) fn new(bytes: usize, keys: Keys) -> Result<Self, Fault> {
        let lines = Storage::<Short<N, H>>::within(bytes)?;
        let keys = match keys {
            Keys::Short => None,
            Keys::Whole => Some(Storage::new(lines.len())?),
        };
        Ok(Self { lines, keys })
    }

    pub(crate) fn bytes(&self) -> usize {
        self.lines.bytes()
    }

    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    #[inline]
    pub(crate) fn prefetch(&self, index: usize) {
        self.lines.prefetch(index);
    }

    #[inline]
    pub(crate) fn row(&self, index: usize) -> Row<'_, N, H> {
        Row {
            line: &self.lines[index],
            keys: self.keys.as_ref().map(|keys| &keys[index]),
        }
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = Row<'_, N, H>> {
        (0..self.len()).map(|index| self.row(index))
    }
}

impl<const N: usize, H> Row<'_, N, H> {
    pub(crate) fn head(&self) -> &H {
        &self.line.head
    }

    /// The place and the entry of a position.
    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<(usize, Entry)> {
        (0..N).find_map(|way| {
            let data = self.line.data[way].load(Relaxed);
            let same = match self.keys {
                None => self.line.tags[way].load(Relaxed) == tag(key, data),
                Some(keys) => keys[way].load(Relaxed) == key ^ data,
            };
            if same {
                Some((way, Entry::unpack(data)?))
            } else {
                None
            }
        })
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
            key: self.keys.map_or(0, |keys| keys[way].load(Relaxed)),
        }
    }

    pub(crate) fn put(&self, way: usize, parcel: Parcel) {
        self.line.data[way].store(parcel.data, Relaxed);
        self.line.tags[way].store(parcel.tag, Relaxed);
        if let Some(keys) = self.keys {
            keys[way].store(parcel.key, Relaxed);
        }
    }

    #[inline]
    pub(crate) fn write(&self, way: usize, key: u64, entry: Entry) {
        let data = entry.pack();
        self.put(
            way,
            Parcel {
                data,
                tag: tag(key, data),
                key: key ^ data,
            },
        );
    }

    pub(crate) fn clear(&self) {
        for way in 0..N {
            self.put(
                way,
                Parcel {
                    data: 0,
                    tag: 0,
                    key: 0,
                },
            );
        }
    }

    /// Shows the entries, and whether they are of the search `age`.
    pub(crate) fn visit(&self, age: u8, show: &mut dyn FnMut(Entry, bool)) {
        for entry in (0..N).filter_map(|way| self.get(way)) {
            show(entry, entry.age() == age);
        }
    }
}

impl Parcel {
    pub(crate) fn entry(self) -> Option<Entry> {
        Entry::unpack(self.data)
    }
}

/// The upper 16 bits of a key, mixed with a hash of the data that belongs to it.
#[inline]
fn tag(key: u64, data: u64) -> u16 {
    (key >> 48) as u16 ^ (data.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as u16
}
