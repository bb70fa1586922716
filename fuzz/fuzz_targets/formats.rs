#![no_main]
use libfuzzer_sys::fuzz_target;
use ponder_core::Game;
use ponder_fuzz::{Body, dispatch};

/// The first byte behind the game's chooses the format.
struct Formats;

impl Body for Formats {
    fn run<G: Game>(game: &G, bytes: &[u8]) {
        if let Some((choice, rest)) = bytes.split_first() {
            let formats = game.all_formats();
            let name = formats[usize::from(*choice) % formats.len()].name;
            ponder_testkit::fuzz::format(game, name, rest);
        }
    }
}

fuzz_target!(|bytes: &[u8]| dispatch::<Formats>(bytes));
