//! A client: a [`Contender`] plays on a server, or somebody watches.
//!
//! The server's status lines are the truth: a move is made on our board when the server tells it
//! to all, our own moves too. Whatever else it says is looked at by its code alone, and codes that
//! nobody knows are passed over.

use std::cmp::Ordering;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use ponder_core::Fault;
use ponder_engine::{Allowance, Choice, Clock, Contender, Limits, Session, Stop, open};

use super::said::Said;
use super::words::{self, Role, Side};
use crate::dial::{GREETING, NoResult, choose, dial, lapsed, say};
use crate::lines::{LineError, Lines};

/// Lines after which a server is taken to be mad: a game has fewer than a thousand.
const MOST_LINES: u32 = 100_000;
/// Taken off our clock for the way of a move to the server.
const WAY: Duration = Duration::from_millis(100);

/// A client that has reached a server.
pub struct Client {
    lines: Lines<TcpStream>,
    role: Role,
    session: Box<dyn Session>,
    /// Seconds left, black's first.
    clocks: Option<[i64; 2]>,
    phase: Phase,
    /// The move that the server has not answered yet.
    asked: Option<String>,
    heard: u32,
    /// The time for the greeting.
    greeting: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Before the greeting.
    Greeting,
    /// Before the answer to what we want to be.
    Asking,
    /// Before the other players have come.
    Waiting,
    Playing,
}

/// What a client hears.
#[derive(Clone, Debug)]
pub enum Hearing {
    /// It may take part; the seconds of black and white, if there are clocks.
    Accepted(Option<[i64; 2]>),
    /// The game begins.
    Began,
    /// Our player has chosen a move.
    Chose(Choice),
    /// A move was made; the mover's seconds if there are clocks.
    Moved {
        /// Whose it is.
        side: Side,
        /// Its number.
        serial: u32,
        /// The move.
        play: String,
        /// What the mover has left.
        seconds: Option<i64>,
    },
    /// Our move was refused, and with which line.
    Refused(String),
}

/// How a game ended.
#[derive(Clone, Debug)]
pub struct Report {
    /// The winner, if there is one.
    pub winner: Option<Side>,
    /// Why it is over.
    pub why: String,
    /// The moves.
    pub moves: Vec<String>,
}

impl Client {
    /// Goes to a server.
    pub fn reach(host: &str, port: u16, role: Role) -> Result<Self, Fault> {
        let hint = "start one with `ponder gthd serve`, or give --host and --server";
        Ok(Self {
            lines: dial(host, port, hint)?,
            role,
            session: open("gothello")?,
            clocks: None,
            phase: Phase::Greeting,
            asked: None,
            heard: 0,
            greeting: GREETING,
        })
    }

    /// The same, with another time for the server's greeting and for its answer to what we want
    /// to be; it is 10 s by itself.
    #[must_use]
    pub fn greeted_within(mut self, time: Duration) -> Self {
        self.greeting = time;
        self
    }

    /// Takes part in a game to its end: a player needs a contender, an observer none. The name is
    /// told to the server.
    pub fn play(
        mut self,
        name: Option<&str>,
        mut contender: Option<&mut dyn Contender>,
        stop: &Stop,
        observe: &mut dyn FnMut(Hearing),
    ) -> Result<Report, NoResult> {
        let begun = Instant::now();
        loop {
            let line = match self.lines.next() {
                Ok(Some(line)) => line,
                Ok(None) => return self.cut_off("the server ended the connection"),
                Err(error @ LineError::Overlong(_)) => {
                    return Err(Fault::new(format!("of what the server says {error}"))
                        .hint("it may not be a Gothello server")
                        .into());
                }
                Err(error) if error.is_timeout() => {
                    if stop.asked() {
                        return Err(NoResult::Stopped);
                    }
                    let greeted = !matches!(self.phase, Phase::Greeting | Phase::Asking);
                    if !greeted && begun.elapsed() > self.greeting {
                        return Err(Fault::new("what listens there does not answer")
                            .hint("it may not be a Gothello server, or serve somebody else")
                            .into());
                    }
                    continue;
                }
                Err(error) => return self.cut_off(&format!("the connection was lost: {error}")),
            };
            self.heard += 1;
            if self.heard > MOST_LINES {
                return Err(Fault::new("the server does not stop talking").into());
            }
            if let Some(report) = self.hear(&line, name, observe)? {
                if let Some(contender) = contender.as_deref_mut() {
                    contender.end(&*self.session);
                }
                return Ok(report);
            }
            if let Some(contender) = contender.as_deref_mut() {
                self.answer(contender, stop, observe)?;
            }
        }
    }

