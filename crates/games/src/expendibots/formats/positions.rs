//! Positions as the course's first assignment has them:
//! `{"white": [[2,1,2]], "black": [[1,0,3],[2,5,1]]}`, each stack as count, x and y.
//!
//! The text does not say who moves: it is white, and a position with black to move cannot be
//! written.

use std::fmt::Write;

use ponder_core::{Fault, Piece, Player, Record, Show};

use super::super::cursor::Cursor;
use super::super::squares::squares;
use super::super::{Expendibots, Position, words};

type Pieces = [Option<Piece>; 64];

/// Reads any number of positions behind each other.
pub(super) fn read(rules: &Expendibots, text: &str) -> Result<Vec<Record<Expendibots>>, Fault> {
    let mut records = Vec::new();
    let mut cursor = Cursor::new(text);
    while cursor.peek().is_some() {
        let at = cursor.at();
        let pieces = read_object(&mut cursor)?;
        let pos = rules.assemble(&pieces, Player::First);
        records.push(Record::at(pos.map_err(|fault| fault.shifted(at))?));
    }
    Ok(records)
}

fn read_object(cursor: &mut Cursor<'_>) -> Result<Pieces, Fault> {
    let mut pieces = [None; 64];
    let mut seen = [false, false];
    cursor.expect('{')?;
    for index in 0..2 {
        if index > 0 {
            cursor.expect(',')?;
        }
        let (at, name) = cursor.quoted()?;
        let owner = Player::BOTH
            .into_iter()
            .find(|player| Expendibots::PLAYERS[player.index()] == name)
            .ok_or_else(|| {
                Fault::at(at, format!("\"{name}\" is no player")).hint("expected white or black")
            })?;
        if std::mem::replace(&mut seen[owner.index()], true) {
            return Err(
                Fault::at(at, format!("{name} is listed twice")).hint("list each player once")
            );
        }
        cursor.expect(':')?;
        read_stacks(cursor, owner, &mut pieces)?;
    }
    cursor.expect('}')?;
    Ok(pieces)
}

fn read_stacks(cursor: &mut Cursor<'_>, owner: Player, pieces: &mut Pieces) -> Result<(), Fault> {
    cursor.list(|cursor| {
        let at = cursor.at();
        let end = cursor.open()?;
        let count = words::count(cursor)?;
        cursor.expect(',')?;
        let square = words::coordinates(cursor, Some(','))?;
        cursor.expect(end)?;
        let piece = Piece {
            count,
            ..Piece::of(owner)
        };
        if pieces[usize::from(square.cell())].replace(piece).is_some() {
            return Err(Fault::at(at, format!("two stacks stand on {square}"))
                .hint("add their counts, if one player owns both"));
        }
        Ok(())
    })
}

pub(super) fn write(rules: &Expendibots, records: &[Record<Expendibots>]) -> Result<String, Fault> {
    let mut text = String::new();
    for record in records {
        let pos = record.end(rules);
        if pos.turn == Player::Second {
            return Err(Fault::new("this format cannot say that black is to move")
                .hint("the format position can"));
        }
        let [white, black] = Player::BOTH.map(|player| stacks(&pos, player));
        let _ = writeln!(text, "{{\"white\": [{white}], \"black\": [{black}]}}");
    }
    Ok(text)
}

fn stacks(pos: &Position, player: Player) -> String {
    let stacks = squares(pos.stacks_of(player))
        .map(|square| format!("[{},{},{}]", pos.height(square), square.x(), square.y()));
    stacks.collect::<Vec<_>>().join(",")
}
