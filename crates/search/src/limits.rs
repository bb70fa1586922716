//! When a search ends.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
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

    /// True if anything is limited.
    pub fn any(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.time.is_some() || self.clock.is_some()
    }

    /// Both these limits and others, whichever are tighter; of two clocks the others'.
    #[must_use]
    pub fn and(self, others: Self) -> Self {
        fn tighter<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        Self {
            depth: tighter(self.depth, others.depth),
            nodes: tighter(self.nodes, others.nodes),
            time: tighter(self.time, others.time),
            clock: others.clock.or(self.clock),
        }
    }

    /// The same after some time has passed.
    #[must_use]
    pub fn after(mut self, passed: Duration) -> Self {
        self.time = self.time.map(|time| time.saturating_sub(passed));
        if let Some(clock) = &mut self.clock {
            clock.left = clock.left.saturating_sub(passed);
        }
        self
    }

    /// The times after which no new iteration begins and at which the running one is broken off.
    pub(crate) fn deadlines(&self, begun: Instant) -> Deadlines {
        let own = self.time.map(|time| time.saturating_sub(overhead(time)));
        let clock = self.clock.map(Clock::times);
        // Whatever comes first.
        let first = |a: Option<Duration>, b: Option<Duration>| a.into_iter().chain(b).min();
        let at = |time: Option<Duration>| time.and_then(|time| begun.checked_add(time));
        Deadlines {
            soft: at(first(own, clock.map(|(soft, _)| soft))),
            hard: at(first(own, clock.map(|(_, hard)| hard))),
        }
    }
}

/// What is left for the way of the answer to whoever waits for it.
fn overhead(time: Duration) -> Duration {
    Duration::from_millis(5).min(time / 10)
}

impl Clock {
    /// The moves that are shared out where nothing is known about the rest of the game.
    const AHEAD: u32 = 25;

    /// An estimate of the moves that are left should not say less: it may be wrong.
    pub const LEAST_AHEAD: u32 = 8;

    /// When not to begin another iteration, and when to break one off.
    fn times(self) -> (Duration, Duration) {
        let moves = self.moves.unwrap_or(Self::AHEAD).max(1);
        let left = self.left.saturating_sub(overhead(self.left));
        let share = (left / moves).saturating_add(self.increment / 4 * 3);
        // With other moves to come some time must be left for them.
        let most = if moves == 1 { left / 10 * 9 } else { left / 2 };
        let hard = share.saturating_mul(4).min(most);
        ((share / 10).saturating_mul(6).min(hard), hard)
    }
}

/// See [`Limits::deadlines`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadlines {
    pub(crate) soft: Option<Instant>,
    pub(crate) hard: Option<Instant>,
}

/// A way to end a search from outside, or to hold it for a while.
///
/// A held search waits where it next looks at its stop, on all its threads, and loses none of its
/// time by it. So many searches can take turns on few processors.
#[derive(Debug, Default)]
pub struct Stop {
    /// [`ASKED`](Self::ASKED) and [`HELD`](Self::HELD): all that a search looks at, until it must
    /// wait.
    signal: AtomicU8,
    gate: Mutex<()>,
    opened: Condvar,
}

impl Stop {
    const ASKED: u8 = 1;
    const HELD: u8 = 2;

    /// A stop that was not asked for yet.
    pub const fn new() -> Self {
        Self {
            signal: AtomicU8::new(0),
            gate: Mutex::new(()),
            opened: Condvar::new(),
        }
    }

    /// Asks the search to end, also if it is held.
    pub fn ask(&self) {
        let before = self.signal.fetch_or(Self::ASKED, Ordering::Relaxed);
        if before & Self::HELD != 0 {
            self.release();
        }
    }

    /// True once it was asked for.
    pub fn asked(&self) -> bool {
        self.signal.load(Ordering::Relaxed) & Self::ASKED != 0
    }

    /// Makes the search wait until it is released. One that is to end does not wait.
    pub fn hold(&self) {
        self.signal.fetch_or(Self::HELD, Ordering::Relaxed);
    }

    /// Lets a held search go on.
    pub fn release(&self) {
        self.signal.fetch_and(!Self::HELD, Ordering::Relaxed);
        // Whoever has looked at the signal under the lock waits by now, and hears of this.
        drop(self.lock());
        self.opened.notify_all();
    }

    /// Waits while the search is held, and tells how long that took.
    pub(crate) fn wait(&self) -> Duration {
        let held = || self.signal.load(Ordering::Relaxed) == Self::HELD;
        if !held() {
            return Duration::ZERO;
        }
        let begun = Instant::now();
        let opened = self.opened.wait_while(self.lock(), |()| held());
        drop(opened.unwrap_or_else(PoisonError::into_inner));
        begun.elapsed()
    }

    fn lock(&self) -> MutexGuard<'_, ()> {
        self.gate.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
