//! Actions and results in the words of the course's referee and its relatives.
//!
//! | spelling | MOVE | BOOM | used by |
//! |---|---|---|---|
//! | tuple | `("MOVE", 1, (3, 1), (4, 1))` | `("BOOM", (6, 6))` | the referee's players |
//! | json | `["MOVE",1,[3,1],[4,1]]` | `["BOOM",[6,6]]` | the network game |
//! | wire | `MOVE 1 3 1 4 1` | `BOOM 6 6` | pipes |
//! | sentence | `MOVE 1 from (3, 1) to (4, 1).` | `BOOM at (6, 6).` | the game log |
//!
//! Reading says only what an action is; [`Expendibots::check`] says whether it is legal.

use ponder_core::{Fault, Outcome, Player, Show};

use super::cursor::Cursor;
use super::position::TOKENS;
use super::{Action, Expendibots, Square};

/// An action as the tuple that a Python player returns.
pub fn tuple(action: Action) -> String {
    match action {
        Action::Move { count, from, to } => {
            format!("(\"MOVE\", {count}, {}, {})", pair(from), pair(to))
        }
        Action::Boom { at } => format!("(\"BOOM\", {})", pair(at)),
    }
}

/// An action as a JSON array without blanks.
pub fn json(action: Action) -> String {
    let pair = |square: Square| format!("[{},{}]", square.x(), square.y());
    match action {
        Action::Move { count, from, to } => {
            format!("[\"MOVE\",{count},{},{}]", pair(from), pair(to))
        }
        Action::Boom { at } => format!("[\"BOOM\",{}]", pair(at)),
    }
}

/// An action as words and numbers.
pub fn wire(action: Action) -> String {
    let pair = |square: Square| format!("{} {}", square.x(), square.y());
    match action {
        Action::Move { count, from, to } => format!("MOVE {count} {} {}", pair(from), pair(to)),
        Action::Boom { at } => format!("BOOM {}", pair(at)),
    }
}

/// An action as the game log tells it.
pub fn sentence(action: Action) -> String {
    match action {
        Action::Move { count, from, to } => {
            format!("MOVE {count} from {} to {}.", pair(from), pair(to))
        }
        Action::Boom { at } => format!("BOOM at {}.", pair(at)),
    }
}

fn pair(square: Square) -> String {
    format!("({}, {})", square.x(), square.y())
}

/// Reads a tuple or a JSON array: either brackets, either quotes, any white space and case.
pub fn read_tuple(text: &str) -> Result<Action, Fault> {
    whole(text, tuple_at)
}

/// Reads words and numbers.
pub fn read_wire(text: &str) -> Result<Action, Fault> {
    whole(text, |cursor| {
        Ok(match kind(cursor.word())? {
            Kind::Move => Action::Move {
                count: count(cursor)?,
                from: coordinates(cursor, None)?,
                to: coordinates(cursor, None)?,
            },
            Kind::Boom => Action::Boom {
                at: coordinates(cursor, None)?,
            },
        })
    })
}

/// Reads a sentence of the game log, with or without its full stop.
pub fn read_sentence(text: &str) -> Result<Action, Fault> {
    whole(text, |cursor| {
        let action = match kind(cursor.word())? {
            Kind::Move => Action::Move {
                count: count(cursor)?,
                from: place(cursor, "from")?,
                to: place(cursor, "to")?,
            },
            Kind::Boom => Action::Boom {
                at: place(cursor, "at")?,
            },
        };
        cursor.take('.');
        Ok(action)
    })
}

/// The tuple or JSON array at the cursor.
pub(super) fn tuple_at(cursor: &mut Cursor<'_>) -> Result<Action, Fault> {
    let end = cursor.open()?;
    let kind = kind(cursor.quoted()?)?;
    cursor.expect(',')?;
    let action = match kind {
        Kind::Move => {
            let count = count(cursor)?;
            cursor.expect(',')?;
            let from = point(cursor)?;
            cursor.expect(',')?;
            let to = point(cursor)?;
            Action::Move { count, from, to }
        }
        Kind::Boom => Action::Boom { at: point(cursor)? },
    };
    cursor.expect(end)?;
    Ok(action)
}

/// Two coordinates, with a separator between them in some spellings.
pub(super) fn coordinates(
    cursor: &mut Cursor<'_>,
    separator: Option<char>,
) -> Result<Square, Fault> {
    let x = cursor.number(0..=7, "coordinate")?;
    if let Some(separator) = separator {
        cursor.expect(separator)?;
    }
    let y = cursor.number(0..=7, "coordinate")?;
    Ok(Square::new(x, y).expect("both are below 8"))
}

/// A number of tokens.
pub(super) fn count(cursor: &mut Cursor<'_>) -> Result<u8, Fault> {
    cursor.number(1..=TOKENS, "token count")
}

fn point(cursor: &mut Cursor<'_>) -> Result<Square, Fault> {
    let end = cursor.open()?;
    let square = coordinates(cursor, Some(','))?;
    cursor.expect(end)?;
    Ok(square)
}

fn place(cursor: &mut Cursor<'_>, preposition: &str) -> Result<Square, Fault> {
    let (at, word) = cursor.word();
    if !word.eq_ignore_ascii_case(preposition) {
        return Err(Fault::at(at, "a word of the sentence is missing")
            .hint(format!("expected \"{preposition}\"")));
    }
    point(cursor)
}

enum Kind {
    Move,
    Boom,
}

fn kind((at, word): (usize, &str)) -> Result<Kind, Fault> {
    if word.eq_ignore_ascii_case("MOVE") {
        Ok(Kind::Move)
    } else if word.eq_ignore_ascii_case("BOOM") {
        Ok(Kind::Boom)
    } else {
        Err(Fault::at(at, format!("\"{word}\" is no kind of action")).hint("expected MOVE or BOOM"))
    }
}

fn whole<T>(
    text: &str,
    read: impl FnOnce(&mut Cursor<'_>) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let mut cursor = Cursor::new(text);
    let value = read(&mut cursor)?;
    cursor.expect_end()?;
    Ok(value)
}

/// A result as the referee prints it: `winner: white`, `draw detected: no tokens remaining`.
pub fn result(outcome: Outcome) -> String {
    match outcome.winner() {
        Some(player) => format!("winner: {}", Expendibots::PLAYERS[player.index()]),
        // The referee ends its other draws with a full stop, not this one.
        None if outcome.reason == Expendibots::NO_TOKENS => {
            format!("draw detected: {}", outcome.reason)
        }
        None => format!("draw detected: {}.", outcome.reason),
    }
}

/// Reads a result as the referee prints it, with or without the full stop of a draw.
pub fn read_result(text: &str) -> Result<Outcome, Fault> {
    let known = Player::BOTH
        .map(Expendibots::won_by)
        .into_iter()
        .chain(Expendibots::DRAWS.map(Outcome::draw))
        // No referee's word, but how a match here may end a game.
        .chain([Outcome::draw("adjudication")]);
    let plain = |text: &str| text.trim().trim_end_matches('.').to_ascii_lowercase();
    let mut known = known.filter(|outcome| plain(&result(*outcome)) == plain(text));
    known.next().ok_or_else(|| {
        Fault::at(0, "this is no result of the referee").hint(
            "expected \"winner: white\", \"winner: black\" or \"draw detected: \" and a reason",
        )
    })
}
