//! The client: a [`Contender`] plays a game on a server.

use std::net::TcpStream;
use std::time::{Duration, Instant};

use ponder_core::Fault;
use ponder_engine::{Allowance, Choice, Contender, Stop, open};

use super::words::{self, Said};
use crate::dial::{GREETING, NoResult, choose, dial, lapsed, say};
use crate::lines::{LineError, Lines};
use crate::referee::{Script, Spelling};

/// Messages after which a server is taken to be mad: a game has at most some 1500.
const MOST_LINES: u32 = 100_000;

/// A client that has reached a server.
pub struct Client {
    lines: Lines<TcpStream>,
    script: Script,
    phase: Phase,
    colour: Option<&'static str>,
    /// The time for the first answer.
    greeting: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Before our request is noted.
    Asking,
    /// Before there is an opponent.
    Waiting,
    /// Before we are told our colour.
    Choosing,
    Playing,
}

/// What a client hears.
#[derive(Clone, Debug)]
pub enum Hearing {
    /// The request is noted; now an opponent must come.
    Waiting,
    /// A game was found.
    Paired {
        /// White's name.
        white: String,
        /// Black's name.
        black: String,
    },
    /// The game begins, and we play this colour.
    Began(&'static str),
    /// Our player has chosen an action.
    Chose(Choice),
    /// An action was made.
    Moved {
        /// Whose it is.
        colour: &'static str,
        /// The action in canonical text.
        play: String,
    },
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The server's words, as in `winner: white`.
    pub result: String,
    /// The colour we played.
    pub colour: Option<&'static str>,
    /// The winner, if the words name one.
    pub winner: Option<&'static str>,
    /// The moves.
    pub moves: Vec<String>,
}

impl Client {
    /// Goes to a server.
    pub fn reach(host: &str, port: u16) -> Result<Self, Fault> {
        let script = Script::new(open("expendibots")?, Spelling::Json)?;
        Ok(Self {
            lines: dial(host, port, "look at --host and --port")?,
            script,
            phase: Phase::Asking,
            colour: None,
            greeting: GREETING,
        })
    }

    /// The same, with another time for the server's first answer; it is 10 s by itself.
    #[must_use]
    pub fn greeted_within(mut self, time: Duration) -> Self {
        self.greeting = time;
        self
    }

    /// Asks for a game in a channel (the open one if it has no name) and plays it to its end.
    pub fn play(
        mut self,
        name: &str,
        channel: &str,
        contender: &mut dyn Contender,
        stop: &Stop,
        observe: &mut dyn FnMut(Hearing),
    ) -> Result<Ending, NoResult> {
        let begun = Instant::now();
        self.send(&words::play(name, channel))?;
        for _ in 0..MOST_LINES {
            let line = loop {
                match self.lines.next() {
                    Ok(Some(line)) if line.trim().is_empty() => {}
                    Ok(Some(line)) => break line,
                    Ok(None) => return self.cut_off("the server ended the connection"),
                    Err(error) if error.is_timeout() => self.look(stop, begun)?,
                    Err(error @ LineError::Overlong(_)) => {
                        return Err(Fault::new(format!("of what the server says {error}")).into());
                    }
                    Err(error) => {
                        return self.cut_off(&format!("the connection was lost: {error}"));
                    }
                }
            };
            if let Some(result) = self.hear(&line, contender, stop, observe)? {
                contender.end(self.script.session());
                return Ok(self.ending(result));
            }
        }
        Err(Fault::new("the server does not stop talking").into())
    }

    /// Looks whether to go on waiting.
    fn look(&self, stop: &Stop, begun: Instant) -> Result<(), NoResult> {
        if stop.asked() {
            return Err(NoResult::Stopped);
        }
        if self.phase == Phase::Asking && begun.elapsed() > self.greeting {
            return Err(Fault::new("what listens there does not answer")
                .hint("it may not be a BOOM server")
                .into());
        }
        Ok(())
    }

