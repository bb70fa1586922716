//! Othello: known counts, known values, pictures and texts, and the properties of every game.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use ponder_core::perft::{self, Conventions, Passes};
use ponder_core::{
    Effect, Fault, Game, MoveList, Notation, Outcome, Piece, Player, Rules, Settings, Show,
};
use ponder_games::othello::{Othello, Othello8, OthelloWide, needs_wide};
use ponder_testkit::{check_perft, check_properties, fuzz, move_texts, open, read};
use proptest::prelude::*;

/// What `othello-perft` tables call mode 1: a pass is a ply.
const PLY: Conventions = Othello8::PERFT;
/// Mode 2: a pass takes no ply.
const FREE: Conventions = Conventions {
    passes: Passes::Free,
    ..PLY
};

fn eight(options: &str) -> Othello8 {
    open(&format!("othello:{options}"))
}

fn wide(options: &str) -> OthelloWide {
    open(&format!("othello:{options}"))
}

/// The published counts for 8x8 (Edax, Aart Bik, Egaroucid).
const COUNTS: [u64; 11] = [
    4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800,
];

#[test]
fn perft_8x8() {
    check_perft(&eight("size=8x8"), "", PLY, &COUNTS);
}

#[test]
fn perft_8x8_with_free_passes() {
    let mut counts = COUNTS;
    counts[8..].copy_from_slice(&[3005320, 24571420, 212260880]);
    check_perft(&eight("size=8x8"), "", FREE, &counts);
}

#[test]
fn perft_8x8_in_the_wide_layout() {
    check_perft(&wide("size=8x8"), "", PLY, &COUNTS[..9]);
}

fn deep(depth: u32, conventions: Conventions) -> u64 {
    let game = eight("size=8x8");
    let threads = available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let counts = perft::run(&game, &game.start(), depth, conventions, threads, &|_| ());
    counts.iter().map(|(_, leaves)| leaves).sum()
}

#[test]
#[ignore = "1.9 billion leaves, 5 s on one core"]
fn perft_8x8_depth_12() {
    assert_eq!(deep(12, PLY), 1_939_886_636);
}

#[test]
#[ignore = "1.9 billion leaves without counting at the last ply, 30 s on one core"]
fn perft_8x8_depth_12_with_free_passes() {
    assert_eq!(deep(12, FREE), 1_939_899_208);
}

#[test]
#[ignore = "18 billion leaves, 45 s on one core"]
fn perft_8x8_depth_13() {
    assert_eq!(deep(13, PLY), 18_429_641_748);
}

#[test]
#[ignore = "18 billion leaves without counting at the last ply, 5 minutes on one core"]
fn perft_8x8_depth_13_with_free_passes() {
    assert_eq!(deep(13, FREE), 18_429_791_868);
}

/// The games that are over before the last ply are counted as leaves: 228 of them after 9 plies.
#[test]
fn finished_games_are_leaves() {
    let game = eight("size=8x8");
    let nothing = Conventions {
        finished: perft::Finished::Nothing,
        ..PLY
    };
    let counted = perft::perft(&game, &game.start(), 10, nothing);
    assert_eq!(counted, 24571284 - 228);
}

/// Checks a row for a board and its transpose.
fn check_size(rows: u8, columns: u8, leaves: &[u64]) {
    for (rows, columns) in [(rows, columns), (columns, rows)] {
        let options = format!("size={rows}x{columns}");
        check_perft(&wide(&options), "", PLY, &leaves[..leaves.len().min(8)]);
        if rows.max(columns) <= 8 {
            check_perft(&eight(&options), "", PLY, leaves);
        }
    }
}

#[test]
fn perft_small_boards() {
    check_size(2, 2, &[1, 1, 1]);
    check_size(3, 3, &[2, 6, 6, 14, 14, 16, 16, 16]);
    check_size(3, 4, &[3, 7, 16, 30, 61, 94, 122, 160, 178, 196]);
    let four = [
        4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436, 59564, 59980,
    ];
    check_size(4, 4, &four);
    let four_five = [
        4, 12, 47, 154, 611, 2264, 8974, 33270, 123730, 415906, 1333998,
    ];
    check_size(4, 5, &four_five);
    let four_six = [
        4, 12, 50, 180, 798, 3338, 15418, 68770, 316870, 1403624, 6210568,
    ];
    check_size(4, 6, &four_six);
    check_size(4, 7, &[4, 12, 50, 180, 803, 3405, 16131, 74816, 365130]);
    check_size(4, 8, &[4, 12, 50, 180, 808, 3472, 16844, 80862, 413482]);
    let five = [4, 12, 50, 186, 866, 3974, 19994, 98672, 511250, 2516876];
    check_size(5, 5, &five);
    check_size(5, 6, &[4, 12, 53, 212, 1081, 5404, 30315, 171156, 1020877]);
}

