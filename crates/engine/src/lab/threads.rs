//! What more threads are worth: time to a fixed depth, sound techniques only.

use ponder_core::{Fault, Game};
use ponder_search::{Config, Limits, Switch};
use serde::Serialize;

use super::measure::{Gauge, Mean, at, ratio};
use super::{Bench, Plan, customs};

/// Which races to run.
#[derive(Clone, Copy, Debug)]
pub struct ThreadsRequest {
    /// Positions, seed and table.
    pub plan: Plan,
    /// The depth; without, one that suits the game.
    pub depth: Option<u32>,
    /// How many threads race against one.
    pub threads: usize,
}

/// What more threads are worth.
#[derive(Clone, Debug, Serialize)]
pub struct ThreadsView {
    /// The game id.
    pub game: String,
    /// The depth.
    pub depth: u32,
    /// Positions searched by every row.
    pub positions: usize,
    /// Which ones.
    pub seed: u64,
    /// Bytes of the table.
    pub hash: usize,
    /// The configuration of one thread.
    pub config: String,
    /// One thread first.
    pub rows: Vec<ThreadsRow>,
}

/// One way to share the work.
#[derive(Clone, Debug, Serialize)]
pub struct ThreadsRow {
    /// `one`, `lazy` (only the table is shared) or `abdada` (moves being searched are put off).
    pub scheme: &'static str,
    /// Threads.
    pub threads: usize,
    /// Nodes of all threads over all positions.
    pub nodes: u64,
    /// Time over all positions.
    pub seconds: f64,
    /// How many times faster than one thread: the geometric mean.
    pub speedup: f64,
    /// Nodes against one thread's, likewise.
    pub node_ratio: f64,
    /// True if every value equals that of one thread.
    pub same_values: bool,
}

pub(super) fn run<G: Game>(
    mut bench: Bench<'_, G>,
    request: &ThreadsRequest,
) -> Result<ThreadsView, Fault> {
    let customs = customs::of(bench.id);
    let plan = request.plan;
    let depth = request.depth.unwrap_or(customs.threads);
    let sound = Config::sound_of::<G>();
    let mut apart = sound.clone();
    apart.switches = apart.switches.with(Switch::Abdada);
    let schemes = [
        ("one", 1, &sound),
        ("lazy", request.threads, &sound),
        ("abdada", request.threads, &apart),
    ];
    let mut rows = schemes.map(|(scheme, threads, _)| ThreadsRow {
        scheme,
        threads,
        nodes: 0,
        seconds: 0.0,
        speedup: 1.0,
        node_ratio: 1.0,
        same_values: true,
    });
    let mut means = [[Mean::default(); 2]; 3];
    let samples = bench.samples(plan)?;
    let mut gauge = Gauge::new(bench.game, plan.hash, bench.stop)?;
    let mut positions = 0;
    'positions: for sample in &samples {
        let mut lasts = Vec::new();
        for (index, (_, threads, config)) in schemes.iter().enumerate() {
            let limits = Limits::depth(depth);
            if !bench.step(
                positions * schemes.len() + index,
                samples.len() * schemes.len(),
            ) {
                break 'positions;
            }
            let Some(marks) = gauge.search(sample, config, limits, *threads)? else {
                break 'positions;
            };
            lasts.push(at(&marks, depth));
        }
        let one = lasts[0];
        for ((row, mean), last) in rows.iter_mut().zip(&mut means).zip(lasts) {
            row.nodes += last.nodes;
            row.seconds += last.seconds;
            row.same_values &= last.score == one.score;
            mean[0].add(ratio(one.seconds, last.seconds));
            mean[1].add(ratio(last.nodes as f64, one.nodes as f64));
            row.speedup = mean[0].value();
            row.node_ratio = mean[1].value();
        }
        positions += 1;
    }
    Ok(ThreadsView {
        game: bench.id.to_owned(),
        depth,
        positions,
        seed: plan.seed,
        hash: plan.hash,
        config: sound.to_string(),
        rows: rows.to_vec(),
    })
}