    /// Hears a message and does what it asks for; the result if it is the last one.
    fn hear(
        &mut self,
        line: &str,
        contender: &mut dyn Contender,
        stop: &Stop,
        observe: &mut dyn FnMut(Hearing),
    ) -> Result<Option<String>, NoResult> {
        match (self.phase, Said::read(line)?) {
            (Phase::Asking, Said::Okay) => {
                self.phase = Phase::Waiting;
                observe(Hearing::Waiting);
            }
            // Still there.
            (Phase::Waiting, Said::Okay) => self.send(words::OKAY)?,
            (Phase::Waiting, Said::Game([white, black])) => {
                self.phase = Phase::Choosing;
                observe(Hearing::Paired { white, black });
            }
            (Phase::Choosing, Said::Init(colour)) => {
                let colour = self.known(&colour)?;
                self.phase = Phase::Playing;
                self.colour = Some(colour);
                contender
                    .begin(self.script.session(), stop)
                    .map_err(lapsed)?;
                observe(Hearing::Began(colour));
                self.send(words::OKAY)?;
            }
            (Phase::Playing, Said::Turn) => self.act(contender, stop, observe)?,
            (Phase::Playing, Said::Update(colour, action)) => {
                let colour = self.known(&colour)?;
                let made = self.script.make(colour, &action.to_string());
                let play = made.map_err(|fault| {
                    Fault::new(format!(
                        "the server tells the action {action} of {colour}, and by the rules {fault}"
                    ))
                })?;
                observe(Hearing::Moved { colour, play });
                self.send(words::OKAY)?;
            }
            (_, Said::Over(result)) => return Ok(Some(result)),
            (phase, Said::Error(reason)) => return Err(NoResult::Lost(broken_off(phase, &reason))),
            (phase, said) => {
                return Err(Fault::new(format!(
                    "the server says what does not belong here: {}",
                    kind(&said)
                ))
                .hint(match phase {
                    Phase::Asking => "it should have noted the request",
                    Phase::Waiting => "it should have found an opponent",
                    Phase::Choosing => "it should have told our colour",
                    Phase::Playing => "it should have asked for an action or told one",
                })
                .into());
            }
        }
        Ok(None)
    }

    fn known(&self, colour: &str) -> Result<&'static str, Fault> {
        let mut players = self.script.session().players().into_iter();
        players
            .find(|name| *name == colour)
            .ok_or_else(|| Fault::new(format!("the server speaks of a player \"{colour}\"")))
    }

    fn act(
        &mut self,
        contender: &mut dyn Contender,
        stop: &Stop,
        observe: &mut dyn FnMut(Hearing),
    ) -> Result<(), NoResult> {
        let session = self.script.session();
        if Some(session.position().turn) != self.colour {
            return Err(Fault::new("the server asks us for an action out of turn").into());
        }
        let choice = choose(contender, session, &Allowance::default(), stop)?;
        let play = session.fork().play(&choice.play)?;
        let action = self.script.spell(&play)?;
        observe(Hearing::Chose(choice));
        self.send(&words::act(&action))
    }

    fn send(&self, message: &str) -> Result<(), NoResult> {
        say(self.lines.source(), &format!("{message}\n"))
    }

    fn ending(&self, result: String) -> Ending {
        let winner = result.strip_prefix("winner: ");
        Ending {
            winner: winner.and_then(|name| self.known(name.trim()).ok()),
            colour: self.colour,
            moves: self.script.session().line(),
            result,
        }
    }

    fn cut_off(&self, how: &str) -> Result<Ending, NoResult> {
        let hint = match self.phase {
            Phase::Asking => "it may not be a BOOM server",
            _ => "the game has no result",
        };
        let fault = Fault::new(format!("{how} before the game was over"));
        Err(NoResult::Lost(fault.hint(hint)))
    }
}

/// What an error that the server tells means for us.
fn broken_off(phase: Phase, reason: &str) -> Fault {
    match phase {
        Phase::Asking => Fault::new(format!("the server refuses the request: {reason}"))
            .hint("ask for another name or channel"),
        Phase::Waiting | Phase::Choosing | Phase::Playing => {
            Fault::new(format!("the server breaks the game off: {reason}"))
                .hint("the game has no result")
        }
    }
}

/// The type of a message.
fn kind(said: &Said) -> &'static str {
    match said {
        Said::Okay => "OKAY",
        Said::Game(_) => "GAME",
        Said::Init(_) => "INIT",
        Said::Turn => "TURN",
        Said::Update(..) => "UPD8",
        Said::Over(_) => "OVER",
        Said::Error(_) => "ERRO",
    }
}
