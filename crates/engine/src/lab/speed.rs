//! Nodes per second with the default settings, one thread.
//!
//! Seconds are those of the processor, and each position is searched in several short rounds of
//! which the fastest counts: whatever else the machine does can only slow a search down.

use std::time::Duration;

use ponder_core::{Fault, Game};
use ponder_search::Limits;
use serde::Serialize;

use super::measure::{Gauge, ratio};
use super::{Bench, Plan};

/// How often each position is searched.
const ROUNDS: u32 = 5;

/// How long to measure.
#[derive(Clone, Copy, Debug)]
pub struct SpeedRequest {
    /// Positions, seed and table.
    pub plan: Plan,
    /// Time for all positions together.
    pub time: Duration,
}

/// How fast a game is searched.
#[derive(Clone, Debug, Serialize)]
pub struct SpeedView {
    /// The game id.
    pub game: String,
    /// Positions searched.
    pub positions: usize,
    /// Which ones.
    pub seed: u64,
    /// Bytes of the table.
    pub hash: usize,
    /// The configuration.
    pub config: String,
    /// The nodes of the fastest rounds.
    pub nodes: u64,
    /// What they took of the processor.
    pub seconds: f64,
    /// Nodes per second.
    pub nps: f64,
}

pub(super) fn run<G: Game>(
    mut bench: Bench<'_, G>,
    request: &SpeedRequest,
) -> Result<SpeedView, Fault> {
    let plan = request.plan;
    let share = request.time / (plan.positions.max(1) as u32 * ROUNDS);
    let limits = Limits::time(share);
    let config = bench.config()?;
    let samples = bench.samples(plan)?;
    let mut gauge = Gauge::new(bench.game, plan.hash, bench.stop)?;
    let mut view = SpeedView {
        game: bench.id.to_owned(),
        positions: 0,
        seed: plan.seed,
        hash: plan.hash,
        config: config.to_string(),
        nodes: 0,
        seconds: 0.0,
        nps: 0.0,
    };
    'samples: for (done, sample) in samples.iter().enumerate() {
        let mut fastest = (0, f64::INFINITY);
        for _ in 0..ROUNDS {
            if !bench.step(done, samples.len()) {
                break 'samples;
            }
            let Some(marks) = gauge.search(sample, &config, limits, 1)? else {
                break 'samples;
            };
            let nodes = marks.last().map_or(0, |last| last.nodes);
            let speed = |(nodes, seconds): (u64, f64)| ratio(nodes as f64, seconds);
            if speed((nodes, gauge.worked)) > speed(fastest) {
                fastest = (nodes, gauge.worked);
            }
        }
        view.positions += 1;
        view.nodes += fastest.0;
        view.seconds += fastest.1;
    }
    view.nps = ratio(view.nodes as f64, view.seconds);
    Ok(view)
}
