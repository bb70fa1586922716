//! Writing PDN 3.0, strictly: the roster of tags, right separators, short lines.

use std::fmt::Write;

use ponder_core::{Fault, MoveList, Player, Record, Rules};

use super::Verdict;
use super::lexer::is_tag_letter;
use crate::checkers::notation::join;
use crate::checkers::{Checkers, Move, Position, fen};

/// The tags that every game has, in this order, with what stands for unknown values.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("Black", "?"),
    ("White", "?"),
];

/// The tags that follow from the record itself.
const DERIVED: [&str; 4] = ["Result", "GameType", "SetUp", "FEN"];

/// Writes games one after the other; `first` is the player whose win is written `1-0`.
pub(super) fn games(
    rules: &Checkers,
    records: &[Record<Checkers>],
    first: Player,
) -> Result<String, Fault> {
    let mut text = String::new();
    for record in records {
        if !text.is_empty() {
            text.push('\n');
        }
        let verdict = verdict(rules, record, first).text();
        write_tags(rules, record, verdict, &mut text)?;
        text.push('\n');
        write_moves(rules, record, verdict, &mut text);
    }
    Ok(text)
}

fn verdict(rules: &Checkers, record: &Record<Checkers>, first: Player) -> Verdict {
    match record.outcome(rules).map(ponder_core::Outcome::winner) {
        None => Verdict::Open,
        Some(None) => Verdict::Drawn,
        Some(Some(winner)) if winner == first => Verdict::Won,
        Some(Some(_)) => Verdict::Lost,
    }
}

fn write_tags(
    rules: &Checkers,
    record: &Record<Checkers>,
    verdict: &str,
    text: &mut String,
) -> Result<(), Fault> {
    for (name, unknown) in ROSTER {
        let mut tags = record.tags.iter();
        let known = tags.find(|(key, _)| key.eq_ignore_ascii_case(name));
        write_tag(text, name, known.map_or(unknown, |(_, value)| value));
    }
    write_tag(text, "Result", verdict);
    for (name, value) in &record.tags {
        if name.is_empty() || !name.chars().all(is_tag_letter) {
            return Err(
                Fault::new(format!("\"{name}\" cannot be the name of a PDN tag"))
                    .hint("letters, digits and underscores can"),
            );
        }
        let mut written = ROSTER.iter().map(|(key, _)| *key).chain(DERIVED);
        if !written.any(|key| key.eq_ignore_ascii_case(name)) {
            write_tag(text, name, value);
        }
    }
    write_tag(text, "GameType", "21");
    if record.start != rules.start() {
        write_tag(text, "SetUp", "1");
        write_tag(text, "FEN", &fen::write(rules, &record.start));
    }
    Ok(())
}

fn write_tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    let value = value.replace(char::is_control, " ");
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

fn write_moves(rules: &Checkers, record: &Record<Checkers>, verdict: &str, text: &mut String) {
    let mut lines = Lines { text, width: 0 };
    for word in words(rules, record, None, record.start, 0) {
        lines.word(&word);
    }
    lines.word(verdict);
    text.push('\n');
}

/// A line of a record in words, its variations included: the game, or a variation by its number,
/// from a position on that so many plies lead to.
fn words(
    rules: &Checkers,
    record: &Record<Checkers>,
    line: Option<usize>,
    start: Position,
    plies: usize,
) -> Vec<String> {
    let (moves, comments) = match line {
        Some(number) => {
            let variation = &record.variations[number];
            (&variation.moves, &variation.comments)
        }
        None => (&record.moves, &record.comments),
    };
    let mut words = Vec::new();
    let mut pos = start;
    // Black's moves have the numbers; a game that White begins starts in the middle of one.
    let skipped = plies + rules.turn(&record.start).index();
    let mut comments = comments.iter().peekable();
    // White's move has the number too where it does not follow Black's.
    let mut apart = true;
    for (index, &m) in moves.iter().enumerate() {
        while let Some((_, comment)) = comments.next_if(|(before, _)| *before <= index) {
            words.extend(comment_words(comment));
        }
        let ply = index + skipped;
        let number = ply / 2 + 1;
        let written = shortest(rules, &pos, m);
        words.push(if ply.is_multiple_of(2) {
            format!("{number}. {written}")
        } else if apart {
            format!("{number}... {written}")
        } else {
            written
        });
        apart = false;
        let here = (0..)
            .zip(&record.variations)
            .filter(|(_, other)| other.of == line && other.after == index);
        for (other, _) in here {
            let mut aside = self::words(rules, record, Some(other), pos, plies + index);
            if let Some(first) = aside.first_mut() {
                first.insert(0, '(');
            }
            if let Some(last) = aside.last_mut() {
                last.push(')');
            }
            words.append(&mut aside);
            apart = true;
        }
        pos = rules.play(&pos, m);
    }
    for (_, comment) in comments {
        words.extend(comment_words(comment));
    }
    words
}

fn comment_words(comment: &str) -> Vec<String> {
    // Nothing can hide a brace inside a comment.
    let comment = comment.trim().replace('{', "(").replace('}', ")");
    let comment = format!("{{{comment}}}");
    comment.split_whitespace().map(str::to_owned).collect()
}

/// A capture's first and last square, as PDN has it, unless another capture has the same ones.
fn shortest(rules: &Checkers, pos: &Position, m: Move) -> String {
    let mut list = MoveList::<Checkers>::new();
    rules.all_moves(pos, &mut list);
    let ends = |m: &Move| (m.from(), m.to());
    let alone = list.iter().filter(|other| ends(other) == ends(&m)).count() == 1;
    let path = m.stations();
    if alone {
        join(m, &[path[0], path[path.len() - 1]])
    } else {
        join(m, &path)
    }
}

/// Words set into lines.
struct Lines<'t> {
    text: &'t mut String,
    width: usize,
}

impl Lines<'_> {
    /// The most that a line holds.
    const WIDTH: usize = 80;

    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.width > 0 {
            let fits = self.width + 1 + length <= Self::WIDTH;
            self.text.push(if fits { ' ' } else { '\n' });
            self.width = if fits { self.width + 1 } else { 0 };
        }
        self.text.push_str(word);
        self.width += length;
    }
}
