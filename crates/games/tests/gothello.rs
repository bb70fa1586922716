//! Gothello's known counts, the odd corners of its rules, its face, and the properties of every
//! game.

use ponder_core::perft::{Conventions, Passes};
use ponder_core::{
    CellShape, Effect, Game, MoveList, Notation, Outcome, Piece, Player, Rules, Show,
};
use ponder_games::gothello::{Gothello, Position};
use ponder_testkit::{check_perft, check_properties, fuzz, move_texts, open, read};
use proptest::prelude::*;

fn gothello() -> Gothello {
    open("gothello")
}

/// Plays words from a position.
fn play(game: &Gothello, start: Position, words: &str) -> Position {
    words.split_whitespace().fold(start, |pos, word| {
        let m = game.read_move(&pos, word);
        game.play(&pos, m.unwrap_or_else(|fault| panic!("{word}: {fault}")))
    })
}

fn after(position: &str, words: &str) -> String {
    let game = gothello();
    game.write_position(&play(&game, read(&game, position), words))
}

fn refused(position: &str, word: &str) -> String {
    let game = gothello();
    let fault = game.read_move(&read(&game, position), word);
    fault.expect_err("an illegal move").to_string()
}

mod counts {
    use super::*;

    #[test]
    fn perft_with_every_pass() {
        let leaves = [26, 651, 15_650, 361_041, 7_983_888, 168_737_944];
        check_perft(&gothello(), "", Gothello::PERFT, &leaves);
    }

    #[test]
    fn perft_with_forced_passes_only() {
        let conventions = Conventions {
            passes: Passes::Forced,
            ..Gothello::PERFT
        };
        let leaves = [25, 600, 13_800, 303_424, 6_368_208, 127_108_224];
        check_perft(&gothello(), "", conventions, &leaves);
    }

    /// 25 x 24 x 23 x 22 placements, less the fourth stones in a corner between two enemies.
    #[test]
    fn the_first_illegal_placements_are_in_corners() {
        assert_eq!(25 * 24 * 23 * 22 - 4 * 2 * 22, 303_424);
        let between = ".w.../w..../...../...../....b b";
        assert_eq!(
            refused(between, "a5"),
            "a stone on a5 would have no liberty (it needs one before anything is captured)"
        );
    }

    #[test]
    fn the_empty_largest_board_has_most_moves() {
        let game: Gothello = open("gothello:size=7x7");
        assert_eq!(game.count(&game.start()) as usize, Gothello::MAX_MOVES);
    }
}

mod rules {
    use super::*;

    /// White's corner group has its last liberty on a1. In Go black would capture it there.
    #[test]
    fn suicide_is_tested_before_capture() {
        for side in ["b", "w"] {
            let position = format!("...../...../b..../wb.../.wb.. {side}");
            assert!(refused(&position, "a1").starts_with("a stone on a1 would have no liberty"));
        }
    }

    #[test]
    fn a_stone_with_a_liberty_flips_what_it_chokes() {
        assert_eq!(
            after("...../...../b..../wb.../w.... b", "b1"),
            "...../...../b..../bb.../bb... w"
        );
    }

    /// From a game at the referee: white's c2 joins a group that breathes on a3 and takes the
    /// last liberty of the whole bottom. Black's last three stones live with the one eye e5.
    #[test]
    fn a_filled_eye_flips_a_group_and_another_eye_lives() {
        let before = "wwwb./wwwbb/.wwww/wb.wb/bbbbb b";
        let game = gothello();
        assert_eq!(move_texts(&game, &read(&game, before)), ["pass"]);
        let flipped = "wwwb./wwwbb/.wwww/wwwww/wwwww b";
        assert_eq!(after(before, "pass c2"), flipped);
        let white = read(&game, "wwwb./wwwbb/.wwww/wwwww/wwwww w");
        assert_eq!(move_texts(&game, &white), ["pass"]);
        let end = play(&game, read(&game, flipped), "pass pass");
        let outcome = game.ended(&end).expect("two passes end the game");
        assert_eq!(
            (outcome.margin, outcome.winner()),
            (3 - 20, Some(Player::Second))
        );
    }

    #[test]
    fn a_group_with_two_eyes_may_fill_one() {
        let game = gothello();
        let two_eyes = ".bbbb/bbbbb/bbbbb/bbbbb/bbbb.";
        let moves = |side| move_texts(&game, &read(&game, &format!("{two_eyes} {side}")));
        assert_eq!(moves("b"), ["a5", "e1", "pass"]);
        assert_eq!(moves("w"), ["pass"]);
    }

