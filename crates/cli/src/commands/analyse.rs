//! `ponder analyse GAME`: a search, shown as it deepens.

use std::sync::Arc;
use std::time::Duration;

use ponder_engine::{AnalysisRequest, AnalysisView, Limits, ScoreView, Stop};

use crate::args::AnalyseArgs;
use crate::commands::{eval, place};
use crate::output::{Failure, Output, grouped};

pub(crate) fn run(args: &AnalyseArgs, out: &mut Output) -> Result<(), Failure> {
    let session = place::session(&args.place)?;
    let request = AnalysisRequest {
        lines: usize::from(args.multipv),
        threads: args.threads.into(),
        hash: args.hash,
        with: args.with.clone(),
        without: args.without.clone(),
        mtdf: args.mtdf,
        exact: args.exact,
        judge: eval::choice(&args.judge)?,
        ..AnalysisRequest::within(limits(args))
    };
    let stop = interrupted();
    let mut failure = None;
    let mut first = true;
    let result = session.analyse(&request, &stop, &mut |view| {
        if failure.is_none()
            && let Err(error) = show(view, std::mem::take(&mut first), out)
        {
            // Nobody reads on; the search need not go on.
            stop.ask();
            failure = Some(error);
        }
    });
    let last = result?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    if out.json() {
        return Ok(());
    }
    out.line(format_args!("best: {}", last.best))?;
    out.line(format_args!("{}", last.config))
}

/// The limits of the arguments; five seconds if there are none.
fn limits(args: &AnalyseArgs) -> Limits {
    let unlimited = args.infinite || args.nodes.is_some() || args.depth.is_some();
    let default = (!unlimited).then_some(Duration::from_secs(5));
    Limits {
        depth: args.depth,
        nodes: args.nodes,
        time: args.time.or(default),
        clock: None,
    }
}

/// A stop that Ctrl-C asks for: the search then ends with the best it has.
pub(crate) fn interrupted() -> Arc<Stop> {
    let stop = Arc::new(Stop::new());
    let asked = Arc::clone(&stop);
    // Where no handler can be set an interrupt simply ends the program.
    let _ = ctrlc::set_handler(move || asked.ask());
    stop
}

fn show(view: &AnalysisView, first: bool, out: &mut Output) -> Result<(), Failure> {
    if out.json() {
        out.value(view)?;
        return out.finish();
    }
    if first {
        out.line(format_args!(
            "{:>5} {:>9} {:>14} {:>8} {:>8}  line",
            "depth", "score", "nodes", "Mn/s", "seconds"
        ))?;
    }
    for line in &view.lines {
        out.line(format_args!(
            "{:>5} {:>9} {:>14} {:>8.2} {:>8.2}  {}",
            view.depth,
            score(&line.score),
            grouped(view.nodes),
            view.nps / 1e6,
            view.seconds,
            line.pv.join(" ")
        ))?;
    }
    out.finish()
}

/// A score in words: in the game's unit, or the end that it sees.
fn score(score: &ScoreView) -> String {
    match (score.kind, score.plies) {
        ("win", Some(plies)) => format!("win {plies}"),
        ("loss", Some(plies)) => format!("loss {plies}"),
        ("draw", _) => "draw".to_owned(),
        ("exact", _) => format!("={:+.2}", f64::from(score.value) / 100.0),
        _ => format!("{:+.2}", f64::from(score.value) / 100.0),
    }
}
