//! What a table is worth: nodes and time to a fixed depth with every table, at equal bytes.
//!
//! Positions come in short games, every second one of a line of play, and a table is kept from one
//! to the next as in play. Only sound techniques are on, and what a table knows counts only at equal
//! depth: whatever it forgets, the value of every root must be the same. Tables that keep a part of
//! the key are measured twice: with whole keys, so that this can be asked of them too, and as they
//! are, which is what their time is told by.

use std::time::Instant;

use ponder_core::{Fault, Game, Score, Weights};
use ponder_search::{Config, Limits, Search, Stats};
use ponder_table::{AnyTable, Keys, Kind, Transpositions};
use serde::{Deserialize, Serialize};

use super::measure::{Mean, ratio};
use super::sample::Sample;
use super::{Bench, Plan, customs};

/// Which tables to compare.
#[derive(Clone, Debug)]
pub struct TablesRequest {
    /// Positions and seed; sizes are below.
    pub plan: Plan,
    /// The depth; without, one that suits the game.
    pub depth: Option<u32>,
    /// Plies more than what suits the game, where no depth is given.
    pub deeper: u32,
    /// The tables.
    pub tables: Vec<Kind>,
    /// Their sizes in bytes.
    pub sizes: Vec<usize>,
}

/// What the tables are worth in one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TablesView {
    /// The game id.
    pub game: String,
    /// The depth.
    pub depth: u32,
    /// Positions searched by every row.
    pub positions: usize,
    /// Which ones.
    pub seed: u64,
    /// The configuration.
    pub config: String,
    /// The table without bounds first.
    pub rows: Vec<TablesRow>,
}

/// One table of one size, against the one without bounds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TablesRow {
    /// Its name.
    pub table: String,
    /// The game id.
    pub game: String,
    /// The size given; none where it does not matter.
    pub bytes: Option<usize>,
    /// The bytes taken of it.
    pub taken: usize,
    /// `whole` or `short`: what of a key is compared.
    pub keys: String,
    /// Nodes over all positions.
    pub nodes: u64,
    /// Time over all positions.
    pub seconds: f64,
    /// Nodes against the table without bounds: the geometric mean of the ratios.
    pub node_ratio: f64,
    /// The lower end of its 95 % interval, by the normal approximation for its logarithm.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// True if every root has the value that it has with the table without bounds.
    pub values_agree: bool,
    /// Questions to the table.
    pub probes: u64,
    /// Those of them that it could answer.
    pub hits: u64,
    /// Nodes that an answer ended.
    pub cutoffs: u64,
    /// Entries given to the table.
    pub stores: u64,
}

/// How a table stands beside the Stockfish layout, over all games and sizes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Its name.
    pub table: String,
    /// Nodes against `cluster3` at equal bytes, whole keys: the geometric mean.
    pub node_ratio: f64,
    /// Time against it, likewise, each with the keys it has room for.
    pub time_ratio: f64,
    /// Games and sizes.
    pub comparisons: usize,
}

impl TablesView {
    /// Refuses findings in which tables with whole keys lead to different values.
    pub fn check(&self) -> Result<(), Fault> {
        let wrong = |row: &&TablesRow| row.keys == WHOLE && !row.values_agree;
        match self.rows.iter().find(wrong) {
            None => Ok(()),
            Some(row) => Err(Fault::new(format!(
                "{}: with the table {} some root has another value",
                self.game, row.table
            ))
            .hint("a table or the search is wrong; the figures say nothing")),
        }
    }
}

const WHOLE: &str = "whole";
const SHORT: &str = "short";

/// How every table stands beside `cluster3`, as far as both were measured.
pub fn standings(views: &[TablesView]) -> Vec<Standing> {
    let all = || views.iter().flat_map(|view| &view.rows);
    let native = |kind: Kind| if kind.short() { SHORT } else { WHOLE };
    let find = |game: &str, kind: Kind, bytes, keys: &str| {
        all().find(|row| {
            row.game == game && row.table == kind.name() && row.bytes == bytes && row.keys == keys
        })
    };
    let bounded = Kind::ALL.iter().filter(|kind| kind.bounded());
    let standing = |kind: &Kind| {
        let (mut nodes, mut times, mut comparisons) = (Mean::default(), Mean::default(), 0);
        let rows = all().filter(|row| row.table == kind.name() && row.keys == WHOLE);
        for row in rows {
            let (game, bytes) = (&row.game, row.bytes);
            let own = find(game, *kind, bytes, native(*kind));
            let other = find(game, Kind::Cluster3, bytes, WHOLE);
            let quick = find(game, Kind::Cluster3, bytes, SHORT);
            if let (Some(own), Some(other), Some(quick)) = (own, other, quick) {
                nodes.add(ratio(row.nodes as f64, other.nodes as f64));
                times.add(ratio(own.seconds, quick.seconds));
                comparisons += 1;
            }
        }
        (comparisons > 0).then(|| Standing {
            table: kind.name().to_owned(),
            node_ratio: nodes.value(),
            time_ratio: times.value(),
            comparisons,
        })
    };
    bounded.filter_map(standing).collect()
}

/// A table to be measured.
#[derive(Clone, Copy)]
struct Arm {
    kind: Kind,
    keys: Keys,
    bytes: Option<usize>,
}

impl Arm {
    /// All arms of a request: the table without bounds first, which the others are compared with.
    fn all(request: &TablesRequest) -> Vec<Self> {
        let mut arms = vec![Self {
            kind: Kind::Unbounded,
            keys: Keys::Whole,
            bytes: None,
        }];
        for &kind in request
            .tables
            .iter()
            .filter(|kind| **kind != Kind::Unbounded)
        {
            let sizes: Vec<_> = if kind.bounded() {
                request.sizes.iter().copied().map(Some).collect()
            } else {
                vec![None]
            };
            let keys = [Keys::Whole, Keys::Short];
            let keys = &keys[..if kind.short() { 2 } else { 1 }];
            for bytes in sizes {
                arms.extend(keys.iter().map(|&keys| Self { kind, keys, bytes }));
            }
        }
        arms
    }
}

