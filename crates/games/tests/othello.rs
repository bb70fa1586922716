//! Othello: its rules case by case, its pictures, and the properties of every game.

use std::collections::HashSet;

use ponder_core::{Effect, Game, Notation, Outcome, Piece, Player, Rules, Settings, Show};
use ponder_games::othello::{Othello, Othello8, OthelloWide, Position, needs_wide};
use ponder_testkit::{check_properties, move_texts, open, random_line, read};
use proptest::prelude::*;

fn eight(options: &str) -> Othello8 {
    open(&format!("othello:{options}"))
}

fn wide(options: &str) -> OthelloWide {
    open(&format!("othello:{options}"))
}

/// The last position after moves from the start, passes written out.
fn after<const N: usize>(game: &Othello<N>, moves: &str) -> Position<N> {
    let play = |pos, word| game.play(&pos, game.read_move(&pos, word).unwrap());
    moves.split_whitespace().fold(game.start(), play)
}

#[test]
fn the_start_block_stands_up_and_left_of_an_odd_centre() {
    let start = |options: &str| {
        let game = wide(options);
        game.write_position(&game.start())
    };
    assert_eq!(start("size=2x2"), "OXXO X");
    assert_eq!(start("size=3x3"), "OX-XO---- X");
    assert_eq!(start("size=5x5"), "------OX---XO------------ X");
    assert_eq!(start("size=2x3"), "OX-XO- X");
    assert_eq!(start("size=4x4,start=parallel"), "-----OO--XX----- X");
    let game = eight("size=8x8");
    let board = game.board();
    let owner = |name| game.piece_at(&game.start(), board.find(name).unwrap());
    assert_eq!(owner("d4"), Some(Piece::of(Player::Second)));
    assert_eq!(owner("e4"), Some(Piece::of(Player::First)));
    assert_eq!(move_texts(&game, &game.start()), ["c4", "d3", "e6", "f5"]);
}

#[test]
fn the_smallest_board_is_finished_at_once() {
    let game = eight("size=2x2");
    assert_eq!(
        game.ended(&game.start()),
        Some(Outcome::draw("the board is full"))
    );
}

/// The shortest game: black wipes white out with the ninth move.
#[test]
fn a_wipe_out_ends_the_game() {
    let moves = "f5 d6 c5 f4 e7 f6 g5 e6 e3";
    let game = eight("size=8x8");
    let end = after(&game, moves);
    let outcome = game.ended(&end).unwrap();
    assert_eq!(outcome.margin, 64);
    assert_eq!(outcome.reason, "white has no discs left");
    assert!(move_texts(&game, &end).is_empty());
    let raw = eight("size=8x8,score=raw");
    assert_eq!(raw.ended(&after(&raw, moves)).unwrap().margin, 13);
}

#[test]
fn a_pass_is_legal_only_when_forced() {
    let game = eight("size=3x3");
    let pos = read(&game, "-XO-XO-XX O");
    assert_eq!(move_texts(&game, &pos), ["a1", "a2", "a3"]);
    assert!(game.read_move(&pos, "pass").is_err());
    let pos = read(&game, "OX-OO-OOX X");
    assert_eq!(move_texts(&game, &pos), ["pass"]);
    assert!(game.ended(&pos).is_none());
    let m = game.read_move(&pos, "pass").unwrap();
    assert!(game.is_pass(m));
    let passed = game.play(&pos, m);
    assert_eq!(game.write_position(&passed), "OX-OO-OOX O");
    assert_eq!(game.null(&pos), Some(passed));
}

#[test]
fn empties_go_to_the_winner_unless_raw() {
    let reason = "neither side can move";
    for (options, margin) in [("size=4x4", 14), ("size=4x4,score=raw", 10)] {
        let game = eight(options);
        let end = read(&game, "XXX-XXXO-XX-XXX- O");
        assert_eq!(game.ended(&end), Some(Outcome { margin, reason }));
    }
    let draw = eight("size=4x4");
    let end = read(&draw, "-XXX-XXX-OOO-OOO X");
    assert_eq!(draw.ended(&end), None, "both can still move");
}