    /// Three of the stone's four neighbours can be enemies, but not all: it would have no
    /// liberty itself.
    #[test]
    fn up_to_three_groups_flip_at_once() {
        let three = "...../..b../.bwb./bw.wb/.b.b. b";
        assert_eq!(after(three, "c2"), "...../..b../.bbb./bbbbb/.b.b. w");
        let four = "..b../.bwb./bw.wb/.bwb./..b.. b";
        assert!(refused(four, "c3").starts_with("a stone on c3 would have no liberty"));
    }

    #[test]
    fn groups_of_the_same_colour_flip_only_if_choked() {
        // e1 lives on d1 and e2, and a1 is choked.
        assert_eq!(
            after("...../...../...../b..../w...w b", "b1"),
            "...../...../...../b..../bb..w w"
        );
    }

    /// The referee waits for two passes even where nobody can place.
    #[test]
    fn the_game_does_not_end_by_itself() {
        let game = gothello();
        for side in ["b", "w"] {
            let last = format!("bbbbb/bbbbb/bbbbb/bbbbb/bbbb. {side}");
            let pos = read(&game, &last);
            assert_eq!(move_texts(&game, &pos), ["pass"]);
            assert_eq!(game.ended(&pos), None);
            assert_eq!(game.ended(&play(&game, pos, "pass")), None);
            let outcome = game.ended(&play(&game, pos, "pass pass"));
            assert_eq!(outcome.map(|outcome| outcome.margin), Some(24));
        }
    }

    #[test]
    fn a_placement_between_passes_begins_them_anew() {
        assert_eq!(
            after("", "pass c3 pass"),
            "...../...../..w../...../..... w pass"
        );
        assert_eq!(
            after("", "pass c3 pass pass"),
            "...../...../..w../...../..... b over"
        );
        assert_eq!(
            after("", "pass pass"),
            "...../...../...../...../..... b over"
        );
    }

    #[test]
    fn equal_stones_draw() {
        let game = gothello();
        let end = play(&game, game.start(), "a1 e5 pass pass");
        assert_eq!(game.ended(&end), Some(Outcome::draw("both players passed")));
        assert_eq!(game.count(&end), 0);
    }

    #[test]
    fn passes_come_last_and_keep_progress() {
        let game = gothello();
        let mut list = MoveList::<Gothello>::new();
        game.moves(&game.start(), &mut list);
        assert!(game.is_pass(*list.last().unwrap()));
        assert_eq!(list.iter().filter(|m| game.is_pass(**m)).count(), 1);
        let [start, pass, stone] =
            ["", "pass", "c3"].map(|words| game.progress(&play(&game, game.start(), words)));
        assert_eq!(start, pass);
        assert!(start != stone && start.reaches(stone));
    }

    #[test]
    fn keys_tell_passes_and_sides_apart() {
        let game = gothello();
        let rows = "...../..b../...../..w../.....";
        let tails = ["b", "w", "b pass", "w pass", "b over", "w over"];
        let mut keys = tails.map(|tail| game.key(&read(&game, &format!("{rows} {tail}"))));
        keys.sort_unstable();
        assert!(keys.is_sorted_by(|a, b| a < b), "{keys:?}");
    }

    #[test]
    fn squares_have_sixteen_symmetries_and_other_boards_eight() {
        for (size, count) in [("5x5", 16), ("2x2", 16), ("4x5", 8), ("7x2", 8)] {
            let game: Gothello = open(&format!("gothello:size={size}"));
            assert_eq!(game.symmetries(), count, "{size}");
            // A crooked position has as many images.
            let pos = play(&game, game.start(), "a1 b1");
            let images = (0..count).map(|s| game.write_position(&game.turned(&pos, s)));
            let images: std::collections::HashSet<_> = images.collect();
            assert_eq!(images.len(), usize::from(count), "{size}");
        }
    }
}

mod faces {
    use super::*;

    #[test]
    fn the_board_is_points_with_ranks_from_the_bottom() {
        let board = gothello().board();
        assert_eq!(board.shape, CellShape::Point);
        assert_eq!(board.cells[0].name, "a5");
        assert_eq!(board.cells[24].name, "e1");
        let wide: Gothello = open("gothello:size=2x3");
        let names: Vec<_> = wide
            .board()
            .cells
            .into_iter()
            .map(|cell| cell.name)
            .collect();
        assert_eq!(names, ["a2", "b2", "c2", "a1", "b1", "c1"]);
    }

