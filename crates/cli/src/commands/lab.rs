//! `ponder lab`: experiments, shown as tables.

mod bounds;
mod expected;
mod keys;
mod ledger;
mod scope;
mod simulate;
mod study;
mod tables;
mod variation;

use std::sync::Arc;

use indicatif::{ProgressBar, ProgressStyle};
use ponder_engine::lab::{
    AblationRequest, AblationView, BranchingRequest, BranchingView, ChanceRequest, ChanceView,
    DuelRequest, DuelView, Experiment, Findings, Plan, ProbCutRequest, ProbCutView, SpeedRequest,
    ThreadsRequest, ThreadsView,
};
use ponder_engine::{AnalysisRequest, GAMES, Limits, Stop};
use serde::Serialize;

use crate::args::{Conditions, DuelArgs, LabArgs, LabCommand};
use crate::commands::{analyse, eval, place, techniques};
use crate::output::{Failure, Output, grouped, say};

pub(crate) fn run(args: &LabArgs, out: &mut Output) -> Result<(), Failure> {
    let stop = analyse::interrupted();
    make(args, &stop, out)?;
    // What was found so far has been told, and is not all.
    out.finish_work(!stop.asked())
}

fn make(args: &LabArgs, stop: &Arc<Stop>, out: &mut Output) -> Result<(), Failure> {
    let (game, experiment) = match &args.what {
        LabCommand::Speed {
            games,
            time,
            positions,
            conditions,
        } => {
            let request = SpeedRequest {
                plan: plan(*positions, *conditions),
                time: *time,
            };
            return speed(games, &request, stop, out);
        }
        LabCommand::Table(args) => return tables::run(args, stop, out),
        LabCommand::Bounds(args) => return bounds::run(args, stop, out),
        LabCommand::Keys(args) => return keys::run(args, stop, out),
        LabCommand::Variation(args) => return variation::run(args, stop, out),
        LabCommand::Simulate(args) => return simulate::run(args, stop, out),
        LabCommand::Expected(args) => return expected::run(args, stop, out),
        LabCommand::Ablation {
            game,
            depth,
            positions,
        } => {
            let plan = plan(*positions, game.conditions);
            let request = AblationRequest {
                plan,
                depth: *depth,
            };
            (game, Experiment::Ablation(request))
        }
        LabCommand::Branching {
            game,
            depth,
            positions,
        } => {
            let plan = plan(*positions, game.conditions);
            let request = BranchingRequest {
                plan,
                depth: *depth,
            };
            (game, Experiment::Branching(request))
        }
        LabCommand::Threads {
            game,
            depth,
            threads,
            positions,
        } => {
            let request = ThreadsRequest {
                plan: plan(*positions, game.conditions),
                depth: *depth,
                threads: usize::from(*threads),
            };
            (game, Experiment::Threads(request))
        }
        LabCommand::Duel(args) => (&args.game, Experiment::Duel(duel(args)?.into())),
        LabCommand::Probcut {
            game,
            pairs,
            positions,
        } => {
            let request = ProbCutRequest {
                plan: plan(*positions, game.conditions),
                pairs: pairs.clone(),
            };
            (game, Experiment::ProbCut(request))
        }
        LabCommand::Chance { game, games, nodes } => {
            let request = ChanceRequest {
                plan: plan(*games, game.conditions),
                nodes: *nodes,
            };
            (game, Experiment::Chance(request))
        }
    };
    let findings = experiment_with(&game.game, &experiment, stop)?;
    if out.json() {
        return tell(&findings, stop, out);
    }
    match findings {
        Findings::Ablation(view) => show_ablation(&view, out),
        Findings::Branching(view) => show_branching(&view, out),
        Findings::Threads(view) => show_threads(&view, out),
        Findings::Duel(view) => show_duel(&view, out),
        Findings::ProbCut(view) => show_probcut(&view, out),
        Findings::Chance(view) => show_chance(&view, out),
        // Have their own way: several games.
        Findings::Speed(_)
        | Findings::Tables(_)
        | Findings::Bounds(_)
        | Findings::Variation(_)
        | Findings::Keys(_)
        | Findings::Tags(_)
        | Findings::Profile(_)
        | Findings::Thresholds(_)
        | Findings::Expected(_) => Ok(()),
    }
}

