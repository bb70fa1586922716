//! Transcripts: `f5d6c3d3c4...`, the form in which players pass games on.
//!
//! Passes are left out, since they are forced; files that write them (`pa`, `ps`, `--`, `pass`)
//! are read as well. A forced pass at the end belongs to the game, written or not.

use ponder_core::text::lines;
use ponder_core::{Fault, Notation, Record, Rules};

use super::super::{Move, Othello};
use super::{Read, canonical, is_pass};

pub(super) fn read<const N: usize>(rules: &Othello<N>, text: &str) -> Read<N> {
    lines(text)
        .map(|(at, line)| read_game(rules, line).map_err(|fault| fault.shifted(at)))
        .collect()
}

fn read_game<const N: usize>(rules: &Othello<N>, line: &str) -> Result<Record<Othello<N>>, Fault> {
    let mut record = Record::at(rules.start());
    let mut pos = record.start;
    let mut just_passed = false;
    let mut at = 0;
    loop {
        if rules.must_pass(&pos) {
            record.moves.push(Move::Pass);
            pos = rules.play(&pos, Move::Pass);
            just_passed = true;
        }
        at = line.len() - line[at..].trim_start().len();
        let rest = &line[at..];
        if rest.is_empty() {
            return Ok(record);
        }
        let word = first_word(rest).ok_or_else(|| {
            let letter = rest.chars().next().unwrap_or_default();
            Fault::at(at, format!("\"{letter}\" begins no move"))
                .hint("moves are written f5, passes pa or not at all")
        })?;
        if just_passed && is_pass(word) {
            just_passed = false;
        } else {
            let m = rules
                .read_move(&pos, canonical(word))
                .map_err(|fault| fault.shifted(at))?;
            record.moves.push(m);
            pos = rules.play(&pos, m);
            just_passed = false;
        }
        at += word.len();
    }
}

/// The move that a text begins with: a pass, or a letter and digits.
fn first_word(text: &str) -> Option<&str> {
    let passes = [4, 2].into_iter().filter_map(|length| text.get(..length));
    if let Some(pass) = passes.into_iter().find(|word| is_pass(word)) {
        return Some(pass);
    }
    let number = text.strip_prefix(|letter: char| letter.is_ascii_alphabetic())?;
    let digits = number.len()
        - number
            .trim_start_matches(|c: char| c.is_ascii_digit())
            .len();
    (digits > 0).then(|| &text[..=digits])
}

pub(super) fn write<const N: usize>(
    rules: &Othello<N>,
    records: &[Record<Othello<N>>],
) -> Result<String, Fault> {
    let mut text = String::new();
    for record in records {
        if record.start != rules.start() {
            return Err(Fault::new("a transcript cannot say where a game begins")
                .hint("only games from the start position"));
        }
        let placed = record.moves.iter().filter(|m| **m != Move::Pass);
        let line: String = placed
            .map(|m| rules.write_move(&record.start, *m))
            .collect();
        if line.is_empty() {
            return Err(Fault::new("a transcript needs at least one move"));
        }
        text.push_str(&line);
        text.push('\n');
    }
    Ok(text)
}
