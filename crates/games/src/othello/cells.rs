//! Sets of cells, and the numbering that both board widths share.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of cells on a square of [`SIDE`](Cells::SIDE) rows, row after row from the top left,
/// one bit a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cells<const N: usize>(pub [u64; N]);

impl<const N: usize> Cells<N> {
    /// The rows and columns that `N` words have room for.
    pub const SIDE: u8 = match N {
        1 => 8,
        4 => 16,
        _ => panic!("a board is one word or four"),
    };

    /// No cell.
    pub const NONE: Self = Self([0; N]);

    /// One cell by its index.
    #[inline]
    #[must_use]
    pub fn one(index: u8) -> Self {
        // The remainder spares a board of one word the comparison.
        let word = usize::from(index / 64) % N;
        Self(from_fn(|n| u64::from(n == word) << (index % 64)))
    }

    /// The index of a cell by row and column, both from 0.
    #[inline]
    pub const fn index(row: u8, column: u8) -> u8 {
        row * Self::SIDE + column
    }

    /// The row and the column of a cell.
    #[inline]
    pub const fn place(index: u8) -> (u8, u8) {
        (index / Self::SIDE, index % Self::SIDE)
    }

    /// The cells of a board of `rows` x `columns`.
    #[must_use]
    pub fn rectangle(rows: u8, columns: u8) -> Self {
        let cells =
            (0..rows).flat_map(|row| (0..columns).map(move |column| Self::index(row, column)));
        cells.collect()
    }

    /// True if the cell with this index is among them.
    #[inline]
    pub fn has(self, index: u8) -> bool {
        self & Self::one(index) != Self::NONE
    }

    /// True if there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    /// How many there are.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Their indices, in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..).zip(self.0).flat_map(|(n, mut word)| {
            std::iter::from_fn(move || {
                let lowest = word.trailing_zeros() as u8;
                word &= word.wrapping_sub(1);
                (lowest < 64).then(|| 64 * n + lowest)
            })
        })
    }
}

impl<const N: usize> FromIterator<u8> for Cells<N> {
    fn from_iter<I: IntoIterator<Item = u8>>(indices: I) -> Self {
        let cells = indices.into_iter().map(Self::one);
        cells.fold(Self::NONE, |all, cell| all | cell)
    }
}

impl<const N: usize> BitAnd for Cells<N> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(from_fn(|n| self.0[n] & other.0[n]))
    }
}

impl<const N: usize> BitOr for Cells<N> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(from_fn(|n| self.0[n] | other.0[n]))
    }
}

impl<const N: usize> BitXor for Cells<N> {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(from_fn(|n| self.0[n] ^ other.0[n]))
    }
}

impl<const N: usize> Not for Cells<N> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(from_fn(|n| !self.0[n]))
    }
}
