//! `ponder lab bounds`: how near every table comes to the best that its room allows.

use std::sync::Arc;

use ponder_core::Fault;
use ponder_engine::Stop;
use ponder_engine::lab::{BoundsRequest, BoundsRow, BoundsRun, Experiment, Findings};
use ponder_engine::page::{Axis, Cell, Page, Plot, Point, Sheet, Unit};
use serde::Serialize;

use super::scope::Scope;
use super::study::{self, Study};
use super::tables::report::sizes;
use crate::args::TablesArgs;
use crate::output::{Failure, Output};

/// What is printed as JSON.
#[derive(Serialize)]
struct Printed<'a> {
    seed: u64,
    rows: &'a [BoundsRow],
}

/// Positions of a short game.
const LINE: usize = 4;

pub(super) fn run(args: &TablesArgs, stop: &Arc<Stop>, out: &mut Output) -> Result<(), Failure> {
    let mut study = Study::open(&args.study, stop)?;
    let scope = Scope::of(args, &study)?;
    if !scope.tables.iter().any(|kind| kind.bounded()) {
        let fault = Fault::new("there is no bound to compare with: none of the tables has one");
        return Err(fault
            .hint("name others, as in --tables bucket,cluster3")
            .into());
    }
    let games = study.games();
    let lines = scope.plan.positions.div_ceil(LINE);
    study.expect(games.len() * lines);
    let mut runs: Vec<BoundsRun> = Vec::new();
    'games: for game in &games {
        for line in 0..lines {
            let request = BoundsRequest {
                plan: scope.plan,
                depth: scope.depth(game),
                line,
                tables: scope.tables.clone(),
                sizes: scope.sizes.clone(),
            };
            let name = name(game, &request);
            let experiment = Experiment::Bounds(request);
            let run = study.part(&name, || {
                match study::experiment(game, &experiment, stop)? {
                    Findings::Bounds(run) => Ok(run),
                    _ => Ok(None),
                }
            })?;
            let Some(run) = run else { break 'games };
            runs.push(run);
        }
    }
    let seed = scope.plan.seed;
    let rows = BoundsRow::of(&runs, seed);
    let sheet = sheet(&rows);
    let files = study.close(&sheet, || page(&rows, seed));
    if out.json() {
        super::tell(&Printed { seed, rows: &rows }, stop, out)?;
    } else {
        out.text(sheet.text())?;
    }
    files
}

/// What is asked, in words.
fn name(game: &str, request: &BoundsRequest) -> String {
    let tables: Vec<_> = request.tables.iter().map(|kind| kind.name()).collect();
    format!(
        "bounds of {game} depth {}, {} positions, seed {}: line {}, {} at {:?}",
        request.depth,
        request.plan.positions,
        request.plan.seed,
        request.line,
        tables.join(" "),
        request.sizes
    )
}

fn sheet(rows: &[BoundsRow]) -> Sheet {
    let mut sheet = Sheet::new(&[
        "game",
        "depth",
        "table",
        "bytes",
        "entries",
        "probes",
        "hits",
        "hits_percent",
        "belady_percent",
        "unbounded_percent",
        "share_of_belady",
        "low",
        "high",
    ]);
    for row in rows {
        let percent = |hits: u64| Cell::Number(100.0 * share(hits, row.probes), 2);
        sheet.push(vec![
            row.game.as_str().into(),
            row.depth.into(),
            row.table.as_str().into(),
            row.bytes.into(),
            row.entries.into(),
            row.probes.into(),
            row.hits.into(),
            percent(row.hits),
            percent(row.optimal),
            percent(row.unbounded),
            Cell::Number(row.share.ratio, 3),
            Cell::number(row.share.low, 3),
            Cell::number(row.share.high, 3),
        ]);
    }
    sheet
}

fn share(hits: u64, probes: u64) -> f64 {
    hits as f64 / probes.max(1) as f64
}

/// What of a row is plotted, with the names of its series.
type Points = fn(&BoundsRow) -> Vec<(&str, Point)>;

fn page(rows: &[BoundsRow], seed: u64) -> Page {
    let mut page = Page::new(
        "How near tables come to the best",
        &format!("ponder lab bounds, seed {seed}"),
    );
    page.text(
        "Searches are recorded with a table that forgets nothing: every position asked for and every \
         position told, in order. The record is then played to each table. A position that it has \
         forgotten is told to it again at once, as a search would have to find it out again. Belady's \
         rule, which knows the future, gives the most hits that as many entries can have, in lines of \
         no particular place and free to take no new entry. It is the best for hits, not for nodes: a \
         hit near the root saves more than one near the leaves.",
    );
    let mut games: Vec<&str> = rows.iter().map(|row| row.game.as_str()).collect();
    games.dedup();
    // Tables come first, so that each looks the same in all plots.
    let plots = |label: &str, tables: Points, limits: Points| {
        let plot = |game: &&str| {
            let rows = || rows.iter().filter(|row| row.game == **game);
            let y = Axis::linear(label, Unit::Percent);
            let points = rows().flat_map(tables).chain(rows().flat_map(limits));
            Plot::of(game, sizes(), y, points)
        };
        games.iter().map(plot).collect::<Vec<_>>()
    };
    page.plots(
        "Hits against the most that as many entries can have, with 95 % intervals over short games.",
        &plots(
            "share of the best",
            |row| {
                let bar = row.share.interval();
                vec![(row.table.as_str(), point(row, row.share.ratio, bar))]
            },
            |_| Vec::new(),
        ),
    );
    page.plots(
        "Look-ups that found their position; the best is for as many entries as bucket has.",
        &plots(
            "hits",
            |row| vec![hits(&row.table, row, row.hits)],
            |row| match row.table.as_str() {
                "bucket" => vec![
                    hits("Belady's rule", row, row.optimal),
                    hits("no bounds", row, row.unbounded),
                ],
                _ => Vec::new(),
            },
        ),
    );
    page.folded("All figures", &sheet(rows));
    page
}

/// The share of look-ups of a row that were hits, under a name.
fn hits<'a>(name: &'a str, row: &BoundsRow, hits: u64) -> (&'a str, Point) {
    (name, point(row, share(hits, row.probes), None))
}

/// Something at the size of a row.
fn point(row: &BoundsRow, y: f64, bar: Option<(f64, f64)>) -> Point {
    let x = row.bytes as f64;
    Point { x, y, bar }
}
