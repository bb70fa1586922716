//! The formats of the Abalone world. None is generally accepted; these are in use.
//!
//! * [`playstrategy`]: the FEN of the `PlayStrategy` site.
//! * [`comp3981`]: the position, board and move files of the contest course COMP 3981 at BCIT.
//! * [`from_to`]: moves as two cells, as Nacre wrote them and `PlayStrategy` does.

mod comp3981;
mod from_to;
mod playstrategy;

use ponder_core::{Fault, Format, Holds, Record, Rules};

use super::Abalone;
use super::rules::{Move, Position};

/// All formats.
pub(super) fn all() -> Vec<Format<Abalone>> {
    vec![
        Format {
            name: "playstrategy",
            about: "PlayStrategy FEN, one a line: rows I to A, scores, side, half-moves, move",
            holds: Holds::Positions,
            read: playstrategy::read,
            write: playstrategy::write,
        },
        Format {
            name: "comp3981",
            about: "COMP 3981 input files: a line with the side to move, a line of marbles",
            holds: Holds::Positions,
            read: comp3981::read_positions,
            write: comp3981::write_positions,
        },
        Format {
            name: "comp3981-board",
            about: "COMP 3981 board files: the marbles of a board on each line, no side to move",
            holds: Holds::Positions,
            read: comp3981::read_boards,
            write: comp3981::write_boards,
        },
        Format {
            name: "comp3981-moves",
            about: "one game from the start in the words of COMP 3981 move files, as in 3:d5g8*",
            holds: Holds::Games,
            read: comp3981::read_moves,
            write: comp3981::write_moves,
        },
        Format {
            name: "from-to",
            about: "games from the start, one a line: rear marble and where the front marble lands",
            holds: Holds::Games,
            read: from_to::read,
            write: from_to::write,
        },
        Format {
            name: "playstrategy-moves",
            about: "the same with PlayStrategy's targets: where the last pushed marble lands",
            holds: Holds::Games,
            read: from_to::read,
            write: from_to::write_playstrategy,
        },
    ]
}

/// Reads the words of a game from the start, each with its place.
fn read_game(
    rules: &Abalone,
    words: &[(usize, &str)],
    read_move: fn(&Abalone, &Position, &str) -> Result<Move, Fault>,
) -> Result<Record<Abalone>, Fault> {
    let mut pos = rules.start();
    let mut record = Record::at(pos);
    for &(at, word) in words {
        let m = read_move(rules, &pos, word).map_err(|fault| fault.shifted(at))?;
        record.moves.push(m);
        pos = rules.play(&pos, m);
    }
    Ok(record)
}

/// The words of a game from the start.
fn write_game(
    rules: &Abalone,
    record: &Record<Abalone>,
    write_move: impl Fn(&Position, Move) -> String,
) -> Result<Vec<String>, Fault> {
    if record.start != rules.start() {
        return Err(Fault::new("the game does not begin in the start layout")
            .hint("this format holds moves only"));
    }
    let mut pos = record.start;
    let words = record.moves.iter().map(|&m| {
        let word = write_move(&pos, m);
        pos = rules.play(&pos, m);
        word
    });
    Ok(words.collect())
}
