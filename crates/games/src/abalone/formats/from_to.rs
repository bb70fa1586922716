//! Moves as two cells: `a1d4`.
//!
//! In-line: from the rear marble's cell to the cell where the front marble lands (Nacre), or, if
//! it pushes, to where the last pushed marble lands or was before it fell (`PlayStrategy`). Both
//! are read, for rear and direction say all.
//!
//! Broadside: from one end of the line to where the other end lands, written from the end at
//! which line and step make an acute angle. From there no text has two meanings:
//!
//! * the target lies on no line through the first cell, as in-line targets do;
//! * the first cell and the target of three marbles are three steps apart, of two marbles two;
//! * two marbles along one direction that step in another share their cells only with two along
//!   the other that step in the one, and need empty what those need filled.
//!
//! From the other end it would always be a legal move of fewer marbles: of one, for two marbles,
//! and of two, for three. So that spelling is never read.

use ponder_core::text::{lines, words};
use ponder_core::{Fault, MoveList, Record, Rules};

use super::super::Abalone;
use super::super::hexagon::{Cell, neighbour};
use super::super::notation::read_cell;
use super::super::rules::{Line, Move, Position};
use super::super::show::name;
use super::{read_game, write_game};

/// The first cell of a move, where its front lands, and where the last pushed marble does.
struct Ends {
    from: Cell,
    landing: Cell,
    pushed: Cell,
}

fn ends(pos: &Position, m: Move) -> Ends {
    let (marbles, pushed) = pos.moved(m);
    let (head, tail) = (marbles[0], marbles[marbles.len() - 1]);
    let step = |cell| neighbour(cell, m.direction());
    let lands = |cell| step(cell).expect("own marbles stay on the board");
    let Line::Aside { axis, .. } = m.line else {
        let landing = lands(head);
        return Ends {
            from: tail,
            landing,
            pushed: pushed
                .first()
                .map_or(landing, |cell| step(*cell).unwrap_or(*cell)),
        };
    };
    let turn = (6 + m.direction() - usize::from(axis)) % 6;
    let (from, other) = if matches!(turn, 1 | 5) {
        (head, tail)
    } else {
        (tail, head)
    };
    let landing = lands(other);
    Ends {
        from,
        landing,
        pushed: landing,
    }
}

/// Reads games from the start, one a line.
pub(super) fn read(rules: &Abalone, text: &str) -> Result<Vec<Record<Abalone>>, Fault> {
    lines(text)
        .map(|(at, line)| {
            read_game(rules, &words(line), read_move).map_err(|fault| fault.shifted(at))
        })
        .collect()
}

fn read_move(rules: &Abalone, pos: &Position, text: &str) -> Result<Move, Fault> {
    let from = read_cell(text, 0)?;
    let to = read_cell(text, 2)?;
    if text.len() > 4 {
        return Err(Fault::at(4, "the move should end here").hint("a move is two cells"));
    }
    let mut list = MoveList::<Abalone>::new();
    rules.moves(pos, &mut list);
    let found = list.iter().find(|m| {
        let ends = ends(pos, **m);
        ends.from == from && (ends.landing == to || ends.pushed == to)
    });
    found.copied().ok_or_else(|| {
        let targets = list.iter().map(|m| ends(pos, *m));
        let targets = targets.filter(|ends| ends.from == from);
        let mut names: Vec<_> = targets.map(|ends| name(ends.landing)).collect();
        names.sort();
        let from = name(from);
        Fault::at(2, format!("no move goes from {from} to {}", name(to))).hint(
            if names.is_empty() {
                format!("no move starts at {from}")
            } else {
                format!("from {from} moves go to {}", names.join(" "))
            },
        )
    })
}

/// Writes games with the cell where the front marble lands.
pub(super) fn write(rules: &Abalone, records: &[Record<Abalone>]) -> Result<String, Fault> {
    write_lines(rules, records, |ends| ends.landing)
}

/// Writes games with the cell where the last pushed marble lands, or was before it fell.
pub(super) fn write_playstrategy(
    rules: &Abalone,
    records: &[Record<Abalone>],
) -> Result<String, Fault> {
    write_lines(rules, records, |ends| ends.pushed)
}

fn write_lines(
    rules: &Abalone,
    records: &[Record<Abalone>],
    target: fn(&Ends) -> Cell,
) -> Result<String, Fault> {
    let mut text = String::new();
    for record in records {
        if record.moves.is_empty() {
            return Err(Fault::new("a game has no moves").hint("this format holds moves only"));
        }
        let words = write_game(rules, record, |pos, m| {
            let ends = ends(pos, m);
            name(ends.from) + &name(target(&ends))
        })?;
        text += &(words.join(" ") + "\n");
    }
    Ok(text)
}
