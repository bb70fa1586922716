//! Playing at the terminal: a full screen with mouse and keys, or lines of text for pipes and
//! screen readers.
//!
//! Both show the same game and know no rule: the board is drawn from its
//! geometry, a move is a walk along click paths, and what is typed goes to the session. Engines
//! think on threads of their own, so that the person is never kept waiting.
#![warn(missing_docs)]

mod colours;
mod command;
mod game;
mod layout;
mod paint;
mod panel;
mod plain;
mod players;
mod screen;
mod scribe;
mod seized;
mod table;
mod thinking;
mod walk;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use ponder_arena::players::Description;
use ponder_core::Fault;
use ponder_engine::{Clock, Session, Stop};

pub use players::{Opponents, read as read_player};

/// What to play, and how.
pub struct Options {
    /// The game, standing where play begins; its moves can be taken back.
    pub session: Box<dyn Session>,
    /// Which sides the person plays.
    pub person: [bool; 2],
    /// Who plays the others.
    pub opponents: Opponents,
    /// A clock for each side.
    pub clock: Option<Clock>,
    /// Where the game is kept while it is played.
    pub save: Option<PathBuf>,
    /// Listen to the mouse.
    pub mouse: bool,
    /// Use colours.
    pub colour: bool,
}

/// A game when it is left.
pub struct Left {
    /// The game's id.
    pub game: String,
    /// Where it began, if not at the game's first position.
    pub start: Option<String>,
    /// Its moves.
    pub moves: Vec<String>,
    /// Who played each side, or would have if the person had not: levels may change on the way.
    pub opponents: [Description; 2],
    /// How it ended, if it did: a sentence.
    pub result: Option<String>,
}

/// Why play could not go on.
#[derive(Debug)]
pub enum Trouble {
    /// Something that was asked for is impossible.
    Fault(Fault),
    /// The terminal failed.
    Io(io::Error),
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Plays on the full screen. `stop` is asked when the program is to end.
pub fn full_screen(options: Options, stop: &Stop) -> Result<Left, Trouble> {
    screen::play(options, stop)
}

/// Plays in lines of text: from standard input, to `output`. `interrupts` hands out what the
/// next interrupt stops.
pub fn plain(
    options: Options,
    interrupts: &Interrupts,
    output: &mut dyn io::Write,
) -> Result<Left, Trouble> {
    plain::play(options, interrupts, output)
}

/// How often the person has asked to be let go: the first time stops whoever thinks, the second
/// ends the program.
#[derive(Clone, Default)]
pub struct Interrupts(Arc<std::sync::atomic::AtomicU32>);

impl Interrupts {
    /// Counts one more.
    pub fn add(&self) {
        self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    }

    /// How many there have been.
    pub fn count(&self) -> u32 {
        self.0.load(std::sync::atomic::Ordering::Relaxed)
    }
}
