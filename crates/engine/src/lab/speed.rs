//! Nodes per second with the default settings, one thread.

use std::time::Duration;

use ponder_core::{Fault, Game};
use ponder_search::Limits;
use serde::Serialize;

use super::measure::{Gauge, ratio};
use super::{Bench, Plan};

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
    /// All nodes.
    pub nodes: u64,
    /// All time.
    pub seconds: f64,
    /// Nodes per second.
    pub nps: f64,
}

pub(super) fn run<G: Game>(
    mut bench: Bench<'_, G>,
    request: &SpeedRequest,
) -> Result<SpeedView, Fault> {
    let plan = request.plan;
    let share = request.time / plan.positions.max(1) as u32;
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
    for (done, sample) in samples.iter().enumerate() {
        if !bench.step(done, samples.len()) {
            break;
        }
        let Some(marks) = gauge.search(sample, &config, limits, 1)? else {
            break;
        };
        if let Some(last) = marks.last() {
            view.positions += 1;
            view.nodes += last.nodes;
            view.seconds += last.seconds;
        }
    }
    view.nps = ratio(view.nodes as f64, view.seconds);
    Ok(view)
}
