//! Engines that think while the person does something else.
//!
//! Every question is a thread that lives as long as its answer takes. A player travels into its
//! thread and comes back with its move, so that nobody ever waits for a lock. Answers to questions
//! that nobody asks any more are known by their tickets.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use ponder_core::Fault;
use ponder_engine::{
    Allowance, AnalysisRequest, AnalysisView, Choice, Lapse, Limits, Session, Stop,
};

use crate::players::Opponent;

/// Moves that a hint compares.
const LINES: usize = 3;
/// How long a hint thinks; what it has found by then is shown as it comes.
const HINT: Duration = Duration::from_secs(3);
/// How long somebody may take to come home when the program ends.
const FAREWELL: Duration = Duration::from_secs(2);

/// An answer.
pub(crate) enum News {
    /// A player's move.
    Move(Result<Choice, Lapse>),
    /// A hint, better than the one before it.
    Hint(Box<AnalysisView>),
    /// The hint is as good as it gets.
    HintDone(Result<(), Fault>),
}

/// A question that is being thought about.
struct Question {
    ticket: u64,
    stop: Arc<Stop>,
    since: Instant,
}

/// What a thread sends.
struct Letter {
    ticket: u64,
    news: News,
    /// The player who comes home.
    home: Option<Guest>,
}

/// A player on the way home.
struct Guest {
    side: usize,
    /// See [`Thinking::seated`].
    seated: u64,
    opponent: Opponent,
}

/// The engines at the table.
pub(crate) struct Thinking {
    /// Those who are at home.
    opponents: [Option<Opponent>; 2],
    /// How many players have sat on each side: who comes home late may find somebody else there.
    seated: [u64; 2],
    letters: (Sender<Letter>, Receiver<Letter>),
    tickets: u64,
    play: Option<Question>,
    hint: Option<Question>,
    /// How many players are under way.
    away: usize,
}

impl Thinking {
    /// With these players; a person's side has none.
    pub(crate) fn new(opponents: [Option<Opponent>; 2]) -> Self {
        Self {
            opponents,
            seated: [0; 2],
            letters: mpsc::channel(),
            tickets: 0,
            play: None,
            hint: None,
            away: 0,
        }
    }

    /// Another player for a side.
    pub(crate) fn seat(&mut self, side: usize, opponent: Opponent) {
        self.forget_move();
        self.seated[side] += 1;
        self.opponents[side] = Some(opponent);
    }

    /// How long a move has been thought about.
    pub(crate) fn since(&self) -> Option<Instant> {
        self.play.as_ref().map(|question| question.since)
    }

    /// True while a hint is being looked for.
    pub(crate) fn hinting(&self) -> bool {
        self.hint.is_some()
    }

    /// True if nobody thinks, and nobody is on the way home.
    pub(crate) fn is_idle(&self) -> bool {
        self.play.is_none() && self.hint.is_none() && self.away == 0
    }

    /// Asks the player of the side to move for a move, if it is at home.
    pub(crate) fn ask(&mut self, session: &dyn Session, allowance: Allowance) {
        let side = session.turn();
        let Some(mut opponent) = self.opponents[side].take() else {
            return;
        };
        self.away += 1;
        let seated = self.seated[side];
        let question = self.question();
        let (ticket, stop) = (question.ticket, Arc::clone(&question.stop));
        self.play = Some(question);
        let (session, sender) = (session.fork(), self.letters.0.clone());
        thread::spawn(move || {
            // A player that panics loses its game, not the person's terminal.
            let choose = || opponent.choose(&*session, &allowance, &stop);
            let choice = catch_unwind(AssertUnwindSafe(choose));
            let broken = |_| Err(Lapse::Died("its search broke down".to_owned()));
            let _ = sender.send(Letter {
                ticket,
                news: News::Move(choice.unwrap_or_else(broken)),
                home: Some(Guest {
                    side,
                    seated,
                    opponent,
                }),
            });
        });
    }

    /// Looks for good moves for the side to move.
    pub(crate) fn advise(&mut self, session: &dyn Session) {
        self.forget_hint();
        let question = self.question();
        let (ticket, stop) = (question.ticket, Arc::clone(&question.stop));
        self.hint = Some(question);
        let (session, sender) = (session.fork(), self.letters.0.clone());
        thread::spawn(move || {
            let send = |news| {
                let home = None;
                // Nobody listens any more when the program ends.
                let _ = sender.send(Letter { ticket, news, home });
            };
            let request = AnalysisRequest {
                lines: LINES,
                ..AnalysisRequest::within(Limits::time(HINT))
            };
            let mut observe = |view: &AnalysisView| send(News::Hint(Box::new(view.clone())));
            let analyse = || session.analyse(&request, &stop, &mut observe);
            let done = catch_unwind(AssertUnwindSafe(analyse));
            let broken = |_| Err(Fault::new("the search broke down"));
            send(News::HintDone(done.unwrap_or_else(broken).map(|_| ())));
        });
    }

    /// Asks whoever thinks about a move to play at once.
    pub(crate) fn hurry(&self) {
        if let Some(question) = &self.play {
            question.stop.ask();
        }
    }

    /// Asks for the hint that is there by now.
    pub(crate) fn hurry_hint(&self) {
        if let Some(question) = &self.hint {
            question.stop.ask();
        }
    }

    /// Nobody wants the move any more.
    pub(crate) fn forget_move(&mut self) {
        if let Some(question) = self.play.take() {
            question.stop.ask();
        }
    }

    /// Nobody wants the hint any more.
    pub(crate) fn forget_hint(&mut self) {
        if let Some(question) = self.hint.take() {
            question.stop.ask();
        }
    }

    /// The next answer that somebody waits for, if it comes in time.
    pub(crate) fn hear(&mut self, patience: Duration) -> Option<News> {
        let until = Instant::now() + patience;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let letter = self.letters.1.recv_timeout(left).ok()?;
            if let Some(guest) = letter.home {
                self.away -= 1;
                if guest.seated == self.seated[guest.side] {
                    self.opponents[guest.side] = Some(guest.opponent);
                }
            }
            let wanted = |question: &Option<Question>| {
                let open = question.as_ref();
                open.is_some_and(|question| question.ticket == letter.ticket)
            };
            match letter.news {
                News::Move(_) if wanted(&self.play) => self.play = None,
                News::Hint(_) if wanted(&self.hint) => {}
                News::HintDone(_) if wanted(&self.hint) => self.hint = None,
                _ => continue,
            }
            return Some(letter.news);
        }
    }

    /// The game is over or left: everybody is told, and programs of others end.
    pub(crate) fn end(&mut self, session: &dyn Session) {
        self.forget_move();
        self.forget_hint();
        let until = Instant::now() + FAREWELL;
        while self.away > 0 && Instant::now() < until {
            self.hear(Duration::from_millis(20));
        }
        for opponent in self.opponents.iter_mut().flatten() {
            opponent.contender.end(session);
        }
    }

    fn question(&mut self) -> Question {
        self.tickets += 1;
        Question {
            ticket: self.tickets,
            stop: Arc::new(Stop::new()),
            since: Instant::now(),
        }
    }
}
