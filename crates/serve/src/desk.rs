//! Where searches are handed in: at most so many at once as there are cores, the others wait.
//!
//! Nobody waits for long. A search that has had its slice while others wait is held, goes to the
//! end of the queue and goes on from where it stood when its turn comes again, so that all of them
//! deepen at the same pace however many there are. Each has a thread of its own from its first
//! turn on; one that is given up before never gets one. A search with several threads takes
//! several seats.
//!
//! Tables come from one budget. Every search that can be here is sure of the least table; what
//! remains is given out generously while it lasts.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ponder_core::Fault;
use ponder_engine::Stop;

use crate::slate::Slate;

/// How long a search goes on while others wait.
const SLICE: Duration = Duration::from_millis(100);

/// How often those who wait are told their place.
const TELL: Duration = Duration::from_millis(500);

/// The least table, in bytes.
const LEAST_TABLE: usize = 1 << 20;

/// Long lines need room: a frame of the search holds all moves of a position.
const STACK: usize = 64 << 20;

/// What a search does when its first turn comes: it returns the answer.
pub(crate) type Work = Box<dyn FnOnce(&Turn) -> String + Send>;

/// A search to be made.
pub(crate) struct Order {
    /// How many threads it takes.
    pub(crate) threads: usize,
    /// The bytes of table it would like to have.
    pub(crate) table: usize,
    /// Where it writes.
    pub(crate) slate: Arc<Slate>,
    /// The search.
    pub(crate) work: Work,
    /// Its answer if it is given up before its first turn.
    pub(crate) unstarted: String,
    /// Its answer if it breaks.
    pub(crate) broken: String,
}

/// What a search is given for its work.
pub(crate) struct Turn {
    /// By which it is held and ended.
    pub(crate) stop: Arc<Stop>,
    /// The bytes of its table.
    pub(crate) table: usize,
}

/// How many searches there may be, and what they may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// Threads that search at once.
    pub(crate) seats: usize,
    /// Searches that wait.
    pub(crate) queue: usize,
    /// Bytes of all tables.
    pub(crate) memory: usize,
}

/// What is going on at the desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searches {
    /// Searches that have a seat.
    pub running: usize,
    /// Searches that wait for their turn.
    pub waiting: usize,
    /// Bytes of all tables.
    pub tables: usize,
}

/// See the module.
pub(crate) struct Desk {
    hall: Arc<Hall>,
    warden: Mutex<Option<JoinHandle<()>>>,
}

/// A search that was handed in. Whoever lets go of it ends it.
pub(crate) struct Ticket {
    number: u64,
    stop: Arc<Stop>,
    hall: Arc<Hall>,
}

struct Hall {
    room: Room,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    next: u64,
    seated: Vec<Guest>,
    queue: VecDeque<Guest>,
    /// What is left of the tables beyond the least ones.
    spare: usize,
    /// When places were told last, and whether they have changed since.
    told: Instant,
    untold: bool,
    closed: bool,
}

struct Guest {
    number: u64,
    threads: usize,
    /// What it wants, and from its first turn on what it has.
    table: usize,
    stop: Arc<Stop>,
    slate: Arc<Slate>,
    /// Until its first turn.
    start: Option<Start>,
    /// When its slice began.
    since: Instant,
    /// The place it was told last.
    place: Option<usize>,
}

struct Start {
    work: Work,
    unstarted: String,
    broken: String,
}

impl Desk {
    /// Opens a desk.
    pub(crate) fn open(room: Room) -> Result<Self, Fault> {
        let most = room.memory / LEAST_TABLE;
        if most < room.seats {
            let least = (room.seats * LEAST_TABLE) >> 20;
            return Err(Fault::new(format!(
                "{} bytes are too little for the tables of {} searches",
                room.memory, room.seats
            ))
            .hint(format!("give at least {least}M")));
        }
        let room = Room {
            queue: room.queue.min(most - room.seats),
            ..room
        };
        let hall = Arc::new(Hall {
            room,
            state: Mutex::new(State {
                next: 0,
                seated: Vec::new(),
                queue: VecDeque::new(),
                spare: room.memory - (room.seats + room.queue) * LEAST_TABLE,
                told: Instant::now(),
                untold: false,
                closed: false,
            }),
            changed: Condvar::new(),
        });
        let watched = Arc::clone(&hall);
        let warden = thread::Builder::new()
            .name("desk".into())
            .spawn(move || watched.watch())
            .map_err(|error| {
                Fault::new(format!("the system starts no thread: {error}"))
                    .hint("end some other programs")
            })?;
        Ok(Self {
            hall,
            warden: Mutex::new(Some(warden)),
        })
    }

