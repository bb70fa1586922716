//! Several threads on one search.
//!
//! All threads search the whole root and share the table (Lazy SMP): what one has found the
//! others need not search again. With the switch `abdada` a thread also puts off a move that
//! another one is just searching, so that they spread over the tree instead of meeting in it
//! (after Weill's ABDADA, simplified): that is what shortens the way to a fixed depth.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use ponder_core::{History, Judge, Rules};

use crate::report::Report;
use crate::worker::{Task, Worker};

/// The moves that are being searched right now, by the hash of position and move. Two that share
/// a slot only spoil a hint.
pub(crate) struct Busy(Box<[AtomicU64]>);

impl Busy {
    const SLOTS: usize = 1 << 14;

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

/// Searches with `threads` threads; the first one reports, the others help it.
pub(crate) fn run<R: Rules, J: Judge<R>>(
    task: &Task<'_, R, J>,
    pos: &R::Pos,
    history: &History,
    threads: usize,
    observe: &mut dyn FnMut(&Report<R>),
) -> Report<R> {
    /// Long lines need room: a frame of the node function holds all moves of a position.
    const STACK: usize = 64 << 20;
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .map(|number| {
                let mut worker = Worker::new(task, history.clone(), pos);
                // Who only shares the table should not do the same thing at the same time; who
                // keeps apart within the tree gains more from the same tree.
                if task.busy.is_none() {
                    worker.offset = number as u32 % 2 * worker.numbers().stride as u32;
                }
                let search = move || worker.deepen(pos, &mut |_| ()).stats;
                thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(scope, search)
                    .expect("the system starts a thread")
            })
            .collect();
        let mut report = Worker::new(task, history.clone(), pos).deepen(pos, observe);
        task.done.ask();
        for helper in helpers {
            report.stats += helper.join().expect("a search does not panic");
        }
        report
    })
}
