//! The top of the search tree, recorded for people to look at.
//!
//! A recorder is told of every node near the root: when it is entered, why it ended, with what
//! value. It holds the last finished iteration, or the running one before there is any. A move that
//! is searched again (with less reduction, or with a wider window) stays one node, with what the
//! last search of it found. Searches that only ask a question about a node, such as `ProbCut`'s or
//! the null move's, are not part of the tree.
//!
//! It knows no game: moves are told apart by their codes. Nothing here has any influence on the
//! search, and a search that is not recorded pays for one comparison a node.

use ponder_core::{Judge, Rules, Score};
use ponder_table::Transpositions;

use crate::worker::Worker;

/// Plies below the root that are recorded.
const PLIES: usize = 4;

/// How many nodes there may be before a ply is recorded no more; so the root's own moves and their
/// answers are there even if what lies below the first of them would fill everything.
const ROOM: [usize; PLIES + 1] = [40_000, 40_000, 40_000, 20_000, 10_000];

/// Why a node ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Why {
    /// All its moves were searched.
    #[default]
    Searched,
    /// A move was too good for the opponent to allow the position.
    Cut,
    /// The game is over there.
    Finished,
    /// The depth was used up: it was judged, after what was too noisy to be judged.
    Horizon,
    /// The table knew enough.
    Table,
    /// The table knew a move that leads to a position bad enough for the opponent.
    Successor,
    /// So far below the window that only noise could have helped, and did not.
    Razor,
    /// So far above the window that it was believed; or a move so far below it that it was not
    /// searched.
    Futility,
    /// The mover could even have passed.
    Null,
    /// A shallow search far outside the window was believed.
    ProbCut,
    /// Late moves with a record of failure were not searched.
    RankCut,
}

/// A recorded node. Scores are its mover's.
#[derive(Clone, Debug, Default)]
pub struct Traced {
    /// The code of the move that led here; 0 at the root.
    pub code: u16,
    /// The depth it was searched to.
    pub depth: i32,
    /// The window.
    pub alpha: Score,
    /// See there.
    pub beta: Score,
    /// What was found.
    pub value: Score,
    /// Why it ended.
    pub why: Why,
    /// By how many plies its first search was shallower than usual.
    pub reduction: i32,
    /// By how many it was deeper.
    pub extension: i32,
    /// How many times it was searched in this iteration.
    pub searches: u32,
    /// Which of its parent's moves it was, from 1.
    pub order: usize,
    /// Positions looked at from here on, all searches of it together.
    pub nodes: u64,
    /// The moves made from here, by their places in [`Trace::nodes`].
    pub children: Vec<usize>,
}

/// The top of a search tree.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The nodes; the root is the first.
    pub nodes: Vec<Traced>,
    /// The depth of the iteration.
    pub depth: u32,
    /// False if the iteration was broken off.
    pub complete: bool,
}

/// How a move is about to be searched.
#[derive(Clone, Copy, Default)]
struct Plan {
    reduction: i32,
    extension: i32,
    order: usize,
}

/// Records one iteration after the other.
#[derive(Default)]
pub(crate) struct Recorder {
    running: Trace,
    finished: Option<Trace>,
    /// The places of the nodes from the root to the present one.
    path: Vec<usize>,
    plan: Plan,
    /// How many searches are under way that are not part of the tree.
    aside: u32,
}

impl Recorder {
    fn begin(&mut self, depth: u32) {
        self.running = Trace {
            depth,
            ..Trace::default()
        };
    }

    fn end(&mut self, complete: bool) {
        self.path.clear();
        self.aside = 0;
        self.running.complete = complete;
        if complete || self.finished.is_none() {
            self.finished = Some(std::mem::take(&mut self.running));
        }
    }

    /// Enters a node; `code` led to it.
    fn enter(&mut self, ply: usize, code: u16, depth: i32, (alpha, beta): (Score, Score)) {
        let passed = ply > 0 && code == 0;
        let full = self.running.nodes.len() >= ROOM[ply];
        // Who is here already asks himself a question; a null move is one to the opponent.
        if self.aside > 0 || self.path.len() != ply || passed || full {
            self.aside += 1;
            return;
        }
        let place = self.place(code);
        let node = &mut self.running.nodes[place];
        if ply > 0 {
            node.children.clear();
        }
        if node.searches == 0 {
            (node.code, node.order) = (code, self.plan.order);
            (node.reduction, node.extension) = (self.plan.reduction, self.plan.extension);
        }
        node.searches += 1;
        (node.depth, node.alpha, node.beta) = (depth, alpha, beta);
        self.path.push(place);
    }

