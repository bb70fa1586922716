//! Playing: workers that take pairs, and one who counts and keeps what they bring.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::iter;
use std::sync::Mutex;
use std::sync::mpsc::{self, RecvError, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use ponder_core::Fault;
use ponder_engine::{Allowance, Choice, Contender, Lapse, Session, Stop, open};

use super::{Entrant, Plan, Progress, lot};
use crate::players;
use crate::referee::Seat;
use crate::store::Played;

/// How often whoever waits for games looks up.
const GLANCE: Duration = Duration::from_millis(50);

/// Plays what is missing of a match, with all games that are already there in `before`. `keep`
/// is given each new game before it counts; `observe` hears of progress.
///
/// A match that is stopped returns what there is.
pub fn run(
    plan: &Plan,
    before: &[Played],
    stop: &Stop,
    keep: &mut dyn FnMut(&Played) -> Result<(), Fault>,
    observe: &mut dyn FnMut(&Progress),
) -> Result<Progress, Fault> {
    let fresh = open(&plan.game)?;
    let mut progress = Progress::new(plan);
    let mut done = BTreeSet::new();
    for played in before {
        if done.insert((played.pair, played.swapped)) {
            progress.standing.add(played);
        }
    }
    progress.before = done.len() as u64;
    if progress.standing.decision.is_none() {
        let queue = Queue {
            pairs: plan.pairs(),
            turns: plan.turns(),
            next: Mutex::new(0),
            done: &done,
        };
        // What cannot be opened is told before the first game.
        let first = Workshop::open(plan, &*fresh)?;
        let (sender, receiver) = mpsc::channel();
        let (queue, fresh, halt) = (&queue, &*fresh, &Stop::new());
        std::thread::scope(|scope| {
            for shop in iter::once(Some(first))
                .chain(iter::repeat_with(|| None))
                .take(plan.concurrency.max(1))
            {
                let sender = sender.clone();
                scope.spawn(move || {
                    let shop = shop.map_or_else(|| Workshop::open(plan, fresh), Ok);
                    let worked = shop.and_then(|mut shop| shop.work(queue, halt, &sender));
                    // Nobody listens once the match is given up.
                    worked.unwrap_or_else(|fault| drop(sender.send(Err(fault))));
                });
            }
            drop(sender);
            let mut result = Ok(());
            loop {
                // Its worker goes on when it is dropped: kept, counted, and the halt known.
                let news = receiver.recv_timeout(GLANCE);
                match &news {
                    Ok(Ok(game)) if result.is_ok() => {
                        result = keep(&game.played);
                        progress.count(game);
                    }
                    Ok(Err(fault)) => result = result.and(Err(fault.clone())),
                    Ok(Ok(_)) | Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                progress.seconds = progress.begun.elapsed().as_secs_f64();
                observe(&progress);
                if result.is_err() || stop.asked() || progress.standing.decision.is_some() {
                    halt.ask();
                }
            }
            result
        })?;
    }
    progress.standing.settle();
    progress.seconds = progress.begun.elapsed().as_secs_f64();
    progress.stopped = stop.asked() && !progress.complete();
    Ok(progress)
}

/// What a worker tells: a game, or why there will be none.
type News = Result<Finished, Fault>;

/// A game and what it took to play it.
pub(super) struct Finished {
    pub(super) played: Played,
    /// Wall time from the first question to the end.
    pub(super) whole: Duration,
    /// Nothing is said here: its end tells the worker that the game has been dealt with.
    _pending: Sender<Infallible>,
}

/// The pairs to play, first come, first served.
struct Queue<'a> {
    pairs: Option<u64>,
    turns: &'static [bool],
    next: Mutex<u64>,
    done: &'a BTreeSet<(u64, bool)>,
}

impl Queue<'_> {
    /// The next pair of which something is missing.
    fn take(&self) -> Option<u64> {
        let mut next = self.next.lock().ok()?;
        let done = |pair: u64| {
            let mut turns = self.turns.iter();
            turns.all(|swapped| self.done.contains(&(pair, *swapped)))
        };
        while done(*next) {
            *next += 1;
        }
        let pair = *next;
        *next += 1;
        self.pairs.is_none_or(|pairs| pair < pairs).then_some(pair)
    }
}

/// A worker's two players, kept from game to game.
struct Workshop<'a> {
    plan: &'a Plan,
    fresh: &'a dyn Session,
    contenders: [Box<dyn Contender>; 2],
}

impl<'a> Workshop<'a> {
    fn open(plan: &'a Plan, fresh: &'a dyn Session) -> Result<Self, Fault> {
        let seat = |who: usize| opened(&plan.players[who], fresh);
        Ok(Self {
            plan,
            fresh,
            contenders: [seat(0)?, seat(1)?],
        })
    }

    fn work(&mut self, queue: &Queue<'_>, halt: &Stop, news: &Sender<News>) -> Result<(), Fault> {
        while let Some(pair) = queue.take() {
            let (seed, source) = (self.plan.seed, &self.plan.openings);
            let opening = source.opening(pair, seed, self.fresh)?;
            for &swapped in queue.turns {
                if queue.done.contains(&(pair, swapped)) {
                    continue;
                }
                let begun = Instant::now();
                let record = {
                    let mut who = 0;
                    let [a, b] = self.contenders.each_mut().map(|contender| {
                        let seat = Seat {
                            contender: &mut **contender,
                            limits: self.plan.players[who].limits,
                            seed: lot(&[seed, pair, u64::from(swapped), who as u64 + 1]),
                        };
                        who += 1;
                        seat
                    });
                    let seats = if swapped { [b, a] } else { [a, b] };
                    let referee = &self.plan.referee;
                    referee.play(self.fresh, seats, &opening, halt)?
                };
                let Some(record) = record else { return Ok(()) };
                let played = Played {
                    pair,
                    swapped,
                    record,
                };
                let whole = begun.elapsed();
                self.recover(&played);
                let (pending, dealt_with) = mpsc::channel();
                let game = Finished {
                    played,
                    whole,
                    _pending: pending,
                };
                if news.send(Ok(game)).is_err() {
                    return Ok(());
                }
                // A result is on disk before the next game begins, however slow the disk is.
                let Err(RecvError) = dealt_with.recv();
                if halt.asked() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Starts a player anew that did what no player should do.
    fn recover(&mut self, played: &Played) {
        let record = &played.record;
        if let Some(winner) = record.winner.filter(|_| record.ending.is_lapse()) {
            let loser = played.player(1 - winner);
            let again = opened(&self.plan.players[loser], self.fresh);
            self.contenders[loser] = again.unwrap_or_else(|fault| Box::new(Absent(fault)));
        }
    }
}

fn opened(entrant: &Entrant, fresh: &dyn Session) -> Result<Box<dyn Contender>, Fault> {
    players::open(&entrant.description, fresh, entrant.limits)
}

/// A player that could not be started again: it loses every game, with the reason.
struct Absent(Fault);

impl Absent {
    fn lapse(&self) -> Lapse {
        Lapse::Died(format!("it could not be started again: {}", self.0))
    }
}

impl Contender for Absent {
    fn begin(&mut self, _session: &dyn Session, _stop: &Stop) -> Result<(), Lapse> {
        Err(self.lapse())
    }

    fn choose(
        &mut self,
        _session: &dyn Session,
        _allowance: &Allowance,
        _stop: &Stop,
    ) -> Result<Choice, Lapse> {
        Err(self.lapse())
    }
}