#[test]
fn perft_6x6() {
    let leaves = [
        4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912, 14976792, 108820292,
    ];
    check_size(6, 6, &leaves[..8]);
    check_perft(&eight("size=6x6"), "", PLY, &leaves);
    let mut free = leaves;
    free[8..].copy_from_slice(&[2115128, 14978604, 108843700]);
    check_perft(&eight("size=6x6"), "", FREE, &free);
}

#[test]
fn perft_middle_boards() {
    check_size(6, 7, &[4, 12, 56, 244, 1372, 7748, 49493, 327736, 2319171]);
    check_size(6, 8, &[4, 12, 56, 244, 1380, 7892, 51246, 346758, 2523782]);
    check_size(7, 7, &[4, 12, 56, 244, 1380, 7902, 51386, 349092, 2549250]);
    check_size(7, 8, &[4, 12, 56, 244, 1388, 8046, 53169, 368486, 2764256]);
}

#[test]
fn perft_large_boards() {
    check_size(9, 9, &[4, 12, 56, 244, 1396, 8200, 55136, 391242]);
    check_size(8, 10, &[4, 12, 56, 244, 1396, 8200, 55136, 391228]);
    check_size(8, 16, &[4, 12, 56, 244, 1396, 8200, 55136]);
    check_size(10, 10, &[4, 12, 56, 244, 1396, 8200, 55180, 392268]);
    check_size(11, 11, &[4, 12, 56, 244, 1396, 8200, 55180]);
}

/// A board and its transpose have the same tree from the diagonal start, whatever their size.
#[test]
fn transposed_boards_have_equal_counts() {
    for rows in 2..=16 {
        for columns in 2..rows {
            let count = |options: String| {
                let game = wide(&options);
                perft::perft(&game, &game.start(), 5, PLY)
            };
            let [upright, lying] = [(rows, columns), (columns, rows)]
                .map(|(rows, columns)| count(format!("size={rows}x{columns}")));
            assert_eq!(upright, lying, "{rows}x{columns}");
        }
    }
}

/// The value for black with best play, by plain minimax with alpha-beta.
fn solve(options: &str) -> i16 {
    fn best(game: &Othello8, pos: ponder_games::othello::Position<1>, low: i16, high: i16) -> i16 {
        if let Some(outcome) = game.ended(&pos) {
            return outcome.margin_for(game.turn(&pos));
        }
        let mut list = MoveList::<Othello8>::new();
        game.moves(&pos, &mut list);
        let mut low = low;
        for m in list {
            low = low.max(-best(game, game.play(&pos, m), -high, -low));
            if low >= high {
                break;
            }
        }
        low
    }
    let game = eight(options);
    best(&game, game.start(), -100, 100)
}

#[test]
fn solved_boards() {
    let table = [
        ("2x2", [0, 0, 0, 0]),
        ("2x3", [0, 0, 0, 0]),
        ("2x4", [0, 0, 0, 0]),
        ("3x3", [-9, -9, -9, -9]),
        ("3x4", [12, 12, -12, -12]),
        ("3x5", [15, 15, -15, -15]),
        ("4x4", [-8, -10, -3, -4]),
    ];
    for (size, values) in table {
        let found = [
            solve(&format!("size={size},score=raw")),
            solve(&format!("size={size}")),
            solve(&format!("size={size},start=parallel,score=raw")),
            solve(&format!("size={size},start=parallel")),
        ];
        assert_eq!(found, values, "{size}");
    }
}

/// A line of best play on 8x8, published with the proof that Othello is a draw.
const DRAW: &str = "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1\
                    B1F8G8B3H3B2H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6";

#[test]
fn best_play_ends_in_a_draw() {
    let game = eight("size=8x8");
    let records = parse(&game, "transcript", DRAW).unwrap();
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].moves.len(), 60);
    let end = records[0].end(&game);
    assert_eq!(game.ended(&end), Some(Outcome::draw("the board is full")));
    assert_eq!(end.discs(Player::First).len(), 32);
}