    /// The place of a move below the present node, new or old.
    fn place(&mut self, code: u16) -> usize {
        let nodes = &mut self.running.nodes;
        let new = nodes.len();
        let known = match self.path.last() {
            None => (new > 0).then_some(0),
            Some(&parent) => {
                let children = &nodes[parent].children;
                children.iter().copied().find(|&at| nodes[at].code == code)
            }
        };
        known.unwrap_or_else(|| {
            nodes.push(Traced::default());
            if let Some(&parent) = self.path.last() {
                nodes[parent].children.push(new);
            }
            new
        })
    }

    fn leave(&mut self, value: Score, why: Why, nodes: u64) {
        if self.aside > 0 {
            self.aside -= 1;
        } else if let Some(place) = self.path.pop() {
            let node = &mut self.running.nodes[place];
            (node.value, node.why) = (value, why);
            node.nodes += nodes;
        }
    }

    /// Notes a move of the present node that was not searched at all, and what was hoped of it.
    fn pass_over(&mut self, code: u16, order: usize, hope: Score) {
        let full = self.running.nodes.len() >= ROOM[PLIES];
        if self.aside > 0 || full {
            return;
        }
        let place = self.place(code);
        let node = &mut self.running.nodes[place];
        (node.code, node.order) = (code, order);
        (node.value, node.why) = (-hope, Why::Futility);
        (node.alpha, node.beta) = (-hope, -hope);
    }
}

/// The hooks. `ply` is looked at first: deep in the tree nothing else is.
impl<R: Rules, J: Judge<R>, T: Transpositions> Worker<'_, R, J, T> {
    /// True if a node at this ply is recorded.
    #[inline]
    pub(crate) fn traces(&self, ply: usize) -> bool {
        ply <= PLIES && self.recorder.is_some()
    }

    /// Begins to record.
    pub(crate) fn trace(&mut self) {
        self.recorder = Some(Box::default());
    }

    /// What was recorded.
    pub(crate) fn traced(&mut self) -> Option<Trace> {
        self.recorder.take()?.finished
    }

    pub(crate) fn trace_iteration(&mut self, depth: u32) {
        if let Some(recorder) = &mut self.recorder {
            recorder.begin(depth);
        }
    }

    pub(crate) fn traced_iteration(&mut self) {
        let complete = !self.stopped;
        if let Some(recorder) = &mut self.recorder {
            recorder.end(complete);
        }
    }

    /// A node is entered; tells how many positions there were before.
    #[inline]
    pub(crate) fn enter(&mut self, ply: usize, depth: i32, window: (Score, Score)) -> u64 {
        if self.traces(ply) {
            let code = ply.checked_sub(1).map_or(0, |above| self.stack[above].code);
            if let Some(recorder) = &mut self.recorder {
                recorder.enter(ply, code, depth, window);
            }
        }
        self.stats.nodes
    }

    /// A node is left that was entered after `before` positions.
    #[inline]
    pub(crate) fn leave(&mut self, ply: usize, value: Score, before: u64) {
        if self.traces(ply)
            && let Some(recorder) = &mut self.recorder
        {
            recorder.leave(value, self.why, self.stats.nodes - before);
        }
    }

    /// A move of the node at `ply` is about to be searched.
    #[inline]
    pub(crate) fn plan(&mut self, ply: usize, order: usize, reduction: i32, extension: i32) {
        if ply < PLIES
            && let Some(recorder) = &mut self.recorder
        {
            recorder.plan = Plan {
                reduction,
                extension,
                order,
            };
        }
    }

    /// A move of the node at `ply` is not worth a search.
    #[inline]
    pub(crate) fn pass_over(&mut self, ply: usize, code: u16, order: usize, hope: Score) {
        if ply < PLIES
            && let Some(recorder) = &mut self.recorder
        {
            recorder.pass_over(code, order, hope);
        }
    }
}
