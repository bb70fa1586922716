//! Harnesses that the tests of all games share.
//!
//! A game's own test files say what is particular to it (its slow model, its perft rows, its
//! formats); what must hold of every game is written once, here.
#![expect(
    clippy::missing_panics_doc,
    reason = "panicking is what a failed test does"
)]

mod cases;
pub mod fuzz;
mod model;
mod oracle;
mod properties;

pub use cases::{Case, Tree, draw_cases, random_setup};
pub use model::{Model, agree};
pub use oracle::Oracle;
pub use properties::{check_properties, check_properties_from, random_line};

use ponder_core::{Game, Notation, Settings, perft};

/// The game that `id` names, which must be of type `G`.
pub fn open<G: Game>(id: &str) -> G {
    let settings = match id.split_once(':') {
        Some((_, options)) => Settings::parse(G::NAME, G::SPECS, options),
        None => Ok(Settings::defaults(G::NAME, G::SPECS)),
    };
    G::new(&settings.unwrap_or_else(|fault| panic!("{id}: {fault}"))).expect("valid settings")
}

/// Checks a row of a perft table: `leaves[i]` at depth `i + 1`, below a canonical position or the
/// start (`""`).
pub fn check_perft<G: Game>(
    game: &G,
    position: &str,
    conventions: perft::Conventions,
    leaves: &[u64],
) {
    let pos = read(game, position);
    for (depth, &expected) in (1..).zip(leaves) {
        let found = perft::perft(game, &pos, depth, conventions);
        assert_eq!(found, expected, "{} {position} at depth {depth}", G::NAME);
    }
}

/// The position of a canonical text; the start for an empty one.
pub fn read<N: Notation>(game: &N, position: &str) -> N::Pos {
    if position.is_empty() {
        return game.start();
    }
    let read = game.read_position(position);
    read.unwrap_or_else(|fault| panic!("{position}: {fault}"))
}

/// The canonical texts of all legal actions, sorted.
pub fn move_texts<N: Notation>(game: &N, pos: &N::Pos) -> Vec<String> {
    let mut list = ponder_core::MoveList::<N>::new();
    game.all_moves(pos, &mut list);
    let mut texts: Vec<_> = list.iter().map(|m| game.write_move(pos, *m)).collect();
    texts.sort();
    texts
}
