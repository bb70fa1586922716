//! How fast the tree grows: the effective branching factor.

use ponder_core::{Fault, Game};
use ponder_search::Limits;
use serde::Serialize;

use super::measure::{Gauge, Mean, at, ratio};
use super::{Bench, Plan, customs};

/// Plies over which the growth is taken: two moves of each side, so that odd and even depths do
/// not matter.
const SPAN: u32 = 4;

/// Which trees to measure.
#[derive(Clone, Copy, Debug)]
pub struct BranchingRequest {
    /// Positions, seed and table.
    pub plan: Plan,
    /// The depth; without, one that suits the game.
    pub depth: Option<u32>,
}

/// How fast the tree grows.
#[derive(Clone, Debug, Serialize)]
pub struct BranchingView {
    /// The game id.
    pub game: String,
    /// The greater depth.
    pub depth: u32,
    /// The lesser depth.
    pub from: u32,
    /// Which positions.
    pub seed: u64,
    /// Bytes of the table.
    pub hash: usize,
    /// The configuration.
    pub config: String,
    /// The effective branching factor: the geometric mean over the positions.
    pub branching: f64,
    /// The positions.
    pub positions: Vec<BranchingRow>,
}

/// The growth of one tree.
#[derive(Clone, Debug, Serialize)]
pub struct BranchingRow {
    /// The position.
    pub position: String,
    /// Nodes of a search to the lesser depth, its earlier iterations included.
    pub from_nodes: u64,
    /// Nodes of a search to the greater depth, its earlier iterations included.
    pub nodes: u64,
    /// The factor by which a ply multiplies them.
    pub branching: f64,
}

pub(super) fn run<G: Game>(
    mut bench: Bench<'_, G>,
    request: &BranchingRequest,
) -> Result<BranchingView, Fault> {
    let customs = customs::of(bench.id);
    let plan = request.plan;
    let depth = request.depth.unwrap_or(customs.branching);
    if depth <= SPAN {
        return Err(Fault::new(format!("a depth of {depth} is too small"))
            .hint(format!("growth is measured over {SPAN} plies")));
    }
    let config = bench.config()?;
    let samples = bench.samples(plan)?;
    let mut gauge = Gauge::new(bench.game, plan.hash, bench.stop)?;
    let mut rows = Vec::new();
    let mut mean = Mean::default();
    for (done, sample) in samples.iter().enumerate() {
        if !bench.step(done, samples.len()) {
            break;
        }
        let limits = Limits::depth(depth);
        let Some(marks) = gauge.search(sample, &config, limits, 1)? else {
            break;
        };
        let (from, last) = (at(&marks, depth - SPAN), at(&marks, depth));
        let growth = ratio(last.nodes as f64, from.nodes as f64);
        mean.add(growth);
        rows.push(BranchingRow {
            position: bench.game.write_position(&sample.pos),
            from_nodes: from.nodes,
            nodes: last.nodes,
            branching: growth.powf(1.0 / f64::from(SPAN)),
        });
    }
    Ok(BranchingView {
        game: bench.id.to_owned(),
        depth,
        from: depth - SPAN,
        seed: plan.seed,
        hash: plan.hash,
        config: config.to_string(),
        branching: mean.value().powf(1.0 / f64::from(SPAN)),
        positions: rows,
    })
}
