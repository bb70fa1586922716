//! Places for entries in one piece of memory, whatever their kind, and what all tables made of them
//! answer alike.

use crate::entry::Entry;
use crate::slot::Slot;
use crate::storage::{Blank, Storage};

/// Rows of places.
pub(crate) trait Stock {
    /// The memory taken.
    fn bytes(&self) -> usize;

    /// How many rows there are.
    fn rows(&self) -> usize;

    /// Entries for which there is room.
    fn capacity(&self) -> usize;

    /// Shows the entries of a row.
    fn visit(&self, row: usize, show: &mut dyn FnMut(Entry));

    /// Forgets all of them.
    fn clear(&self);
}

/// Rows of entries with whole keys.
impl<R: Blank + AsRef<[Slot]>> Stock for Storage<R> {
    fn bytes(&self) -> usize {
        Self::bytes(self)
    }

    fn rows(&self) -> usize {
        self.len()
    }

    fn capacity(&self) -> usize {
        Self::bytes(self) / size_of::<Slot>()
    }

    fn visit(&self, row: usize, show: &mut dyn FnMut(Entry)) {
        let held = self[row].as_ref().iter().filter_map(Slot::read);
        held.for_each(|(_, entry)| show(entry));
    }

    fn clear(&self) {
        self.iter().flat_map(R::as_ref).for_each(Slot::clear);
    }
}

/// What a table answers that keeps its entries, with their ages, in the [`Stock`] of this name.
macro_rules! stocked {
    ($stock:ident) => {
        fn next_search(&mut self) {
            self.age = (self.age + 1) % Entry::AGES;
        }

        fn clear(&mut self) {
            Stock::clear(&self.$stock);
            self.age = 0;
        }

        fn bytes(&self) -> usize {
            Stock::bytes(&self.$stock)
        }

        fn rows(&self) -> usize {
            Stock::rows(&self.$stock)
        }

        fn capacity(&self) -> usize {
            Stock::capacity(&self.$stock)
        }

        fn visit(&self, row: usize, show: &mut dyn FnMut(Entry, bool)) {
            let age = self.age;
            Stock::visit(&self.$stock, row, &mut |entry| {
                show(entry, entry.age() == age)
            });
        }

        fn counts(&self) -> Option<Counts> {
            self.tally.counts()
        }
    };
}

pub(crate) use stocked;
