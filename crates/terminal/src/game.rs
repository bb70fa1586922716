//! The game on the table, as both ways to play see it: whose turn it is, what can be taken back,
//! whose time is up, and how it ended.

use std::time::{Duration, Instant};

use ponder_core::Fault;
use ponder_engine::{Allowance, Clock, GameText, Limits, Outcome, Session};

/// A game between a person and somebody.
pub(crate) struct Game {
    pub(crate) session: Box<dyn Session>,
    /// Which sides the person plays.
    pub(crate) person: [bool; 2],
    /// Moves that were taken back, the last one first to be made again.
    undone: Vec<String>,
    /// How it ended, if not by the rules.
    given: Option<Given>,
    clocks: Option<Clocks>,
    /// True while nobody moves and no clock runs.
    paused: bool,
}

/// An end that the rules of the game do not know.
struct Given {
    loser: usize,
    /// One word, for files.
    word: &'static str,
    /// For people.
    reason: String,
}

/// Both clocks; that of the side to move runs.
struct Clocks {
    whole: Clock,
    left: [Duration; 2],
    since: Instant,
}

impl Game {
    /// A game that goes on where the session stands.
    pub(crate) fn new(session: Box<dyn Session>, person: [bool; 2], clock: Option<Clock>) -> Self {
        Self {
            session,
            person,
            undone: Vec::new(),
            given: None,
            clocks: clock.map(Clocks::new),
            paused: false,
        }
    }

    /// True if nobody plays but engines.
    pub(crate) fn unattended(&self) -> bool {
        self.person == [false; 2]
    }

    /// True while nobody moves and no clock runs.
    pub(crate) fn paused(&self) -> bool {
        self.paused
    }

    /// Lets the game stand still, or go on.
    pub(crate) fn pause(&mut self, paused: bool) {
        if paused && !self.paused {
            let side = self.session.turn();
            if let Some(clocks) = &mut self.clocks {
                clocks.spend(side);
            }
        }
        self.paused = paused;
        self.restart_clock();
    }

    /// True if the game goes on and the person is to move.
    pub(crate) fn persons_turn(&self) -> bool {
        self.goes_on() && self.person[self.session.turn()]
    }

    /// True if the game goes on and somebody else is to move.
    pub(crate) fn others_turn(&self) -> bool {
        self.goes_on() && !self.person[self.session.turn()]
    }

    /// True until the game has ended.
    pub(crate) fn goes_on(&self) -> bool {
        self.given.is_none() && self.session.outcome().is_none()
    }

