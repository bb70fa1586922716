//! Lines that a person types, or a program writes into our standard input.
//!
//! Standard input is read by one thread for everybody, so that nobody waits for a line who has
//! been asked to stop, or who has something else to do.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

/// Nobody types more in a line.
const LONGEST_LINE: usize = 4096;

/// Where lines come from; clones share them.
#[derive(Clone)]
pub struct Typed(Arc<Mutex<Receiver<String>>>);

/// What came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line, without its end.
    Line(String),
    /// Nothing yet.
    Nothing,
    /// There will be no more lines.
    End,
}

static STANDARD_INPUT: LazyLock<Typed> = LazyLock::new(|| {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Some(line) = next_line(&mut input) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    Typed::from(receiver)
});

/// The next line, the rest of one that is too long passed over.
fn next_line(input: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let mut begin = input.by_ref().take(LONGEST_LINE as u64);
    let read = begin.read_until(b'\n', &mut line).ok()?;
    if read == LONGEST_LINE && !line.ends_with(b"\n") {
        input.skip_until(b'\n').ok()?;
    }
    // What is no text is refused as nonsense by whoever reads it.
    (read > 0).then(|| String::from_utf8_lossy(&line).into_owned())
}

impl Typed {
    /// The lines of standard input.
    pub fn standard_input() -> Self {
        STANDARD_INPUT.clone()
    }

    /// Waits for a line, but not for longer than `patience`.
    pub fn wait(&self, patience: Duration) -> Heard {
        let lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match lines.recv_timeout(patience) {
            Ok(line) => Heard::Line(line.trim_end_matches(['\r', '\n']).to_owned()),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }
}

impl From<Receiver<String>> for Typed {
    fn from(lines: Receiver<String>) -> Self {
        Self(Arc::new(Mutex::new(lines)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_one_line() {
        let long = "x".repeat(3 * LONGEST_LINE);
        let exact = "y".repeat(LONGEST_LINE - 1);
        let mut input = io::Cursor::new(format!("d3\n{long}\n{exact}\nc3"));
        let mut next = || next_line(&mut input);
        assert_eq!(next().as_deref(), Some("d3\n"));
        assert_eq!(next().map(|line| line.len()), Some(LONGEST_LINE));
        assert_eq!(next(), Some(format!("{exact}\n")));
        assert_eq!(next().as_deref(), Some("c3"));
        assert_eq!(next(), None);
    }
}
