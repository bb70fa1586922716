//! The formats of the Othello world: transcripts, GGF, OBF.

mod ggf;
mod obf;
mod transcript;

use ponder_core::{Fault, Format, Holds, Record};

use super::Othello;

/// What reading a text gives.
type Read<const N: usize> = Result<Vec<Record<Othello<N>>>, Fault>;

pub(super) fn all<const N: usize>() -> Vec<Format<Othello<N>>> {
    vec![
        Format {
            name: "transcript",
            about: "moves in a row, f5d6c3..., without passes; one game a line",
            holds: Holds::Games,
            read: transcript::read,
            write: transcript::write,
        },
        Format {
            name: "ggf",
            about: "Generic Game Format of the GGS server and of NBoard",
            holds: Holds::Games,
            read: ggf::read,
            write: ggf::write,
        },
        Format {
            name: "obf",
            about: "positions of the FFO test files, one a line, with scores of moves",
            holds: Holds::Positions,
            read: obf::read,
            write: obf::write,
        },
    ]
}

/// A move as the game itself writes it.
fn canonical(word: &str) -> &str {
    if is_pass(word) { "pass" } else { word }
}

/// True for the ways in which files write a pass.
fn is_pass(word: &str) -> bool {
    ["pass", "pa", "ps", "--"]
        .iter()
        .any(|pass| word.eq_ignore_ascii_case(pass))
}
