//! Perft: count the leaves of the game tree, the first test of every move generator.
//!
//! Leaves are counted at the last ply by [`Rules::count`], with no hashing and no symmetry. A
//! large count is split into jobs some plies below the root, for threads and for progress.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::{MoveList, Rules};

/// What counts as a leaf; published tables differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conventions {
    /// What a game that is over before the last ply counts.
    pub finished: Finished,
    /// What a pass counts.
    pub passes: Passes,
    /// Count actions with the same result once.
    pub merge: bool,
}

impl Conventions {
    /// A pass is a ply, a finished game counts nothing, every action counts.
    pub const STANDARD: Self = Self {
        finished: Finished::Nothing,
        passes: Passes::Ply,
        merge: false,
    };

    fn allows_counting(self) -> bool {
        self.passes == Passes::Ply && !self.merge
    }
}

/// What a game that is over before the last ply counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finished {
    /// Nothing.
    Nothing,
    /// One leaf.
    Leaf,
}

/// What a pass counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// A pass is a ply like any other move.
    Ply,
    /// A pass takes no ply.
    Free,
    /// A pass is a ply, but counted only where nothing else is legal.
    Forced,
}

/// The number of leaves `depth` plies below `pos`.
pub fn perft<R: Rules>(rules: &R, pos: &R::Pos, depth: u32, conventions: Conventions) -> u64 {
    let counting = conventions.allows_counting();
    match depth {
        0 => return 1,
        1 if counting => return last_ply(rules, pos, conventions),
        _ => {}
    }
    let mut list = MoveList::<R>::new();
    fill(&mut list, rules, pos, conventions);
    if list.is_empty() {
        return ended(conventions);
    }
    let below = |&m: &R::Move| match depth - plies(rules, m, conventions) {
        // Nobody asks what stands on a leaf.
        0 => 1,
        // The last ply is counted here, without a call in between.
        1 if counting => last_ply(rules, &rules.play(pos, m), conventions),
        left => perft(rules, &rules.play(pos, m), left, conventions),
    };
    list.iter().map(below).sum()
}

#[inline]
fn last_ply<R: Rules>(rules: &R, pos: &R::Pos, conventions: Conventions) -> u64 {
    match rules.count(pos) {
        0 => ended(conventions),
        count => u64::from(count),
    }
}

fn ended(conventions: Conventions) -> u64 {
    u64::from(conventions.finished == Finished::Leaf)
}

fn plies<R: Rules>(rules: &R, m: R::Move, conventions: Conventions) -> u32 {
    u32::from(conventions.passes != Passes::Free || !rules.is_pass(m))
}

fn listed<R: Rules>(rules: &R, pos: &R::Pos, conventions: Conventions) -> MoveList<R> {
    let mut list = MoveList::<R>::new();
    fill(&mut list, rules, pos, conventions);
    list
}

/// Lists moves in place: handing a list on by value copies all of its 256 slots.
fn fill<R: Rules>(list: &mut MoveList<R>, rules: &R, pos: &R::Pos, conventions: Conventions) {
    if conventions.merge {
        rules.moves(pos, list);
    } else {
        rules.all_moves(pos, list);
    }
    if conventions.passes == Passes::Forced && list.iter().any(|m| !rules.is_pass(*m)) {
        list.retain(|m| !rules.is_pass(*m));
    }
}

/// How far a [`run`] has come.
#[derive(Clone, Copy, Debug)]
pub struct Status {
    /// Jobs done.
    pub done: usize,
    /// Jobs in all.
    pub jobs: usize,
    /// Leaves counted so far.
    pub leaves: u64,
}

/// A subtree still to be counted, and the root move it stands below.
struct Job<R: Rules> {
    root: usize,
    pos: R::Pos,
    depth: u32,
}

/// Enough jobs that threads end together and a progress bar moves.
const JOBS: usize = 2000;

/// The leaves below each root move, counted by `threads` threads; `observe` hears of progress.
///
/// At depth 0, and where the game is over, there are no root moves: ask [`perft`].
///
/// # Panics
/// If a game's own code panics.
pub fn run<R: Rules>(
    rules: &R,
    pos: &R::Pos,
    depth: u32,
    conventions: Conventions,
    threads: NonZeroUsize,
    observe: &(dyn Fn(Status) + Sync),
) -> Vec<(R::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let moves = listed(rules, pos, conventions);
    let mut totals = vec![0; moves.len()];
    let mut jobs: Vec<Job<R>> = Vec::new();
    for (root, &m) in moves.iter().enumerate() {
        let depth = depth - plies(rules, m, conventions);
        let pos = rules.play(pos, m);
        jobs.push(Job { root, pos, depth });
    }
    while jobs.len() < JOBS && jobs.iter().any(|job| job.depth > 3) {
        jobs = split(rules, &jobs, conventions, &mut totals);
    }
    let next = AtomicUsize::new(0);
    let state = Mutex::new((
        &mut totals,
        Status {
            done: 0,
            jobs: jobs.len(),
            leaves: 0,
        },
    ));
    let work = || {
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let leaves = perft(rules, &job.pos, job.depth, conventions);
            let mut state = state.lock().expect("no thread panics with the lock");
            state.0[job.root] += leaves;
            state.1.done += 1;
            state.1.leaves += leaves;
            observe(state.1);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.get() {
            scope.spawn(work);
        }
        work();
    });
    moves.into_iter().zip(totals).collect()
}

/// Replaces jobs by their children, where they are deep enough to be worth it.
fn split<R: Rules>(
    rules: &R,
    jobs: &[Job<R>],
    conventions: Conventions,
    totals: &mut [u64],
) -> Vec<Job<R>> {
    let mut children = Vec::new();
    for &Job { root, pos, depth } in jobs {
        if depth <= 3 {
            children.push(Job { root, pos, depth });
            continue;
        }
        let moves = listed(rules, &pos, conventions);
        if moves.is_empty() {
            totals[root] += ended(conventions);
        }
        for m in moves {
            let depth = depth - plies(rules, m, conventions);
            let pos = rules.play(&pos, m);
            children.push(Job { root, pos, depth });
        }
    }
    children
}
