//! An entry of 16 bytes with its whole key.
//!
//! The two words are the data and the key mixed with the data, so that a pair torn by two threads
//! that write at the same time does not match any key and is no entry (Hyatt and Mann).

use crate::entry::Entry;
use crate::sync::{AtomicU64, Relaxed};

/// A place for one entry.
#[derive(Default)]
pub struct Slot {
    /// Key xor data.
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    /// The entry, if its key agrees with `key` in the bits of `tag`.
    #[inline]
    pub fn find(&self, key: u64, tag: u64) -> Option<Entry> {
        let data = self.data.load(Relaxed);
        // An empty place unpacks to nothing, also for key 0.
        let same = (self.check.load(Relaxed) ^ data ^ key) & tag == 0;
        if same { Entry::unpack(data) } else { None }
    }

    /// The key and the entry; a key that is no position's if two threads wrote at once.
    #[inline]
    pub fn read(&self) -> Option<(u64, Entry)> {
        let data = self.data.load(Relaxed);
        let entry = Entry::unpack(data)?;
        Some((self.check.load(Relaxed) ^ data, entry))
    }

    /// Puts an entry here, whatever was here before.
    #[inline]
    pub fn write(&self, key: u64, entry: Entry) {
        let data = entry.pack();
        self.data.store(data, Relaxed);
        self.check.store(key ^ data, Relaxed);
    }

    /// Forgets the entry.
    pub fn clear(&self) {
        self.data.store(0, Relaxed);
        self.check.store(0, Relaxed);
    }
}
