//! The symmetries: the board mirrored, overturned and, if it is square, transposed; each also
//! with the colours exchanged.
//!
//! They are symmetries of the rules, not of the start: on a board with an odd side the image of
//! a game is one that began half a square away.

use super::{Cells, Othello, Position};

/// A symmetry by its parts, transposition first. The number of a symmetry has a bit for each
/// part, so that a board that is not square simply lacks the highest bit.
#[derive(Clone, Copy)]
pub(super) struct Symmetry(pub(super) u8);

impl Symmetry {
    const COLOURS: u8 = 1;
    const MIRROR: u8 = 2;
    const OVERTURN: u8 = 4;
    const TRANSPOSE: u8 = 8;

    fn has(self, part: u8) -> bool {
        self.0 & part != 0
    }

    /// True if black and white change places.
    pub(super) fn swaps_colours(self) -> bool {
        self.has(Self::COLOURS)
    }

    /// The symmetry that undoes this one. Carried past a transposition, a mirroring becomes an
    /// overturning.
    pub(super) fn inverse(self) -> Self {
        if !self.has(Self::TRANSPOSE) || self.has(Self::MIRROR) == self.has(Self::OVERTURN) {
            return self;
        }
        Self(self.0 ^ Self::MIRROR ^ Self::OVERTURN)
    }
}

impl<const N: usize> Othello<N> {
    pub(super) fn symmetry_count(&self) -> u8 {
        if self.rows == self.columns {
            2 * Symmetry::TRANSPOSE
        } else {
            Symmetry::TRANSPOSE
        }
    }

    /// The image of a cell.
    pub(super) fn turned_cell(&self, cell: u8, symmetry: Symmetry) -> u8 {
        let (mut row, mut column) = Cells::<N>::place(cell);
        if symmetry.has(Symmetry::TRANSPOSE) {
            (row, column) = (column, row);
        }
        if symmetry.has(Symmetry::MIRROR) {
            column = self.columns - 1 - column;
        }
        if symmetry.has(Symmetry::OVERTURN) {
            row = self.rows - 1 - row;
        }
        Cells::<N>::index(row, column)
    }

    /// The image of a position. An exchange of colours leaves the discs to move where they are.
    pub(super) fn turned_position(&self, pos: &Position<N>, symmetry: Symmetry) -> Position<N> {
        let turned = |cells: Cells<N>| -> Cells<N> {
            let cells = cells.iter();
            cells.map(|cell| self.turned_cell(cell, symmetry)).collect()
        };
        Position {
            own: turned(pos.own),
            enemy: turned(pos.enemy),
            turn: if symmetry.swaps_colours() {
                pos.turn.other()
            } else {
                pos.turn
            },
        }
    }
}
