//! `ponder match`: two players, many games, and what follows from them.

mod show;

use std::path::Path;
use std::time::Duration;

use ponder_arena::adjudication::Adjudication;
use ponder_arena::matches::{self, Entrant, Plan, Progress, Scribe, Source};
use ponder_arena::players::{self, Description};
use ponder_arena::referee::Referee;
use ponder_arena::store::{Played, Store};
use ponder_engine::{Limits, Session};

use crate::args::MatchArgs;
use crate::commands::{analyse, place};
use crate::output::{Failure, Output, say, unless_asked};
use show::Live;

/// What a move may take if nobody says anything.
const USUAL: Duration = Duration::from_millis(100);

pub(crate) fn run(args: &MatchArgs, out: &mut Output) -> Result<(), Failure> {
    let session = place::game(&args.game)?;
    let plan = plan(args, &*session)?;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    for doubt in plan.check(processors)? {
        say(format_args!("note: {doubt}"));
    }
    let names = plan.names();
    let stop = analyse::interrupted();
    // Players that cannot play leave no file behind.
    plan.rehearse(&*session, &stop)?;
    unless_asked(&stop)?;
    let mut keeper = Keeper::open(args, &plan, session)?;
    let before = std::mem::take(&mut keeper.before);
    if !before.is_empty() {
        say(format_args!("{} games are already there", before.len()));
    }
    let mut live = Live::new(&names, has_person(&plan.players));
    let result = matches::run(
        &plan,
        &before,
        &stop,
        &mut |played| keeper.keep(played),
        &mut |progress| live.show(progress),
    );
    live.finish();
    let progress = result?;
    keeper.finish()?;
    if progress.stopped {
        say("interrupted: this is the result so far");
        if let Some(file) = &args.db {
            let file = file.display();
            say(format_args!("--db {file} --resume goes on with it"));
        }
    }
    report(&plan, &names, &progress, out)?;
    out.finish_work(!progress.stopped)
}

fn plan(args: &MatchArgs, session: &dyn Session) -> Result<Plan, Failure> {
    let asked = args.limits.limits();
    let everybody = if asked.any() {
        asked
    } else {
        Limits::time(USUAL)
    };
    let entrant = |text: &String| -> Result<Entrant, Failure> {
        let description: Description = text.parse().map_err(Failure::of(text))?;
        Ok(Entrant::new(description, everybody)?)
    };
    let players = [entrant(&args.first)?, entrant(&args.second)?];
    let source = match &args.openings {
        Some(openings) => Source::read(openings, args.openings_format.as_deref(), session)?,
        None if has_person(&players) => Source::Start,
        None => Source::usual(args.seed, session),
    };
    if source == Source::Start && args.openings.is_none() && !has_person(&players) {
        say("note: no game lasts for random openings, and all begin at the start");
    }
    Ok(Plan {
        game: session.id().to_owned(),
        players,
        openings: source.ordered(args.order.into(), args.seed),
        seed: args.seed,
        pairs: args.games.map(|games| games / 2),
        test: args.sprt,
        referee: Referee {
            margin: args.margin,
            adjudication: Adjudication {
                draw: args.adjudicate_draw,
                resign: args.adjudicate_resign,
                longest: args.max_plies.unwrap_or(Adjudication::LONGEST),
            },
        },
        concurrency: args.concurrency.into(),
        fixed_colours: false,
    })
}

fn has_person(players: &[Entrant]) -> bool {
    let mut players = players.iter();
    players.any(|who| players::is_human(&who.description))
}

/// Where games are kept: a database, a file of games, both or neither.
struct Keeper {
    store: Option<(Store, i64)>,
    scribe: Option<Scribe>,
    /// The games that were there before.
    before: Vec<Played>,
}

impl Keeper {
    fn open(args: &MatchArgs, plan: &Plan, session: Box<dyn Session>) -> Result<Self, Failure> {
        let names = plan.names();
        let mut before = Vec::new();
        let mut store = None;
        if let Some(path) = &args.db {
            let file = Store::open(path)?;
            let [first, second] = &names;
            let settings = plan.settings();
            if args.resume && file.matches()?.is_empty() {
                let file = path.display();
                say(format_args!(
                    "nothing to resume in {file}: a new match begins"
                ));
            }
            let (id, games) = file.enter(&plan.game, [first, second], &settings, args.resume)?;
            before = games;
            store = Some((file, id));
        }
        let scribe = |path: &Path| {
            let format = args.format.as_deref();
            let mut scribe = Scribe::new(path, session, format, names, args.resume)?;
            before.iter().try_for_each(|played| scribe.add(played))?;
            Ok::<_, Failure>(scribe)
        };
        let scribe = args.games_out.as_deref().map(scribe).transpose()?;
        Ok(Self {
            store,
            scribe,
            before,
        })
    }

    fn keep(&mut self, played: &Played) -> Result<(), ponder_core::Fault> {
        if let Some((store, id)) = &self.store {
            store.add(*id, played)?;
        }
        match &mut self.scribe {
            Some(scribe) => scribe.add(played),
            None => Ok(()),
        }
    }

    fn finish(&mut self) -> Result<(), Failure> {
        if let Some(scribe) = &mut self.scribe {
            scribe.finish()?;
            if let Some((count, fault)) = &scribe.unwritten {
                say(format_args!(
                    "note: {count} games could not be written: {fault}"
                ));
            }
        }
        Ok(())
    }
}

fn report(
    plan: &Plan,
    names: &[String; 2],
    progress: &Progress,
    out: &mut Output,
) -> Result<(), Failure> {
    let limits = plan.players.each_ref().map(Entrant::allowance);
    if !out.json() {
        return show::block(plan, names, &limits, progress, out);
    }
    let mut object = serde_json::json!({
        "game": plan.game,
        "players": names,
        "descriptions": plan.players.each_ref().map(|who| who.description.to_string()),
        "limits": limits,
        "seed": plan.seed,
        "finished": !progress.stopped,
        "seconds": progress.seconds,
        "games_per_second": progress.now as f64 / progress.seconds.max(1e-9),
        "overhead_us_per_move": progress.overhead_per_move(),
    });
    let standing = serde_json::to_value(progress.standing.view()).map_err(std::io::Error::from)?;
    if let (Some(object), serde_json::Value::Object(standing)) = (object.as_object_mut(), standing)
    {
        object.extend(standing);
    }
    out.value(&object)
}
