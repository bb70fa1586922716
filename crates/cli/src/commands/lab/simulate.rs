//! `ponder lab simulate`: the report's table from average-case parameters, the threshold function
//! that follows, and what becomes of it in real searches.

use std::sync::Arc;

use ponder_engine::Stop;
use ponder_engine::lab::{
    Experiment, Findings, FunctionRow, Judged, Plan, Preset, Profile, ProfileRequest, Scored,
    Shape, ThresholdsRequest, ThresholdsRun, Verdict, derive, fits, simulate, table_depth,
};
use ponder_engine::page::{Axis, Cell, Page, Plot, Point, Series, Sheet, Style, Unit};
use serde::Serialize;

use super::scope::once;
use super::study::{self, Study};
use crate::args::SimulateArgs;
use crate::output::{Failure, Output};

/// Positions of a short game.
const LINE: usize = 4;

/// What is printed as JSON.
#[derive(Serialize)]
struct Printed<'a> {
    seed: u64,
    parameters: &'a [Parameters],
    verdicts: &'a [Verdict],
    sizes: &'a [SizeRow],
    rows: &'a [FunctionRow],
}

/// The parameters of one game.
#[derive(Serialize)]
struct Parameters {
    game: String,
    depth: u32,
    records: u64,
    states: u64,
    accesses: u64,
    /// Look-ups among all accesses.
    lookups: f64,
    /// Look-ups of states told before among all look-ups.
    transpositions: f64,
    /// How the tree grows from one depth to the next.
    growth: f64,
    /// What is lost from one root to the next.
    loss: f64,
}

/// One function at one number of rows.
#[derive(Serialize)]
struct SizeRow {
    game: String,
    rows: usize,
    load: f64,
    function: String,
    hits: f64,
    work: f64,
}

/// What was found of one game.
struct Game {
    parameters: Parameters,
    rows: Vec<FunctionRow>,
    verdicts: Vec<Verdict>,
    sizes: Vec<SizeRow>,
}

/// What is asked of every game.
struct Scope {
    plan: Plan,
    rows: Vec<usize>,
    loads: Vec<f64>,
}

impl Scope {
    fn of(args: &SimulateArgs, study: &Study<'_>) -> Self {
        let (positions, rows, loads): (u32, &[u32], &[f64]) = match study.preset() {
            Preset::Smoke => (16, &[1 << 12], &[1.0, 4.0]),
            Preset::Paper => (40, &[1 << 12, 1 << 22], &[1.0, 4.0, 16.0]),
        };
        let given = if args.rows.is_empty() {
            rows
        } else {
            &args.rows
        };
        Self {
            plan: Plan {
                positions: args.positions.unwrap_or(positions) as usize,
                seed: study.seed(),
                hash: 0,
            },
            rows: once(given.iter().map(|&rows| rows as usize).collect()),
            loads: if args.loads.is_empty() {
                loads.to_vec()
            } else {
                once(args.loads.clone())
            },
        }
    }

    fn lines(&self) -> usize {
        self.plan.positions.div_ceil(LINE)
    }

    /// Parts of one game: parameters of half of the lines, the simulations, their finalists at
    /// other numbers of rows, and the replays.
    fn parts(&self) -> usize {
        let lines = self.lines();
        lines.div_ceil(2) + guessed_functions() + (self.rows.len() - 1) * FINALISTS + lines
    }
}

/// Functions that will be simulated: the family, and some steps. How many of these gain is not known
/// before.
fn guessed_functions() -> usize {
    Shape::family().len() + 16
}

/// Functions that are simulated at every number of rows.
const FINALISTS: usize = 4;

