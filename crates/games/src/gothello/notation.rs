//! How it is written: points, `pass`, and the rows of the board.

use ponder_core::text::{read_rows, side_letter, write_rows};
use ponder_core::{Fault, Format, Notation, Show};

use super::{Gothello, Move, Position, formats};

/// What the canonical position says of the last moves, by the number of passes among them.
const TAILS: [&str; 3] = ["", " pass", " over"];

impl Gothello {
    /// The point that `text` names, or a pass; legal or not.
    fn named(&self, text: &str) -> Result<Move, Fault> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Move::PASS);
        }
        let (rows, columns) = (self.size.rows, self.size.columns);
        let place = match text.as_bytes() {
            &[file, rank] => {
                let column = file.to_ascii_lowercase().wrapping_sub(b'a');
                let row = (b'0' + rows).wrapping_sub(rank);
                (row < rows && column < columns).then_some((row, column))
            }
            _ => None,
        };
        let (row, column) = place.ok_or_else(|| {
            let last = self.name(1 << (columns - 1));
            Fault::new(format!("\"{text}\" is no point of this board"))
                .hint(format!("expected a point from a1 to {last}, or pass"))
        })?;
        Ok(Move(1 << (8 * row + column)))
    }
}

impl Notation for Gothello {
    fn write_move(&self, _: &Position, m: Move) -> String {
        if m == Move::PASS {
            "pass".to_owned()
        } else {
            self.name(m.0)
        }
    }

    fn read_move(&self, pos: &Position, text: &str) -> Result<Move, Fault> {
        let m = self.named(text)?;
        if pos.over() {
            return Err(Fault::new("the game is over").hint("both players passed"));
        }
        if m == Move::PASS || self.placements(pos) & m.0 != 0 {
            return Ok(m);
        }
        let name = self.name(m.0);
        Err(if self.empty(pos) & m.0 == 0 {
            Fault::new(format!("{name} is occupied")).hint("a stone needs an empty point")
        } else {
            Fault::new(format!("a stone on {name} would have no liberty"))
                .hint("it needs one before anything is captured")
        })
    }

    fn write_position(&self, pos: &Position) -> String {
        let tail = TAILS[usize::from(pos.passes)];
        format!("{} {}{tail}", write_rows(self, pos), side_letter(self, pos))
    }

    fn read_position(&self, text: &str) -> Result<Position, Fault> {
        let rows = read_rows(self, text)?;
        let mut words = rows.rest.into_iter();
        let mut passes = 0;
        if let Some((at, word)) = words.next() {
            let said = TAILS
                .iter()
                .position(|tail| tail.trim().eq_ignore_ascii_case(word));
            passes = said.ok_or_else(|| {
                Fault::at(at, format!("\"{word}\" follows the side to move"))
                    .hint("expected nothing, pass after a pass, or over after two")
            })?;
        }
        if let Some((at, word)) = words.next() {
            return Err(
                Fault::at(at, format!("\"{word}\" follows the end of the position"))
                    .hint("a position is its rows, the side to move, and pass or over"),
            );
        }
        let pos = self.assemble(&rows.pieces, rows.turn)?;
        Ok(Position {
            passes: passes as u8,
            ..pos
        })
    }

    fn own_format(&self) -> &'static str {
        "gthd"
    }

    fn formats(&self) -> Vec<Format<Self>> {
        vec![formats::COORDINATES, formats::GTHD, formats::BOARD]
    }
}
