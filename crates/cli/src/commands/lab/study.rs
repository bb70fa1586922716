//! What all experiments with tables have in common: they are made in parts, with a bar on standard
//! error, and every part that is done is kept in a file, if one is named.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use indicatif::{ProgressBar, ProgressStyle};
use ponder_core::Fault;
use ponder_engine::Stop;
use ponder_engine::lab::{Experiment, Findings, Preset, table_games};
use ponder_engine::page::{Page, Sheet};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::ledger::{Ledger, VERSION, unusable};
use super::scope::once;
use crate::args::{PresetArg, StudyArgs};
use crate::commands::place;
use crate::output::{Failure, say};

/// An experiment under way.
pub(super) struct Study<'a> {
    args: &'a StudyArgs,
    stop: &'a Arc<Stop>,
    ledger: Ledger,
    bar: ProgressBar,
    taken: usize,
}

impl<'a> Study<'a> {
    /// Begins an experiment, or goes on with one.
    pub(super) fn open(args: &'a StudyArgs, stop: &'a Arc<Stop>) -> Result<Self, Failure> {
        check_files(args)?;
        let bar = ProgressBar::new(0);
        let style = "{elapsed_precise} [{bar:20}] {pos}/{len}, {eta} left: {wide_msg}";
        bar.set_style(
            ProgressStyle::with_template(style)
                .expect("a valid template")
                .progress_chars("=> "),
        );
        Ok(Self {
            args,
            stop,
            ledger: Ledger::open(args.resume.as_deref())?,
            bar,
            taken: 0,
        })
    }

    pub(super) fn preset(&self) -> Preset {
        match self.args.preset {
            PresetArg::Smoke => Preset::Smoke,
            PresetArg::Paper => Preset::Paper,
        }
    }

    pub(super) fn seed(&self) -> u64 {
        self.args.seed
    }

    /// The games that were asked for, or all.
    pub(super) fn games(&self) -> Vec<String> {
        if self.args.games.is_empty() {
            table_games().into_iter().map(str::to_owned).collect()
        } else {
            once(self.args.games.clone())
        }
    }

    /// Tells how many parts there will be.
    pub(super) fn expect(&self, parts: usize) {
        self.bar.set_length(parts as u64);
    }

    /// Tells that what was guessed to be some number of parts is another.
    pub(super) fn expect_instead(&self, guessed: usize, parts: usize) {
        let all = self.bar.length().unwrap_or(0) + parts as u64;
        self.bar.set_length(all.saturating_sub(guessed as u64));
    }

    /// One part: taken from the file if the same question was answered there, else made and kept.
    /// `None` if it was interrupted.
    pub(super) fn part<T: Serialize + DeserializeOwned>(
        &mut self,
        plan: &str,
        make: impl FnOnce() -> Result<Option<T>, Failure>,
    ) -> Result<Option<T>, Failure> {
        if self.stop.asked() {
            return Ok(None);
        }
        self.bar.set_message(plan.to_owned());
        let mut found = self.ledger.find(plan)?;
        if found.is_some() {
            self.taken += 1;
        } else {
            found = make()?;
            if let Some(found) = &found {
                self.ledger.keep(plan, found)?;
            }
        }
        self.bar.inc(1);
        // Who reads a log and no terminal wants to know that it goes on, too.
        if self.bar.is_hidden() && found.is_some() {
            let (done, all) = (self.bar.position(), self.bar.length().unwrap_or(0));
            say(format_args!("{done}/{all} {plan}"));
        }
        Ok(found)
    }

    /// Ends the bar, says what came from where, and writes the sheet and the page to the files that
    /// were named. Whoever calls prints the findings before he fails for a file that could not be
    /// written.
    pub(super) fn close(self, sheet: &Sheet, page: impl FnOnce() -> Page) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        if self.taken > 0 {
            let parts = if self.taken == 1 { "part" } else { "parts" };
            say(format_args!("{} {parts} taken from the file", self.taken));
        }
        if self.stop.asked() {
            say("interrupted: these are the findings so far");
        }
        let csv = self.args.csv.as_ref();
        let csv = csv.map_or(Ok(()), |file| write(file, &sheet.csv()));
        if let Some(file) = &self.args.html {
            let mut page = page();
            if self.stop.asked() {
                page.note("Interrupted: these are the findings so far.");
            }
            page.note(&format!("ponder {VERSION}: {}", command()));
            write(file, &page.finish())?;
        }
        csv
    }
}

fn write(file: &Path, text: &str) -> Result<(), Failure> {
    fs::write(file, text).map_err(|error| {
        let what = format!("{} could not be written: {error}", file.display());
        Failure::Failed(Fault::new(what))
    })
}

/// The command that was given, so that it can be given again.
fn command() -> String {
    let words = std::env::args().skip(1).map(|word| {
        if word.contains(char::is_whitespace) {
            format!("'{word}'")
        } else {
            word
        }
    });
    let words: Vec<_> = std::iter::once("ponder".to_owned()).chain(words).collect();
    words.join(" ")
}

/// Refuses files that could not be written after all the work, or would overwrite each other.
fn check_files(args: &StudyArgs) -> Result<(), Failure> {
    let named = [&args.resume, &args.csv, &args.html];
    let named: Vec<_> = named.into_iter().flatten().collect();
    let places: Vec<_> = named.iter().map(|file| place_of(file)).collect();
    for (number, file) in named.iter().enumerate() {
        if places[..number].contains(&places[number]) {
            return Err(unusable(file, &"it is named twice").into());
        }
        let folder = file
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder
            && !folder.is_dir()
        {
            return Err(unusable(file, &"there is no such folder").into());
        }
        if file.is_dir() {
            return Err(unusable(file, &"it is a folder").into());
        }
    }
    Ok(())
}

/// Where a file is or will be, however it was named.
fn place_of(file: &Path) -> PathBuf {
    let to_be = || {
        let folder = file.parent()?;
        let folder = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        Some(folder.canonicalize().ok()?.join(file.file_name()?))
    };
    let there = file.canonicalize().ok();
    there.or_else(to_be).unwrap_or_else(|| file.to_owned())
}

/// One experiment with a game, without a bar of its own.
pub(super) fn experiment(
    game: &str,
    experiment: &Experiment,
    stop: &Stop,
) -> Result<Findings, Failure> {
    let session = place::game(game)?;
    Ok(session.experiment(experiment, stop, &mut |_| ())?)
}
