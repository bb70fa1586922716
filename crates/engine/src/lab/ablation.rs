//! What each technique is worth: the default set, and the same with one technique more or less.

use ponder_core::{Fault, Game, Weights};
use ponder_search::textbook::Textbook;
use ponder_search::{Config, Driver, Limits, Switch};
use serde::Serialize;
use std::time::Instant;

use super::measure::{Gauge, Mark, Mean, at, ratio};
use super::sample::Sample;
use super::{Bench, Plan, customs};
use crate::equipment::missing;

/// Which searches to compare.
#[derive(Clone, Copy, Debug)]
pub struct AblationRequest {
    /// Positions, seed and table.
    pub plan: Plan,
    /// The depth; without, one that suits the game.
    pub depth: Option<u32>,
}

/// What each technique is worth.
#[derive(Clone, Debug, Serialize)]
pub struct AblationView {
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
    /// The default configuration.
    pub config: String,
    /// The default set first.
    pub rows: Vec<AblationRow>,
}

/// One way to search, against the default at the same depth.
#[derive(Clone, Debug, Serialize)]
pub struct AblationRow {
    /// The technique, or the set.
    pub technique: &'static str,
    /// Techniques that went with it because they need it.
    pub also: Vec<&'static str>,
    /// `default`, `without` or `with` the technique, or another `set`.
    pub change: &'static str,
    /// The depth of both.
    pub depth: u32,
    /// Nodes over all positions.
    pub nodes: u64,
    /// Time over all positions.
    pub seconds: f64,
    /// Nodes against the default's: the geometric mean of the ratios.
    pub node_ratio: f64,
    /// Time against the default's, likewise.
    pub time_ratio: f64,
    /// The share of positions in which it chooses the default's move.
    pub agreement: f64,
}

/// How a row searches.
enum Way {
    Engine(Config),
    Minimax,
}

struct Arm {
    technique: &'static str,
    also: Vec<&'static str>,
    change: &'static str,
    depth: u32,
    way: Way,
    nodes: u64,
    seconds: f64,
    node_ratio: Mean,
    time_ratio: Mean,
    agreed: usize,
}

impl Arm {
    fn new(technique: &'static str, change: &'static str, depth: u32, way: Way) -> Self {
        Self {
            technique,
            also: Vec::new(),
            change,
            depth,
            way,
            nodes: 0,
            seconds: 0.0,
            node_ratio: Mean::default(),
            time_ratio: Mean::default(),
            agreed: 0,
        }
    }

    fn count(&mut self, cost: &Cost, default: (u64, f64)) {
        self.nodes += cost.nodes;
        self.seconds += cost.seconds;
        self.agreed += usize::from(cost.agrees);
        let (nodes, seconds) = default;
        self.node_ratio.add(ratio(cost.nodes as f64, nodes as f64));
        self.time_ratio.add(ratio(cost.seconds, seconds));
    }

    fn row(&self, positions: usize) -> AblationRow {
        AblationRow {
            technique: self.technique,
            also: self.also.clone(),
            change: self.change,
            depth: self.depth,
            nodes: self.nodes,
            seconds: self.seconds,
            node_ratio: self.node_ratio.value(),
            time_ratio: self.time_ratio.value(),
            agreement: self.agreed as f64 / positions.max(1) as f64,
        }
    }
}

/// What one search took.
struct Cost {
    nodes: u64,
    seconds: f64,
    agrees: bool,
}

pub(super) fn run<G: Game>(
    mut bench: Bench<'_, G>,
    request: &AblationRequest,
) -> Result<AblationView, Fault> {
    let customs = customs::of(bench.id);
    let plan = request.plan;
    let depth = request.depth.unwrap_or(customs.ablation[0]);
    let config = bench.config()?;
    let samples = bench.samples(plan)?;
    let depths = customs.ablation.map(|own| own.min(depth));
    let mut arms = arms(bench.game, &config, depths, depth);
    let mut gauge = Gauge::new(bench.game, plan.hash, bench.stop)?;
    let mut positions = 0;
    // Position by position, so that an experiment broken off has equal rows.
    for sample in &samples {
        let Some(costs) = costs(
            &mut bench,
            &mut gauge,
            sample,
            &arms,
            positions,
            samples.len(),
        )?
        else {
            break;
        };
        for (arm, (cost, default)) in arms.iter_mut().zip(costs) {
            arm.count(&cost, default);
        }
        positions += 1;
    }
    Ok(AblationView {
        game: bench.id.to_owned(),
        depth,
        positions,
        seed: plan.seed,
        hash: plan.hash,
        config: config.to_string(),
        rows: arms.iter().map(|arm| arm.row(positions)).collect(),
    })
}

