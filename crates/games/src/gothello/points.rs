//! Sets of points in one word: eight bits a row, the top row first.
//!
//! The largest board is 7 x 7, so that every row ends in a free column and the last row is
//! free. Shifts by the same amounts therefore serve every size: what runs over an edge
//! lands outside the board and is dropped by the next intersection with a set on the board.

/// The points of a board.
pub(super) fn board(rows: u8, columns: u8) -> u64 {
    let row = (1 << columns) - 1;
    (0..rows).fold(0, |points, y| points | row << (8 * y))
}

/// The points beside those of a set, with some outside the board.
#[inline]
pub(super) const fn beside(set: u64) -> u64 {
    set << 1 | set >> 1 | set << 8 | set >> 8
}

/// The points beside at least two of a set, with some outside the board.
#[inline]
pub(super) const fn beside_two(set: u64) -> u64 {
    let (left, right, above, below) = (set << 1, set >> 1, set << 8, set >> 8);
    left & right | above & below | (left | right) & (above | below)
}

/// All of `within` that is connected to `seed`, a part of it.
#[inline]
pub(super) const fn flood(seed: u64, within: u64) -> u64 {
    let mut reached = seed;
    loop {
        let next = (reached | beside(reached)) & within;
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// Several floods at once: side by side in a vector register they take the time of the longest,
/// and one branch for all ends them.
#[inline]
pub(super) fn floods<const N: usize>(seeds: [u64; N], within: [u64; N]) -> [u64; N] {
    let mut reached = seeds;
    loop {
        let mut grown = 0;
        for (reached, within) in reached.iter_mut().zip(within) {
            let next = (*reached | beside(*reached)) & within;
            grown |= next ^ *reached;
            *reached = next;
        }
        if grown == 0 {
            return reached;
        }
    }
}

/// The stones whose groups have no liberty among the `empty` points.
#[inline]
pub(super) const fn choked(stones: u64, empty: u64) -> u64 {
    stones & !flood(stones & beside(empty), stones)
}

/// The points of a set one by one, each as a set.
#[inline]
pub(super) fn each(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let point = set & set.wrapping_neg();
        set ^= point;
        (point != 0).then_some(point)
    })
}

/// The set upside down, on a board with this many rows.
pub(super) const fn flipped(set: u64, rows: u8) -> u64 {
    set.swap_bytes() >> (64 - 8 * rows)
}

/// The set with left and right exchanged, on a board with this many columns.
pub(super) const fn mirrored(set: u64, columns: u8) -> u64 {
    set.reverse_bits().swap_bytes() >> (8 - columns)
}

/// The set with rows and columns exchanged: ever smaller blocks change places across the
/// diagonal.
pub(super) const fn transposed(set: u64) -> u64 {
    const fn exchange(set: u64, step: u32, blocks: u64) -> u64 {
        let moved = (set ^ set << step) & blocks;
        set ^ moved ^ moved >> step
    }
    let set = exchange(set, 28, 0x0f0f0f0f00000000);
    let set = exchange(set, 14, 0x3333000033330000);
    exchange(set, 7, 0x5500550055005500)
}
