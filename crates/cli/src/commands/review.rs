//! `ponder review GAME FILE`: what each move of a game cost, and what was better.

use ponder_core::Fault;
use ponder_engine::{AnalysisRequest, Limits, PlyView, ReviewView, review};

use crate::args::ReviewArgs;
use crate::commands::{analyse, place};
use crate::output::{Failure, Output, say};

pub(crate) fn run(args: &ReviewArgs, out: &mut Output) -> Result<(), Failure> {
    /// Enough to see what people overlook.
    const NODES: u64 = 100_000;
    let mut session = place::game(&args.game)?;
    let text = place::input(args.file.as_deref())?;
    let format = args.format.as_deref().unwrap_or(session.own_format());
    let records = session.records(format, &text).map_err(Failure::of(&text))?;
    let record = records.get(args.number as usize - 1).ok_or_else(|| {
        let what = format!(
            "the text holds {} games, no game {}",
            records.len(),
            args.number
        );
        Fault::new(what).hint("count from 1")
    })?;
    session.set_position(&record.start)?;
    for text in &record.moves {
        session.play(text)?;
    }
    let limits = match args.time {
        Some(time) => Limits::time(time),
        None => Limits::nodes(args.nodes.unwrap_or(NODES)),
    };
    let request = AnalysisRequest {
        hash: args.hash,
        ..AnalysisRequest::within(limits)
    };
    let stop = analyse::interrupted();
    let moves = record.moves.len();
    let view = review(&*session, &request, &stop, &mut |ply| {
        if !out.json() {
            say(format_args!("move {} of {moves}", ply.ply));
        }
    })?;
    if view.stopped {
        say("interrupted: the first moves are missing");
    }
    if out.json() {
        return out.value(&view);
    }
    show(&view, out)
}

fn show(view: &ReviewView, out: &mut Output) -> Result<(), Failure> {
    for ply in &view.plies {
        out.line(row(ply))?;
    }
    for (name, player) in &view.players {
        out.line(format_args!(
            "{name}: accuracy {:.0} % over {} moves, {} inaccuracies, {} mistakes, {} blunders",
            player.accuracy, player.moves, player.inaccuracies, player.mistakes, player.blunders
        ))?;
    }
    Ok(())
}

/// A move, the chance it left its player, and what there is to say of it.
fn row(ply: &PlyView) -> String {
    let mark = match ply.class {
        "blunder" => "??",
        "mistake" => "?",
        "inaccuracy" => "?!",
        _ => "",
    };
    format!(
        "{:>3} {:8} {:12} {:>3.0} % {mark:2} {}",
        ply.ply,
        ply.turn,
        ply.text,
        100.0 * ply.chance_after,
        ply.words
    )
}
