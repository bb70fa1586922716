//! `ponder gthd`: the Gothello server, and our player on one.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use ponder_core::Fault;
use ponder_engine::Contender;
use ponder_wire::gthd::{
    Client, Happening, Hearing, Report, Role, Server, ServerOptions, Side, Witness,
};
use serde_json::json;

use crate::args::{GthdArgs, GthdCommand, PlayArgs, ServeArgs, SideArg};
use crate::commands::thinker::{self, Thinker};
use crate::commands::{analyse, place};
use crate::output::{Failure, Output, say};

/// How often to look whether to end.
const LOOK: Duration = Duration::from_millis(100);

pub(crate) fn run(args: &GthdArgs, out: &mut Output) -> Result<(), Failure> {
    match &args.command {
        GthdCommand::Serve(args) => serve(args, out),
        GthdCommand::Play(args) => play(args, out),
    }
}

fn serve(args: &ServeArgs, out: &mut Output) -> Result<(), Failure> {
    let time = match args.time[..] {
        [both] => Some([both; 2]),
        // On the command line white's is first, as with the course's server.
        [white, black] => Some([black, white]),
        _ => None,
    };
    let options = ServerOptions {
        bind: args.bind,
        base: args.base_port,
        server: args.server,
        tables: args.tables,
        time,
        patience: args.patience,
        once: args.once,
        ..ServerOptions::default()
    };
    let games = args.games.as_deref().map(record).transpose()?;
    let (told, heard) = channel();
    let witness: Witness = Arc::new(move |table, happening| {
        // Nobody listens any more when the program ends.
        let _ = told.send((table, happening));
    });
    let stop = analyse::interrupted();
    let server = Server::start(&options, &witness)?;
    drop(witness);
    for (index, address) in server.addresses().into_iter().enumerate() {
        let table = usize::from(args.server) + index;
        if out.json() {
            out.value(&json!({ "event": "listening", "table": table, "address": address }))?;
        } else {
            say(format_args!("table {table} is open at {address}"));
        }
    }
    out.finish()?;
    let mut house = House { out, games };
    while !stop.asked() && !server.is_over() {
        match heard.recv_timeout(LOOK) {
            Ok((table, happening)) => house.tell(table, &happening)?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let closed = server.close();
    house.tell_rest(&heard)?;
    Ok(closed?)
}

/// Opens the file that games are added to.
fn record(path: &Path) -> Result<File, Fault> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.map_err(|error| {
        let shown = path.display();
        Fault::new(format!(
            "games cannot be added to the file {shown}: {error}"
        ))
        .hint("give the path of a file that can be written")
    })
}

/// Where what happens at the tables is told and recorded.
struct House<'o> {
    out: &'o mut Output,
    games: Option<File>,
}

impl House<'_> {
    fn tell_rest(&mut self, heard: &Receiver<(u16, Happening)>) -> Result<(), Failure> {
        while let Ok((table, happening)) = heard.try_recv() {
            self.tell(table, &happening)?;
        }
        Ok(())
    }

    fn tell(&mut self, table: u16, happening: &Happening) -> Result<(), Failure> {
        if let Happening::Over { winner, why, log } = happening {
            return self.over(table, *winner, why, log);
        }
        if self.out.json() {
            self.out.value(&event(table, happening))?;
            return self.out.finish();
        }
        let sentence = match happening {
            Happening::Seated(role, from) => format!("{} from {from}", role_name(*role)),
            Happening::TurnedAway(from, why) => format!("{from} was turned away: {why}"),
            Happening::Left(role, why) => format!("{} left: {why}", role_name(*role)),
            Happening::Began => "a game begins".to_owned(),
            Happening::Moved(..) | Happening::Over { .. } => return Ok(()),
        };
        say(format_args!("table {table}: {sentence}"));
        Ok(())
    }

    fn over(
        &mut self,
        table: u16,
        winner: Option<Side>,
        why: &str,
        log: &[String],
    ) -> Result<(), Failure> {
        if let Some(file) = &mut self.games {
            // One write a game: whoever reads the file sees whole games.
            file.write_all(format!("{}\n", log.join("\n")).as_bytes())?;
        }
        if self.out.json() {
            let winner = winner.map(Side::name);
            self.out.value(&json!({
                "event": "over", "table": table, "winner": winner, "why": why, "log": log,
            }))?;
        } else {
            let result = winner.map_or("no winner".to_owned(), |side| {
                format!("{} wins", side.name())
            });
            self.out
                .line(format_args!("table {table}: {result} ({why})"))?;
        }
        self.out.finish()
    }
}

