//! The top of a search tree in words: what was searched, how far, and why it ended there.

use ponder_core::{Fault, Game, MoveList, Score};
use ponder_search::{Trace, Traced, Why};
use serde::Serialize;

/// The top of a search tree, of the last finished iteration.
#[derive(Clone, Debug, Serialize)]
pub struct TreeView {
    /// The depth of the iteration.
    pub depth: u32,
    /// False if it was broken off.
    pub complete: bool,
    #[serde(skip)]
    nodes: Vec<Place>,
}

/// A node and where its children are.
#[derive(Clone, Debug)]
struct Place {
    node: TreeNode,
    children: Vec<usize>,
}

/// A node of a search tree. Scores are in hundredths of the game's unit, for the player to move at
/// the node.
#[derive(Clone, Debug, Serialize)]
pub struct TreeNode {
    /// The move that led here; none at the root.
    #[serde(rename = "move")]
    pub text: Option<String>,
    /// Plies it was searched, without what follows the horizon.
    pub depth: i32,
    /// The window: what the mover has already got elsewhere.
    pub alpha: Score,
    /// The window: what the opponent will not allow.
    pub beta: Score,
    /// What was found.
    pub value: Score,
    /// `exact`, `lower` if it is at least so much, `upper` if at most.
    pub bound: &'static str,
    /// `pv`, `cut`, `all`, `leaf`, `table`, `finished` or `pruned`.
    pub kind: &'static str,
    /// Plies by which it was searched less deep at first.
    pub reduction: i32,
    /// Plies by which it was searched deeper.
    pub extension: i32,
    /// True if it was searched more than once in this iteration.
    pub researched: bool,
    /// Which of its parent's moves it was, from 1.
    pub order: usize,
    /// Positions looked at from here on.
    pub nodes: u64,
    /// How many of its moves are recorded.
    pub children: usize,
    /// Why it ended, in words.
    pub reason: &'static str,
}

/// A node and its moves, in the order in which they were searched.
#[derive(Clone, Debug, Serialize)]
pub struct TreeAt<'a> {
    /// The node.
    pub node: &'a TreeNode,
    /// Its moves.
    pub children: Vec<&'a TreeNode>,
}

impl TreeView {
    /// Finds the moves that the codes of a recorded search mean.
    pub(crate) fn new<G: Game>(game: &G, pos: &G::Pos, trace: &Trace) -> Self {
        let mut view = Self {
            depth: trace.depth,
            complete: trace.complete,
            nodes: Vec::new(),
        };
        if let Some(root) = trace.nodes.first() {
            view.add(game, pos, trace, root, None);
        }
        view
    }

    /// Adds a node with all that is below it, and returns its place.
    fn add<G: Game>(
        &mut self,
        game: &G,
        pos: &G::Pos,
        trace: &Trace,
        traced: &Traced,
        text: Option<String>,
    ) -> usize {
        let place = self.nodes.len();
        self.nodes.push(Place {
            node: TreeNode::new(traced, text),
            children: Vec::new(),
        });
        let mut list = MoveList::<G>::new();
        if !traced.children.is_empty() {
            game.moves(pos, &mut list);
        }
        for child in traced.children.iter().map(|&at| &trace.nodes[at]) {
            let Some(&m) = list.iter().find(|m| game.code(pos, **m) == child.code) else {
                continue;
            };
            let text = game.write_move(pos, m);
            let child = self.add(game, &game.play(pos, m), trace, child, Some(text));
            self.nodes[place].children.push(child);
        }
        self.nodes[place].node.children = self.nodes[place].children.len();
        place
    }

    /// The node that a line of moves leads to from the root.
    pub fn at<S: AsRef<str>>(&self, path: &[S]) -> Result<TreeAt<'_>, Fault> {
        let nothing = || {
            Fault::new("the search was stopped before it had a tree")
                .hint("let it finish an iteration")
        };
        let mut here = self.nodes.first().ok_or_else(nothing)?;
        for word in path {
            let word = word.as_ref();
            let children = || here.children.iter().map(|&at| &self.nodes[at]);
            let mut found = children().filter(|place| place.node.text.as_deref() == Some(word));
            here = found.next().ok_or_else(|| {
                let moves = children().filter_map(|place| place.node.text.as_deref());
                let moves: Vec<_> = moves.collect();
                let hint = match &moves[..] {
                    [] => "no move is recorded there".to_owned(),
                    moves => format!("recorded there are: {}", moves.join(", ")),
                };
                Fault::new(format!("\"{word}\" is not in the recorded tree")).hint(hint)
            })?;
        }
        let children = here.children.iter().map(|&at| &self.nodes[at].node);
        Ok(TreeAt {
            node: &here.node,
            children: children.collect(),
        })
    }

    /// How many nodes are recorded.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if none is.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

impl TreeNode {
    fn new(traced: &Traced, text: Option<String>) -> Self {
        let (bound, inside) = if traced.value >= traced.beta {
            ("lower", false)
        } else if traced.value <= traced.alpha {
            ("upper", false)
        } else {
            ("exact", true)
        };
        let (kind, reason) = described(traced.why, inside);
        Self {
            text,
            depth: traced.depth,
            alpha: traced.alpha,
            beta: traced.beta,
            value: traced.value,
            bound: if traced.why == Why::Finished {
                "exact"
            } else {
                bound
            },
            kind,
            reduction: traced.reduction,
            extension: traced.extension,
            researched: traced.searches > 1,
            order: traced.order,
            nodes: traced.nodes,
            children: 0,
            reason,
        }
    }
}

/// The kind of a node, and why it ended.
fn described(why: Why, inside: bool) -> (&'static str, &'static str) {
    match why {
        Why::Searched if inside => (
            "pv",
            "all moves were searched; the best is within the window",
        ),
        Why::Searched => ("all", "all moves were searched; none is good enough"),
        Why::Cut => (
            "cut",
            "a move is so good that the opponent will not allow the position",
        ),
        Why::Finished => ("finished", "the game is over here"),
        Why::Horizon => ("leaf", "the depth is used up: the position is judged"),
        Why::Table => ("table", "the table knew enough from an earlier search"),
        Why::Successor => ("table", "the table knew a move that is good enough"),
        Why::Razor => (
            "pruned",
            "so far behind near the horizon that not even captures help",
        ),
        Why::Futility => (
            "pruned",
            "too far outside the window near the horizon to matter",
        ),
        Why::Null => (
            "pruned",
            "the player to move could even pass and would still be ahead",
        ),
        Why::ProbCut => (
            "pruned",
            "a shallow search is so far outside the window that it is believed",
        ),
        Why::RankCut => (
            "all",
            "the last moves have failed so often that they were left out",
        ),
    }
}
