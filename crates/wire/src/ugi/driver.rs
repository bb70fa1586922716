//! A program that speaks UGI, as a player.

use std::time::Duration;

use ponder_core::Fault;
use ponder_engine::{Allowance, Choice, Contender, Lapse, Session, Stop};

use super::words::{Go, read_info};
use crate::drivers::{DriverSettings, origin};
use crate::process::{Program, Wait};

/// A player on the other side of UGI.
pub struct Driver {
    program: Program,
    settings: DriverSettings,
    /// The game it was told to play, once it has said hello.
    game: Option<String>,
    /// The names of the options that it has told of.
    offered: Vec<String>,
    /// It was told options and has not been asked yet what it thinks of them.
    unchecked: bool,
}

impl Driver {
    /// Starts a program; see [`DriverSettings`].
    pub fn new(command: &str, settings: &DriverSettings) -> Result<Self, Fault> {
        Ok(Self {
            program: Program::start(command)?,
            settings: settings.clone(),
            game: None,
            offered: Vec::new(),
            unchecked: false,
        })
    }

    /// Makes sure that the program runs, has said hello and plays this game.
    fn ready(&mut self, session: &dyn Session, stop: &Stop) -> Result<(), Lapse> {
        if !self.program.is_running() {
            self.game = None;
            self.program.restart()?;
        }
        if self.game.is_none() {
            self.greet(stop)?;
        }
        if self.game.as_deref() == Some(session.id()) {
            return Ok(());
        }
        self.check_names()?;
        if self.offers("Game") {
            let line = format!("setoption name Game value {}", session.id());
            self.program.say(&line)?;
        }
        for (name, value) in &self.settings.options {
            let line = format!("setoption name {name} value {value}");
            self.program.say(&line)?;
        }
        self.unchecked = true;
        self.game = Some(session.id().to_owned());
        Ok(())
    }

    fn offers(&self, name: &str) -> bool {
        let mut offered = self.offered.iter();
        offered.any(|offered| offered.eq_ignore_ascii_case(name))
    }

    /// Refuses options that the program does not have, if it tells which it has: it would pass
    /// over them in silence, and play otherwise than it was told.
    fn check_names(&self) -> Result<(), Fault> {
        let mut names = self.settings.options.iter().map(|(name, _)| name);
        match names.find(|name| !self.offered.is_empty() && !self.offers(name)) {
            None => Ok(()),
            Some(name) => Err(Fault::new(format!("the engine has no option \"{name}\""))
                .hint(format!("its options are: {}", self.offered.join(", ")))),
        }
    }

    /// What a program means that has something against its options.
    fn objection(&self, said: &str) -> Fault {
        let options = self.settings.options.iter();
        let options: Vec<_> = options
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        Fault::new(format!("the engine refuses its options: {said}"))
            .hint(format!("it was told: {}", options.join(", ")))
    }

    fn greet(&mut self, stop: &Stop) -> Result<(), Lapse> {
        self.program.say("ugi")?;
        self.offered.clear();
        let mut wait = Wait::new(self.settings.patience, Some(stop));
        loop {
            let line = self.program.hear(&mut wait)?;
            if line.trim() == "ugiok" {
                return Ok(());
            }
            if let Some(option) = line.trim().strip_prefix("option name ") {
                let name = option.split(" type ").next().unwrap_or(option);
                self.offered.push(name.trim().to_owned());
            }
        }
    }

    /// Waits until the program has done all it was told; what it says meanwhile is old, unless it
    /// has something against its options.
    fn synchronise(&mut self, stop: &Stop) -> Result<(), Lapse> {
        self.program.say("isready")?;
        let mut wait = Wait::new(self.settings.patience, Some(stop));
        let mut objection = None;
        loop {
            let line = self.program.hear(&mut wait)?;
            if line.trim() == "readyok" {
                break;
            }
            let error = line.trim().strip_prefix("info string error:");
            objection = objection.or(error.map(|error| self.objection(error.trim())));
        }
        let unchecked = std::mem::take(&mut self.unchecked);
        match objection.filter(|_| unchecked) {
            Some(fault) => Err(fault.into()),
            None => Ok(()),
        }
    }

    fn answer(&mut self, mut wait: Wait) -> Result<Choice, Lapse> {
        let mut choice = Choice::default();
        loop {
            let line = self.program.hear(&mut wait)?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => read_info(&line, &mut choice),
                Some("bestmove") => {
                    choice.play = match words.next() {
                        Some(play) => play.to_owned(),
                        None => return Err(Lapse::Babbled(line)),
                    };
                    return Ok(choice);
                }
                // What the protocol does not know it asks to pass over.
                _ => {}
            }
        }
    }
}

impl Contender for Driver {
    fn begin(&mut self, session: &dyn Session, stop: &Stop) -> Result<(), Lapse> {
        let begun = self.new_game(session, stop);
        self.program.keep_only_if(begun)
    }

    fn choose(
        &mut self,
        session: &dyn Session,
        allowance: &Allowance,
        stop: &Stop,
    ) -> Result<Choice, Lapse> {
        let choice = self.ask(session, allowance, stop);
        self.program.keep_only_if(choice)
    }
}

impl Driver {
    fn new_game(&mut self, session: &dyn Session, stop: &Stop) -> Result<(), Lapse> {
        self.ready(session, stop)?;
        self.program.say("uginewgame")?;
        self.synchronise(stop)
    }

    fn ask(
        &mut self,
        session: &dyn Session,
        allowance: &Allowance,
        stop: &Stop,
    ) -> Result<Choice, Lapse> {
        self.ready(session, stop)?;
        self.program.say(&position(session))?;
        self.synchronise(stop)?;
        let limits = self.settings.limits(allowance);
        let first = session.position().turn == session.players()[0];
        let (own, other) = if first { (0, 1) } else { (1, 0) };
        let mut go = Go {
            limits,
            ..Go::default()
        };
        go.clocks[own] = limits.clock;
        go.clocks[other] = allowance.theirs.filter(|_| limits.clock.is_some());
        self.program.say(&go.write())?;
        match self.answer(Wait::new(self.settings.wait(&limits), Some(stop))) {
            // Whoever is stopped may still say what it has.
            Err(Lapse::Stopped) => {
                self.program.say("stop")?;
                let last = self.answer(Wait::new(LAST_WORD, None));
                last.map_err(|_| Lapse::Stopped)
            }
            answer => answer,
        }
    }
}

/// How long a program that is stopped may take to answer.
const LAST_WORD: Duration = Duration::from_secs(1);

/// The line that tells where a game stands, with its past.
fn position(session: &dyn Session) -> String {
    let (start, own) = origin(session);
    let mut line = if own {
        "position startpos".to_owned()
    } else {
        format!("position fen {start}")
    };
    let moves = session.line();
    if !moves.is_empty() {
        line.push_str(" moves ");
        line.push_str(&moves.join(" "));
    }
    line
}

impl Drop for Driver {
    fn drop(&mut self) {
        self.program.dismiss("quit");
    }
}
