//! Whoever chooses moves in a game: our own search, a person, a program on the other side of a
//! pipe. Matches, servers' clients and protocols know players only so.

use std::fmt;
use std::time::Duration;

use ponder_core::Fault;
use ponder_search::{Clock, Limits, Stop};

use crate::analysis::ScoreView;
use crate::session::Session;

/// A player of games.
pub trait Contender: Send {
    /// Whatever the player leaves to chance in the next game follows from this number.
    fn reseed(&mut self, _seed: u64) {}

    /// A new game begins where the session stands. A player that takes its time to get ready
    /// gives up when the stop is asked.
    fn begin(&mut self, session: &dyn Session, stop: &Stop) -> Result<(), Lapse>;

    /// Whether it can be held to such limits, as far as it knows by now.
    fn obeys(&self, _limits: &Limits) -> Result<(), Fault> {
        Ok(())
    }

    /// Chooses a move for the player to move within the allowance; limits of its own hold as
    /// well. The move need not be legal: whoever asked must look.
    fn choose(
        &mut self,
        session: &dyn Session,
        allowance: &Allowance,
        stop: &Stop,
    ) -> Result<Choice, Lapse>;

    /// The game is over.
    fn end(&mut self, _session: &dyn Session) {}
}

/// What a player may spend on a move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allowance {
    /// What it may spend; its own clock is there.
    pub limits: Limits,
    /// The opponent's clock.
    pub theirs: Option<Clock>,
}

/// A move, and what its player told about it.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// The move in canonical text, if the player is right about it.
    pub play: String,
    /// How it judges the game, for itself.
    pub score: Option<ScoreView>,
    /// How deep it looked.
    pub depth: Option<u32>,
    /// At how many positions.
    pub nodes: Option<u64>,
}

/// Why a player has no move to offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lapse {
    /// It was asked to stop and has nothing.
    Stopped,
    /// It ended, or its connection did.
    Died(String),
    /// It ended before it had said a word: most likely nobody can play with it at all.
    Stillborn(String),
    /// It did not answer for so long.
    Hung(Duration),
    /// It said more than anybody can listen to.
    Flooded(String),
    /// It said what its protocol does not know.
    Babbled(String),
    /// It gave the game up.
    Resigned,
    /// It cannot play this.
    Refused(Fault),
}

impl fmt::Display for Lapse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("was stopped"),
            Self::Died(how) | Self::Stillborn(how) => write!(f, "died: {how}"),
            Self::Hung(time) => write!(f, "did not answer for {:.1} s", time.as_secs_f64()),
            Self::Flooded(how) => write!(f, "flooded its output: {how}"),
            Self::Babbled(what) => write!(f, "said what nobody understands: {what}"),
            Self::Resigned => f.write_str("resigned"),
            Self::Refused(fault) => fault.fmt(f),
        }
    }
}

impl From<Fault> for Lapse {
    fn from(fault: Fault) -> Self {
        Self::Refused(fault)
    }
}
