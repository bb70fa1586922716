//! The board: a hexagon of side 5 wound round a circle of 61 numbers.
//!
//! Rows are A to I from the bottom (1 to 9 here), columns are the diagonals 1 to 9, the centre is
//! E5. The cell in row `r` and column `c` has the number
//!
//! ```text
//! (c - 5) + 13 (r - 5)   modulo 61
//! ```
//!
//! No two of the 61 cells share a number, so a set of cells is a word of 61 bits, and every step
//! adds a constant: east 1, north-west 13, north-east 14, and their negatives. A step of a whole
//! set is therefore *one rotation* of 61 bits, whatever the direction; what steps over the edge
//! comes back on the far side and is removed by one mask a direction ([`INNER`]).
//!
//! It works because 61 divides 13² + 13 + 1 = 183: the hexagon tiles the plane, 14 generates a
//! cycle of order six (14, 13, -1, -14, -13, 1), and so even turning the board by 60 degrees is
//! arithmetic: it multiplies cell numbers by 14.

/// A cell's number, 0 to 60.
pub(super) type Cell = u8;

/// A set of cells.
pub(super) type Cells = u64;

/// The number of cells.
pub(super) const SIZE: usize = 61;

/// Every cell.
pub(super) const BOARD: Cells = (1 << SIZE) - 1;

/// One of the six directions, counter-clockwise from east: E, NE, NW, W, SW, SE. The first three
/// also name the three axes; they lead to a higher row, or to the right in the same row.
pub(super) type Direction = usize;

/// The names of the directions.
pub(super) const COMPASS: [&str; 6] = ["E", "NE", "NW", "W", "SW", "SE"];

/// What each direction adds to a cell's number.
const STEP: [u32; 6] = [1, 14, 13, 60, 47, 48];

/// For each direction the cells that have a neighbour there.
pub(super) const INNER: [Cells; 6] = inner();

/// What multiplies a cell's number when the board turns by 60 degrees, counter-clockwise.
const TURN: usize = 14;

/// The images of the cells under the symmetries of the hexagon: six turns, then the same turns
/// after a reflection that exchanges rows and columns.
pub(super) const IMAGES: [[Cell; SIZE]; 12] = images();

/// The leftmost and the rightmost column of a row.
pub(super) const fn columns(row: u8) -> (u8, u8) {
    if row <= 5 { (1, row + 4) } else { (row - 4, 9) }
}

/// The cell in a row and column that meet on the board.
pub(super) const fn cell(row: u8, column: u8) -> Cell {
    // 13 * 5 + 5 = 70 = 9 modulo 61; two rounds keep the sum positive.
    ((13 * row as u32 + column as u32 + 2 * 61 - 70) % 61) as Cell
}

/// The row and the column of every cell.
pub(super) const PLACES: [(u8, u8); SIZE] = places();

const fn places() -> [(u8, u8); SIZE] {
    let mut places = [(0, 0); SIZE];
    let mut row = 1;
    while row <= 9 {
        let (mut column, last) = columns(row);
        while column <= last {
            let place = &mut places[cell(row, column) as usize];
            assert!(place.0 == 0, "two cells share a number");
            *place = (row, column);
            column += 1;
        }
        row += 1;
    }
    places
}

const fn inner() -> [Cells; 6] {
    let mut inner = [0; 6];
    let mut number = 0;
    while number < SIZE {
        let (row, column) = PLACES[number];
        let (first, last) = columns(row);
        let bit = 1 << number;
        let west = column > first;
        let east = column < last;
        // Towards the middle row every cell has two neighbours, away from it the rows shrink.
        let steps = [
            east,
            row < 5 || row < 9 && east,
            row < 5 || row < 9 && west,
            west,
            row > 5 || row > 1 && west,
            row > 5 || row > 1 && east,
        ];
        let mut direction = 0;
        while direction < 6 {
            if steps[direction] {
                inner[direction] |= bit;
            }
            direction += 1;
        }
        number += 1;
    }
    inner
}

