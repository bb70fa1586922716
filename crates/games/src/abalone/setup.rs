//! Positions that come from outside: what the rules can hold.

use ponder_core::{Fault, Piece, Player, Show};

use super::hexagon::{Cells, bit};
use super::rules::Position;
use super::show::{READING, name};
use super::{Abalone, MARBLES};

impl Abalone {
    /// The position with these marbles, black's first, on the board and lost. If nothing tells
    /// how many are lost it is presumed from the board.
    pub(super) fn set_up(
        &self,
        marbles: [Cells; 2],
        lost: Option<[u8; 2]>,
        turn: Player,
    ) -> Result<Position, Fault> {
        let counts = marbles.map(|cells| cells.count_ones() as u8);
        if counts == [0, 0] {
            return Err(Fault::new("there is no marble on the board").hint("place at least one"));
        }
        let lost = lost.unwrap_or(self.presumed_lost(marbles));
        for index in 0..2 {
            let all = counts[index].saturating_add(lost[index]);
            if all > MARBLES {
                let name = Self::PLAYERS[index];
                let what = format!("{name} has {all} marbles, lost ones counted");
                return Err(Fault::new(what).hint(format!("each side begins with {MARBLES}")));
            }
        }
        // A study may have few marbles, but who has none must have lost the last one.
        if let Some(index) = (0..2).find(|&index| counts[index] == 0 && lost[index] == 0) {
            let name = Self::PLAYERS[index];
            let what = format!("{name} has no marble on the board and has lost none");
            return Err(Fault::new(what).hint("place at least one of each side"));
        }
        if lost.iter().all(|lost| *lost >= self.win) {
            let what = format!("both sides have lost {} marbles", self.win);
            return Err(Fault::new(what).hint("the game ends when the first has"));
        }
        Ok(Position::new(marbles, lost, turn))
    }

    /// The marbles each side has lost if nothing but the board tells: what is missing from
    /// fourteen, or none in a study, where more is missing than a game can take.
    pub(super) fn presumed_lost(&self, marbles: [Cells; 2]) -> [u8; 2] {
        let missing = marbles.map(|cells| MARBLES.saturating_sub(cells.count_ones() as u8));
        if missing.iter().all(|missing| *missing >= self.win) {
            return [0, 0];
        }
        missing.map(|missing| if missing <= self.win { missing } else { 0 })
    }
}

/// The marbles of black and of white among pieces in reading order.
pub(super) fn gather(pieces: &[Option<Piece>]) -> Result<[Cells; 2], Fault> {
    let mut marbles = [0; 2];
    for (&cell, piece) in READING.iter().zip(pieces) {
        let Some(piece) = piece else { continue };
        if piece.count != 1 {
            let what = format!("{} marbles are stacked on {}", piece.count, name(cell));
            return Err(Fault::new(what).hint("a cell holds one marble"));
        }
        marbles[piece.owner.index()] |= bit(cell);
    }
    Ok(marbles)
}