type Records<const N: usize> = Vec<ponder_core::Record<Othello<N>>>;

fn parse<const N: usize>(game: &Othello<N>, name: &str, text: &str) -> Result<Records<N>, Fault> {
    let formats = game.all_formats();
    let format = formats.iter().find(|format| format.name == name).unwrap();
    (format.read)(game, text)
}

fn print<const N: usize>(
    game: &Othello<N>,
    name: &str,
    records: &Records<N>,
) -> Result<String, Fault> {
    let formats = game.all_formats();
    let format = formats.iter().find(|format| format.name == name).unwrap();
    (format.write)(game, records)
}

/// The last position after moves from the start, passes written out.
fn after<const N: usize>(game: &Othello<N>, moves: &str) -> ponder_games::othello::Position<N> {
    parse(game, "game", &format!("startpos moves {moves}")).unwrap()[0].end(game)
}

mod rules {
    use super::*;

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
                let line = ponder_testkit::random_line(&narrow, narrow.start(), seed, 80);
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
}

mod pictures {
    use super::*;

    #[test]
    fn the_board_is_drawn_from_the_top() {
        let game = eight("size=3x4");
        let drawn = game.draw(&game.start(), false);
        assert_eq!(drawn, "1 . O X .\n2 . X O .\n3 . . . .\n  a b c d\n");
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
            for pos in ponder_testkit::random_line(&game, game.start(), 1, 30) {
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
            let line = ponder_testkit::random_line(&game, game.start(), 3, 7);
            let pos = line.last().unwrap();
            let images: std::collections::HashSet<_> = (0..game.symmetries())
                .map(|s| game.turned(pos, s))
                .collect();
            assert_eq!(images.len(), count, "{options}");
        }
    }
}

mod texts {
    use super::*;

    #[test]
    fn positions_are_read_leniently() {
        let game = eight("size=4x4");
        let start = game.start();
        assert_eq!(game.write_position(&start), "-----OX--XO----- X");
        for text in [
            "-----OX--XO----- X",
            ".....o*..*o..... *",
            "-----ox--xo----- x;",
            "---- -OX- -XO- ---- X ; ",
        ] {
            assert_eq!(game.read_position(text), Ok(start), "{text}");
        }
    }

    #[test]
    fn faults_in_positions_have_their_place() {
        let game = eight("size=4x4");
        let cases = [
            (
                "",
                0,
                "the position is empty (write the squares and the side to move)",
            ),
            (
                "-----OX--X?----- X",
                10,
                "\"?\" is no square (expected X (black), O (white) or - (empty))",
            ),
            (
                "-----OX--XO---- X",
                16,
                "the board has 15 squares (a board of 4x4 has 16)",
            ),
            (
                "-----OX--XO------ X",
                16,
                "the board has 17 squares (a board of 4x4 has 16)",
            ),
            (
                "-----OX--XO-----",
                16,
                "the side to move is missing (add X or O)",
            ),
            (
                "-----OX--XO----- -",
                17,
                "\"-\" is no side to move (expected X or O)",
            ),
            (
                "-----ÖX--XO----- X",
                5,
                "\"Ö\" is no square (expected X (black), O (white) or - (empty))",
            ),
        ];
        for (text, at, message) in cases {
            let fault = game.read_position(text).unwrap_err();
            assert_eq!(
                (fault.at, fault.to_string().as_str()),
                (Some(at), message),
                "{text}"
            );
        }
    }

    #[test]
    fn refused_moves_say_why() {
        let game = eight("size=8x8");
        let refused = |text: &str| game.read_move(&game.start(), text).unwrap_err().to_string();
        let legal = "(legal are c4 d3 e6 f5)";
        assert_eq!(refused("a1"), format!("a1 turns no disc {legal}"));
        assert_eq!(refused("E4"), format!("E4 is not empty {legal}"));
        assert_eq!(
            refused("i1"),
            format!("\"i1\" is no square of this board {legal}")
        );
        assert_eq!(
            refused("a+1"),
            format!("\"a+1\" is no square of this board {legal}")
        );
        assert_eq!(
            refused("f05"),
            format!("\"f05\" is no square of this board {legal}")
        );
        assert_eq!(
            refused(""),
            format!("\"\" is no square of this board {legal}")
        );
        assert_eq!(
            refused("pass"),
            format!("a pass is not allowed here {legal}")
        );
        let tiny = eight("size=2x2");
        let fault = tiny.read_move(&tiny.start(), "a1").unwrap_err();
        assert_eq!(fault.to_string(), "a1 is not empty (the game is over)");
    }

