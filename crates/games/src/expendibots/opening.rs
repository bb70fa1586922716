//! The opening of the Boomers' program: it was not searched but known by heart.

use ponder_core::{Notation, Player, Rules};

use super::{Action, Expendibots, Position};

/// White's line and black's: stack two tokens of the middle front, jump two rows, throw one token
/// two rows further.
pub const BOOMERS_OPENINGS: [[&str; 3]; 2] =
    [["1d2e2", "2e2e4", "1e4e6"], ["1e7d7", "2d7d5", "1d5d3"]];

/// The next action of the line, whatever the opponent has done: as long as every own token stands
/// where the line has brought it, and the action is legal.
pub(super) fn next(game: &Expendibots, pos: &Position) -> Option<Action> {
    let mut at = match pos.turn {
        Player::First => game.start(),
        Player::Second => game.start().passed(),
    };
    for word in BOOMERS_OPENINGS[pos.turn.index()] {
        if at.own_heights() == pos.own_heights() {
            return game.read_move(pos, word).ok();
        }
        let action = game.read_move(&at, word).ok()?;
        at = game.play(&at, action).passed();
    }
    None
}
