//! Games written down as people of the game keep them, in the order of the match.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use ponder_core::Fault;
use ponder_engine::Session;

use crate::referee::Ending;
use crate::store::Played;

/// A file of games in the making. Games wait for earlier ones, so that the same match gives the
/// same file.
pub struct Scribe {
    session: Box<dyn Session>,
    format: String,
    names: [String; 2],
    file: File,
    waiting: BTreeMap<(u64, bool), Played>,
    next: (u64, bool),
    /// What could not be written, and why: the first one.
    pub unwritten: Option<(u64, Fault)>,
}

impl Scribe {
    /// Begins a file; the format is the game's own if none is named. An existing file is
    /// replaced only if `again`.
    pub fn new(
        path: &Path,
        session: Box<dyn Session>,
        format: Option<&str>,
        names: [String; 2],
        again: bool,
    ) -> Result<Self, Fault> {
        let format = format.unwrap_or_else(|| session.own_format()).to_owned();
        let formats = session.formats();
        if !formats
            .iter()
            .any(|known| known.name == format && known.holds == "games")
        {
            let games = formats.iter().filter(|known| known.holds == "games");
            let names: Vec<_> = games.map(|known| known.name).collect();
            let what = format!("{} keeps no games in a format \"{format}\"", session.id());
            return Err(Fault::new(what).hint(format!("its formats are: {}", names.join(", "))));
        }
        let mut options = File::options();
        let options = options.write(true);
        let options = if again {
            options.create(true).truncate(true)
        } else {
            options.create_new(true)
        };
        let file = options.open(path).map_err(|error| {
            let shown = path.display();
            let hint = match error.kind() {
                io::ErrorKind::AlreadyExists => "it is there already: give another name",
                _ => "give a file in a folder that exists and can be written to",
            };
            Fault::new(format!("the games cannot be written to {shown}: {error}")).hint(hint)
        })?;
        Ok(Self {
            session,
            format,
            names,
            file,
            waiting: BTreeMap::new(),
            next: (0, false),
            unwritten: None,
        })
    }

    /// Takes a game, and writes all whose turn it is.
    pub fn add(&mut self, played: &Played) -> Result<(), Fault> {
        self.waiting
            .insert((played.pair, played.swapped), played.clone());
        while let Some(played) = self.waiting.remove(&self.next) {
            self.write(&played)?;
            let (pair, swapped) = self.next;
            self.next = (pair + u64::from(swapped), !swapped);
        }
        Ok(())
    }

    /// Writes also the games that wait for earlier ones.
    pub fn finish(&mut self) -> Result<(), Fault> {
        for (_, played) in std::mem::take(&mut self.waiting) {
            self.write(&played)?;
        }
        Ok(())
    }

    fn write(&mut self, played: &Played) -> Result<(), Fault> {
        let record = &played.record;
        let mut text = record.text(self.tags(played));
        let mut written = self.session.write(&self.format, &[text.clone()]);
        if written.is_err() {
            // Some formats know no result but that of the rules.
            text.result = None;
            written = self.session.write(&self.format, &[text]);
        }
        match written {
            Ok(words) => {
                let written = self.file.write_all(words.as_bytes());
                written.map_err(|error| {
                    Fault::new(format!("the games cannot be written: {error}"))
                        .hint("is the disk full?")
                })?;
            }
            Err(fault) => {
                let count = self.unwritten.as_ref().map_or(0, |(count, _)| *count);
                self.unwritten = Some((count + 1, fault));
            }
        }
        Ok(())
    }

    fn tags(&self, played: &Played) -> Vec<(String, String)> {
        let record = &played.record;
        let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let round = format!("{}.{}", played.pair + 1, u8::from(played.swapped) + 1);
        let event = format!("{} - {}", self.names[0], self.names[1]);
        let mut tags = vec![tag("Event", &clean(&event)), tag("Round", &round)];
        for (side, colour) in self.session.players().into_iter().enumerate() {
            let mut letters = colour.chars();
            let first = letters.next().map(|letter| letter.to_ascii_uppercase());
            let colour: String = first.into_iter().chain(letters).collect();
            tags.push((colour, clean(&self.names[played.player(side)])));
        }
        if !record.opening.name.is_empty() {
            tags.push(tag("Opening", &clean(&record.opening.name)));
        }
        let reason = match record.ending {
            Ending::Rules => record.reason.clone(),
            ending => format!("{}: {}", ending.name(), record.reason),
        };
        tags.push(tag("Termination", &clean(&reason)));
        tags
    }
}

/// Text that every format can hold in a tag.
fn clean(text: &str) -> String {
    text.replace(|c: char| c.is_control(), " ")
        .replace('[', "(")
        .replace(']', ")")
}
