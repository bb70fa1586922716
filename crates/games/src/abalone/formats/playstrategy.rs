//! The FEN of `PlayStrategy`: `ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss 0 0 b 0 1`.
//!
//! Rows, marbles ejected by black and by white, the side to move, plies since the last ejection,
//! number of the move. `S` is a marble of the first player, black; digits are empty cells. Rows
//! go from I to A, each from the left, as in `BoardType.cellList` of strategygames: its test of
//! the Belgian daisy finds black in A1, A2, B1, B2, B3 and white in I5, I6. (An older form of the
//! same FEN, with A first, cannot be told apart and is not read.)

use ponder_core::text::{lines, side_letter, words};
use ponder_core::{Fault, Player, Record, replay};

use super::super::Abalone;
use super::super::hexagon::{Cells, bit, cell, columns};
use super::super::notation::read_lost;
use super::super::rules::Position;

/// Reads one FEN a line; underscores may stand for blanks, and the two counters may be missing.
pub(super) fn read(rules: &Abalone, text: &str) -> Result<Vec<Record<Abalone>>, Fault> {
    lines(text)
        .map(|(at, line)| {
            let line = line.replace('_', " ");
            read_fen(rules, &line).map_err(|fault| fault.shifted(at))
        })
        .collect()
}

fn read_fen(rules: &Abalone, line: &str) -> Result<Record<Abalone>, Fault> {
    let words = words(line);
    let word = |index: usize, what: &str| {
        words.get(index).copied().ok_or_else(|| {
            Fault::at(line.len(), format!("{what} is missing"))
                .hint("a FEN is rows, two scores, side to move, half-moves and move number")
        })
    };
    if let Some((at, extra)) = words.get(6) {
        return Err(
            Fault::at(*at, format!("\"{extra}\" follows the move number"))
                .hint("a FEN has six parts"),
        );
    }
    let (at, rows) = word(0, "the board")?;
    let marbles = read_rows(rows).map_err(|fault| fault.shifted(at))?;
    // What one side has ejected the other has lost.
    let white_lost = read_lost(word(1, "black's score")?)?;
    let black_lost = read_lost(word(2, "white's score")?)?;
    let turn = match word(3, "the side to move")? {
        (_, "b") => Player::First,
        (_, "w") => Player::Second,
        (at, side) => {
            return Err(
                Fault::at(at, format!("\"{side}\" is no side to move")).hint("expected b or w")
            );
        }
    };
    let start = rules
        .set_up(marbles, Some([black_lost, white_lost]), turn)
        .map_err(|fault| fault.shifted(at))?;
    let quiet = words.get(4).map_or(Ok(0), |word| read_counter(*word))?;
    let number = words.get(5).map_or(Ok(1), |word| read_counter(*word))?;
    Ok(Record {
        plies: 2 * (number.max(1) - 1) + turn.index() as u32,
        quiet,
        ..Record::at(start)
    })
}

fn read_counter((at, word): (usize, &str)) -> Result<u32, Fault> {
    const MOST: u32 = 1_000_000;
    let number = word.parse().ok().filter(|number| *number <= MOST);
    number.ok_or_else(|| {
        Fault::at(at, format!("\"{word}\" is no counter")).hint(format!("expected 0 to {MOST}"))
    })
}

fn read_rows(text: &str) -> Result<[Cells; 2], Fault> {
    let mut marbles = [0; 2];
    let mut at = 0;
    let mut row = 9;
    for part in text.split('/') {
        if row == 0 {
            return Err(Fault::at(at, "the board has too many rows").hint("it should have nine"));
        }
        read_row(part, row, &mut marbles).map_err(|fault| fault.shifted(at))?;
        at += part.len() + 1;
        row -= 1;
    }
    if row > 0 {
        let what = format!("the board ends after {} rows", 9 - row);
        return Err(Fault::at(text.len(), what).hint("it should have nine"));
    }
    Ok(marbles)
}

fn read_row(text: &str, row: u8, marbles: &mut [Cells; 2]) -> Result<(), Fault> {
    let (first, last) = columns(row);
    let mut column = first;
    for (at, letter) in text.char_indices() {
        let owner = match letter {
            'S' => Some(Player::First),
            's' => Some(Player::Second),
            '1'..='9' => None,
            _ => {
                return Err(Fault::at(at, format!("\"{letter}\" is no marble"))
                    .hint("expected S, s or a number of empty cells"));
            }
        };
        if let Some(owner) = owner
            && column <= last
        {
            marbles[owner.index()] |= bit(cell(row, column));
        }
        column = column.saturating_add(letter.to_digit(10).unwrap_or(1) as u8);
    }
    if column != last + 1 {
        let row = char::from(b'A' + row - 1);
        let what = format!("row {row} has {} cells", column - first);
        return Err(Fault::at(0, what).hint(format!("it should have {}", last + 1 - first)));
    }
    Ok(())
}

/// Writes the last position of each record with its counters.
#[expect(clippy::unnecessary_wraps, reason = "the signature of all formats")]
pub(super) fn write(rules: &Abalone, records: &[Record<Abalone>]) -> Result<String, Fault> {
    let line = |record| {
        let (pos, history) = replay(rules, record);
        let [black_lost, white_lost] = pos.lost;
        let (rows, side) = (write_rows(&pos), side_letter(rules, &pos));
        let (quiet, number) = (history.quiet(), history.plies() / 2 + 1);
        format!("{rows} {white_lost} {black_lost} {side} {quiet} {number}\n")
    };
    Ok(records.iter().map(line).collect())
}

fn write_rows(pos: &Position) -> String {
    let row = |row: u8| {
        let (first, last) = columns(row);
        let owners: Vec<_> = (first..=last)
            .map(|column| pos.owner(cell(row, column)))
            .collect();
        let runs = owners.chunk_by(|a, b| a == b);
        let text = runs.map(|run| match run[0] {
            None => run.len().to_string(),
            Some(owner) => ["S", "s"][owner.index()].repeat(run.len()),
        });
        text.collect::<String>()
    };
    let rows: Vec<_> = (1..=9).rev().map(row).collect();
    rows.join("/")
}
