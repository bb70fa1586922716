//! `ponder analyse GAME`: a search, shown as it deepens.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use ponder_core::Fault;
use ponder_engine::{Account, AnalysisRequest, AnalysisView, Budget, Clock, Limits, Session, Stop};
use serde::Serialize;

use crate::args::{AnalyseArgs, BudgetArg, Place, SearchArgs};
use crate::commands::{eval, place, techniques};
use crate::output::{Failure, Output, counted, grouped};

/// A report as JSON; the last one says how to make it again.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    view: &'a AnalysisView,
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<String>,
}

pub(crate) fn run(args: &AnalyseArgs, out: &mut Output) -> Result<(), Failure> {
    let place = place::read(&args.place)?;
    let session = place::at(&place)?;
    let (limits, contest) = limits(args, &*session)?;
    let mut request = request(&args.search, &*session, limits)?;
    request.lines = usize::from(args.multipv);
    // Who asks for the contest's conditions may ask for less, not for more.
    let granted = contest.map(|budget| budget.memory);
    request.memory = request.memory.into_iter().chain(granted).min();
    let stop = interrupted();
    let mut failure = None;
    let mut shown = None;
    let result = session.analyse(&request, &stop, &mut |view| {
        if failure.is_none()
            && let Err(error) = show(view, shown.as_ref(), &|| command(args, &place, view), out)
        {
            // Nobody reads on; the search need not go on.
            stop.ask();
            failure = Some(error);
        }
        shown = Some(view.clone());
    });
    let last = result?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    if out.json() {
        return Ok(());
    }
    out.line(format_args!("best: {}", last.best))?;
    summary(&last, out)?;
    out.line(format_args!("made with {}", command(args, &place, &last)))
}

/// The search that the arguments ask for in a game.
pub(crate) fn request(
    args: &SearchArgs,
    session: &dyn Session,
    limits: Limits,
) -> Result<AnalysisRequest, Failure> {
    Ok(AnalysisRequest {
        threads: args.threads.into(),
        hash: args.hash,
        memory: args.memory,
        judge: eval::choice(&args.judge, session)?,
        ..techniques::request(&args.config, session, limits)?
    })
}

/// What the search did, in two lines.
fn summary(view: &AnalysisView, out: &mut Output) -> Result<(), Failure> {
    let stats = &view.stats;
    let branching = stats
        .branching
        .map(|factor| format!(", branching {factor:.2}"));
    out.line(format_args!(
        "{} in {:.2} s, {:.2} M nodes/s; depth {}/{}{}",
        counted(view.nodes, "node", "nodes"),
        view.seconds,
        view.nps / 1e6,
        view.depth,
        stats.selective_depth,
        branching.unwrap_or_default()
    ))?;
    out.line(format_args!(
        "first move cuts {:.0}%, table hits {:.0}%, table {:.1}% full",
        stats.first_cut_rate * 100.0,
        stats.hit_rate * 100.0,
        f64::from(stats.table_permille) / 10.0
    ))
}

/// The command that makes the same search again, whatever the defaults are by then.
fn command(args: &AnalyseArgs, place: &Place, view: &AnalysisView) -> String {
    let mut command = format!("ponder analyse {}", quoted(&place.game));
    let mut add = |option: &str, value: Option<String>| {
        if let Some(value) = value {
            let _ = write!(command, " --{option} {}", quoted(&value));
        }
    };
    // The end of a line that standard input ends with is no part of a position.
    let position = place.position.as_deref().map(str::trim_end);
    add("position", position.map(str::to_owned));
    add("format", place.format.clone());
    add("moves", place.moves.clone());
    add("depth", args.depth.map(|depth| depth.to_string()));
    add("nodes", args.nodes.map(|nodes| nodes.to_string()));
    let time = |time: Duration| format!("{}ms", time.as_millis());
    add("time", args.time.map(time));
    let clock = |clock: Clock| format!("{}+{}", time(clock.left), time(clock.increment));
    add("clock", args.clock.map(clock));
    add(
        "moves-to-go",
        args.moves_to_go.map(|moves| moves.to_string()),
    );
    add(
        "budget",
        args.budget.map(|budget| match budget {
            BudgetArg::Contest => "contest".to_owned(),
            BudgetArg::Time(whole) => time(whole),
        }),
    );
    if args.infinite {
        command.push_str(" --infinite");
    }
    format!("{command} {}", options(args, view))
}

