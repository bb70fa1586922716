//! `ponder play GAME`: a person at the terminal against somebody.

use std::env;
use std::fmt::Write as _;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::Duration;

use ponder_arena::quantities::{write_clock, write_duration};
use ponder_core::Fault;
use ponder_engine::{Level, Limits, Session, find, recognise};
use ponder_terminal::{Interrupts, Left, Opponents, Options, Trouble, read_player};

use crate::args::PlayGameArgs;
use crate::commands::analyse::{self, quoted};
use crate::commands::place;
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
    let players = session.players();
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
    // Lines of text have told the result where the game ended; a full screen is gone.
    if let Some(result) = left.result.as_ref().filter(|_| full) {
        out.line(format_args!("{result}."))?;
    }
    let side = match person {
        [true, true] => "both",
        [false, false] => "none",
        [first, _] => players[usize::from(!first)],
    };
    farewell(args, side, &left, out)
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
fn farewell(args: &PlayGameArgs, side: &str, left: &Left, out: &mut Output) -> Result<(), Failure> {
    if left.moves.is_empty() {
        return Ok(());
    }
    out.line(format_args!("The moves: {}", left.moves.join(" ")))?;
    let command = command(args, side, left);
    if left.result.is_some() {
        return out.line(format_args!("To look at it again: {command}"));
    }
    out.line(format_args!("To go on: {command}"))?;
    if args.clock.is_some() {
        out.line(format_args!("The clocks will begin anew."))?;
    }
    Ok(())
}

/// The command that goes on with a game: the same side, opponents and limits.
fn command(args: &PlayGameArgs, side: &str, left: &Left) -> String {
    let mut command = format!("ponder play {}", quoted(&left.game));
    let mut add = |option: &str, value: String| {
        let _ = write!(command, " --{option} {}", quoted(&value));
    };
    add("as", side.to_owned());
    let [first, second] = &left.opponents;
    let seats = match side {
        "both" => &[][..],
        "none" if first != second => &[first, second],
        _ => &[first],
    };
    for player in seats {
        match player.get("name") {
            Some(name) if player.kind == "level" && player.settings.len() == 1 => {
                add("level", name.to_owned());
            }
            _ => add("against", player.to_string()),
        }
    }
    let limits = [
        ("time", args.time.map(write_duration)),
        ("nodes", args.nodes.map(|nodes| nodes.to_string())),
        ("depth", args.depth.map(|depth| depth.to_string())),
        ("clock", args.clock.map(write_clock)),
        ("seed", args.seed.map(|seed| seed.to_string())),
    ];
    for (option, value) in limits {
        if let Some(value) = value {
            add(option, value);
        }
    }
    // A game that its format cannot hold is in no file.
    if let Some(path) = args.save.as_ref().filter(|path| path.exists()) {
        add("load", path.display().to_string());
        add("save", path.display().to_string());
    } else {
        if let Some(start) = &left.start {
            add("position", start.clone());
        }
        add("moves", left.moves.join(" "));
    }
    let flags = [("plain", args.plain), ("no-mouse", args.no_mouse)];
    for (flag, _) in flags.into_iter().filter(|(_, given)| *given) {
        let _ = write!(command, " --{flag}");
    }
    command
}
