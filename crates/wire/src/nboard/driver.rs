//! A program that speaks `NBoard`, as a player.

use std::time::Duration;

use ponder_core::Fault;
use ponder_engine::{Allowance, Choice, Clock, Contender, Lapse, Limits, Session, Stop};

use super::words::{parts, read_eval, read_move, write_clock};
use super::{GGF, check};
use crate::drivers::{DriverSettings, forced_pass, origin};
use crate::process::{Program, Wait};

/// A player on the other side of `NBoard`.
pub struct Driver {
    program: Program,
    settings: DriverSettings,
    /// The depth it was told, once it has said hello.
    depth: Option<u32>,
    pings: u32,
}

/// The depth for a program that is told none, also where it has a clock: with a great depth a
/// program was seen to think far beyond its time.
const USUAL_DEPTH: u32 = 8;

/// How long a program that is stopped may take to say so.
const LAST_WORD: Duration = Duration::from_secs(1);

impl Driver {
    /// Starts a program; see [`DriverSettings`].
    pub fn new(command: &str, settings: &DriverSettings) -> Result<Self, Fault> {
        Ok(Self {
            program: Program::start(command)?,
            settings: settings.clone(),
            depth: None,
            pings: 0,
        })
    }

    /// Makes sure that the program runs and knows how deep to look.
    fn ready(&mut self, session: &dyn Session, limits: &Limits) -> Result<(), Lapse> {
        check(session)?;
        if !self.program.is_running() {
            self.depth = None;
            self.program.restart()?;
        }
        if self.depth.is_none() {
            self.program.say("nboard 2")?;
            for (name, value) in &self.settings.options {
                self.program.say(&format!("set {name} {value}"))?;
            }
        }
        let depth = limits.depth.unwrap_or(USUAL_DEPTH);
        if self.depth != Some(depth) {
            self.program.say(&format!("set depth {depth}"))?;
            self.depth = Some(depth);
        }
        Ok(())
    }

    /// Waits until the program has done all it was told; what it says meanwhile is old.
    fn synchronise(&mut self, most: Duration, stop: Option<&Stop>) -> Result<(), Lapse> {
        self.pings += 1;
        self.program.say(&format!("ping {}", self.pings))?;
        let pong = format!("pong {}", self.pings);
        let mut wait = Wait::new(most, stop);
        while self.program.hear(&mut wait)?.trim() != pong {}
        Ok(())
    }

    fn answer(&mut self, mut wait: Wait) -> Result<Choice, Lapse> {
        let mut choice = Choice::default();
        loop {
            let line = self.program.hear(&mut wait)?;
            if let Some(stats) = line.strip_prefix("nodestats ") {
                let nodes = stats.split_whitespace().next();
                choice.nodes = nodes.and_then(|nodes| nodes.parse().ok());
            } else if let Some(answer) = line.strip_prefix("===") {
                let (play, eval, _) = parts(answer);
                if play.is_empty() {
                    return Err(Lapse::Babbled(line));
                }
                choice.play = read_move(play);
                choice.score = read_eval(eval);
                return Ok(choice);
            } else if let Some(line) = line.strip_prefix("search ") {
                let depth = line.split_whitespace().nth(3).unwrap_or_default();
                choice.depth = depth.parse().ok().or(choice.depth);
            }
        }
    }

    fn new_game(&mut self, session: &dyn Session, stop: &Stop) -> Result<(), Lapse> {
        self.ready(session, &self.settings.limits.clone())?;
        self.program.say(&game(session, None)?)?;
        self.synchronise(self.settings.patience, Some(stop))
    }

    fn ask(
        &mut self,
        session: &dyn Session,
        allowance: &Allowance,
        stop: &Stop,
    ) -> Result<Choice, Lapse> {
        let limits = self.settings.limits(allowance);
        self.ready(session, &limits)?;
        self.program.say(&game(session, clock(session, &limits))?)?;
        self.synchronise(self.settings.patience, Some(stop))?;
        self.program.say("go")?;
        match self.answer(Wait::new(self.settings.wait(&limits), Some(stop))) {
            Err(Lapse::Stopped) => {
                // Whoever does not obey is ended by that; either way there is no move.
                let _ = self.synchronise(LAST_WORD, None);
                Err(Lapse::Stopped)
            }
            answer => answer,
        }
    }
}

impl Contender for Driver {
    fn begin(&mut self, session: &dyn Session, stop: &Stop) -> Result<(), Lapse> {
        let begun = self.new_game(session, stop);
        self.program.keep_only_if(begun)
    }

    fn obeys(&self, limits: &Limits) -> Result<(), Fault> {
        match limits.nodes {
            None => Ok(()),
            Some(_) => Err(Fault::new("NBoard knows no number of nodes")
                .hint("give it a depth, as in depth=8, or a time")),
        }
    }

    fn choose(
        &mut self,
        session: &dyn Session,
        allowance: &Allowance,
        stop: &Stop,
    ) -> Result<Choice, Lapse> {
        // The protocol leaves it open who says so, and many programs do not expect to be asked.
        if let Some(pass) = forced_pass(session) {
            return Ok(pass);
        }
        match self.ask(session, allowance, stop) {
            // It was in time to say that it has stopped.
            Err(Lapse::Stopped) => Err(Lapse::Stopped),
            choice => self.program.keep_only_if(choice),
        }
    }
}

/// A clock that leaves about the time of the limits for this move: the protocol knows only the
/// time for the whole rest of the game.
fn clock(session: &dyn Session, limits: &Limits) -> Option<Clock> {
    let spread = |time: Duration| Clock {
        left: time.saturating_mul(session.moves_ahead().max(1)),
        increment: Duration::ZERO,
        moves: None,
    };
    limits.clock.or(limits.time.map(spread))
}

/// The line that tells the whole game.
fn game(session: &dyn Session, clock: Option<Clock>) -> Result<String, Lapse> {
    let (start, own) = origin(session);
    let start = if own { "startpos".to_owned() } else { start };
    let text = format!("{start} moves {}", session.line().join(" "));
    let text = session.convert("game", GGF, text.trim_end().trim_end_matches(" moves"))?;
    let text = text.trim();
    Ok(match (clock, text.strip_prefix("(;GM[Othello]")) {
        (Some(clock), Some(rest)) => {
            format!("set game (;GM[Othello]TI[{}]{rest}", write_clock(&clock))
        }
        _ => format!("set game {text}"),
    })
}

impl Drop for Driver {
    fn drop(&mut self) {
        self.program.dismiss("quit");
    }
}
