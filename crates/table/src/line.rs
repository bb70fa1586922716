//! A cache line of four entries with whole keys.

use crate::entry::Entry;
use crate::slot::Slot;
use crate::tally::Reason;

/// Four entries, each a check word (key xor data) and a data word.
#[derive(Default)]
#[repr(align(64))]
pub struct Line {
    ways: [Slot; Line::WAYS],
}

#[cfg(not(loom))]
const _: () = assert!(size_of::<Line>() == 64);

impl Line {
    /// Entries in a line.
    pub const WAYS: usize = 4;

    /// The entry whose key agrees with `key` in the bits of `tag`.
    #[inline]
    pub fn probe(&self, key: u64, tag: u64) -> Option<Entry> {
        self.ways.iter().find_map(|slot| slot.find(key, tag))
    }

    /// Puts an entry in the place of the same position, or else of the least worth.
    #[inline]
    pub fn store(&self, key: u64, tag: u64, entry: Entry) -> Reason {
        let mut place = 0;
        let mut least = i32::MAX;
        for (index, slot) in self.ways.iter().enumerate() {
            let Some((found, old)) = slot.read() else {
                if least > i32::MIN {
                    (place, least) = (index, i32::MIN);
                }
                continue;
            };
            if (found ^ key) & tag == 0 {
                return renew(slot, key, old, entry);
            }
            let worth = old.worth(entry.age());
            if worth < least {
                (place, least) = (index, worth);
            }
        }
        self.ways[place].write(key, entry);
        if least == i32::MIN {
            Reason::Empty
        } else {
            Reason::Worth
        }
    }
}

impl AsRef<[Slot]> for Line {
    fn as_ref(&self) -> &[Slot] {
        &self.ways
    }
}

/// Replaces knowledge of the same position, if the new is no worse.
#[inline]
pub(crate) fn renew(slot: &Slot, key: u64, old: Entry, new: Entry) -> Reason {
    match new.renewing(old) {
        Some(entry) => {
            slot.write(key, entry);
            Reason::Renewed
        }
        None => Reason::Kept,
    }
}
