//! Othello: published counts of leaves, and the values of boards small enough to solve.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use ponder_core::perft::{self, Conventions, Passes};
use ponder_core::{Game, MoveList, Rules};
use ponder_games::othello::{Othello8, OthelloWide, Position};
use ponder_testkit::{check_perft, open};

/// The usual counts: a pass is a ply, a finished game is a leaf.
const PLY: Conventions = Othello8::PERFT;
/// The other published counts: a pass takes no ply.
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
    fn best(game: &Othello8, pos: Position<1>, low: i16, high: i16) -> i16 {
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
        ("3x6", [18, 18, -18, -18]),
        ("4x4", [-8, -10, -3, -4]),
        ("4x5", [16, 16, 16, 16]),
        ("5x4", [16, 16, 19, 20]),
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
