//! Games as bare lists of actions.

use std::fmt::Write;

use ponder_core::text::lines;
use ponder_core::{Fault, Record};

use super::super::cursor::Cursor;
use super::super::{Action, Expendibots, words};
use super::{Reading, from_the_start};

type Records = Vec<Record<Expendibots>>;

/// Reads both `actions` and `json`: a list of actions is a game, and so is a row of actions that
/// stand in no list.
pub(super) fn read_tuples(rules: &Expendibots, text: &str) -> Result<Records, Fault> {
    let mut games = Vec::new();
    let mut row: Option<Reading<'_>> = None;
    let mut cursor = Cursor::new(text);
    while cursor.peek().is_some() {
        if begins_list(&cursor) {
            games.extend(row.take());
            games.push(read_list(rules, &mut cursor)?);
        } else {
            let at = cursor.at();
            let game = row.get_or_insert_with(|| Reading::new(rules));
            game.play(at, words::tuple_at(&mut cursor)?)?;
        }
        cursor.take(',');
    }
    games.extend(row);
    Ok(games.into_iter().map(|game| game.record).collect())
}

/// True if the bracket at the cursor does not hold the words of an action.
fn begins_list(cursor: &Cursor<'_>) -> bool {
    let mut ahead = cursor.clone();
    ahead.open().is_ok() && matches!(ahead.peek(), Some('[' | '(' | ']' | ')'))
}

fn read_list<'g>(rules: &'g Expendibots, cursor: &mut Cursor<'_>) -> Result<Reading<'g>, Fault> {
    let mut game = Reading::new(rules);
    cursor.list(|cursor| {
        let at = cursor.at();
        game.play(at, words::tuple_at(cursor)?)
    })?;
    Ok(game)
}

pub(super) fn write_json(
    rules: &Expendibots,
    records: &[Record<Expendibots>],
) -> Result<String, Fault> {
    let mut text = String::new();
    for record in records {
        from_the_start(rules, record)?;
        let actions: Vec<_> = record.moves.iter().copied().map(words::json).collect();
        let _ = writeln!(text, "[{}]", actions.join(","));
    }
    Ok(text)
}

pub(super) fn write_tuples(
    rules: &Expendibots,
    records: &[Record<Expendibots>],
) -> Result<String, Fault> {
    write_lines(rules, records, words::tuple)
}

pub(super) fn read_wire(rules: &Expendibots, text: &str) -> Result<Records, Fault> {
    let mut row: Option<Reading<'_>> = None;
    for (at, line) in lines(text) {
        let action = words::read_wire(line).map_err(|fault| fault.shifted(at))?;
        let game = row.get_or_insert_with(|| Reading::new(rules));
        game.play(at, action)?;
    }
    Ok(row.into_iter().map(|game| game.record).collect())
}

pub(super) fn write_wire(
    rules: &Expendibots,
    records: &[Record<Expendibots>],
) -> Result<String, Fault> {
    write_lines(rules, records, words::wire)
}

/// Writes one action a line. Nothing marks where such a game begins, so there can be only one,
/// and it must have begun.
fn write_lines(
    rules: &Expendibots,
    records: &[Record<Expendibots>],
    spell: fn(Action) -> String,
) -> Result<String, Fault> {
    if records.len() > 1 || records.iter().any(|record| record.moves.is_empty()) {
        return Err(Fault::new("this format holds one game that has begun")
            .hint("the formats json and game hold any number"));
    }
    let mut text = String::new();
    for record in records {
        from_the_start(rules, record)?;
        for &action in &record.moves {
            text += &spell(action);
            text.push('\n');
        }
    }
    Ok(text)
}
