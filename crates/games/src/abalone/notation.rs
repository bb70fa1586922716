//! How it is written: `a1b2`, `c3c5d3`, and rows I to A with the side to move and the losses.
//!
//! An in-line move is its rear marble's cell and the next one, whatever goes along and is
//! pushed. A broadside move is the two ends of its line, the lower end first, and the new cell of
//! the first; read in either order.

use ponder_core::text::{read_rows, side_letter, words, write_rows};
use ponder_core::{Fault, Format, MoveList, Notation, Rules, Show};

use super::hexagon::{Cell, Direction, cell, columns, neighbour};
use super::rules::{Line, Move, Position, walk};
use super::setup::gather;
use super::show::{letters, name};
use super::{Abalone, MARBLES, formats};

impl Notation for Abalone {
    fn write_move(&self, _: &Position, m: Move) -> String {
        let other = match m.line {
            Line::Ahead => None,
            Line::Aside { axis, marbles } => walk(m.first, usize::from(axis), marbles - 1),
        };
        let target = neighbour(m.first, m.direction());
        let cells = [Some(m.first), other, target].into_iter().flatten();
        cells.flat_map(letters).collect()
    }

    fn read_move(&self, pos: &Position, text: &str) -> Result<Move, Fault> {
        let first = read_cell(text, 0)?;
        let second = read_cell(text, 2)?;
        if text.len() == 4 {
            let direction = towards(first, second, 1).ok_or_else(|| {
                let what = format!("{} is not next to {}", name(second), name(first));
                Fault::at(2, what).hint("write the rear marble's cell and its next cell")
            })?;
            return self.legal(pos, Move::ahead(first, direction));
        }
        let target = read_cell(text, 4)?;
        if text.len() > 6 {
            return Err(Fault::at(6, "the move should end here")
                .hint("an in-line move has two cells, a broadside move three"));
        }
        let direction = towards(first, target, 1).ok_or_else(|| {
            let what = format!("{} is not next to {}", name(target), name(first));
            Fault::at(4, what).hint("write both ends of the line and the new cell of the first")
        })?;
        let m = aside(first, second, direction).map_err(|fault| fault.shifted(2))?;
        self.legal(pos, m)
    }

    fn write_position(&self, pos: &Position) -> String {
        let [black, white] = pos.lost;
        let (rows, side) = (write_rows(self, pos), side_letter(self, pos));
        format!("{rows} {side} {black} {white}")
    }

    fn read_position(&self, text: &str) -> Result<Position, Fault> {
        let rows = read_rows(self, text)?;
        let lost = match rows.rest[..] {
            [] => None,
            [black, white] => Some([read_lost(black)?, read_lost(white)?]),
            [_] => {
                return Err(Fault::at(text.len(), "white's lost marbles are missing")
                    .hint("write the marbles lost by black and by white, or neither"));
            }
            [_, _, (at, word), ..] => {
                return Err(
                    Fault::at(at, format!("\"{word}\" follows the lost marbles"))
                        .hint("a position is its rows, the side to move and the marbles lost"),
                );
            }
        };
        let start = words(text).first().map_or(0, |(at, _)| *at);
        let position = gather(&rows.pieces).and_then(|all| self.set_up(all, lost, rows.turn));
        position.map_err(|fault| fault.shifted(start))
    }

    fn own_format(&self) -> &'static str {
        "playstrategy-moves"
    }

    fn formats(&self) -> Vec<Format<Self>> {
        formats::all()
    }
}

/// The number of lost marbles that a word tells.
pub(super) fn read_lost((at, word): (usize, &str)) -> Result<u8, Fault> {
    let number = word.parse().ok().filter(|number| *number <= MARBLES);
    number.ok_or_else(|| {
        Fault::at(at, format!("\"{word}\" is no number of marbles"))
            .hint(format!("expected 0 to {MARBLES}"))
    })
}

