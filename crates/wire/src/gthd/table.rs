//! A table: two seats, a game, and whoever watches.
//!
//! One thread owns it and hears of everything as events, in order; so there is nothing to lock.
//! Lines of a player who is not to move wait for its turn, as they would in the socket of the
//! course's server.

use std::cmp::Ordering;
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use ponder_core::Fault;
use ponder_engine::{Session, open};

use super::guest::{Event, Guest};
use super::server::Happening;
use super::words::{self, Clocks, Role, Side};

/// As many as the course's server seats.
const OBSERVERS: usize = 65;
/// Lines of a player that may wait for its turn.
const WAITING: usize = 64;
/// Refused lines after which a player is taken for gone: a program that draws moves by lot may
/// need many, one that has lost its mind never ends.
const REFUSALS: u32 = 1000;

/// How a table plays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    /// Time for the game, black's first; none means no clocks.
    pub(super) time: Option<[Duration; 2]>,
    /// How long a player without a clock may think.
    pub(super) patience: Duration,
    /// End after the first game.
    pub(super) once: bool,
}

type Teller<'t> = &'t dyn Fn(Happening);

/// A table that is open.
pub(super) struct Table<'t> {
    terms: Terms,
    tell: Teller<'t>,
    seats: [Option<Seat>; 2],
    observers: Vec<Guest>,
    game: Option<Game>,
    over: u32,
}

/// A player who sits.
struct Seat {
    guest: Guest,
    waiting: VecDeque<String>,
    refusals: u32,
}

/// A game in progress.
struct Game {
    session: Box<dyn Session>,
    clocks: Option<Clocks>,
    /// Since when the player to move has been thinking.
    since: Instant,
    /// All that an observer has been told.
    told: Vec<String>,
    /// The same without the boards.
    log: Vec<String>,
}

/// Why a game is over.
enum End {
    /// A side has passed after a pass, with this number and result.
    Passes(Side, u32, Ordering),
    /// A side's time has expired.
    Expired(Side),
    /// A side has left, and how.
    Left(Side, String),
}

impl<'t> Table<'t> {
    pub(super) fn new(terms: Terms, tell: Teller<'t>) -> Self {
        Self {
            terms,
            tell,
            seats: [None, None],
            observers: Vec::new(),
            game: None,
            over: 0,
        }
    }

