//! The squares of a board by their kind: what a judge wants to know before the first disc lies.

use super::Cells;

/// The kinds of squares of a board. Each square is of one kind.
#[derive(Clone, Debug)]
pub(super) struct Chart<const N: usize> {
    /// The four corners.
    pub(super) corners: Cells<N>,
    /// The squares on the edge next to a corner.
    pub(super) c_squares: Cells<N>,
    /// The squares diagonally next to a corner, off the edge.
    pub(super) x_squares: Cells<N>,
    /// The other squares on the edge.
    pub(super) edges: Cells<N>,
    /// The other squares next to the edge.
    pub(super) ring: Cells<N>,
    /// All others.
    pub(super) inside: Cells<N>,
    /// The corners one by one.
    pub(super) around: [Around<N>; 4],
    /// The cells at an end of a line, for each of the four directions: rows, columns, and the
    /// diagonals down to the left and down to the right.
    pub(super) ends: [Cells<N>; 4],
}

/// A corner and its neighbours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around<const N: usize> {
    pub(super) corner: Cells<N>,
    pub(super) c_squares: Cells<N>,
    pub(super) x_squares: Cells<N>,
}

impl<const N: usize> Chart<N> {
    pub(super) fn new(rows: u8, columns: u8) -> Self {
        let board = Cells::rectangle(rows, columns);
        let all = |kind: &dyn Fn(u8, u8) -> bool| -> Cells<N> {
            let cells = board.iter().filter(|cell| {
                let (row, column) = Cells::<N>::place(*cell);
                kind(row, column)
            });
            cells.collect()
        };
        let sides = all(&|_, column| column == 0 || column + 1 == columns);
        let ends = all(&|row, _| row == 0 || row + 1 == rows);
        let (border, corners) = (sides | ends, sides & ends);
        let around = [
            (0, 0),
            (0, columns - 1),
            (rows - 1, 0),
            (rows - 1, columns - 1),
        ]
        .map(|(corner_row, corner_column)| {
            let near = |steps: u8| {
                all(&|row, column| {
                    let (down, right) = (row.abs_diff(corner_row), column.abs_diff(corner_column));
                    down.max(right) == 1 && down + right == steps
                })
            };
            Around {
                corner: Cells::one(Cells::<N>::index(corner_row, corner_column)),
                c_squares: near(1) & !corners,
                x_squares: near(2) & !border,
            }
        });
        let join = |part: &dyn Fn(&Around<N>) -> Cells<N>| {
            around.iter().fold(Cells::NONE, |all, one| all | part(one))
        };
        let c_squares = join(&|one| one.c_squares);
        let x_squares = join(&|one| one.x_squares);
        let second = all(&|row, column| {
            let near = |at: u8, last: u8| at == 1 || at + 1 == last;
            near(row, rows - 1) || near(column, columns - 1)
        });
        Self {
            corners,
            c_squares,
            x_squares,
            edges: border & !corners & !c_squares,
            ring: second & !border & !x_squares,
            inside: board & !border & !second,
            around,
            ends: [sides, ends, border, border],
        }
    }

    /// The X squares and the C squares next to corners that are still empty.
    #[inline]
    pub(super) fn exposed(&self, empties: Cells<N>) -> [Cells<N>; 2] {
        let mut exposed = [Cells::NONE; 2];
        for Around {
            corner,
            c_squares,
            x_squares,
        } in self.around
        {
            let kept = if (corner & empties).is_empty() {
                0
            } else {
                u64::MAX
            };
            let kept = Cells([kept; N]);
            exposed = [exposed[0] | x_squares & kept, exposed[1] | c_squares & kept];
        }
        exposed
    }

    /// What the kind of a square promises to a disc placed there.
    #[inline]
    pub(super) fn promise(&self, cell: u8, empties: Cells<N>) -> i32 {
        if !(self.x_squares | self.c_squares).has(cell) {
            let corner = i32::from(self.corners.has(cell));
            return 30_000 * corner + 1_000 * i32::from(self.edges.has(cell));
        }
        let [x_squares, c_squares] = self.exposed(empties);
        -6_000 * i32::from(x_squares.has(cell)) - 2_000 * i32::from(c_squares.has(cell))
    }
}
