//! Discs that can never be turned again.
#![expect(
    clippy::inline_always,
    reason = "as in the kernels: a call in the loop over the lines keeps it from vector code"
)]

use std::array::from_fn;

use super::Cells;
use super::kernels::Sense;

/// The discs of each set that are stable, as far as lines tell.
///
/// A disc cannot be turned along a line that is full, at whose end it lies, or on which its
/// neighbour is a stable disc of its own colour. What is safe along all four lines is stable:
/// from the corners stability grows along the edges and inwards. `ends` are the cells at an end of
/// a line, for each direction.
#[inline]
#[must_use]
pub fn stable<const N: usize>(
    discs: [Cells<N>; 2],
    empties: Cells<N>,
    ends: &[Cells<N>; 4],
) -> [Cells<N>; 2] {
    let safe = full(empties, ends);
    discs.map(|own| grow(own, &safe))
}

/// The cells along each direction whose line is full, or at whose end they lie.
#[inline(always)]
fn full<const N: usize>(empties: Cells<N>, ends: &[Cells<N>; 4]) -> [Cells<N>; 4] {
    let side = u64::from(Cells::<N>::SIDE);
    let (first, last) = match side {
        8 => (0x0101_0101_0101_0101, 0x8080_8080_8080_8080),
        _ => (0x0001_0001_0001_0001, 0x8000_8000_8000_8000),
    };
    let steps = [1, side, side - 1, side + 1];
    // Cells that a step up (down) along the line does not enter from the other side of the board.
    let entered = [
        [!first, !last],
        [u64::MAX; 2],
        [!last, !first],
        [!first, !last],
    ];
    from_fn(|line| {
        let [up, down] = entered[line];
        let open = smear(empties, steps[line], up, Sense::Up)
            | smear(empties, steps[line], down, Sense::Down);
        ends[line] | !open
    })
}

/// The cells of `from` and all behind them along a line.
#[inline(always)]
fn smear<const N: usize>(from: Cells<N>, step: u64, entered: u64, sense: Sense) -> Cells<N> {
    let entered = Cells([entered; N]);
    let twice = entered & entered.shifted(step, sense);
    let mut all = from | from.shifted(step, sense) & entered;
    for _ in 0..Cells::<N>::SIDE / 2 - 1 {
        all = all | all.shifted(2 * step, sense) & twice;
    }
    all
}

/// The stable discs of one side.
#[inline]
fn grow<const N: usize>(own: Cells<N>, safe: &[Cells<N>; 4]) -> Cells<N> {
    let side = u64::from(Cells::<N>::SIDE);
    let steps = [1, side, side - 1, side + 1];
    let [a, b, c, d] = *safe;
    let mut stable = own & (a & b) & (c & d);
    let mut before = Cells::NONE;
    while stable != before {
        before = stable;
        // A shift that comes in on the other side of the board meets the end of a line.
        let [a, b, c, d]: [Cells<N>; 4] = from_fn(|line| {
            let step = steps[line];
            safe[line] | before.shifted(step, Sense::Up) | before.shifted(step, Sense::Down)
        });
        stable = own & (a & b) & (c & d);
    }
    stable
}