/// Prints findings as JSON, and whether they are all.
fn tell(findings: &impl Serialize, stop: &Stop, out: &mut Output) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct Told<'a, T> {
        interrupted: bool,
        #[serde(flatten)]
        findings: &'a T,
    }
    let interrupted = stop.asked();
    out.value(&Told {
        interrupted,
        findings,
    })
}

fn plan(positions: u32, conditions: Conditions) -> Plan {
    Plan {
        positions: positions as usize,
        seed: conditions.seed,
        hash: conditions.hash,
    }
}

fn duel(args: &DuelArgs) -> Result<DuelRequest, Failure> {
    let limits = match args.nodes {
        Some(nodes) => Limits::nodes(nodes),
        None => Limits::time(args.time.unwrap_or(std::time::Duration::from_millis(100))),
    };
    let session = place::game(&args.game.game)?;
    Ok(DuelRequest {
        plan: plan(args.games.div_ceil(2), args.game.conditions),
        plies: args.openings_plies,
        engine: AnalysisRequest {
            judge: eval::choice(&args.judge, &*session)?,
            ..techniques::request(&args.config, &*session, limits)?
        },
        opponents: args.against.clone(),
        depth: args.opponent_depth,
        threads: usize::from(args.threads),
    })
}

/// Makes an experiment, with a bar on standard error; Ctrl-C ends it with what there is.
fn experiment_with(
    game: &str,
    experiment: &Experiment,
    stop: &Arc<Stop>,
) -> Result<Findings, Failure> {
    let session = place::game(game)?;
    let bar = ProgressBar::new(0);
    let style = "{elapsed} [{wide_bar}] {pos}/{len} {msg}, {eta} left";
    bar.set_style(
        ProgressStyle::with_template(style)
            .expect("a valid template")
            .progress_chars("=> "),
    );
    bar.set_message(game.to_owned());
    let findings = session.experiment(experiment, stop, &mut |step| {
        bar.set_length(step.of as u64);
        bar.set_position(step.done as u64);
    });
    bar.finish_and_clear();
    if stop.asked() {
        say("interrupted: these are the findings so far");
    }
    Ok(findings?)
}

/// The speed of several games, each shown as soon as it is known.
fn speed(
    games: &[String],
    request: &SpeedRequest,
    stop: &Arc<Stop>,
    out: &mut Output,
) -> Result<(), Failure> {
    let all: Vec<_> = GAMES.iter().map(|entry| entry.name.to_owned()).collect();
    let games = if games.is_empty() { &all } else { games };
    // Who mistyped the last one should not wait for the others.
    for game in games {
        place::game(game)?;
    }
    let mut views = Vec::new();
    for game in games {
        let findings = experiment_with(game, &Experiment::Speed(*request), stop)?;
        // One that was interrupted before anything was measured has no speed.
        if let Findings::Speed(view) = findings
            && view.positions > 0
        {
            if !out.json() {
                out.line(format_args!(
                    "{:22} {:>14} nodes {:>7.2} s {:>7.2} M nodes/s",
                    view.game,
                    grouped(view.nodes),
                    view.seconds,
                    view.nps / 1e6
                ))?;
                out.finish()?;
            }
            views.push(view);
        }
        if stop.asked() {
            break;
        }
    }
    if out.json() {
        tell(&serde_json::json!({ "games": views }), stop, out)?;
    }
    Ok(())
}