/// Anything but the end of a game as a JSON event.
fn event(table: u16, happening: &Happening) -> serde_json::Value {
    match happening {
        Happening::Seated(role, from) => {
            json!({ "event": "seated", "table": table, "role": role_name(*role), "from": from })
        }
        Happening::TurnedAway(from, why) => {
            json!({ "event": "turned_away", "table": table, "from": from, "why": why })
        }
        Happening::Left(role, why) => {
            json!({ "event": "left", "table": table, "role": role_name(*role), "why": why })
        }
        Happening::Moved(side, number, play) => json!({
            "event": "move", "table": table, "side": side.name(), "number": number, "move": play,
        }),
        Happening::Began | Happening::Over { .. } => json!({ "event": "began", "table": table }),
    }
}

fn role_name(role: Role) -> &'static str {
    match role {
        Role::Player(side) => side.name(),
        Role::Observer => "observer",
    }
}

fn play(args: &PlayArgs, out: &mut Output) -> Result<(), Failure> {
    let role = match args.side {
        SideArg::Black => Role::Player(Side::Black),
        SideArg::White => Role::Player(Side::White),
        SideArg::Observer => Role::Observer,
    };
    let session = place::game("gothello")?;
    let mut request = thinker::request(&args.think, &*session)?;
    if args.iterdeepening {
        request.limits.nodes = request.limits.nodes.or(Some(3000));
    }
    if args.moveselection {
        request.ties = Some("liberties".to_owned());
    }
    let port = args.base_port.checked_add(args.server).ok_or_else(|| {
        Fault::new(format!(
            "there is no port {} + {}",
            args.base_port, args.server
        ))
        .hint("ports end at 65535")
    })?;
    let mut player = Thinker::new(request, None)?;
    let thought = player.thought();
    let stop = analyse::interrupted();
    let client = Client::reach(&args.host, port, role)?;
    let contender: Option<&mut dyn Contender> = match role {
        Role::Player(_) => Some(&mut player),
        Role::Observer => None,
    };
    let mut failure = None;
    let report = client.play(args.name.as_deref(), contender, &stop, &mut |hearing| {
        let thought = thought.take().filter(|_| args.think.stats);
        let told = thought.map_or(Ok(()), |view| thinker::tell(&view, out));
        let told = told.and_then(|()| tell(&hearing, out));
        if let Err(error) = told.and_then(|()| out.finish()) {
            // Nobody reads on, but the opponent waits: the game is played to its end.
            failure.get_or_insert(error);
        }
    })?;
    match failure {
        Some(failure) => Err(failure),
        None => conclude(role, &report, out),
    }
}

/// Tells what a client hears.
fn tell(hearing: &Hearing, out: &mut Output) -> Result<(), Failure> {
    if !out.json() {
        return match hearing {
            Hearing::Accepted(clocks) => {
                let clocks = clocks
                    .map(|[black, white]| format!(", {black} s for black and {white} s for white"));
                say(format_args!("seated{}", clocks.unwrap_or_default()));
                Ok(())
            }
            Hearing::Began => {
                say("the game begins");
                Ok(())
            }
            Hearing::Chose(_) => Ok(()),
            Hearing::Moved {
                side,
                serial,
                play,
                seconds,
            } => {
                let dots = if *side == Side::White { "... " } else { "" };
                let left = seconds.map(|left| format!("  ({left} s left)"));
                out.line(format_args!(
                    "{serial} {dots}{play}{}",
                    left.unwrap_or_default()
                ))
            }
            Hearing::Refused(line) => {
                say(format_args!("the server refuses: {line}"));
                Ok(())
            }
        };
    }
    out.value(&match hearing {
        Hearing::Accepted(clocks) => json!({ "event": "seated", "seconds": clocks }),
        Hearing::Began => json!({ "event": "began" }),
        Hearing::Chose(choice) => json!({
            "event": "chose", "move": choice.play, "score": choice.score,
            "depth": choice.depth, "nodes": choice.nodes,
        }),
        Hearing::Moved {
            side,
            serial,
            play,
            seconds,
        } => json!({
            "event": "move", "side": side.name(), "number": serial, "move": play,
            "seconds": seconds,
        }),
        Hearing::Refused(line) => json!({ "event": "refused", "line": line }),
    })
}

/// Says how it ended.
fn conclude(role: Role, report: &Report, out: &mut Output) -> Result<(), Failure> {
    let winner = report.winner.map(Side::name);
    let result = match (role, report.winner) {
        (_, None) => "draw",
        (Role::Player(side), Some(winner)) if side == winner => "win",
        (Role::Player(_), Some(_)) => "loss",
        (Role::Observer, Some(winner)) => winner.name(),
    };
    if out.json() {
        return out.value(&json!({
            "event": "over", "role": role_name(role), "result": result, "winner": winner,
            "why": report.why, "moves": report.moves,
        }));
    }
    let sentence = match result {
        "win" => "we win",
        "loss" => "we lose",
        "draw" => "a draw",
        "black" => "black wins",
        _ => "white wins",
    };
    out.line(format_args!("{sentence} ({})", report.why))
}