    /// Hands a search in. It begins at once if there is a seat; where too many wait already it is
    /// refused.
    pub(crate) fn submit(&self, order: Order) -> Result<Ticket, Fault> {
        let hall = &self.hall;
        let mut state = hall.lock();
        if state.closed {
            return Err(Fault::new("the server is closing").hint("start it again"));
        }
        if state.queue.len() >= hall.room.queue.max(1) && !state.has_room(hall.room, order.threads)
        {
            let what = format!("{} searches wait already", state.queue.len());
            return Err(Fault::new(what).hint("try again in a while"));
        }
        let number = state.next;
        state.next += 1;
        let stop = Arc::new(Stop::new());
        state.queue.push_back(Guest {
            number,
            threads: order.threads.clamp(1, hall.room.seats),
            table: order.table,
            stop: Arc::clone(&stop),
            slate: order.slate,
            start: Some(Start {
                work: order.work,
                unstarted: order.unstarted,
                broken: order.broken,
            }),
            since: Instant::now(),
            place: None,
        });
        state.seat(hall);
        let place = state.queue.len();
        if let Some(newcomer) = state.queue.back_mut().filter(|last| last.number == number) {
            newcomer.tell(place);
        }
        drop(state);
        // The queue may just have become one.
        hall.changed.notify_all();
        Ok(Ticket {
            number,
            stop,
            hall: Arc::clone(hall),
        })
    }

    /// What is going on.
    pub(crate) fn searches(&self) -> Searches {
        let state = self.hall.lock();
        let started = |guest: &&Guest| guest.start.is_none();
        let all = state.seated.iter().chain(&state.queue);
        Searches {
            running: state.seated.len(),
            waiting: state.queue.len(),
            tables: all.filter(started).map(|guest| guest.table).sum(),
        }
    }

    /// Ends all searches and takes no more; returns when the last one has ended, or after the
    /// patience.
    pub(crate) fn close(&self, patience: Duration) {
        let end = Instant::now() + patience;
        let mut state = self.hall.lock();
        state.closed = true;
        let guests = state.seated.iter().chain(&state.queue);
        let numbers: Vec<_> = guests.map(|guest| guest.number).collect();
        for number in numbers {
            state.give_up(number);
        }
        self.hall.changed.notify_all();
        while !(state.seated.is_empty() && state.queue.is_empty()) {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            state = self.hall.wait(state, Some(left));
        }
        drop(state);
        let warden = self
            .warden
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(warden) = warden {
            // It has nothing to do but to end.
            let _ = warden.join();
        }
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.close(Duration::ZERO);
    }
}

impl Ticket {
    /// Ends the search; its answer still comes.
    pub(crate) fn end(&self) {
        self.stop.ask();
        self.hall.lock().give_up(self.number);
        self.hall.changed.notify_all();
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.end();
    }
}

