//! What runs tell beside each other: ratios with intervals, and who stands where.

use std::collections::BTreeMap;

use ponder_core::Fault;
use ponder_table::Kind;
use serde::Serialize;

use super::run::{Searched, TableCounts, TableRun};
use crate::lab::measure::ratio;
use crate::lab::resample::{Estimate, geometric_mean};

/// What the tables are worth in one game.
#[derive(Clone, Debug, PartialEq, Serialize)]
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

/// One table of one size: nodes and values with whole keys, time with the keys it has room for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TablesRow {
    /// Its name.
    pub table: String,
    /// The game id.
    pub game: String,
    /// The depth.
    pub depth: u32,
    /// Positions searched.
    pub positions: usize,
    /// The size given; none where it does not matter.
    pub bytes: Option<usize>,
    /// The bytes taken of it.
    pub taken: usize,
    /// `whole` or `short`: the keys it has room for.
    pub keys: String,
    /// Nodes over all positions.
    pub nodes: u64,
    /// Processor time over all positions.
    pub seconds: f64,
    /// Nodes against the table without bounds: the geometric mean of the ratios.
    pub node_ratio: f64,
    /// The lower end of its 95 % interval, by drawing games.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// True if every root has the value that it has with the table without bounds.
    pub values_agree: bool,
    /// True if the table without bounds needs more than this one has, at 16 bytes an entry.
    pub pressed: bool,
    /// Questions to the table.
    pub probes: u64,
    /// Those of them that it could answer.
    pub hits: u64,
    /// Nodes that an answer ended.
    pub cutoffs: u64,
    /// Entries given to the table.
    pub stores: u64,
    /// Beside `cluster3` at equal bytes, if that was measured.
    pub cluster3: Option<Beside>,
    /// What short keys do, to a table that has them.
    pub short: Option<ShortKeys>,
    /// What the table counted.
    pub counts: Option<TableCounts>,
}

/// One table beside another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Beside {
    /// Nodes, whole keys.
    pub nodes: Estimate,
    /// Processor time, each with the keys it has room for.
    pub seconds: Estimate,
}

/// What is different with short keys.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ShortKeys {
    /// Nodes over all positions.
    pub nodes: u64,
    /// Roots that have another value.
    pub other_values: usize,
}

/// How a table stands beside the Stockfish layout, over all games and sizes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Its name.
    pub table: String,
    /// Nodes against `cluster3` at equal bytes, whole keys: the geometric mean.
    pub node_ratio: f64,
    /// The lower end of its 95 % interval.
    pub node_low: Option<f64>,
    /// The upper end.
    pub node_high: Option<f64>,
    /// Time against it, likewise, each with the keys it has room for.
    pub time_ratio: f64,
    /// The lower end of its 95 % interval.
    pub time_low: Option<f64>,
    /// The upper end.
    pub time_high: Option<f64>,
    /// Games and sizes.
    pub comparisons: usize,
    /// Nodes where the table without bounds needs more than the bytes there are.
    pub pressed: Option<Estimate>,
    /// Games and sizes of those.
    pub pressed_comparisons: usize,
}

/// How a table stands beside the Stockfish layout at one size, over all games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SizeStanding {
    /// Its name.
    pub table: String,
    /// The size.
    pub bytes: usize,
    /// Beside `cluster3`.
    pub beside: Beside,
    /// In how many games.
    pub games: usize,
}

/// The two runs of a table.
#[derive(Clone, Copy)]
struct Pair<'a> {
    whole: &'a TableRun,
    quick: &'a TableRun,
}

/// The pairs of runs, in the order of the runs.
fn pairs(runs: &[TableRun]) -> Vec<Pair<'_>> {
    let counted = runs.iter().filter(|run| run.counted);
    counted
        .filter_map(|whole| {
            let same = |run: &&TableRun| {
                let of = |run: &TableRun| (run.game.clone(), run.table.clone(), run.bytes);
                !run.counted && of(run) == of(whole)
            };
            let quick = runs.iter().find(same)?;
            Some(Pair { whole, quick })
        })
        .collect()
}

