//! How it is written: `11-15`, `26x17x10`, and positions as in PDN.

use ponder_core::{Fault, Format, MoveList, Notation, Rules};

use super::moves::Move;
use super::rules::Position;
use super::scan::Scanner;
use super::{Checkers, fen, formats};

/// What may stand between the squares of a move. Files mix the two up, so both mean either.
pub(super) const SEPARATORS: [char; 4] = ['-', 'x', 'X', ':'];

/// At most this many moves are named in a message.
const SHOWN: usize = 12;

impl Notation for Checkers {
    fn write_move(&self, _: &Position, m: Move) -> String {
        join(m, &m.stations())
    }

    /// Reads every square of the path, or only the ends of a capture if that leaves no doubt
    /// about its result.
    fn read_move(&self, pos: &Position, text: &str) -> Result<Move, Fault> {
        let cells = read_cells(text)?;
        let mut list = MoveList::<Self>::new();
        self.all_moves(pos, &mut list);
        if let Some(m) = list.iter().find(|m| m.stations() == cells) {
            return Ok(*m);
        }
        let same_ends = |m: &&Move| {
            let path = m.stations();
            cells.len() == 2 && path.first() == cells.first() && path.last() == cells.last()
        };
        let candidates: Vec<Move> = list.iter().filter(same_ends).copied().collect();
        let Some(first) = candidates.first() else {
            return Err(refuse(pos, text, &cells, &list));
        };
        if candidates.iter().all(|m| m.captured() == first.captured()) {
            return Ok(*first);
        }
        let what = format!("\"{}\" can mean different captures", without_blanks(text));
        Err(Fault::at(0, what).hint(format!("write one of {}", named(&candidates))))
    }

    fn write_position(&self, pos: &Position) -> String {
        fen::write(self, pos)
    }

    fn read_position(&self, text: &str) -> Result<Position, Fault> {
        fen::read(text)
    }

    fn own_format(&self) -> &'static str {
        "pdn"
    }

    fn formats(&self) -> Vec<Format<Self>> {
        formats::all()
    }
}

/// Cells of a move's path as square numbers, with the right separator.
pub(super) fn join(m: Move, cells: &[u8]) -> String {
    let numbers: Vec<_> = cells.iter().map(|cell| (cell + 1).to_string()).collect();
    numbers.join(if m.captured() == 0 { "-" } else { "x" })
}

/// Reads squares with separators between them; blanks do not matter.
fn read_cells(text: &str) -> Result<Vec<u8>, Fault> {
    const HINT: &str = "a move is written 11-15, a capture 26x17x10";
    let mut scanner = Scanner::new(text);
    let mut cells = Vec::new();
    loop {
        scanner.skip_blanks();
        cells.push(scanner.square()?);
        scanner.skip_blanks();
        if !scanner.eat(&SEPARATORS) {
            break;
        }
    }
    if scanner.peek().is_some() || cells.len() < 2 {
        let what = format!("expected - or x, found {}", scanner.describe());
        return Err(Fault::at(scanner.at(), what).hint(HINT));
    }
    Ok(cells)
}

/// The text without the blanks and line breaks that files have in moves.
pub(super) fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Says why these squares are no legal move.
fn refuse(pos: &Position, text: &str, cells: &[u8], legal: &[Move]) -> Fault {
    let text = without_blanks(text);
    if legal.is_empty() {
        return Fault::at(0, format!("\"{text}\" is not a legal move here"))
            .hint("the game is over");
    }
    if !pos.must_capture() {
        return Fault::at(0, format!("\"{text}\" is not a legal move here"))
            .hint(format!("legal are {}", named(legal)));
    }
    let quiet = pos.quiet_moves().iter().any(|m| m.stations() == cells);
    let what = if quiet {
        format!("\"{text}\" takes nothing, but a capture is due")
    } else {
        format!("\"{text}\" is not a legal capture here")
    };
    Fault::at(0, what).hint(format!("captures are {}", named(legal)))
}

/// The texts of some moves, in the order of their squares.
pub(super) fn named(moves: &[Move]) -> String {
    let mut moves: Vec<_> = moves.iter().map(|m| (m.stations(), *m)).collect();
    moves.sort_by(|a, b| a.0.cmp(&b.0));
    let more = moves.len().saturating_sub(SHOWN);
    let texts: Vec<_> = moves
        .iter()
        .take(SHOWN)
        .map(|(cells, m)| join(*m, cells))
        .collect();
    let texts = texts.join(" ");
    if more > 0 {
        format!("{texts} and {more} more")
    } else {
        texts
    }
}
