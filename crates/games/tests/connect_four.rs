//! Connect Four against a model of arrays, known counts, and the properties of every game.

use ponder_core::perft::Conventions;
use ponder_core::{Player, Show};
use ponder_games::connect_four::{ConnectFour, Position};
use ponder_testkit::{Model, agree, check_perft, check_properties, fuzz, read};
use proptest::prelude::*;

#[derive(Clone, Debug)]
struct Columns(Vec<Vec<Player>>, Player);

impl Columns {
    fn at(&self, column: i32, row: i32) -> Option<Player> {
        let column = self.0.get(usize::try_from(column).ok()?)?;
        column.get(usize::try_from(row).ok()?).copied()
    }

    fn won(&self, player: Player) -> bool {
        let starts = (0..7).flat_map(|column| (0..6).map(move |row| (column, row)));
        let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
        let mut lines = starts.flat_map(|start| steps.map(|step| (start, step)));
        lines.any(|((column, row), (dx, dy))| {
            (0..4).all(|n| self.at(column + n * dx, row + n * dy) == Some(player))
        })
    }
}

impl Model for Columns {
    type Move = u8;

    fn moves(&self) -> Vec<u8> {
        (0..7)
            .filter(|column| self.0[usize::from(*column)].len() < 6)
            .collect()
    }

    fn play(&mut self, column: &u8) {
        self.0[usize::from(*column)].push(self.1);
        self.1 = self.1.other();
    }

    fn outcome(&self) -> Option<i16> {
        if self.won(Player::First) {
            return Some(1);
        }
        if self.won(Player::Second) {
            return Some(-1);
        }
        self.moves().is_empty().then_some(0)
    }
}

#[test]
fn agrees_with_the_model() {
    let game = ConnectFour::default();
    let same = |pos: &Position, model: &Columns| {
        (0..42).all(|cell| {
            let piece = game.piece_at(pos, cell).map(|piece| piece.owner);
            piece == model.at(i32::from(cell) % 7, 5 - i32::from(cell) / 7)
        })
    };
    let model = Columns(vec![Vec::new(); 7], Player::First);
    agree(&game, &model, read(&game, ""), 10_000, |_, m| m, same);
}

#[test]
fn perft_from_the_start() {
    let leaves = [7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572];
    check_perft(&ConnectFour::default(), "", Conventions::STANDARD, &leaves);
}

proptest! {
    #[test]
    fn properties(seed: u64) {
        check_properties(&ConnectFour::default(), seed);
    }

    #[test]
    fn arbitrary_bytes_are_read_or_refused(bytes: Vec<u8>) {
        fuzz::position(&ConnectFour::default(), &bytes);
    }
}

#[test]
fn survives_any_text() {
    let samples = [
        (
            "position",
            "......./......./......./......./......./...r... y",
        ),
        ("game", "startpos moves d d c"),
    ];
    fuzz::run_all(&ConnectFour::default(), 100_000, &samples);
}

/// What `docs/adding-a-game.md` promises: a whole game in a hundred lines of implementations.
#[test]
fn the_smallest_game_stays_small() {
    let source = include_str!("../src/connect_four.rs");
    let start = source.find("impl Rules for").expect("it has rules");
    let code = source[start..].lines().map(str::trim);
    let lines = code.filter(|line| !line.is_empty() && !line.starts_with("//"));
    assert!(lines.count() <= 100);
}
