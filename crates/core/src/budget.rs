//! What a whole game may cost.

use std::time::Duration;

/// What one player may spend on a whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Time to think, over all moves.
    pub time: Duration,
    /// Bytes of memory, at any moment.
    pub memory: usize,
}
