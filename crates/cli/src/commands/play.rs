//! `ponder play GAME`: a person at the terminal against somebody.

use std::env;
use std::fmt::Write as _;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::Duration;

use ponder_core::Fault;
use ponder_engine::{Level, Limits, Session, find, recognise};
use ponder_terminal::{Interrupts, Left, Opponents, Options, Trouble, read_player};

use crate::args::PlayGameArgs;
use crate::commands::{analyse, place};
use crate::output::{Failure, Output};

/// Whom to play against if nobody is named.
const USUAL: &str = "club";
/// The time for a move where nothing else limits it.
const USUAL_TIME: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &PlayGameArgs, out: &mut Output) -> Result<(), Failure> {
    if out.json() {
        return Err(
            Fault::new("a game at the terminal cannot be printed as JSON")
                .hint("leave --json out; `ponder match` plays games between programs")
                .into(),
        );
    }
    let session = session(args)?;
    if let Some(path) = &args.save {
        unused(path, args.load.as_deref())?;
    }
    let person = person(args.side.as_deref(), &*session)?;
    let options = Options {
        opponents: opponents(args, person)?,
        person,
        clock: args.clock,
        save: args.save.clone(),
        mouse: !args.no_mouse,
        colour: out.colour(),
        session,
    };
    // A dumb terminal, such as an editor's shell, has no cursor to move.
    let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    let full = !args.plain && !dumb && io::stdin().is_terminal() && io::stdout().is_terminal();
    let left = if full {
        ponder_terminal::full_screen(options, &analyse::interrupted())
    } else {
        let interrupts = Interrupts::default();
        let counted = interrupts.clone();
        // Where no handler can be set an interrupt simply ends the program.
        let _ = ctrlc::set_handler(move || counted.add());
        ponder_terminal::plain(options, &interrupts, out.stream())
    };
    let left = left.map_err(|trouble| match trouble {
        Trouble::Fault(fault) => Failure::from(fault),
        Trouble::Io(error) => Failure::Io(error),
    })?;
    farewell(&left, out)
}

/// The game, where play begins.
fn session(args: &PlayGameArgs) -> Result<Box<dyn Session>, Failure> {
    let Some(path) = &args.load else {
        return place::session(&args.place);
    };
    let text = place::input(Some(path))?;
    let wanted = place::game(&args.place.game)?;
    let found = recognise(&text, Some(wanted.id())).map_err(Failure::of(&text))?;
    let (name, other) = (find(wanted.id())?.0.name, find(&found.game)?.0.name);
    if name != other {
        let shown = path.display();
        return Err(
            Fault::new(format!("the file {shown} holds {other}, not {name}"))
                .hint(format!(
                    "play it with ponder play {} --load {shown}",
                    found.game
                ))
                .into(),
        );
    }
    let [record] = &found.records[..] else {
        return Err(Fault::new(format!("the file holds {} games", found.total))
            .hint("give a file with one game or position")
            .into());
    };
    let mut session = place::game(&found.game)?;
    session.set_position(&record.start)?;
    for play in &record.moves {
        session.play(play)?;
    }
    place::advanced(session, &args.place)
}

/// Refuses a file that holds something, unless it is the game to go on with.
fn unused(path: &Path, loaded: Option<&Path>) -> Result<(), Fault> {
    if path.exists() && loaded != Some(path) {
        let shown = path.display();
        return Err(Fault::new(format!("the file {shown} exists"))
            .hint(format!("give another name, or go on with --load {shown}")));
    }
    Ok(())
}

/// Which sides the person plays.
fn person(side: Option<&str>, session: &dyn Session) -> Result<[bool; 2], Fault> {
    let players = session.players();
    match side.map(str::to_ascii_lowercase).as_deref() {
        None | Some("first") => Ok([true, false]),
        Some("second") => Ok([false, true]),
        Some("both") => Ok([true, true]),
        Some("none") => Ok([false, false]),
        Some(word) => match players.iter().position(|name| *name == word) {
            Some(side) => Ok([side == 0, side == 1]),
            None => Err(
                Fault::new(format!("\"{word}\" is no side of this game")).hint(format!(
                    "write {}, {}, both or none",
                    players[0], players[1]
                )),
            ),
        },
    }
}

/// Who plays the other sides.
fn opponents(args: &PlayGameArgs, person: [bool; 2]) -> Result<Opponents, Fault> {
    let players = match (&args.level, &args.against[..]) {
        (Some(level), _) => {
            let level = read_player(Level::named(level)?.name)?;
            [level.clone(), level]
        }
        (None, []) => [read_player(USUAL)?, read_player(USUAL)?],
        (None, [both]) => [both.parse()?, both.parse()?],
        (None, [first, second]) if person == [false; 2] => [first.parse()?, second.parse()?],
        (None, _) => {
            return Err(Fault::new("there are more opponents than sides")
                .hint("give --against once, or twice with --as none"));
        }
    };
    let limited = args.depth.is_some() || args.nodes.is_some() || args.clock.is_some();
    let usual = (!limited).then_some(USUAL_TIME);
    Ok(Opponents {
        players,
        limits: Limits {
            depth: args.depth,
            nodes: args.nodes,
            time: args.time.or(usual),
            clock: None,
        },
        seed: args.seed.unwrap_or_else(|| RandomState::new().hash_one(())),
    })
}

/// What is left of the game, so that nothing is lost.
fn farewell(left: &Left, out: &mut Output) -> Result<(), Failure> {
    if let Some(result) = &left.result {
        out.line(format_args!("{result}."))?;
    }
    if left.moves.is_empty() {
        return Ok(());
    }
    let moves = left.moves.join(" ");
    out.line(format_args!("The moves: {moves}"))?;
    let mut command = format!("ponder play {}", analyse::quoted(&left.game));
    if let Some(start) = &left.start {
        let _ = write!(command, " --position {}", analyse::quoted(start));
    }
    let verb = if left.result.is_some() {
        "look at it again"
    } else {
        "go on"
    };
    out.line(format_args!(
        "To {verb}: {command} --moves {}",
        analyse::quoted(&moves)
    ))
}
