//! Moves and positions as text: `f5`, `pass`, and the board as one line of squares.

use ponder_core::{Fault, Format, Notation, Piece, Player, Show, legal_moves};

use super::{Cells, Move, Othello, Position, formats};

impl<const N: usize> Othello<N> {
    /// The cell that a text such as `f5` names.
    fn find_cell(&self, text: &str) -> Option<u8> {
        let (&letter, number) = text.as_bytes().split_first()?;
        let column = letter.to_ascii_lowercase().checked_sub(b'a')?;
        // No sign and no leading zero, which `parse` would take.
        if !matches!(number.first(), Some(b'1'..=b'9')) {
            return None;
        }
        let number: u8 = text.get(1..)?.parse().ok()?;
        let fits = column < self.size.columns && number <= self.size.rows;
        fits.then(|| Cells::<N>::index(number - 1, column))
    }

    /// Why `text` is no legal move.
    fn refuse(&self, pos: &Position<N>, text: &str) -> Fault {
        let what = match self.find_cell(text) {
            Some(cell) if (pos.own | pos.enemy).has(cell) => format!("{text} is not empty"),
            Some(_) => format!("{text} turns no disc"),
            None if text.eq_ignore_ascii_case("pass") => "a pass is not allowed here".to_owned(),
            None => format!("\"{text}\" is no square of this board"),
        };
        Fault::new(what).hint(legal_moves(self, pos))
    }

    /// Reads the squares from a1, row after row, and the side to move, with blanks anywhere.
    pub(super) fn read_board(&self, text: &str) -> Result<Position<N>, Fault> {
        let text = text.trim_end();
        let text = text.strip_suffix(';').unwrap_or(text).trim_end();
        let mut marks: Vec<_> = text
            .char_indices()
            .filter(|(_, mark)| !mark.is_whitespace())
            .collect();
        let (side_at, side) = marks.pop().ok_or_else(|| {
            Fault::at(0, "the position is empty").hint("write the squares and the side to move")
        })?;
        let mut pieces = Vec::with_capacity(marks.len());
        for &(at, mark) in &marks {
            let owner = match mark {
                '-' | '.' => None,
                _ => Some(read_colour(mark).ok_or_else(|| {
                    Fault::at(at, format!("\"{mark}\" is no square"))
                        .hint("expected X (black), O (white) or - (empty)")
                })?),
            };
            pieces.push(owner.map(Piece::of));
        }
        let squares = self.squares();
        let apart = text[..side_at].ends_with(char::is_whitespace);
        if marks.len() + 1 == squares && !apart {
            return Err(Fault::at(text.len(), "the side to move is missing").hint("add X or O"));
        }
        if marks.len() != squares {
            let at = marks.get(squares).map_or(side_at, |(at, _)| *at);
            let what = format!("the board has {} squares", marks.len());
            return Err(Fault::at(at, what).hint(format!(
                "a board of {}x{} has {squares}",
                self.size.rows, self.size.columns
            )));
        }
        let turn = read_colour(side).ok_or_else(|| {
            Fault::at(side_at, format!("\"{side}\" is no side to move")).hint("expected X or O")
        })?;
        self.assemble(&pieces, turn)
    }

    /// The squares from a1, row after row, in the given letters for black, white and empty.
    pub(super) fn write_squares(&self, pos: &Position<N>, letters: [char; 3]) -> String {
        let squares = 0..self.squares() as u16;
        squares
            .map(|square| match self.piece_at(pos, square) {
                Some(piece) => letters[piece.owner.index()],
                None => letters[2],
            })
            .collect()
    }
}

fn read_colour(mark: char) -> Option<Player> {
    match mark {
        'X' | 'x' | '*' => Some(Player::First),
        'O' | 'o' => Some(Player::Second),
        _ => None,
    }
}

impl<const N: usize> Notation for Othello<N> {
    fn write_move(&self, _: &Position<N>, m: Move) -> String {
        match m {
            Move::Place(cell) => Self::name(cell),
            Move::Pass => "pass".to_owned(),
        }
    }

    fn read_move(&self, pos: &Position<N>, text: &str) -> Result<Move, Fault> {
        let m = if text.eq_ignore_ascii_case("pass") {
            self.must_pass(pos).then_some(Move::Pass)
        } else {
            let placements = self.placements(pos);
            let cell = self.find_cell(text).filter(|cell| placements.has(*cell));
            cell.map(Move::Place)
        };
        m.ok_or_else(|| self.refuse(pos, text))
    }

    /// One character a square from a1, row after row (`X` black, `O` white, `-` empty), a blank,
    /// and the side to move.
    fn write_position(&self, pos: &Position<N>) -> String {
        let squares = self.write_squares(pos, ['X', 'O', '-']);
        format!("{squares} {}", self.symbol(Piece::of(pos.turn)))
    }

    fn read_position(&self, text: &str) -> Result<Position<N>, Fault> {
        self.read_board(text)
    }

    fn own_format(&self) -> &'static str {
        // GGF knows square boards only.
        if self.size.rows == self.size.columns {
            "ggf"
        } else {
            "game"
        }
    }

    fn formats(&self) -> Vec<Format<Self>> {
        formats::all()
    }
}
