//! Serialisable views: the JSON of the command line, the protocols and the browser.
//!
//! Field names are part of the public interface; they are added to, never changed.

use std::fmt;

use ponder_core::perft::{Finished, Passes};
use ponder_core::{Board, CellId, Effect, Outcome, Piece, Show, Spec};
use serde::Serialize;

use crate::chance::Chance;

/// A game of the registry.
#[derive(Clone, Debug, Serialize)]
pub struct GameView {
    /// Its name in ids.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// The names of its players, the first mover first.
    pub players: [&'static str; 2],
    /// True if it counts by how much it is won.
    pub margins: bool,
    /// Its options.
    pub options: Vec<OptionView>,
    /// Its text formats.
    pub formats: Vec<FormatView>,
    /// Its evaluations; the first is the default.
    pub evaluations: Vec<PresetView>,
    /// Other names of the features that evaluations weigh.
    pub aliases: Vec<AliasView>,
    /// The ways to choose among equal moves.
    pub ties: Vec<&'static str>,
    /// What a score of a hundred is one of, in the plural.
    pub unit: &'static str,
    /// How the scores of the default evaluation become chances to win.
    pub chance: Chance,
}

/// Another name of a feature.
#[derive(Clone, Debug, Serialize)]
pub struct AliasView {
    /// The name.
    pub name: &'static str,
    /// The feature.
    pub feature: &'static str,
}

/// An evaluation of a game.
#[derive(Clone, Debug, Serialize)]
pub struct PresetView {
    /// Its name.
    pub name: &'static str,
    /// Where it comes from.
    pub about: &'static str,
}

/// An option of a game.
#[derive(Clone, Debug, Serialize)]
pub struct OptionView {
    /// Its name in ids.
    pub key: &'static str,
    /// Its default value.
    pub default: &'static str,
    /// What values it can have, in words.
    pub allowed: String,
    /// What it means.
    pub about: &'static str,
}

impl From<&Spec> for OptionView {
    fn from(spec: &Spec) -> Self {
        Self {
            key: spec.key,
            default: spec.default,
            allowed: spec.allowed.describe(),
            about: spec.about,
        }
    }
}

/// A text format of a game.
#[derive(Clone, Debug, Serialize)]
pub struct FormatView {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// `games` or `positions`.
    pub holds: &'static str,
}

/// A position, whole.
#[derive(Clone, Debug, Serialize)]
pub struct PositionView {
    /// The game id.
    pub game: String,
    /// The canonical text.
    pub position: String,
    /// The name of the player to move.
    pub turn: &'static str,
    /// Plies played.
    pub plies: u32,
    /// Plies without progress.
    pub quiet: u32,
    /// The number of legal actions.
    pub legal: usize,
    /// The outcome, once the game is over.
    pub outcome: Option<OutcomeView>,
    /// What stands on every cell.
    pub cells: Vec<CellView>,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize)]
pub struct OutcomeView {
    /// The winner's name, or null for a draw.
    pub winner: Option<&'static str>,
    /// The margin from the first player's view.
    pub margin: i16,
    /// Why the game is over.
    pub reason: &'static str,
}

impl OutcomeView {
    pub(crate) fn new(outcome: Outcome, players: [&'static str; 2]) -> Self {
        Self {
            winner: outcome.winner().map(|player| players[player.index()]),
            margin: outcome.margin,
            reason: outcome.reason,
        }
    }
}

/// A sentence for people, without the final full stop.
impl fmt::Display for OutcomeView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner} has won ({})", self.reason),
            None => write!(f, "a draw ({})", self.reason),
        }
    }
}

/// A cell and what stands on it.
#[derive(Clone, Debug, Serialize)]
pub struct CellView {
    /// Its name.
    pub name: String,
    /// Its place, in cells from the left.
    pub x: f32,
    /// Its place, in cells from the top.
    pub y: f32,
    /// What stands there.
    pub piece: Option<PieceView>,
}

/// A piece or a stack.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PieceView {
    /// Its owner's name.
    pub owner: &'static str,
    /// Its kind.
    pub kind: &'static str,
    /// How many are stacked.
    pub count: u8,
}

impl PieceView {
    pub(crate) fn new(
        piece: Piece,
        players: [&'static str; 2],
        kinds: &'static [&'static str],
    ) -> Self {
        Self {
            owner: players[piece.owner.index()],
            kind: kinds[usize::from(piece.kind)],
            count: piece.count,
        }
    }
}

