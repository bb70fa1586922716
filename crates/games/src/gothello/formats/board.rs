//! Boards as the referee `gthd` sends them to observers, parted by blank lines.
//!
//! ```text
//! 380 2 b
//! 382
//! .....
//! ..w..
//! .....
//! .....
//! b....
//! ```
//!
//! The line 380 (or 381, with clocks) gives the number of the next move and the side to move, or
//! `*` when the game is over; without it black is to move. That does not tell of passes, so a
//! word is written behind it where there were any: `380 2 b pass` after one, and after two the
//! side that would be to move, `380 2 * b`. Rows stand one a line, the top one first. Other lines
//! of the referee are passed over, so that the log of an observer is read whole.

use std::mem::take;

use ponder_core::text::{side_letter, words, write_rows};
use ponder_core::{Fault, Format, Holds, Piece, Player, Record, Show, replay};

use super::{Gothello, Position, paragraphs, serial};

pub(in super::super) const FORMAT: Format<Gothello> = Format {
    name: "board",
    about: "boards as gthd sends them to observers: rows of . b w, optionally after 380 and 382",
    holds: Holds::Positions,
    read,
    write,
};

fn read(rules: &Gothello, text: &str) -> Result<Vec<Record<Gothello>>, Fault> {
    let mut records = Vec::new();
    let mut header = Header::default();
    for lines in paragraphs(text) {
        let mut rows: Vec<(usize, &str)> = Vec::new();
        for (at, line) in lines {
            if !line.starts_with(|letter: char| letter.is_ascii_digit()) {
                rows.push((at, line));
                continue;
            }
            if !rows.is_empty() {
                records.push(take(&mut header).record(rules, &rows)?);
                rows.clear();
            }
            if let Some(read) = Header::read(line).map_err(|fault| fault.shifted(at))? {
                header = read;
            }
        }
        if !rows.is_empty() {
            records.push(take(&mut header).record(rules, &rows)?);
        }
    }
    Ok(records)
}

/// What the line before a board says of it.
struct Header {
    turn: Player,
    passes: u8,
    plies: u32,
}

impl Default for Header {
    fn default() -> Self {
        Self {
            turn: Player::First,
            passes: 0,
            plies: 0,
        }
    }
}

impl Header {
    /// Reads a line that begins with a digit; `None` if it says nothing of the board.
    fn read(line: &str) -> Result<Option<Self>, Fault> {
        let words = words(line);
        let side = match words[0].1 {
            "380" => 2,
            // Two clocks stand before the side.
            "381" => 4,
            _ => return Ok(None),
        };
        let missing = || {
            Fault::at(line.len(), "the line ends before the side to move")
                .hint("expected 380, the move number, and b, w or *")
        };
        let &(at, word) = words.get(1).ok_or_else(missing)?;
        let number = word.parse::<u16>().ok().filter(|number| *number > 0);
        let number = number.map(u32::from).ok_or_else(|| {
            Fault::at(at, format!("\"{word}\" is no move number")).hint("moves count from 1")
        })?;
        let &(at, word) = words.get(side).ok_or_else(missing)?;
        // The referee's specification has a full stop for its asterisk.
        let over = word == "*" || word == ".";
        let note = words.get(side + 1);
        let said = match note {
            None if over => Some((Player::First, 2)),
            Some((_, next)) if over => read_side(next).map(|turn| (turn, 2)),
            None => read_side(word).map(|turn| (turn, 0)),
            Some((_, note)) => {
                let turn = read_side(word).filter(|_| *note == "pass");
                turn.map(|turn| (turn, 1))
            }
        };
        let (turn, passes) = said.ok_or_else(|| {
            Fault::at(at, "this is no side to move")
                .hint("expected b, w, b pass, w pass, or * for a game that is over")
        })?;
        // The referee does not count on after the pass that ends the game.
        let plies = if over {
            2 * number - turn.index() as u32
        } else {
            2 * (number - 1) + turn.index() as u32
        };
        Ok(Some(Self {
            turn,
            passes,
            plies,
        }))
    }

    /// The record of the board with these rows.
    fn record(&self, rules: &Gothello, rows: &[(usize, &str)]) -> Result<Record<Gothello>, Fault> {
        let mut pieces = Vec::new();
        let height = usize::from(rules.size.rows);
        for &(at, row) in rows.iter().take(height) {
            let before = pieces.len();
            for (offset, letter) in row.char_indices() {
                let point = read_point(letter).map_err(|fault| fault.shifted(at + offset));
                pieces.push(point?);
            }
            let (found, width) = (pieces.len() - before, rules.size.columns);
            if found != usize::from(width) {
                return Err(Fault::at(at, format!("this row has {found} points"))
                    .hint(format!("it should have {width}")));
            }
        }
        if rows.len() != height {
            let (at, last) = rows[rows.len().min(height + 1) - 1];
            let at = if rows.len() < height {
                at + last.len()
            } else {
                at
            };
            return Err(Fault::at(at, format!("this board has {} rows", rows.len()))
                .hint(format!("it should have {height}")));
        }
        let pos = rules
            .assemble(&pieces, self.turn)
            .map_err(|fault| fault.shifted(rows[0].0))?;
        let pos = Position {
            passes: self.passes,
            ..pos
        };
        Ok(Record {
            plies: self.plies,
            ..Record::at(pos)
        })
    }
}

fn read_side(word: &str) -> Option<Player> {
    match word {
        "b" => Some(Player::First),
        "w" => Some(Player::Second),
        _ => None,
    }
}

fn read_point(letter: char) -> Result<Option<Piece>, Fault> {
    match letter {
        '.' => Ok(None),
        'b' => Ok(Some(Piece::of(Player::First))),
        'w' => Ok(Some(Piece::of(Player::Second))),
        _ => Err(Fault::new(format!("\"{letter}\" is no point of a board"))
            .hint("expected b, w or . for an empty point")),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of all formats")]
fn write(rules: &Gothello, records: &[Record<Gothello>]) -> Result<String, Fault> {
    let boards: Vec<_> = records
        .iter()
        .map(|record| write_board(rules, record))
        .collect();
    Ok(boards.join("\n"))
}

fn write_board(rules: &Gothello, record: &Record<Gothello>) -> String {
    let (pos, history) = replay(rules, record);
    let plies = history.plies() as usize;
    let side = side_letter(rules, &pos);
    let (number, state) = match pos.passes {
        0 => (serial(plies), side.to_string()),
        1 => (serial(plies), format!("{side} pass")),
        _ => (serial(plies.saturating_sub(1)), format!("* {side}")),
    };
    let rows = write_rows(rules, &pos).replace('/', "\n");
    format!("380 {number} {state}\n382\n{rows}\n")
}
