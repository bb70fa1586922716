//! Cells and colours as GTP writes them.
//!
//! Columns are letters without I; rows have the game's own numbers, which is what Othello
//! programs on GTP do, although theirs are counted from the top. Whatever is no cell (`pass`,
//! `11-15`) is the same on both sides.

use ponder_core::{Board, CellShape};
use ponder_engine::Session;

/// A move of ours as GTP writes it.
pub(super) fn write(board: &Board, text: &str) -> String {
    let Some((letter, row)) = split(text).filter(|_| board.find(text).is_some()) else {
        return text.to_owned();
    };
    let letter = match letter {
        'a'..='h' => letter,
        other => char::from(other as u8 + 1),
    };
    format!("{}{row}", letter.to_ascii_uppercase())
}

/// A move of GTP as we write it.
pub(super) fn read(board: &Board, text: &str) -> String {
    let lower = text.to_ascii_lowercase();
    if lower == "pass" {
        return lower;
    }
    let cell = split(&lower).and_then(|(letter, row)| {
        let letter = match letter {
            'a'..='h' => letter,
            'j'..='z' => char::from(letter as u8 - 1),
            _ => return None,
        };
        let name = format!("{letter}{row}");
        board.find(&name).map(|_| name)
    });
    cell.unwrap_or_else(|| text.to_owned())
}

/// The letter and the number of a cell's name.
fn split(text: &str) -> Option<(char, u32)> {
    let letter = text.chars().next().filter(char::is_ascii_lowercase)?;
    let digits = &text[1..];
    let number = digits.bytes().all(|byte| byte.is_ascii_digit());
    Some((letter, number.then(|| digits.parse().ok())??))
}

/// Columns and rows of a board whose cells are named so.
pub(super) fn size(board: &Board) -> Option<(u32, u32)> {
    if board.shape == CellShape::Hexagon {
        return None;
    }
    let mut size = (0, 0);
    for cell in &board.cells {
        let (letter, row) = split(&cell.name)?;
        size.0 = size.0.max(u32::from(letter) - u32::from('a') + 1);
        size.1 = size.1.max(row);
    }
    let whole = size.0.checked_mul(size.1) == u32::try_from(board.cells.len()).ok();
    whole.then_some(size)
}

/// The two colours, the first mover's first. Where the players are not called black and white,
/// black moves first.
pub(super) fn colours(session: &dyn Session) -> [&'static str; 2] {
    match session.players() {
        ["white", "black"] => ["white", "black"],
        _ => ["black", "white"],
    }
}

/// The number of the player that a colour means: GTP's words, or the game's own.
pub(super) fn player(session: &dyn Session, word: &str) -> Option<usize> {
    let word = word.to_ascii_lowercase();
    let means = |name: &str| word == name || (word.len() == 1 && name.starts_with(&word));
    let names = [colours(session), session.players()];
    names
        .iter()
        .find_map(|names| names.iter().position(|name| means(name)))
}

/// The number of the player to move.
pub(super) fn mover(session: &dyn Session) -> usize {
    usize::from(session.position().turn != session.players()[0])
}

#[cfg(test)]
mod tests {
    use ponder_engine::open;

    use super::*;

    #[test]
    fn columns_have_no_i() {
        let board = open("othello:size=10x10").expect("a game").board();
        let pairs = [("a1", "A1"), ("h10", "H10"), ("i3", "J3"), ("j10", "K10")];
        for (own, vertex) in pairs {
            assert_eq!(write(&board, own), vertex);
            assert_eq!(read(&board, vertex), own);
            assert_eq!(read(&board, &vertex.to_ascii_lowercase()), own);
        }
        assert_eq!(read(&board, "i3"), "i3", "no such column, to be refused");
        assert_eq!(read(&board, "PASS"), "pass");
        assert_eq!(size(&board), Some((10, 10)));
    }

    #[test]
    fn what_is_no_cell_stays_as_it_is() {
        let cases = [
            ("checkers", "11-15", None),
            ("abalone", "i5h5", None),
            ("connect-four", "d", Some((7, 6))),
            ("expendibots", "d2!", Some((8, 8))),
            ("gothello", "pass", Some((5, 5))),
        ];
        for (id, text, cells) in cases {
            let board = open(id).expect("a game").board();
            assert_eq!(write(&board, text), text);
            assert_eq!(read(&board, text), text);
            assert_eq!(size(&board), cells, "{id}");
        }
        let board = open("othello").expect("a game").board();
        for text in ["", "f", "5", "f05x", "f99999999999", "\u{e9}5", "f-5"] {
            assert_eq!(read(&board, text), text);
        }
    }

    #[test]
    fn colours_have_many_names() {
        let session = open("expendibots").expect("a game");
        assert_eq!(player(&*session, "W"), Some(0));
        assert_eq!(player(&*session, "black"), Some(1));
        let session = open("connect-four").expect("a game");
        assert_eq!(player(&*session, "b"), Some(0));
        assert_eq!(player(&*session, "Yellow"), Some(1));
        assert_eq!(player(&*session, "green"), None);
        assert_eq!(player(&*session, ""), None);
    }
}
