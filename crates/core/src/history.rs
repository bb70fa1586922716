//! The past of a game, beside the position.
//!
//! Games and searches push a position's key and progress as they go down a line and pop them on
//! the way back. Everything a draw rule may ask is answered from here: how often this position
//! has occurred, how many plies have passed, how many of them without progress.

use crate::{Outcome, Progress, Rules};

/// The rules that call a game a draw because of its past.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawRules {
    /// A position that has occurred so often.
    pub repetition: Option<u32>,
    /// So many plies without progress.
    pub quiet: Option<u32>,
    /// So many plies in all.
    pub plies: Option<u32>,
}

/// One of the [`DrawRules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawRule {
    /// The position has occurred often enough.
    Repetition,
    /// There was no progress for long enough.
    Quiet,
    /// The game is long enough.
    Plies,
}

impl DrawRules {
    /// The rule that a history meets, repetition first and length last.
    pub fn met(&self, history: &History) -> Option<DrawRule> {
        let counts = [
            (self.repetition, history.occurrences(), DrawRule::Repetition),
            (self.quiet, history.quiet(), DrawRule::Quiet),
            (self.plies, history.plies(), DrawRule::Plies),
        ];
        let mut met = counts
            .into_iter()
            .filter(|(limit, count, _)| limit.is_some_and(|limit| *count >= limit));
        met.next().map(|(_, _, rule)| rule)
    }

    /// The draw that these rules see in a history.
    pub fn drawn(&self, history: &History) -> Option<Outcome> {
        let reason = match self.met(history)? {
            DrawRule::Repetition => "the position is repeated",
            DrawRule::Quiet => "there was no progress for too long",
            DrawRule::Plies => "the game is too long",
        };
        Some(Outcome::draw(reason))
    }

    /// True if the game has reached its greatest length.
    pub fn out_of_plies(&self, history: &History) -> bool {
        self.plies.is_some_and(|limit| history.plies() >= limit)
    }

    /// True if no rule is in force.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

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
    /// How often this position has occurred since then, this time included.
    occurrences: u32,
    /// The most often that any position since then has occurred.
    most: u32,
    /// The sum of the keys since then: which positions a repetition could lean on.
    window: u64,
}

impl History {
    /// The history of a game that stands at `pos` with nothing known of its past.
    pub fn new<R: Rules>(rules: &R, pos: &R::Pos) -> Self {
        Self::continued(rules, pos, 0, 0)
    }

    /// The history of a game that stands at `pos` after `plies` plies, the last `quiet` of them
    /// without progress, as position texts with counters tell.
    pub fn continued<R: Rules>(rules: &R, pos: &R::Pos, plies: u32, quiet: u32) -> Self {
        let key = rules.key(pos);
        let first = Entry {
            key,
            progress: rules.progress(pos),
            quiet,
            occurrences: 1,
            most: 1,
            window: key,
        };
        Self {
            entries: vec![first],
            plies_before: plies,
        }
    }

    /// Records that the game has moved on to `pos`.
    pub fn push<R: Rules>(&mut self, rules: &R, pos: &R::Pos) {
        let (key, progress) = (rules.key(pos), rules.progress(pos));
        let last = *self.last();
        let mut entry = Entry {
            key,
            progress,
            quiet: 0,
            occurrences: 1,
            most: 1,
            window: key,
        };
        if last.progress == progress {
            entry.quiet = last.quiet + 1;
            entry.occurrences += self.seen::<R>(key, entry.quiet);
            entry.most = last.most.max(entry.occurrences);
            entry.window = last.window.wrapping_add(key);
        }
        self.entries.push(entry);
    }

    /// Records a turn that was passed only in thought: nothing before it can be repeated.
    pub fn push_null<R: Rules>(&mut self, rules: &R, pos: &R::Pos) {
        let key = rules.key(pos);
        self.entries.push(Entry {
            key,
            progress: rules.progress(pos),
            quiet: 0,
            occurrences: 1,
            most: 1,
            window: key,
        });
    }

    /// How often `key` occurred within the last `plies` plies.
    fn seen<R: Rules>(&self, key: u64, plies: u32) -> u32 {
        let past = self.entries.iter().rev().take(plies as usize);
        let same_turn = past.skip(R::FIRST_RETURN as usize - 1).step_by(2);
        let count = same_turn.filter(|entry| entry.key == key).count();
        count as u32
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

    /// How far the game has come, as the rules measure it.
    pub fn progress(&self) -> Progress {
        self.last().progress
    }

    /// How often the current position has occurred, this time included. Positions before the
    /// last progress cannot recur and are not looked at.
    pub fn occurrences(&self) -> u32 {
        self.last().occurrences
    }

    /// True if a draw rule could end the game within the next few plies.
    pub fn draw_near<R: Rules>(&self, rules: &DrawRules) -> bool {
        /// As many as a search may look beyond its horizon without counting them.
        const AHEAD: u32 = 64;
        let within =
            |limit: Option<u32>, count, ahead| limit.is_some_and(|limit| count + ahead >= limit);
        let last = self.last();
        within(rules.repetition.map(|_| R::FIRST_RETURN), last.quiet, 1)
            || within(rules.quiet, last.quiet, AHEAD)
            || within(rules.plies, self.plies(), AHEAD)
    }

    /// The key of the current position.
    pub fn key(&self) -> u64 {
        self.last().key
    }

    /// Plies since the current position occurred `times` times ago, if it did.
    pub fn since(&self, times: u32) -> Option<u32> {
        let key = self.key();
        let back = self.entries.iter().rev().enumerate();
        let mut same = back.filter(|(_, entry)| entry.key == key);
        same.nth(times as usize).map(|(plies, _)| plies as u32)
    }

    /// What the past can still do to a search of `depth` plies under these rules: 0 if nothing,
    /// else a number that differs where the relevant past differs. Added to a position's key it
    /// keeps apart what must not be shared.
    ///
    /// A position that has occurred k times needs at least n - k returns, counted from its first
    /// occurrence, to be seen n times.
    pub fn salt<R: Rules>(&self, rules: &DrawRules, depth: u32) -> u64 {
        let last = self.last();
        let mut salt = 0;
        let near =
            |limit: u32| last.quiet + depth >= R::FIRST_RETURN * limit.saturating_sub(last.most);
        if rules.repetition.is_some_and(near) {
            salt = last.window ^ last.key.rotate_left(32);
        }
        let mut add = |limit: Option<u32>, count: u32, number: u64| {
            let left = limit.map(|limit| limit.saturating_sub(count));
            if let Some(left) = left.filter(|left| *left <= depth) {
                salt ^= u64::from(left + 1).wrapping_mul(number);
            }
        };
        add(rules.quiet, last.quiet, 0x9e37_79b9_7f4a_7c15);
        add(rules.plies, self.plies(), 0xbf58_476d_1ce4_e5b9);
        salt
    }

    fn last(&self) -> &Entry {
        self.entries.last().expect("a history is never empty")
    }
}
