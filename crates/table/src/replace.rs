//! One entry a row, always replaced: the table that the Abalone report of 2013 sets out from.
//!
//! In its size, 2^22 rows, the row is 22 bits of the key and the whole key of 64 bits is kept to
//! tell positions apart ([`Replace::ROWS`]). Nothing is protected: a deep result is lost to the
//! next leaf that falls on its row.

use crate::entry::Entry;
use crate::rows::{Rows, Rule};
use crate::slot::Slot;
use crate::tally::{Reason, Silent};

/// The last one stays.
pub struct Always;

/// One entry a row, always replaced.
pub type Replace<T = Silent> = Rows<Always, 1, T>;

impl<T> Replace<T> {
    /// Rows of the report's table.
    pub const ROWS: usize = 1 << 22;
}

impl Rule<1> for Always {
    #[inline]
    fn store([slot]: &[Slot; 1], key: u64, entry: Entry) -> Reason {
        let (entry, reason) = match slot.read() {
            None => (entry, Reason::Empty),
            Some((found, old)) if found == key => (entry.inheriting(old), Reason::Renewed),
            Some(_) => (entry, Reason::Always),
        };
        slot.write(key, entry);
        reason
    }
}
