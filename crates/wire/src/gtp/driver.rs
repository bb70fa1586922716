//! A program that speaks GTP, as a player.
//!
//! One command at a time, each with its answer awaited: some programs obey a later command before
//! an earlier one. The program keeps the game itself, so that only what it does not know yet is
//! told.

use std::collections::HashSet;
use std::fmt::Write;

use ponder_core::Fault;
use ponder_engine::{Allowance, Choice, Contender, Lapse, Limits, Session, Stop, find, open};

use super::times::write_seconds;
use super::vertices;
use crate::drivers::{DriverSettings, forced_pass, origin};
use crate::process::{Program, Wait};

/// A player on the other side of GTP.
pub struct Driver {
    program: Program,
    settings: DriverSettings,
    /// The commands it knows, once it was asked.
    known: HashSet<String>,
    /// The game it plays and the moves it knows of, once it was told.
    told: Option<(String, Vec<String>)>,
    /// Whether it was told that this game has a clock.
    timed: bool,
    commands: u32,
}

/// What came back: the text of an answer, or that of a refusal.
type Answer = Result<String, String>;

impl Driver {
    /// Starts a program; see [`DriverSettings`].
    pub fn new(command: &str, settings: &DriverSettings) -> Result<Self, Fault> {
        Ok(Self {
            program: Program::start(command)?,
            settings: settings.clone(),
            known: HashSet::new(),
            told: None,
            timed: false,
            commands: 0,
        })
    }

    /// Says a command and waits for its answer.
    fn ask(&mut self, command: &str, wait: Wait) -> Result<Answer, Lapse> {
        self.commands += 1;
        let id = self.commands.to_string();
        self.program.say(&format!("{id} {command}"))?;
        self.answer(&id, wait)
    }

    /// The same for commands that are done at once.
    fn tell(&mut self, command: &str, stop: &Stop) -> Result<Answer, Lapse> {
        self.ask(command, Wait::new(self.settings.patience, Some(stop)))
    }

    fn answer(&mut self, id: &str, mut wait: Wait) -> Result<Answer, Lapse> {
        loop {
            let first = self.program.hear(&mut wait)?;
            let text = first.strip_prefix(['=', '?']);
            // Chatter before an answer is passed over; the wait bounds it.
            let Some(text) = text.map(|text| without_id(text, id)) else {
                continue;
            };
            let mut whole = text.to_owned();
            loop {
                let line = self.program.hear(&mut wait)?;
                if line.trim().is_empty() {
                    break;
                }
                whole.push('\n');
                whole.push_str(&line);
            }
            let whole = whole.trim().to_owned();
            return Ok(if first.starts_with('=') {
                Ok(whole)
            } else {
                Err(whole)
            });
        }
    }

    /// Makes sure that the program runs and plays this game from its start.
    fn ready(&mut self, session: &dyn Session, stop: &Stop) -> Result<(), Lapse> {
        if !self.program.is_running() {
            self.program.restart()?;
            self.known.clear();
            self.told = None;
        }
        let (start, own) = origin(session);
        if !own {
            let what = format!("GTP cannot tell a position to begin with: {start}");
            return Err(Fault::new(what)
                .hint("begin with moves from the start")
                .into());
        }
        let told = self.told.as_ref();
        if told.is_some_and(|(id, _)| id == session.id()) {
            return Ok(());
        }
        if self.known.is_empty() {
            let known = self.tell("list_commands", stop)?.unwrap_or_default();
            self.known = known.split_whitespace().map(str::to_owned).collect();
            for (name, value) in self.settings.options.clone() {
                let set = self.tell(format!("{name} {value}").trim_end(), stop)?;
                set.map_err(|why| refused(&format!("{name} {value}"), &why))?;
            }
        }
        if self.known.contains("set_game") {
            let id = session.id();
            let title = find(id).map_or(id, |(entry, _)| entry.title);
            let game = if id.contains(':') { id } else { title };
            let set = self.tell(&format!("set_game {game}"), stop)?;
            set.map_err(|why| refused(game, &why))?;
        }
        if let Some((columns, rows)) = vertices::size(&session.board()) {
            let size = if columns == rows {
                columns.to_string()
            } else {
                format!("{columns} {rows}")
            };
            let set = self.tell(&format!("boardsize {size}"), stop)?;
            set.map_err(|why| refused(&format!("a board of size {size}"), &why))?;
        }
        let cleared = self.tell("clear_board", stop)?;
        cleared.map_err(|why| refused("clear_board", &why))?;
        self.told = Some((session.id().to_owned(), Vec::new()));
        Ok(())
    }

    /// Tells the moves that the program does not know of.
    fn catch_up(&mut self, session: &dyn Session, stop: &Stop) -> Result<(), Lapse> {
        let line = session.line();
        let known = self.told.as_ref().map_or(&[][..], |(_, moves)| moves);
        let mut known = known.len();
        if !self
            .told
            .as_ref()
            .is_some_and(|(_, moves)| line.starts_with(moves))
        {
            let cleared = self.tell("clear_board", stop)?;
            cleared.map_err(|why| refused("clear_board", &why))?;
            known = 0;
        }
        let mut replay = open(session.id())?;
        let board = replay.board();
        for (ply, play) in line.iter().enumerate() {
            if ply >= known {
                let colour = vertices::colours(&*replay)[vertices::mover(&*replay)];
                let vertex = vertices::write(&board, play);
                let played = self.tell(&format!("play {colour} {vertex}"), stop)?;
                // Passes need not be told, and some will not hear of them.
                if let (Err(why), true) = (played, play != "pass") {
                    let what = format!("it refuses the move {vertex} of {colour}: {why}");
                    return Err(Lapse::Babbled(what));
                }
            }
            replay.play(play)?;
        }
        self.told = Some((session.id().to_owned(), line));
        Ok(())
    }

