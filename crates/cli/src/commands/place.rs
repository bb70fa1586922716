//! From `GAME --position --format --moves` to a session that stands there.

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use ponder_core::{Fault, text};
use ponder_engine::{Session, format_of, open};

use crate::args::Place;
use crate::output::Failure;

/// Opens the game and goes to the place.
pub(crate) fn session(place: &Place) -> Result<Box<dyn Session>, Failure> {
    at(&read(place)?)
}

/// The place with its position in words, also where that comes from standard input.
pub(crate) fn read(place: &Place) -> Result<Place, Failure> {
    let mut place = place.clone();
    if place.position.as_deref() == Some("-") {
        place.position = Some(standard_input()?);
    }
    Ok(place)
}

/// The same for a place that was [`read`].
pub(crate) fn at(place: &Place) -> Result<Box<dyn Session>, Failure> {
    let mut session = game(&place.game)?;
    if let Some(text) = &place.position {
        match &place.format {
            Some(format) => session.load(format, text),
            None => canonical_or_recognised(&mut *session, text.trim_end()),
        }
        .map_err(Failure::of(text))?;
    }
    advanced(session, place)
}

/// Plays the moves of the place.
pub(crate) fn advanced(
    mut session: Box<dyn Session>,
    place: &Place,
) -> Result<Box<dyn Session>, Failure> {
    if let Some(moves) = &place.moves {
        // No canonical move holds a comma, and people like to write them.
        let spaced = moves.replace(',', " ");
        for (at, word) in text::words(&spaced) {
            let played = session.play(word).map_err(|fault| fault.shifted(at));
            played.map_err(Failure::of(moves))?;
        }
    }
    Ok(session)
}

/// Most positions are canonical. What else is wrong with one is told as for a canonical one.
fn canonical_or_recognised(session: &mut dyn Session, text: &str) -> Result<(), Fault> {
    session
        .set_position(text)
        .or_else(|fault| match format_of(session, text) {
            Ok(format) => session.load(format, text),
            Err(_) => Err(fault),
        })
}

/// Opens a game by its id.
pub(crate) fn game(id: &str) -> Result<Box<dyn Session>, Failure> {
    open(id).map_err(Failure::of(id))
}

/// The text of a file, or of standard input for `-` and for none.
pub(crate) fn input(file: Option<&Path>) -> Result<String, Failure> {
    let Some(path) = file.filter(|path| *path != Path::new("-")) else {
        return standard_input();
    };
    let shown = path.display();
    let bytes = fs::read(path).map_err(|error| {
        Fault::new(format!("the file {shown} cannot be read: {error}"))
            .hint("give the path of a text file, or - for standard input")
    })?;
    utf8(bytes, &format!("the file {shown}"))
}

/// All of standard input, which two options cannot share.
fn standard_input() -> Result<String, Failure> {
    static READ: AtomicBool = AtomicBool::new(false);
    if READ.swap(true, Relaxed) {
        return Err(Fault::new("two options ask for standard input")
            .hint("give - to one of them, and a file or a text to the other")
            .into());
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    utf8(bytes, "standard input")
}

/// Files of the last century are often Latin-1; their letters matter only in names and comments.
fn utf8(bytes: Vec<u8>, from: &str) -> Result<String, Failure> {
    if bytes.contains(&0) {
        return Err(Fault::new(format!("{from} is not text"))
            .hint("all formats are text files")
            .into());
    }
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| {
        error
            .as_bytes()
            .iter()
            .map(|byte| char::from(*byte))
            .collect()
    }))
}
