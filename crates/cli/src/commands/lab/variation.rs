//! `ponder lab variation`: how much the cost of searching one root varies with the numbers behind the
//! keys, the size of the table and the threads.

use std::sync::Arc;

use ponder_engine::lab::{
    Experiment, Findings, Plan, Preset, Spread, VariationRequest, VariationRun, table_depth,
};
use ponder_engine::page::{Axis, Cell, Page, Plot, Point, Series, Sheet, Style, Unit};
use ponder_engine::{Stop, TableKind};
use serde::Serialize;

use super::scope::once;
use super::study::{self, Study};
use crate::args::VariationArgs;
use crate::output::{Failure, Output};

/// What is printed as JSON.
#[derive(Serialize)]
struct Printed<'a> {
    seed: u64,
    values_agree: bool,
    rows: &'a [Row],
}

/// One root with one table of one size and so many threads.
#[derive(Serialize)]
struct Row {
    game: String,
    root: usize,
    position: String,
    depth: u32,
    table: String,
    bytes: Option<usize>,
    threads: usize,
    repeats: usize,
    nodes: Spread,
    seconds: Spread,
    elapsed: Spread,
    values_agree: bool,
    /// Nodes with a table that forgets nothing, and without one, one thread.
    unbounded_nodes: Option<u64>,
    none_nodes: Option<u64>,
    /// The share of searches that lie between these two.
    between: Option<f64>,
}

/// A table, its size, and threads.
type Arm = (TableKind, Option<usize>, usize);

pub(super) fn run(args: &VariationArgs, stop: &Arc<Stop>, out: &mut Output) -> Result<(), Failure> {
    let mut study = Study::open(&args.study, stop)?;
    let preset = study.preset();
    let (roots, repeats, sizes): (u32, u32, &[usize]) = match preset {
        Preset::Smoke => (1, 60, &[64 << 10, 1 << 20]),
        Preset::Paper => (3, 100, &[64 << 10, 256 << 10, 1 << 20, 16 << 20]),
    };
    let given = |list: &[usize]| if list.is_empty() { sizes } else { list }.to_vec();
    let arms = arms(args, &given(&args.sizes))?;
    let plan = Plan {
        positions: args.roots.unwrap_or(roots) as usize,
        seed: study.seed(),
        hash: 0,
    };
    let games = study.games();
    study.expect(games.len() * plan.positions * arms.len());
    let mut runs: Vec<VariationRun> = Vec::new();
    'games: for game in &games {
        let depth = args.depth.unwrap_or_else(|| table_depth(game, preset));
        for root in 0..plan.positions {
            for &(kind, bytes, threads) in &arms {
                // One thread without a table, or with one that forgets nothing, does the same every
                // time.
                let varies = kind.bounded() || threads > 1;
                let request = VariationRequest {
                    plan,
                    root,
                    depth,
                    kind,
                    bytes,
                    threads,
                    repeats: if varies {
                        args.repeats.unwrap_or(repeats) as usize
                    } else {
                        1
                    },
                };
                let experiment = Experiment::Variation(request);
                let name = name(game, &request);
                let run = study.part(&name, || {
                    match study::experiment(game, &experiment, stop)? {
                        Findings::Variation(run) => Ok(run),
                        _ => Ok(None),
                    }
                })?;
                let Some(run) = run else { break 'games };
                runs.push(run);
            }
        }
    }
    let rows: Vec<_> = runs.iter().map(|run| row(run, &runs)).collect();
    let sheet = sheet(&rows);
    let files = study.close(&sheet, || page(&rows, &runs, plan.seed));
    if out.json() {
        let printed = Printed {
            seed: plan.seed,
            values_agree: rows.iter().all(|row| row.values_agree),
            rows: &rows,
        };
        super::tell(&printed, stop, out)?;
    } else {
        out.text(sheet.only(SHOWN).text())?;
    }
    files
}

/// The bounds first, then every table of every size with all numbers of threads.
fn arms(args: &VariationArgs, sizes: &[usize]) -> Result<Vec<Arm>, Failure> {
    let mut arms = vec![(TableKind::Unbounded, None, 1), (TableKind::None, None, 1)];
    for name in &args.tables {
        let kind = TableKind::named(name)?;
        // A table without bounds has no size; with one thread it is the reference above.
        let sizes: Vec<_> = if kind.bounded() {
            sizes.iter().copied().map(Some).collect()
        } else {
            vec![None]
        };
        for bytes in sizes {
            let threads = once(args.threads.clone()).into_iter().map(usize::from);
            arms.extend(threads.map(|threads| (kind, bytes, threads)));
        }
    }
    Ok(once(arms))
}

