#![no_main]
use libfuzzer_sys::fuzz_target;
use ponder_core::Game;
use ponder_fuzz::{Body, dispatch};

/// The first byte behind the game's chooses a position of a random line.
struct Moves;

impl Body for Moves {
    fn run<G: Game>(game: &G, bytes: &[u8]) {
        if let Some((place, rest)) = bytes.split_first() {
            let line = ponder_testkit::random_line(game, game.start(), u64::from(*place), 60);
            let pos = line.last().expect("a line is never empty");
            ponder_testkit::fuzz::one_move(game, pos, rest);
        }
    }
}

fuzz_target!(|bytes: &[u8]| dispatch::<Moves>(bytes));
