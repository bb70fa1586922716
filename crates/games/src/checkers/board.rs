//! The board as 32 bits in an order in which every diagonal step is a rotation.
//!
//! Walking the board north-west adds 7 to a square's bit and north-east adds 1, modulo 32, from
//! every square alike, so no step depends on the row it starts from:
//!
//! ```text
//!      11    5   31   25        squares  1  2  3  4, White's crowning row
//!   10    4   30   24                    5  6  7  8
//!       3   29   23   17                 9 10 11 12
//!    2   28   22   16                   13 14 15 16
//!      27   21   15    9                17 18 19 20
//!   26   20   14    8                   21 22 23 24
//!      19   13    7    1                25 26 27 28
//!   18   12    6    0                   29 30 31 32, Black's crowning row
//! ```
//!
//! A step over the edge comes back at the opposite edge, never in the interior. A jump over an
//! interior square therefore needs no other check, and a quiet step only one mask.

/// A set of squares.
pub(super) type Set = u32;

/// The bit of each square, in reading order: the place of square 1 first.
pub(super) const BITS: [u8; 32] = bits();

/// The inverse of [`BITS`]: the cell, one less than the square's number, of each bit.
pub(super) const CELLS: [u8; 32] = cells();

/// The rows from the top.
pub(super) const ROWS: [Set; 8] = rows();

/// The column on the left, and the one on the right.
pub(super) const WEST: Set = column(0);
pub(super) const EAST: Set = column(7);

/// The row on which the first player's men (Black's) are crowned, and the second's.
pub(super) const CROWNING: [Set; 2] = [ROWS[7], ROWS[0]];

/// The squares that are not on an edge: the only ones where a piece can be captured.
pub(super) const INTERIOR: Set = !(ROWS[0] | ROWS[7] | WEST | EAST);

/// The first player's men at the start of a game, and the second's.
pub(super) const START: [Set; 2] = [ROWS[0] | ROWS[1] | ROWS[2], ROWS[5] | ROWS[6] | ROWS[7]];

/// A diagonal direction. The opposite one has the other upper bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    NorthEast = 0,
    NorthWest = 1,
    SouthWest = 2,
    SouthEast = 3,
}

impl Way {
    pub(super) const ALL: [Self; 4] = [
        Self::NorthEast,
        Self::NorthWest,
        Self::SouthWest,
        Self::SouthEast,
    ];

    /// The ways forward of the first player's men, down the board, and of the second's.
    pub(super) const FORWARD: [[Self; 2]; 2] = [
        [Self::SouthWest, Self::SouthEast],
        [Self::NorthEast, Self::NorthWest],
    ];

    /// The way back.
    #[inline]
    pub(super) const fn opposite(self) -> Self {
        match self {
            Self::NorthEast => Self::SouthWest,
            Self::NorthWest => Self::SouthEast,
            Self::SouthWest => Self::NorthEast,
            Self::SouthEast => Self::NorthWest,
        }
    }

    /// What a step this way adds to a bit, modulo 32.
    #[inline]
    const fn turn(self) -> u32 {
        match self {
            Self::NorthEast => 1,
            Self::NorthWest => 7,
            Self::SouthWest => 31,
            Self::SouthEast => 25,
        }
    }

    /// All squares of a set one step further; those at the edge come back at the other side.
    #[inline]
    pub(super) const fn step(self, set: Set) -> Set {
        set.rotate_left(self.turn())
    }

    /// All squares of a set one step back.
    #[inline]
    pub(super) const fn back(self, set: Set) -> Set {
        set.rotate_right(self.turn())
    }

    /// The bit one step back.
    #[inline]
    pub(super) const fn bit_back(self, bit: u32) -> u32 {
        bit.wrapping_sub(self.turn()) % 32
    }

    /// The bit one step further.
    #[inline]
    pub(super) const fn bit_step(self, bit: u32) -> u32 {
        (bit + self.turn()) % 32
    }

    /// The squares that a step within the board can come to.
    #[inline]
    pub(super) const fn reach(self) -> Set {
        match self {
            Self::NorthEast => !(ROWS[7] | WEST),
            Self::NorthWest => !(ROWS[7] | EAST),
            Self::SouthWest => !(ROWS[0] | EAST),
            Self::SouthEast => !(ROWS[0] | WEST),
        }
    }
}

/// The board turned by half a turn: square n goes to 33 - n.
pub(super) const fn turned(set: Set) -> Set {
    set.reverse_bits().rotate_left(12)
}

/// The bit that square n has after half a turn.
pub(super) const fn turned_bit(bit: u32) -> u32 {
    11_u32.wrapping_sub(bit) % 32
}

/// The set of these squares, by their numbers.
pub(super) const fn squares(numbers: &[u8]) -> Set {
    let mut set = 0;
    let mut index = 0;
    while index < numbers.len() {
        set |= 1 << BITS[numbers[index] as usize - 1];
        index += 1;
    }
    set
}

/// The row, from the top, and the column of a cell.
pub(super) const fn place(cell: u8) -> (u8, u8) {
    let row = cell / 4;
    (row, 2 * (cell % 4) + (row + 1) % 2)
}

/// The steps that the men of a player, given by its index, have before them until they are
/// crowned, added up.
pub(super) const fn steps_to_crown(men: Set, player: usize) -> u32 {
    // The binary digits of the first player's distance, which is 7 less the row; the second
    // player's is the row, and has the opposite digits.
    const HALVES: Set = ROWS[0] | ROWS[1] | ROWS[2] | ROWS[3];
    const QUARTERS: Set = ROWS[0] | ROWS[1] | ROWS[4] | ROWS[5];
    const EIGHTHS: Set = ROWS[0] | ROWS[2] | ROWS[4] | ROWS[6];
    let flip = if player == 0 { 0 } else { !0 };
    4 * (men & (HALVES ^ flip)).count_ones()
        + 2 * (men & (QUARTERS ^ flip)).count_ones()
        + (men & (EIGHTHS ^ flip)).count_ones()
}

const fn bits() -> [u8; 32] {
    let mut bits = [0; 32];
    let mut cell = 0;
    while cell < 32 {
        let (row, column) = place(cell);
        let (row, column) = (row as i32, column as i32);
        // Steps north-east and north-west that lead here from square 32, at bit 0.
        let east = (column - row + 1) / 2;
        let west = (13 - row - column) / 2;
        bits[cell as usize] = (east + 7 * west).rem_euclid(32) as u8;
        cell += 1;
    }
    bits
}

const fn cells() -> [u8; 32] {
    let mut cells = [0; 32];
    let mut cell = 0;
    while cell < 32 {
        cells[BITS[cell as usize] as usize] = cell;
        cell += 1;
    }
    cells
}

const fn rows() -> [Set; 8] {
    let mut rows = [0; 8];
    let mut cell = 0;
    while cell < 32 {
        rows[cell / 4] |= 1 << BITS[cell];
        cell += 1;
    }
    rows
}

const fn column(column: u8) -> Set {
    let mut set = 0;
    let mut cell = 0;
    while cell < 32 {
        if place(cell).1 == column {
            set |= 1 << BITS[cell as usize];
        }
        cell += 1;
    }
    set
}
