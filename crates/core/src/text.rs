//! Reading and writing shared by the games: words and lines with their places, boards as rows of
//! piece letters.

use std::fmt::Write;

use crate::show::{initial, piece_text};
use crate::{CellId, Fault, Piece, Player, Show};

/// The words of a text with their byte offsets.
pub fn words(text: &str) -> Vec<(usize, &str)> {
    let base = text.as_ptr() as usize;
    text.split_whitespace()
        .map(|word| (word.as_ptr() as usize - base, word))
        .collect()
}

/// The lines of a text that are not blank, trimmed, with their byte offsets.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let base = text.as_ptr() as usize;
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(move |line| (line.as_ptr() as usize - base, line))
}

/// The initial of the player to move.
pub fn side_letter<S: Show>(rules: &S, pos: &S::Pos) -> char {
    initial(S::PLAYERS[rules.turn(pos).index()])
}

/// The board as rows of piece letters from the top, joined by `/`, with `.` for empty cells.
pub fn write_rows<S: Show>(rules: &S, pos: &S::Pos) -> String {
    let mut rows = String::new();
    let mut cell: CellId = 0;
    for length in rules.board().row_lengths() {
        if cell > 0 {
            rows.push('/');
        }
        for _ in 0..length {
            match rules.piece_at(pos, cell) {
                Some(piece) => rows.push_str(&piece_text(rules.symbol(piece), piece.count)),
                None => rows.push('.'),
            }
            cell += 1;
        }
    }
    rows
}

/// What [`read_rows`] finds.
#[derive(Debug)]
pub struct Rows<'t> {
    /// What stands on each cell.
    pub pieces: Vec<Option<Piece>>,
    /// The side to move.
    pub turn: Player,
    /// Further words with their places, for games that have more to say.
    pub rest: Vec<(usize, &'t str)>,
}

/// Reads rows of piece letters and the side to move, the reverse of [`write_rows`] with
/// [`side_letter`] behind it.
pub fn read_rows<'t, S: Show>(rules: &S, text: &'t str) -> Result<Rows<'t>, Fault> {
    let mut words = words(text).into_iter();
    let (at, rows) = words.next().ok_or_else(|| {
        Fault::at(0, "the position is empty").hint("write rows from the top, joined by /")
    })?;
    let lengths = rules.board().row_lengths();
    let mut pieces: Vec<Option<Piece>> = Vec::new();
    let mut here = at;
    let mut found = 0;
    for (index, row) in rows.split('/').enumerate() {
        let Some(&length) = lengths.get(index) else {
            return Err(
                Fault::at(here, format!("row {} is one too many", index + 1))
                    .hint(format!("this board has {} rows", lengths.len())),
            );
        };
        let before = pieces.len();
        read_row(rules, row, here, &mut pieces)?;
        let cells = pieces.len() - before;
        if cells != length {
            let what = format!("row {} has {cells} cells", index + 1);
            return Err(Fault::at(here, what).hint(format!("it should have {length}")));
        }
        here += row.len() + 1;
        found += 1;
    }
    if found < lengths.len() {
        let what = format!("the board ends after {found} rows");
        return Err(
            Fault::at(at + rows.len(), what).hint(format!("it should have {} rows", lengths.len()))
        );
    }
    let sides = S::PLAYERS.map(initial);
    let expected = format!("the side to move, {} or {}", sides[0], sides[1]);
    let (at, side) = words.next().ok_or_else(|| {
        Fault::at(text.len(), "the side to move is missing").hint(format!("add {expected}"))
    })?;
    let turn = Player::BOTH
        .into_iter()
        .find(|player| side.eq_ignore_ascii_case(&sides[player.index()].to_string()))
        .ok_or_else(|| {
            Fault::at(at, format!("\"{side}\" is no side to move"))
                .hint(format!("expected {expected}"))
        })?;
    Ok(Rows {
        pieces,
        turn,
        rest: words.collect(),
    })
}

