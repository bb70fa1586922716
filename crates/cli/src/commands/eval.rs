//! `ponder eval GAME`: a judgement, term by term.

use crate::args::{EvalArgs, JudgeArgs};
use crate::commands::place;
use crate::output::{Failure, Output};
use ponder_engine::{JudgeChoice, Session};

pub(crate) fn run(args: &EvalArgs, out: &mut Output) -> Result<(), Failure> {
    let session = place::session(&args.place)?;
    let choice = choice(&args.judge, &*session)?;
    if args.write_weights {
        return out.text(&session.weight_file(&choice)?);
    }
    let view = session.explain(&choice)?;
    if out.json() {
        return out.value(&view);
    }
    let [first, _] = session.players();
    out.line(format_args!(
        "{:16} {:>7} {:>8} {:>9} {:>6}  for {first}",
        "term", "count", "weight", "value", "share"
    ))?;
    for term in &view.terms {
        out.line(format_args!(
            "{:16} {:>7} {:>8.2} {:>+9.2} {:>5.0}%  {}",
            term.name,
            term.count,
            term.weight / 100.0,
            // Nothing has no sign.
            term.value / 100.0 + 0.0,
            term.share * 100.0,
            term.about
        ))?;
    }
    if let Some(outcome) = session.position().outcome {
        out.line(format_args!(
            "the game is over ({}): a search takes its result, not this judgement",
            outcome.reason
        ))?;
    }
    out.line(format_args!(
        "judgement: {:+.2} for the player to move, phase {:.0}%",
        f64::from(view.score) / 100.0,
        view.phase * 100.0
    ))
}

/// The weights that the arguments choose; refused here if the game has no such weights.
pub(crate) fn choice(args: &JudgeArgs, session: &dyn Session) -> Result<JudgeChoice, Failure> {
    let mut file = String::new();
    let mut choice = match (&args.eval, &args.weights) {
        (Some(name), _) => JudgeChoice::Preset(name.clone()),
        (None, Some(path)) => {
            file = place::input(Some(path))?;
            JudgeChoice::File(file.clone())
        }
        (None, None) => JudgeChoice::Standard,
    };
    session.weight_file(&choice).map_err(Failure::of(&file))?;
    if !args.weight.is_empty() {
        choice = JudgeChoice::Changed(Box::new(choice), args.weight.clone());
        session.weight_file(&choice)?;
    }
    Ok(choice)
}
