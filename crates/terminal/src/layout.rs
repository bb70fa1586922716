//! Where a board's cells stand on a screen of characters.
//!
//! Every cell is a block of characters, as large as the space allows. Blocks are even in width,
//! so that the half steps of a hexagonal board are whole characters; crossings of lines have a
//! middle, so theirs are odd.

use ponder_core::{Board, Cell, CellId, CellShape};
use ratatui::layout::{Position, Rect};

/// Widths and heights of blocks, the largest first. Characters are about twice as high as wide.
const BLOCKS: &[(u16, u16)] = &[(10, 5), (8, 4), (6, 3), (4, 2), (4, 1)];
const CROSSINGS: &[(u16, u16)] = &[(11, 5), (7, 3), (5, 3), (3, 1)];

/// A direction on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
}

/// A board on the screen.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The board as it is shown, turned round if that was asked for.
    pub(crate) board: Board,
    /// The block of every cell.
    pub(crate) blocks: Vec<Rect>,
    /// Labels with their first character.
    pub(crate) labels: Vec<(String, Position)>,
    /// What the blocks cover, and what lies between them.
    pub(crate) ground: Rect,
    /// The board with its labels.
    pub(crate) whole: Rect,
}

impl Layout {
    /// The board within an area, as large as possible; none if it does not fit at all.
    pub(crate) fn fit(board: &Board, area: Rect, turned: bool) -> Option<Self> {
        let board = if turned { turn(board) } else { board.clone() };
        let sizes = sizes(&board);
        let fitting = |(width, height)| {
            let layout = Self::plan(&board, width, height);
            (layout.whole.width <= area.width && layout.whole.height <= area.height)
                .then_some(layout)
        };
        let plan = sizes.iter().copied().find_map(fitting)?;
        Some(plan.placed(board, area))
    }

    /// The least width and height of the board.
    pub(crate) fn least(board: &Board) -> (u16, u16) {
        let (width, height) = sizes(board)[sizes(board).len() - 1];
        let whole = Self::plan(board, width, height).whole;
        (whole.width, whole.height)
    }

    /// The cell at a place of the screen.
    pub(crate) fn cell_at(&self, at: Position) -> Option<CellId> {
        let found = self.blocks.iter().position(|block| block.contains(at));
        found.map(|cell| cell as CellId)
    }

    /// The next cell from `from` in a direction; `aim` is the column that a walk up or down
    /// keeps to.
    pub(crate) fn step(&self, from: CellId, direction: Direction, aim: f32) -> Option<CellId> {
        let cells = &self.board.cells;
        let at = &cells[usize::from(from)];
        let level = |cell: &Cell| (cell.y - at.y).abs() < 0.25;
        let ahead = |cell: &Cell| match direction {
            Direction::Left => level(cell) && cell.x < at.x - 0.25,
            Direction::Right => level(cell) && cell.x > at.x + 0.25,
            Direction::Up => cell.y < at.y - 0.25,
            Direction::Down => cell.y > at.y + 0.25,
        };
        let far = |cell: &Cell| {
            let (dx, dy) = ((cell.x - at.x).abs(), (cell.y - at.y).abs());
            match direction {
                Direction::Left | Direction::Right => (dx, 0.0),
                Direction::Up | Direction::Down => (dy, (cell.x - aim).abs()),
            }
        };
        let candidates = (0..).zip(cells).filter(|(_, cell)| ahead(cell));
        let nearest = candidates.min_by(|(_, a), (_, b)| {
            let order = far(a).partial_cmp(&far(b));
            order.unwrap_or(std::cmp::Ordering::Equal)
        });
        nearest.map(|(id, _)| id)
    }

