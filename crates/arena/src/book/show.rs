//! What a book says, for people and for other programs.

use std::collections::HashSet;

use ponder_core::Score;
use ponder_engine::Session;
use serde::Serialize;

use super::Book;
use crate::openings::Line;

/// A book as a whole.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The game's id.
    pub game: String,
    /// Positions in it.
    pub positions: usize,
    /// Those that were expanded.
    pub expanded: usize,
    /// Those whose worth is proven without the book.
    pub proven: usize,
    /// The ply of the latest position.
    pub plies: u32,
    /// What the first position is worth to the player to move, in hundredths.
    pub score: Score,
    /// The line that is best for both.
    pub line: Vec<String>,
}

/// A move that a book knows.
#[derive(Clone, Debug, Serialize)]
pub struct MoveRow {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// What it is worth to the player who makes it, in hundredths.
    pub score: Score,
    /// How many positions the book has from there on, that one included.
    pub positions: usize,
    /// How the game goes on if both play their best.
    pub line: Vec<String>,
}

/// A position with all that a book says of it.
#[derive(Clone, Debug, Serialize)]
pub struct PositionRow {
    /// The position in canonical text.
    pub position: String,
    /// Plies from the book's first position.
    pub ply: u32,
    /// What it is worth to the player to move, in hundredths.
    pub score: Score,
    /// What a search, or the rules, said of it alone.
    pub judged: Score,
    /// True if all its moves are in the book.
    pub expanded: bool,
    /// True if what was said is certain.
    pub proven: bool,
    /// The moves with what they are worth, the best first; none unless it is expanded.
    pub moves: Vec<(String, Score)>,
}

impl Book {
    /// The book as a whole; the session stands where the book begins.
    pub fn summary(&self, session: &dyn Session) -> Summary {
        Summary {
            game: self.game.clone(),
            positions: self.nodes.len(),
            expanded: self.expanded(),
            proven: self.nodes.iter().filter(|node| node.proven).count(),
            plies: self.nodes.iter().map(|node| node.ply).max().unwrap_or(0),
            score: self.nodes[0].value,
            line: self.best_line(0, session.fork()),
        }
    }

    /// What the book says of the moves where a session stands, the best first.
    pub fn rows(&self, session: &dyn Session) -> Vec<MoveRow> {
        let Some(node) = self.stands(session) else {
            return Vec::new();
        };
        let row = |(text, node): (String, usize)| {
            let mut after = session.fork();
            after.play(&text).ok()?;
            Some(MoveRow {
                text,
                score: self.nodes[node].worth(),
                positions: self.below(node),
                line: self.best_line(node, after),
            })
        };
        let successors = self.successors(node, session);
        successors.into_iter().filter_map(row).collect()
    }

    /// Every position, in the order in which they came.
    pub fn positions<'b>(
        &'b self,
        session: &dyn Session,
    ) -> impl Iterator<Item = PositionRow> + use<'b> {
        let mut at = session.fork();
        self.nodes.iter().map(move |node| {
            // What is in a book was read or made by the rules, so that it can be set up.
            let placed = node.expanded() && at.set_position(&node.position).is_ok();
            PositionRow {
                position: node.position.clone(),
                ply: node.ply,
                score: node.value,
                judged: node.judged,
                expanded: node.expanded(),
                proven: node.proven,
                moves: if placed { self.moves(&*at) } else { Vec::new() },
            }
        })
    }

    /// Lines from where the session stands to the ends of the book, as long as both sides play
    /// moves worth at most `margin` less than their best; each position is met once.
    pub fn lines(&self, session: &dyn Session, margin: Score) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut seen = HashSet::new();
        let here = self.stands(session).map(|node| (node, session.fork()));
        let mut ahead: Vec<_> = here.into_iter().collect();
        while let Some((node, at)) = ahead.pop() {
            if !self.nodes[node].expanded() {
                if at.final_score().is_none() {
                    lines.push(Line {
                        moves: at.line(),
                        score: self.nodes[node].value,
                    });
                }
                continue;
            }
            let least = self.nodes[node].value - margin;
            let mut next = Vec::new();
            for (text, node) in self.successors(node, &*at) {
                let mut after = at.fork();
                let good = self.nodes[node].worth() >= least && seen.insert(node);
                if good && after.play(&text).is_ok() {
                    next.push((node, after));
                }
            }
            // The best comes from the stack first.
            ahead.extend(next.into_iter().rev());
        }
        lines
    }

    /// The best moves of both sides from a position, where a session stands, to the end of the
    /// book.
    fn best_line(&self, mut node: usize, mut at: Box<dyn Session>) -> Vec<String> {
        let mut line = Vec::new();
        while let Some((best, next)) = self.successors(node, &*at).into_iter().next() {
            if at.play(&best).is_err() {
                break;
            }
            line.push(best);
            node = next;
        }
        line
    }

    /// How many positions there are from one on.
    fn below(&self, node: usize) -> usize {
        let mut seen = HashSet::from([node]);
        let mut ahead = vec![node];
        while let Some(node) = ahead.pop() {
            let children = self.nodes[node].children.iter();
            ahead.extend(children.filter(|child| seen.insert(**child)));
        }
        seen.len()
    }
}
