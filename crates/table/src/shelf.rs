//! Lines of short entries in one piece of memory.

use std::sync::atomic::AtomicU64;

use ponder_core::Fault;

use crate::entry::Entry;
use crate::row::{Keys, Places, Row};
use crate::stock::Stock;
use crate::storage::{Blank, Storage};

/// Lines in one piece, and whole keys beside them if wanted.
pub(crate) struct Shelf<const N: usize, L> {
    lines: Storage<L>,
    keys: Option<Storage<[AtomicU64; N]>>,
}

impl<const N: usize, L: Blank> Shelf<N, L> {
    pub(crate) fn new(bytes: usize, keys: Keys) -> Result<Self, Fault> {
        let lines = Storage::<L>::within(bytes)?;
        let keys = match keys {
            Keys::Short => None,
            Keys::Whole => Some(Storage::new(lines.len())?),
        };
        Ok(Self { lines, keys })
    }

    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    #[inline]
    pub(crate) fn prefetch(&self, index: usize) {
        self.lines.prefetch(index);
    }

    #[inline]
    pub(crate) fn row(&self, index: usize) -> Row<'_, N, L> {
        Row {
            line: &self.lines[index],
            keys: self.keys.as_ref().map(|keys| &keys[index]),
        }
    }
}

impl<const N: usize, L: Blank + Places> Stock for Shelf<N, L> {
    fn bytes(&self) -> usize {
        self.lines.bytes()
    }

    fn rows(&self) -> usize {
        self.len()
    }

    fn capacity(&self) -> usize {
        self.len() * N
    }

    fn visit(&self, row: usize, show: &mut dyn FnMut(Entry)) {
        let row = self.row(row);
        (0..N).filter_map(|way| row.get(way)).for_each(show);
    }

    fn clear(&self) {
        (0..self.len()).for_each(|row| self.row(row).clear());
    }
}
