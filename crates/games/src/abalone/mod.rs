//! Abalone: push six of the opponent's marbles off a hexagonal board.
//!
//! * `hexagon`: 61 cells in one word, numbered so that every direction is a rotation.
//! * `lines`: which marbles can move, found for all of them at once.
//! * `rules`: positions, moves, endings, symmetries.
//! * `layouts`: the start positions; `setup`: positions that come from outside.
//! * `judge`: what is good, counted.
//! * `show`, `notation`, `formats`: how people see and write it.
//!
//! The printed rules name no end but six ejected marbles, and no limit; weak play from the
//! classical start can go on for ever. So every limit is an option, by default the threefold
//! repetition of `PlayStrategy` and 100 plies without an ejection.

mod formats;
mod hexagon;
mod judge;
mod layouts;
mod lines;
mod models;
mod notation;
mod rules;
mod setup;
mod show;

use hexagon::Cells;
use layouts::{LAYOUTS, NAMES};
use ponder_core::{Allowed, DrawRules, Fault, Game, Keys, Settings, Spec};
pub use rules::{Move, Position};

/// The rules of Abalone.
#[derive(Clone, Debug)]
pub struct Abalone {
    keys: Keys,
    /// The marbles of black and of white at the start.
    start: [Cells; 2],
    /// The number of lost marbles that loses the game.
    win: u8,
    draws: DrawRules,
    limit: Limit,
    stuck: Stuck,
}

/// What the ply limit means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Limit {
    Draw,
    Ejections,
}

/// What it means to have no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stuck {
    Loss,
    Draw,
}

/// The marbles a side begins with in every layout.
const MARBLES: u8 = 14;

impl Game for Abalone {
    const NAME: &'static str = "abalone";
    const TITLE: &'static str = "Abalone";
    const ABOUT: &'static str = "Push six of the opponent's marbles off a hexagonal board";
    const RULES: &'static str = include_str!("rules.md");
    const SPECS: &'static [Spec] = &[
        Spec {
            key: "layout",
            default: "classical",
            allowed: Allowed::Words(&NAMES),
            about: "the start position",
        },
        Spec {
            key: "win",
            default: "6",
            allowed: Allowed::Number(1, MARBLES as u32),
            about: "marbles to eject",
        },
        Spec {
            key: "repetition",
            default: "3",
            allowed: Allowed::NumberOrOff(2, 9),
            about: "the game is drawn when a position occurs for this time",
        },
        Spec {
            key: "quiet",
            default: "100",
            allowed: Allowed::NumberOrOff(1, 1000),
            about: "the game is drawn after so many plies without an ejection",
        },
        Spec {
            key: "plies",
            default: "off",
            allowed: Allowed::NumberOrOff(1, 10000),
            about: "the game ends after so many plies",
        },
        Spec {
            key: "limit",
            default: "draw",
            allowed: Allowed::Words(&["draw", "ejections"]),
            about: "at the ply limit: a draw, or more ejections win",
        },
        Spec {
            key: "stuck",
            default: "loss",
            allowed: Allowed::Words(&["loss", "draw"]),
            about: "what a player without a legal move gets",
        },
    ];

    fn new(settings: &Settings) -> Result<Self, Fault> {
        let name = settings.word("layout");
        let layout = LAYOUTS.iter().find(|layout| layout.name == name);
        let layout = layout.ok_or_else(|| Fault::new(format!("there is no layout {name}")))?;
        let win = settings.number("win").unwrap_or(6);
        Ok(Self {
            keys: Keys::default(),
            start: layout.marbles,
            win: win as u8,
            draws: DrawRules {
                repetition: settings.number("repetition"),
                quiet: settings.number("quiet"),
                plies: settings.number("plies"),
            },
            limit: match settings.word("limit") {
                "ejections" => Limit::Ejections,
                _ => Limit::Draw,
            },
            stuck: match settings.word("stuck") {
                "draw" => Stuck::Draw,
                _ => Stuck::Loss,
            },
        })
    }
}
