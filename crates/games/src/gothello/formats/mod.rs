//! The texts of Gothello's own world: the moves as players send them, the referee's log, boards.

mod board;
mod coordinates;
mod gthd;

pub(super) use board::FORMAT as BOARD;
pub(super) use coordinates::FORMAT as COORDINATES;
pub(super) use gthd::FORMAT as GTHD;

use ponder_core::{Fault, Notation, Player, Record, Rules};

use super::{Gothello, Move, Position};

/// A game as it is read, move by move.
struct Reading {
    record: Record<Gothello>,
    pos: Position,
}

impl Reading {
    fn new(rules: &Gothello) -> Self {
        let pos = rules.start();
        Self {
            record: Record::at(pos),
            pos,
        }
    }

    /// Plies read so far.
    fn plies(&self) -> usize {
        self.record.moves.len()
    }

    /// Reads the move `word` that stands at byte `at`, and makes it.
    fn play(&mut self, rules: &Gothello, at: usize, word: &str) -> Result<(), Fault> {
        let read = rules.read_move(&self.pos, word);
        let m = read.map_err(|fault| fault.shifted(at))?;
        self.record.moves.push(m);
        self.pos = rules.play(&self.pos, m);
        Ok(())
    }
}

/// Who makes the move of a ply, counted from 0.
fn mover(ply: usize) -> Player {
    Player::BOTH[ply % 2]
}

/// The number of a ply's full move; both its plies have the same one.
fn serial(ply: usize) -> usize {
    ply / 2 + 1
}

/// The moves of a record as the players send them: `1 c3` from black, `1 ... pass` from white.
fn numbered(rules: &Gothello, record: &Record<Gothello>) -> Vec<String> {
    let moves = record.moves.iter().enumerate();
    let text = |(ply, m): (usize, &Move)| {
        let dots = match mover(ply) {
            Player::First => "",
            Player::Second => "... ",
        };
        // A move's text does not depend on the position.
        let word = rules.write_move(&record.start, *m);
        format!("{} {dots}{word}", serial(ply))
    };
    moves.map(text).collect()
}

/// Numbered moves say nothing of the position they begin from.
fn check_start(rules: &Gothello, record: &Record<Gothello>) -> Result<(), Fault> {
    if record.start == rules.start() {
        return Ok(());
    }
    Err(Fault::new("a numbered game begins from the empty board")
        .hint("the format game can begin anywhere"))
}

/// Numbered moves cannot say that there are none.
fn no_moves() -> Fault {
    Fault::new("a game without moves leaves nothing to write")
        .hint("the format game can say startpos")
}

/// The paragraphs of a text: runs of lines that are not blank, trimmed, with their byte offsets.
fn paragraphs(text: &str) -> Vec<Vec<(usize, &str)>> {
    let mut paragraphs = vec![Vec::new()];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            paragraphs.push(Vec::new());
        } else {
            let indent = line.len() - line.trim_start().len();
            paragraphs
                .last_mut()
                .expect("there is always one")
                .push((at + indent, trimmed));
        }
        at += line.len();
    }
    paragraphs.retain(|lines| !lines.is_empty());
    paragraphs
}