    /// Hears a line; a report if it is the last one.
    fn hear(
        &mut self,
        line: &str,
        name: Option<&str>,
        observe: &mut dyn FnMut(Hearing),
    ) -> Result<Option<Report>, NoResult> {
        let said = Said::read(line);
        match (self.phase, said) {
            (Phase::Greeting, Said::Hello) => {
                self.phase = Phase::Asking;
                self.send(&words::hello(self.role, name))?;
            }
            (Phase::Greeting, _) if line.trim().is_empty() => {}
            (Phase::Greeting, _) => return Err(no_server().into()),
            (Phase::Asking, Said::Accepted(times)) => {
                self.phase = Phase::Waiting;
                self.clocks = times.map(|[first, second]| match self.role {
                    Role::Player(Side::Black) => [first, second],
                    Role::Player(Side::White) | Role::Observer => [second, first],
                });
                observe(Hearing::Accepted(self.clocks));
            }
            (Phase::Asking, Said::Refused) => return Err(self.turned_away(line).into()),
            (Phase::Waiting, Said::Seated) => {
                self.phase = Phase::Playing;
                observe(Hearing::Began);
            }
            (Phase::Playing, Said::Illegal) => {
                observe(Hearing::Refused(line.to_owned()));
                match self.asked.as_deref() {
                    // A pass is always legal: whatever the server has against our move, the game
                    // can go on.
                    Some(play) if play != "pass" => self.ask("pass".to_owned())?,
                    _ => return Err(refused(line).into()),
                }
            }
            (Phase::Playing, Said::Refused) => return Err(refused(line).into()),
            (
                _,
                Said::Moved {
                    side,
                    serial,
                    play,
                    seconds,
                    result,
                },
            ) => {
                self.phase = Phase::Playing;
                self.make(side, serial, &play)?;
                if let (Some(clocks), Some(left)) = (&mut self.clocks, seconds) {
                    clocks[side.index()] = left;
                }
                observe(Hearing::Moved {
                    side,
                    serial,
                    play,
                    seconds,
                });
                return Ok(result.map(|result| self.passed_out(side, result)));
            }
            (_, Said::Expired(side)) => {
                let why = format!("{}'s time expired", side.name());
                return Ok(Some(self.report(Some(side.other()), why)));
            }
            (_, Said::Disconnected(side)) => {
                let why = format!("{} disconnected", side.name());
                return Ok(Some(self.report(Some(side.other()), why)));
            }
            _ => {}
        }
        Ok(None)
    }

    /// Makes a move that the server has told.
    fn make(&mut self, side: Side, serial: u32, play: &str) -> Result<(), Fault> {
        let ply = 2 * (serial.max(1) as usize - 1) + side.index();
        let line = self.session.line();
        if let Some(known) = line.get(ply) {
            // It is told twice, which changes nothing.
            return if known == play {
                Ok(())
            } else {
                Err(Fault::new(format!(
                    "the server first told {known} as move {serial} of {}, then {play}",
                    side.name()
                )))
            };
        }
        if ply > line.len() {
            return Err(Fault::new(format!(
                "the server tells move {serial} of {}, and moves before it are missing",
                side.name()
            )));
        }
        self.session.play(play).map_err(|fault| {
            Fault::new(format!(
                "the server tells the move {play}, and by the rules {fault}"
            ))
        })?;
        if self.role == Role::Player(side) {
            self.asked = None;
        }
        Ok(())
    }

