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
