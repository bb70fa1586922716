//! What a search has to tell and its connection has not read yet.
//!
//! The search writes whenever it has something, the connection reads when it can send. What is
//! merely the newest replaces what was there; finished iterations and judged moves are kept until
//! they are read, and their number is bounded by the depth of a search and the length of a game.
//! So neither waits for the other, and a slow reader costs no more memory than a fast one.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// See the module.
pub(crate) struct Slate {
    notes: Mutex<Notes>,
    /// Rung whenever something was written; one bell for all slates of a connection.
    bell: Arc<Notify>,
}

/// What is on a slate. Texts are frames as they are sent.
#[derive(Default)]
pub(crate) struct Notes {
    /// The place in the queue, if it has changed: how many searches are before this one.
    pub(crate) place: Option<usize>,
    /// What must not be lost, in order.
    pub(crate) kept: Vec<String>,
    /// The newest state.
    pub(crate) newest: Option<String>,
    /// The answer, which is the last thing that is written.
    pub(crate) answer: Option<String>,
}

impl Slate {
    /// An empty slate.
    pub(crate) fn new(bell: Arc<Notify>) -> Self {
        Self {
            notes: Mutex::default(),
            bell,
        }
    }

    /// Writes something down and rings.
    pub(crate) fn write(&self, write: impl FnOnce(&mut Notes)) {
        write(&mut self.notes());
        self.bell.notify_one();
    }

    /// Takes everything off the slate.
    pub(crate) fn take(&self) -> Notes {
        mem::take(&mut self.notes())
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
