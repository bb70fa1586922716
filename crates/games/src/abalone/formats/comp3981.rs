//! The files of the contest course COMP 3981 at BCIT.
//!
//! * Input files: a line `b` or `w`, a line of marbles in any order, `C5b,D5b,...,H9w`.
//! * Board files: such a line of marbles for each resulting board, black first, sorted. The side
//!   to move is not told: boards are read with black to move.
//! * Move files: `1:c5c6`, `3:d5g8*` (marbles, rear cell and where the front lands, `*` for a
//!   push), `2:b1-b2>NW` (marbles, ends, direction). Read as a game from the start.
//!
//! Marbles lost are not told either and presumed from the board.

use ponder_core::text::{lines, words};
use ponder_core::{Fault, Player, Record};

use super::super::Abalone;
use super::super::hexagon::{COMPASS, Cell, Cells, PLACES, bit, each, neighbour};
use super::super::notation::{aside, read_cell, towards};
use super::super::rules::{Line, Move, Position};
use super::super::show::name;
use super::{read_game, write_game};

/// Reads input files, one after the other.
pub(super) fn read_positions(rules: &Abalone, text: &str) -> Result<Vec<Record<Abalone>>, Fault> {
    let mut lines = lines(text);
    let mut records = Vec::new();
    while let Some((at, side)) = lines.next() {
        let turn = match side {
            "b" | "B" => Player::First,
            "w" | "W" => Player::Second,
            _ => {
                return Err(Fault::at(at, "the side to move is missing")
                    .hint("expected a line with b or w before the marbles"));
            }
        };
        let (at, marbles) = lines.next().ok_or_else(|| {
            Fault::at(text.len(), "the marbles are missing")
                .hint("expected a line such as C5b,D5b,H9w")
        })?;
        let pos = read_marbles(rules, marbles, turn).map_err(|fault| fault.shifted(at))?;
        records.push(Record::at(pos));
    }
    Ok(records)
}

/// Reads board files.
pub(super) fn read_boards(rules: &Abalone, text: &str) -> Result<Vec<Record<Abalone>>, Fault> {
    lines(text)
        .map(|(at, line)| {
            let pos = read_marbles(rules, line, Player::First);
            Ok(Record::at(pos.map_err(|fault| fault.shifted(at))?))
        })
        .collect()
}

fn read_marbles(rules: &Abalone, line: &str, turn: Player) -> Result<Position, Fault> {
    let mut marbles = [0; 2];
    let mut at = 0;
    for item in line.split(',') {
        let place = at + item.len() - item.trim_start().len();
        let word = item.trim();
        let cell = read_cell(word, 0).map_err(|fault| fault.shifted(place))?;
        let owner = match &word[2..] {
            "b" | "B" => Player::First,
            "w" | "W" => Player::Second,
            _ => {
                return Err(Fault::at(place + 2, format!("\"{word}\" has no colour"))
                    .hint("expected b or w behind the cell, then a comma"));
            }
        };
        if (marbles[0] | marbles[1]) & bit(cell) != 0 {
            return Err(Fault::at(place, format!("{} is named twice", name(cell)))
                .hint("a cell holds one marble"));
        }
        marbles[owner.index()] |= bit(cell);
        at += item.len() + 1;
    }
    rules.set_up(marbles, None, turn)
}

/// Writes input files.
pub(super) fn write_positions(
    rules: &Abalone,
    records: &[Record<Abalone>],
) -> Result<String, Fault> {
    let mut text = String::new();
    for record in records {
        let pos = record.end(rules);
        if pos.lost != rules.presumed_lost(Player::BOTH.map(|player| pos.marbles(player))) {
            return Err(
                Fault::new("the marbles lost are not those missing on the board")
                    .hint("this format does not tell them; comp3981-board holds the board alone"),
            );
        }
        let side = ["b\n", "w\n"][pos.turn.index()];
        text += &(side.to_owned() + &write_marbles(&pos) + "\n");
    }
    Ok(text)
}

/// Writes board files.
#[expect(clippy::unnecessary_wraps, reason = "the signature of all formats")]
pub(super) fn write_boards(rules: &Abalone, records: &[Record<Abalone>]) -> Result<String, Fault> {
    let line = |record: &Record<Abalone>| write_marbles(&record.end(rules)) + "\n";
    Ok(records.iter().map(line).collect())
}

