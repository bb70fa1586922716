//! What a worker remembers of moves, beside the table: killers, history, counter-moves.

use ponder_core::Player;

/// The reward of a cut-off grows with depth; gravity keeps every number within this.
const LIMIT: i32 = 16_384;

/// Codes are folded to so many slots, which stay in the nearest cache. Moves that share one do
/// so in all positions, and only their order suffers.
const SLOTS: usize = 1 << 12;

/// How well moves did elsewhere in the tree, by their codes.
pub(crate) struct Memory {
    /// How often a move cut off, against how often it did not; for each player.
    history: Box<[[i16; SLOTS]; 2]>,
    /// What last refuted a move of the opponent; for each player.
    counters: Box<[[u16; SLOTS]; 2]>,
}

fn slot(code: u16) -> usize {
    usize::from(code ^ code >> 12) % SLOTS
}

impl Memory {
    pub(crate) fn new() -> Self {
        Self {
            history: Box::new([[0; SLOTS]; 2]),
            counters: Box::new([[0; SLOTS]; 2]),
        }
    }

    pub(crate) fn history(&self, mover: Player, code: u16) -> i32 {
        i32::from(self.history[mover.index()][slot(code)])
    }

    pub(crate) fn counter(&self, mover: Player, previous: u16) -> u16 {
        self.counters[mover.index()][slot(previous)]
    }

    pub(crate) fn set_counter(&mut self, mover: Player, previous: u16, code: u16) {
        self.counters[mover.index()][slot(previous)] = code;
    }

    /// Rewards the move that cut off, and takes from those tried before it.
    pub(crate) fn reward(&mut self, mover: Player, depth: i32, code: u16, failed: &[u16]) {
        let bonus = (depth * depth * 16).min(LIMIT / 4);
        self.pull(mover, code, bonus);
        for &code in failed {
            self.pull(mover, code, -bonus);
        }
    }

    /// Gravity: the farther a number is out, the less a pull outwards moves it.
    fn pull(&mut self, mover: Player, code: u16, bonus: i32) {
        let number = &mut self.history[mover.index()][slot(code)];
        let old = i32::from(*number);
        *number = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }
}
