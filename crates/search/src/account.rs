//! A player's account over a whole game: how much of a budget of time each move may take.

use std::time::Duration;

use crate::limits::{Clock, Limits};

/// The time a player has for a whole game, and what is left of it.
///
/// Ask for the [`limits`](Self::limits) of a move, make it, and [`charge`](Self::charge) all that
/// it took. Where a contest counts processor time, charge that: with several threads it runs
/// faster than the clock.
#[derive(Clone, Copy, Debug)]
pub struct Account {
    whole: Duration,
    left: Duration,
}

impl Account {
    /// One part in so many is kept back for what no search can plan: the way of every answer, a
    /// machine that is busy, an ending that drags on.
    const KEPT_BACK: u32 = 8;

    /// An account from which nothing was taken yet.
    pub const fn new(whole: Duration) -> Self {
        Self { whole, left: whole }
    }

    /// What is left.
    pub const fn left(&self) -> Duration {
        self.left
    }

    /// What a move may take if about `moves` moves are still to be made, this one included. Once
    /// only what is kept back is left, that is a glance.
    pub fn limits(&self, moves: u32) -> Limits {
        let clock = Clock {
            left: self.left.saturating_sub(self.whole / Self::KEPT_BACK),
            increment: Duration::ZERO,
            moves: Some(moves.max(Clock::LEAST_AHEAD)),
        };
        Limits {
            clock: Some(clock),
            ..Limits::default()
        }
    }

    /// Takes what a move has cost.
    pub fn charge(&mut self, spent: Duration) {
        self.left = self.left.saturating_sub(spent);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    /// The two ends between which the time of a move lies.
    fn times(limits: Limits) -> (Duration, Duration) {
        let begun = Instant::now();
        let deadlines = limits.deadlines(begun);
        let [soft, hard] = [deadlines.soft, deadlines.hard]
            .map(|time| time.expect("a clock limits the time") - begun);
        (soft, hard)
    }

    #[test]
    fn two_hundred_moves_fit_the_budget() {
        // Every move takes all it may, and the machine adds ten milliseconds.
        for estimate in [1, 8, 32, 200] {
            let whole = Duration::from_mins(1);
            let mut account = Account::new(whole);
            let mut spent = Duration::ZERO;
            for _ in 0..200 {
                let (soft, hard) = times(account.limits(estimate));
                assert!(soft <= hard);
                let cost = hard + Duration::from_millis(10);
                account.charge(cost);
                spent += cost;
            }
            assert!(spent < whole, "{spent:?} with {estimate} moves ahead");
            assert_eq!(account.left() + spent, whole);
        }
    }

    #[test]
    fn a_game_of_usual_length_uses_most_of_its_budget() {
        let whole = Duration::from_mins(1);
        let mut account = Account::new(whole);
        for ahead in (1..=30).rev() {
            // An iteration that has begun in time runs on for a while.
            let (soft, hard) = times(account.limits(ahead));
            account.charge((soft + hard) / 2);
        }
        assert!(account.left() < whole / 3, "{:?} left", account.left());
    }

    #[test]
    fn an_empty_account_allows_a_glance() {
        let mut account = Account::new(Duration::from_secs(1));
        account.charge(Duration::from_secs(5));
        assert_eq!(account.left(), Duration::ZERO);
        assert_eq!(times(account.limits(20)).1, Duration::ZERO);
    }
}
