//! Every position has two lines to choose from, and a full line pushes an entry to its other one.
//!
//! After Pagh and Rodler's cuckoo hashing, with lines of four instead of single places. Made for
//! sets that lose nothing; a table may forget, so that a chain of pushes ends after a few, or with
//! an entry that is worth less than all of its other line, which is dropped. A probe that misses looks at two lines.

use ponder_core::{Fault, Progress};

use crate::entry::Entry;
use crate::line::{Line, renew};
use crate::memory::Transpositions;
use crate::slot::Slot;
use crate::stock::{Stock, stocked};
use crate::storage::Storage;
use crate::tally::{Counts, Reason, Silent, Tally};

/// Lines of four entries, two lines for every key.
pub struct Cuckoo<T = Silent> {
    lines: Storage<Line>,
    age: u8,
    tally: T,
}

impl<T: Tally> Cuckoo<T> {
    /// Entries pushed before one is dropped.
    const PUSHES: usize = 4;

    /// A table of at most `bytes` bytes.
    pub fn new(bytes: usize) -> Result<Self, Fault> {
        let lines = Storage::<Line>::within(bytes)?;
        Ok(Self {
            age: 0,
            tally: T::new(lines.len()),
            lines,
        })
    }

    /// The two lines of a key; the same one twice if chance or a table of one line wills it.
    #[inline]
    fn homes(&self, key: u64) -> [usize; 2] {
        let other = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        [self.lines.index(key), self.lines.index(other ^ other >> 29)]
    }

    fn place(&self, mut key: u64, mut entry: Entry) -> Reason {
        let mut homes = self.homes(key);
        for slot in homes.iter().flat_map(|home| self.lines[*home].as_ref()) {
            if let Some((found, old)) = slot.read()
                && found == key
            {
                return renew(slot, key, old, entry);
            }
        }
        let mut dropped = Reason::Refused;
        for _ in 0..Self::PUSHES {
            let places = homes.map(|home| (home, self.least(home)));
            let least = places.into_iter().min_by_key(|(_, (_, worth))| *worth);
            let (home, (slot, worth)) = least.expect("two");
            if worth > entry.worth(self.age) {
                break;
            }
            let pushed = slot.read();
            slot.write(key, entry);
            let Some(pushed) = pushed else {
                return Reason::Empty;
            };
            dropped = Reason::Worth;
            // It may go to its other line only: in this one it would push out who pushed it.
            (key, entry) = pushed;
            let away = self.homes(key).into_iter().find(|away| *away != home);
            let Some(away) = away else { break };
            homes = [away; 2];
        }
        dropped
    }

    /// The place of least worth in a line.
    fn least(&self, home: usize) -> (&Slot, i32) {
        let worth = |slot: &Slot| slot.read().map_or(i32::MIN, |(_, old)| old.worth(self.age));
        let places = self.lines[home].as_ref().iter();
        let places = places.map(|slot| (slot, worth(slot)));
        places
            .min_by_key(|place| place.1)
            .expect("a line has places")
    }
}

impl<T: Tally> Transpositions for Cuckoo<T> {
    #[inline]
    fn probe(&self, key: u64) -> Option<Entry> {
        let mut looked = 0;
        let found = self.homes(key).into_iter().find_map(|home| {
            looked += 1;
            self.lines[home].probe(key, u64::MAX)
        });
        self.tally.probe(looked, found.map(|entry| entry.bound));
        found
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        for home in self.homes(key) {
            self.lines.prefetch(home);
        }
    }

    #[inline]
    fn store(&self, key: u64, _progress: Progress, entry: Entry) {
        let reason = self.place(key, entry.with_age(self.age));
        self.tally.store(self.lines.index(key), reason);
    }

    fn root(&self, _progress: Progress) {}

    stocked!(lines);
}

#[cfg(test)]
mod tests {
    use ponder_core::Random;

    use super::*;
    use crate::entry::Bound;

    /// Only a chain of pushes that comes back to its first line may push out who began it.
    #[test]
    fn who_is_worth_as_much_as_the_others_stays() {
        let table: Cuckoo = Cuckoo::new(64 * 64).expect("a table");
        let mut random = Random::new(1);
        let stays = (0..2000).filter(|_| {
            let key = random.next();
            table.store(key, Progress::default(), Entry::new(5, 3, Bound::Exact));
            table.holds(key)
        });
        let stays = stays.count();
        assert!(stays > 1900, "{stays} of 2000");
    }
}
