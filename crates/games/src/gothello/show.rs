//! How people see it: stones on the crossings of lines, ranks numbered from the bottom.

use ponder_core::{Board, CellId, CellShape, Fault, Palette, Piece, Player, Show};

use super::points::{choked, each};
use super::{Gothello, Position};

impl Gothello {
    /// The point of a cell, as a set of one.
    fn point(&self, cell: CellId) -> u64 {
        let columns = u16::from(self.size.columns);
        1 << (8 * (cell / columns) + cell % columns)
    }

    /// The name of a point: its file and its rank.
    pub(super) fn name(&self, point: u64) -> String {
        let index = point.trailing_zeros() as u8;
        let file = char::from(b'a' + index % 8);
        format!("{file}{}", self.size.rows - index / 8)
    }
}

impl Show for Gothello {
    const KINDS: &'static [&'static str] = &["stone"];
    const PIECES: &'static str = "stones";
    const PALETTE: Palette = Palette {
        cell: "#c99b5a",
        ground: "#c99b5a",
        line: "#6b4f2a",
        pieces: [Palette::BLACK, Palette::WHITE],
    };

    fn board(&self) -> Board {
        Board::from_bottom(self.size.rows, self.size.columns).shaped(CellShape::Point)
    }

    fn piece_at(&self, pos: &Position, cell: CellId) -> Option<Piece> {
        let mut players = Player::BOTH.into_iter();
        let owner = players.find(|player| pos.stones(*player) & self.point(cell) != 0);
        owner.map(Piece::of)
    }

    /// Every board with a liberty for each group is reachable, with passes, from the start.
    fn assemble(&self, pieces: &[Option<Piece>], turn: Player) -> Result<Position, Fault> {
        let mut stones = [0, 0];
        for (cell, piece) in (0..).zip(pieces) {
            if let Some(piece) = piece {
                if piece.count > 1 {
                    return Err(Fault::new("a stone stands on another")
                        .hint("every point holds one stone at most"));
                }
                stones[piece.owner.index()] |= self.point(cell);
            }
        }
        let pos = Position {
            own: stones[turn.index()],
            other: stones[turn.other().index()],
            turn,
            passes: 0,
        };
        for (stones, owner) in stones.into_iter().zip(Self::PLAYERS) {
            let choked = choked(stones, self.empty(&pos));
            if choked != 0 {
                let what = format!("the {owner} group of {} has no liberty", self.name(choked));
                return Err(Fault::new(what).hint("every group has a liberty"));
            }
        }
        Ok(pos)
    }

    /// Go players expect that a stone may be placed wherever it captures; here it needs a
    /// liberty first.
    fn remark(&self, pos: &Position) -> Option<String> {
        let placements = self.placements(pos);
        let closed = self.empty(pos) & !placements;
        let names: Vec<_> = each(closed).map(|point| self.name(point)).collect();
        let mut remarks = Vec::new();
        if placements == 0 {
            remarks.push("No stone of yours would have a liberty: you must pass".to_owned());
        } else if closed != 0 {
            remarks.push(format!(
                "A stone of yours would have no liberty on {}",
                names.join(", ")
            ));
        }
        if pos.passes == 1 {
            remarks.push("Your opponent has passed: if you pass too, the game ends".to_owned());
        }
        (!remarks.is_empty()).then(|| remarks.join(". "))
    }
}
