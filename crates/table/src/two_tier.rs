//! Two entries a row: one for depth, one for whatever came last.
//!
//! After Ebeling's and Thompson's machines; Breuker, Uiterwijk and van den Herik found two levels
//! better than one in every scheme they measured (1994). What the first place loses moves to the
//! second.

use crate::depth::yields;
use crate::entry::Entry;
use crate::line::renew;
use crate::rows::{Rows, Rule};
use crate::slot::Slot;
use crate::tally::{Reason, Silent};

/// The deeper one stays in the first place; the second takes everything else.
pub struct Tiers;

/// Two entries a row, depth-preferred and always.
pub type TwoTier<T = Silent> = Rows<Tiers, 2, T>;

impl Rule<2> for Tiers {
    #[inline]
    fn store(row: &[Slot; 2], key: u64, entry: Entry) -> Reason {
        let [first, second] = row;
        for slot in row {
            if let Some((found, old)) = slot.read()
                && found == key
            {
                return renew(slot, key, old, entry);
            }
        }
        let Some((found, old)) = first.read() else {
            first.write(key, entry);
            return Reason::Empty;
        };
        let reason = match second.read() {
            None => Reason::Empty,
            Some(_) => Reason::Turn,
        };
        if yields(old, entry) {
            second.write(found, old);
            first.write(key, entry);
        } else {
            second.write(key, entry);
        }
        reason
    }
}
