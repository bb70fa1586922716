//! Statistics of a table, which cost nothing where nobody wants them.
//!
//! A table has a [`Tally`] for a type parameter. [`Silent`] is empty and every call of it
//! vanishes; [`Counted`] counts, also with several threads.

use crate::entry::Bound;

/// What became of an entry that was to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It took an empty place.
    Empty,
    /// It took the place of an older entry of the same position.
    Renewed,
    /// The older entry of the same position knew more and stayed.
    Kept,
    /// It took the place of a position that can no longer occur.
    Dead,
    /// It took the place of one of less worth.
    Worth,
    /// It took a place that is given away in turn.
    Turn,
    /// It took the only place there was.
    Always,
    /// It was not worth a place.
    Refused,
    /// Its row had room and the pool had none: it took what a hand that goes round freed in another
    /// row.
    Elsewhere,
}

impl Reason {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Empty,
        Self::Renewed,
        Self::Kept,
        Self::Dead,
        Self::Worth,
        Self::Turn,
        Self::Always,
        Self::Refused,
        Self::Elsewhere,
    ];

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Renewed => "renewed",
            Self::Kept => "kept",
            Self::Dead => "dead",
            Self::Worth => "worth",
            Self::Turn => "turn",
            Self::Always => "always",
            Self::Refused => "refused",
            Self::Elsewhere => "elsewhere",
        }
    }

    /// True if the row was full of other positions.
    pub const fn collides(self) -> bool {
        !matches!(
            self,
            Self::Empty | Self::Renewed | Self::Kept | Self::Elsewhere
        )
    }
}

/// Hears of everything that happens to a table.
pub trait Tally: Send + Sync + 'static {
    /// A tally of a table of so many rows.
    fn new(rows: usize) -> Self;
    /// A look-up touched so many cache lines and found an entry with this bound, or nothing.
    fn probe(&self, lines: u32, found: Option<Bound>);
    /// An entry was to be stored in a row.
    fn store(&self, row: usize, reason: Reason);
    /// What was counted so far.
    fn counts(&self) -> Option<Counts>;
}

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Look-ups.
    pub probes: u64,
    /// Cache lines they touched.
    pub lines: u64,
    /// What they found: upper bounds, lower bounds, exact values.
    pub hits: [u64; 3],
    /// What became of the entries to be stored, as in [`Reason::ALL`].
    pub stores: [u64; Reason::ALL.len()],
    /// Rows by the number of their collisions: none, 1, 2 to 3, 4 to 7 and so on.
    pub collisions: Vec<u64>,
}

/// Counts nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Tally for Silent {
    fn new(_rows: usize) -> Self {
        Self
    }
    #[inline]
    fn probe(&self, _lines: u32, _found: Option<Bound>) {}
    #[inline]
    fn store(&self, _row: usize, _reason: Reason) {}
    fn counts(&self) -> Option<Counts> {
        None
    }
}

#[cfg(not(loom))]
pub use counted::Counted;

#[cfg(not(loom))]
mod counted {
    use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

    use super::{Bound, Counts, Reason, Tally};

    /// Counts everything.
    pub struct Counted {
        probes: AtomicU64,
        lines: AtomicU64,
        hits: [AtomicU64; 3],
        stores: [AtomicU64; Reason::ALL.len()],
        collisions: Box<[AtomicU32]>,
    }

    impl Tally for Counted {
        fn new(rows: usize) -> Self {
            Self {
                probes: AtomicU64::default(),
                lines: AtomicU64::default(),
                hits: Default::default(),
                stores: Default::default(),
                collisions: (0..rows).map(|_| AtomicU32::default()).collect(),
            }
        }

        fn probe(&self, lines: u32, found: Option<Bound>) {
            self.probes.fetch_add(1, Relaxed);
            self.lines.fetch_add(u64::from(lines), Relaxed);
            if let Some(bound) = found {
                self.hits[bound as usize - 1].fetch_add(1, Relaxed);
            }
        }

        fn store(&self, row: usize, reason: Reason) {
            self.stores[reason as usize].fetch_add(1, Relaxed);
            if reason.collides() {
                self.collisions[row].fetch_add(1, Relaxed);
            }
        }

        fn counts(&self) -> Option<Counts> {
            let mut collisions = Vec::new();
            for row in &self.collisions {
                let class = (u32::BITS - row.load(Relaxed).leading_zeros()) as usize;
                if collisions.len() <= class {
                    collisions.resize(class + 1, 0);
                }
                collisions[class] += 1;
            }
            Some(Counts {
                probes: self.probes.load(Relaxed),
                lines: self.lines.load(Relaxed),
                hits: self.hits.each_ref().map(|count| count.load(Relaxed)),
                stores: self.stores.each_ref().map(|count| count.load(Relaxed)),
                collisions,
            })
        }
    }
}
