//! Ways to make a number of a position's words.
//!
//! The last word is what is not on the board; of the others, the bits of one place tell together
//! what stands on a cell: a piece of either player, a king, a stack of some height.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use ponder_core::Random;

/// How a key is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The engine's own: words multiplied and folded.
    Folded,
    /// A random number for each piece on each cell, made anew for each position.
    Zobrist,
    /// The same number, kept in the position and changed by what a move changes.
    ZobristMoved,
    /// The list of what stands where, hashed by the standard library.
    Tuples,
    /// The same list, hashed by a multiplication a number.
    TuplesFx,
}

impl Way {
    /// All of them, the one that the others are compared with first.
    pub const ALL: [Self; 5] = [
        Self::Folded,
        Self::Zobrist,
        Self::ZobristMoved,
        Self::Tuples,
        Self::TuplesFx,
    ];

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Folded => "folded",
            Self::Zobrist => "zobrist",
            Self::ZobristMoved => "zobrist-moved",
            Self::Tuples => "tuples",
            Self::TuplesFx => "tuples-fx",
        }
    }
}

/// The places of the bits of a word.
fn places(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(place)
    })
}

/// What stands on a cell: a bit of each board word. Nothing is 0.
fn piece(board: &[u64], cell: u32) -> usize {
    let bits = board.iter().enumerate();
    bits.fold(0, |piece, (plane, word)| {
        piece | ((word >> cell & 1) as usize) << plane
    })
}

/// The board words and the rest.
fn parted(words: &[u64]) -> (u64, &[u64]) {
    let (rest, board) = words.split_last().expect("a position has words");
    (*rest, board)
}

/// The numbers of Zobrist's method.
#[derive(Clone, Debug)]
pub(super) struct Zobrist {
    /// Board words.
    planes: u32,
    /// For each cell and each piece.
    pieces: Vec<u64>,
    /// For each bit of the rest.
    rest: [u64; 64],
}

impl Zobrist {
    /// Numbers for positions of so many words.
    pub(super) fn new(words: usize, seed: u64) -> Self {
        let planes = words as u32 - 1;
        let mut random = Random::new(seed);
        Self {
            planes,
            pieces: (0..64 << planes).map(|_| random.next()).collect(),
            rest: std::array::from_fn(|_| random.next()),
        }
    }

    fn number(&self, board: &[u64], cell: u32) -> u64 {
        self.pieces[(cell as usize) << self.planes | piece(board, cell)]
    }

    fn rest(&self, rest: u64) -> u64 {
        places(rest).fold(0, |key, bit| key ^ self.rest[bit as usize])
    }

    /// The key of a position.
    pub(super) fn key(&self, words: &[u64]) -> u64 {
        let (rest, board) = parted(words);
        let occupied = board.iter().fold(0, |all, word| all | word);
        let numbers = places(occupied).map(|cell| self.number(board, cell));
        numbers.fold(self.rest(rest), |key, number| key ^ number)
    }

    /// The key of a position that follows one with this key.
    pub(super) fn moved(&self, key: u64, before: &[u64], after: &[u64]) -> u64 {
        let ((old_rest, old), (new_rest, new)) = (parted(before), parted(after));
        let changed = old
            .iter()
            .zip(new)
            .fold(0, |all, (old, new)| all | old ^ new);
        let mut key = key ^ self.rest(old_rest ^ new_rest);
        for cell in places(changed) {
            for board in [old, new] {
                if piece(board, cell) != 0 {
                    key ^= self.number(board, cell);
                }
            }
        }
        key
    }
}

/// The list of (row, column, piece) and the rest, given to a hasher.
fn told<H: Hasher>(words: &[u64], mut hasher: H) -> u64 {
    let (rest, board) = parted(words);
    let occupied = board.iter().fold(0, |all, word| all | word);
    occupied.count_ones().hash(&mut hasher);
    for cell in places(occupied) {
        (cell as u8 / 8, cell as u8 % 8, piece(board, cell) as u8).hash(&mut hasher);
    }
    rest.hash(&mut hasher);
    hasher.finish()
}

/// The list hashed by the standard library.
pub(super) fn tuples(words: &[u64]) -> u64 {
    told(words, DefaultHasher::new())
}

/// The list hashed by a multiplication a number.
pub(super) fn tuples_fx(words: &[u64]) -> u64 {
    told(words, Fx(0))
}

/// A rotation, an xor and a multiplication for each number, as in Firefox and the Rust compiler.
struct Fx(u64);

impl Fx {
    fn add(&mut self, number: u64) {
        const FACTOR: u64 = 0x517c_c1b7_2722_0a95;
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(FACTOR);
    }
}

impl Hasher for Fx {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.add(byte.into());
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.add(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.add(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two planes and a rest: a piece of each player on cells 0 and 9, the second to move.
    const BEFORE: [u64; 3] = [1, 1 << 9, 1];
    /// The second's piece took the first's.
    const AFTER: [u64; 3] = [0, 1, 0];

    #[test]
    fn a_zobrist_key_is_the_sum_of_its_numbers() {
        let zobrist = Zobrist::new(3, 7);
        let number = |cell: usize, piece: usize| zobrist.pieces[cell << 2 | piece];
        assert_eq!(
            zobrist.key(&BEFORE),
            number(0, 1) ^ number(9, 2) ^ zobrist.rest[0]
        );
        assert_eq!(zobrist.key(&AFTER), number(0, 2));
        let moved = zobrist.moved(zobrist.key(&BEFORE), &BEFORE, &AFTER);
        assert_eq!(moved, zobrist.key(&AFTER));
        assert_ne!(Zobrist::new(3, 8).key(&AFTER), zobrist.key(&AFTER));
    }

    #[test]
    fn tuples_tell_cells_pieces_and_the_rest() {
        for hash in [tuples, tuples_fx] {
            let keys = [
                BEFORE,
                AFTER,
                [1, 1 << 9, 0],
                [1 << 9, 1, 1],
                [1 << 1, 1 << 9, 1],
            ];
            let keys: std::collections::HashSet<_> = keys.iter().map(|words| hash(words)).collect();
            assert_eq!(keys.len(), 5);
        }
    }
}
