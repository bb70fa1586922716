//! Why an action is not legal, by the name of the rule that it breaks.

use ponder_core::{Fault, Rules, Show};

use super::squares::Square;
use super::{Action, Expendibots, Position};

impl Expendibots {
    /// The action itself if it is legal, or a fault that names the broken rule.
    pub fn check(&self, pos: &Position, action: Action) -> Result<Action, Fault> {
        if self.ended(pos).is_some() {
            return Err(Fault::new("the game is over").hint("no action is legal"));
        }
        let stack = action.stack();
        if pos.own & stack.bit() == 0 {
            let [mover, enemy] =
                [pos.turn, pos.turn.other()].map(|player| Self::PLAYERS[player.index()]);
            let what = if pos.enemy & stack.bit() == 0 {
                format!("{stack} is empty")
            } else {
                format!("the stack on {stack} is {enemy}")
            };
            return Err(Fault::new(what).hint(format!("it is {mover}'s turn")));
        }
        if let Action::Move { count, from, to } = action {
            check_move(pos, count, from, to)?;
        }
        Ok(action)
    }
}

fn check_move(pos: &Position, count: u8, from: Square, to: Square) -> Result<(), Fault> {
    let height = pos.height(from);
    if !(1..=height).contains(&count) {
        let what = format!("the count does not fit the stack on {from}");
        return Err(Fault::new(what).hint(match height {
            1 => "it is a single token".to_owned(),
            _ => format!("from 1 to {height} tokens can go"),
        }));
    }
    let Some(distance @ 1..) = from.distance(to) else {
        let what = format!("no way leads from {from} to {to}");
        return Err(Fault::new(what).hint("tokens move along rows and columns"));
    };
    if distance > height {
        let what = format!("{to} is {distance} steps from {from}");
        let hint = format!("a stack of {height} reaches no further than {height}");
        return Err(Fault::new(what).hint(hint));
    }
    if pos.enemy & to.bit() != 0 {
        let what = format!("an enemy stack stands on {to}");
        return Err(Fault::new(what).hint("tokens move to empty squares or own stacks"));
    }
    Ok(())
}
