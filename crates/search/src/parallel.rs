//! Several threads on one search.
//!
//! All threads search the whole root and share the table (Lazy SMP): what one has found the
//! others need not search again. With the switch `abdada` a thread also puts off a move that
//! another one is just searching, so that they spread over the tree instead of meeting in it
//! (after Weill's ABDADA, simplified), and whoever finishes an iteration first ends it for all:
//! that is what shortens the way to a fixed depth.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use ponder_core::{Fault, History, Judge, Rules};
use ponder_table::Transpositions;

use crate::report::{Line, Report};
use crate::worker::{Task, Worker};

/// The moves that are being searched right now, by the hash of position and move. Two that share
/// a slot only spoil a hint.
pub(crate) struct Busy(Box<[AtomicU64]>);

impl Busy {
    const SLOTS: usize = 1 << 14;

    /// Below this depth a move is searched twice sooner than it is announced: the word would
    /// travel from core to core.
    pub(crate) const LEAST_DEPTH: i32 = 5;

    pub(crate) fn new() -> Self {
        Self((0..Self::SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    fn slot(&self, hash: u64) -> &AtomicU64 {
        &self.0[hash as usize % Self::SLOTS]
    }

    /// True if some thread has announced this move.
    pub(crate) fn has(&self, hash: u64) -> bool {
        self.slot(hash).load(Relaxed) == hash
    }

    pub(crate) fn announce(&self, hash: u64) {
        self.slot(hash).store(hash, Relaxed);
    }

    pub(crate) fn withdraw(&self, hash: u64) {
        // If somebody else has taken the slot meanwhile it is theirs.
        let _ = self.slot(hash).compare_exchange(hash, 0, Relaxed, Relaxed);
    }
}

/// The iterations that some thread has finished. The others need not finish them too: they take its
/// line and go on.
pub(crate) struct Race<R: Rules> {
    /// The deepest of them.
    depth: AtomicU32,
    lines: Mutex<Vec<(u32, Line<R>)>>,
}

impl<R: Rules> Race<R> {
    pub(crate) fn new() -> Self {
        Self {
            depth: AtomicU32::new(0),
            lines: Mutex::default(),
        }
    }

    /// True if somebody has finished this iteration.
    pub(crate) fn over(&self, depth: u32) -> bool {
        self.depth.load(Relaxed) >= depth
    }

    /// Tells that an iteration is finished; if it was, the first line stands.
    pub(crate) fn finish(&self, depth: u32, line: &Line<R>) {
        let mut lines = self.lines();
        if lines.iter().all(|(finished, _)| *finished != depth) {
            lines.push((depth, line.clone()));
            self.depth.fetch_max(depth, Relaxed);
        }
    }

    /// The line of a finished iteration.
    pub(crate) fn line(&self, depth: u32) -> Option<Line<R>> {
        let lines = self.lines();
        let found = lines.iter().find(|(finished, _)| *finished == depth);
        found.map(|(_, line)| line.clone())
    }

    fn lines(&self) -> MutexGuard<'_, Vec<(u32, Line<R>)>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Searches with `threads` threads; the first one reports, the others help it. Refuses more than
/// the system starts.
pub(crate) fn run<R: Rules, J: Judge<R>, T: Transpositions>(
    task: &Task<'_, R, J, T>,
    pos: &R::Pos,
    history: &History,
    threads: usize,
    observe: &mut dyn FnMut(&Report<R>),
) -> Result<Report<R>, Fault> {
    /// Long lines need room: a frame of the node function holds all moves of a position.
    const STACK: usize = 64 << 20;
    // Of the nodes every thread has its share, and the first one what cannot be shared.
    let each = task.limits.nodes.map(|nodes| nodes / threads as u64);
    thread::scope(|scope| {
        let mut helpers = Vec::new();
        for number in 1..threads {
            let mut worker = Worker::new(task, history.clone(), pos);
            worker.share = each;
            // Who only shares the table should not do the same thing at the same time; who keeps
            // apart within the tree gains more from the same tree.
            if task.busy.is_none() {
                worker.offset = number as u32 % 2 * worker.numbers().stride as u32;
            }
            let search = move || worker.deepen(pos, &mut |_| ()).stats;
            let builder = thread::Builder::new().stack_size(STACK);
            match builder.spawn_scoped(scope, search) {
                Ok(helper) => helpers.push(helper),
                Err(error) => {
                    task.done.ask();
                    let what = format!("the system starts only {number} of {threads} threads");
                    return Err(Fault::new(what).hint(format!("ask for fewer ({error})")));
                }
            }
        }
        let mut worker = Worker::new(task, history.clone(), pos);
        let others = each.map(|each| each * (threads as u64 - 1));
        worker.share = worker.share.zip(others).map(|(all, others)| all - others);
        if task.traced {
            worker.trace();
        }
        let mut report = worker.deepen(pos, observe);
        // Whoever has used up its own share of the nodes leaves the others theirs.
        if !worker.spent() {
            task.done.ask();
        }
        for helper in helpers {
            report.stats += helper.join().expect("a search does not panic");
        }
        Ok(report)
    })
}
