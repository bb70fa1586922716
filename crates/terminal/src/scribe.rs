//! Keeps the game in a file while it is played, in the format of those who play it.

use std::fs;
use std::path::{Path, PathBuf};

use ponder_core::Fault;

use crate::game::Game;

/// Writes a game to a file whenever it has changed.
pub(crate) struct Scribe {
    path: PathBuf,
    written: Option<String>,
}

impl Scribe {
    /// A scribe for a file.
    pub(crate) fn new(path: PathBuf) -> Self {
        Self {
            path,
            written: None,
        }
    }

    /// Writes the game down, if it is not what the file holds already.
    pub(crate) fn keep(&mut self, game: &Game, names: [String; 2]) -> Result<(), Fault> {
        let text = record(game, names)?;
        if self.written.as_ref() != Some(&text) {
            write(&self.path, &text)?;
            self.written = Some(text);
        }
        Ok(())
    }
}

/// Writes the game to a file once; never over another file.
pub(crate) fn save(game: &Game, names: [String; 2], path: &Path) -> Result<(), Fault> {
    if path.exists() {
        return Err(
            Fault::new(format!("the file {} exists", path.display())).hint("give another name")
        );
    }
    write(path, &record(game, names)?)
}

fn record(game: &Game, names: [String; 2]) -> Result<String, Fault> {
    let session = &game.session;
    session.write(session.own_format(), &[game.text(names)])
}

fn write(path: &Path, text: &str) -> Result<(), Fault> {
    fs::write(path, text).map_err(|error| {
        let shown = path.display();
        Fault::new(format!("the file {shown} cannot be written: {error}"))
            .hint("give the path of a file that can be written")
    })
}
