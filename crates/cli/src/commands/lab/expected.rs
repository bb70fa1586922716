//! `ponder lab expected`: the expected values that the report asks for, predicted and measured.

use std::sync::Arc;

use ponder_engine::lab::{
    Expected, ExpectedRequest, ExpectedRun, Experiment, Findings, GameRequest, Plan, Preset,
    ProfileRequest, RetrievalRun, Retrieved, of_games, of_records, of_retrievals, retrieval,
    table_depth,
};
use ponder_engine::page::{Axis, Cell, Page, Plot, Point, Series, Sheet, Style, Unit};
use ponder_engine::{Stop, TableKind};
use serde::Serialize;

use super::study::{self, Study};
use crate::args::ExpectedArgs;
use crate::output::{Failure, Output};

/// Positions of a short game.
const LINE: usize = 4;
/// Tables that are kept over games, two games with each in turn.
const KEPT: [TableKind; 3] = [TableKind::Replace, TableKind::Bucket, TableKind::Chained];
/// Tables whose look-ups are counted.
const RETRIEVED: [Retrieved; 5] = [
    Retrieved::Constant(4),
    Retrieved::Constant(16),
    Retrieved::Kind(TableKind::Chained),
    Retrieved::Kind(TableKind::Bucket),
    Retrieved::Kind(TableKind::Cuckoo),
];
const LOADS: [f64; 4] = [0.25, 0.5, 1.0, 4.0];

/// What is printed as JSON.
#[derive(Serialize)]
struct Printed<'a> {
    seed: u64,
    rows: &'a [Expected],
}

/// What is asked of every game.
struct Scope {
    plan: Plan,
    games: usize,
    nodes: u64,
    bytes: usize,
    sizes: &'static [usize],
}

impl Scope {
    fn of(args: &ExpectedArgs, study: &Study<'_>) -> Self {
        let (positions, games, nodes, bytes, sizes): (u32, u32, u64, usize, &[usize]) =
            match study.preset() {
                Preset::Smoke => (8, 12, 500, 64 << 10, &[64 << 10, 1 << 20]),
                Preset::Paper => (
                    40,
                    60,
                    2000,
                    256 << 10,
                    &[64 << 10, 1 << 20, 16 << 20, 64 << 20],
                ),
            };
        Self {
            plan: Plan {
                positions: args.positions.unwrap_or(positions) as usize,
                seed: study.seed(),
                hash: 0,
            },
            games: args.games_played.unwrap_or(games) as usize,
            nodes: args.nodes.unwrap_or(nodes),
            bytes: args.size.unwrap_or(bytes),
            sizes,
        }
    }
}

pub(super) fn run(args: &ExpectedArgs, stop: &Arc<Stop>, out: &mut Output) -> Result<(), Failure> {
    let mut study = Study::open(&args.study, stop)?;
    let scope = Scope::of(args, &study);
    let ids = study.games();
    let lines = scope.plan.positions.div_ceil(LINE);
    let retrievals = RETRIEVED.len() * LOADS.len() * scope.sizes.len();
    study.expect(ids.len() * (scope.games + lines) + retrievals);
    let mut rows = Vec::new();
    for id in &ids {
        let depth = args
            .depth
            .unwrap_or_else(|| table_depth(id, study.preset()));
        rows.extend(one_game(id, depth, &scope, &mut study, stop)?);
    }
    rows.extend(of_retrievals(&retrieved(&scope, &mut study)?));
    let seed = scope.plan.seed;
    let sheet = sheet(&rows);
    let files = study.close(&sheet, || page(&rows, seed));
    if out.json() {
        super::tell(&Printed { seed, rows: &rows }, stop, out)?;
    } else {
        out.text(sheet.text())?;
    }
    files
}

/// What games and records tell of one game; less if it was interrupted.
fn one_game(
    id: &str,
    depth: u32,
    scope: &Scope,
    study: &mut Study<'_>,
    stop: &Arc<Stop>,
) -> Result<Vec<Expected>, Failure> {
    let mut ask = |name: &str, request: ExpectedRequest| {
        let experiment = Experiment::Expected(request);
        study.part(name, || match study::experiment(id, &experiment, stop)? {
            Findings::Expected(run) => Ok(run),
            _ => Ok(None),
        })
    };
    let (mut games, mut records) = (Vec::new(), Vec::new());
    for number in 0..scope.games {
        let request = GameRequest {
            seed: scope.plan.seed,
            number,
            nodes: scope.nodes,
            kind: KEPT[number / 2 % KEPT.len()],
            bytes: scope.bytes,
        };
        let name = format!(
            "game {number} of {id}, {} nodes a move, seed {}, {} of {}",
            request.nodes,
            request.seed,
            request.kind.name(),
            request.bytes
        );
        match ask(&name, ExpectedRequest::Game(request))? {
            Some(ExpectedRun::Game(run)) => games.push(run),
            _ => break,
        }
    }
    for line in 0..scope.plan.positions.div_ceil(LINE) {
        let request = ProfileRequest {
            plan: scope.plan,
            depth,
            line,
        };
        let name = format!(
            "rows of {id} depth {depth}, {} positions, seed {}: line {line}",
            scope.plan.positions, scope.plan.seed
        );
        match ask(&name, ExpectedRequest::Record(request))? {
            Some(ExpectedRun::Record(run)) => records.push(run),
            _ => break,
        }
    }
    let mut found = of_games(&games);
    found.extend(of_records(&records));
    Ok(found)
}