    /// Moves, if it is our turn.
    fn answer(
        &mut self,
        contender: &mut dyn Contender,
        stop: &Stop,
        observe: &mut dyn FnMut(Hearing),
    ) -> Result<(), NoResult> {
        let ply = self.session.line().len();
        let ours = self.role == Role::Player(Side::BOTH[ply % 2]);
        if self.phase != Phase::Playing || !ours || self.asked.is_some() {
            return Ok(());
        }
        if ply < 2 {
            contender.begin(&*self.session, stop).map_err(lapsed)?;
        }
        let clock = |side: Side| {
            let seconds = self.clocks?[side.index()];
            let left = Duration::from_secs(seconds.max(0) as u64);
            Some(Clock {
                left: left.saturating_sub(WAY),
                increment: Duration::ZERO,
                moves: None,
            })
        };
        let side = Side::BOTH[ply % 2];
        let allowance = Allowance {
            limits: Limits {
                clock: clock(side),
                ..Limits::default()
            },
            theirs: clock(side.other()),
        };
        let choice = choose(contender, &*self.session, &allowance, stop)?;
        let play = self.session.fork().play(&choice.play)?;
        observe(Hearing::Chose(choice));
        self.ask(play)
    }

    /// Sends a move.
    fn ask(&mut self, play: String) -> Result<(), NoResult> {
        let ply = self.session.line().len();
        let side = Side::BOTH[ply % 2];
        let line = words::request(side, ply as u32 / 2 + 1, &play);
        self.asked = Some(play);
        self.send(&line)
    }

    fn send(&self, line: &str) -> Result<(), NoResult> {
        say(self.lines.source(), &format!("{line}\r"))
    }

    fn report(&self, winner: Option<Side>, why: String) -> Report {
        let moves = self.session.line();
        Report { winner, why, moves }
    }

    /// The report after two passes.
    fn passed_out(&self, side: Side, result: Ordering) -> Report {
        let winner = match result {
            Ordering::Greater => Some(side),
            Ordering::Less => Some(side.other()),
            Ordering::Equal => None,
        };
        let text = self.session.position_text();
        let board = text.split(' ').next().unwrap_or_default();
        self.report(winner, words::stones(board))
    }

    /// What it means that the connection has ended.
    fn cut_off(&self, how: &str) -> Result<Report, NoResult> {
        let side = Side::BOTH[(self.session.line().len() + 1) % 2];
        // The last status line may be lost on the way.
        if let Some(outcome) = self.session.position().outcome {
            let result = match outcome.winner {
                Some(winner) if winner == side.name() => Ordering::Greater,
                Some(_) => Ordering::Less,
                None => Ordering::Equal,
            };
            return Ok(self.passed_out(side, result));
        }
        let hint = match self.phase {
            Phase::Greeting | Phase::Asking => "it may not be a Gothello server",
            _ => "some servers end when the opponent leaves",
        };
        let fault = Fault::new(format!("{how} before the game was over"));
        Err(NoResult::Lost(fault.hint(hint)))
    }

    fn turned_away(&self, line: &str) -> Fault {
        let fault = Fault::new(format!("the server refuses: {line}"));
        match (line.trim().get(..3).unwrap_or_default(), self.role) {
            ("191", Role::Player(side)) => fault.hint(format!(
                "somebody else plays {} there; choose another side or another server",
                side.name()
            )),
            ("198", _) => fault.hint(format!("we speak version {}", words::VERSION)),
            _ => fault,
        }
    }
}

fn no_server() -> Fault {
    Fault::new("what answers there does not greet as a Gothello server does")
        .hint("look at --host and --server")
}

fn refused(line: &str) -> Fault {
    Fault::new(format!("the server refuses our move: {line}"))
}
