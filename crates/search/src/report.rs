//! What a search tells: its move, its value, its line, and what it cost.

use std::ops::AddAssign;
use std::time::Duration;

use ponder_core::{Rules, Score, WIN, WON};

use crate::trace::Trace;

/// What a search did, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Positions looked at, quiescence included.
    pub nodes: u64,
    /// Positions looked at beyond the horizon.
    pub quiescence: u64,
    /// Positions judged.
    pub boards: u64,
    /// Nodes that a move cut off.
    pub cutoffs: u64,
    /// Those of them that the first move cut off.
    pub first_cutoffs: u64,
    /// Questions to the table.
    pub probes: u64,
    /// Those of them that it could answer.
    pub hits: u64,
    /// Nodes that an answer of it ended.
    pub table_cutoffs: u64,
    /// Entries given to the table.
    pub stores: u64,
    /// The greatest distance from the root at which a position was judged.
    pub deepest: u32,
}

impl AddAssign for Stats {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.quiescence += other.quiescence;
        self.boards += other.boards;
        self.cutoffs += other.cutoffs;
        self.first_cutoffs += other.first_cutoffs;
        self.probes += other.probes;
        self.hits += other.hits;
        self.table_cutoffs += other.table_cutoffs;
        self.stores += other.stores;
        self.deepest = self.deepest.max(other.deepest);
    }
}

/// What kind of knowledge a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An opinion about positions at the horizon.
    Heuristic,
    /// The true value in a game with margins, or a proven draw.
    Exact,
    /// A win in so many plies.
    Win(u32),
    /// A loss in so many plies.
    Loss(u32),
}

/// One line of play and what it is worth, for the player to move at the root.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<R: Rules> {
    /// The value.
    pub score: Score,
    /// True if the value follows from finished games alone, by sound techniques.
    pub exact: bool,
    /// True if the value is at least this: the search was broken off when it had only just seen
    /// that the move is better than expected.
    pub bound: bool,
    /// The moves, from the root to the leaf.
    pub moves: Vec<R::Move>,
    /// The position the value comes from, if the line reaches it.
    pub leaf: R::Pos,
}

impl<R: Rules> Line<R> {
    /// True if a deeper search would find nothing else: the value is proven, or the end of the game
    /// lies within `depth` plies.
    pub(crate) fn is_settled(&self, depth: u32) -> bool {
        let end = (WIN - self.score.abs()) as u32;
        self.exact || self.score.abs() >= WON && end <= depth
    }

    /// What kind of knowledge the score is.
    pub fn kind(&self) -> Kind {
        match self.score {
            WON.. => Kind::Win((WIN - self.score) as u32),
            s if s <= -WON => Kind::Loss((WIN + s) as u32),
            _ if self.exact => Kind::Exact,
            _ => Kind::Heuristic,
        }
    }
}

/// The state of a search after an iteration.
#[derive(Clone, Debug)]
pub struct Report<R: Rules> {
    /// The depth of the iteration.
    pub depth: u32,
    /// The best lines, the best one first.
    pub lines: Vec<Line<R>>,
    /// What it cost so far.
    pub stats: Stats,
    /// Time since the search began.
    pub time: Duration,
    /// Nodes of this iteration alone.
    pub iteration_nodes: u64,
    /// Time of this iteration alone.
    pub iteration_time: Duration,
    /// The effective branching factor: how many times more nodes one more ply has cost, as the
    /// mean over the last four finished iterations. None before there are two.
    pub branching: Option<f64>,
    /// False if the iteration was broken off: then the lines are the best it had seen.
    pub complete: bool,
    /// True if this is the last word.
    pub finished: bool,
    /// The top of the tree, with the last word of a search that [traces](crate::Search::traced).
    pub trace: Option<Trace>,
}

impl<R: Rules> Report<R> {
    /// The best move, if the game has one.
    pub fn best(&self) -> Option<R::Move> {
        self.lines.first()?.moves.first().copied()
    }
}

/// The effective branching factor of a search whose finished iterations, `stride` plies apart,
/// ended at these numbers of nodes.
pub(crate) fn branching(costs: &[u64], stride: usize) -> Option<f64> {
    const PLIES: usize = 4;
    let steps = costs.len().checked_sub(1)?.min((PLIES / stride).max(1));
    let (last, earlier) = (*costs.last()?, costs[costs.len() - 1 - steps]);
    let plies = (steps * stride) as f64;
    (steps > 0).then(|| (last as f64 / earlier.max(1) as f64).powf(1.0 / plies))
}

#[cfg(test)]
mod tests {
    use super::branching;

    #[test]
    fn branching_is_a_mean_over_plies() {
        assert_eq!(branching(&[], 1), None);
        assert_eq!(branching(&[7], 1), None);
        let near = |costs: &[u64], value: f64| {
            let found = branching(costs, 1).expect("enough iterations");
            assert!((found - value).abs() < 1e-9, "{found}");
        };
        near(&[10, 30], 3.0);
        near(&[10, 30, 40], 2.0);
        // Only the last four plies count.
        near(&[1, 10, 99, 99, 99, 160], 2.0);
        // Steps of two plies.
        assert_eq!(branching(&[5, 10, 40, 160], 2), Some(2.0));
    }
}
