//! All games by name. A new game is its own module and one line in [`GAMES`].

use ponder_core::{Fault, Game, Preset, Settings, Spec};
use ponder_games::abalone::Abalone;
use ponder_games::checkers::Checkers;
use ponder_games::connect_four::ConnectFour;
use ponder_games::expendibots::Expendibots;
use ponder_games::gothello::Gothello;
use ponder_games::othello::{self, Othello8, OthelloWide};

use crate::analysis::tie_words;
use crate::chance::Chance;
use crate::screen::Place;
use crate::session::Session;
use crate::table::Table;
use crate::views::{AliasView, GameView, OptionView, PresetView};

/// The games, in the order in which they are listed.
pub static GAMES: &[Entry] = &[
    Entry::of::<Abalone>(),
    Entry::of::<Checkers>(),
    // Boards beyond 8 x 8 have a type of their own.
    Entry {
        open: |settings| {
            if othello::needs_wide(settings) {
                seat::<OthelloWide>(settings)
            } else {
                seat::<Othello8>(settings)
            }
        },
        ..Entry::of::<Othello8>()
    },
    Entry::of::<Expendibots>(),
    Entry::of::<Gothello>(),
    Entry::of::<ConnectFour>(),
];

/// A game as the registry knows it.
pub struct Entry {
    /// Its name in ids.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// The names of its players, the first mover first.
    pub players: [&'static str; 2],
    /// True if it counts by how much it is won.
    pub margins: bool,
    /// Its options.
    pub specs: &'static [Spec],
    /// Its evaluations.
    pub presets: &'static [Preset],
    /// Other names of its features: name, feature.
    pub aliases: &'static [(&'static str, &'static str)],
    /// What its judge goes by among equal moves; empty if nothing.
    pub tie: &'static str,
    /// What a score of a hundred is one of, in the plural.
    pub unit: &'static str,
    /// How its scores become chances to win.
    pub chance: Chance,
    open: fn(&Settings) -> Result<Box<dyn Session>, Fault>,
}

impl Entry {
    const fn of<G: Game>() -> Self {
        Self {
            name: G::NAME,
            title: G::TITLE,
            about: G::ABOUT,
            players: G::PLAYERS,
            margins: G::MARGINS,
            specs: G::SPECS,
            presets: G::PRESETS,
            aliases: G::ALIASES,
            tie: G::TIE,
            unit: G::UNIT,
            chance: Chance { scale: G::CHANCE },
            open: seat::<G>,
        }
    }

    /// What there is to know about the game.
    pub fn view(&self) -> GameView {
        let session = (self.open)(&Settings::defaults(self.name, self.specs));
        let formats = session.map_or(Vec::new(), |session| session.formats());
        GameView {
            name: self.name,
            title: self.title,
            about: self.about,
            players: self.players,
            margins: self.margins,
            options: self.specs.iter().map(OptionView::from).collect(),
            formats,
            evaluations: self
                .presets
                .iter()
                .map(|preset| PresetView {
                    name: preset.name,
                    about: preset.about,
                })
                .collect(),
            aliases: self
                .aliases
                .iter()
                .map(|&(name, feature)| AliasView { name, feature })
                .collect(),
            ties: tie_words(self.tie),
            unit: self.unit,
            chance: self.chance,
        }
    }
}

fn seat<G: Game>(settings: &Settings) -> Result<Box<dyn Session>, Fault> {
    Ok(Box::new(Table::new(G::new(settings)?, settings.id())))
}

/// Opens a game by its id: `name` or `name:key=value,...`.
pub fn open(id: &str) -> Result<Box<dyn Session>, Fault> {
    let (entry, settings) = find(id)?;
    (entry.open)(&settings)
}

/// Goes to a place. A fault in one of its texts has no place of its own: it is told by what it
/// quotes.
pub fn resume(place: &Place) -> Result<Box<dyn Session>, Fault> {
    let mut session = open(&place.game)?;
    if let Some(start) = &place.start {
        session.set_position(start)?;
    }
    for (index, text) in place.moves.iter().enumerate() {
        session.play(text).map_err(|fault| Fault {
            what: format!("move {}: {}", index + 1, fault.what),
            ..fault
        })?;
    }
    Ok(session)
}

/// The game and the options that an id names.
pub fn find(id: &str) -> Result<(&'static Entry, Settings), Fault> {
    let (name, options) = match id.split_once(':') {
        Some((name, options)) => (name, Some(options)),
        None => (id, None),
    };
    let mut entries = GAMES.iter();
    let entry = entries.find(|entry| entry.name.eq_ignore_ascii_case(name.trim()));
    let entry = entry.ok_or_else(|| {
        let names: Vec<_> = GAMES.iter().map(|entry| entry.name).collect();
        Fault::at(0, format!("there is no game \"{}\"", name.trim()))
            .hint(format!("the games are: {}", names.join(", ")))
    })?;
    let settings = match options {
        Some(options) => Settings::parse(entry.name, entry.specs, options)
            .map_err(|fault| fault.shifted(name.len() + 1))?,
        None => Settings::defaults(entry.name, entry.specs),
    };
    Ok((entry, settings))
}
