//! The symmetries of rectangular boards: mirrored, overturned and, if they are square,
//! transposed; each also with the colours exchanged.
//!
//! They are symmetries of the rules, not of a start position. Games on such boards share them and
//! say only how their own positions turn.

/// A symmetry by its parts, transposition first. Its number has a bit for each part, so that a
/// board that is not square simply lacks the highest bit.
#[derive(Clone, Copy)]
pub(crate) struct Symmetry(pub(crate) u8);

/// Rows and columns of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) rows: u8,
    pub(crate) columns: u8,
}

impl Size {
    /// The number of symmetries of a board of this size.
    pub(crate) const fn symmetries(self) -> u8 {
        if self.rows == self.columns {
            2 * Symmetry::TRANSPOSE
        } else {
            Symmetry::TRANSPOSE
        }
    }
}

impl Symmetry {
    const COLOURS: u8 = 1;
    const MIRROR: u8 = 2;
    const OVERTURN: u8 = 4;
    const TRANSPOSE: u8 = 8;

    const fn has(self, part: u8) -> bool {
        self.0 & part != 0
    }

    /// True if the players change places.
    pub(crate) const fn swaps_colours(self) -> bool {
        self.has(Self::COLOURS)
    }

    /// The symmetry that undoes this one. Carried past a transposition, a mirroring becomes an
    /// overturning.
    pub(crate) const fn inverse(self) -> Self {
        if !self.has(Self::TRANSPOSE) || self.has(Self::MIRROR) == self.has(Self::OVERTURN) {
            return self;
        }
        Self(self.0 ^ Self::MIRROR ^ Self::OVERTURN)
    }

    /// The image of a place, row and column counted from 0.
    pub(crate) const fn place(self, (row, column): (u8, u8), size: Size) -> (u8, u8) {
        let (mut row, mut column) = if self.has(Self::TRANSPOSE) {
            (column, row)
        } else {
            (row, column)
        };
        if self.has(Self::MIRROR) {
            column = size.columns - 1 - column;
        }
        if self.has(Self::OVERTURN) {
            row = size.rows - 1 - row;
        }
        (row, column)
    }

    /// The image of a set of places in one word, eight bits a row.
    pub(crate) const fn word(self, mut set: u64, size: Size) -> u64 {
        if self.has(Self::TRANSPOSE) {
            set = transposed(set);
        }
        if self.has(Self::MIRROR) {
            set = set.reverse_bits().swap_bytes() >> (8 - size.columns);
        }
        if self.has(Self::OVERTURN) {
            set = set.swap_bytes() >> (64 - 8 * size.rows as u32);
        }
        set
    }
}

/// Exchanges rows and columns by swapping ever smaller blocks across the diagonal.
const fn transposed(set: u64) -> u64 {
    const fn exchange(set: u64, shift: u32, blocks: u64) -> u64 {
        let swap = (set ^ set >> shift) & blocks;
        set ^ swap ^ swap << shift
    }
    let set = exchange(set, 28, 0x0000_0000_f0f0_f0f0);
    let set = exchange(set, 14, 0x0000_cccc_0000_cccc);
    exchange(set, 7, 0x00aa_00aa_00aa_00aa)
}

#[cfg(test)]
mod tests {
    use super::{Size, Symmetry};

    #[test]
    fn words_turn_as_their_places_do() {
        for (rows, columns) in [(8, 8), (5, 5), (2, 7), (8, 3)] {
            let size = Size { rows, columns };
            for symmetry in (0..size.symmetries()).map(Symmetry) {
                for place in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)))
                {
                    let bit = |(row, column): (u8, u8)| 1_u64 << (8 * row + column);
                    let image = symmetry.place(place, size);
                    assert_eq!(symmetry.word(bit(place), size), bit(image));
                    assert_eq!(symmetry.inverse().place(image, size), place);
                }
            }
        }
    }
}
