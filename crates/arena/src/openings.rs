//! Sets of openings: a file of them, and how to make one.
//!
//! Two programs that always answer alike play one game; a set of openings makes a match of it. An
//! opening must be fair, or both games of a pair only show who was lucky, and no two may be the
//! same, or the same game is counted twice.

mod generate;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use ponder_core::{Fault, Score, text};
use ponder_engine::Session;
use serde::Serialize;

use crate::opening::Opening;

pub use generate::{Found, Step, Wish, generate};

/// The largest file that is read.
const LARGEST: u64 = 64 << 20;

/// Moves for a game to begin with, judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The moves in canonical text.
    pub moves: Vec<String>,
    /// What the position after them is worth to the player to move, in hundredths.
    pub score: Score,
}

/// Reads openings from a text: one a line, `#` begins a comment. A line is moves separated by
/// blanks, a position in canonical text, or a position, the word `moves`, and moves. Every line
/// must leave something to play.
pub fn read(session: &dyn Session, text: &str) -> Result<Vec<Opening>, Fault> {
    let mut openings = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let words = line.split('#').next().unwrap_or_default();
        if !words.trim().is_empty() {
            let mut opening = opening(session, words).map_err(|fault| fault.shifted(start))?;
            opening.name = (openings.len() + 1).to_string();
            openings.push(opening);
        }
        start += line.len();
    }
    if openings.is_empty() {
        return Err(Fault::new("there are no openings in the text")
            .hint("write one a line: moves separated by blanks"));
    }
    Ok(openings)
}

/// Reads a file of openings; faults name the file and the line.
pub fn load(session: &dyn Session, path: &Path) -> Result<Vec<Opening>, Fault> {
    let shown = path.display();
    let unreadable = |why: String| {
        Fault::new(format!("the openings in {shown} cannot be read: {why}"))
            .hint("give a text file with one opening a line: moves separated by blanks")
    };
    let size = fs::metadata(path).map_err(|error| unreadable(error.to_string()))?;
    if size.len() > LARGEST {
        return Err(unreadable("the file is too large".to_owned()));
    }
    let text = fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
    read(session, &text).map_err(|fault| Fault {
        what: match fault.at {
            Some(at) => format!("{shown}, line {}: {}", line_number(&text, at), fault.what),
            None => format!("{shown}: {}", fault.what),
        },
        at: None,
        hint: fault.hint,
    })
}

/// Writes openings as a text that [`read`] reads; `about` goes into a comment on top.
pub fn write(about: &str, lines: &[Line]) -> String {
    let mut text = String::new();
    for comment in about.lines() {
        let _ = writeln!(text, "# {comment}");
    }
    for line in lines {
        text.push_str(&line.moves.join(" "));
        let _ = writeln!(text, " # {:+.2}", f64::from(line.score) / 100.0);
    }
    text
}

/// One line, its moves in canonical spelling.
fn opening(session: &dyn Session, line: &str) -> Result<Opening, Fault> {
    let words = text::words(line);
    let game = |(_, word): &(usize, &str)| matches!(*word, "startpos" | "moves");
    let opening = if words.iter().any(game) {
        let mut records = session.records("game", line)?.into_iter();
        let record = records.next();
        let record = record.ok_or_else(|| Fault::new("the line holds no opening"))?;
        Opening {
            name: String::new(),
            position: (record.start != session.position_text()).then_some(record.start),
            moves: record.moves,
        }
    } else {
        let mut played = session.fork();
        let moves = words.iter().map(|&(at, word)| {
            let played = played.play(word);
            played.map_err(|fault| fault.shifted(at))
        });
        match moves.collect::<Result<_, _>>() {
            Ok(moves) => Opening::of("", moves),
            Err(fault) => position(session, line).ok_or(fault)?,
        }
    };
    opening.session(session)?;
    Ok(opening)
}

/// A line that is a position and nothing else.
fn position(session: &dyn Session, line: &str) -> Option<Opening> {
    let mut session = session.fork();
    session.set_position(line.trim()).ok()?;
    Some(Opening {
        position: Some(session.position_text()),
        ..Opening::default()
    })
}

fn line_number(text: &str, at: usize) -> usize {
    let before = text.as_bytes().iter().take(at);
    before.filter(|byte| **byte == b'\n').count() + 1
}
