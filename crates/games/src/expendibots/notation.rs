//! Canonical texts: `2d2e2` moves two tokens from d2 to e2, `d2!` blows d2 up.

use ponder_core::{Fault, Format, Notation};

use super::squares::Square;
use super::{Action, Expendibots, Position, formats};

impl Notation for Expendibots {
    fn write_move(&self, _: &Position, action: Action) -> String {
        match action {
            Action::Move { count, from, to } => format!("{count}{from}{to}"),
            Action::Boom { at } => format!("{at}!"),
        }
    }

    /// Also reads a MOVE without its count, if the stack is a single token.
    fn read_move(&self, pos: &Position, text: &str) -> Result<Action, Fault> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (count, places) = text.split_at(digits);
        let from = read_square(places).ok_or_else(|| no_action(text, digits))?;
        let target = &places[2..];
        if target == "!" && count.is_empty() {
            return self.check(pos, Action::Boom { at: from });
        }
        let to = read_square(target)
            .filter(|_| target.len() == 2)
            .ok_or_else(|| no_action(text, digits + 2))?;
        let count = if count.is_empty() {
            implied_count(pos, from, to)?
        } else {
            // A number too large for a byte is too large for every stack.
            count.parse().unwrap_or(u8::MAX)
        };
        self.check(pos, Action::Move { count, from, to })
    }

    fn own_format(&self) -> &'static str {
        "log"
    }

    fn formats(&self) -> Vec<Format<Self>> {
        formats::all()
    }
}

/// The square whose name a text begins with.
fn read_square(text: &str) -> Option<Square> {
    let &[column, row, ..] = text.as_bytes() else {
        return None;
    };
    let x = column.to_ascii_lowercase().checked_sub(b'a')?;
    Square::new(x, row.checked_sub(b'1')?)
}

fn implied_count(pos: &Position, from: Square, to: Square) -> Result<u8, Fault> {
    match pos.height(from) {
        0 | 1 => Ok(1),
        height => Err(Fault::at(
            0,
            format!("how many of the {height} tokens on {from} move?"),
        )
        .hint(format!(
            "write the count first, from 1{from}{to} to {height}{from}{to}"
        ))),
    }
}

fn no_action(text: &str, at: usize) -> Fault {
    Fault::at(at, format!("\"{text}\" is not an action"))
        .hint("2d2e2 moves two tokens from d2 to e2, d2! blows d2 up")
}
