//! `ponder boom`: our player on a BOOM server.

use ponder_engine::Budget;
use ponder_wire::boom::{Client, Ending, Hearing};
use serde_json::json;

use crate::args::{BoomArgs, BoomCommand, BoomPlayArgs};
use crate::commands::thinker::{self, Thinker};
use crate::commands::{analyse, place};
use crate::output::{Failure, Output, say};

pub(crate) fn run(args: &BoomArgs, out: &mut Output) -> Result<(), Failure> {
    match &args.command {
        BoomCommand::Play(args) => play(args, out),
    }
}

fn play(args: &BoomPlayArgs, out: &mut Output) -> Result<(), Failure> {
    let session = place::game("expendibots")?;
    let request = thinker::request(&args.think, &*session)?;
    let budget = args.budget(session.contest()).map(|(time, memory)| Budget {
        time,
        memory: memory.unwrap_or(usize::MAX),
    });
    let mut player = Thinker::new(request, budget)?;
    let thought = player.thought();
    let stop = analyse::interrupted();
    let client = Client::reach(&args.host, args.port)?;
    let mut failure = None;
    let observe = &mut |hearing: Hearing| {
        let thought = thought.take().filter(|_| args.think.stats);
        let told = thought.map_or(Ok(()), |view| thinker::tell(&view, out));
        let told = told.and_then(|()| tell(&hearing, out));
        if let Err(error) = told.and_then(|()| out.finish()) {
            // Nobody reads on, but the opponent waits: the game is played to its end.
            failure.get_or_insert(error);
        }
    };
    let ending = client.play(&args.name, &args.channel, &mut player, &stop, observe)?;
    match failure {
        Some(failure) => Err(failure),
        None => conclude(&ending, out),
    }
}

fn tell(hearing: &Hearing, out: &mut Output) -> Result<(), Failure> {
    if !out.json() {
        match hearing {
            Hearing::Waiting => say("waiting for an opponent"),
            Hearing::Paired { white, black } => {
                say(format_args!("{white} plays white, {black} plays black"));
            }
            Hearing::Began(colour) => say(format_args!("the game begins; we are {colour}")),
            Hearing::Chose(_) => {}
            Hearing::Moved { colour, play } => out.line(format_args!("{colour} {play}"))?,
        }
        return Ok(());
    }
    out.value(&match hearing {
        Hearing::Waiting => json!({ "event": "waiting" }),
        Hearing::Paired { white, black } => {
            json!({ "event": "paired", "white": white, "black": black })
        }
        Hearing::Began(colour) => json!({ "event": "began", "colour": colour }),
        Hearing::Chose(choice) => json!({
            "event": "chose", "move": choice.play, "score": choice.score,
            "depth": choice.depth, "nodes": choice.nodes,
        }),
        Hearing::Moved { colour, play } => {
            json!({ "event": "move", "side": colour, "move": play })
        }
    })
}

fn conclude(ending: &Ending, out: &mut Output) -> Result<(), Failure> {
    if out.json() {
        return out.value(&json!({
            "event": "over", "colour": ending.colour, "winner": ending.winner,
            "result": ending.result, "moves": ending.moves,
        }));
    }
    let sentence = match (ending.winner, ending.colour) {
        (Some(winner), Some(ours)) if winner == ours => "we win",
        (Some(_), _) => "we lose",
        (None, _) => "nobody wins",
    };
    out.line(format_args!("{sentence}: {}", ending.result))
}
