//! Numbered moves as the referee's players send them, games parted by blank lines.
//!
//! ```text
//! 1 c3
//! 1 ... d4
//! 2 pass
//! ```
//!
//! Moves without numbers are read as well, and `1.` and `1...` for `1` and `1 ...`. A number
//! that is there must be right; as with the referee, a number before white's move asks for dots.

use ponder_core::text::words;
use ponder_core::{Fault, Format, Holds, Player, Record};

use super::{Gothello, Reading, check_start, mover, no_moves, numbered, paragraphs, serial};

pub(in super::super) const FORMAT: Format<Gothello> = Format {
    name: "coordinates",
    about: "numbered moves as players send them to gthd: 1 c3, 1 ... pass",
    holds: Holds::Games,
    read,
    write,
};

fn read(rules: &Gothello, text: &str) -> Result<Vec<Record<Gothello>>, Fault> {
    let games = paragraphs(text).into_iter();
    games.map(|lines| read_game(rules, &lines)).collect()
}

fn read_game(rules: &Gothello, lines: &[(usize, &str)]) -> Result<Record<Gothello>, Fault> {
    let mut reading = Reading::new(rules);
    let mut prefix = Prefix::default();
    let mut end = 0;
    for &(start, line) in lines {
        for (offset, word) in words(line) {
            let at = start + offset;
            end = at + word.len();
            if !prefix.take(at, word, reading.plies())? {
                prefix.check(at, reading.plies())?;
                prefix = Prefix::default();
                reading.play(rules, at, word)?;
            }
        }
    }
    if prefix.number || prefix.dots {
        return Err(Fault::at(end, "the last move is missing").hint("expected a point or pass"));
    }
    Ok(reading.record)
}

/// What has been read of `1 ...` before a move.
#[derive(Default)]
struct Prefix {
    number: bool,
    dots: bool,
}

impl Prefix {
    /// Reads a word that is a number, dots, or both; false if it is neither. The next move is
    /// that of `ply`.
    fn take(&mut self, at: usize, word: &str, ply: usize) -> Result<bool, Fault> {
        let number = word.trim_end_matches('.');
        let dots = word.len() - number.len();
        if !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(false);
        }
        if !number.is_empty() {
            let expected = serial(ply);
            if self.number || self.dots || number.parse() != Ok(expected) {
                return Err(Fault::at(at, format!("\"{number}\" is out of order"))
                    .hint(format!("expected {expected}, the number of this move")));
            }
            self.number = true;
        }
        if dots > 1 || number.is_empty() {
            if mover(ply) == Player::First {
                return Err(Fault::at(at, "dots stand before black's move")
                    .hint("they stand for black's move before a move of white"));
            }
            self.dots = true;
        }
        Ok(true)
    }

    /// Refuses a numbered move of white without dots, as the referee does.
    fn check(&self, at: usize, ply: usize) -> Result<(), Fault> {
        if self.number && !self.dots && mover(ply) == Player::Second {
            let expected = format!("expected {} ... before it", serial(ply));
            return Err(Fault::at(at, "dots are missing before white's move").hint(expected));
        }
        Ok(())
    }
}

fn write(rules: &Gothello, records: &[Record<Gothello>]) -> Result<String, Fault> {
    let game = |record: &Record<Gothello>| {
        check_start(rules, record)?;
        if record.moves.is_empty() {
            return Err(no_moves());
        }
        Ok(numbered(rules, record).join("\n") + "\n")
    };
    let games: Result<Vec<_>, _> = records.iter().map(game).collect();
    Ok(games?.join("\n"))
}
