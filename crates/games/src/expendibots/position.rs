//! The stacks on the board, seen by the player to move.

use ponder_core::Player;

use crate::grid::Symmetry;

use super::squares::{SIZE, Square, spread};

/// All tokens on the board and the side to move.
///
/// Heights are cut into bit planes: bit k of a stack's height is in `heights[k]`, whoever owns
/// the stack. An explosion then is one mask for every plane, and counting looks at all stacks of
/// a height at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Where stacks of the player to move stand.
    pub(super) own: u64,
    /// Where stacks of the opponent stand.
    pub(super) enemy: u64,
    heights: [u64; 4],
    pub(super) turn: Player,
}

const _: () = assert!(size_of::<Position>() <= 64);

/// The tokens with which each player begins, and the most that can stand on a square.
pub(super) const TOKENS: u8 = 12;

impl Position {
    /// Twelve single tokens each, white on the lower two rows and to move.
    pub(super) const START: Self = {
        let white = 0xdbdb;
        let black = white << 48;
        Self {
            own: white,
            enemy: black,
            heights: [white | black, 0, 0, 0],
            turn: Player::First,
        }
    };

    pub(super) const fn empty(turn: Player) -> Self {
        Self {
            own: 0,
            enemy: 0,
            heights: [0; 4],
            turn,
        }
    }

    /// Puts a stack of 1 to 12 tokens on an empty square.
    pub(super) fn put(&mut self, owner: Player, square: Square, height: u8) {
        debug_assert!(self.all() & square.bit() == 0 && (1..=TOKENS).contains(&height));
        if owner == self.turn {
            self.own |= square.bit();
        } else {
            self.enemy |= square.bit();
        }
        for (bit, plane) in self.heights.iter_mut().enumerate() {
            *plane |= u64::from(height >> bit & 1) << square.index();
        }
    }

    /// Where any stack stands.
    #[inline]
    pub(super) const fn all(&self) -> u64 {
        self.own | self.enemy
    }

    /// Where stacks of more than one token stand.
    #[inline]
    pub(super) const fn tall(&self) -> u64 {
        let [_, twos, fours, eights] = self.heights;
        twos | fours | eights
    }

    /// The tokens on a square.
    #[inline]
    pub(super) fn height(&self, square: Square) -> u8 {
        let [ones, twos, fours, eights] = self.heights.map(|plane| plane >> square.index() & 1);
        (ones | twos << 1 | fours << 2 | eights << 3) as u8
    }

    /// The tokens on a set of squares.
    #[inline]
    pub(super) fn tokens(&self, set: u64) -> u32 {
        let planes = self.heights.iter().enumerate();
        planes
            .map(|(bit, plane)| (plane & set).count_ones() << bit)
            .sum()
    }

    /// The stacks of the player to move, in bit planes of their heights.
    pub(super) fn own_heights(&self) -> [u64; 4] {
        self.heights.map(|plane| plane & self.own)
    }

    /// Where the stacks of a player stand.
    pub(super) fn stacks_of(&self, player: Player) -> u64 {
        if player == self.turn {
            self.own
        } else {
            self.enemy
        }
    }

    /// The stacks that explode together with the one on `square`: its cluster of both colours.
    #[inline]
    pub(super) const fn cluster(&self, square: Square) -> u64 {
        let mut cluster = square.bit();
        loop {
            let grown = spread(cluster) & self.all();
            if grown == cluster {
                return cluster;
            }
            cluster = grown;
        }
    }

    /// The board without the stacks of a set.
    #[inline]
    pub(super) fn without(&self, set: u64) -> Self {
        Self {
            own: self.own & !set,
            enemy: self.enemy & !set,
            heights: self.heights.map(|plane| plane & !set),
            turn: self.turn,
        }
    }

    /// The board after `count` own tokens went from one square to another.
    #[inline]
    pub(super) fn shifted(&self, from: Square, to: Square, count: u8) -> Self {
        let left = u64::from(self.height(from) - count);
        let grown = u64::from(self.height(to) + count);
        let untouched = !(from.bit() | to.bit());
        Self {
            own: self.own & untouched | to.bit() | u64::from(left != 0) << from.index(),
            heights: std::array::from_fn(|bit| {
                self.heights[bit] & untouched
                    | (left >> bit & 1) << from.index()
                    | (grown >> bit & 1) << to.index()
            }),
            ..*self
        }
    }

    /// The same board with the other player to move.
    #[inline]
    pub(super) const fn passed(&self) -> Self {
        Self {
            own: self.enemy,
            enemy: self.own,
            heights: self.heights,
            turn: self.turn.other(),
        }
    }

    /// The board with the colours exchanged, so that the other player has the move and all that
    /// was the mover's.
    pub(super) const fn recoloured(&self) -> Self {
        Self {
            turn: self.turn.other(),
            ..*self
        }
    }

    /// The board after one of its symmetries.
    pub(super) fn turned(&self, symmetry: Symmetry) -> Self {
        Self {
            own: symmetry.word(self.own, SIZE),
            enemy: symmetry.word(self.enemy, SIZE),
            heights: self.heights.map(|plane| symmetry.word(plane, SIZE)),
            turn: self.turn,
        }
    }

    /// The words that tell positions apart: heights say where stacks are, `own` whose they are.
    #[inline]
    pub(super) const fn words(&self) -> [u64; 6] {
        let [ones, twos, fours, eights] = self.heights;
        [self.own, ones, twos, fours, eights, self.turn as u64]
    }
}
