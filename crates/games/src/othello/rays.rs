//! What a placement turns over on a board of one word, by rays from the placed disc.
//!
//! Towards higher indices the first cell of a ray that holds no enemy disc is its lowest bit,
//! which two operations isolate. Towards lower indices it is the highest bit; the cells beyond
//! it are found by smearing. With the rays in a table this takes half the instructions of
//! following runs: 414 instead of 317 million leaves a second on 8 x 8.

use std::array::from_fn;

/// The rays from each cell, one along each of the four lines: the row, the column, the diagonal
/// down to the left and the one down to the right.
type Rays = [[u64; 4]; 64];

/// The difference between the indices of neighbours along each line.
const STEPS: [u64; 4] = [1, 8, 7, 9];

static UP: Rays = rays([(0, 1), (1, 0), (1, -1), (1, 1)]);
static DOWN: Rays = rays([(0, -1), (-1, 0), (-1, 1), (-1, -1)]);

const fn rays(directions: [(i32, i32); 4]) -> Rays {
    let mut rays = [[0; 4]; 64];
    let mut cell = 0;
    while cell < 64 {
        let mut line = 0;
        while line < 4 {
            let (down, right) = directions[line];
            let (mut row, mut column) = (cell / 8 + down, cell % 8 + right);
            while row >= 0 && row < 8 && column >= 0 && column < 8 {
                rays[cell as usize][line] |= 1 << (8 * row + column);
                row += down;
                column += right;
            }
            line += 1;
        }
        cell += 1;
    }
    rays
}

/// The enemy discs that a disc placed on `cell` turns over.
#[inline]
pub(super) fn flips(own: u64, enemy: u64, cell: u8) -> u64 {
    // The remainder only tells the compiler that the tables have an entry.
    let (up, down) = (UP[usize::from(cell % 64)], DOWN[usize::from(cell % 64)]);
    let lines: [u64; 4] = from_fn(|line| {
        let step = STEPS[line];
        let stops = up[line] & !enemy;
        let end = stops & stops.wrapping_neg() & own;
        let above = up[line] & end.wrapping_sub(u64::from(end != 0));

        let stops = down[line] & !enemy;
        let beyond = stops >> step | stops >> (2 * step);
        let beyond = beyond | beyond >> (2 * step);
        let beyond = beyond | beyond >> (4 * step);
        let end = stops & own & !beyond;
        let below = down[line] & !end & end.wrapping_neg();
        above | below
    });
    lines[0] | lines[1] | lines[2] | lines[3]
}
