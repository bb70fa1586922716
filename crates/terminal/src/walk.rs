//! Moves by clicks: a walk down the prefix tree of the legal moves' click paths.
//!
//! The walk knows no rule. A click goes on along every path that begins with the clicks so far;
//! where only one of them ends at the clicked cell, the cells between may be left out. Moves
//! with the same path, as of different numbers of tokens, are offered as a list.

use ponder_core::{Board, CellId};
use ponder_engine::MoveView;

/// A legal move and the cells to click for it.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub(crate) play: MoveView,
    /// All ways to click it; one that is empty is a pass.
    pub(crate) paths: Vec<Vec<CellId>>,
}

/// The clicks so far, and where they can lead.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    ways: Vec<Way>,
    /// For boards on which pieces fall: what a click on a cell means.
    falls: Vec<Option<CellId>>,
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
                paths: click_paths(&play)
                    .filter_map(|path| path.iter().map(id).collect())
                    .collect(),
                play,
            })
            .collect();
        Self {
            falls: falls(board, &ways),
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

    /// The cells that can be clicked next.
    pub(crate) fn next(&self) -> Vec<CellId> {
        let mut cells: Vec<_> = self
            .rests(&self.clicked)
            .filter_map(|(_, rest)| rest.first().copied())
            .collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Clicks a cell.
    pub(crate) fn click(&mut self, cell: CellId) -> Click {
        let cell = self.meant(cell);
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
        let cell = self.meant(cell);
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
        let mut last: Vec<_> = self
            .rests(&self.clicked)
            .filter(|(_, rest)| !self.clicked.is_empty() && rest.last() == Some(&cell))
            .map(|(way, _)| way.play.text.clone())
            .collect();
        last.dedup();
        if last.len() == 1 {
            return Click::Move(last.remove(0));
        }
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

    /// What a click on a cell means where pieces fall.
    fn meant(&self, cell: CellId) -> CellId {
        let fall = self.falls.get(usize::from(cell)).copied().flatten();
        fall.unwrap_or(cell)
    }
}

/// All ways to click a move.
fn click_paths(play: &MoveView) -> impl Iterator<Item = &Vec<String>> {
    std::iter::once(&play.path)
}

/// Where pieces fall, every cell of a column means the move that lands in it.
fn falls(_board: &Board, _ways: &[Way]) -> Vec<Option<CellId>> {
    Vec::new()
}
