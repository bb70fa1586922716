//! Which game a fuzzer's input is for: its first byte says so.

use ponder_core::Game;
use ponder_games::abalone::Abalone;
use ponder_games::checkers::Checkers;
use ponder_games::connect_four::ConnectFour;
use ponder_games::expendibots::Expendibots;
use ponder_games::gothello::Gothello;
use ponder_games::othello::{Othello8, OthelloWide};
use ponder_testkit::open;

/// Something to do with the rest of the bytes, whatever the game.
pub trait Body {
    fn run<G: Game>(game: &G, bytes: &[u8]);
}

/// Runs a body on the game that the first byte chooses.
pub fn dispatch<B: Body>(bytes: &[u8]) {
    let Some((choice, rest)) = bytes.split_first() else {
        return;
    };
    match choice % 8 {
        0 => B::run(&open::<Abalone>("abalone"), rest),
        1 => B::run(&open::<Checkers>("checkers"), rest),
        2 => B::run(&open::<ConnectFour>("connect-four"), rest),
        3 => B::run(&open::<Expendibots>("expendibots"), rest),
        4 => B::run(&open::<Gothello>("gothello"), rest),
        5 => B::run(&open::<Othello8>("othello"), rest),
        6 => B::run(&open::<Othello8>("othello:size=5x7"), rest),
        _ => B::run(&open::<OthelloWide>("othello:size=10x10"), rest),
    }
}
