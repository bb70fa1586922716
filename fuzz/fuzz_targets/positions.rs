#![no_main]
use libfuzzer_sys::fuzz_target;
use ponder_core::Game;
use ponder_fuzz::{Body, dispatch};

struct Positions;

impl Body for Positions {
    fn run<G: Game>(game: &G, bytes: &[u8]) {
        ponder_testkit::fuzz::position(game, bytes);
    }
}

fuzz_target!(|bytes: &[u8]| dispatch::<Positions>(bytes));
