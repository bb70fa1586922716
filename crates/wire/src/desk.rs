//! Where an engine sits: lines come in from a thread that reads, reports from a thread that
//! searches, and one loop answers both in the order in which they come.
//!
//! Only that loop writes, so that no two answers mix, and it never waits for a search: a host may
//! ask whether the engine is ready, or stop it, at any time.

use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use ponder_core::Fault;
use ponder_engine::{AnalysisRequest, AnalysisView, Limits, Player, Session, Stop};

use crate::lines::{LineError, Lines};

/// How the talk with a host comes to its end. Either way what was said before is still done.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parting {
    /// The host has no more to say, but may still read: a script. Or it has died, and nobody is
    /// left to end a long search.
    End,
    /// The host waits for us to be gone.
    Quit,
}

/// What a search may take once nobody can stop it any more: enough for a script, and an end to
/// the work for a host that has died.
pub(crate) const GRACE: Duration = Duration::from_secs(10);

/// The same for tasks that cannot be stopped.
pub(crate) const TASK_GRACE: Duration = Duration::from_mins(1);

/// What can happen.
pub(crate) enum Event {
    /// The host said something.
    Line(String),
    /// The host said something that is too long to be meant.
    Overlong(usize),
    /// The host has no more to say.
    End,
    /// The search has come to a new depth.
    Report(Box<AnalysisView>),
    /// The search is over.
    Found(Result<Box<AnalysisView>, Fault>),
    /// A task is done, and this is what it says.
    Done(Vec<String>),
}

/// Something that came in, and the player if a search gives it back.
type Message = (Event, Option<Player>);

/// The desk of an engine.
pub(crate) struct Desk {
    events: Receiver<Message>,
    sender: SyncSender<Message>,
    /// The player, unless it thinks or there is none yet.
    player: Option<Player>,
    /// What stops the work that is going on.
    work: Option<Arc<Stop>>,
    /// The player that thinks is of no more use.
    outdated: bool,
}

impl Desk {
    /// A desk at which the lines of `input` arrive.
    pub(crate) fn new(input: impl Read + Send + 'static) -> Self {
        let (sender, events) = sync_channel(64);
        let reader = sender.clone();
        thread::spawn(move || read(input, &reader));
        Self {
            events,
            sender,
            player: None,
            work: None,
            outdated: false,
        }
    }

    /// Waits for whatever happens next; none if nothing does until the deadline.
    pub(crate) fn next(&mut self, deadline: Option<Instant>) -> Option<Event> {
        // The desk has a sender itself, so that the channel is never closed.
        let message = match deadline {
            None => self.events.recv().ok(),
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                self.events.recv_timeout(left).ok()
            }
        };
        let (event, player) = message?;
        if matches!(event, Event::Found(_) | Event::Done(_)) {
            self.work = None;
            if !std::mem::take(&mut self.outdated) {
                self.player = player.or(self.player.take());
            }
        }
        Some(event)
    }

    /// True while a search or a task is going on.
    pub(crate) fn is_busy(&self) -> bool {
        self.work.is_some()
    }

    /// Asks the search to end.
    pub(crate) fn stop(&self) {
        if let Some(stop) = &self.work {
            stop.ask();
        }
    }

    /// Takes the memory that a search needs, so that it need not begin with that.
    pub(crate) fn prepare(&mut self, request: &AnalysisRequest) -> Result<(), Fault> {
        if self.player.is_none() && !self.is_busy() {
            self.player = Some(Player::new(request.clone())?);
        }
        Ok(())
    }

    /// The request has changed: the next search begins with a new player.
    pub(crate) fn renew(&mut self) {
        self.player = None;
        self.outdated = self.is_busy();
    }

    /// A new game begins.
    pub(crate) fn forget(&mut self) {
        if let Some(player) = &mut self.player {
            player.forget();
        }
    }

    /// Begins to search where a session stands.
    pub(crate) fn search(
        &mut self,
        session: Box<dyn Session>,
        request: &AnalysisRequest,
        limits: Limits,
    ) -> Result<(), Fault> {
        self.prepare(request)?;
        let Some(mut player) = self.player.take() else {
            return Err(Fault::new("a search is going on").hint("stop it first"));
        };
        self.work(move |stop, sender| {
            let mut tell = |view: &AnalysisView| {
                let report = Event::Report(Box::new(view.clone()));
                if sender.send((report, None)).is_err() {
                    stop.ask();
                }
            };
            let found = player.think(&*session, limits, stop, &mut tell);
            (Event::Found(found.map(Box::new)), Some(player))
        });
        Ok(())
    }

    /// Begins a task that ends by itself and then says something.
    pub(crate) fn task(&mut self, task: impl FnOnce() -> Vec<String> + Send + 'static) {
        self.work(move |_, _| (Event::Done(task()), None));
    }

    fn work(&mut self, work: impl FnOnce(&Stop, &SyncSender<Message>) -> Message + Send + 'static) {
        let stop = Arc::new(Stop::new());
        self.work = Some(Arc::clone(&stop));
        let sender = self.sender.clone();
        thread::spawn(move || {
            // A host that waits for an answer must get one even if we have made a mistake.
            let done = catch_unwind(AssertUnwindSafe(|| work(&stop, &sender)));
            let failed = || (Event::Found(Err(Fault::new("the search broke down"))), None);
            let _ = sender.send(done.unwrap_or_else(|_| failed()));
        });
    }
}

fn read(input: impl Read, sender: &SyncSender<Message>) {
    let mut lines = Lines::new(input);
    loop {
        let event = match lines.next() {
            Ok(Some(line)) => Event::Line(line),
            Err(LineError::Overlong(longest)) => Event::Overlong(longest),
            Ok(None) | Err(LineError::Io(_)) => Event::End,
        };
        let over = matches!(event, Event::End);
        if sender.send((event, None)).is_err() || over {
            return;
        }
    }
}
