//! What the models of the tables remember of a position, and what it is worth to them.

use ponder_table::{Bound, Entry};

/// What a model remembers of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) key: u64,
    pub(crate) entry: Entry,
    pub(crate) search: i32,
    /// How far the position has come.
    pub(crate) gone: u16,
    pub(crate) references: u32,
}

impl Known {
    /// The new entry for a position of which this is known, if it is to be kept.
    pub(crate) fn renewed(&self, new: Self) -> Option<Self> {
        let better = self.search != new.search
            || new.entry.bound == Bound::Exact
            || new.entry.depth + 3 > self.entry.depth;
        better.then_some(self.replaced(new))
    }

    /// The new entry with what it keeps of this one.
    pub(crate) fn replaced(&self, mut new: Self) -> Self {
        (new.references, new.gone) = (self.references, self.gone);
        if new.entry.code == 0 {
            new.entry.code = self.entry.code;
        }
        new
    }

    /// Depth, and eight plies less for every search since.
    pub(crate) fn worth(&self, search: i32) -> i32 {
        i32::from(self.entry.depth) - 8 * (search - self.search)
    }

    /// The same in half plies, and three more where all moves had to be searched.
    pub(crate) fn labour(&self, search: i32) -> i32 {
        2 * self.worth(search) + 3 * i32::from(self.entry.bound != Bound::Lower)
    }

    /// Depth, and a ply for every doubling of references.
    pub(crate) fn utility(&self) -> u32 {
        let doublings = (self.references + 1).next_power_of_two().ilog2();
        u32::from(self.entry.depth) + doublings
    }
}
