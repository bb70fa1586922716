//! Checkers, or English draughts: 8 x 8, short kings, captures compulsory.
//!
//! Black (the first player) begins on squares 1 to 12 at the top and moves down the board.
//! `board` says how squares are bits, `moves` how moves are found; `fen` and `formats` hold the
//! texts of the draughts world, read with one `scan`ner. `judge` says what a position is worth.
//!
//! There is no null move: to be on move is often what loses an ending.

mod board;
mod fen;
mod formats;
mod judge;
mod models;
mod moves;
mod notation;
mod rules;
mod scan;
mod show;

pub use moves::Move;
pub use rules::Position;

use ponder_core::{Allowed, DrawRules, Fault, Game, Keys, Settings, Spec};

/// The rules of checkers, with the limits after which a game is drawn.
#[derive(Clone, Debug)]
pub struct Checkers {
    keys: Keys,
    draws: DrawRules,
}

impl Game for Checkers {
    const NAME: &'static str = "checkers";
    const TITLE: &'static str = "Checkers";
    const ABOUT: &'static str =
        "Jump over all enemy pieces, or block them; captures are compulsory";
    const RULES: &'static str = include_str!("rules.md");
    const SPECS: &'static [Spec] = &[
        Spec {
            key: "repetition",
            default: "3",
            allowed: Allowed::NumberOrOff(2, 9),
            about: "the occurrence of a position that draws the game",
        },
        Spec {
            key: "quiet",
            default: "80",
            allowed: Allowed::NumberOrOff(1, 500),
            about: "plies without a capture or a move of a man that draw the game",
        },
        Spec {
            key: "plies",
            default: "off",
            allowed: Allowed::NumberOrOff(1, 10_000),
            about: "plies after which the game is drawn",
        },
    ];

    fn new(settings: &Settings) -> Result<Self, Fault> {
        Ok(Self {
            keys: Keys::default(),
            draws: DrawRules {
                repetition: settings.number("repetition"),
                quiet: settings.number("quiet"),
                plies: settings.number("plies"),
            },
        })
    }
}