    /// Serves until the server closes or the last game is over.
    pub(super) fn serve(&mut self, events: &Receiver<Event>) -> Result<(), Fault> {
        while !(self.terms.once && self.over > 0) {
            let event = match self.deadline() {
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(end) => events.recv_timeout(end.saturating_duration_since(Instant::now())),
            };
            match event {
                Ok(Event::Arrived(guest)) => self.seat(guest)?,
                Ok(Event::Line(id, line)) => self.hear(id, line),
                Ok(Event::Gone(id, why)) => self.leave(id, &why),
                Err(RecvTimeoutError::Timeout) => self.time_passes(),
                Ok(Event::Closing) | Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.dismiss(None, "the server closed".to_owned());
        Ok(())
    }

    /// When something must happen if nobody moves before.
    fn deadline(&self) -> Option<Instant> {
        let game = self.game.as_ref()?;
        let wait = match game.clocks {
            // Nothing left is not yet a loss, a millisecond more is.
            Some(clocks) => {
                let left = clocks.0[game.turn().index()].saturating_add(1);
                Duration::from_millis(left.max(0) as u64)
            }
            None => self.terms.patience,
        };
        game.since.checked_add(wait)
    }

    fn seat(&mut self, guest: Guest) -> Result<(), Fault> {
        let clocks = self.game.as_ref().map_or(self.fresh(), |game| game.clocks);
        let accepted = words::accepted(guest.role, clocks);
        let refused = match guest.role {
            Role::Player(side) => self.seats[side.index()].is_some().then_some(words::TAKEN),
            Role::Observer => (self.observers.len() >= OBSERVERS).then_some(words::NO_OBSERVER),
        };
        if let Some(answer) = refused {
            guest.tell(&[answer]);
            (self.tell)(Happening::TurnedAway(guest.from, answer.to_owned()));
            return Ok(());
        }
        guest.tell(&[accepted]);
        (self.tell)(Happening::Seated(guest.role, guest.from));
        match guest.role {
            Role::Observer => {
                // Who comes late hears all that was said.
                if let Some(game) = &self.game {
                    guest.tell(&game.told);
                }
                self.observers.push(guest);
            }
            Role::Player(side) => {
                self.seats[side.index()] = Some(Seat {
                    guest,
                    waiting: VecDeque::new(),
                    refusals: 0,
                });
                if self.seats.iter().all(Option::is_some) {
                    self.begin()?;
                }
            }
        }
        Ok(())
    }

    /// The clocks at the beginning of a game.
    fn fresh(&self) -> Option<Clocks> {
        let times = self.terms.time?;
        Some(Clocks(times.map(|time| {
            i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
        })))
    }

    fn begin(&mut self) -> Result<(), Fault> {
        let opening = vec![words::OBSERVE.to_owned()];
        self.game = Some(Game {
            session: open("gothello")?,
            clocks: self.fresh(),
            since: Instant::now(),
            told: opening.clone(),
            log: opening,
        });
        for observer in &self.observers {
            observer.tell(&[words::OBSERVE]);
        }
        for side in [Side::White, Side::Black] {
            self.say_to(side, words::seated(side));
        }
        (self.tell)(Happening::Began);
        self.go_on();
        Ok(())
    }

    fn say_to(&self, side: Side, line: &str) {
        if let Some(seat) = &self.seats[side.index()] {
            seat.guest.tell(&[line]);
        }
    }

    /// The side of a guest, if it is a player.
    fn side_of(&self, id: u64) -> Option<Side> {
        let sits = |side: &Side| {
            let seat = self.seats[side.index()].as_ref();
            seat.is_some_and(|seat| seat.guest.id == id)
        };
        Side::BOTH.into_iter().find(sits)
    }

    fn hear(&mut self, id: u64, line: String) {
        let Some(side) = self.side_of(id) else {
            return;
        };
        let Some(seat) = &mut self.seats[side.index()] else {
            return;
        };
        seat.waiting.push_back(line);
        if seat.waiting.len() > WAITING {
            self.expel(side, "flooded the table");
        } else {
            self.go_on();
        }
    }

    /// Hears out whoever is to move, as long as there is something to hear.
    fn go_on(&mut self) {
        while let Some(game) = &self.game {
            let side = game.turn();
            let seat = self.seats[side.index()].as_mut();
            let Some(line) = seat.and_then(|seat| seat.waiting.pop_front()) else {
                return;
            };
            self.request(side, &line);
        }
    }

    /// A line of the player to move.
    fn request(&mut self, side: Side, line: &str) {
        let Some(game) = &mut self.game else {
            return;
        };
        let serial = game.serial();
        let play = match words::read_move(line, serial, side) {
            Ok(play) => play,
            // The clock runs on.
            Err(answer) => return self.refuse(side, &answer),
        };
        if game.charge(side) < 0 {
            return self.end(&End::Expired(side));
        }
        if game.session.play(play).is_err() {
            game.since = Instant::now();
            return self.refuse(side, &words::illegal(play));
        }
        if let Some(outcome) = game.session.position().outcome {
            let result = match outcome.winner {
                Some(winner) if winner == side.name() => Ordering::Greater,
                Some(_) => Ordering::Less,
                None => Ordering::Equal,
            };
            return self.end(&End::Passes(side, serial, result));
        }
        let seconds = game.clocks.map(|clocks| clocks.seconds(side));
        let status = words::moved(side, serial, play, seconds);
        let mark = if side == Side::Black { 'w' } else { 'b' };
        let state = game.state(game.serial(), mark);
        game.since = Instant::now();
        self.say_to(side, &words::continues(play, seconds));
        self.announce(status, state);
        let play = play.to_owned();
        (self.tell)(Happening::Moved(side, serial, play));
    }

    fn refuse(&mut self, side: Side, answer: &str) {
        self.say_to(side, answer);
        let Some(seat) = &mut self.seats[side.index()] else {
            return;
        };
        seat.refusals += 1;
        if seat.refusals > REFUSALS {
            self.expel(side, "was refused too often");
        }
    }

    /// Tells everybody, in the course's order, what has happened, and observers how it stands.
    fn announce(&mut self, status: String, state: Vec<String>) {
        for side in [Side::White, Side::Black] {
            self.say_to(side, &status);
        }
        let mut lines = vec![status.clone()];
        lines.extend(state);
        for observer in &self.observers {
            observer.tell(&lines);
        }
        if let Some(game) = &mut self.game {
            game.log.push(status);
            game.told.extend(lines);
        }
    }

    fn time_passes(&mut self) {
        let Some(game) = &mut self.game else {
            return;
        };
        let side = game.turn();
        if game.clocks.is_none() {
            if game.since.elapsed() >= self.terms.patience {
                self.expel(side, "did not move for too long");
            }
        } else if game.charge(side) < 0 {
            self.end(&End::Expired(side));
        } else {
            game.since = Instant::now();
        }
    }

    fn leave(&mut self, id: u64, why: &str) {
        match self.side_of(id) {
            Some(side) => self.depart(side, why),
            None => self.observers.retain(|observer| observer.id != id),
        }
    }

    /// Cuts a player off.
    fn expel(&mut self, side: Side, why: &str) {
        if let Some(seat) = &self.seats[side.index()] {
            seat.guest.cut();
        }
        self.depart(side, why);
    }

    /// A player is gone: the seat is free, and a game is over.
    fn depart(&mut self, side: Side, why: &str) {
        let Some(seat) = self.seats[side.index()].take() else {
            return;
        };
        if self.game.is_some() {
            self.end(&End::Left(side, why.to_owned()));
        } else {
            (self.tell)(Happening::Left(seat.guest.role, why.to_owned()));
        }
    }

    /// Ends the game: all are told and let go, and the table is free.
    fn end(&mut self, end: &End) {
        let Some(game) = &self.game else {
            return;
        };
        let number = game.serial();
        let (answer, status, serial, winner, why) = match end {
            End::Passes(side, serial, result) => (
                Some((side, words::finished("pass", *result))),
                words::ended(*side, *serial, "pass", *result),
                *serial,
                match result {
                    Ordering::Greater => Some(*side),
                    Ordering::Less => Some(side.other()),
                    Ordering::Equal => None,
                },
                words::stones(&game.board()),
            ),
            End::Expired(side) => (
                Some((side, words::FLAG_FELL.to_owned())),
                words::expired(*side),
                number,
                Some(side.other()),
                format!("{}'s time expired", side.name()),
            ),
            End::Left(side, why) => (
                None,
                words::disconnected(*side),
                number,
                Some(side.other()),
                format!("{} {why}", side.name()),
            ),
        };
        let state = game.state(serial, '*');
        if let Some((side, answer)) = answer {
            self.say_to(*side, &answer);
        }
        self.announce(status, state);
        self.dismiss(winner, why);
    }

    /// Lets everybody go: they hear what was said to them and are disconnected.
    fn dismiss(&mut self, winner: Option<Side>, why: String) {
        if let Some(game) = self.game.take() {
            let log = game.log;
            self.over += 1;
            (self.tell)(Happening::Over { winner, why, log });
        }
        self.seats = [None, None];
        self.observers.clear();
    }
}

impl Game {
    fn plies(&self) -> usize {
        self.session.line().len()
    }

    fn turn(&self) -> Side {
        Side::BOTH[self.plies() % 2]
    }

    /// The number of the move to be made; both players' moves have the same one.
    fn serial(&self) -> u32 {
        self.plies() as u32 / 2 + 1
    }

    /// Takes the time since the last look from a player's clock, and returns what is left; some
    /// if there are no clocks.
    fn charge(&mut self, side: Side) -> i64 {
        let spent = i64::try_from(self.since.elapsed().as_millis()).unwrap_or(i64::MAX);
        self.clocks.as_mut().map_or(0, |clocks| {
            let left = &mut clocks.0[side.index()];
            *left = left.saturating_sub(spent);
            *left
        })
    }

    /// The rows of the board, the uppermost first.
    fn board(&self) -> String {
        let text = self.session.position_text();
        text.split(' ').next().unwrap_or_default().to_owned()
    }

    /// What observers are told of the position.
    fn state(&self, serial: u32, mark: char) -> Vec<String> {
        let board = self.board();
        let rows: Vec<_> = board.split('/').collect();
        words::state(serial, self.clocks, mark, &rows)
    }
}
