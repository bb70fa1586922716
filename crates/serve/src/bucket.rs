//! How fast a client may ask: a bucket of tokens that fills up steadily.
//!
//! A burst is fine, a page that is being loaded makes one. Who goes on faster than the bucket
//! fills is refused, in words; who goes on regardless is a flood.

use std::time::Instant;

/// What a bucket can hold, in seconds of its rate.
const BURST: f64 = 4.0;

/// See the module.
pub(crate) struct Bucket {
    /// Tokens a second.
    pub(crate) rate: f64,
    tokens: f64,
    filled: Instant,
}

/// What there is for a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// A token.
    Fine,
    /// None, for a while.
    Empty,
    /// None, after very many that were none.
    Flood,
}

impl Bucket {
    /// A full bucket.
    pub(crate) fn new(rate: f64, now: Instant) -> Self {
        Self {
            rate,
            tokens: rate * BURST,
            filled: now,
        }
    }

    /// Takes a token, which may leave a debt.
    pub(crate) fn take(&mut self, now: Instant) -> Level {
        let most = self.rate * BURST;
        let passed = now.saturating_duration_since(self.filled).as_secs_f64();
        self.filled = now;
        self.tokens = (self.tokens + passed * self.rate).min(most) - 1.0;
        if self.tokens >= 0.0 {
            Level::Fine
        } else if self.tokens >= -most {
            Level::Empty
        } else {
            Level::Flood
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn bursts_are_fine_and_floods_are_not() {
        let begun = Instant::now();
        let mut bucket = Bucket::new(50.0, begun);
        let mut take = |milliseconds| bucket.take(begun + Duration::from_millis(milliseconds));
        let counts = |level: Level, takes: &[Level]| takes.iter().filter(|l| **l == level).count();
        let burst: Vec<_> = (0..500).map(|_| take(0)).collect();
        assert_eq!(counts(Level::Fine, &burst), 200);
        assert_eq!(counts(Level::Empty, &burst), 200);
        assert_eq!(counts(Level::Flood, &burst), 100);
        // Fifty a second may go on for ever, but the debt comes first.
        let hour = 3_600_000;
        let steady: Vec<_> = (0..1000).map(|n| take(hour + 20 * n)).collect();
        assert_eq!(counts(Level::Fine, &steady), 1000);
    }
}
