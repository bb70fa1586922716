//! Files of the course's world: games as actions or as the referee's log, and positions.

mod games;
mod log;
mod positions;

use ponder_core::{Fault, Format, Holds, Record, Rules};

use super::{Action, Expendibots, Position};

pub(super) fn all() -> Vec<Format<Expendibots>> {
    vec![
        Format {
            name: "actions",
            about: "a game as the tuples of the referee's Python players, one a line",
            holds: Holds::Games,
            read: games::read_tuples,
            write: games::write_tuples,
        },
        Format {
            name: "json",
            about: "games as JSON arrays of actions, one a line",
            holds: Holds::Games,
            read: games::read_tuples,
            write: games::write_json,
        },
        Format {
            name: "wire",
            about: "a game as MOVE n xa ya xb yb and BOOM x y, one a line",
            holds: Holds::Games,
            read: games::read_wire,
            write: games::write_wire,
        },
        Format {
            name: "log",
            about: "the referee's game log",
            holds: Holds::Games,
            read: log::read,
            write: log::write,
        },
        Format {
            name: "position-json",
            about: "positions as lists of stacks [n,x,y] of white and black, white to move",
            holds: Holds::Positions,
            read: positions::read,
            write: positions::write,
        },
    ]
}

/// A game on its way from text to record. All these formats begin at the start.
struct Reading<'g> {
    rules: &'g Expendibots,
    record: Record<Expendibots>,
    pos: Position,
}

impl<'g> Reading<'g> {
    fn new(rules: &'g Expendibots) -> Self {
        let pos = rules.start();
        Self {
            rules,
            record: Record::at(pos),
            pos,
        }
    }

    /// Plays an action that was read at byte `at`.
    fn play(&mut self, at: usize, action: Action) -> Result<(), Fault> {
        let checked = self.rules.check(&self.pos, action);
        self.record
            .moves
            .push(checked.map_err(|fault| fault.shifted(at))?);
        self.pos = self.rules.play(&self.pos, action);
        Ok(())
    }
}

/// Refuses a game that these formats cannot tell: they have no place for another start.
fn from_the_start(rules: &Expendibots, record: &Record<Expendibots>) -> Result<(), Fault> {
    if record.start == rules.start() && record.plies == 0 {
        return Ok(());
    }
    Err(Fault::new("the game does not begin at the start position")
        .hint("the formats game and position can write it"))
}
