//! Gothello: stones are placed as in Go and flip as in Othello, and one eye lives.
//!
//! Bart Massey's game for Portland State University, as his referee `gthd` 0.9.1 enforces it. A
//! stone may be placed where its group then has a liberty; enemy groups that it leaves without
//! one change colour. Nothing is ever removed, so a game is at most one stone for each point but
//! one, with passes between. Two passes in a row end it, and the most stones win.

mod formats;
mod judge;
mod models;
mod notation;
mod points;
mod rules;
mod show;

pub use rules::{Move, Position};

use crate::grid::Size;
use ponder_core::{Allowed, Fault, Game, Keys, Settings, Spec};

/// The rules of Gothello on a board of any size from 2x2 to 7x7.
#[derive(Clone, Debug)]
pub struct Gothello {
    size: Size,
    /// Every point of the board.
    board: u64,
    keys: Keys,
}

impl Game for Gothello {
    const NAME: &'static str = "gothello";
    const TITLE: &'static str = "Gothello";
    const ABOUT: &'static str =
        "Surround stones as in Go and flip them as in Othello; most stones win";
    const RULES: &'static str = include_str!("rules.md");
    const SPECS: &'static [Spec] = &[Spec {
        key: "size",
        default: "5x5",
        allowed: Allowed::Size(2, 7),
        about: "rows and columns of the board",
    }];

    fn new(settings: &Settings) -> Result<Self, Fault> {
        let (rows, columns) = settings.size("size");
        Ok(Self {
            size: Size { rows, columns },
            board: points::board(rows, columns),
            keys: Keys::default(),
        })
    }
}