/// What every arm takes for one position, beside what the default takes to the same depth;
/// nothing if it was stopped.
type Costs = Vec<(Cost, (u64, f64))>;

fn costs<G: Game>(
    bench: &mut Bench<'_, G>,
    gauge: &mut Gauge<'_, G>,
    sample: &Sample<G>,
    arms: &[Arm],
    position: usize,
    positions: usize,
) -> Result<Option<Costs>, Fault> {
    let mut default: Vec<Mark<G::Move>> = Vec::new();
    let mut costs = Vec::new();
    for (index, arm) in arms.iter().enumerate() {
        if !bench.step(position * arms.len() + index, positions * arms.len()) {
            return Ok(None);
        }
        let cost = match &arm.way {
            Way::Engine(config) => {
                let limits = Limits::depth(arm.depth);
                let Some(marks) = gauge.search(sample, config, limits, 1)? else {
                    return Ok(None);
                };
                if index == 0 {
                    default.clone_from(&marks);
                }
                let last = at(&marks, arm.depth);
                Cost {
                    nodes: last.nodes,
                    seconds: last.seconds,
                    agrees: last.best == at(&default, arm.depth).best,
                }
            }
            Way::Minimax => minimax(bench.game, sample, arm.depth, &at(&default, arm.depth)),
        };
        let same = at(&default, arm.depth);
        costs.push((cost, (same.nodes, same.seconds)));
    }
    Ok(Some(costs))
}

/// Plain minimax agrees if the default's move is one of its best.
fn minimax<G: Game>(game: &G, sample: &Sample<G>, depth: u32, default: &Mark<G::Move>) -> Cost {
    let judge = Weights::standard::<G>();
    let begun = Instant::now();
    let mut textbook = Textbook::new(game, &judge, sample.history.clone());
    let (_, best) = textbook.best_moves(&sample.pos, depth);
    Cost {
        nodes: textbook.nodes,
        seconds: begun.elapsed().as_secs_f64(),
        agrees: default.best.is_some_and(|m| best.contains(&m)),
    }
}

/// The default, the default with one change each, and the sets. The helping threads' technique is
/// left out: one thread searches here.
fn arms<G: Game>(
    game: &G,
    config: &Config,
    [_, sound, plain, minimax]: [u32; 4],
    depth: u32,
) -> Vec<Arm> {
    let one = |technique, change, config| Arm::new(technique, change, depth, Way::Engine(config));
    let mut arms = vec![one("default", "default", config.clone())];
    let on = |switch: &&Switch| config.switches.has(**switch);
    for &switch in Switch::ALL.iter().filter(on) {
        let less = removed(config, switch);
        let gone = |other: &&Switch| **other != switch && !less.switches.has(**other);
        let also = Switch::ALL.iter().filter(on).filter(gone);
        let also = also.map(|other| other.name()).collect();
        let arm = one(switch.name(), "without", less.clone());
        arms.push(Arm { also, ..arm });
    }
    for &switch in Switch::ALL.iter().filter(|switch| !on(switch)) {
        if switch != Switch::Abdada
            && missing(game, config, switch).is_none()
            && let Some(config) = added(config, switch)
        {
            arms.push(one(switch.name(), "with", config));
        }
    }
    let mtdf = Config {
        driver: Driver::Mtdf,
        ..config.clone()
    };
    arms.push(one("mtdf", "with", mtdf));
    let set = |name, depth, config| Arm::new(name, "set", depth, Way::Engine(config));
    arms.push(set("sound set", sound, Config::sound_of::<G>()));
    arms.push(set("plain alpha-beta", plain, Config::plain()));
    arms.push(Arm::new("plain minimax", "set", minimax, Way::Minimax));
    arms
}

/// The configuration without a technique and without those that need it.
fn removed(config: &Config, switch: Switch) -> Config {
    let mut config = config.clone();
    config.switches = config.switches.without(switch);
    for &(needy, needed) in Switch::NEEDS {
        if needed == switch {
            config.switches = config.switches.without(needy);
        }
    }
    config
}

/// The configuration with one technique more, if it goes with the others; the two ways to go beyond
/// the horizon take each other's place.
fn added(config: &Config, switch: Switch) -> Option<Config> {
    let mut config = config.clone();
    let rivals = [Switch::Quiescence, Switch::Inverted];
    if rivals.contains(&switch) {
        config.switches = rivals
            .iter()
            .fold(config.switches, |set, s| set.without(*s));
    }
    config.switches = config.switches.with(switch);
    config.check().ok()
}