#[test]
fn lines_do_not_run_round_the_edge() {
    for options in ["size=8x8", "size=3x8", "size=6x6"] {
        let (narrow, wide) = (eight(options), wide(options));
        for seed in 0..50 {
            let line = random_line(&narrow, narrow.start(), seed, 80);
            for pos in line {
                let text = narrow.write_position(&pos);
                let same = read(&wide, &text);
                assert_eq!(
                    move_texts(&narrow, &pos),
                    move_texts(&wide, &same),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn every_size_has_its_type() {
    let settings = |options: &str| Settings::parse("othello", Othello8::SPECS, options);
    for (size, is_wide) in [
        ("8x8", false),
        ("2x2", false),
        ("9x2", true),
        ("16x16", true),
    ] {
        let settings = settings(&format!("size={size}")).unwrap();
        assert_eq!(needs_wide(&settings), is_wide, "{size}");
        assert_eq!(Othello8::new(&settings).is_err(), is_wide, "{size}");
        assert!(OthelloWide::new(&settings).is_ok(), "{size}");
    }
    let fault = Othello8::new(&settings("size=9x8").unwrap()).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "a board of 9x8 is too large here (at most 8x8)"
    );
    for wrong in ["size=1x8", "size=8x17", "start=other", "score=none"] {
        assert!(settings(wrong).is_err(), "{wrong}");
    }
}

/// The bound on the number of moves is met by no position of 8x8, but the list must hold it.
#[test]
fn the_move_bound_fits_the_list() {
    assert_eq!(Othello8::MAX_MOVES, 62);
    assert_eq!(OthelloWide::MAX_MOVES, 254);
}

#[test]
fn the_board_is_drawn_from_the_top() {
    let game = eight("size=3x4");
    let drawn = game.draw(&game.start(), false);
    assert_eq!(drawn, "1 . O X .\n2 . X O .\n3 . . . .\n  a b c d\n");
    let large = wide("size=10x3");
    let drawn = large.draw(&large.start(), false);
    let lines: Vec<_> = drawn.lines().skip(4).collect();
    assert_eq!(
        lines,
        [
            " 5 O X .", " 6 X O .", " 7 . . .", " 8 . . .", " 9 . . .", "10 . . .", "   a b c"
        ]
    );
}

#[test]
fn a_move_is_one_click() {
    let game = eight("size=6x6");
    let pos = game.start();
    let m = game.read_move(&pos, "e4").unwrap();
    assert_eq!(game.path(&pos, m), [game.board().find("e4").unwrap()]);
}

#[test]
fn discs_turn_in_waves() {
    let game = eight("size=8x8");
    let pos = read(
        &game,
        "-OOX----OO------X-O--------OX------XX--------------------------- X",
    );
    let cell = |name: &str| game.board().find(name).unwrap();
    let m = game.read_move(&pos, "a1").unwrap();
    let effects = game.effects(&pos, m);
    let names = "b1 a2 b2 c1 c3 d4";
    assert_eq!(
        effects[0],
        Effect::Place(cell("a1"), Piece::of(Player::First))
    );
    let turned: Vec<_> = effects[1..]
        .iter()
        .map(|effect| match effect {
            Effect::Flip(cell) => game.board().cells[usize::from(*cell)].name.clone(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(turned.join(" "), names);
}

#[test]
fn a_pass_shows_nothing() {
    let game = eight("size=3x3");
    let pos = read(&game, "OX-OO-OOX X");
    let m = game.read_move(&pos, "pass").unwrap();
    assert!(game.path(&pos, m).is_empty());
    assert!(game.effects(&pos, m).is_empty());
}

#[test]
fn the_editor_names_the_broken_rule() {
    let game = eight("size=4x4");
    let refused = |text: &str| game.read_position(text).unwrap_err().to_string();
    assert_eq!(
        refused("-----X---XX----- X"),
        "c2 is empty (the centre is filled from the start, and no disc ever leaves the board)"
    );
    let game = eight("size=8x8");
    let loose = "X--------------------------OX------XO--------------------------- X";
    assert_eq!(
        game.read_position(loose).unwrap_err().to_string(),
        "the disc on a1 is cut off from the centre (every disc is placed next to another)"
    );
    let game = eight("size=3x3");
    assert_eq!(
        game.read_position("X---O---X X").unwrap_err().to_string(),
        "there are only 3 discs (a game begins with four, and no disc ever leaves the board)"
    );
    let mut pieces = vec![Some(Piece::of(Player::First)); 9];
    pieces[1] = Some(Piece {
        count: 2,
        ..Piece::of(Player::First)
    });
    assert_eq!(
        game.assemble(&pieces, Player::First)
            .unwrap_err()
            .to_string(),
        "b1 holds more than a disc (discs are not stacked)"
    );
}

/// On odd boards the images of a game stand elsewhere, and are positions all the same.
#[test]
fn images_are_positions() {
    for options in ["size=5x5", "size=4x7", "size=8x8", "size=3x2"] {
        let game = eight(options);
        for pos in random_line(&game, game.start(), 1, 30) {
            for s in 0..game.symmetries() {
                let image = game.turned(&pos, s);
                assert_eq!(game.read_position(&game.write_position(&image)), Ok(image));
            }
        }
    }
    assert_eq!(eight("size=5x5").symmetries(), 16);
    assert_eq!(eight("size=4x5").symmetries(), 8);
}

#[test]
fn symmetries_are_all_different() {
    for (options, count) in [("size=8x8", 16), ("size=6x8", 8), ("size=12x12", 16)] {
        let game = wide(options);
        let line = random_line(&game, game.start(), 3, 7);
        let pos = line.last().unwrap();
        let images: HashSet<_> = (0..game.symmetries())
            .map(|s| game.turned(pos, s))
            .collect();
        assert_eq!(images.len(), count, "{options}");
    }
}

proptest! {
    #[test]
    fn properties(seed: u64) {
        check_properties(&eight("size=8x8"), seed);
    }

    #[test]
    fn properties_of_other_boards(seed: u64, rows in 2..9_u8, columns in 2..9_u8) {
        check_properties(&eight(&format!("size={rows}x{columns},start=parallel")), seed);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn properties_of_wide_boards(seed: u64, rows in 2..17_u8, columns in 9..17_u8) {
        check_properties(&wide(&format!("size={rows}x{columns},score=raw")), seed);
    }
}
