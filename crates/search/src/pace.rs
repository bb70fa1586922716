//! How often a search looks at its clock and its stop.
//!
//! Every 256 nodes is well below a millisecond, as a rule. But while the system hands out the memory
//! of a large table, on huge pages, single nodes may take milliseconds; so whoever finds that much
//! time has passed looks the more often.

use std::time::{Duration, Instant};

/// Nodes between two looks, at most and at least.
const SELDOM: u64 = 256;
const OFTEN: u64 = 4;

/// More than this between two looks is too long.
const PATIENCE: Duration = Duration::from_micros(500);

/// When to look next.
pub(crate) struct Pace {
    every: u64,
    next: u64,
    last: Instant,
}

impl Pace {
    pub(crate) fn new(now: Instant) -> Self {
        Self {
            every: OFTEN,
            next: OFTEN,
            last: now,
        }
    }

    /// True if after so many nodes it is time.
    pub(crate) fn due(&self, nodes: u64) -> bool {
        nodes >= self.next
    }

    /// Notes that somebody has looked.
    pub(crate) fn looked(&mut self, nodes: u64, now: Instant) {
        self.every = if now.saturating_duration_since(self.last) > PATIENCE {
            (self.every / 4).max(OFTEN)
        } else {
            (self.every * 2).min(SELDOM)
        };
        self.next = nodes + self.every;
        self.last = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nodes from each look to the next, where every node takes so long.
    fn gaps(node: Duration, looks: usize) -> Vec<u64> {
        let begun = Instant::now();
        let mut pace = Pace::new(begun);
        let mut last = 0;
        let mut nodes = 0;
        let mut gaps = Vec::new();
        while gaps.len() < looks {
            nodes += 1;
            if pace.due(nodes) {
                pace.looked(nodes, begun + node * nodes as u32);
                gaps.push(nodes - last);
                last = nodes;
            }
        }
        gaps
    }

    #[test]
    fn fast_nodes_are_seldom_interrupted() {
        let gaps = gaps(Duration::from_nanos(200), 20);
        assert_eq!(gaps[..3], [4, 8, 16]);
        assert_eq!(gaps[19], SELDOM);
    }

    #[test]
    fn slow_nodes_are_interrupted_often() {
        let gaps = gaps(Duration::from_millis(2), 20);
        assert!(gaps.iter().all(|gap| *gap == OFTEN), "{gaps:?}");
    }
}
