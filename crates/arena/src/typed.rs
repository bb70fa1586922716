//! Lines that a person types, or a program writes into our standard input.
//!
//! Standard input is read by one thread for everybody, so that nobody waits for a line who has
//! been asked to stop, or who has something else to do.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

/// Nobody types more in a line.
const LONGEST_LINE: u64 = 4096;

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
        loop {
            let mut line = Vec::new();
            // What is no text is refused as nonsense by whoever reads it.
            match input
                .by_ref()
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut line)
            {
                Ok(1..)
                    if sender
                        .send(String::from_utf8_lossy(&line).into_owned())
                        .is_ok() => {}
                _ => break,
            }
        }
    });
    Typed::from(receiver)
});

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
