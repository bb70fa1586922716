//! The name and the options of a game: all that the registry needs.

use crate::perft::Conventions;
use crate::{Fault, Features, Notation, Settings, Spec};

/// A complete game: rules, a judgement, a face for people, texts, a name.
pub trait Game: Notation + Features {
    /// The name in game ids: lower case, no blanks.
    const NAME: &'static str;
    /// The name for people.
    const TITLE: &'static str;
    /// One line that tells a newcomer what the game is about.
    const ABOUT: &'static str;
    /// The rules for people, a page of sections. Each begins with `## Heading`; its paragraphs may
    /// be followed by a picture: `position:` (in canonical text, or `start`), `moves:` (each of
    /// them legal there) and `highlight:` (cells), all of the game without options.
    const RULES: &'static str = "";
    /// The options, in the order in which ids print them.
    const SPECS: &'static [Spec] = &[];
    /// What the game's published perft tables count.
    const PERFT: Conventions = Conventions::STANDARD;

    /// The rules with these options.
    fn new(settings: &Settings) -> Result<Self, Fault>;
}