    #[test]
    fn large_boards_have_long_names() {
        let game = wide("size=16x16");
        let start = game.start();
        assert_eq!(move_texts(&game, &start), ["g8", "h7", "i10", "j9"]);
        let records = parse(&game, "transcript", "i10 J10").unwrap();
        let texts = print(&game, "transcript", &records).unwrap();
        assert_eq!(texts, "i10j10\n");
    }
}

mod formats {
    use super::*;

    /// Black must pass after the eighth move.
    const WITH_PASS: &str = "e6 f6 d3 e7 e8 d8 g7 f8 pass";

    #[test]
    fn transcripts_leave_passes_out() {
        let game = eight("size=8x8");
        let pos = after(&game, WITH_PASS);
        let next = move_texts(&game, &pos)[0].clone();
        let whole = after(&game, &format!("{WITH_PASS} {next}"));
        for text in [
            format!("e6f6d3e7e8d8g7f8{next}"),
            format!("E6F6 D3E7 E8D8 G7F8 PA {next}"),
            format!("e6f6d3e7e8d8g7f8--{next}"),
            format!("e6f6d3e7e8d8g7f8ps{next}"),
            format!("  e6f6d3e7e8d8g7f8pass{next}\n\n"),
        ] {
            let records = parse(&game, "transcript", &text).unwrap();
            assert_eq!(records[0].end(&game), whole, "{text}");
            assert_eq!(records[0].moves.len(), 10);
            assert_eq!(
                print(&game, "transcript", &records).unwrap(),
                format!("e6f6d3e7e8d8g7f8{next}\n")
            );
        }
        let records = parse(&game, "transcript", "e6f6d3e7e8d8g7f8").unwrap();
        assert_eq!(
            records[0].end(&game),
            pos,
            "a forced pass at the end belongs to the game"
        );
    }

    #[test]
    fn several_transcripts_stand_on_lines() {
        let game = eight("size=8x8");
        let records = parse(&game, "transcript", "f5\n f5d6 c3\r\n\nf5f6").unwrap();
        let moves: Vec<_> = records.iter().map(|record| record.moves.len()).collect();
        assert_eq!(moves, [1, 3, 2]);
    }

    #[test]
    fn faults_in_transcripts_have_their_place() {
        let game = eight("size=8x8");
        let cases = [
            ("f5d6\nf5d7", 7, "d7 turns no disc (legal are d6 f4 f6)"),
            (
                "f5 ?",
                3,
                "\"?\" begins no move (moves are written f5, passes pa or not at all)",
            ),
            (
                "f5f",
                2,
                "\"f\" begins no move (moves are written f5, passes pa or not at all)",
            ),
            ("f5pa", 2, "a pass is not allowed here (legal are d6 f4 f6)"),
            (
                "f5d99",
                2,
                "\"d99\" is no square of this board (legal are d6 f4 f6)",
            ),
            (
                "f5é",
                2,
                "\"é\" begins no move (moves are written f5, passes pa or not at all)",
            ),
        ];
        for (text, at, message) in cases {
            let fault = parse(&game, "transcript", text).unwrap_err();
            assert_eq!(
                (fault.at, fault.to_string().as_str()),
                (Some(at), message),
                "{text}"
            );
        }
        let doubled = format!("{}pass", WITH_PASS.replace(' ', ""));
        let fault = parse(&game, "transcript", &doubled).unwrap_err();
        assert_eq!(fault.at, Some(20), "one pass is forced, not two");
    }

    #[test]
    fn transcripts_hold_games_from_the_start() {
        let game = eight("size=8x8");
        let pos = after(&game, "f5");
        let refused = |record| {
            print(&game, "transcript", &vec![record])
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            refused(ponder_core::Record::at(pos)),
            "a transcript cannot say where a game begins (only games from the start position)"
        );
        assert_eq!(
            refused(ponder_core::Record::at(game.start())),
            "a transcript needs at least one move"
        );
    }