fn show_ablation(view: &AblationView, out: &mut Output) -> Result<(), Failure> {
    out.line(format_args!(
        "{}, depth {}, {} positions, seed {}: {}",
        view.game, view.depth, view.positions, view.seed, view.config
    ))?;
    out.line(format_args!(
        "{:8} {:17} {:>5} {:>15} {:>8} {:>8} {:>9}",
        "", "technique", "depth", "nodes", "nodes x", "time x", "same move"
    ))?;
    for row in &view.rows {
        let change = match row.change {
            "default" => "",
            change => change,
        };
        let also = match &row.also[..] {
            [] => String::new(),
            also => format!("  and without {}", also.join(", ")),
        };
        out.line(format_args!(
            "{change:8} {:17} {:>5} {:>15} {:>8.3} {:>8.3} {:>8.0}%{also}",
            row.technique,
            row.depth,
            grouped(row.nodes),
            row.node_ratio,
            row.time_ratio,
            100.0 * row.agreement
        ))?;
    }
    Ok(())
}

fn show_branching(view: &BranchingView, out: &mut Output) -> Result<(), Failure> {
    for row in &view.positions {
        out.line(format_args!(
            "{:>14} -> {:>14}  {:.3}  {}",
            grouped(row.from_nodes),
            grouped(row.nodes),
            row.branching,
            row.position
        ))?;
    }
    out.line(format_args!(
        "{}: effective branching factor {:.3} from depth {} to {}, geometric mean of {} positions",
        view.game,
        view.branching,
        view.from,
        view.depth,
        view.positions.len()
    ))?;
    out.line("(nodes of whole searches, their earlier iterations included)")
}

fn show_threads(view: &ThreadsView, out: &mut Output) -> Result<(), Failure> {
    out.line(format_args!(
        "{}, depth {}, {} positions, seed {}: {}",
        view.game, view.depth, view.positions, view.seed, view.config
    ))?;
    out.line(format_args!(
        "{:8} {:>7} {:>15} {:>9} {:>8} {:>8}  values",
        "scheme", "threads", "nodes", "seconds", "faster x", "nodes x"
    ))?;
    for row in &view.rows {
        out.line(format_args!(
            "{:8} {:>7} {:>15} {:>9.3} {:>8.3} {:>8.3}  {}",
            row.scheme,
            row.threads,
            grouped(row.nodes),
            row.seconds,
            row.speedup,
            row.node_ratio,
            if row.same_values { "equal" } else { "differ" }
        ))?;
    }
    Ok(())
}

fn show_duel(view: &DuelView, out: &mut Output) -> Result<(), Failure> {
    out.line(format_args!(
        "{}, {} a move, openings of {} to {} plies, seed {}: {}",
        view.game, view.limits, view.plies.0, view.plies.1, view.seed, view.config
    ))?;
    for row in &view.rows {
        let tally = row.tally;
        out.line(format_args!(
            "against {:14} ({}): +{} ={} -{}, score {:.1} % (95 %: {:.1} to {:.1})",
            row.opponent,
            row.opponent_limits,
            tally.wins,
            tally.draws,
            tally.losses,
            100.0 * row.score,
            100.0 * row.low,
            100.0 * row.high
        ))?;
    }
    Ok(())
}

/// TOML, so that the output is a file that a search can read.
fn show_probcut(view: &ProbCutView, out: &mut Output) -> Result<(), Failure> {
    for model in &view.models {
        say(format_args!(
            "{:>2}:{:<2} correlation {:.3}, {} positions, {} left out",
            model.deep, model.shallow, model.correlation, model.points, model.outliers
        ));
    }
    out.text(view.toml())
}

fn show_chance(view: &ChanceView, out: &mut Output) -> Result<(), Failure> {
    out.line(format_args!(
        "{}, {} games, {} nodes a move, seed {}: {}",
        view.game, view.games, view.nodes, view.seed, view.config
    ))?;
    out.line(format_args!(
        "scale {:.1} +- {:.1} hundredths ({} in use), {} positions, log loss {:.3}",
        view.curve.scale,
        view.curve.error,
        view.in_use,
        grouped(view.curve.points as u64),
        view.curve.log_loss
    ))?;
    out.line("   chance  predicted  observed  positions")?;
    for bin in &view.bins {
        out.line(format_args!(
            "{:.1} to {:.1} {:>10.3} {:>9.3} {:>10}",
            bin.from,
            bin.to,
            bin.predicted,
            bin.observed,
            grouped(bin.points as u64)
        ))?;
    }
    Ok(())
}