/// A legal move.
#[derive(Clone, Debug, Serialize)]
pub struct MoveView {
    /// Its canonical text.
    #[serde(rename = "move")]
    pub text: String,
    /// The cells to click.
    pub path: Vec<String>,
    /// Other clicks that mean the same.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Vec<String>>,
    /// What it does, in order.
    pub effects: Vec<EffectView>,
    /// The position it leads to.
    pub result: String,
}

/// One step of what a move does.
#[derive(Clone, Debug, Serialize)]
pub struct EffectView {
    /// `place`, `move`, `stack`, `flip`, `push`, `eject`, `capture`, `crown` or `explode`.
    pub kind: &'static str,
    /// The cell where it happens or begins.
    pub cell: String,
    /// The cell where it ends, if it goes somewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// How many tokens go along, for `stack`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u8>,
    /// The wave of a chain of explosions, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wave: Option<u8>,
    /// The piece that appears, for `place`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<PieceView>,
}

impl EffectView {
    pub(crate) fn new<S: Show>(effect: Effect, board: &Board) -> Self {
        let name = |cell: CellId| board.cells[usize::from(cell)].name.clone();
        let step = |kind, cell, to: Option<CellId>| Self {
            kind,
            cell: name(cell),
            to: to.map(name),
            count: None,
            wave: None,
            piece: None,
        };
        match effect {
            Effect::Place(cell, piece) => Self {
                piece: Some(PieceView::new(piece, S::PLAYERS, S::KINDS)),
                ..step("place", cell, None)
            },
            Effect::Move(from, to) => step("move", from, Some(to)),
            Effect::Stack(from, to, count) => Self {
                count: Some(count),
                ..step("stack", from, Some(to))
            },
            Effect::Flip(cell) => step("flip", cell, None),
            Effect::Push(from, to) => step("push", from, Some(to)),
            Effect::Eject(cell) => step("eject", cell, None),
            Effect::Capture(cell) => step("capture", cell, None),
            Effect::Crown(cell) => step("crown", cell, None),
            Effect::Explode(cell, wave) => Self {
                wave: Some(wave),
                ..step("explode", cell, None)
            },
        }
    }
}

/// A game or a position read from a file.
#[derive(Clone, Debug, Serialize)]
pub struct RecordView {
    /// Names and values as the file gives them.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: String,
    /// The moves in canonical text.
    pub moves: Vec<String>,
    /// The position after the last move.
    pub end: String,
    /// Comments, each with the number of moves made before it.
    pub comments: Vec<(usize, String)>,
    /// Other moves that the file tells of; a variation comes after the line that it departs from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<VariationView>,
    /// The result as the file states it, or as the rules do.
    pub result: Option<OutcomeView>,
}

/// Moves beside those of a line.
#[derive(Clone, Debug, Serialize)]
pub struct VariationView {
    /// The line: another variation by its number, or the game itself.
    pub of: Option<usize>,
    /// How many moves of that line are made before these.
    pub after: usize,
    /// The moves in canonical text.
    pub moves: Vec<String>,
    /// Comments, each with the number of these moves made before it.
    pub comments: Vec<(usize, String)>,
}

/// A finished count.
#[derive(Clone, Debug, Serialize)]
pub struct PerftView {
    /// The game id.
    pub game: String,
    /// The position counted from.
    pub position: String,
    /// Plies to the leaves.
    pub depth: u32,
    /// The leaves.
    pub leaves: u64,
    /// Wall time.
    pub seconds: f64,
    /// Leaves per second of wall time.
    pub leaves_per_second: f64,
    /// Threads used.
    pub threads: usize,
    /// `leaf` or `none`: what a finished game counted.
    pub finished: &'static str,
    /// `ply`, `free` or `forced`: what a pass counted.
    pub passes: &'static str,
    /// True if actions with equal results were counted once.
    pub merge: bool,
    /// The leaves below each root move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub divide: Vec<RootView>,
}

/// A root move and the leaves below it.
#[derive(Clone, Debug, Serialize)]
pub struct RootView {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The leaves.
    pub leaves: u64,
}

pub(crate) const fn finished_word(finished: Finished) -> &'static str {
    match finished {
        Finished::Leaf => "leaf",
        Finished::Nothing => "none",
    }
}

pub(crate) const fn passes_word(passes: Passes) -> &'static str {
    match passes {
        Passes::Ply => "ply",
        Passes::Free => "free",
        Passes::Forced => "forced",
    }
}