pub(super) fn run(args: &SimulateArgs, stop: &Arc<Stop>, out: &mut Output) -> Result<(), Failure> {
    let mut study = Study::open(&args.study, stop)?;
    let scope = Scope::of(args, &study);
    let games = study.games();
    study.expect(games.len() * scope.parts());
    let mut found: Vec<Game> = Vec::new();
    for game in &games {
        let depth = args
            .depth
            .unwrap_or_else(|| table_depth(game, study.preset()));
        match one_game(game, depth, &scope, &mut study, stop)? {
            Some(one) => found.push(one),
            None => break,
        }
    }
    let seed = scope.plan.seed;
    let sheet = sheet(found.iter().flat_map(|game| &game.rows));
    let files = study.close(&sheet, || page(&found, seed));
    if out.json() {
        let (mut parameters, mut verdicts, mut sizes, mut rows) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for game in found {
            parameters.push(game.parameters);
            verdicts.extend(game.verdicts);
            sizes.extend(game.sizes);
            rows.extend(game.rows);
        }
        let printed = Printed {
            seed,
            parameters: &parameters,
            verdicts: &verdicts,
            sizes: &sizes,
            rows: &rows,
        };
        super::tell(&printed, stop, out)?;
        return files;
    }
    out.text(sheet.text())?;
    for sheet in [
        parameters(&found),
        verdicts(found.iter().flat_map(|game| &game.verdicts)),
        sizes(&found),
    ] {
        out.line("")?;
        out.text(sheet.text())?;
    }
    files
}

/// Parameters, simulation, replays; nothing if it was interrupted.
fn one_game(
    game: &str,
    depth: u32,
    scope: &Scope,
    study: &mut Study<'_>,
    stop: &Arc<Stop>,
) -> Result<Option<Game>, Failure> {
    let about = format!(
        "{game} depth {depth}, {} positions, seed {}",
        scope.plan.positions, scope.plan.seed
    );
    let record = |line| ProfileRequest {
        plan: scope.plan,
        depth,
        line,
    };
    let mut profiles: Vec<Profile> = Vec::new();
    for line in (0..scope.lines()).filter(|&line| fits(line)) {
        let experiment = Experiment::Profile(record(line));
        let name = format!("parameters of {about}: line {line}");
        let profile = study.part(&name, || {
            match study::experiment(game, &experiment, stop)? {
                Findings::Profile(profile) => Ok(profile),
                _ => Ok(None),
            }
        })?;
        let Some(profile) = profile else {
            return Ok(None);
        };
        profiles.push(profile);
    }
    let profile = Profile::together(&profiles);
    let (rows, loads, seed) = (scope.rows[0], &scope.loads[..], scope.plan.seed);
    let simulated = derive(profile.growth(), |shape| {
        let name = format!("simulation of {about}: {shape} with {rows} rows, loads {loads:?}");
        study.part(&name, || {
            Ok(simulate(&profile, shape, rows, loads, seed, stop)?)
        })
    })?;
    let Some(simulated) = simulated else {
        return Ok(None);
    };
    study.expect_instead(guessed_functions(), simulated.len());
    let Some(sizes) = at_other_rows(&about, game, &profile, &simulated, scope, study, stop)? else {
        return Ok(None);
    };
    let shapes: Vec<Shape> = simulated.iter().map(|scored| scored.shape).collect();
    let mut runs: Vec<ThresholdsRun> = Vec::new();
    for line in 0..scope.lines() {
        let experiment = Experiment::Thresholds(ThresholdsRequest {
            record: record(line),
            shapes: shapes.clone(),
            loads: loads.to_vec(),
        });
        // The functions follow from the simulation, whose name holds all that it depends on.
        let name = format!("replays of {about}: line {line}, after {rows} rows, loads {loads:?}");
        let run = study.part(&name, || {
            match study::experiment(game, &experiment, stop)? {
                Findings::Thresholds(run) => Ok(run),
                _ => Ok(None),
            }
        })?;
        let Some(run) = run else { return Ok(None) };
        runs.push(run);
    }
    let judged = Judged {
        profile: &profile,
        loads,
        simulated: &simulated,
        runs: &runs,
        seed,
    };
    Ok(Some(Game {
        rows: judged.rows(),
        verdicts: judged.verdicts(),
        sizes,
        parameters: Parameters {
            game: game.to_owned(),
            depth,
            records: profile.records,
            states: profile.states(),
            accesses: profile.count(|_| true),
            lookups: profile.lookups(),
            transpositions: profile.transpositions(),
            growth: profile.growth(),
            loss: profile.loss(),
        },
    }))
}

