//! GGF, the Generic Game Format of Michael Buro's game server GGS and of the `NBoard` protocol.
//!
//! `(;GM[Othello]PB[a]PW[b]TY[8]RE[+2]BO[8 ---...--- *]B[F5/1.50/0.2]W[D6];)` A game is a row of
//! properties: the board `BO` with the side to move behind it, then a property `B` or `W` for
//! each move, with the mover's evaluation and seconds. `RE` counts for black; `:r`, `:t` or `:s`
//! behind it say that the game was resigned, lost on time or scored by agreement. The board has
//! only one size, so it is square.

use std::fmt::Write;

use ponder_core::{Fault, Notation, Outcome, Player, Record, Rules};

use super::super::{Othello, Position};
use super::{Read, canonical};

/// The properties that are written, in this order, beside those that follow from the game.
const TAGS: [&str; 13] = [
    "PC", "DT", "PB", "PW", "RB", "RW", "TI", "TB", "TW", "KB", "KW", "KM", "TY",
];

/// What other formats call some of them.
const ELSEWHERE: [(&str, &str); 4] = [
    ("PC", "Event"),
    ("DT", "Date"),
    ("PB", "Black"),
    ("PW", "White"),
];

/// How a game ended other than on the board.
const FLAGS: [(char, &str); 3] = [('r', "resignation"), ('t', "time"), ('s', "agreed score")];

/// A property with the place of its value.
struct Property<'t> {
    name: &'t str,
    value: &'t str,
    at: usize,
}

pub(super) fn read<const N: usize>(rules: &Othello<N>, text: &str) -> Read<N> {
    let mut records = Vec::new();
    let mut at = 0;
    loop {
        // GGS writes the number of games of a match before the first one.
        let rest = text[at..].trim_start_matches(|c: char| c.is_whitespace() || c.is_ascii_digit());
        at = text.len() - rest.len();
        if rest.is_empty() {
            return Ok(records);
        }
        if !rest.starts_with("(;") {
            return Err(Fault::at(at, "here begins no game").hint("a game is written (; ... ;)"));
        }
        at += 2;
        let mut game = GameReader::new(rules);
        while let Some(property) = next_property(text, &mut at)? {
            let Property { at, .. } = property;
            game.take(&property).map_err(|fault| fault.shifted(at))?;
        }
        records.push(game.record);
    }
}

/// Reads a property, or the end of the game.
fn next_property<'t>(text: &'t str, at: &mut usize) -> Result<Option<Property<'t>>, Fault> {
    let rest = text[*at..].trim_start();
    *at = text.len() - rest.len();
    if rest.starts_with(";)") {
        *at += 2;
        return Ok(None);
    }
    let letters = rest.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let name = &rest[..rest.len() - letters.len()];
    let Some(value) = letters.strip_prefix('[').filter(|_| !name.is_empty()) else {
        return Err(Fault::at(*at, "here begins no property")
            .hint("expected a property such as PB[name], or ;) at the end of the game"));
    };
    let Some(length) = value.find(']') else {
        let what = format!("the value of {name} has no end");
        return Err(Fault::at(text.len(), what).hint("expected ]"));
    };
    let place = text.len() - value.len();
    *at = place + length + 1;
    Ok(Some(Property {
        name,
        value: &value[..length],
        at: place,
    }))
}

/// A game in the making.
struct GameReader<'r, const N: usize> {
    rules: &'r Othello<N>,
    record: Record<Othello<N>>,
    pos: Position<N>,
}

impl<'r, const N: usize> GameReader<'r, N> {
    fn new(rules: &'r Othello<N>) -> Self {
        Self {
            rules,
            record: Record::at(rules.start()),
            pos: rules.start(),
        }
    }

    /// Faults are placed from the beginning of the value.
    fn take(&mut self, property: &Property) -> Result<(), Fault> {
        let value = property.value;
        let name = property.name.to_ascii_uppercase();
        match name.as_str() {
            "GM" if value.trim().eq_ignore_ascii_case("othello") => Ok(()),
            "GM" => Err(Fault::at(0, format!("this is a game of {}", value.trim()))
                .hint("expected GM[Othello]")),
            "BO" => self.take_board(value),
            "B" => self.take_move(value, Player::First),
            "W" => self.take_move(value, Player::Second),
            "RE" => {
                self.record.result = read_result(value);
                Ok(())
            }
            _ => {
                self.record.tags.push((name, value.trim().to_owned()));
                Ok(())
            }
        }
    }

