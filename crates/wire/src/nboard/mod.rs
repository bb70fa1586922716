//! `NBoard`, version 2, for Othello: the protocol of the GUI of that name, of `NTest` and of Edax.
//!
//! The GUI owns the game and sends it whole, in GGF; the engine gives hints or a move, and plays
//! no move until it is told to. Whatever game can be written in GGF can be played so.

mod driver;
mod engine;
mod words;

pub use driver::Driver;
pub use engine::serve;

use ponder_core::Fault;
use ponder_engine::Session;

/// Refuses games that the protocol cannot tell.
pub fn check(session: &dyn Session) -> Result<(), Fault> {
    let written = session.convert("game", GGF, "startpos");
    written.map(drop).map_err(|fault| {
        Fault::new(format!(
            "NBoard cannot play {}: {}",
            session.id(),
            fault.what
        ))
        .hint("it plays Othello on square boards")
    })
}

/// The format in which games are told.
const GGF: &str = "ggf";