fn read_row<S: Show>(
    rules: &S,
    row: &str,
    at: usize,
    pieces: &mut Vec<Option<Piece>>,
) -> Result<(), Fault> {
    let mut stackable = false;
    for (offset, letter) in row.char_indices() {
        let place = at + offset;
        if letter == '.' || letter == '-' {
            pieces.push(None);
            stackable = false;
            continue;
        }
        let height = S::STACKS && matches!(letter, '1'..='9' | 'A'..='F');
        let count = height.then(|| letter.to_digit(16));
        if let (true, Some(Some(count)), Some(Some(piece))) = (stackable, count, pieces.last_mut())
        {
            piece.count = count as u8;
            stackable = false;
            continue;
        }
        let owners = Player::BOTH.into_iter();
        let mut kinds = owners.flat_map(|owner| {
            let kinds = 0..S::KINDS.len() as u8;
            kinds.map(move |kind| Piece {
                kind,
                ..Piece::of(owner)
            })
        });
        let piece = kinds.find(|piece| rules.symbol(*piece) == letter);
        let Some(piece) = piece else {
            return Err(
                Fault::at(place, format!("\"{letter}\" is no piece of this game"))
                    .hint(format!("expected {}", piece_letters(rules))),
            );
        };
        pieces.push(Some(piece));
        stackable = true;
    }
    Ok(())
}

fn piece_letters<S: Show>(rules: &S) -> String {
    let mut letters = String::new();
    for owner in Player::BOTH {
        for (kind, name) in (0..).zip(S::KINDS) {
            let symbol = rules.symbol(Piece {
                kind,
                ..Piece::of(owner)
            });
            let _ = write!(letters, "{symbol} ({} {name}), ", S::PLAYERS[owner.index()]);
        }
    }
    letters + "or . for an empty cell"
}

/// A hash of some bytes that tells texts apart (FNV-1a).
pub fn fingerprint(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The line of `text` that holds byte `at`, and a mark below the place. A long line is cut to
/// what stands round the place.
pub fn pointer(text: &str, at: usize) -> String {
    const WIDTH: usize = 76;
    let at = (0..=at.min(text.len()))
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0);
    let start = text[..at].rfind('\n').map_or(0, |index| index + 1);
    let end = text[at..].find('\n').map_or(text.len(), |index| at + index);
    let line: Vec<char> = text[start..end].trim_end().chars().collect();
    let column = text[start..at].chars().count().min(line.len());
    let first = if line.len() <= WIDTH {
        0
    } else {
        column.saturating_sub(WIDTH * 2 / 3)
    };
    let last = line.len().min(first + WIDTH);
    let cut = |cut: bool| if cut { "\u{2026}" } else { "" };
    let shown: String = line[first..last].iter().collect();
    let number = text[..at].matches('\n').count() + 1;
    let margin = if text.trim_end().contains('\n') {
        format!("line {number}: ")
    } else {
        "  ".to_owned()
    };
    let gap = margin.len() + usize::from(first > 0) + column - first;
    format!(
        "{margin}{}{}{}\n{:gap$}^",
        cut(first > 0),
        visible(&shown),
        cut(last < line.len()),
        ""
    )
}

/// A message fit for a terminal: nothing invisible, and no word longer than a person reads.
pub fn printable(text: &str) -> String {
    const LONGEST: usize = 80;
    let shorten = |word: &str| match word.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}\u{2026}", &word[..end]),
        None => word.to_owned(),
    };
    let words: Vec<_> = text.split(' ').map(shorten).collect();
    visible(&words.join(" "))
}

/// Text with control characters made visible, those that turn the direction of writing among them,
/// so that no input can play with the terminal.
pub fn visible(text: &str) -> String {
    let turns = |letter| matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let visible = |letter: char| {
        if letter.is_control() || turns(letter) {
            '\u{fffd}'
        } else {
            letter
        }
    };
    text.chars().map(visible).collect()
}