/// What is asked, in words.
fn name(game: &str, request: &VariationRequest) -> String {
    format!(
        "variation of {game} depth {}, root {} of {}, seed {}: {} searches with {}{}, {} threads",
        request.depth,
        request.root + 1,
        request.plan.positions,
        request.plan.seed,
        request.repeats,
        request.kind.name(),
        request
            .bytes
            .map_or(String::new(), |bytes| format!(" {bytes}")),
        request.threads
    )
}

fn row(run: &VariationRun, runs: &[VariationRun]) -> Row {
    let same_root = |other: &&VariationRun| (&other.game, other.root) == (&run.game, run.root);
    let bound = |kind: TableKind| {
        let mut others = runs.iter().filter(same_root);
        let other = others.find(|other| other.table == kind.name() && other.threads == 1)?;
        other.nodes.first().copied()
    };
    let (unbounded, none) = (bound(TableKind::Unbounded), bound(TableKind::None));
    let between = unbounded.zip(none).map(|(least, most)| {
        let inside = run
            .nodes
            .iter()
            .filter(|nodes| (least..=most).contains(nodes));
        inside.count() as f64 / run.nodes.len().max(1) as f64
    });
    Row {
        game: run.game.clone(),
        root: run.root,
        position: run.position.clone(),
        depth: run.depth,
        table: run.table.clone(),
        bytes: run.bytes,
        threads: run.threads,
        repeats: run.nodes.len(),
        nodes: Spread::of(run.nodes.iter().map(|&nodes| nodes as f64)),
        seconds: Spread::of(run.seconds.iter().copied()),
        elapsed: Spread::of(run.elapsed.iter().copied()),
        values_agree: run.values_agree,
        unbounded_nodes: unbounded,
        none_nodes: none,
        between,
    }
}

/// What of the sheet is printed on a terminal.
const SHOWN: &[&str] = &[
    "game",
    "root",
    "table",
    "bytes",
    "threads",
    "searches",
    "nodes_least",
    "nodes_median",
    "nodes_most",
    "nodes_variation",
    "nodes_bound",
    "seconds_median",
    "seconds_bound",
    "unbounded_nodes",
    "none_nodes",
    "between",
];

fn sheet(rows: &[Row]) -> Sheet {
    let mut columns: Vec<String> = [
        "game", "root", "depth", "table", "bytes", "threads", "searches",
    ]
    .map(str::to_owned)
    .to_vec();
    for what in ["nodes", "seconds", "elapsed"] {
        let parts = [
            "least",
            "low",
            "median",
            "high",
            "most",
            "mean",
            "variation",
            "bound",
        ];
        columns.extend(parts.map(|part| format!("{what}_{part}")));
    }
    let rest = [
        "unbounded_nodes",
        "none_nodes",
        "between",
        "values_agree",
        "position",
    ];
    columns.extend(rest.map(str::to_owned));
    let names: Vec<_> = columns.iter().map(String::as_str).collect();
    let mut sheet = Sheet::new(&names);
    for row in rows {
        let mut cells: Vec<Cell> = vec![
            row.game.as_str().into(),
            row.root.into(),
            row.depth.into(),
            row.table.as_str().into(),
            row.bytes.into(),
            row.threads.into(),
            row.repeats.into(),
        ];
        for (spread, decimals) in [(&row.nodes, 0), (&row.seconds, 4), (&row.elapsed, 4)] {
            let number = |number: f64| Cell::Number(number, decimals);
            let Spread {
                least,
                low,
                median,
                high,
                most,
                mean,
                variation,
                bound,
            } = *spread;
            cells.extend([least, low, median, high, most, mean].map(number));
            cells.extend([
                Cell::Number(variation, 3),
                bound.map_or(Cell::Nothing, number),
            ]);
        }
        cells.extend([
            row.unbounded_nodes.into(),
            row.none_nodes.into(),
            row.between
                .map_or(Cell::Nothing, |share| Cell::Number(share, 2)),
            row.values_agree.into(),
            row.position.as_str().into(),
        ]);
        sheet.push(cells);
    }
    sheet
}

