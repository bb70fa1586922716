//! Which game, and in which format, a pasted text is.
//!
//! Every parser is total and says where it gives up, so recognising is trying: the formats of the
//! game that is expected, those of all other games, then the games' variants, for a board of
//! another size is told by nothing but its text. If nobody can read it, the one who came
//! furthest says what is wrong. Formats that differ in nothing but whom a result names first are
//! told apart by how the games end.

use ponder_core::{Allowed, Fault};
use serde::Serialize;

use crate::registry::{Entry, GAMES, find, open};
use crate::session::Session;
use crate::views::RecordView;

/// The longest text that is looked at.
const LONGEST: usize = 64 * 1024;

/// The longest text that may be of a variant: there are hundreds to try.
const LONGEST_OF_VARIANTS: usize = 4 * 1024;

/// The most records that are returned.
const MOST: usize = 256;

/// The name of bare moves in canonical text, with numbers or without.
const MOVES: &str = "moves";

/// What a text was recognised as.
#[derive(Clone, Debug, Serialize)]
pub struct Recognised {
    /// The id of the game.
    pub game: String,
    /// The format, or `moves` for bare moves.
    pub format: &'static str,
    /// Its records, or the first of them.
    pub records: Vec<RecordView>,
    /// The number of all its records.
    pub total: usize,
    /// What else it could be, one line for each other game.
    pub others: Vec<Reading>,
}

/// A way to read a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reading {
    /// The id of the game.
    pub game: String,
    /// The format.
    pub format: &'static str,
}

/// Finds out what a text is; the game `first`, with its options, is asked first.
pub fn recognise(text: &str, first: Option<&str>) -> Result<Recognised, Fault> {
    if text.trim().is_empty() {
        return Err(Fault::new("there is nothing to read").hint("paste a game or a position"));
    }
    if text.len() > LONGEST {
        let what = format!("the text is longer than {} KiB", LONGEST / 1024);
        return Err(Fault::new(what).hint("paste a few games; ponder convert reads any number"));
    }
    let first = first.map(find).transpose()?;
    let mut entries: Vec<_> = GAMES.iter().collect();
    entries.sort_by_key(|entry| {
        first
            .as_ref()
            .is_none_or(|(first, _)| first.name != entry.name)
    });

    let mut closest = None;
    let mut found: Vec<(Box<dyn Session>, &'static str)> = Vec::new();
    let mut ask = |id: &str, found: &mut Vec<_>| {
        let session = open(id)?;
        match read(&*session, text) {
            Ok(format) => found.push((session, format)),
            Err(attempt) => Attempt::keep(&mut closest, attempt),
        }
        Ok::<(), Fault>(())
    };
    if let Some((_, settings)) = &first {
        ask(&settings.id(), &mut found)?;
    }
    // Who has read it with the options that were asked for is not asked again.
    for entry in &entries[found.len()..] {
        ask(entry.name, &mut found)?;
    }
    if text.len() <= LONGEST_OF_VARIANTS {
        let mut variants = entries.iter().flat_map(|entry| variants(entry));
        while let (true, Some(id)) = (found.is_empty(), variants.next()) {
            ask(&id, &mut found)?;
        }
    }
    let mut found = found.into_iter();
    let Some((session, format)) = found.next() else {
        return Err(Attempt::told(closest));
    };
    let (records, total) = match format {
        MOVES => session.first_records("game", &bare_game(&*session, text)?, MOST)?,
        _ => session.first_records(format, text, MOST)?,
    };
    let others = found.map(|(session, format)| Reading {
        game: session.id().to_owned(),
        format,
    });
    Ok(Recognised {
        game: session.id().to_owned(),
        format,
        records,
        total,
        others: others.collect(),
    })
}

/// The format of a game in which a text of any length is written.
pub fn format_of(session: &dyn Session, text: &str) -> Result<&'static str, Fault> {
    read_formats(session, text).map_err(Attempt::told)
}

/// How a game can read a text, or the best attempt.
fn read(session: &dyn Session, text: &str) -> Result<&'static str, Attempt> {
    let mut closest = match read_formats(session, text) {
        Ok(format) => return Ok(format),
        Err(closest) => closest,
    };
    let Err(fault) = bare_game(session, text) else {
        return Ok(MOVES);
    };
    let attempt = Attempt::new(session, MOVES, fault);
    Attempt::keep(&mut closest, attempt);
    Err(closest.expect("it was kept"))
}

