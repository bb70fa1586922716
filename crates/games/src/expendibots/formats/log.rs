//! The referee's game log: one event a line, headed by who speaks.
//!
//! ```text
//! [game ] - Start game log at Fri May 22 10:00:00 2020
//! [white] - MOVE 1 from (3, 1) to (4, 1).
//! [black] - BOOM at (6, 6).
//! [over ] - winner: black
//! ```

use std::fmt::Write;

use ponder_core::text::lines;
use ponder_core::{Fault, Record, Show};

use super::super::{Expendibots, words};
use super::{Reading, from_the_start};

const OPENING: &str = "Start game log";
/// The tag that keeps when the log was begun.
const DATE: &str = "date";

/// What a line says: its head, and the text at its end with the place of that.
struct Event<'t> {
    head: &'t str,
    at: usize,
    text: &'t str,
}

/// Reads a trimmed line.
fn read_event(line: &str) -> Result<Event<'_>, Fault> {
    let event = line.strip_prefix('[').and_then(|rest| {
        let (head, rest) = rest.split_once(']')?;
        let text = rest.trim_start().strip_prefix('-')?.trim();
        Some(Event {
            head: head.trim(),
            at: line.len() - text.len(),
            text,
        })
    });
    event.ok_or_else(|| {
        Fault::at(0, "this is no line of a game log")
            .hint("expected [game ], [white], [black], [over ] or [error], then - and a text")
    })
}

/// Reads any number of logs behind each other. What the referee says of an error becomes a
/// comment: it names no winner then.
pub(super) fn read(rules: &Expendibots, text: &str) -> Result<Vec<Record<Expendibots>>, Fault> {
    let mut games: Vec<Reading<'_>> = Vec::new();
    let mut over = false;
    for (at, line) in lines(text) {
        let event = read_event(line).map_err(|fault| fault.shifted(at))?;
        let opens = event.head == "game" && event.text.starts_with(OPENING);
        if opens || games.is_empty() {
            games.push(Reading::new(rules));
            over = false;
        }
        let game = games.last_mut().expect("one was just begun");
        if over {
            return Err(Fault::at(at, "the game is over").hint("another begins with [game ]"));
        }
        over = tell(game, &event).map_err(|fault| fault.shifted(at))?;
    }
    Ok(games.into_iter().map(|game| game.record).collect())
}

/// Adds an event to a game; true if it is the last one.
fn tell(game: &mut Reading<'_>, event: &Event<'_>) -> Result<bool, Fault> {
    let record = &mut game.record;
    match event.head {
        "game" => {
            match event.text.strip_prefix(OPENING) {
                Some(date) => {
                    let date = date.trim();
                    let date = date.strip_prefix("at ").unwrap_or(date).trim();
                    record.tags.push((DATE.to_owned(), date.to_owned()));
                }
                None => note(record, event.text),
            }
            Ok(false)
        }
        "over" => {
            let result = words::read_result(event.text);
            record.result = Some(result.map_err(|fault| fault.shifted(event.at))?);
            Ok(true)
        }
        "error" => {
            note(record, event.text);
            Ok(true)
        }
        colour => {
            let turn = Expendibots::PLAYERS[game.pos.turn.index()];
            if colour != turn {
                return Err(
                    Fault::at(0, format!("\"{colour}\" is not the side to move"))
                        .hint(format!("it is {turn}'s turn")),
                );
            }
            let action = words::read_sentence(event.text);
            game.play(event.at, action.map_err(|fault| fault.shifted(event.at))?)?;
            Ok(false)
        }
    }
}

fn note(record: &mut Record<Expendibots>, text: &str) {
    let comment = (record.moves.len(), text.to_owned());
    record.comments.push(comment);
}

/// Writes logs as the referee would have, less the comments, for which it has no line.
pub(super) fn write(rules: &Expendibots, records: &[Record<Expendibots>]) -> Result<String, Fault> {
    let mut text = String::new();
    for record in records {
        from_the_start(rules, record)?;
        let _ = match record.tag(DATE) {
            Some(date) if !date.is_empty() => {
                // A date is one line, whatever file it came from.
                let date: Vec<_> = date.split_whitespace().collect();
                writeln!(text, "[game ] - {OPENING} at {}", date.join(" "))
            }
            _ => writeln!(text, "[game ] - {OPENING}"),
        };
        let turns = Expendibots::PLAYERS.iter().cycle();
        for (colour, &action) in turns.zip(&record.moves) {
            let _ = writeln!(text, "[{colour}] - {}", words::sentence(action));
        }
        if let Some(outcome) = record.outcome(rules) {
            let _ = writeln!(text, "[over ] - {}", words::result(outcome));
        }
    }
    Ok(text)
}
