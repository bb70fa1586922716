//! Lines of short entries in one piece of memory.

use std::sync::atomic::AtomicU64;

use ponder_core::Fault;

use crate::short::{Keys, Row, Short};
use crate::storage::{Blank, Storage};

/// Lines in one piece, and whole keys beside them if wanted.
pub(crate) struct Shelf<const N: usize, H> {
    lines: Storage<Short<N, H>>,
    keys: Option<Storage<[AtomicU64; N]>>,
}

impl<const N: usize, H> Shelf<N, H>
where
    Short<N, H>: Blank,
{
    pub(crate) fn new(bytes: usize, keys: Keys) -> Result<Self, Fault> {
        let lines = Storage::<Short<N, H>>::within(bytes)?;
        let keys = match keys {
            Keys::Short => None,
            Keys::Whole => Some(Storage::new(lines.len())?),
        };
        Ok(Self { lines, keys })
    }

    pub(crate) fn bytes(&self) -> usize {
        self.lines.bytes()
    }

    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    #[inline]
    pub(crate) fn prefetch(&self, index: usize) {
        self.lines.prefetch(index);
    }

    #[inline]
    pub(crate) fn row(&self, index: usize) -> Row<'_, N, H> {
        Row {
            line: &self.lines[index],
            keys: self.keys.as_ref().map(|keys| &keys[index]),
        }
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = Row<'_, N, H>> {
        (0..self.len()).map(|index| self.row(index))
    }
}