fn write_marbles(pos: &Position) -> String {
    let sorted = |marbles: Cells| {
        let mut cells: Vec<Cell> = each(marbles).collect();
        cells.sort_by_key(|cell| PLACES[usize::from(*cell)]);
        cells
    };
    let words: Vec<_> = Player::BOTH
        .into_iter()
        .flat_map(|player| {
            let letter = ["b", "w"][player.index()];
            let cells = sorted(pos.marbles(player)).into_iter();
            cells.map(move |cell| name(cell).to_ascii_uppercase() + letter)
        })
        .collect();
    words.join(",")
}

/// Reads a game: its moves, separated by blanks or line breaks.
pub(super) fn read_moves(rules: &Abalone, text: &str) -> Result<Vec<Record<Abalone>>, Fault> {
    let words = words(text);
    if words.is_empty() {
        return Ok(Vec::new());
    }
    Ok(vec![read_game(rules, &words, read_move)?])
}

/// Writes one game, a move a line.
pub(super) fn write_moves(rules: &Abalone, records: &[Record<Abalone>]) -> Result<String, Fault> {
    let [record] = records else {
        return Err(Fault::new(format!("there are {} games", records.len()))
            .hint("this format holds one game"));
    };
    let moves = write_game(rules, record, write_move)?;
    Ok(moves.into_iter().map(|word| word + "\n").collect())
}

fn read_move(rules: &Abalone, pos: &Position, text: &str) -> Result<Move, Fault> {
    let count = match text.as_bytes() {
        [count @ b'1'..=b'3', b':', ..] => count - b'0',
        _ => {
            return Err(Fault::at(0, "the number of marbles is missing")
                .hint("expected 1: to 3: and a move, as in 2:b1-b2>NW or 3:d5g8*"));
        }
    };
    let first = read_cell(text, 2)?;
    let m = if text[4..].starts_with('-') {
        read_aside(text, first)?
    } else {
        read_ahead(text, first, count)?
    };
    let m = rules.legal(pos, m)?;
    let (marbles, pushed) = pos.moved(m);
    if marbles.len() != usize::from(count) {
        let what = format!("{} marbles would move, not {count}", marbles.len());
        return Err(Fault::at(0, what).hint("the number of marbles comes first"));
    }
    if text.ends_with('*') && pushed.is_empty() {
        return Err(Fault::at(text.len() - 1, "nothing is pushed").hint("leave out the star"));
    }
    Ok(m)
}

fn read_ahead(text: &str, rear: Cell, count: u8) -> Result<Move, Fault> {
    let landing = read_cell(text, 4)?;
    if !matches!(&text[6..], "" | "*") {
        return Err(Fault::at(6, format!("\"{}\" follows the move", &text[6..]))
            .hint("only * for a push may follow"));
    }
    let direction = towards(rear, landing, count).ok_or_else(|| {
        let (rear, landing) = (name(rear), name(landing));
        let what = format!("{landing} is not where the front of {count} from {rear} lands");
        Fault::at(4, what).hint("each marble goes one step along the line")
    })?;
    Ok(Move::ahead(rear, direction))
}

fn read_aside(text: &str, end: Cell) -> Result<Move, Fault> {
    let other = read_cell(text, 5)?;
    let name = text[7..].strip_prefix('>').unwrap_or_default();
    let direction = COMPASS
        .iter()
        .position(|direction| direction.eq_ignore_ascii_case(name));
    let direction = direction.ok_or_else(|| {
        Fault::at(7, "the direction is missing")
            .hint(format!("expected > and one of {}", COMPASS.join(", ")))
    })?;
    aside(end, other, direction).map_err(|fault| fault.shifted(2))
}

fn write_move(pos: &Position, m: Move) -> String {
    let (marbles, pushed) = pos.moved(m);
    let (head, tail) = (marbles[0], marbles[marbles.len() - 1]);
    let count = marbles.len();
    match m.line {
        Line::Ahead => {
            let landing = neighbour(head, m.direction()).map_or(String::new(), name);
            let star = if pushed.is_empty() { "" } else { "*" };
            format!("{count}:{}{landing}{star}", name(tail))
        }
        Line::Aside { .. } => {
            let (end, other) = (name(head), name(tail));
            format!("{count}:{end}-{other}>{}", COMPASS[m.direction()])
        }
    }
}
