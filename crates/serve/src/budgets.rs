//! What one search may cost, set by the server and never by a client.

use std::time::Duration;

use ponder_engine::Limits;
use serde::Serialize;

/// See the module.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Budgets {
    /// Positions to look at.
    pub nodes: u64,
    /// Seconds to think, not counting those in the queue.
    pub seconds: f64,
    /// Plies to search.
    pub depth: u32,
    /// Lines to show.
    pub lines: usize,
    /// Bytes of a table.
    pub hash: usize,
    /// Threads of a search.
    pub threads: usize,
    /// Cells of a board.
    pub cells: usize,
}

impl Budgets {
    /// What is usual on a machine with so many cores.
    pub fn usual(cores: usize) -> Self {
        Self {
            nodes: 20_000_000_000,
            seconds: 600.0,
            depth: 119,
            lines: 64,
            hash: 64 << 20,
            threads: cores,
            cells: 256,
        }
    }

    /// The tightest limits of these and a client's.
    pub(crate) fn limits(
        &self,
        depth: Option<u32>,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> Limits {
        let time = |seconds: f64| Duration::try_from_secs_f64(seconds.max(0.0)).ok();
        let own = Limits {
            depth: Some(self.depth),
            nodes: Some(self.nodes),
            time: time(self.seconds),
            clock: None,
        };
        own.and(Limits {
            depth: depth.map(|depth| depth.max(1)),
            nodes: nodes.map(|nodes| nodes.max(1)),
            time: seconds.and_then(time),
            clock: None,
        })
    }
}
