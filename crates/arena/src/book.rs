//! Opening books: positions with what they are worth, grown by search.
//!
//! A book is a graph. The value of a position is that of its best successor, once it has been
//! expanded, and what a search said, as long as it has not. Moves are not kept: a move is worth
//! what the position it leads to is worth, so that orders of moves and symmetries of the board
//! meet by themselves. Positions are told apart by the ply they stand at as well; so no line
//! comes back to where it was, and values flow from the leaves to the root in one direction.

mod file;
mod grow;
mod show;

use std::collections::HashMap;

use ponder_core::{Fault, Random, Score, to_root};
use ponder_engine::Session;

pub use grow::{Growth, Wish};
pub use show::{MoveRow, PositionRow, Summary};

/// A book of one game.
#[derive(Clone, Debug)]
pub struct Book {
    game: String,
    /// The positions; the first is the root.
    nodes: Vec<Node>,
    /// The positions of each key, at whatever ply.
    index: HashMap<u64, Vec<usize>>,
}

/// A position of a book.
#[derive(Clone, Debug)]
struct Node {
    /// One of the positions that symmetry makes this one, in canonical text.
    position: String,
    key: u64,
    ply: u32,
    /// What a search, or the rules, said of it.
    judged: Score,
    /// True if that will not change.
    proven: bool,
    /// What it is worth to the player to move, as far as the book knows.
    value: Score,
    /// How much it costs to reach the leaf that should be expanded next; see [`grow`].
    reach: f64,
    children: Vec<usize>,
    parents: Vec<usize>,
}

impl Node {
    fn expanded(&self) -> bool {
        !self.children.is_empty()
    }

    /// What a move that leads here is worth to whoever makes it.
    fn worth(&self) -> Score {
        to_root(-self.value, 1)
    }
}

impl Book {
    /// The game's id.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// False: a book holds at least the position it begins with.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many positions have been expanded.
    pub fn expanded(&self) -> usize {
        self.nodes.iter().filter(|node| node.expanded()).count()
    }

    /// Refuses a session of another game.
    pub fn fits(&self, session: &dyn Session) -> Result<(), Fault> {
        if session.id() == self.game {
            return Ok(());
        }
        Err(Fault::new(format!(
            "the book is one of {}, not of {}",
            self.game,
            session.id()
        ))
        .hint("a book serves the game and the variant that it was made for"))
    }

    /// The moves that the book knows where a session stands, with what they are worth to the
    /// player to move, the best first; none where the book has nothing to say.
    pub fn moves(&self, session: &dyn Session) -> Vec<(String, Score)> {
        let successors = self
            .stands(session)
            .map(|node| self.successors(node, session));
        let worth = |(text, node): (String, usize)| (text, self.nodes[node].worth());
        successors
            .unwrap_or_default()
            .into_iter()
            .map(worth)
            .collect()
    }

    /// A move for the player to move: one of those that are worth at most `margin` less than the
    /// best, drawn by lot. None where the book has nothing to say.
    pub fn choose(
        &self,
        session: &dyn Session,
        margin: Score,
        random: &mut Random,
    ) -> Option<String> {
        let mut moves = self.moves(session);
        let (_, best) = *moves.first()?;
        moves.retain(|(_, worth)| *worth >= best - margin);
        Some(moves.swap_remove(random.below(moves.len())).0)
    }

    /// The moves of a position where a session stands, and the positions of the book that they
    /// lead to; the best first.
    fn successors(&self, node: usize, session: &dyn Session) -> Vec<(String, usize)> {
        if !self.nodes[node].expanded() {
            return Vec::new();
        }
        let ply = self.nodes[node].ply + 1;
        let mut after = session.fork();
        let mut successors = Vec::new();
        for text in session.move_texts(true) {
            if after.play(&text).is_ok() {
                let node = self.find(after.symmetric_key(), ply);
                successors.extend(node.map(|node| (text, node)));
                after.undo();
            }
        }
        successors.sort_by_key(|(_, node)| -self.nodes[*node].worth());
        successors
    }

    /// The expanded position where a session of the game stands: at its ply if there is one, and
    /// otherwise at whichever, since a session may begin in the middle of a game.
    fn stands(&self, session: &dyn Session) -> Option<usize> {
        if session.id() != self.game {
            return None;
        }
        let here = self.index.get(&session.symmetric_key())?;
        let expanded = |node: &&usize| self.nodes[**node].expanded();
        let ply = session.position().plies;
        let mut exact = here.iter().filter(|node| self.nodes[**node].ply == ply);
        exact
            .find(expanded)
            .or_else(|| here.iter().find(expanded))
            .copied()
    }

    fn find(&self, key: u64, ply: u32) -> Option<usize> {
        let here = self.index.get(&key)?;
        here.iter()
            .copied()
            .find(|node| self.nodes[*node].ply == ply)
    }

    fn insert(&mut self, node: Node) -> usize {
        let place = self.nodes.len();
        self.index.entry(node.key).or_default().push(place);
        self.nodes.push(node);
        place
    }

    /// Makes `children` the successors of a leaf; values are left as they were.
    fn link(&mut self, parent: usize, mut children: Vec<usize>) {
        children.sort_unstable();
        children.dedup();
        for child in &children {
            self.nodes[*child].parents.push(parent);
        }
        self.nodes[parent].children = children;
    }

    /// Works out anew what an expanded position is worth; true if that has changed.
    fn back_up(&mut self, place: usize, deviation: f64) -> bool {
        let node = &self.nodes[place];
        let children = || node.children.iter().map(|child| &self.nodes[*child]);
        let Some(value) = children().map(Node::worth).max() else {
            return false;
        };
        let costs = children().map(|child| grow::step(value, child, deviation));
        let reach = costs.fold(f64::INFINITY, f64::min);
        let changed = value != node.value || reach.total_cmp(&node.reach).is_ne();
        let node = &mut self.nodes[place];
        (node.value, node.reach) = (value, reach);
        changed
    }
}
