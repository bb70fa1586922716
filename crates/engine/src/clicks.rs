//! The clicks that mean a move: its own path, and others that lead to it as surely.
//!
//! A screen goes from click to click as long as some path begins with what was clicked. So no
//! path may begin another move's; only moves that differ in how many tokens they take share one,
//! and a person is asked for the number.

use ponder_core::{Board, CellId, Show};

/// The clicks of one move.
pub(crate) struct Clicks {
    /// The path that says most.
    pub(crate) path: Vec<CellId>,
    /// Other paths.
    pub(crate) also: Vec<Vec<CellId>>,
}

impl Clicks {
    fn all(&self) -> impl Iterator<Item = &Vec<CellId>> {
        std::iter::once(&self.path).chain(&self.also)
    }

    /// Where a long path begins and ends, which is how people like to click.
    fn ends(&self) -> Option<[CellId; 2]> {
        match self.path[..] {
            [first, _, .., last] if first != last => Some([first, last]),
            _ => None,
        }
    }
}

/// The clicks of each of these moves, all legal ones of a position.
pub(crate) fn of<S: Show>(
    rules: &S,
    board: &Board,
    pos: &S::Pos,
    moves: &[S::Move],
) -> Vec<Clicks> {
    let mut clicks: Vec<_> = moves
        .iter()
        .map(|&m| {
            let path = rules.path(pos, m);
            let mut also = rules.detours(pos, m);
            also.extend(column(board, &path));
            Clicks { path, also }
        })
        .collect();
    let shortcut = |index: usize| {
        let ends = clicks[index].ends()?;
        let mut others = clicks
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != index);
        let taken = others.any(|(_, other)| {
            other.ends() == Some(ends) || other.all().any(|path| path.starts_with(&ends))
        });
        (!taken).then(|| ends.to_vec())
    };
    let shortcuts: Vec<_> = (0..moves.len()).map(shortcut).collect();
    for (clicks, shortcut) in clicks.iter_mut().zip(shortcuts) {
        clicks.also.extend(shortcut);
    }
    clicks
}

/// On an upright board, the other cells of the column that a piece is dropped into.
fn column(board: &Board, path: &[CellId]) -> Vec<Vec<CellId>> {
    let &[landing] = path else {
        return Vec::new();
    };
    if !board.falls {
        return Vec::new();
    }
    let x = board.cells[usize::from(landing)].x;
    let column = (0..)
        .zip(&board.cells)
        .filter(|(_, cell)| (cell.x - x).abs() < 0.25);
    let others = column.map(|(id, _)| id).filter(|id| *id != landing);
    others.map(|id| vec![id]).collect()
}
