//! The past of a game, beside the position.
//!
//! Games and searches push a position's key and progress as they go down a line and pop them on
//! the way back. Everything a draw rule may ask is answered from here: how often this position
//! has occurred, how many plies have passed, how many of them without progress.

use crate::{Progress, Rules};

/// The positions since the start of a game (and of the line searched below it), the current one
/// last.
#[derive(Clone, Debug)]
pub struct History {
    entries: Vec<Entry>,
    /// Plies played before the first entry, for positions that come with a move number.
    plies_before: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    progress: Progress,
    /// Plies since progress last changed.
    quiet: u32,
}

impl History {
    /// The history of a game that stands at `pos` with nothing known of its past.
    pub fn new<R: Rules>(rules: &R, pos: &R::Pos) -> Self {
        Self::continued(rules, pos, 0, 0)
    }

    /// The history of a game that stands at `pos` after `plies` plies, the last `quiet` of them
    /// without progress, as position texts with counters tell.
    pub fn continued<R: Rules>(rules: &R, pos: &R::Pos, plies: u32, quiet: u32) -> Self {
        let first = Entry {
            key: rules.key(pos),
            progress: rules.progress(pos),
            quiet,
        };
        Self {
            entries: vec![first],
            plies_before: plies,
        }
    }

    /// Records that the game has moved on to `pos`.
    pub fn push<R: Rules>(&mut self, rules: &R, pos: &R::Pos) {
        let progress = rules.progress(pos);
        let last = self.last();
        let quiet = if last.progress == progress {
            last.quiet + 1
        } else {
            0
        };
        self.entries.push(Entry {
            key: rules.key(pos),
            progress,
            quiet,
        });
    }

    /// Takes back the last position.
    ///
    /// # Panics
    /// If there is nothing to take back: pushes and pops must pair.
    pub fn pop(&mut self) {
        assert!(self.entries.len() > 1, "pop without a matching push");
        self.entries.pop();
    }

    /// Plies played since the start of the game.
    pub fn plies(&self) -> u32 {
        self.plies_before + self.entries.len() as u32 - 1
    }

    /// Plies since progress last changed.
    pub fn quiet(&self) -> u32 {
        self.last().quiet
    }

    /// How often the current position has occurred, this time included. Positions before the
    /// last progress cannot recur and are not looked at.
    pub fn occurrences(&self) -> u32 {
        let last = self.last();
        let window = self.entries.len().min(last.quiet as usize + 1);
        self.entries[self.entries.len() - window..]
            .iter()
            .filter(|entry| entry.key == last.key)
            .count() as u32
    }

    fn last(&self) -> &Entry {
        self.entries.last().expect("a history is never empty")
    }
}
