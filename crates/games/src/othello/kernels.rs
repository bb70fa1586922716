//! Where a side can place, and what a placement turns over: all that is hot in Othello.
//!
//! Each function writes down the work of *one* line direction in plain integer arithmetic and
//! does it for the four directions `[1, SIDE, SIDE - 1, SIDE + 1]` side by side. The compiler
//! turns that into vector code, a lane for each direction, where the processor has AVX2 (one
//! vector for 8 x 8, four for 16 x 16) and into scalar code where it has not: one source, no
//! intrinsics, no second path to keep equal.
//!
//! Runs of enemy discs are followed by shifting, two cells at a time once the pairs are known.
//! Horizontal and diagonal lines must not leave a row on one side and come in on the other; a
//! disc in the first or last column can never be bracketed along them, so masking those two
//! columns from the enemy discs is enough.
#![expect(
    clippy::inline_always,
    reason = "a call in the loop over the lines keeps it from vector code: 25 instead of 43 million \
              leaves a second on 16 x 16"
)]

use std::array::from_fn;

use super::{Cells, rays};

/// The two senses of a line: towards higher cell indices, and back.
#[derive(Clone, Copy)]
pub(super) enum Sense {
    Up,
    Down,
}

/// One of the four directions of lines.
#[derive(Clone, Copy)]
struct Line {
    /// The difference between the indices of neighbours.
    step: u64,
    /// The cells of each word on which a disc can be bracketed along the line.
    inside: u64,
}

impl Line {
    /// Rows, columns, and the diagonals down to the left and down to the right.
    const fn all<const N: usize>() -> [Self; 4] {
        let side = Cells::<N>::SIDE as u64;
        let inner = match side {
            8 => 0x7e7e_7e7e_7e7e_7e7e,
            _ => 0x7ffe_7ffe_7ffe_7ffe,
        };
        [
            Self::new(1, inner),
            Self::new(side, u64::MAX),
            Self::new(side - 1, inner),
            Self::new(side + 1, inner),
        ]
    }

    const fn new(step: u64, inside: u64) -> Self {
        Self { step, inside }
    }
}

/// The cells on which a side with the discs `own` could place: behind a run of enemy discs next
/// to an own disc. Filled cells and cells outside the board are not masked out.
#[inline]
#[must_use]
pub fn mobility<const N: usize>(own: Cells<N>, enemy: Cells<N>) -> Cells<N> {
    let lines = Line::all::<N>();
    any(from_fn(|line| {
        let Line { step, inside } = lines[line];
        let enemy = enemy & Cells([inside; N]);
        behind(own, enemy, step, Sense::Up) | behind(own, enemy, step, Sense::Down)
    }))
}

/// The enemy discs that a disc placed on `cell` turns over.
#[inline]
#[must_use]
pub fn flips<const N: usize>(own: Cells<N>, enemy: Cells<N>, cell: u8) -> Cells<N> {
    if N == 1 {
        return Cells([rays::flips(own.0[0], enemy.0[0], cell); N]);
    }
    let placed = Cells::one(cell);
    let lines = Line::all::<N>();
    any(from_fn(|line| {
        let Line { step, inside } = lines[line];
        let enemy = enemy & Cells([inside; N]);
        let up = bracketed(placed, enemy, own, step, Sense::Up);
        let down = bracketed(placed, enemy, own, step, Sense::Down);
        up | down
    }))
}

/// The cells behind runs of enemy discs that begin next to a cell of `from`.
#[inline(always)]
fn behind<const N: usize>(from: Cells<N>, enemy: Cells<N>, step: u64, sense: Sense) -> Cells<N> {
    run(from, enemy, step, sense).shifted(step, sense)
}

/// The run of enemy discs next to the one cell `from`, if an own disc stands behind it.
#[inline(always)]
fn bracketed<const N: usize>(
    from: Cells<N>,
    enemy: Cells<N>,
    own: Cells<N>,
    step: u64,
    sense: Sense,
) -> Cells<N> {
    let run = run(from, enemy, step, sense);
    let end = run.shifted(step, sense) & own;
    let kept = if end.is_empty() { 0 } else { u64::MAX };
    run & Cells([kept; N])
}

#[inline]
fn any<const N: usize>([a, b, c, d]: [Cells<N>; 4]) -> Cells<N> {
    (a | b) | (c | d)
}

/// The enemy discs in unbroken runs that begin next to a cell of `from`.
#[inline(always)]
fn run<const N: usize>(from: Cells<N>, enemy: Cells<N>, step: u64, sense: Sense) -> Cells<N> {
    let mut run = from.shifted(step, sense) & enemy;
    run = run | run.shifted(step, sense) & enemy;
    let pairs = enemy.shifted(step, sense) & enemy;
    // The longest run has SIDE - 2 discs.
    for _ in 0..Cells::<N>::SIDE / 2 - 2 {
        run = run | run.shifted(2 * step, sense) & pairs;
    }
    run
}

impl<const N: usize> Cells<N> {
    /// All cells moved by `by` indices; more than 0 and less than 64.
    #[inline(always)]
    pub(super) fn shifted(self, by: u64, sense: Sense) -> Self {
        let Self(words) = self;
        Self(from_fn(|n| match sense {
            Sense::Up if n > 0 => words[n] << by | words[n - 1] >> (64 - by),
            Sense::Up => words[n] << by,
            Sense::Down if n + 1 < N => words[n] >> by | words[n + 1] << (64 - by),
            Sense::Down => words[n] >> by,
        }))
    }
}
