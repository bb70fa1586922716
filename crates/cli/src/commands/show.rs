//! `ponder show GAME`: a position for people.

use crate::args::ShowArgs;
use crate::commands::place;
use crate::output::{Failure, Output};

pub(crate) fn run(args: &ShowArgs, out: &mut Output) -> Result<(), Failure> {
    let session = place::session(&args.place)?;
    if args.svg {
        return out.text(session.svg());
    }
    let view = session.position();
    if out.json() {
        return out.value(&view);
    }
    out.text(session.draw(out.colour()))?;
    out.line("")?;
    match &view.outcome {
        Some(outcome) => {
            let result = match outcome.winner {
                Some(winner) => format!("{winner} wins"),
                None => "draw".to_owned(),
            };
            let margin = match outcome.margin.abs() {
                0 | 1 => String::new(),
                margin => format!(" by {margin}"),
            };
            out.line(format_args!(
                "game over: {result}{margin}, {}",
                outcome.reason
            ))?;
        }
        None => out.line(format_args!(
            "{} to move, {} legal {}",
            view.turn,
            view.legal,
            if view.legal == 1 { "move" } else { "moves" }
        ))?,
    }
    out.line(format_args!("position: {}", view.position))
}
