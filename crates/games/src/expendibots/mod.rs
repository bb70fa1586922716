//! Expendibots: stacks of tokens that move, jump and explode in chain reactions.
//!
//! The game was made for the University of Melbourne's COMP30024 in 2020. Its rules are those of
//! the course's referee (version 1.1), which is more exact than the rule sheet: a repetition
//! counts the side to move, and a win beats any draw that falls on the same ply.
//!
//! * `squares`: the board as bits of a word.
//! * `position`: stacks of both players, their heights in four bit planes.
//! * `rules`: actions, endings, keys; `legality` names the rule that an action breaks.
//! * `show`, `notation`: how people see and write it.
//! * [`judge`]: opinion, as features and weights; [`opening`]: a line known by heart.
//! * [`words`]: actions in the referee's words, for files and protocols; `formats`: whole files;
//!   `cursor` reads both.

mod cursor;
mod formats;
pub mod judge;
mod legality;
mod models;
mod notation;
pub mod opening;
mod position;
mod rules;
mod show;
mod squares;
pub mod words;

pub use position::Position;
pub use rules::Action;
pub use squares::Square;

use ponder_core::{Allowed, DrawRules, Fault, Game, Keys, Settings, Spec};

/// The rules of Expendibots.
#[derive(Clone, Debug)]
pub struct Expendibots {
    keys: Keys,
    draws: DrawRules,
}

impl Game for Expendibots {
    const NAME: &'static str = "expendibots";
    const TITLE: &'static str = "Expendibots";
    const ABOUT: &'static str = "Move, stack and blow up tokens until only yours are left";
    const RULES: &'static str = include_str!("rules.md");
    const SPECS: &'static [Spec] = &[
        Spec {
            key: "repetition",
            default: "4",
            allowed: Allowed::NumberOrOff(2, 9),
            about: "occurrences of a position that make a draw",
        },
        Spec {
            key: "plies",
            default: "500",
            allowed: Allowed::NumberOrOff(1, 10_000),
            about: "plies after which the game is a draw",
        },
    ];

    fn new(settings: &Settings) -> Result<Self, Fault> {
        Ok(Self {
            keys: Keys::default(),
            draws: DrawRules {
                repetition: settings.number("repetition"),
                quiet: None,
                plies: settings.number("plies"),
            },
        })
    }
}
