//! Who plays against the person: a player in words, ready to think.

use ponder_arena::players::{self, Description, KINDS};
use ponder_core::Fault;
use ponder_engine::{Allowance, Choice, Contender, LEVELS, Lapse, Level, Limits, Session, Stop};

/// Who plays the sides that the person does not.
#[derive(Clone)]
pub struct Opponents {
    /// A player for each side, in words: a level or a description.
    pub players: [Description; 2],
    /// What a player may spend on a move who has no limits of its own.
    pub limits: Limits,
    /// What players leave to chance follows from this.
    pub seed: u64,
}

/// A player at the table.
pub(crate) struct Opponent {
    pub(crate) contender: Box<dyn Contender>,
    limits: Limits,
    seed: u64,
    /// The moves when it was last asked: another line is another game.
    known: Option<Vec<String>>,
}

impl Opponents {
    /// What the screen calls the player of a side.
    pub(crate) fn title(&self, side: usize) -> String {
        self.players[side].title()
    }

    /// Opens the player of a side; refuses one that cannot play this game.
    pub(crate) fn open(&self, side: usize, session: &dyn Session) -> Result<Opponent, Fault> {
        let description = &self.players[side];
        if players::is_human(description) {
            return Err(Fault::new("a person needs no seat as an opponent")
                .hint("play both sides yourself with --as both"));
        }
        let limits = players::limits(description, self.limits)?;
        Ok(Opponent {
            contender: players::open(description, session, limits)?,
            limits,
            seed: self.seed.wrapping_mul(2).wrapping_add(side as u64),
            known: None,
        })
    }
}

impl Opponent {
    /// Chooses a move; a line that does not go on from the last question is a new game.
    pub(crate) fn choose(
        &mut self,
        session: &dyn Session,
        allowance: &Allowance,
        stop: &Stop,
    ) -> Result<Choice, Lapse> {
        let line = session.line();
        let goes_on = self
            .known
            .as_ref()
            .is_some_and(|known| line.starts_with(known));
        if !goes_on || line.is_empty() {
            self.contender.reseed(self.seed);
            self.contender.begin(session, stop)?;
        }
        self.known = Some(line);
        let allowance = Allowance {
            limits: Limits {
                clock: allowance.limits.clock,
                ..self.limits
            },
            ..*allowance
        };
        self.contender.choose(session, &allowance, stop)
    }
}

/// The player that some words mean: a level by its name, or a description.
pub fn read(words: &str) -> Result<Description, Fault> {
    match Level::named(words) {
        Ok(level) => Ok(Description::of("level").with("name", level.name)),
        Err(fault) => {
            let player: Description = words.parse()?;
            let known = KINDS.iter().any(|kind| kind.name == player.kind);
            if known || words.contains(':') {
                Ok(player)
            } else {
                Err(fault.hint(choices()))
            }
        }
    }
}

/// Whom one can play against, in words.
pub(crate) fn choices() -> String {
    let names: Vec<_> = LEVELS.iter().map(|level| level.name).collect();
    format!(
        "the levels are {}; any player of `ponder match` will do as well",
        names.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_a_level_or_a_player_or_nothing() {
        assert_eq!(read("club").unwrap().kind, "level");
        assert_eq!(read("greedy").unwrap().kind, "greedy");
        assert_eq!(read("alphabeta:depth=4").unwrap().kind, "alphabeta");
        let fault = read("nope").unwrap_err();
        assert!(fault.to_string().contains("no level \"nope\""), "{fault}");
        assert!(fault.to_string().contains("newcomer"), "{fault}");
    }
}