/// A word as a shell reads it back.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_=+.,:/!@%".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// The options that say how it was searched.
fn options(args: &AnalyseArgs, view: &AnalysisView) -> String {
    let mut words = view.eval.split(' ');
    let name = words.next().unwrap_or_default();
    let mut judge = match &args.search.judge.weights {
        Some(file) => format!("--weights {}", quoted(&file.display().to_string())),
        None => format!("--eval {name}"),
    };
    for change in words {
        let _ = write!(judge, " --weight {change}");
    }
    let hash = match view.hash {
        bytes if bytes.is_multiple_of(1 << 20) => format!("{}M", bytes >> 20),
        bytes => bytes.to_string(),
    };
    format!(
        "{judge} --multipv {} --threads {} --hash {hash} --set '{}'",
        args.multipv, view.threads, view.config
    )
}

/// The limits of the arguments, five seconds if there are none; and the budget of the game's
/// contest, if that was asked for.
fn limits(args: &AnalyseArgs, session: &dyn Session) -> Result<(Limits, Option<Budget>), Failure> {
    let contest = match args.budget {
        Some(BudgetArg::Contest) => Some(session.contest().ok_or_else(|| {
            Fault::new(format!("{} has no contest with a budget", session.id()))
                .hint("give a time, as in --budget 60s")
        })?),
        _ => None,
    };
    let whole = match args.budget {
        Some(BudgetArg::Time(time)) => Some(time),
        _ => contest.map(|budget| budget.time),
    };
    let clock = match whole {
        Some(time) => Account::new(time).limits(session.moves_ahead()).clock,
        None => args.clock.map(|clock| Clock {
            moves: args.moves_to_go,
            ..clock
        }),
    };
    let unlimited =
        args.infinite || args.nodes.is_some() || args.depth.is_some() || clock.is_some();
    let default = (!unlimited).then_some(Duration::from_secs(5));
    let limits = Limits {
        depth: args.depth,
        nodes: args.nodes,
        time: args.time.or(default),
        clock,
    };
    Ok((limits, contest))
}

/// A stop that Ctrl-C asks for: the search then ends with the best it has.
pub(crate) fn interrupted() -> Arc<Stop> {
    let stop = Arc::new(Stop::new());
    let asked = Arc::clone(&stop);
    // Where no handler can be set an interrupt simply ends the program.
    let _ = ctrlc::set_handler(move || asked.ask());
    stop
}

/// Shows a report; `last` is the one shown before it, and `command` makes it again.
fn show(
    view: &AnalysisView,
    last: Option<&AnalysisView>,
    command: &dyn Fn() -> String,
    out: &mut Output,
) -> Result<(), Failure> {
    if out.json() {
        let command = view.finished.then(command);
        out.value(&Told { view, command })?;
        return out.finish();
    }
    if last.is_none() {
        out.row(format_args!(
            "{:>5} {:>9} {:>14} {:>8} {:>8}  line",
            "depth", "score", "nodes", "Mn/s", "seconds"
        ))?;
    }
    // A search that was broken off often has nothing to add.
    if last.is_some_and(|last| last.depth == view.depth && last.pv == view.pv) {
        return Ok(());
    }
    let depth = format!("{}{}", view.depth, if view.complete { "" } else { "?" });
    for line in &view.lines {
        out.row(format_args!(
            "{:>5} {:>9} {:>14} {:>8.2} {:>8.2}  {}",
            depth,
            line.score,
            grouped(view.nodes),
            view.nps / 1e6,
            view.seconds,
            line.pv.join(" ")
        ))?;
    }
    out.finish()
}
