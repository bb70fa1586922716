//! `ponder lab table`: every table in every game, as a table, CSV or JSON, and resumable.

use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::Path;
use std::sync::Arc;

use ponder_core::Fault;
use ponder_engine::lab::{
    Experiment, Findings, Plan, Standing, TablesRequest, TablesRow, TablesView, standings,
};
use ponder_engine::{GAMES, Stop, TableKind};
use serde::{Deserialize, Serialize};

use super::experiment_with;
use crate::args::{Preset, TablesArgs};
use crate::output::{Failure, Output, grouped, say};

/// A game that is done, as a line of the file of a run.
#[derive(Serialize, Deserialize)]
struct Done {
    /// What was asked for.
    plan: String,
    view: TablesView,
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Printed<'a> {
    seed: u64,
    values_agree: bool,
    standings: &'a [Standing],
    rows: Vec<&'a TablesRow>,
}

pub(super) fn run(args: &TablesArgs, stop: &Arc<Stop>, out: &mut Output) -> Result<(), Failure> {
    let request = request(args)?;
    let all: Vec<_> = GAMES.iter().map(|entry| entry.name.to_owned()).collect();
    let games = if args.games.is_empty() {
        &all
    } else {
        &args.games
    };
    let done = match &args.resume {
        Some(file) => read(file)?,
        None => Vec::new(),
    };
    let mut views = Vec::new();
    for (index, game) in games.iter().enumerate() {
        let plan = plan(game, &request);
        if let Some(old) = done.iter().find(|old| old.plan == plan) {
            say(format_args!("{game}: taken from the file"));
            views.push(old.view.clone());
            continue;
        }
        say(format_args!(
            "{game}: game {} of {}",
            index + 1,
            games.len()
        ));
        let experiment = Experiment::Tables(request.clone());
        if let Findings::Tables(view) = experiment_with(game, &experiment, stop)? {
            if let Some(file) = args.resume.as_deref().filter(|_| !stop.asked()) {
                append(file, plan, &view)?;
            }
            views.push(view);
        }
        if stop.asked() {
            break;
        }
    }
    if let Some(file) = &args.csv {
        fs::write(file, csv(&views)).map_err(|error| unusable(file, &error))?;
    }
    show(&views, args.seed, out)?;
    views.iter().try_for_each(|view| Ok(view.check()?))
}

fn request(args: &TablesArgs) -> Result<TablesRequest, Failure> {
    let (positions, deeper, sizes): (_, _, &[usize]) = match args.preset {
        Preset::Smoke => (4, 0, &[64 << 10, 1 << 20]),
        Preset::Paper => (
            40,
            1,
            &[
                64 << 10,
                256 << 10,
                1 << 20,
                4 << 20,
                16 << 20,
                64 << 20,
                256 << 20,
            ],
        ),
    };
    let named = args.tables.iter().map(|name| TableKind::named(name));
    let named: Vec<_> = named.collect::<Result<_, _>>()?;
    let given = |list: &[usize], usual: &[usize]| {
        let list = if list.is_empty() { usual } else { list };
        list.to_vec()
    };
    Ok(TablesRequest {
        plan: Plan {
            positions: args.positions.map_or(positions, |count| count as usize),
            seed: args.seed,
            hash: 0,
        },
        depth: args.depth,
        deeper,
        tables: if named.is_empty() {
            TableKind::ALL.to_vec()
        } else {
            named
        },
        sizes: given(&args.sizes, sizes),
    })
}

/// What a game is asked, in words: findings may be taken from a file only for the same question.
fn plan(game: &str, request: &TablesRequest) -> String {
    let names: Vec<_> = request.tables.iter().map(|kind| kind.name()).collect();
    format!(
        "{game}, {} positions, seed {}, depth {:?} + {}, tables {}, sizes {:?}",
        request.plan.positions,
        request.plan.seed,
        request.depth,
        request.deeper,
        names.join(" "),
        request.sizes
    )
}

fn unusable(file: &Path, error: &dyn std::fmt::Display) -> Fault {
    Fault::new(format!("{} cannot be used: {error}", file.display()))
        .hint("name another file, or none")
}

fn read(file: &Path) -> Result<Vec<Done>, Fault> {
    let text = match fs::read_to_string(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        text => text.map_err(|error| unusable(file, &error))?,
    };
    let lines = text.lines().map(serde_json::from_str);
    lines
        .collect::<Result<_, _>>()
        .map_err(|error| unusable(file, &error))
}

fn append(file: &Path, plan: String, view: &TablesView) -> Result<(), Failure> {
    let done = Done {
        plan,
        view: view.clone(),
    };
    let line = serde_json::to_string(&done).map_err(std::io::Error::from)?;
    let opened = OpenOptions::new().create(true).append(true).open(file);
    let written = opened.and_then(|mut stream| writeln!(stream, "{line}"));
    Ok(written.map_err(|error| unusable(file, &error))?)
}

fn csv(views: &[TablesView]) -> String {
    let mut text = "game,table,keys,bytes,taken,depth,positions,nodes,seconds,node_ratio,low,high,\
                    values_agree,probes,hits,cutoffs,stores\n"
        .to_owned();
    for view in views {
        for row in &view.rows {
            let bytes = row.bytes.map_or(String::new(), |bytes| bytes.to_string());
            // Game ids have commas in their options.
            let game = format!("\"{}\"", row.game.replace('"', "\"\""));
            let _ = writeln!(
                text,
                "{game},{},{},{bytes},{},{},{},{},{:.6},{:.6},{:.6},{:.6},{},{},{},{},{}",
                row.table,
                row.keys,
                row.taken,
                view.depth,
                view.positions,
                row.nodes,
                row.seconds,
                row.node_ratio,
                row.low,
                row.high,
                row.values_agree,
                row.probes,
                row.hits,
                row.cutoffs,
                row.stores
            );
        }
    }
    text
}

fn show(views: &[TablesView], seed: u64, out: &mut Output) -> Result<(), Failure> {
    let standings = standings(views);
    if out.json() {
        return out.value(&Printed {
            seed,
            values_agree: views.iter().all(|view| view.check().is_ok()),
            standings: &standings,
            rows: views.iter().flat_map(|view| &view.rows).collect(),
        });
    }
    for view in views {
        out.line(format_args!(
            "{}, depth {}, {} positions, seed {}: {}",
            view.game, view.depth, view.positions, view.seed, view.config
        ))?;
        out.line(format_args!(
            "{:10} {:6} {:>11} {:>15} {:>9} {:>8} {:>17} {:>6}  values",
            "table", "keys", "bytes", "nodes", "seconds", "nodes x", "95 %", "hits"
        ))?;
        for row in &view.rows {
            let bytes = row
                .bytes
                .map_or(String::new(), |bytes| grouped(bytes as u64));
            out.line(format_args!(
                "{:10} {:6} {bytes:>11} {:>15} {:>9.3} {:>8.3} {:>8.3} {:>8.3} {:>5.1}%  {}",
                row.table,
                row.keys,
                grouped(row.nodes),
                row.seconds,
                row.node_ratio,
                row.low,
                row.high,
                100.0 * row.hits as f64 / row.probes.max(1) as f64,
                if row.values_agree { "equal" } else { "differ" }
            ))?;
        }
    }
    if !standings.is_empty() {
        out.line("against cluster3 at equal bytes, geometric means over games and sizes:")?;
    }
    for row in &standings {
        out.line(format_args!(
            "{:10} nodes x {:.3}, time x {:.3} ({} comparisons)",
            row.table, row.node_ratio, row.time_ratio, row.comparisons
        ))?;
    }
    Ok(())
}
