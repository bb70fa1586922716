//! Where the openings of a match come from: each pair has its own, whoever asks and whenever.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use ponder_core::{Fault, Random};
use ponder_engine::Session;

use crate::ballots::{self, Deck};
use crate::matches::lot;
use crate::opening::Opening;
use crate::openings;

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The game's first position, always.
    Start,
    /// So many random plies.
    Random {
        /// How many.
        plies: u32,
    },
    /// One after the other, and again from the beginning.
    List(Vec<Opening>),
}

/// In which order a list is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As it stands.
    #[default]
    Sequential,
    /// Shuffled by the seed of the match.
    Random,
}

/// No file of openings is longer.
const LONGEST_FILE: u64 = 64 << 20;

impl Source {
    /// Reads `start`, `random:plies=8`, `ballots:DECK` or the name of a file: openings, one a
    /// line, or one of the game's own formats, named or known by the file's ending.
    pub fn read(text: &str, format: Option<&str>, fresh: &dyn Session) -> Result<Self, Fault> {
        match text.split_once(':').unwrap_or((text, "")) {
            ("start", "") => Ok(Self::Start),
            ("random", rest) => {
                let plies = match rest {
                    "" => Some(Self::PLIES),
                    _ => rest.strip_prefix("plies=").and_then(|n| n.parse().ok()),
                };
                let plies = plies.filter(|plies| *plies <= 100).ok_or_else(|| {
                    Fault::new(format!("\"{text}\" makes no openings"))
                        .hint("write a number of plies up to 100, as in random:plies=8")
                })?;
                Ok(Self::Random { plies })
            }
            ("ballots", deck) => {
                ballots::belong_to(fresh)?;
                let deck = match deck {
                    "" => Deck::default(),
                    _ => Deck::named(deck)?,
                };
                Ok(Self::List(ballots::openings(deck)))
            }
            _ => read_file(Path::new(text), format, fresh).map(Self::List),
        }
    }

    /// Plies of random play, if nobody says how many.
    pub const PLIES: u32 = 6;

    /// The openings if nobody says which: some random plies, but for games that do not last so
    /// long.
    pub fn usual(seed: u64, fresh: &dyn Session) -> Self {
        let random = Self::Random { plies: Self::PLIES };
        match random.opening(0, seed, fresh) {
            Ok(_) => random,
            Err(_) => Self::Start,
        }
    }

    /// The same, shuffled if it is a list and the order says so.
    #[must_use]
    pub fn ordered(self, order: Order, seed: u64) -> Self {
        match (self, order) {
            (Self::List(mut list), Order::Random) => {
                let mut random = Random::new(lot(&[seed, u64::MAX]));
                for index in (1..list.len()).rev() {
                    list.swap(index, random.below(index + 1));
                }
                Self::List(list)
            }
            (source, _) => source,
        }
    }

    /// How many of a list say the same as an earlier one.
    pub fn repeated(&self) -> usize {
        let Self::List(list) = self else { return 0 };
        let all = list
            .iter()
            .map(|opening| (&opening.position, &opening.moves));
        list.len() - all.collect::<HashSet<_>>().len()
    }

    /// How many openings there are, if that is known.
    pub fn len(&self) -> Option<usize> {
        match self {
            Self::Start => Some(1),
            Self::Random { .. } => None,
            Self::List(list) => Some(list.len()),
        }
    }

    /// True if there is no opening at all.
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// The opening of a pair.
    pub fn opening(&self, pair: u64, seed: u64, fresh: &dyn Session) -> Result<Opening, Fault> {
        match self {
            Self::Start => Ok(Opening::default()),
            Self::Random { plies } => random(*plies, lot(&[seed, pair]), fresh),
            Self::List(list) => {
                let index = pair.checked_rem(list.len() as u64).unwrap_or(0);
                let opening = list.get(index as usize).cloned();
                opening.ok_or_else(|| Fault::new("there are no openings"))
            }
        }
    }
}

/// So many random plies that leave a game to play.
fn random(plies: u32, seed: u64, fresh: &dyn Session) -> Result<Opening, Fault> {
    const ATTEMPTS: u32 = 1000;
    let mut random = Random::new(seed);
    for _ in 0..ATTEMPTS {
        let mut session = fresh.fork();
        for _ in 0..plies {
            let moves = session.move_texts(true);
            if moves.is_empty() {
                break;
            }
            session.play(&moves[random.below(moves.len())])?;
        }
        if session.outcome().is_none() {
            return Ok(Opening::of("", session.line()));
        }
    }
    Err(Fault::new(format!("no game lasts for {plies} random plies")).hint("ask for fewer"))
}

fn read_file(
    path: &Path,
    format: Option<&str>,
    fresh: &dyn Session,
) -> Result<Vec<Opening>, Fault> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let formats = fresh.formats();
    let known = ending.filter(|ending| formats.iter().any(|format| format.name == *ending));
    let Some(format) = format.or(known) else {
        return openings::load(fresh, path);
    };
    let shown = path.display();
    let unreadable = |why: &dyn std::fmt::Display| {
        Fault::new(format!("the openings {shown} cannot be read: {why}"))
            .hint("give a file of games or positions, or start, or random:plies=8")
    };
    let size = fs::metadata(path)
        .map_err(|error| unreadable(&error))?
        .len();
    if size > LONGEST_FILE {
        return Err(unreadable(&"the file is too long"));
    }
    let text = fs::read_to_string(path).map_err(|error| unreadable(&error))?;
    let records = fresh.records(format, &text).map_err(|fault| {
        let line = fault.at.map_or(1, |at| {
            let before = text.get(..at).unwrap_or(&text);
            before.matches('\n').count() + 1
        });
        Fault {
            what: format!("{shown}, line {line}: {}", fault.what),
            at: None,
            hint: fault.hint,
        }
    })?;
    let start = fresh.position_text();
    let mut openings = Vec::new();
    for (index, record) in records.into_iter().enumerate() {
        let named = ["Opening", "Name", "Event"]
            .iter()
            .find_map(|tag| record.tags.iter().find(|(name, _)| name == tag));
        let opening = Opening {
            name: named.map_or_else(|| (index + 1).to_string(), |(_, name)| name.clone()),
            position: (record.start != start).then_some(record.start),
            moves: record.moves,
        };
        opening.session(fresh)?;
        openings.push(opening);
    }
    Ok(openings)
}
