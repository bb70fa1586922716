//! Scores: one scale for judgements and outcomes, from the mover's view.
//!
//! A score is in hundredths of the game's own unit. In games with margins (Othello, Gothello)
//! outcomes and judgements share that scale. In games that are only won or lost a win is worth
//! [`WIN`] less the plies to it, and judgements stay within [`JUDGEMENT`].

use crate::{Outcome, Player};

/// A value for the player to move. Fits 16 bits in tables.
pub type Score = i32;

/// A win on the spot. A win in n plies is worth n less.
pub const WIN: Score = 32_000;

/// The least score that is a won game and not a judgement.
pub const WON: Score = 30_000;

/// The greatest judgement.
pub const JUDGEMENT: Score = 29_000;

/// Beyond every score.
pub const INFINITE: Score = 32_500;

/// The score of a finished game for `mover`, seen from `ply` plies above the end.
pub const fn outcome_score(outcome: Outcome, mover: Player, margins: bool, ply: u32) -> Score {
    let margin = outcome.margin_for(mover) as Score;
    if margins {
        return margin * 100;
    }
    match margin {
        1.. => WIN - ply as Score,
        0 => 0,
        _ => ply as Score - WIN,
    }
}

/// A score as a table keeps it: wins counted from the node, not from the root.
pub const fn to_node(score: Score, ply: u32) -> Score {
    match score {
        WON.. => score + ply as Score,
        s if s <= -WON => score - ply as Score,
        _ => score,
    }
}

/// The reverse of [`to_node`].
pub const fn to_root(score: Score, ply: u32) -> Score {
    match score {
        WON.. => score - ply as Score,
        s if s <= -WON => score + ply as Score,
        _ => score,
    }
}
