//! Moves by clicks: a walk down the prefix tree of the legal moves' click paths.
//!
//! The walk knows no rule. A click goes on along every path that begins with the clicks so far.
//! Moves with the same path, as of different numbers of tokens, are offered as a list.

use ponder_core::{Board, CellId};
use ponder_engine::MoveView;

/// A legal move and the cells to click for it.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub(crate) play: MoveView,
    /// All ways to click it, the one that says most first; one that is empty is a pass.
    pub(crate) paths: Vec<Vec<CellId>>,
}

/// The clicks so far, and where they can lead.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    ways: Vec<Way>,
    clicked: Vec<CellId>,
}

/// What a click did.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Click {
    /// The walk goes on.
    On,
    /// The clicks were taken back.
    Back,
    /// A move is complete.
    Move(String),
    /// Several moves have this path.
    Several(Vec<String>),
    /// No move goes there.
    Nowhere,
}

impl Walk {
    /// A walk among these moves.
    pub(crate) fn new(board: &Board, moves: Vec<MoveView>) -> Self {
        let id = |name: &String| board.find(name);
        let ways: Vec<Way> = moves
            .into_iter()
            .map(|play| Way {
                paths: std::iter::once(&play.path)
                    .chain(&play.also)
                    .filter_map(|path| path.iter().map(id).collect())
                    .collect(),
                play,
            })
            .collect();
        Self {
            ways,
            clicked: Vec::new(),
        }
    }

    /// The clicks so far.
    pub(crate) fn clicked(&self) -> &[CellId] {
        &self.clicked
    }

    /// Forgets the clicks; false if there were none.
    pub(crate) fn clear(&mut self) -> bool {
        !std::mem::take(&mut self.clicked).is_empty()
    }

    /// The move that needs no click, if there is one.
    pub(crate) fn pass(&self) -> Option<&str> {
        let pass = |way: &&Way| way.paths.iter().any(Vec::is_empty);
        self.ways
            .iter()
            .find(pass)
            .map(|way| way.play.text.as_str())
    }

    /// The cells that are best clicked next, in the order of reading. Others may do as well.
    pub(crate) fn next(&self) -> Vec<CellId> {
        let best = self.ways.iter().filter_map(|way| {
            let rest = way.paths.first()?.strip_prefix(self.clicked.as_slice())?;
            rest.first().copied()
        });
        let mut cells: Vec<_> = best.collect();
        if cells.is_empty() {
            let rests = self.rests(&self.clicked);
            cells.extend(rests.filter_map(|(_, rest)| rest.first().copied()));
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Clicks a cell.
    pub(crate) fn click(&mut self, cell: CellId) -> Click {
        let mut clicked = self.clicked.clone();
        clicked.push(cell);
        if self.rests(&clicked).next().is_none() {
            return self.astray(cell);
        }
        let mut done: Vec<_> = self
            .rests(&clicked)
            .filter(|(_, rest)| rest.is_empty())
            .map(|(way, _)| way.play.text.clone())
            .collect();
        done.dedup();
        let open = self.rests(&clicked).any(|(_, rest)| !rest.is_empty());
        self.clicked = clicked;
        match done.len() {
            0 => Click::On,
            1 if !open => Click::Move(done.remove(0)),
            _ => Click::Several(done),
        }
    }

    /// The only move that a click on a cell would complete.
    pub(crate) fn completed_by(&self, cell: CellId) -> Option<&MoveView> {
        let mut done = self
            .rests(&self.clicked)
            .filter(|(_, rest)| *rest == [cell])
            .map(|(way, _)| way);
        let first = done.next()?;
        let same = |way: &Way| way.play.text == first.play.text;
        done.all(same).then_some(&first.play)
    }

    /// The legal move with this text.
    pub(crate) fn find(&self, text: &str) -> Option<&Way> {
        self.ways.iter().find(|way| way.play.text == text)
    }

    /// A click on a cell to which no path goes on.
    fn astray(&mut self, cell: CellId) -> Click {
        if self.clicked.last() == Some(&cell) {
            self.clicked.pop();
            return Click::Back;
        }
        let fresh = self.rests(&[]).any(|(_, rest)| rest.first() == Some(&cell));
        if !self.clicked.is_empty() && fresh {
            self.clicked.clear();
            return self.click(cell);
        }
        Click::Nowhere
    }

    /// The ways that begin with some clicks, and what is left of them.
    fn rests<'w>(&'w self, clicks: &'w [CellId]) -> impl Iterator<Item = (&'w Way, &'w [CellId])> {
        self.ways.iter().flat_map(move |way| {
            let rests = way.paths.iter();
            rests.filter_map(move |path| Some((way, path.strip_prefix(clicks)?)))
        })
    }
}