/// Look-ups of random keys.
fn retrieved(scope: &Scope, study: &mut Study<'_>) -> Result<Vec<RetrievalRun>, Failure> {
    let seed = scope.plan.seed;
    let mut runs = Vec::new();
    for &bytes in scope.sizes {
        for table in RETRIEVED {
            for load in LOADS {
                let name = format!(
                    "look-ups of {} of {bytes}, load {load}, seed {seed}",
                    table.name()
                );
                let run = study.part(&name, || Ok(Some(retrieval(table, bytes, load, seed)?)))?;
                let Some(run) = run else { return Ok(runs) };
                runs.push(run);
            }
        }
    }
    Ok(runs)
}

fn sheet(rows: &[Expected]) -> Sheet {
    let mut sheet = Sheet::new(&[
        "game",
        "quantity",
        "of",
        "at",
        "predicted",
        "measured",
        "error",
        "error_percent",
        "standard_error",
    ]);
    for row in rows {
        let number = |number| Cell::Number(number, 3);
        let error = row.predicted - row.measured;
        sheet.push(vec![
            row.game.as_str().into(),
            row.quantity.into(),
            row.of.as_str().into(),
            Cell::Number(row.at, 2),
            number(row.predicted),
            number(row.measured),
            number(error),
            if row.measured == 0.0 {
                Cell::Nothing
            } else {
                Cell::Number(100.0 * error / row.measured, 1)
            },
            row.doubt.map_or(Cell::Nothing, number),
        ]);
    }
    sheet
}

fn page(rows: &[Expected], seed: u64) -> Page {
    let mut page = Page::new(
        "Expected values, predicted and measured",
        &format!("ponder lab expected, seed {seed}"),
    );
    page.text(
        "Half of the games and recorded searches make the predictions, the other half is measured. \
         Curves are predictions, marks are measurements, with bars of two standard errors where \
         there were several.",
    );
    for (quantity, caption, x) in [
        (
            "gone after plies",
            "What is gone from the board, in the mean.",
            "plies",
        ),
        (
            "valid after plies",
            "Entries of a table kept over a game that the root can still reach.",
            "plies",
        ),
        (
            "share of rows with states",
            "Rows by the number of distinct states that fall on them, four in the mean.",
            "states",
        ),
        (
            "share of states asked for",
            "States by how often they are asked for after they were told; the last mark is for all \
             beyond.",
            "times",
        ),
        (
            "lines of a hit at load",
            "Cache lines of a look-up that finds its state.",
            "states for each entry",
        ),
        (
            "lines of a miss at load",
            "Cache lines of a look-up that does not.",
            "states for each entry",
        ),
    ] {
        page.heading(quantity);
        page.plots(caption, &plots(rows, quantity, x));
    }
    page.folded("All figures", &sheet(rows));
    page
}

/// A plot for each game.
fn plots(rows: &[Expected], quantity: &str, x: &str) -> Vec<Plot> {
    let rows: Vec<_> = rows.iter().filter(|row| row.quantity == quantity).collect();
    let mut games: Vec<&str> = rows.iter().map(|row| row.game.as_str()).collect();
    games.dedup();
    let plot = |game: &&str| {
        let own: Vec<_> = rows.iter().filter(|row| row.game == **game).collect();
        let mut names: Vec<&str> = own.iter().map(|row| row.of.as_str()).collect();
        names.dedup();
        let mut series = Vec::new();
        for name in names {
            let of = own.iter().filter(|row| row.of == name);
            let measured = of.clone().map(|row| Point {
                x: row.at,
                y: row.measured,
                bar: row
                    .doubt
                    .map(|doubt| (row.measured - 2.0 * doubt, row.measured + 2.0 * doubt)),
            });
            let predicted = of.clone().map(|row| Point {
                x: row.at,
                y: row.predicted,
                bar: None,
            });
            series.push(Series {
                name: format!("{name}, predicted"),
                style: Style::Line,
                points: predicted.collect(),
            });
            series.push(Series {
                name: format!("{name}, measured"),
                style: Style::Marks,
                points: measured.collect(),
            });
        }
        Plot {
            title: if game.is_empty() {
                "random keys".to_owned()
            } else {
                (*game).to_owned()
            },
            x: Axis::linear(x, Unit::Plain),
            y: Axis::linear(quantity, Unit::Plain),
            level: None,
            series,
        }
    };
    games.iter().map(plot).collect()
}
