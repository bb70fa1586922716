//! `ponder lab table`: every table in every game, as text, JSON, CSV or a page.

pub(super) mod report;
mod sheet;

use std::sync::Arc;

use ponder_engine::Stop;
use ponder_engine::lab::{
    Arm, Experiment, Findings, Plan, Standing, TableRun, TablesRequest, TablesRow, TablesView,
    standings,
};
use serde::Serialize;

use self::sheet::{ranking, sheet};
use super::scope::Scope;
use super::study::{self, Study};
use crate::args::TablesArgs;
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

pub(super) fn run(args: &TablesArgs, stop: &Arc<Stop>, out: &mut Output) -> Result<(), Failure> {
    let mut study = Study::open(&args.study, stop)?;
    let scope = Scope::of(args, &study)?;
    let arms = Arm::all(&scope.tables, &scope.sizes);
    let games = study.games();
    study.expect(games.len() * arms.len());
    let mut runs: Vec<TableRun> = Vec::new();
    'games: for game in &games {
        let depth = scope.depth(game);
        for &arm in &arms {
            let request = TablesRequest {
                plan: scope.plan,
                depth,
                arm,
            };
            let experiment = Experiment::Tables(request);
            let name = name(game, depth, scope.plan, arm);
            let run = study.part(&name, || {
                match study::experiment(game, &experiment, stop)? {
                    Findings::Tables(run) => Ok(run),
                    _ => Ok(None),
                }
            })?;
            let Some(run) = run else { break 'games };
            runs.push(run);
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
    study.close(&sheet(&views), || {
        report::page(&views, &runs, scope.plan.seed)
    })?;
    show(&views, &standings(&runs), scope.plan.seed, out)?;
    Ok(views.iter().try_for_each(TablesView::check)?)
}

/// What is asked of a game, in words.
fn name(game: &str, depth: u32, plan: Plan, arm: Arm) -> String {
    let bytes = arm.bytes.map_or(String::new(), |bytes| format!(" {bytes}"));
    format!(
        "{game} depth {depth}, {} positions, seed {}: {}{bytes}, {} keys{}",
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
    out: &mut Output,
) -> Result<(), Failure> {
    if out.json() {
        return out.value(&Printed {
            seed,
            values_agree: views.iter().all(|view| view.check().is_ok()),
            standings,
            rows: views.iter().flat_map(|view| &view.rows).collect(),
        });
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
