//! The file of a long experiment: a line of JSON for every part that is done, so that one that was
//! broken off, even in the middle of a line, goes on where it was.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::LazyLock;

use ponder_core::Fault;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::output::Failure;

pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The program that runs, as a hash of its file: two builds of one version may search otherwise, and
/// not equally fast.
static BUILD: LazyLock<String> = LazyLock::new(|| {
    let program = std::env::current_exe().and_then(fs::read);
    program.map_or_else(
        |_| "unknown".to_owned(),
        |program| {
            let mut hasher = DefaultHasher::new();
            hasher.write(&program);
            format!("{:016x}", hasher.finish())
        },
    )
});

/// What is done, and where the rest goes.
pub(super) struct Ledger {
    done: Vec<Line>,
    file: Option<File>,
}

/// One part.
#[derive(Serialize, Deserialize)]
struct Line {
    /// The version of the program that found it: another one may search otherwise.
    version: String,
    /// The [`BUILD`] of it.
    #[serde(default)]
    build: String,
    /// What was asked, in words: findings are taken only for the same question.
    plan: String,
    /// What was found.
    found: Value,
}

impl Line {
    /// How every line begins.
    const START: &'static str = "{\"version\":";
}

impl Ledger {
    /// Reads a file, or begins one; without a file nothing is kept.
    pub(super) fn open(path: Option<&Path>) -> Result<Self, Fault> {
        let Some(path) = path else {
            return Ok(Self {
                done: Vec::new(),
                file: None,
            });
        };
        if fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
            return Err(unusable(path, &"it is no file with lines"));
        }
        let options = OpenOptions::new()
            .create(true)
            .append(true)
            .read(true)
            .open(path);
        let file = options.map_err(|error| unusable(path, &error))?;
        // Where files cannot be locked, two runs are the user's to keep apart.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(unusable(path, &"another run is writing it"));
        }
        let text = io::read_to_string(&file).map_err(|error| unusable(path, &error))?;
        // What follows the last end of a line was being written when the program was killed.
        let whole = text.rfind('\n').map_or(0, |last| last + 1);
        // It began as all of them begin; other files are not ours to cut.
        let rest = &text[whole..];
        if !rest.starts_with(Line::START) && !Line::START.starts_with(rest) {
            return Err(unusable(path, &"it holds something else than parts"));
        }
        let lines = text[..whole].lines().enumerate();
        let done = lines.map(|(number, line)| {
            serde_json::from_str(line).map_err(|error| {
                // Each is read by itself, and the first to serde.
                let (column, error) = (error.column(), plain(&error));
                unusable(
                    path,
                    &format!("line {}, column {column}: {error}", number + 1),
                )
            })
        });
        let done: Vec<Line> = done.collect::<Result<_, _>>()?;
        let ours = |line: &&Line| line.version == VERSION && line.build == *BUILD;
        if let Some(Line { version, build, .. }) = done.iter().find(|line| !ours(line)) {
            let made = format!(
                "ponder {version} (build {build}) has written it, this is {VERSION} (build {}), and \
                 figures of two programs do not mix",
                *BUILD
            );
            return Err(unusable(path, &made));
        }
        let cut = file.set_len(whole as u64);
        cut.map_err(|error| unusable(path, &error))?;
        Ok(Self {
            done,
            file: Some(file),
        })
    }

    /// What was found for a question, if it has been asked.
    pub(super) fn find<T: DeserializeOwned>(&self, plan: &str) -> Result<Option<T>, Fault> {
        let line = self.done.iter().find(|line| line.plan == plan);
        let found = line.map(|line| serde_json::from_value(line.found.clone()));
        found.transpose().map_err(|error| {
            Fault::new(format!(
                "what is kept of \"{plan}\" is not understood: {error}"
            ))
            .hint("another version has written the file; name another one")
        })
    }

    /// Keeps what was found: it is in the file before anything else is done.
    pub(super) fn keep<T: Serialize>(&mut self, plan: &str, found: &T) -> Result<(), Failure> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        let line = Line {
            version: VERSION.to_owned(),
            build: BUILD.clone(),
            plan: plan.to_owned(),
            found: serde_json::to_value(found).map_err(io::Error::from)?,
        };
        let text = serde_json::to_string(&line).map_err(io::Error::from)?;
        // In one piece: a line without its end is dropped when the file is read again.
        file.write_all(format!("{text}\n").as_bytes())?;
        Ok(file.flush()?)
    }
}

/// What serde says, without its place.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let end = text.rfind(" at line ").unwrap_or(text.len());
    text[..end].to_owned()
}

/// A file that was named and does not do.
pub(super) fn unusable(file: &Path, error: &dyn std::fmt::Display) -> Fault {
    Fault::new(format!("{} cannot be used: {error}", file.display()))
        .hint("name another file, or none")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_line_is_forgotten_and_the_rest_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("run.jsonl");
        let mut ledger = Ledger::open(Some(&path)).expect("a new file");
        ledger.keep("one", &1.5).expect("room");
        ledger.keep("two", &vec![2, 3]).expect("room");
        drop(ledger);
        let text = fs::read_to_string(&path).expect("a file");
        fs::write(&path, &text[..text.len() - 4]).expect("room");
        let mut ledger = Ledger::open(Some(&path)).expect("the file");
        assert_eq!(ledger.find::<f64>("one"), Ok(Some(1.5)));
        assert_eq!(ledger.find::<Vec<u32>>("two"), Ok(None));
        assert!(ledger.find::<String>("one").is_err(), "of another kind");
        ledger.keep("two", &vec![4]).expect("room");
        let fault = Ledger::open(Some(&path)).err().expect("it is in use");
        assert!(fault.to_string().contains("another run"), "{fault}");
        drop(ledger);
        let ledger = Ledger::open(Some(&path)).expect("the file");
        assert_eq!(ledger.find::<Vec<u32>>("two"), Ok(Some(vec![4])));
        drop(ledger);
        let version = text.replace(VERSION, "0.0.7");
        let build = text.replace(&*BUILD, "0123456789abcdef");
        let damaged = text.replace("\"two\"", "two");
        for (foreign, what) in [
            (&version[..], "ponder 0.0.7"),
            (&build, "build 0123456789abcdef"),
            (&damaged, "line 2, column"),
            ("no JSON\n", "line 1, column"),
            ("my notes", "something else"),
            ("{\"mine\": 1}", "something else"),
        ] {
            fs::write(&path, foreign).expect("room");
            let fault = Ledger::open(Some(&path)).err().expect("not ours");
            assert!(fault.to_string().contains(what), "{fault}");
            let kept = fs::read_to_string(&path).expect("a file");
            assert_eq!(kept, foreign, "what is not ours stays");
        }
        assert!(Ledger::open(Some(folder.path())).is_err(), "a folder");
        let mut nowhere = Ledger::open(None).expect("nothing");
        nowhere.keep("one", &1).expect("nothing to do");
        assert_eq!(nowhere.find::<u32>("one"), Ok(None));
    }
}