    /// The name of the player to move.
    pub(crate) fn turn(&self) -> &'static str {
        self.session.players()[self.session.turn()]
    }

    /// How the game ended: a sentence without the final full stop.
    pub(crate) fn result(&self) -> Option<String> {
        if let Some(outcome) = self.session.outcome() {
            return Some(capital(&outcome.to_string()));
        }
        let given = self.given.as_ref()?;
        let winner = self.session.players()[1 - given.loser];
        Some(capital(&format!("{winner} has won ({})", given.reason)))
    }

    /// Plays a move and returns its canonical text.
    pub(crate) fn play(&mut self, text: &str) -> Result<String, Fault> {
        if let Some(result) = self.result() {
            return Err(Fault::new("the game is over").hint(result));
        }
        let side = self.session.turn();
        let text = self.session.play(text)?;
        if let Some(clocks) = &mut self.clocks {
            clocks.charge(side);
        }
        // The same move made again goes back to the same line.
        if self.undone.last() == Some(&text) {
            self.undone.pop();
        } else {
            self.undone.clear();
        }
        Ok(text)
    }

    /// Takes moves back until the person is to move again; how many.
    pub(crate) fn take_back(&mut self) -> usize {
        let line = self.session.line();
        if self.given.take().is_some() {
            self.restart_clock();
            return 0;
        }
        let mut taken = 0;
        while self.session.undo() {
            taken += 1;
            if self.person[self.session.turn()] || self.unattended() {
                break;
            }
        }
        if taken > 0 && !self.person[self.session.turn()] && !self.unattended() {
            // The person has not moved yet: there is nothing of theirs to take back.
            for text in line {
                let _ = self.session.play(&text);
            }
            return 0;
        }
        self.undone.extend(line.into_iter().rev().take(taken));
        self.restart_clock();
        taken
    }

    /// Makes moves again that were taken back, until the person is to move; how many.
    pub(crate) fn make_again(&mut self) -> usize {
        let mut made = 0;
        while let Some(text) = self.undone.pop() {
            if self.session.play(&text).is_err() {
                break;
            }
            made += 1;
            if self.person[self.session.turn()] || self.unattended() {
                break;
            }
        }
        self.restart_clock();
        made
    }

    /// The player to move gives up; where somebody else is to move, the person does.
    pub(crate) fn resign(&mut self) {
        let side = self.session.turn();
        let loser = if self.person[side] { side } else { 1 - side };
        let name = self.session.players()[loser];
        self.lose(loser, "resignation", format!("{name} has resigned"));
    }

    /// A side has lost for a reason that the rules do not know.
    pub(crate) fn lose(&mut self, loser: usize, word: &'static str, reason: String) {
        self.given = Some(Given {
            loser,
            word,
            reason,
        });
    }

    /// A new game from where this one began.
    pub(crate) fn restart(&mut self) {
        while self.session.undo() {}
        self.undone.clear();
        self.given = None;
        self.paused = false;
        self.clocks = self.clocks.take().map(|clocks| Clocks::new(clocks.whole));
    }

    /// Where the game began, if not at the game's own first position.
    pub(crate) fn start(&self) -> Option<String> {
        self.session.place().place.start
    }

    /// The game to be written down; `names` are the players'.
    pub(crate) fn text(&self, names: [String; 2]) -> GameText {
        let players = self.session.players().into_iter().zip(names);
        let tags = players.map(|(side, name)| (capital(side), name));
        GameText {
            tags: tags.collect(),
            start: self.start(),
            moves: self.session.line(),
            comments: Vec::new(),
            result: self.given.as_ref().map(|given| Outcome {
                margin: if given.loser == 0 { -1 } else { 1 },
                reason: given.word,
            }),
        }
    }

    /// What the player to move may spend.
    pub(crate) fn allowance(&self) -> Allowance {
        let side = self.session.turn();
        let clock = |side: usize| {
            let clocks = self.clocks.as_ref()?;
            Some(Clock {
                left: clocks.left[side],
                ..clocks.whole
            })
        };
        Allowance {
            limits: Limits {
                clock: clock(side),
                ..Limits::default()
            },
            theirs: clock(1 - side),
        }
    }

    /// What is left on the clock of a side.
    pub(crate) fn time_left(&self, side: usize) -> Option<Duration> {
        let clocks = self.clocks.as_ref()?;
        let running = side == self.session.turn() && self.goes_on() && !self.paused;
        let spent = if running {
            clocks.since.elapsed()
        } else {
            Duration::ZERO
        };
        Some(clocks.left[side].saturating_sub(spent))
    }

    /// Ends the game if the time of the side to move is up.
    pub(crate) fn look_at_clock(&mut self) {
        let side = self.session.turn();
        if self.goes_on() && self.time_left(side).is_some_and(|left| left.is_zero()) {
            let name = self.session.players()[side];
            self.lose(side, "time", format!("{name}'s time is up"));
        }
    }

    fn restart_clock(&mut self) {
        if let Some(clocks) = &mut self.clocks {
            clocks.since = Instant::now();
        }
    }
}

impl Clocks {
    fn new(whole: Clock) -> Self {
        Self {
            whole,
            left: [whole.left; 2],
            since: Instant::now(),
        }
    }

    /// Takes the time since the clock was set going from a side.
    fn spend(&mut self, side: usize) {
        self.left[side] = self.left[side].saturating_sub(self.since.elapsed());
        self.since = Instant::now();
    }

    /// Takes the time of a move from the clock of a side, and starts the other one.
    fn charge(&mut self, side: usize) {
        self.spend(side);
        self.left[side] = self.left[side].saturating_add(self.whole.increment);
    }
}

/// A sentence begins with a capital letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