/// Logarithms of ratios of one run to another, game by game.
fn logs(run: &TableRun, other: &TableRun, part: fn(&Searched) -> f64) -> Vec<Vec<f64>> {
    let log = |(a, b): (&Searched, &Searched)| ratio(part(a), part(b)).ln();
    let games = run.games.iter().zip(&other.games);
    games
        .map(|(game, other)| game.iter().zip(other).map(log).collect())
        .collect()
}

fn nodes(searched: &Searched) -> f64 {
    searched.nodes as f64
}

fn seconds(searched: &Searched) -> f64 {
    searched.seconds
}

/// Roots with another value.
fn other_values(run: &TableRun, reference: &TableRun) -> usize {
    let values = |run: &TableRun| -> Vec<_> {
        let searched = run.games.iter().flatten();
        searched.map(|searched| searched.value).collect()
    };
    let pairs = values(run).into_iter().zip(values(reference));
    pairs.filter(|(a, b)| a != b).count()
}

impl TablesView {
    /// What the runs of each game tell, as far as they were made.
    pub fn of(runs: &[TableRun]) -> Vec<Self> {
        let mut games: Vec<&str> = Vec::new();
        for run in runs {
            if !games.contains(&run.game.as_str()) {
                games.push(&run.game);
            }
        }
        let pairs = pairs(runs);
        let view = |game: &&str| {
            let of_game = pairs.iter().filter(|pair| pair.whole.game == **game);
            let of_game: Vec<_> = of_game.copied().collect();
            let unbounded = Kind::Unbounded.name();
            let reference = of_game.iter().find(|pair| pair.whole.table == unbounded)?;
            let rows = of_game.iter().map(|pair| row(*pair, *reference, &of_game));
            Some(Self {
                game: (*game).to_owned(),
                depth: reference.whole.depth,
                positions: reference.whole.games.iter().map(Vec::len).sum(),
                seed: reference.whole.seed,
                config: reference.whole.config.clone(),
                rows: rows.collect(),
            })
        };
        games.iter().filter_map(view).collect()
    }

    /// Refuses findings in which tables with whole keys lead to different values.
    pub fn check(&self) -> Result<(), Fault> {
        match self.rows.iter().find(|row| !row.values_agree) {
            None => Ok(()),
            Some(row) => Err(Fault::new(format!(
                "{}: with the table {} some root has another value",
                self.game, row.table
            ))
            .hint("a table or the search is wrong; the figures say nothing")),
        }
    }
}

fn row(pair: Pair<'_>, reference: Pair<'_>, all: &[Pair<'_>]) -> TablesRow {
    let Pair { whole, quick } = pair;
    let searched = || whole.games.iter().flatten();
    let sum = |part: fn(&Searched) -> u64| searched().map(part).sum();
    let beside = |other: &Pair<'_>| Beside {
        nodes: geometric_mean(&logs(whole, other.whole, nodes), whole.seed),
        seconds: geometric_mean(&logs(quick, other.quick, seconds), whole.seed),
    };
    let against = geometric_mean(&logs(whole, reference.whole, nodes), whole.seed);
    TablesRow {
        table: whole.table.clone(),
        game: whole.game.clone(),
        depth: whole.depth,
        positions: searched().count(),
        bytes: whole.bytes,
        taken: whole.taken,
        keys: quick.keys.clone(),
        nodes: sum(|searched| searched.nodes),
        seconds: quick.games.iter().flatten().map(seconds).sum(),
        node_ratio: against.ratio,
        low: against.low,
        high: against.high,
        values_agree: [whole, quick]
            .iter()
            .filter(|run| run.keys == whole.keys)
            .all(|run| other_values(run, reference.whole) == 0),
        pressed: whole.bytes.is_some_and(|b| b < reference.whole.taken),
        probes: sum(|searched| searched.probes),
        hits: sum(|searched| searched.hits),
        cutoffs: sum(|searched| searched.cutoffs),
        stores: sum(|searched| searched.stores),
        cluster3: cluster3(whole, all).map(beside),
        short: (quick.keys != whole.keys).then(|| ShortKeys {
            nodes: quick.games.iter().flatten().map(|one| one.nodes).sum(),
            other_values: other_values(quick, reference.whole),
        }),
        counts: whole.counts.clone(),
    }
}