    #[test]
    fn a_placement_is_its_point_and_its_flips() {
        let game = gothello();
        let pos = read(&game, "...../...../b..../wb.../w.... b");
        let m = game.read_move(&pos, "b1").unwrap();
        assert_eq!(game.path(&pos, m), [21]);
        let placed = Effect::Place(21, Piece::of(Player::First));
        let effects = [placed, Effect::Flip(15), Effect::Flip(20)];
        assert_eq!(game.effects(&pos, m), effects);
        let pass = game.read_move(&pos, "pass").unwrap();
        assert!(game.path(&pos, pass).is_empty());
        assert!(game.effects(&pos, pass).is_empty());
    }

    #[test]
    fn it_draws_itself() {
        let game: Gothello = open("gothello:size=2x3");
        let drawing = game.draw(&read(&game, "b.w/.b. w"), false);
        assert_eq!(drawing, "2 b . w\n1 . b .\n  a b c\n");
    }

    #[test]
    fn the_editor_refuses_by_the_broken_rule() {
        let game = gothello();
        let refuse = |text: &str| game.read_position(text).unwrap_err().to_string();
        assert_eq!(
            refuse("...../...../...../b..../wb... w"),
            "the white group of a1 has no liberty (every group has a liberty)"
        );
        assert_eq!(
            refuse("bbbbb/bbbbb/bbbbb/bbbbb/bbbbb w"),
            "the black group of a5 has no liberty (every group has a liberty)"
        );
        let mut pieces = vec![None; 25];
        pieces[3] = Some(Piece {
            count: 2,
            ..Piece::of(Player::First)
        });
        assert_eq!(
            game.assemble(&pieces, Player::First)
                .unwrap_err()
                .to_string(),
            "a stone stands on another (every point holds one stone at most)"
        );
    }
}

mod texts {
    use super::*;

    #[test]
    fn positions_say_what_was_passed() {
        let game = gothello();
        let start = "...../...../...../...../..... b";
        assert_eq!(game.write_position(&game.start()), start);
        for tail in ["", " pass", " over"] {
            let text = format!("....b/...../..w../...../..... w{tail}");
            assert_eq!(game.write_position(&read(&game, &text)), text);
        }
    }

    #[test]
    fn faulty_positions_are_pointed_at() {
        let game = gothello();
        let fault = |text: &str| game.read_position(text).unwrap_err();
        let rows = "...../...../...../...../.....";
        let found = fault(&format!("{rows} b past"));
        assert_eq!(found.at, Some(32));
        assert_eq!(
            found.to_string(),
            "\"past\" follows the side to move (expected nothing, pass after a pass, or over after \
             two)"
        );
        let found = fault(&format!("{rows} b pass over"));
        assert_eq!(found.at, Some(37));
        assert_eq!(
            found.to_string(),
            "\"over\" follows the end of the position (a position is its rows, the side to move, and \
             pass or over)"
        );
        assert_eq!(fault("...../..x").at, Some(8));
    }

    #[test]
    fn illegal_moves_are_refused_by_the_broken_rule() {
        let b = "...../...../..w../...../..... b";
        assert_eq!(
            refused(b, "c3"),
            "c3 is occupied (a stone needs an empty point)"
        );
        let no_point = "is no point of this board (expected a point from a1 to e5, or pass)";
        for word in [
            "f1", "a6", "a0", "c", "c33", "", "resign", "\u{e9}", "a\u{e9}",
        ] {
            assert_eq!(refused(b, word), format!("\"{word}\" {no_point}"));
        }
        let over = "...../...../..w../...../..... b over";
        assert_eq!(
            refused(over, "a1"),
            "the game is over (both players passed)"
        );
        assert_eq!(
            refused(over, "pass"),
            "the game is over (both players passed)"
        );
        assert_eq!(after(b, "A1 PASS"), "...../...../..w../...../b.... b pass");
    }
}

const SIZES: [&str; 5] = ["5x5", "2x2", "3x5", "7x4", "7x7"];

fn of_size(index: usize) -> Gothello {
    open(&format!("gothello:size={}", SIZES[index]))
}

proptest! {
    #[test]
    fn properties(seed: u64, size in 0..SIZES.len()) {
        check_properties(&of_size(size), seed);
    }

    #[test]
    fn arbitrary_bytes_are_read_or_refused(bytes: Vec<u8>, size in 0..SIZES.len()) {
        let game = of_size(size);
        fuzz::position(&game, &bytes);
        fuzz::one_move(&game, &game.start(), &bytes);
        for format in game.all_formats() {
            fuzz::format(&game, format.name, &bytes);
        }
    }
}