    fn take_board(&mut self, value: &str) -> Result<(), Fault> {
        if !self.record.moves.is_empty() {
            return Err(Fault::at(0, "the board comes after the first move")
                .hint("BO stands before the moves"));
        }
        let start = value.len() - value.trim_start().len();
        let board = value[start..].trim_start_matches(|c: char| c.is_ascii_digit());
        let size = &value[start..value.len() - board.len()];
        let (rows, columns) = (self.rules.size.rows, self.rules.size.columns);
        if rows != columns || size.parse() != Ok(rows) {
            let what = format!("this is a board of size \"{size}\"");
            return Err(Fault::at(start, what).hint(format!("the game is {rows}x{columns}")));
        }
        let read = self.rules.read_board(board);
        self.pos = read.map_err(|fault| fault.shifted(value.len() - board.len()))?;
        self.record.start = self.pos;
        Ok(())
    }

    fn take_move(&mut self, value: &str, player: Player) -> Result<(), Fault> {
        let mut parts = value.split('/');
        let square = parts.next().unwrap_or("");
        let word = canonical(square.trim());
        if self.pos.turn != player {
            // Some programs leave passes out.
            self.play("pass").map_err(|_| {
                let fault = Fault::at(0, format!("{word} is a move of the wrong side"));
                match player {
                    Player::First => fault.hint("white is to move, W[...]"),
                    Player::Second => fault.hint("black is to move, B[...]"),
                }
            })?;
        }
        let start = square.len() - square.trim_start().len();
        self.play(word).map_err(|fault| fault.shifted(start))?;
        let figures = parts.map(str::trim).collect::<Vec<_>>().join("/");
        if figures.contains(|c: char| c != '/') {
            let after = self.record.moves.len();
            self.record.comments.push((after, format!("/{figures}")));
        }
        Ok(())
    }

    fn play(&mut self, word: &str) -> Result<(), Fault> {
        let m = self.rules.read_move(&self.pos, word)?;
        self.record.moves.push(m);
        self.pos = self.rules.play(&self.pos, m);
        Ok(())
    }
}

/// Reads `+2.00:r`; `?` and anything else that is no number is an unknown result.
fn read_result(value: &str) -> Option<Outcome> {
    let (number, flag) = value.split_once(':').unwrap_or((value, ""));
    let margin: f32 = number.trim().parse().ok()?;
    let known = FLAGS
        .iter()
        .find(|(letter, _)| flag.trim().starts_with(*letter));
    (margin.abs() <= 256.0).then(|| Outcome {
        margin: margin.round() as i16,
        reason: known.map_or("final score", |(_, reason)| reason),
    })
}

pub(super) fn write<const N: usize>(
    rules: &Othello<N>,
    records: &[Record<Othello<N>>],
) -> Result<String, Fault> {
    if rules.size.rows != rules.size.columns {
        return Err(Fault::new(format!(
            "GGF cannot hold a board of {}x{}",
            rules.size.rows, rules.size.columns
        ))
        .hint("it knows square boards only"));
    }
    records
        .iter()
        .map(|record| write_game(rules, record))
        .collect()
}

fn write_game<const N: usize>(
    rules: &Othello<N>,
    record: &Record<Othello<N>>,
) -> Result<String, Fault> {
    let mut text = "(;GM[Othello]".to_owned();
    let size = rules.size.rows.to_string();
    for name in TAGS {
        let default = (name == "TY").then_some(size.as_str());
        let elsewhere = ELSEWHERE.iter().find(|(own, _)| *own == name);
        let elsewhere = elsewhere.and_then(|(_, other)| record.tag(other));
        if let Some(value) = record.tag(name).or(elsewhere).or(default) {
            if value.contains(']') {
                return Err(
                    Fault::new(format!("GGF cannot hold the {name} \"{value}\""))
                        .hint("a value must not contain ]"),
                );
            }
            let _ = write!(text, "{name}[{value}]");
        }
    }
    let board = rules.write_squares(&record.start, ['*', 'O', '-']);
    let side = ['*', 'O'][record.start.turn.index()];
    let result = write_result(rules, record);
    let _ = write!(text, "RE[{result}]BO[{size} {board} {side}]");
    let mut pos = record.start;
    for (made, &m) in (1..).zip(&record.moves) {
        let colour = ['B', 'W'][pos.turn.index()];
        let word = if rules.is_pass(m) {
            "PA".to_owned()
        } else {
            rules.write_move(&pos, m).to_ascii_uppercase()
        };
        let figures = record.comments.iter().find_map(|(after, comment)| {
            let figures = *after == made && comment.starts_with('/') && !comment.contains(']');
            figures.then_some(comment.as_str())
        });
        let _ = write!(text, "{colour}[{word}{}]", figures.unwrap_or(""));
        pos = rules.play(&pos, m);
    }
    Ok(text + ";)\n")
}

/// The result that the record states, or that of a game played to its end.
fn write_result<const N: usize>(rules: &Othello<N>, record: &Record<Othello<N>>) -> String {
    let Some(outcome) = record.outcome(rules) else {
        return "?".to_owned();
    };
    let flag = FLAGS.iter().find(|(_, reason)| *reason == outcome.reason);
    let flag = flag.map_or(String::new(), |(letter, _)| format!(":{letter}"));
    format!("{:+}{flag}", outcome.margin)
}
