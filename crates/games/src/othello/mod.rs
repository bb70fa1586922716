//! Othello on boards of 2 x 2 to 16 x 16 squares.
//!
//! No published rules cover other boards than 8 x 8; where they must be extended, this is how:
//! the start block of four discs stands in the centre, half a square up and left of it where a
//! side is odd, and black moves first. A pass is a move, legal exactly where nothing else is and
//! the opponent can move; the game ends when neither side can.
//!
//! One generic implementation serves all sizes: `N` machine words hold a square of cells, one
//! word for 8 x 8 and four for 16 x 16, and a smaller board lies in its top-left corner. Cells
//! outside the board are never filled, so nothing but the list of placements needs to know them.

mod cells;
mod chart;
mod formats;
mod judge;
mod kernels;
mod models;
mod notation;
mod rays;
mod rules;
mod show;
mod stability;

pub use cells::Cells;
pub use kernels::{flips, mobility};
pub use rules::{Move, Position};
pub use stability::stable;

use chart::Chart;

use crate::grid::Size;
use ponder_core::perft::{Conventions, Finished, Passes};
use ponder_core::{Allowed, Fault, Game, Keys, Settings, Spec};

/// Othello on `N` words: a board of a given size, start and score rule.
#[derive(Clone, Debug)]
pub struct Othello<const N: usize> {
    size: Size,
    start: Start,
    score: Score,
    /// All cells of the board.
    board: Cells<N>,
    /// What its squares are to the judge.
    chart: Chart<N>,
    keys: Keys,
}

/// Othello on boards of at most 8 x 8 squares.
pub type Othello8 = Othello<1>;

/// Othello on boards of at most 16 x 16 squares.
pub type OthelloWide = Othello<4>;

/// True if a board needs [`OthelloWide`]; [`Othello8`] plays all others, and faster.
pub fn needs_wide(settings: &Settings) -> bool {
    let (rows, columns) = settings.size("size");
    rows.max(columns) > Cells::<1>::SIDE
}

/// How the first four discs lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    /// White top left and bottom right.
    Diagonal,
    /// White above black.
    Parallel,
}

/// Whose the squares are that stay empty at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Score {
    /// The winner's, as the World Othello Federation counts.
    Empties,
    /// Nobody's.
    Raw,
}

impl<const N: usize> Game for Othello<N> {
    const NAME: &'static str = "othello";
    const TITLE: &'static str = "Othello";
    const ABOUT: &'static str = "Bracket enemy discs to turn them over; most discs win";
    const RULES: &'static str = include_str!("rules.md");
    const SPECS: &'static [Spec] = &[
        Spec {
            key: "size",
            default: "8x8",
            allowed: Allowed::Size(2, 16),
            about: "rows and columns of the board",
        },
        Spec {
            key: "start",
            default: "diagonal",
            allowed: Allowed::Words(&["diagonal", "parallel"]),
            about: "how the first four discs lie",
        },
        Spec {
            key: "score",
            default: "empties",
            allowed: Allowed::Words(&["empties", "raw"]),
            about: "whether empty squares go to the winner or to nobody",
        },
    ];
    /// As Edax and the published tables count.
    const PERFT: Conventions = Conventions {
        finished: Finished::Leaf,
        passes: Passes::Ply,
        merge: false,
    };

    fn new(settings: &Settings) -> Result<Self, Fault> {
        let (rows, columns) = settings.size("size");
        let side = Cells::<N>::SIDE;
        if rows.max(columns) > side {
            let what = format!("a board of {rows}x{columns} is too large here");
            return Err(Fault::new(what).hint(format!("at most {side}x{side}")));
        }
        let start = match settings.word("start") {
            "parallel" => Start::Parallel,
            _ => Start::Diagonal,
        };
        let score = match settings.word("score") {
            "raw" => Score::Raw,
            _ => Score::Empties,
        };
        Ok(Self {
            size: Size { rows, columns },
            start,
            score,
            board: Cells::rectangle(rows, columns),
            chart: Chart::new(rows, columns),
            keys: Keys::default(),
        })
    }
}
