//! One entry a row, the deeper one stays, unless it is of an older search.
//!
//! The scheme of early chess programs. It keeps what took most work, and chokes: a row held by a
//! deep entry remembers nothing of the many small trees that pass by.

use crate::entry::Entry;
use crate::line::renew;
use crate::rows::{Rows, Rule};
use crate::slot::Slot;
use crate::tally::{Reason, Silent};

/// The deeper one stays.
pub struct Deeper;

/// One entry a row, depth-preferred.
pub type Depth<T = Silent> = Rows<Deeper, 1, T>;

impl Rule<1> for Deeper {
    #[inline]
    fn store([slot]: &[Slot; 1], key: u64, entry: Entry) -> Reason {
        match slot.read() {
            None => {
                slot.write(key, entry);
                Reason::Empty
            }
            Some((found, old)) if found == key => renew(slot, key, old, entry),
            Some((_, old)) if yields(old, entry) => {
                slot.write(key, entry);
                Reason::Worth
            }
            Some(_) => Reason::Refused,
        }
    }
}

/// True if an entry is of an older search, or no deeper than the new one.
pub(crate) fn yields(old: Entry, new: Entry) -> bool {
    old.age() != new.age() || old.depth <= new.depth
}
