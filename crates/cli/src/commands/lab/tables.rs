//! `ponder lab table`: every table in every game, as text, JSON, CSV or a page.

pub(super) mod report;
mod sheet;

use std::sync::Arc;

use ponder_engine::Stop;
use ponder_engine::lab::{
    Arm, Experiment, Findings, Plan, Preset, Standing, TableRun, TablesRequest, TablesRow,
    TablesView, standings,
};
use serde::Serialize;

use self::sheet::{ranking, sheet};
use super::scope::Scope;
use super::study::{self, Study};
use crate::args::RaceArgs;
use crate::output::{Failure, Output};

/// What is printed as JSON.
#[derive(Serialize)]
struct Printed<'a> {
    seed: u64,
    values_agree: bool,
    standings: &'a [Standing],
    rows: Vec<&'a TablesRow>,
}

/// What of the sheet is printed on a terminal.
const SHOWN: &[&str] = &[
    "table",
    "bytes",
    "nodes",
    "seconds",
    "node_ratio",
    "low",
    "high",
    "cluster3_nodes",
    "cluster3_seconds",
    "hits_percent",
    "lines_per_probe",
    "values_agree",
];

pub(super) fn run(args: &RaceArgs, stop: &Arc<Stop>, out: &mut Output) -> Result<(), Failure> {
    let mut study = Study::open(&args.tables.study, stop)?;
    let scope = Scope::of(&args.tables, &study)?;
    let rounds = args.rounds.unwrap_or(match study.preset() {
        Preset::Smoke => 1,
        Preset::Paper => 2,
    });
    let arms = Arm::all(&scope.tables, &scope.sizes);
    let laps = laps(&arms, rounds);
    let games = study.games();
    study.expect(games.len() * laps.len());
    let mut runs: Vec<TableRun> = Vec::new();
    'games: for game in &games {
        let depth = scope.depth(game);
        let first = runs.len();
        for &Lap { place, arm, round } in &laps {
            let request = TablesRequest {
                plan: scope.plan,
                depth,
                arm,
            };
            let experiment = Experiment::Tables(request);
            let name = name(game, depth, scope.plan, arm, round);
            let run = study.part(&name, || {
                match study::experiment(game, &experiment, stop)? {
                    Findings::Tables(run) => Ok(run),
                    _ => Ok(None),
                }
            })?;
            let Some(run) = run else { break 'games };
            match runs.get_mut(first + place) {
                None => runs.push(run),
                Some(before) => before.take_least_times(&run),
            }
        }
        // Figures of tables that disagree say nothing: there is no use in the next game.
        if TablesView::of(&runs)
            .iter()
            .any(|view| view.check().is_err())
        {
            break;
        }
    }
    let views = TablesView::of(&runs);
    let files = study.close(&sheet(&views), || {
        report::page(&views, &runs, scope.plan.seed)
    });
    show(&views, &standings(&runs), scope.plan.seed, stop, out)?;
    views.iter().try_for_each(TablesView::check)?;
    files
}

/// One measurement of one table.
struct Lap {
    /// The table's place among all.
    place: usize,
    arm: Arm,
    /// The how manyth measurement of it, from 1.
    round: u32,
}

/// All measurements of a game: every table once, and then those without counting, whose time is of
/// interest, again and again. A machine that others use is slow for minutes: what one table lost in
/// one round another loses in the next.
fn laps(arms: &[Arm], rounds: u32) -> Vec<Lap> {
    let round = |round: u32| {
        let arms = arms.iter().enumerate();
        let timed = arms.filter(move |(_, arm)| round == 1 || !arm.counted);
        timed.map(move |(place, &arm)| Lap { place, arm, round })
    };
    (1..=rounds).flat_map(round).collect()
}

/// What is asked of a game, in words.
fn name(game: &str, depth: u32, plan: Plan, arm: Arm, round: u32) -> String {
    let again = match round {
        1 => String::new(),
        _ => format!(", round {round}"),
    };
    let bytes = arm.bytes.map_or(String::new(), |bytes| format!(" {bytes}"));
    format!(
        "{game} depth {depth}, {} positions, seed {}: {}{bytes}, {} keys{}{again}",
        plan.positions,
        plan.seed,
        arm.kind.name(),
        arm.keys_name(),
        if arm.counted { ", counted" } else { "" }
    )
}

fn show(
    views: &[TablesView],
    standings: &[Standing],
    seed: u64,
    stop: &Stop,
    out: &mut Output,
) -> Result<(), Failure> {
    if out.json() {
        let printed = Printed {
            seed,
            values_agree: views.iter().all(|view| view.check().is_ok()),
            standings,
            rows: views.iter().flat_map(|view| &view.rows).collect(),
        };
        return super::tell(&printed, stop, out);
    }
    for view in views {
        out.line(format_args!(
            "{}, depth {}, {} positions, seed {}: {}",
            view.game, view.depth, view.positions, view.seed, view.config
        ))?;
        let game = std::slice::from_ref(view);
        out.line(sheet(game).only(SHOWN).text())?;
    }
    if !standings.is_empty() {
        out.line("against cluster3 at equal bytes, geometric means over games and sizes, 95 %:")?;
        out.text(ranking(standings).text())?;
    }
    Ok(())
}