fn read_formats(session: &dyn Session, text: &str) -> Result<&'static str, Option<Attempt>> {
    let mut closest = None;
    let mut doubtful = None;
    for format in session.formats() {
        match session.first_records(format.name, text, MOST) {
            Ok((records, _)) if records.iter().any(|each| contradicts_itself(session, each)) => {
                doubtful = doubtful.or(Some(format.name));
            }
            Ok(_) => return Ok(format.name),
            Err(fault) => Attempt::keep(&mut closest, Attempt::new(session, format.name, fault)),
        }
    }
    doubtful.ok_or(closest)
}

/// True if a record states another result than its last position has.
fn contradicts_itself(session: &dyn Session, record: &RecordView) -> bool {
    let Some(stated) = &record.result else {
        return false;
    };
    let mut session = session.fork();
    let ended = session.set_position(&record.end).is_ok();
    let outcome = session.outcome().filter(|_| ended);
    outcome.is_some_and(|outcome| outcome.winner != stated.winner)
}

/// Bare moves, with numbers, dots and commas or without, as a game in the format `game`.
fn bare_game(session: &dyn Session, text: &str) -> Result<String, Fault> {
    let mut session = session.fork();
    let begins = text.as_ptr() as usize;
    for piece in text.split(|c: char| c.is_whitespace() || ",;".contains(c)) {
        let word = without_number(piece);
        if !word.is_empty() {
            let at = word.as_ptr() as usize - begins;
            session.play(word).map_err(|fault| fault.shifted(at))?;
        }
    }
    let moves = session.line();
    if moves.is_empty() {
        return Err(Fault::new("there is no move").hint("write moves, parted by blanks"));
    }
    Ok(format!("startpos moves {}\n", moves.join(" ")))
}

/// A word without the number of a move before it: `1.`, `1...` or `1)`, alone or with the move.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let bare = rest.trim_start_matches(['.', ')']);
    if bare.len() < rest.len() { bare } else { word }
}

/// The ids of a game with one option changed, where the text of a game depends on it: other
/// boards, the square ones first, and other words, which may stand for a start position.
fn variants(entry: &Entry) -> impl Iterator<Item = String> {
    entry.specs.iter().flat_map(|spec| {
        let values: Vec<String> = match spec.allowed {
            Allowed::Words(words) => words.iter().map(|word| (*word).to_owned()).collect(),
            Allowed::Size(low, high) => {
                let sides = low..=high;
                let mut sizes: Vec<_> = sides
                    .clone()
                    .flat_map(|rows| sides.clone().map(move |columns| (rows, columns)))
                    .collect();
                sizes.sort_by_key(|(rows, columns)| (rows != columns, *rows, *columns));
                sizes
                    .iter()
                    .map(|(rows, columns)| format!("{rows}x{columns}"))
                    .collect()
            }
            Allowed::Number(..) | Allowed::NumberOrOff(..) => Vec::new(),
        };
        let others = values.into_iter().filter(|value| value != spec.default);
        others.map(|value| format!("{}:{}={value}", entry.name, spec.key))
    })
}

/// A way to read a text that failed.
struct Attempt {
    game: String,
    format: &'static str,
    fault: Fault,
}

impl Attempt {
    fn new(session: &dyn Session, format: &'static str, fault: Fault) -> Self {
        Self {
            game: session.id().to_owned(),
            format,
            fault,
        }
    }

    fn reach(&self) -> usize {
        self.fault.at.unwrap_or(0)
    }

    /// Keeps the attempt that came further; the earlier one if none did.
    fn keep(closest: &mut Option<Self>, other: Self) {
        if closest
            .as_ref()
            .is_none_or(|closest| other.reach() > closest.reach())
        {
            *closest = Some(other);
        }
    }

    /// The fault, with the words that say as what the text was read.
    fn told(closest: Option<Self>) -> Fault {
        let Some(closest) = closest else {
            return Fault::new("there is no format to read this in").hint("see ponder games");
        };
        let reach = closest.reach();
        let Self {
            game,
            format,
            fault,
        } = closest;
        if reach == 0 {
            return Fault::at(0, "this is no game or position of any known format")
                .hint(format!("read as {game}, {format}: {fault}"));
        }
        Fault {
            what: format!("read as {game}, {format}: {}", fault.what),
            ..fault
        }
    }
}