/// What a search of one position took, and what it found.
#[derive(Clone, Copy)]
struct Cost {
    stats: Stats,
    seconds: f64,
    value: Score,
}

pub(super) fn run<G: Game>(
    mut bench: Bench<'_, G>,
    request: &TablesRequest,
) -> Result<TablesView, Fault> {
    let plan = request.plan;
    let usual = customs::of(bench.id).ablation[1] + request.deeper;
    let depth = request.depth.unwrap_or(usual);
    let config = Config::sound_of::<G>();
    let games = games(&bench, plan)?;
    let arms = Arm::all(request);
    let mut rows = Vec::new();
    let mut reference: Vec<Cost> = Vec::new();
    'arms: for (done, arm) in arms.iter().enumerate() {
        let mut table = AnyTable::new(arm.kind, arm.bytes.unwrap_or(0), arm.keys)?;
        let mut costs = Vec::new();
        for (number, game) in games.iter().enumerate() {
            if !bench.step(done * games.len() + number, arms.len() * games.len()) {
                break 'arms;
            }
            table.clear();
            for sample in game {
                table.next_search();
                costs.push(search(&bench, &config, depth, &table, sample)?);
            }
        }
        if bench.stop.asked() {
            break;
        }
        if reference.is_empty() {
            reference.clone_from(&costs);
        }
        rows.push(row(bench.id, arm, table.bytes(), &costs, &reference));
    }
    Ok(TablesView {
        game: bench.id.to_owned(),
        depth,
        positions: games.iter().map(Vec::len).sum(),
        seed: plan.seed,
        config: config.to_string(),
        rows,
    })
}

/// Short games: from each of some even positions on, every second position of a line that a shallow
/// search plays.
fn games<G: Game>(bench: &Bench<'_, G>, plan: Plan) -> Result<Vec<Vec<Sample<G>>>, Fault> {
    /// Positions of a game.
    const LENGTH: usize = 4;
    const SHALLOW: u32 = 3;
    let starts = bench.samples(Plan {
        positions: plan.positions.div_ceil(LENGTH),
        ..plan
    })?;
    let mut games = Vec::new();
    for start in starts {
        let mut game = Vec::new();
        let (mut pos, mut history, mut moves) = (start.pos, start.history, start.moves);
        for ply in 0..2 * LENGTH - 1 {
            if bench.game.ended(&pos).is_some() || bench.game.drawn(&pos, &history).is_some() {
                break;
            }
            if ply % 2 == 0 {
                game.push(Sample {
                    pos,
                    history: history.clone(),
                    moves: moves.clone(),
                });
            }
            let judge = Weights::standard::<G>();
            let search = Search {
                rules: bench.game,
                judge: &judge,
                table: None::<&AnyTable>,
                config: &Config::sound_of::<G>(),
                limits: Limits::depth(SHALLOW),
                lines: 1,
                threads: 1,
            };
            let report = search.run(&pos, &history, bench.stop, &mut |_| ())?;
            let Some(m) = report.best() else { break };
            pos = bench.game.play(&pos, m);
            history.push(bench.game, &pos);
            moves.push(m);
        }
        games.push(game);
    }
    Ok(games)
}

fn search<G: Game>(
    bench: &Bench<'_, G>,
    config: &Config,
    depth: u32,
    table: &AnyTable,
    sample: &Sample<G>,
) -> Result<Cost, Fault> {
    let judge = Weights::standard::<G>();
    let search = Search {
        rules: bench.game,
        judge: &judge,
        table: Some(table),
        config,
        limits: Limits::depth(depth),
        lines: 1,
        threads: 1,
    };
    let begun = Instant::now();
    let report = search.run(&sample.pos, &sample.history, bench.stop, &mut |_| ())?;
    Ok(Cost {
        stats: report.stats,
        seconds: begun.elapsed().as_secs_f64(),
        value: report.lines.first().map_or(0, |line| line.score),
    })
}

fn row(game: &str, arm: &Arm, taken: usize, costs: &[Cost], reference: &[Cost]) -> TablesRow {
    let pairs = || costs.iter().zip(reference);
    let logs: Vec<f64> = pairs()
        .map(|(cost, other)| ratio(cost.stats.nodes as f64, other.stats.nodes as f64).ln())
        .collect();
    let count = logs.len().max(1) as f64;
    let mean = logs.iter().sum::<f64>() / count;
    let squares: f64 = logs.iter().map(|log| (log - mean).powi(2)).sum();
    let error = 1.96 * (squares / (count - 1.0).max(1.0) / count).sqrt();
    let sum = |part: fn(&Stats) -> u64| costs.iter().map(|cost| part(&cost.stats)).sum();
    TablesRow {
        table: arm.kind.name().to_owned(),
        game: game.to_owned(),
        bytes: arm.bytes,
        taken,
        keys: match arm.keys {
            Keys::Whole => WHOLE,
            Keys::Short => SHORT,
        }
        .to_owned(),
        nodes: sum(|stats| stats.nodes),
        seconds: costs.iter().map(|cost| cost.seconds).sum(),
        node_ratio: mean.exp(),
        low: (mean - error).exp(),
        high: (mean + error).exp(),
        values_agree: pairs().all(|(cost, other)| cost.value == other.value),
        probes: sum(|stats| stats.probes),
        hits: sum(|stats| stats.hits),
        cutoffs: sum(|stats| stats.table_cutoffs),
        stores: sum(|stats| stats.stores),
    }
}