/// The finalists with every number of rows at the first load; nothing if it was interrupted.
fn at_other_rows(
    about: &str,
    game: &str,
    profile: &Profile,
    simulated: &[Scored],
    scope: &Scope,
    study: &mut Study<'_>,
    stop: &Arc<Stop>,
) -> Result<Option<Vec<SizeRow>>, Failure> {
    let growth = profile.growth();
    let finalists: [Shape; FINALISTS] = [
        simulated[0].shape,
        Shape::in_use(),
        Shape::constant(4),
        Shape::constant(8),
    ];
    let (load, seed) = (scope.loads[0], scope.plan.seed);
    let mut sizes = Vec::new();
    for &rows in &scope.rows {
        for shape in finalists {
            let scored = if rows == scope.rows[0] {
                simulated.iter().find(|one| one.shape == shape).cloned()
            } else {
                let name =
                    format!("simulation of {about}: {shape} with {rows} rows, loads [{load:?}]");
                study.part(&name, || {
                    Ok(simulate(profile, shape, rows, &[load], seed, stop)?)
                })?
            };
            let Some(scored) = scored else {
                return Ok(None);
            };
            sizes.push(SizeRow {
                game: game.to_owned(),
                rows,
                load,
                function: shape.to_string(),
                hits: scored.scores[0].hit_rate(),
                work: scored.scores[0].work(growth),
            });
        }
    }
    Ok(Some(sizes))
}

fn percent(share: f64) -> Cell {
    Cell::Number(100.0 * share, 2)
}

fn sheet<'a>(rows: impl Iterator<Item = &'a FunctionRow>) -> Sheet {
    let mut sheet = Sheet::new(&[
        "game",
        "load",
        "threshold",
        "predicted_hits_percent",
        "fitted_hits_percent",
        "other_hits_percent",
        "predicted_work_percent",
        "fitted_work_percent",
        "other_work_percent",
        "predicted_rank",
        "other_rank",
    ]);
    for row in rows {
        let predicted = |share: Option<f64>| share.map_or(Cell::Nothing, percent);
        let rank = |rank: Option<f64>| rank.map_or(Cell::Nothing, |rank| Cell::Number(rank, 1));
        sheet.push(vec![
            row.game.as_str().into(),
            Cell::Number(row.load, 2),
            row.function.as_str().into(),
            predicted(row.hits.predicted),
            percent(row.hits.fitted),
            percent(row.hits.other),
            predicted(row.work.predicted),
            percent(row.work.fitted),
            percent(row.work.other),
            rank(row.ranks.map(|ranks| ranks.0)),
            rank(row.ranks.map(|ranks| ranks.1)),
        ]);
    }
    sheet
}

fn parameters(games: &[Game]) -> Sheet {
    let mut sheet = Sheet::new(&[
        "game",
        "depth",
        "records",
        "accesses",
        "states",
        "lookups_percent",
        "transpositions_percent",
        "growth",
        "loss_per_root",
    ]);
    for Game { parameters, .. } in games {
        sheet.push(vec![
            parameters.game.as_str().into(),
            parameters.depth.into(),
            parameters.records.into(),
            parameters.accesses.into(),
            parameters.states.into(),
            percent(parameters.lookups),
            percent(parameters.transpositions),
            Cell::Number(parameters.growth, 2),
            Cell::Number(parameters.loss, 3),
        ]);
    }
    sheet
}

