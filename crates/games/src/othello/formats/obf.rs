//! OBF, the format of the FFO endgame tests and of Edax's problem files: one position a line,
//! and behind it the scores of some moves for the side to move, best first.
//!
//! `OOX...-- X; A2:+38; C7:+36;` The scores are kept as the tag `scores`; what follows a `%` is
//! a comment.

use std::fmt::Write;

use ponder_core::text::lines;
use ponder_core::{Fault, Notation, Record};

use super::super::{Othello, Position};
use super::{Read, canonical};

/// The tag that holds scores of moves, as `a2:+38 c7:+36`.
const SCORES: &str = "scores";

pub(super) fn read<const N: usize>(rules: &Othello<N>, text: &str) -> Read<N> {
    lines(text)
        .filter(|(_, line)| !line.starts_with('%'))
        .map(|(at, line)| read_line(rules, line).map_err(|fault| fault.shifted(at)))
        .collect()
}

fn read_line<const N: usize>(rules: &Othello<N>, line: &str) -> Result<Record<Othello<N>>, Fault> {
    let (line, comment) = line.split_once('%').unwrap_or((line, ""));
    let mut items = line.split(';');
    let board = items.next().unwrap_or("");
    let pos = rules.read_position(board)?;
    let mut record = Record::at(pos);
    let mut scores = Vec::new();
    let mut at = board.len() + 1;
    for item in items {
        if !item.trim().is_empty() {
            let score = read_score(rules, &pos, item).map_err(|fault| fault.shifted(at))?;
            scores.push(score);
        }
        at += item.len() + 1;
    }
    if !scores.is_empty() {
        record.tags.push((SCORES.to_owned(), scores.join(" ")));
    }
    if !comment.trim().is_empty() {
        record.comments.push((0, comment.trim().to_owned()));
    }
    Ok(record)
}

/// Reads `A2:+38`, with blanks round it and its parts.
fn read_score<const N: usize>(
    rules: &Othello<N>,
    pos: &Position<N>,
    item: &str,
) -> Result<String, Fault> {
    let start = item.len() - item.trim_start().len();
    let (word, score) = item.split_once(':').ok_or_else(|| {
        Fault::at(start, format!("\"{}\" is no score", item.trim())).hint("expected move:score")
    })?;
    let m = rules
        .read_move(pos, canonical(word.trim()))
        .map_err(|fault| fault.shifted(start))?;
    let number: f64 = score
        .trim()
        .parse()
        .ok()
        .filter(|n: &f64| n.is_finite())
        .ok_or_else(|| {
            let at = item.len() - score.trim_start().len();
            Fault::at(at, format!("\"{}\" is no number", score.trim())).hint("expected move:score")
        })?;
    Ok(format!("{}:{number:+}", rules.write_move(pos, m)))
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of all formats")]
pub(super) fn write<const N: usize>(
    rules: &Othello<N>,
    records: &[Record<Othello<N>>],
) -> Result<String, Fault> {
    let mut text = String::new();
    for record in records {
        text.push_str(&rules.write_position(&record.end(rules)));
        text.push(';');
        // The scores belong to the first position of the record.
        let scores = record.tag(SCORES).filter(|_| record.moves.is_empty());
        for score in scores.unwrap_or("").split_whitespace() {
            let _ = write!(text, " {score};");
        }
        text.push('\n');
    }
    Ok(text)
}