    fn plan(board: &Board, width: u16, height: u16) -> Plan {
        let rows = rows(board);
        let left = board
            .cells
            .iter()
            .map(|cell| cell.x)
            .fold(f32::MAX, f32::min);
        let column = |x: f32| ((x - left) * f32::from(width)).round() as i32;
        let mut top = 0;
        let tops: Vec<(f32, i32)> = rows
            .iter()
            .map(|&(y, has_cells)| {
                let row = (y, top);
                top += if has_cells { i32::from(height) } else { 1 };
                row
            })
            .collect();
        let row = |y: f32| {
            let found = tops.iter().find(|(row, _)| (row - y).abs() < 0.25);
            found.map_or(0, |&(_, top)| top)
        };
        let blocks: Vec<_> = board
            .cells
            .iter()
            .map(|cell| (column(cell.x), row(cell.y)))
            .collect();
        let labels: Vec<_> = board
            .labels
            .iter()
            .map(|label| {
                let length = label.text.chars().count() as i32;
                let beside = || {
                    board
                        .cells
                        .iter()
                        .filter(|cell| (cell.y - label.y).abs() < 0.25)
                };
                let first = beside().map(|cell| cell.x).fold(f32::MAX, f32::min);
                let last = beside().map(|cell| cell.x).fold(f32::MIN, f32::max);
                let (x, y) = if beside().next().is_none() {
                    let centre = column(label.x) + i32::from(width) / 2;
                    (centre - length / 2, row(label.y))
                } else {
                    let middle = row(label.y) + i32::from(height - 1) / 2;
                    let x = match label.x {
                        x if x < first => column(first) - length - 1,
                        _ => column(last) + i32::from(width) + 1,
                    };
                    (x, middle)
                };
                (label.text.clone(), x, y, length)
            })
            .collect();
        let reach = blocks.iter().map(|&(x, _)| (x, x + i32::from(width)));
        let reach = reach.chain(labels.iter().map(|&(_, x, _, length)| (x, x + length)));
        let (from, to) = reach.fold((0, 0), |(from, to), (x, end)| (from.min(x), to.max(end)));
        Plan {
            whole: Rect::new(0, 0, (to - from) as u16, top as u16),
            from,
            size: (width, height),
            blocks,
            labels,
        }
    }
}

/// A board with its upper left corner at nought.
struct Plan {
    whole: Rect,
    /// The leftmost column.
    from: i32,
    size: (u16, u16),
    blocks: Vec<(i32, i32)>,
    labels: Vec<(String, i32, i32, i32)>,
}

impl Plan {
    fn placed(self, board: Board, area: Rect) -> Layout {
        let (left, top) = (
            area.x + (area.width - self.whole.width) / 2,
            area.y + (area.height - self.whole.height) / 2,
        );
        let place = |x: i32, y: i32| Position::new(left + (x - self.from) as u16, top + y as u16);
        let blocks: Vec<_> = self
            .blocks
            .iter()
            .map(|&(x, y)| {
                let at = place(x, y);
                Rect::new(at.x, at.y, self.size.0, self.size.1)
            })
            .collect();
        let labels = self.labels.into_iter();
        Layout {
            labels: labels.map(|(text, x, y, _)| (text, place(x, y))).collect(),
            whole: Rect::new(left, top, self.whole.width, self.whole.height),
            ground: blocks
                .iter()
                .copied()
                .reduce(Rect::union)
                .unwrap_or_default(),
            board,
            blocks,
        }
    }
}

fn sizes(board: &Board) -> &'static [(u16, u16)] {
    match board.shape {
        CellShape::Square | CellShape::Hexagon => BLOCKS,
        CellShape::Point => CROSSINGS,
    }
}

/// The rows from the top, each with whether cells stand in it or labels alone.
fn rows(board: &Board) -> Vec<(f32, bool)> {
    let cells = board.cells.iter().map(|cell| (cell.y, true));
    let labels = board.labels.iter().map(|label| (label.y, false));
    let mut all: Vec<_> = cells.chain(labels).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let rows = all.chunk_by(|a, b| (a.0 - b.0).abs() < 0.25);
    rows.map(|row| (row[0].0, row.iter().any(|(_, cells)| *cells)))
        .collect()
}

/// The board seen from the other side.
fn turn(board: &Board) -> Board {
    let extent = |value: fn(&Cell) -> f32| {
        let values = || board.cells.iter().map(value);
        values().fold(f32::MAX, f32::min) + values().fold(f32::MIN, f32::max)
    };
    let (width, height) = (extent(|cell| cell.x), extent(|cell| cell.y));
    let mut board = board.clone();
    for cell in &mut board.cells {
        (cell.x, cell.y) = (width - cell.x, height - cell.y);
    }
    for label in &mut board.labels {
        (label.x, label.y) = (width - label.x, height - label.y);
    }
    board
}