    const GGF: &str = "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[alice]PW[bob]\
                       RB[2197.01]TI[05:00//02:00]TY[8]RE[+10.00:r]\
                       BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
                       B[d3//0.01]W[c5/-1.50/2.3]B[d6];)";

    #[test]
    fn ggf_games_are_read_and_written() {
        let game = eight("size=8x8");
        let text = format!("2 {GGF}{GGF}\n{GGF}");
        let records = parse(&game, "ggf", &text).unwrap();
        assert_eq!(records.len(), 3);
        let record = &records[2];
        assert_eq!(record.tag("PB"), Some("alice"));
        assert_eq!(record.tag("DT"), Some("2003.12.15_13:24:03.MST"));
        assert_eq!(record.start, game.start());
        assert_eq!(record.end(&game), after(&game, "d3 c5 d6"));
        let resigned = Outcome {
            margin: 10,
            reason: "resignation",
        };
        assert_eq!(record.result, Some(resigned));
        let comments = [(1, "//0.01".to_owned()), (2, "/-1.50/2.3".to_owned())];
        assert_eq!(record.comments, comments);
        let board = "---------------------------O*------*O---------------------------";
        assert_eq!(
            print(&game, "ggf", &records[2..].to_vec()).unwrap(),
            format!(
                "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[alice]PW[bob]RB[2197.01]\
                 TI[05:00//02:00]TY[8]RE[+10:r]BO[8 {board} *]\
                 B[D3//0.01]W[C5/-1.50/2.3]B[D6];)\n"
            )
        );
    }

    #[test]
    fn ggf_writes_passes_and_reads_them_left_out() {
        let game = eight("size=8x8");
        let line = format!("startpos moves {WITH_PASS}");
        let records = parse(&game, "game", &line).unwrap();
        let written = print(&game, "ggf", &records).unwrap();
        assert!(written.ends_with("W[F8]B[PA];)\n"), "{written}");
        assert!(written.contains("RE[?]"), "{written}");
        let next = move_texts(&game, &records[0].end(&game))[0].clone();
        let silent = written.replace("B[PA];)", &format!("W[{next}];)"));
        let again = parse(&game, "ggf", &silent).unwrap();
        assert_eq!(again[0].moves.len(), 10);
        let explicit = written.replace(";)", &format!("W[{next}];)"));
        let explicit = parse(&game, "ggf", &explicit).unwrap();
        assert_eq!(again[0].end(&game), explicit[0].end(&game));
    }

    #[test]
    fn ggf_states_the_result_of_a_finished_game() {
        let game = eight("size=8x8");
        let records = parse(&game, "transcript", "f5d6c5f4e7f6g5e6e3").unwrap();
        let written = print(&game, "ggf", &records).unwrap();
        assert!(written.contains("RE[+64]"), "{written}");
        let again = parse(&game, "ggf", &written).unwrap();
        assert_eq!(again[0].result.unwrap().margin, 64);
    }

    #[test]
    fn ggf_knows_other_square_boards() {
        let game = wide("size=10x10");
        let records = parse(&game, "transcript", "f7").unwrap();
        let written = print(&game, "ggf", &records).unwrap();
        assert!(written.contains("TY[10]"), "{written}");
        assert!(written.contains("BO[10 "), "{written}");
        let again = parse(&game, "ggf", &written).unwrap();
        assert_eq!(again[0].end(&game), records[0].end(&game));
        let oblong = eight("size=6x8");
        let fault = print(
            &oblong,
            "ggf",
            &vec![ponder_core::Record::at(oblong.start())],
        );
        assert_eq!(
            fault.unwrap_err().to_string(),
            "GGF cannot hold a board of 6x8 (it knows square boards only)"
        );
    }

    #[test]
    fn faults_in_ggf_have_their_place() {
        let game = eight("size=8x8");
        let cases = [
            (
                "GM[Othello]",
                0,
                "here begins no game (a game is written (; ... ;))",
            ),
            (
                "(;GM[Amazons];)",
                5,
                "this is a game of Amazons (expected GM[Othello])",
            ),
            ("(;PB[a", 6, "the value of PB has no end (expected ])"),
            (
                "(;PB a];)",
                2,
                "here begins no property (expected a property such as PB[name], or ;) at the end of the game)",
            ),
            (
                "(;BO[6 --- *];)",
                5,
                "this is a board of size \"6\" (the game is 8x8)",
            ),
            (
                "(;BO[8 --- *];)",
                11,
                "the board has 3 squares (a board of 8x8 has 64)",
            ),
            (
                "(;B[d3]W[ d3];)",
                10,
                "d3 is not empty (legal are c3 c5 e3)",
            ),
            (
                "(;W[d3];)",
                4,
                "d3 is a move of the wrong side (black is to move, B[...])",
            ),
            ("(;B[d3]BO[8];)", 10, "the board comes after the first move"),
        ];
        for (text, at, message) in cases {
            let fault = parse(&game, "ggf", text).unwrap_err();
            assert_eq!(
                (fault.at, fault.to_string().as_str()),
                (Some(at), message),
                "{text}"
            );
        }
        let mut record = ponder_core::Record::at(game.start());
        record.tags.push(("PB".to_owned(), "a]".to_owned()));
        assert_eq!(
            print(&game, "ggf", &vec![record]).unwrap_err().to_string(),
            "GGF cannot hold the PB \"a]\" (a value must not contain ])"
        );
    }

    /// The first position of the FFO endgame test 40-59.
    const FFO_40: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

    #[test]
    fn obf_keeps_scores() {
        let game = eight("size=8x8");
        let text = format!(
            "% endgames\n{FFO_40}; A2:+38; C7:36 ; D8:+34; % number 40\n{}\n",
            FFO_40.to_lowercase().replace('x', "*").replace('-', ".")
        );
        let records = parse(&game, "obf", &text).unwrap();
        assert_eq!(records.len(), 2);
        assert_eq!(records[0].start, read(&game, FFO_40));
        assert_eq!(records[1].start, read(&game, FFO_40));
        assert_eq!(records[0].tag("scores"), Some("a2:+38 c7:+36 d8:+34"));
        assert_eq!(records[0].comments, [(0, "number 40".to_owned())]);
        assert_eq!(
            print(&game, "obf", &records).unwrap(),
            format!("{FFO_40}; a2:+38; c7:+36; d8:+34;\n{FFO_40};\n")
        );
        assert_eq!(move_texts(&game, &records[0].start).len(), 10);
    }

    #[test]
    fn faults_in_obf_have_their_place() {
        let game = eight("size=8x8");
        let cases = [
            (
                format!("\n{FFO_40}; a2:+38; a1:3"),
                77,
                "a1 is not empty (legal are ",
            ),
            (
                format!("{FFO_40}; a2"),
                68,
                "\"a2\" is no score (expected move:score)",
            ),
            (
                format!("{FFO_40}; a2: many"),
                72,
                "\"many\" is no number (expected move:score)",
            ),
            (
                "--- X;".to_owned(),
                4,
                "the board has 3 squares (a board of 8x8 has 64)",
            ),
        ];
        for (text, at, message) in cases {
            let fault = parse(&game, "obf", &text).unwrap_err();
            assert_eq!(fault.at, Some(at), "{text}");
            assert!(fault.to_string().starts_with(message), "{fault}");
        }
    }

    #[test]
    fn survives_any_text() {
        let game = eight("size=6x6");
        let samples = [
            ("position", "--------------OX----XO-------------- X"),
            ("game", "startpos moves e4 c5 b4"),
            ("transcript", "e4c5 B4d2 pa c2"),
            (
                "ggf",
                "1 (;GM[Othello]PB[a]TY[6]RE[-2:t]BO[6 --------------O*----*O-------------- *]\
                 B[e4/1.5/2]W[c5];)",
            ),
            (
                "obf",
                "--------------OX----XO-------------- X; e4:+2; c2:-1; % a",
            ),
        ];
        fuzz::run_all(&game, 100_000, &samples);
    }

    #[test]
    fn survives_any_text_on_a_wide_board() {
        let game = wide("size=3x12");
        let samples = [
            ("transcript", "h2g3 F1--"),
            ("obf", "-----OX----------XO----------------- X;"),
        ];
        fuzz::run_all(&game, 20_000, &samples);
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

    #[test]
    fn arbitrary_bytes_are_read_or_refused(bytes: Vec<u8>) {
        let game = eight("size=8x8");
        fuzz::position(&game, &bytes);
        fuzz::one_move(&game, &game.start(), &bytes);
        for format in game.all_formats() {
            fuzz::format(&game, format.name, &bytes);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn properties_of_wide_boards(seed: u64, rows in 2..17_u8, columns in 9..17_u8) {
        check_properties(&wide(&format!("size={rows}x{columns},score=raw")), seed);
    }
}
