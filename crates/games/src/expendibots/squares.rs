//! The board as bits of a word: square (x, y) is bit 8y + x, so that (0, 0) is the lowest bit.

use std::fmt;

use ponder_core::CellId;

use crate::grid::{Size, Symmetry};

/// Rows and columns.
pub(super) const SIZE: Size = Size {
    rows: 8,
    columns: 8,
};

/// Turns the rows of a square's number round.
const UPSIDE_DOWN: u8 = 0o70;

/// A square of the board; printed as column letter and row number, (3, 1) is d2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square in column `x` and row `y`, both counted from 0 at the lower left corner.
    pub const fn new(x: u8, y: u8) -> Option<Self> {
        if x < 8 && y < 8 {
            Some(Self(8 * y + x))
        } else {
            None
        }
    }

    /// The column, from 0.
    #[inline]
    pub const fn x(self) -> u8 {
        self.0 % 8
    }

    /// The row, from 0 at the bottom.
    #[inline]
    pub const fn y(self) -> u8 {
        self.0 / 8
    }

    /// A number below 64, in a form that tells the compiler so.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize % 64
    }

    #[inline]
    pub(super) const fn bit(self) -> u64 {
        1 << self.index()
    }

    /// The lowest square of a set.
    #[inline]
    pub(super) const fn lowest(set: u64) -> Option<Self> {
        if set == 0 {
            None
        } else {
            Some(Self(set.trailing_zeros() as u8))
        }
    }

    /// Cells are numbered in reading order, squares from the bottom row.
    pub(super) fn cell(self) -> CellId {
        CellId::from(self.0 ^ UPSIDE_DOWN)
    }

    /// The square of a cell below 64.
    pub(super) const fn of_cell(cell: CellId) -> Self {
        Self((cell as u8 % 64) ^ UPSIDE_DOWN)
    }

    /// The image under a symmetry of the board.
    pub(super) const fn turned(self, symmetry: Symmetry) -> Self {
        let (y, x) = symmetry.place((self.y(), self.x()), SIZE);
        Self(8 * y + x)
    }

    /// How far it is to another square along a row or column.
    pub(super) const fn distance(self, to: Self) -> Option<u8> {
        match (self.x().abs_diff(to.x()), self.y().abs_diff(to.y())) {
            (0, steps) | (steps, 0) => Some(steps),
            _ => None,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.x()), self.y() + 1)
    }
}

/// The squares of a set, lowest first.
#[inline]
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = Square::lowest(set);
        set &= set.wrapping_sub(1);
        square
    })
}

const LEFT_COLUMN: u64 = 0x0101_0101_0101_0101;
const RIGHT_COLUMN: u64 = LEFT_COLUMN << 7;

/// The set moved one step in each of the four directions of a MOVE.
#[inline]
pub(super) const fn steps(set: u64) -> [u64; 4] {
    [
        (set & !RIGHT_COLUMN) << 1,
        (set & !LEFT_COLUMN) >> 1,
        set << 8,
        set >> 8,
    ]
}

/// The set and all squares that touch it, also at a corner.
#[inline]
pub(super) const fn spread(set: u64) -> u64 {
    let [right, left, ..] = steps(set);
    let rows = set | right | left;
    rows | rows << 8 | rows >> 8
}

/// The squares that a stack of `height` reaches from `square`, whatever stands on them.
#[inline]
pub(super) const fn reach(square: Square, height: usize) -> u64 {
    // No square is more than seven steps away.
    let steps = if height < 7 { height } else { 7 };
    REACH[steps][square.index()]
}

static REACH: [[u64; 64]; 8] = reach_table();

const fn reach_table() -> [[u64; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut square = 0;
    while square < 64 {
        let mut rays = [1 << square; 4];
        let mut distance = 1;
        while distance < 8 {
            let mut reached = table[distance - 1][square];
            let mut direction = 0;
            while direction < 4 {
                rays[direction] = steps(rays[direction])[direction];
                reached |= rays[direction];
                direction += 1;
            }
            table[distance][square] = reached;
            distance += 1;
        }
        square += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::Square;

    #[test]
    fn squares_have_names_and_cells_in_reading_order() {
        let square = Square::new(3, 1).expect("on the board");
        assert_eq!(square.to_string(), "d2");
        assert_eq!(square.cell(), 51);
        assert_eq!(Square::of_cell(51), square);
        assert_eq!(Square::new(8, 0), None);
        assert_eq!(Square::new(0, 8), None);
    }
}
