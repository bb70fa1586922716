//! Players by description: `best`, `alphabeta:depth=4,eval=eye`, `ugi:cmd="engine --fast"`.
//!
//! A [`Description`] is words; [`open`] makes a [`Contender`] of them for a game. Limits that a
//! description names are its own; a player without any takes those of the match.

mod booked;
mod chance;
mod description;
mod human;
mod level;
mod search;

use std::path::Path;

use ponder_core::{Fault, Score};
use ponder_engine::{Contender, Lapse, Limits, Session, Stop};
use ponder_wire::{DriverSettings, driver};

pub use booked::Booked;
pub use description::Description;

use crate::quantities;
use chance::Chance;
use human::Human;
use level::Graded;
use search::{Kind, quantity};

/// The settings of every player.
const COMMON: &[&str] = &[
    "name",
    "book",
    "book-margin",
    "depth",
    "nodes",
    "time",
    "clock",
];

/// Who a player is.
enum Who {
    /// Our search.
    Search(Kind),
    /// Any legal move.
    Chance,
    /// Our engine as an opponent for people.
    Level,
    /// A person.
    Human,
    /// A program that speaks this protocol.
    External(&'static str),
}

/// A kind of player.
pub struct KindView {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its settings, beside those of every player.
    pub keys: &'static [&'static str],
    who: Who,
}

const EXTERNAL: &[&str] = &["cmd", "option.NAME", "patience", "longest"];

/// All kinds of players.
pub static KINDS: &[KindView] = &[
    KindView {
        name: "best",
        about: "our search as the game likes it best",
        keys: search::KEYS,
        who: Who::Search(Kind {
            standard: true,
            depth: None,
            deepening: false,
            ties: None,
        }),
    },
    KindView {
        name: "alphabeta",
        about: "plain alpha-beta; it deepens step by step unless only depth limits it",
        keys: search::KEYS,
        who: Who::Search(Kind {
            standard: false,
            depth: None,
            deepening: true,
            ties: None,
        }),
    },
    KindView {
        name: "negamax",
        about: "plain alpha-beta to a fixed depth (3), drawing lots among equal moves",
        keys: search::KEYS,
        who: Who::Search(Kind {
            standard: false,
            depth: Some(3),
            deepening: false,
            ties: Some("random"),
        }),
    },
    KindView {
        name: "greedy",
        about: "one ply by the evaluation, drawing lots among equal moves",
        keys: search::KEYS,
        who: Who::Search(Kind {
            standard: false,
            depth: Some(1),
            deepening: false,
            ties: Some("random"),
        }),
    },
    KindView {
        name: "random",
        about: "any legal move",
        keys: &["seed"],
        who: Who::Chance,
    },
    KindView {
        name: "level",
        about: "our engine at a level for people: newcomer, beginner, casual, club, strong, ...",
        keys: &[],
        who: Who::Level,
    },
    KindView {
        name: "human",
        about: "a person at the terminal",
        keys: &[],
        who: Who::Human,
    },
    KindView {
        name: "ugi",
        about: "a program that speaks UGI",
        keys: EXTERNAL,
        who: Who::External("ugi"),
    },
    KindView {
        name: "nboard",
        about: "a program that speaks NBoard (Othello)",
        keys: EXTERNAL,
        who: Who::External("nboard"),
    },
    KindView {
        name: "gtp",
        about: "a program that speaks GTP",
        keys: EXTERNAL,
        who: Who::External("gtp"),
    },
];

/// The kind of a description; refuses settings that it does not have.
fn kind(description: &Description) -> Result<&'static KindView, Fault> {
    let kind = KINDS.iter().find(|kind| kind.name == description.kind);
    let kind = kind.ok_or_else(|| {
        let names: Vec<_> = KINDS.iter().map(|kind| kind.name).collect();
        Fault::new(format!("there is no player \"{}\"", description.kind))
            .hint(format!("the players are: {}", names.join(", ")))
    })?;
    let keys = || COMMON.iter().chain(kind.keys);
    let known = |key: &str| {
        keys().any(|known| match known.strip_suffix("NAME") {
            Some(prefix) => key.len() > prefix.len() && key.starts_with(prefix),
            None => *known == key,
        })
    };
    let unknown = description.settings.iter().find(|(key, _)| !known(key));
    match unknown {
        None => Ok(kind),
        Some((key, _)) => {
            let names: Vec<_> = keys().copied().collect();
            let what = format!("the player {} has no setting \"{key}\"", kind.name);
            Err(Fault::new(what).hint(format!("its settings are: {}", names.join(", "))))
        }
    }
}

/// What a player may spend on a move: what its description says, or else what everybody may.
pub fn limits(description: &Description, everybody: Limits) -> Result<Limits, Fault> {
    let kind = kind(description)?;
    let own = Limits {
        depth: quantity(description, "depth", |text| match text.parse() {
            Ok(depth @ 1..=119) => Ok(depth),
            _ => Err("write a number from 1 to 119".to_owned()),
        })?,
        nodes: quantity(description, "nodes", quantities::nodes)?,
        time: quantity(description, "time", quantities::duration)?,
        clock: quantity(description, "clock", quantities::clock)?,
    };
    let says = own.any() || description.get("budget").is_some();
    Ok(match &kind.who {
        _ if says => own,
        Who::Chance | Who::Human => own,
        // What a level spends is its own, but a clock is everybody's.
        Who::Level => Limits {
            clock: everybody.clock,
            ..own
        },
        Who::Search(search) if search.depth.is_some() => Limits {
            depth: search.depth,
            ..own
        },
        Who::Search(_) | Who::External(_) => everybody,
    })
}

