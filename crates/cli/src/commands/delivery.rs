//! Files that commands write: none that is there already is replaced, whatever it holds, but for
//! a report, which a newer one may replace.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use ponder_arena::report::MARK;
use ponder_core::Fault;

use crate::output::{Failure, Output};

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Something that a person may have changed, or cannot make again.
    Work,
    /// A report of a tournament.
    Report,
}

/// Refuses a file that could not be written, before the work begins whose result it shall hold.
pub(crate) fn vacant(file: Option<&Path>, kind: Kind) -> Result<(), Fault> {
    match file {
        Some(path) if holds_something(path) && !replaceable(path, kind) => Err(there(path, kind)),
        _ => Ok(()),
    }
}

/// Writes a text to a file, or prints it.
pub(crate) fn deliver(
    text: &str,
    file: Option<&Path>,
    kind: Kind,
    out: &mut Output,
) -> Result<(), Failure> {
    let Some(path) = file else {
        return out.text(text);
    };
    // A device or a pipe takes what it is given.
    let device = path.exists() && !holds_something(path);
    let written = File::options()
        .write(true)
        .create_new(!device && !replaceable(path, kind))
        .truncate(!device)
        .open(path);
    let written = written.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| {
        if error.kind() == io::ErrorKind::AlreadyExists {
            return there(path, kind).into();
        }
        let what = format!("{} cannot be written: {error}", path.display());
        let hint = "give the path of a file in a directory that can be written to";
        Fault::new(what).hint(hint).into()
    })
}

/// True if something would be lost by writing there. Devices and pipes hold nothing.
fn holds_something(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| there.is_file())
}

/// True if what is there may be replaced: a report that we have written, by another.
fn replaceable(path: &Path, kind: Kind) -> bool {
    const BEGIN: u64 = 1024;
    let begin = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(path)?.take(BEGIN).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    kind == Kind::Report
        && holds_something(path)
        && begin().is_ok_and(|begin| String::from_utf8_lossy(&begin).contains(MARK))
}

fn there(path: &Path, kind: Kind) -> Fault {
    let shown = path.display();
    match kind {
        Kind::Work => {
            Fault::new(format!("{shown} is there already")).hint("give another name, or remove it")
        }
        Kind::Report => Fault::new(format!("{shown} is there already, and is no report"))
            .hint("give another name; only reports of tournaments are replaced"),
    }
}
