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

use std::array::from_fn;

use super::Cells;

/// The two senses of a line: towards higher cell indices, and back.
#[derive(Clone, Copy)]
enum Sense {
    Up,
    Down,
}

/// The cells on which a side with the discs `own` could place: behind a run of enemy discs next
/// to an own disc. Filled cells and cells outside the board are not masked out.
#[inline]
#[must_use]
pub fn mobility<const N: usize>(own: Cells<N>, enemy: Cells<N>) -> Cells<N> {
    any(each_line(enemy, |step, enemy| {
        let behind = |sense| run(own, enemy, step, sense).shifted(step, sense);
        behind(Sense::Up) | behind(Sense::Down)
    }))
}

/// The enemy discs that a disc placed on `cell` turns over.
#[inline]
#[must_use]
pub fn flips<const N: usize>(own: Cells<N>, enemy: Cells<N>, cell: u8) -> Cells<N> {
    let placed = Cells::one(cell);
    any(each_line(enemy, |step, enemy| {
        let bracketed = |sense| {
            let run = run(placed, enemy, step, sense);
            let end = run.shifted(step, sense) & own;
            let kept = if end.is_empty() { 0 } else { u64::MAX };
            run & Cells([kept; N])
        };
        bracketed(Sense::Up) | bracketed(Sense::Down)
    }))
}

/// Does the same work for the four lines: the step between two cells of the line, and the enemy
/// discs that can be bracketed along it.
#[inline]
fn each_line<const N: usize>(
    enemy: Cells<N>,
    work: impl Fn(u32, Cells<N>) -> Cells<N>,
) -> [Cells<N>; 4] {
    let side = u32::from(Cells::<N>::SIDE);
    let inner = match side {
        8 => 0x7e7e_7e7e_7e7e_7e7e,
        _ => 0x7ffe_7ffe_7ffe_7ffe,
    };
    let steps = [1, side, side - 1, side + 1];
    let columns = [inner, u64::MAX, inner, inner];
    from_fn(|line| work(steps[line], enemy & Cells([columns[line]; N])))
}

#[inline]
fn any<const N: usize>([a, b, c, d]: [Cells<N>; 4]) -> Cells<N> {
    (a | b) | (c | d)
}

/// The enemy discs in unbroken runs that begin next to a cell of `from`.
#[inline]
fn run<const N: usize>(from: Cells<N>, enemy: Cells<N>, step: u32, sense: Sense) -> Cells<N> {
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
    #[inline]
    fn shifted(self, by: u32, sense: Sense) -> Self {
        let Self(words) = self;
        let word = |n: usize| words.get(n).copied().unwrap_or(0);
        Self(from_fn(|n| match sense {
            Sense::Up => words[n] << by | word(n.wrapping_sub(1)) >> (64 - by),
            Sense::Down => words[n] >> by | word(n + 1) << (64 - by),
        }))
    }
}