/// The threads a player keeps busy while it thinks, as far as one can know.
pub fn threads(description: &Description) -> Result<usize, Fault> {
    match kind(description)?.who {
        Who::Search(_) => search::threads(description),
        _ => Ok(1),
    }
}

/// True if the player is a person, of whom there is only one.
pub fn is_human(description: &Description) -> bool {
    kind(description).is_ok_and(|kind| matches!(kind.who, Who::Human))
}

/// What the files say that a description names, in short: a player is another one if they change.
pub(crate) fn fingerprints(description: &Description) -> Vec<String> {
    const FILES: [&str; 3] = ["weights", "config", "book"];
    let files = FILES.iter().filter_map(|key| description.get(key));
    let bytes = files.filter_map(|path| std::fs::read(path).ok());
    let prints = bytes.map(|bytes| ponder_core::text::fingerprint(bytes.into_iter()));
    prints.map(|print| format!("{print:016x}")).collect()
}

/// Opens a player for a game. `limits` are those that [`limits`] has told.
pub fn open(
    description: &Description,
    session: &dyn Session,
    limits: Limits,
) -> Result<Box<dyn Contender>, Fault> {
    let named = |fault| named(description, fault);
    let player = player(description, session, limits).map_err(named)?;
    let Some(book) = description.get("book") else {
        return Ok(player);
    };
    let margin = quantity(description, "book-margin", |text| {
        match text.parse::<f64>() {
            Ok(margin @ 0.0..=300.0) => Ok((margin * 100.0).round() as Score),
            _ => Err("write a score in the game's unit, as in 0.2".to_owned()),
        }
    })?;
    let booked = Booked::new(player, Path::new(book), margin.unwrap_or(0), session);
    Ok(Box::new(booked.map_err(named)?))
}

/// Opens a player and lets it begin a game where `at` stands, before anything depends on it.
/// Whoever refuses then, or ends without a word as a mistyped command does, would do so in every
/// game, and winning against it would mean nothing. One that dies later or hangs is left to the
/// games: it may do better there, and they count if not. A stop ends the rehearsal and the player.
pub fn rehearse(
    description: &Description,
    limits: Limits,
    fresh: &dyn Session,
    at: &dyn Session,
    stop: &Stop,
) -> Result<(), Fault> {
    let mut player = open(description, fresh, limits)?;
    if is_human(description) {
        return Ok(());
    }
    match player.begin(at, stop) {
        Err(Lapse::Refused(fault)) => Err(named(description, fault)),
        Err(Lapse::Stillborn(how)) => {
            let fault = Fault::new(format!("before its first word {how}"));
            let hint = format!(
                "look at its command: {}",
                description.get("cmd").unwrap_or("?")
            );
            Err(named(description, fault.hint(hint)))
        }
        Ok(()) => player
            .obeys(&limits)
            .map_err(|fault| named(description, fault)),
        Err(_) => Ok(()),
    }
}

/// A fault of a player. Its place in the text is gone: that was one setting's, or an answer's.
fn named(description: &Description, fault: Fault) -> Fault {
    Fault {
        what: format!("the player {}: {}", description.kind, fault.what),
        at: None,
        ..fault
    }
}

/// The player itself, without a book.
fn player(
    description: &Description,
    session: &dyn Session,
    limits: Limits,
) -> Result<Box<dyn Contender>, Fault> {
    match &kind(description)?.who {
        Who::Search(kind) => search::open(description, kind, session, limits),
        Who::Chance => {
            let seed = quantity(description, "seed", |text| {
                let number = text.parse::<u64>();
                number.map_err(|_| "write a whole number".to_owned())
            })?;
            Ok(Box::new(Chance::new(seed.unwrap_or(0))))
        }
        Who::Level => Ok(Box::new(Graded::open(description)?)),
        Who::Human => Ok(Box::new(Human::at_terminal())),
        Who::External(protocol) => external(protocol, description),
    }
}

/// Starts a program of others. Limits of a move come with every question.
fn external(protocol: &str, description: &Description) -> Result<Box<dyn Contender>, Fault> {
    let command = description.get("cmd").ok_or_else(|| {
        let hint = format!("write {protocol}:cmd=engine, or {protocol}:cmd=\"engine --option\"");
        Fault::new("it has no command").hint(hint)
    })?;
    let options = description.settings.iter().filter_map(|(key, value)| {
        let name = key.strip_prefix("option.")?;
        Some((name.to_owned(), value.clone()))
    });
    let usual = DriverSettings::default();
    let time = |key| quantity(description, key, quantities::duration);
    let settings = DriverSettings {
        options: options.collect(),
        patience: time("patience")?.unwrap_or(usual.patience),
        longest: time("longest")?.unwrap_or(usual.longest),
        ..usual
    };
    driver(protocol, command, &settings)
}