/// The Stockfish layout in the same game at the same size.
fn cluster3<'a, 'b>(run: &TableRun, pairs: &'b [Pair<'a>]) -> Option<&'b Pair<'a>> {
    pairs.iter().find(|pair| {
        let other = pair.whole;
        other.table == Kind::Cluster3.name()
            && other.game == run.game
            && other.bytes == run.bytes
            && run.bytes.is_some()
    })
}

/// How every table stands beside `cluster3`, as far as both were measured.
pub fn standings(runs: &[TableRun]) -> Vec<Standing> {
    let pairs = pairs(runs);
    bounded()
        .filter_map(|kind| standing(kind.name(), &pairs))
        .collect()
}

/// How every table stands beside `cluster3` at each size, over all games.
pub fn standings_by_size(runs: &[TableRun]) -> Vec<SizeStanding> {
    let pairs = pairs(runs);
    let mut sizes: Vec<_> = pairs.iter().filter_map(|pair| pair.whole.bytes).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let at = |kind: &'static Kind| {
        let pairs = &pairs;
        sizes.iter().filter_map(move |&bytes| {
            let table = kind.name();
            let here = beside_cluster3(table, pairs);
            let here: Vec<_> = here
                .into_iter()
                .filter(|(pair, _)| pair.whole.bytes == Some(bytes))
                .collect();
            (!here.is_empty()).then(|| SizeStanding {
                table: table.to_owned(),
                bytes,
                beside: mean(&here),
                games: here.len(),
            })
        })
    };
    bounded().flat_map(at).collect()
}

fn bounded() -> impl Iterator<Item = &'static Kind> {
    Kind::ALL.iter().filter(|kind| kind.bounded())
}

/// The runs of a table, each with those of `cluster3` in the same game at the same size.
fn beside_cluster3<'a>(table: &str, pairs: &[Pair<'a>]) -> Vec<(Pair<'a>, Pair<'a>)> {
    let own = pairs.iter().filter(|pair| pair.whole.table == table);
    own.filter_map(|pair| Some((*pair, *cluster3(pair.whole, pairs)?)))
        .collect()
}

/// The means over several games and sizes.
fn mean(both: &[(Pair<'_>, Pair<'_>)]) -> Beside {
    let mut groups = [Groups::default(), Groups::default()];
    for (pair, other) in both {
        let game = &pair.whole.game;
        groups[0].add(game, &logs(pair.whole, other.whole, nodes));
        groups[1].add(game, &logs(pair.quick, other.quick, seconds));
    }
    let seed = both.first().map_or(0, |(pair, _)| pair.whole.seed);
    let [nodes, seconds] = groups.map(|groups| {
        let logs: Vec<_> = groups.0.into_values().collect();
        geometric_mean(&logs, seed)
    });
    Beside { nodes, seconds }
}

fn standing(table: &str, pairs: &[Pair<'_>]) -> Option<Standing> {
    let needed = |game: &str| {
        let unbounded = Kind::Unbounded.name();
        let mut pairs = pairs.iter().map(|pair| pair.whole);
        let run = pairs.find(|run| run.table == unbounded && run.game == game);
        run.map_or(0, |run| run.taken)
    };
    let all = beside_cluster3(table, pairs);
    let pressed: Vec<_> = all
        .iter()
        .filter(|(pair, _)| pair.whole.bytes.unwrap_or(0) < needed(&pair.whole.game))
        .copied()
        .collect();
    let Beside { nodes, seconds } = mean(&all);
    (!all.is_empty()).then(|| Standing {
        table: table.to_owned(),
        node_ratio: nodes.ratio,
        node_low: nodes.low,
        node_high: nodes.high,
        time_ratio: seconds.ratio,
        time_low: seconds.low,
        time_high: seconds.high,
        comparisons: all.len(),
        pressed: (!pressed.is_empty()).then(|| mean(&pressed).nodes),
        pressed_comparisons: pressed.len(),
    })
}

/// Logarithms of ratios by short game: what was found in one at all sizes is one group.
#[derive(Default)]
struct Groups(BTreeMap<(String, usize), Vec<f64>>);

impl Groups {
    fn add(&mut self, game: &str, logs: &[Vec<f64>]) {
        for (number, logs) in logs.iter().enumerate() {
            let group = self.0.entry((game.to_owned(), number)).or_default();
            group.extend(logs);
        }
    }
}
