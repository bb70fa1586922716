//! When a search ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a search may spend. Whatever is not given is not limited.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The depth of the last iteration.
    pub depth: Option<u32>,
    /// Positions to look at, exactly.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub time: Option<Duration>,
    /// A clock for the game.
    pub clock: Option<Clock>,
}

/// A clock: what is left for the rest of the game.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Time left.
    pub left: Duration,
    /// Time added after every move.
    pub increment: Duration,
    /// Moves until the clock is set anew; without, the rest of the game is estimated.
    pub moves: Option<u32>,
}

impl Limits {
    /// To a depth.
    pub fn depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// For a number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// For a time.
    pub fn time(time: Duration) -> Self {
        Self {
            time: Some(time),
            ..Self::default()
        }
    }

    /// The times after which no new iteration begins and at which the running one is broken off.
    pub(crate) fn deadlines(&self, begun: Instant) -> Deadlines {
        // Leave something for the way of the answer to whoever waits for it.
        const OVERHEAD: Duration = Duration::from_millis(5);
        const MOVES_AHEAD: u32 = 25;
        let hard = self
            .time
            .map(|time| time.saturating_sub(OVERHEAD.min(time / 10)));
        let (mut soft, mut hard) = (hard, hard);
        if let Some(clock) = self.clock {
            let moves = clock.moves.unwrap_or(MOVES_AHEAD).clamp(1, 60);
            let left = clock.left.saturating_sub(OVERHEAD);
            let share = left / moves + clock.increment * 3 / 4;
            let most = (share * 4).min(left / 2).max(Duration::from_millis(1));
            let least = |limit: Option<Duration>, own: Duration| {
                Some(limit.map_or(own, |limit| limit.min(own)))
            };
            soft = least(soft, (share * 6 / 10).min(most));
            hard = least(hard, most);
        }
        Deadlines {
            soft: soft.map(|time| begun + time),
            hard: hard.map(|time| begun + time),
        }
    }
}

/// See [`Limits::deadlines`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadlines {
    pub(crate) soft: Option<Instant>,
    pub(crate) hard: Option<Instant>,
}

/// A way to end a search from outside.
#[derive(Debug, Default)]
pub struct Stop(AtomicBool);

impl Stop {
    /// A stop that was not asked for yet.
    pub const fn new() -> Self {
        Self(AtomicBool::new(false))
    }

    /// Asks the search to end.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True once it was asked for.
    pub fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