    /// Tells what a move may cost, as far as the program can be told.
    fn limit(&mut self, limits: &Limits, colour: &str, stop: &Stop) -> Result<(), Lapse> {
        let mut lines = Vec::new();
        if let Some(clock) = limits.clock {
            let left = write_seconds(clock.left);
            let stones = clock.moves.unwrap_or(0);
            if !std::mem::replace(&mut self.timed, true) {
                lines.push(format!("time_settings {left} 0 0"));
            }
            lines.push(format!("time_left {colour} {left} {stones}"));
        } else if let Some(time) = limits.time {
            let time = write_seconds(time);
            lines.push(format!("time_settings 0 {time} 1"));
            lines.push(format!("time_left {colour} {time} 1"));
        }
        if self.known.contains("ponder-limit") {
            let mut line = "ponder-limit".to_owned();
            if let Some(depth) = limits.depth {
                let _ = write!(line, " depth {depth}");
            }
            if let Some(nodes) = limits.nodes {
                let _ = write!(line, " nodes {nodes}");
            }
            lines.push(line);
        }
        for line in lines {
            // Whoever knows nothing of time plays as it likes.
            let _ = self.tell(&line, stop)?;
        }
        Ok(())
    }

    fn generate(
        &mut self,
        session: &dyn Session,
        allowance: &Allowance,
        stop: &Stop,
    ) -> Result<Choice, Lapse> {
        self.ready(session, stop)?;
        self.catch_up(session, stop)?;
        let limits = self.settings.limits(allowance);
        let colour = vertices::colours(session)[vertices::mover(session)];
        self.limit(&limits, colour, stop)?;
        let wait = Wait::new(self.settings.wait(&limits), Some(stop));
        let answer = self.ask(&format!("genmove {colour}"), wait)?;
        let vertex = match answer {
            Ok(text) => text.split_whitespace().next().map(str::to_owned),
            Err(why) => return Err(Lapse::Babbled(format!("? {why}"))),
        };
        let vertex = vertex.ok_or_else(|| Lapse::Babbled("an empty answer".to_owned()))?;
        if vertex.eq_ignore_ascii_case("resign") {
            return Err(Lapse::Resigned);
        }
        let play = vertices::read(&session.board(), &vertex);
        if let Some((_, moves)) = &mut self.told {
            moves.push(play.clone());
        }
        Ok(Choice {
            play,
            ..Choice::default()
        })
    }
}

impl Contender for Driver {
    fn begin(&mut self, session: &dyn Session, stop: &Stop) -> Result<(), Lapse> {
        // A resignation leaves the program well; it must only forget the game.
        self.told = None;
        self.timed = false;
        let begun = self.ready(session, stop);
        self.program.keep_only_if(begun)
    }

    fn obeys(&self, limits: &Limits) -> Result<(), Fault> {
        let counted = limits.depth.is_some() || limits.nodes.is_some();
        if !counted || self.known.contains("ponder-limit") {
            return Ok(());
        }
        let what = "it cannot be told a depth or a number of nodes: it has no ponder-limit";
        Err(Fault::new(what).hint("give it a time, as in time=1s, or a clock"))
    }

    fn choose(
        &mut self,
        session: &dyn Session,
        allowance: &Allowance,
        stop: &Stop,
    ) -> Result<Choice, Lapse> {
        // Passes need not be asked for, and many programs do not expect to be asked.
        if let Some(pass) = forced_pass(session) {
            return Ok(pass);
        }
        match self.generate(session, allowance, stop) {
            Err(Lapse::Resigned) => Err(Lapse::Resigned),
            choice => self.program.keep_only_if(choice),
        }
    }
}

/// The text of an answer. Some programs put a blank before the id, some leave it out.
fn without_id<'t>(text: &'t str, id: &str) -> &'t str {
    let text = text.trim();
    let rest = text.strip_prefix(id);
    let rest = rest.filter(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace));
    rest.map_or(text, str::trim_start)
}

fn refused(what: &str, why: &str) -> Lapse {
    Fault::new(format!("the engine refuses {what}: {why}")).into()
}

impl Drop for Driver {
    fn drop(&mut self) {
        self.program.dismiss("quit");
    }
}

#[cfg(test)]
mod tests {
    use super::without_id;

    #[test]
    fn ids_are_found_wherever_programs_put_them() {
        for (text, rest) in [
            ("7 D6", "D6"),
            (" 7 d6", "d6"),
            (" d6", "d6"),
            ("7", ""),
            (" 7-11", "7-11"),
            (" 71 a", "71 a"),
        ] {
            assert_eq!(without_id(text, "7"), rest, "{text}");
        }
    }
}