fn page(rows: &[Row], runs: &[VariationRun], seed: u64) -> Page {
    let mut page = Page::new(
        "How much one search varies",
        &format!("ponder lab variation, seed {seed}"),
    );
    page.text(
        "One root is searched again and again, to the same depth and with an empty table, each time \
         with other numbers behind the keys: other positions meet in the rows of the table. With one \
         thread and a table that forgets nothing, or without a table, every search is the same. The \
         bound is one that needs no assumption about the distribution: with 95 % confidence, no more \
         than a twentieth of all such searches needs more.",
    );
    page.note(if rows.iter().all(|row| row.values_agree) {
        "All searches of a root found the same value."
    } else {
        "Searches of a root found different values: the figures below say nothing."
    });
    let roots: Vec<(&str, usize)> = {
        let mut roots: Vec<_> = rows
            .iter()
            .map(|row| (row.game.as_str(), row.root))
            .collect();
        roots.dedup();
        roots
    };
    let plot = |&(game, root): &(&str, usize), what: &str, part: fn(&VariationRun) -> Vec<f64>| {
        let of_root = runs
            .iter()
            .filter(|run| (run.game.as_str(), run.root) == (game, root));
        let series = of_root.filter(|run| run.nodes.len() > 1).map(|run| Series {
            name: label(run),
            style: Style::Line,
            points: steps(part(run)),
        });
        Plot {
            title: format!("{game}, root {}", root + 1),
            x: Axis::log(what, Unit::Plain),
            y: Axis::linear("searches that need no more", Unit::Percent),
            level: None,
            series: series.collect(),
        }
    };
    let plots = |what: &str, part: fn(&VariationRun) -> Vec<f64>| -> Vec<Plot> {
        roots.iter().map(|root| plot(root, what, part)).collect()
    };
    page.plots(
        "The share of searches that need no more nodes than that.",
        &plots("nodes", |run| {
            run.nodes.iter().map(|&nodes| nodes as f64).collect()
        }),
    );
    page.plots(
        "The same for processor time, all threads together.",
        &plots("seconds of the processor", |run| run.seconds.clone()),
    );
    page.heading("Beside the size of the table");
    let by_size: Vec<_> = roots
        .iter()
        .map(|&(game, root)| spread_by_size(rows, game, root))
        .collect();
    page.plots(
        "Medians, with bars from the least to the most of all searches; dashed: what is needed with a \
         table that forgets nothing.",
        &by_size,
    );
    page.folded("All figures", &sheet(rows).only(SHOWN));
    page
}

/// The curve of the share of numbers that are not above x.
fn steps(mut numbers: Vec<f64>) -> Vec<Point> {
    numbers.sort_by(f64::total_cmp);
    let count = numbers.len() as f64;
    let step = |(index, &x): (usize, &f64)| {
        let shares = [index as f64 / count, (index as f64 + 1.0) / count];
        shares.map(|y| Point { x, y, bar: None })
    };
    numbers.iter().enumerate().flat_map(step).collect()
}

fn label(run: &VariationRun) -> String {
    let bytes = run.bytes.map_or(String::new(), |bytes| {
        format!(" {}", Unit::Bytes.shown(bytes as f64))
    });
    let threads = if run.threads == 1 {
        "thread"
    } else {
        "threads"
    };
    format!("{}{bytes}, {} {threads}", run.table, run.threads)
}

fn spread_by_size(rows: &[Row], game: &str, root: usize) -> Plot {
    let own: Vec<_> = rows
        .iter()
        .filter(|row| row.game == game && row.root == root)
        .collect();
    let name = |row: &Row| {
        let threads = if row.threads == 1 {
            "thread"
        } else {
            "threads"
        };
        format!("{}, {} {threads}", row.table, row.threads)
    };
    let points: Vec<_> = own
        .iter()
        .filter_map(|row| {
            let bar = Some((row.nodes.least, row.nodes.most));
            let x = row.bytes? as f64;
            let y = row.nodes.median;
            Some((name(row), Point { x, y, bar }))
        })
        .collect();
    let named = points.iter().map(|(name, point)| (name.as_str(), *point));
    let plot = Plot::of(
        &format!("{game}, root {}", root + 1),
        super::tables::report::sizes(),
        Axis::log("nodes", Unit::Plain),
        named,
    );
    match own.iter().find_map(|row| row.unbounded_nodes) {
        Some(nodes) => plot.level(nodes as f64),
        None => plot,
    }
}