impl Hall {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'s>(
        &self,
        state: MutexGuard<'s, State>,
        longest: Option<Duration>,
    ) -> MutexGuard<'s, State> {
        match longest {
            Some(longest) => {
                let waited = self.changed.wait_timeout(state, longest);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
            None => self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Lets those who wait have their turns, until the desk is closed.
    fn watch(self: &Arc<Self>) {
        let mut state = self.lock();
        while !state.closed {
            state.rotate(self);
            state.tell_places();
            let due = state.due();
            state = self.wait(state, due);
        }
    }

    /// A search has ended by itself or was ended.
    fn finish(&self, number: u64) {
        let mut state = self.lock();
        let seat = state.seated.iter().position(|guest| guest.number == number);
        let place = state.queue.iter().position(|guest| guest.number == number);
        let guest = match (seat, place) {
            (Some(seat), _) => Some(state.seated.swap_remove(seat)),
            // It was told to end while it was held.
            (None, Some(place)) => state.queue.remove(place),
            (None, None) => None,
        };
        if let Some(guest) = guest {
            state.spare += guest.table.saturating_sub(LEAST_TABLE);
        }
        state.untold = true;
        drop(state);
        self.changed.notify_all();
    }
}

impl State {
    fn has_room(&self, room: Room, threads: usize) -> bool {
        let taken: usize = self.seated.iter().map(|guest| guest.threads).sum();
        taken + threads.clamp(1, room.seats) <= room.seats
    }

    /// Gives free seats to those who wait longest.
    fn seat(&mut self, hall: &Arc<Hall>) {
        while let Some(first) = self.queue.front()
            && self.has_room(hall.room, first.threads)
            && let Some(guest) = self.queue.pop_front()
        {
            self.begin(guest, hall);
        }
    }

    /// Lets a search go on, or begin.
    fn begin(&mut self, mut guest: Guest, hall: &Arc<Hall>) {
        guest.since = Instant::now();
        self.untold = true;
        let Some(start) = guest.start.take() else {
            guest.stop.release();
            self.seated.push(guest);
            return;
        };
        guest.tell(0);
        let extra = guest.table.saturating_sub(LEAST_TABLE).min(self.spare / 4);
        self.spare -= extra;
        guest.table = LEAST_TABLE + extra;
        let turn = Turn {
            stop: Arc::clone(&guest.stop),
            table: guest.table,
        };
        let slate = Arc::clone(&guest.slate);
        let number = guest.number;
        let there = Arc::clone(hall);
        let Start { work, broken, .. } = start;
        let unstarted = broken.clone();
        let search = move || {
            step_back();
            let worked = catch_unwind(AssertUnwindSafe(|| work(&turn)));
            // The seat is free before the answer is out: whoever has the answer may ask again.
            there.finish(number);
            slate.write(|notes| notes.answer = Some(worked.unwrap_or(broken)));
        };
        let thread = thread::Builder::new()
            .name("search".into())
            .stack_size(STACK);
        if thread.spawn(search).is_ok() {
            self.seated.push(guest);
        } else {
            self.spare += extra;
            guest.slate.write(|notes| notes.answer = Some(unstarted));
        }
    }

    /// Takes seats from those whose slice is over for those who wait now.
    fn rotate(&mut self, hall: &Arc<Hall>) {
        self.seat(hall);
        for _ in 0..self.queue.len() {
            let Some(first) = self.queue.front() else {
                return;
            };
            let threads = first.threads;
            while !self.has_room(hall.room, threads) {
                let oldest = self
                    .seated
                    .iter()
                    .enumerate()
                    .min_by_key(|(_, guest)| guest.since);
                let Some((index, oldest)) = oldest else {
                    return;
                };
                if oldest.since.elapsed() < SLICE {
                    return;
                }
                oldest.stop.hold();
                let held = self.seated.swap_remove(index);
                self.queue.push_back(held);
                self.untold = true;
            }
            if let Some(guest) = self.queue.pop_front() {
                self.begin(guest, hall);
            }
        }
    }

    /// Tells everybody how many are before them.
    fn tell_places(&mut self) {
        if self.untold && self.told.elapsed() >= TELL {
            self.seated.iter_mut().for_each(|guest| guest.tell(0));
            for (ahead, guest) in self.queue.iter_mut().enumerate() {
                guest.tell(ahead + 1);
            }
            self.told = Instant::now();
            self.untold = false;
        }
    }

    /// How long until there is something to do, if nobody comes or goes.
    fn due(&self) -> Option<Duration> {
        let waited_for = self.seated.iter().filter(|_| !self.queue.is_empty());
        let slices = waited_for.map(|guest| SLICE.saturating_sub(guest.since.elapsed()));
        let tell = self
            .untold
            .then(|| TELL.saturating_sub(self.told.elapsed()));
        // A clock may stand still for a moment.
        slices
            .chain(tell)
            .min()
            .map(|due| due.max(Duration::from_millis(1)))
    }

    /// Ends a search, wherever it is.
    fn give_up(&mut self, number: u64) {
        let unstarted = |guest: &Guest| guest.number == number && guest.start.is_some();
        if let Some(place) = self.queue.iter().position(unstarted)
            && let Some(guest) = self.queue.remove(place)
        {
            let answer = guest.start.map(|start| start.unstarted);
            guest.slate.write(|notes| notes.answer = answer);
            self.untold = true;
            return;
        }
        let mut guests = self.seated.iter().chain(&self.queue);
        if let Some(guest) = guests.find(|guest| guest.number == number) {
            guest.stop.ask();
        }
    }
}

/// Lets whoever answers go before whoever searches; the threads a search starts do the same.
fn step_back() {
    // On Linux the calling thread is meant. Where it cannot be done nothing is lost but patience.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(5);
}

impl Guest {
    fn tell(&mut self, place: usize) {
        if self.place.replace(place) != Some(place) {
            self.slate.write(|notes| notes.place = Some(place));
        }
    }
}