fn verdicts<'a>(verdicts: impl Iterator<Item = &'a Verdict>) -> Sheet {
    let mut sheet = Sheet::new(&[
        "game",
        "load",
        "hits_correlation",
        "hits_ranks",
        "work_correlation",
        "work_ranks",
        "predicted_by_real",
        "derived",
        "hits_by_in_use",
        "low",
        "high",
        "work_by_in_use",
        "low",
        "high",
        "best_constant",
        "hits_by_constant",
        "work_by_constant",
    ]);
    for row in verdicts {
        let number = |number: f64| Cell::Number(number, 3);
        sheet.push(vec![
            row.game.as_str().into(),
            Cell::Number(row.load, 2),
            number(row.hits.0),
            number(row.hits.1),
            number(row.work.0),
            number(row.work.1),
            number(row.level),
            row.derived.as_str().into(),
            number(row.hits_gain.ratio),
            Cell::number(row.hits_gain.low, 3),
            Cell::number(row.hits_gain.high, 3),
            number(row.work_gain.ratio),
            Cell::number(row.work_gain.low, 3),
            Cell::number(row.work_gain.high, 3),
            row.constant.as_str().into(),
            number(row.constant_hits.ratio),
            number(row.constant_work.ratio),
        ]);
    }
    sheet
}

fn sizes(games: &[Game]) -> Sheet {
    let mut sheet = Sheet::new(&[
        "game",
        "rows",
        "load",
        "threshold",
        "predicted_hits_percent",
        "predicted_work_percent",
    ]);
    for row in games.iter().flat_map(|game| &game.sizes) {
        sheet.push(vec![
            row.game.as_str().into(),
            row.rows.into(),
            Cell::Number(row.load, 2),
            row.function.as_str().into(),
            percent(row.hits),
            percent(row.work),
        ]);
    }
    sheet
}

fn page(games: &[Game], seed: u64) -> Page {
    let mut page = Page::new(
        "The chained table simulated",
        &format!("ponder lab simulate, seed {seed}"),
    );
    page.text(
        "Parameters of recorded searches (how often a state comes again, after how long, how deep it \
         is, what is lost from root to root) give a stream of accesses without a game tree. The stream \
         is played to the chained table with many threshold functions; the one that saves most work is \
         derived. Then real searches are replayed with all of them: those that gave the parameters, \
         and others. Load is the number of distinct states for each node of the table.",
    );
    page.sheet(&parameters(games));
    page.heading("Predicted and real");
    let plots = |label: &str, of: fn(&FunctionRow) -> (Option<f64>, f64)| -> Vec<Plot> {
        let plot = |game: &Game| {
            let mut series: Vec<Series> = Vec::new();
            for row in &game.rows {
                let (Some(x), y) = of(row) else { continue };
                let name = format!("load {}", row.load);
                let point = Point { x, y, bar: None };
                match series.iter_mut().find(|one| one.name == name) {
                    Some(one) => one.points.push(point),
                    None => series.push(Series {
                        name,
                        style: Style::Marks,
                        points: vec![point],
                    }),
                }
            }
            Plot {
                title: game.parameters.game.clone(),
                x: Axis::linear(&format!("{label}, simulated"), Unit::Percent),
                y: Axis::linear(&format!("{label}, other half"), Unit::Percent),
                level: None,
                series,
            }
        };
        games.iter().map(plot).collect()
    };
    page.plots(
        "Hits for each look-up, a point for each threshold function.",
        &plots("hits", |row| (row.hits.predicted, row.hits.other)),
    );
    page.plots(
        "Work saved: hits weighted by the growth of the tree to the power of their depth.",
        &plots("work", |row| (row.work.predicted, row.work.other)),
    );
    page.heading("What can be believed");
    page.sheet(&verdicts(games.iter().flat_map(|game| &game.verdicts)));
    page.heading("Numbers of rows");
    page.sheet(&sizes(games));
    page.folded(
        "All figures",
        &sheet(games.iter().flat_map(|game| &game.rows)),
    );
    page
}