const fn images() -> [[Cell; SIZE]; 12] {
    let mut images = [[0; SIZE]; 12];
    let mut number = 0;
    while number < SIZE {
        let (row, column) = PLACES[number];
        let mut turned = number;
        let mut reflected = cell(column, row) as usize;
        let mut turns = 0;
        while turns < 6 {
            images[turns][number] = turned as Cell;
            images[turns + 6][number] = reflected as Cell;
            turned = turned * TURN % SIZE;
            reflected = reflected * TURN % SIZE;
            turns += 1;
        }
        number += 1;
    }
    images
}

/// The image of a direction under a symmetry of [`IMAGES`].
pub(super) const fn turned_direction(direction: Direction, symmetry: usize) -> Direction {
    // Exchanging rows and columns exchanges east and north-west.
    let seen = if symmetry < 6 {
        direction
    } else {
        (8 - direction) % 6
    };
    (seen + symmetry) % 6
}

/// The cells whose neighbour in `direction` is one of `cells`. Above bit 60, and on cells that
/// have no neighbour there, the result is noise: mask it with a subset of [`INNER`].
#[inline]
pub(super) const fn looking_at(cells: Cells, direction: Direction) -> Cells {
    let step = STEP[direction];
    cells >> step | cells << (61 - step)
}

/// The set of one cell.
#[inline]
pub(super) const fn bit(cell: Cell) -> Cells {
    1 << cell
}

/// The neighbour of a cell, if there is one.
#[inline]
pub(super) const fn neighbour(from: Cell, direction: Direction) -> Option<Cell> {
    if INNER[direction] & bit(from) == 0 {
        return None;
    }
    Some(((from as u32 + STEP[direction]) % 61) as Cell)
}

/// The cells of a set, lowest number first.
pub(super) fn each(mut cells: Cells) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let next = (cells != 0).then(|| cells.trailing_zeros() as Cell);
        cells &= cells.wrapping_sub(1);
        next
    })
}

/// The image of a set of cells under a symmetry of [`IMAGES`].
pub(super) fn turned(cells: Cells, symmetry: usize) -> Cells {
    each(cells).fold(0, |image, cell| {
        image | bit(IMAGES[symmetry][usize::from(cell)])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The six steps in rows and columns, in the order of the directions.
    const STEPS: [(i8, i8); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

    fn at(row: i8, column: i8) -> Option<Cell> {
        let (first, last) = columns((1..=9).contains(&row).then_some(row as u8)?);
        let column = u8::try_from(column).ok()?;
        (first..=last)
            .contains(&column)
            .then(|| cell(row as u8, column))
    }

    #[test]
    fn cells_fill_the_circle() {
        let mut all = 0;
        for row in 1..=9 {
            for column in columns(row).0..=columns(row).1 {
                assert_eq!(PLACES[usize::from(cell(row, column))], (row, column));
                all |= bit(cell(row, column));
            }
        }
        assert_eq!(all, BOARD);
        assert_eq!(cell(5, 5), 0, "the centre");
    }

    #[test]
    fn steps_are_rotations() {
        for (number, &(row, column)) in (0..).zip(&PLACES) {
            for (direction, (up, right)) in STEPS.into_iter().enumerate() {
                let next = at(row as i8 + up, column as i8 + right);
                assert_eq!(neighbour(number, direction), next);
                let back = (direction + 3) % 6;
                let seen = looking_at(bit(number), back) & INNER[back];
                assert_eq!(seen, next.map_or(0, bit), "{number} {direction}");
            }
        }
    }

    #[test]
    fn turning_multiplies_and_keeps_neighbours() {
        for (symmetry, image) in IMAGES.iter().enumerate() {
            let mut all = 0;
            for number in 0..61 {
                all |= bit(image[usize::from(number)]);
                for direction in 0..6 {
                    let next = neighbour(number, direction).map(|next| image[usize::from(next)]);
                    let turned = turned_direction(direction, symmetry);
                    assert_eq!(neighbour(image[usize::from(number)], turned), next);
                }
            }
            assert_eq!(all, BOARD, "symmetry {symmetry}");
        }
        assert_eq!(
            IMAGES[1][usize::from(cell(5, 6))],
            cell(6, 6),
            "east to north-east"
        );
        assert_eq!(IMAGES[6][usize::from(cell(5, 9))], cell(9, 5), "e9 to i5");
    }
}
