//! One file of results, one writer: a lock beside the file, for as long as the writer lives.
//!
//! Two programs that find the same file empty would both begin their match in it. The database's
//! own locks last for a transaction only, and whoever reads along must not be kept out; so the
//! lock is a file of its own. The system frees it however its holder ends.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use ponder_core::Fault;

/// The right to write to a file of results.
pub(super) struct Hold {
    /// Locked while it is open.
    _file: File,
    beside: PathBuf,
}

impl Hold {
    /// Takes the right, unless somebody else has it.
    pub(super) fn take(path: &Path) -> Result<Self, Fault> {
        let shown = path.display();
        // Two names of one file are one file.
        let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut beside = whole.into_os_string();
        beside.push("-lock");
        let beside = PathBuf::from(beside);
        loop {
            let mut options = File::options();
            let options = options.create(true).truncate(false).write(true);
            let opened = options.open(&beside).map_err(|error| {
                Fault::new(format!("the database {shown} cannot be used: {error}"))
                    .hint("give a file in a folder that exists and can be written to")
            });
            let file = opened?;
            match file.try_lock() {
                Ok(()) if stands(&file, &beside) => {
                    return Ok(Self {
                        _file: file,
                        beside,
                    });
                }
                // Its last holder took it away while we were opening it.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let what = format!("{shown} is in use by another match");
                    return Err(Fault::new(what).hint("wait for its end, or give another file"));
                }
                Err(TryLockError::Error(error)) => {
                    let what = format!("the database {shown} cannot be locked: {error}");
                    return Err(Fault::new(what).hint("give a file on another disk"));
                }
            }
        }
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        // Where files cannot be told apart the name stays, since somebody may wait for it.
        if cfg!(unix) {
            let _ = fs::remove_file(&self.beside);
        }
    }
}

/// True if the name still means this file.
#[cfg(unix)]
fn stands(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(ours), Ok(named)) = (file.metadata(), fs::metadata(path)) else {
        return false;
    };
    (ours.dev(), ours.ino()) == (named.dev(), named.ino())
}

#[cfg(not(unix))]
fn stands(_: &File, _: &Path) -> bool {
    true
}
