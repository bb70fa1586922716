//! `ponder openings GAME`: a set of balanced openings, or the ballots.

use std::iter;

use ponder_arena::ballots::{self, Ballot, Deck};
use ponder_arena::openings::{self, Found, Line, Step, Wish};
use ponder_core::Fault;
use ponder_engine::{Limits, Session};
use serde::Serialize;

use crate::args::OpeningsArgs;
use crate::commands::delivery::{Kind, deliver, vacant};
use crate::commands::{analyse, place, progress};
use crate::output::{Failure, Output, counted, say};

pub(crate) fn run(args: &OpeningsArgs, out: &mut Output) -> Result<(), Failure> {
    let session = place::game(&args.game)?;
    vacant(args.out.as_deref(), Kind::Work)?;
    if args.ballots {
        return list(args, &*session, out);
    }
    let wish = wish(args)?;
    let stop = analyse::interrupted();
    let bar = progress::bar(u64::from(args.count));
    let found = openings::generate(&*session, &wish, &stop, &mut |step: Step| {
        bar.set_position(step.found as u64);
        bar.set_message(format!("openings, {} judged", step.judged));
    });
    bar.finish_and_clear();
    let found = found?;
    let shortfall = (found.lines.len() < wish.count).then(|| shortfall(args, &found));
    let nothing = found.lines.is_empty() && args.out.is_some();
    if let Some(shortfall) = &shortfall {
        if nothing && !found.stopped && !out.json() {
            return Err(Fault::new(shortfall).hint("nothing is written").into());
        }
        say(shortfall);
    }
    if out.json() {
        out.value(&view(&wish, &*session, &found))?;
    } else if !nothing {
        let about: Vec<_> = iter::once(about(args, &*session))
            .chain(shortfall)
            .collect();
        let text = openings::write(&about.join("\n"), &found.lines);
        deliver(&text, args.out.as_deref(), Kind::Work, out)?;
    }
    out.finish_work(!found.stopped)
}

fn wish(args: &OpeningsArgs) -> Result<Wish, Fault> {
    if !(0.0..=300.0).contains(&args.max_score) {
        return Err(Fault::new(format!("no score is within {}", args.max_score))
            .hint("give --max-score a number from 0 to 300"));
    }
    Ok(Wish {
        plies: args.plies,
        max_score: (args.max_score * 100.0).round() as i32,
        count: args.count as usize,
        seed: args.seed,
        limits: Limits {
            nodes: nodes(args),
            depth: args.depth,
            ..Limits::default()
        },
        threads: args.threads.into(),
    })
}

fn nodes(args: &OpeningsArgs) -> Option<u64> {
    let default = args.depth.is_none().then_some(10_000);
    args.nodes.or(default)
}

/// How the openings were made, for the top of their file.
fn about(args: &OpeningsArgs, session: &dyn Session) -> String {
    let limit = |name, value: Option<u64>| {
        value.map_or(String::new(), |value| format!(" --{name} {value}"))
    };
    format!(
        "ponder openings {} --plies {} --max-score {} --count {} --seed {}{}{}",
        session.id(),
        args.plies,
        args.max_score,
        args.count,
        args.seed,
        limit("nodes", nodes(args)),
        limit("depth", args.depth.map(u64::from))
    )
}

/// Why there are fewer openings than were asked for.
fn shortfall(args: &OpeningsArgs, found: &Found) -> String {
    let got = match found.lines.len() {
        0 => format!("found none of {} openings", args.count),
        some => format!("found {some} of {} openings", args.count),
    };
    if found.stopped {
        return format!("{got} before it was stopped");
    }
    let plies = counted(args.plies.into(), "ply leads", "plies lead");
    let fairest = found.fairest.map_or(String::new(), |score| {
        let score = f64::from(score) / 100.0;
        format!(
            ", and even the fairest one is worth {score:+.2} where --max-score is {}",
            args.max_score
        )
    });
    let fairest = Some(fairest).filter(|_| found.lines.is_empty());
    match found.distinct {
        Some(all) if all == found.lines.len() => {
            format!("{got}: {plies} to no more distinct positions")
        }
        Some(all) => {
            let positions = counted(all as u64, "distinct position", "distinct positions");
            let few = || format!(", of which only so many are within {}", args.max_score);
            let why = fairest.unwrap_or_else(few);
            format!("{got}: {plies} to {positions}{why}")
        }
        None => format!(
            "{got} among {} distinct positions{}; a greater --max-score or other --plies would find more",
            found.judged,
            fairest.unwrap_or_default()
        ),
    }
}

#[derive(Serialize)]
struct View<'a> {
    game: &'a str,
    plies: u32,
    /// In hundredths, as the scores of the openings.
    max_score: i32,
    seed: u64,
    wanted: usize,
    judged: usize,
    /// How many distinct positions there are, if they were counted.
    distinct: Option<usize>,
    stopped: bool,
    openings: &'a [Line],
}

fn view<'a>(wish: &Wish, session: &'a dyn Session, found: &'a Found) -> View<'a> {
    View {
        game: session.id(),
        plies: wish.plies,
        max_score: wish.max_score,
        seed: wish.seed,
        wanted: wish.count,
        judged: found.judged,
        distinct: found.distinct,
        stopped: found.stopped,
        openings: &found.lines,
    }
}

#[derive(Serialize)]
struct BallotView {
    number: u32,
    moves: [&'static str; 3],
    status: &'static str,
    tough: bool,
    name: Option<&'static str>,
}

fn list(args: &OpeningsArgs, session: &dyn Session, out: &mut Output) -> Result<(), Failure> {
    ballots::belong_to(session)?;
    let deck = args.status.as_deref().map_or(Ok(Deck::All), Deck::named)?;
    let ballots = ballots::ballots(deck);
    if out.json() {
        let views: Vec<_> = ballots.iter().map(ballot_view).collect();
        return out.value(&views);
    }
    let row = |ballot: &Ballot| {
        let tough = if ballot.tough { ", tough" } else { "" };
        let name = ballot.name.map(|name| format!(", {name}"));
        format!(
            "{:<18} # {}, {}{tough}{}\n",
            ballot.moves.join(" "),
            ballot.number,
            ballot.status.name(),
            name.unwrap_or_default()
        )
    };
    let text: String = ballots.iter().map(row).collect();
    deliver(&text, args.out.as_deref(), Kind::Work, out)
}

fn ballot_view(ballot: &Ballot) -> BallotView {
    BallotView {
        number: ballot.number,
        moves: ballot.moves,
        status: ballot.status.name(),
        tough: ballot.tough,
        name: ballot.name,
    }
}
