//! Where a game of a match begins.

use ponder_core::Fault;
use ponder_engine::Session;
use serde::{Deserialize, Serialize};

/// The beginning of a game: a position and moves from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Opening {
    /// What people call it; may be empty.
    pub name: String,
    /// The first position in canonical text; none means the game's own.
    pub position: Option<String>,
    /// The moves from there in canonical text.
    pub moves: Vec<String>,
}

impl Opening {
    /// So many moves from the game's first position.
    pub fn of(name: impl Into<String>, moves: Vec<String>) -> Self {
        Self {
            name: name.into(),
            position: None,
            moves,
        }
    }

    /// A session at the end of the opening. `fresh` stands at the game's first position.
    ///
    /// Refuses an opening that breaks the rules or leaves nothing to play.
    pub fn session(&self, fresh: &dyn Session) -> Result<Box<dyn Session>, Fault> {
        let mut session = fresh.fork();
        if let Some(position) = &self.position {
            session.set_position(position)?;
        }
        for word in &self.moves {
            session.play(word).map_err(|fault| Fault {
                what: format!("{}: {}", self.title(), fault.what),
                ..fault
            })?;
        }
        match session.outcome() {
            None => Ok(session),
            Some(end) => Err(Fault::new(format!("{} ends the game", self.title()))
                .hint(format!("after it the game is over: {}", end.reason))),
        }
    }

    /// The opening in words.
    pub fn title(&self) -> String {
        match (self.name.as_str(), self.moves.as_slice()) {
            ("", []) if self.position.is_none() => "the first position".to_owned(),
            ("", []) => "the opening".to_owned(),
            ("", moves) => format!("the opening {}", moves.join(" ")),
            (name, _) => format!("the opening {name}"),
        }
    }
}
