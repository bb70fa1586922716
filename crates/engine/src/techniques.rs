//! The controls of a search: every switch and every number of a configuration, with what they
//! mean and may be.

use ponder_core::{Game, Score};
use ponder_search::{Config, Driver, NUMBERS, Switch};
use serde::Serialize;

use crate::analysis::tie_words;
use crate::equipment::missing;

/// What can be told to a search of a game, and what it does unless told otherwise.
#[derive(Clone, Debug, Serialize)]
pub struct TechniquesView {
    /// The techniques.
    pub switches: Vec<SwitchView>,
    /// Their numbers.
    pub numbers: Vec<NumberView>,
    /// The ways to search the root; the first is the default.
    pub drivers: Vec<&'static str>,
    /// The ways to choose among equal moves; the first is the default.
    pub ties: Vec<&'static str>,
}

/// A technique.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SwitchView {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// True if it leaves the value of a search unchanged.
    pub sound: bool,
    /// True if it is on.
    pub on: bool,
    /// True if it can do something in this game.
    pub allowed: bool,
}

/// A number of a technique.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct NumberView {
    /// Its name.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
    /// What it is.
    pub value: Score,
    /// The least it may be.
    pub least: Score,
    /// The most it may be.
    pub most: Score,
}

/// The controls of a game, as a configuration sets them.
pub(crate) fn of<G: Game>(game: &G, config: &Config) -> TechniquesView {
    let switch = |switch: &Switch| SwitchView {
        name: switch.name(),
        about: switch.about(),
        sound: switch.sound(),
        on: config.switches.has(*switch),
        allowed: missing(game, config, *switch).is_none(),
    };
    let numbers = NUMBERS.iter().map(|number| NumberView {
        name: number.name,
        about: number.about,
        value: number.of(&config.numbers),
        least: *number.allowed.start(),
        most: *number.allowed.end(),
    });
    TechniquesView {
        switches: Switch::ALL.iter().map(switch).collect(),
        numbers: numbers.collect(),
        drivers: Driver::ALL.iter().map(|driver| driver.name()).collect(),
        ties: tie_words(G::TIE),
    }
}