/// The cell whose name begins at byte `at` of a text, in any case.
pub(super) fn read_cell(text: &str, at: usize) -> Result<Cell, Fault> {
    let rest = &text[at..];
    let word: String = rest.chars().take(2).collect();
    let &[row, column] = word.to_ascii_lowercase().as_bytes() else {
        return Err(no_cell(at, &word));
    };
    if !(b'a'..=b'i').contains(&row) || !column.is_ascii_digit() {
        return Err(no_cell(at, &word));
    }
    let (first, last) = columns(row - b'a' + 1);
    let column = column - b'0';
    if !(first..=last).contains(&column) {
        let row = char::from(row);
        return Err(Fault::at(at, format!("{word} is off the board"))
            .hint(format!("row {row} goes from {row}{first} to {row}{last}")));
    }
    Ok(cell(row - b'a' + 1, column))
}

fn no_cell(at: usize, word: &str) -> Fault {
    let fault = if word.is_empty() {
        Fault::at(at, "a cell is missing")
    } else {
        Fault::at(at, format!("\"{word}\" is no cell"))
    };
    fault.hint("expected a letter from a to i and a column from 1 to 9, as in e5")
}

/// The direction in which `to` lies `steps` steps from `from`.
pub(super) fn towards(from: Cell, to: Cell, steps: u8) -> Option<Direction> {
    (0..6).find(|direction| walk(from, *direction, steps) == Some(to))
}

/// The move that takes the line between two ends aside.
pub(super) fn aside(end: Cell, other: Cell, direction: Direction) -> Result<Move, Fault> {
    let line = [2, 3]
        .into_iter()
        .find_map(|marbles| Some((marbles, towards(end, other, marbles - 1)?)));
    let (marbles, along) = line.ok_or_else(|| {
        let (end, other) = (name(end), name(other));
        Fault::new(format!("{end} and {other} are not the ends of a line"))
            .hint("two or three marbles in line step aside")
    })?;
    if along % 3 == direction % 3 {
        return Err(Fault::new("this line would not step aside but go ahead")
            .hint("an in-line move is written as one"));
    }
    Ok(Move::aside(end, along, marbles, direction).expect("both ends are on the board"))
}

impl Abalone {
    /// The move itself if it is legal, or the rule that it breaks.
    pub(super) fn legal(&self, pos: &Position, m: Move) -> Result<Move, Fault> {
        let mut list = MoveList::<Self>::new();
        self.moves(pos, &mut list);
        if list.contains(&m) {
            return Ok(m);
        }
        if let Some(outcome) = self.ended(pos) {
            return Err(Fault::new("the game is over").hint(outcome.reason));
        }
        let (marbles, pushed) = pos.moved(m);
        let player = Self::PLAYERS[pos.turn.index()];
        let strangers = marbles
            .iter()
            .find(|cell| pos.owner(**cell) != Some(pos.turn));
        if let Some(stranger) = strangers.or(marbles.is_empty().then_some(&m.first)) {
            let what = format!("{} holds no {player} marble", name(*stranger));
            return Err(Fault::new(what).hint(format!("{player} moves {player} marbles")));
        }
        Err(match m.line {
            Line::Aside { .. } => Fault::new("the line has no room to step aside")
                .hint("all its target cells must be on the board and empty"),
            Line::Ahead => refuse_ahead(&marbles, &pushed, m),
        })
    }
}

/// Why a line of own marbles cannot go ahead against these enemy marbles.
fn refuse_ahead(own: &[Cell], pushed: &[Cell], m: Move) -> Fault {
    let (count, against) = (own.len(), pushed.len());
    if count > 3 {
        return Fault::new(format!(
            "{count} marbles stand in line from {}",
            name(m.first)
        ))
        .hint("at most three can move");
    }
    if neighbour(own[0], m.direction()).is_none() {
        return Fault::new(format!("{} stands at the edge", name(own[0])))
            .hint("nobody ejects his own marble");
    }
    if against >= count {
        return Fault::new(format!("{count} cannot push {against}"))
            .hint("two push one, three push one or two");
    }
    Fault::new(format!("an own marble stands behind {}", name(pushed[0])))
        .hint("the cell behind the pushed marbles must be empty or off the board")
}
