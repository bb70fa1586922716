//! Checkers: known counts, known move lists, limits, pictures, canonical texts.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use ponder_core::perft::{Conventions, perft, run};
use ponder_core::{
    Effect, Game, History, MoveList, Notation, Outcome, Piece, Player, Rules, Settings, Show,
};
use ponder_games::checkers::{Checkers, Position};
use ponder_testkit::{check_perft, check_properties, fuzz, move_texts, open, read};
use proptest::prelude::*;

fn checkers() -> Checkers {
    open("checkers")
}

/// The position after some moves.
fn after(game: &Checkers, start: &str, moves: &str) -> Position {
    let mut pos = read(game, start);
    for text in moves.split_whitespace() {
        let m = game.read_move(&pos, text);
        pos = game.play(&pos, m.unwrap_or_else(|fault| panic!("{text}: {fault}")));
    }
    pos
}

fn fault(game: &Checkers, position: &str, text: &str) -> (String, Option<usize>) {
    let fault = game.read_move(&read(game, position), text).unwrap_err();
    (fault.to_string(), fault.at)
}

#[test]
fn perft_from_the_start() {
    let leaves = [
        7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128, 388623673,
    ];
    check_perft(&checkers(), "", Conventions::STANDARD, &leaves);
}

fn check_deep(depth: u32, leaves: u64) {
    let game = checkers();
    let threads = available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let counts = run(
        &game,
        &game.start(),
        depth,
        Conventions::STANDARD,
        threads,
        &|_| (),
    );
    let found: u64 = counts.iter().map(|(_, leaves)| leaves).sum();
    assert_eq!(found, leaves, "depth {depth}");
}

#[test]
#[ignore = "1.8 * 10^9 leaves, about 10 seconds"]
fn perft_13_from_the_start() {
    check_deep(13, 1_766_623_630);
}

#[test]
#[ignore = "8.0 * 10^9 leaves, about 40 seconds"]
fn perft_14_from_the_start() {
    check_deep(14, 7_978_439_499);
}

#[test]
#[ignore = "3.6 * 10^10 leaves, about 3 minutes"]
fn perft_15_from_the_start() {
    check_deep(15, 36_263_167_175);
}

#[test]
fn perft_of_other_positions() {
    let rows: [(&str, [u64; 8]); 5] = [
        (
            "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29",
            [5, 38, 178, 1378, 5836, 40745, 197933, 1377007],
        ),
        (
            "W:WK4,9,K13,27,32:B3,5,K10,28",
            [5, 6, 31, 115, 439, 2077, 8884, 43557],
        ),
        (
            "B:WK14,K15,K18,K19:BK1,K5,K28,K32",
            [4, 22, 126, 982, 5154, 39464, 251916, 2177496],
        ),
        (
            "B:W6,7,14,15,22,23:BK2",
            [6, 32, 112, 576, 1509, 7905, 25084, 134474],
        ),
        ("W:WK26,32:B22,23,14,15", [2, 0, 0, 0, 0, 0, 0, 0]),
    ];
    for (position, leaves) in rows {
        check_perft(&checkers(), position, Conventions::STANDARD, &leaves);
    }
}

#[test]
fn divide_at_depth_7() {
    let game = checkers();
    let shares = [
        ("9-13", 31825),
        ("9-14", 19933),
        ("10-14", 20647),
        ("10-15", 22848),
        ("11-15", 20633),
        ("11-16", 33918),
        ("12-16", 29936),
    ];
    for (m, leaves) in shares {
        let pos = after(&game, "", m);
        assert_eq!(perft(&game, &pos, 6, Conventions::STANDARD), leaves, "{m}");
    }
}

#[test]
fn known_move_lists() {
    let game = checkers();
    let lists = [
        // A king may end where it began.
        ("B:W6,7,14,15:BK2", "2x11x18x9x2 2x9x18x11x2"),
        // Start and end do not tell these apart.
        (
            "B:W6,7,14,15,22,23:BK2",
            "2x11x18x25 2x11x18x27 2x11x18x9x2 2x9x18x11x2 2x9x18x25 2x9x18x27",
        ),
        // Crowning ends the move, though 27 could be taken.
        ("B:W26,27,19:B22", "22x31"),
        ("B:W9,10,17,18:BK14", "14x21 14x23 14x5 14x7"),
        // A man does not capture backwards.
        ("B:W22,23,15:B18", "18x25 18x27"),
        // A capture is compulsory, and must be carried to its end; any one may be chosen.
        ("W:W26,27,32:B10,14,23", "26x19 27x18x9"),
        // Nothing is captured on the edge, nothing across it.
        ("B:W13,20,28:B9,16,K24", "16-19 24-19 24-27 9-14"),
    ];
    for (position, moves) in lists {
        let texts = move_texts(&game, &read(&game, position));
        assert_eq!(texts.join(" "), moves, "{position}");
    }
}

#[test]
fn equal_results_are_merged() {
    let game = checkers();
    let merged = |position| {
        let mut list = MoveList::<Checkers>::new();
        game.moves(&read(&game, position), &mut list);
        list.len()
    };
    assert_eq!(merged("B:W6,7,14,15:BK2"), 1);
    assert_eq!(merged("B:W6,7,14,15,22,23:BK2"), 5);
    // Two paths round the same pieces, but other pieces beside them.
    assert_eq!(merged("B:W6,7,14,15:BK2,12"), 1);
    assert_eq!(merged(""), 7);
}

#[test]
fn a_player_without_a_move_has_lost() {
    let game = checkers();
    let outcome = |position| game.ended(&read(&game, position));
    let blocked = Outcome::win(Player::Second, "black has no move left");
    assert_eq!(outcome("B:W17:B13"), None, "the piece ahead can be taken");
    assert_eq!(outcome("B:W17,22:B13"), Some(blocked));
    assert_eq!(outcome("B:W8,K11:BK4"), Some(blocked));
    assert_eq!(
        outcome("W:W:B1"),
        Some(Outcome::win(Player::First, "white has no pieces left"))
    );
}

#[test]
fn a_repeated_position_is_a_draw() {
    let game = checkers();
    let mut pos = read(&game, "B:WK32:BK1,5");
    let mut history = History::new(&game, &pos);
    for round in 1..=2 {
        for text in ["1-6", "32-28", "6-1", "28-32"] {
            assert_eq!(game.drawn(&pos, &history), None, "round {round}, {text}");
            pos = game.play(&pos, game.read_move(&pos, text).unwrap());
            history.push(&game, &pos);
        }
    }
    let drawn = game.drawn(&pos, &history);
    assert_eq!(drawn, Some(Outcome::draw("the position is repeated")));
    assert_eq!(
        open::<Checkers>("checkers:repetition=4").drawn(&pos, &history),
        None
    );
    assert_eq!(
        open::<Checkers>("checkers:repetition=off").drawn(&pos, &history),
        None
    );
}

#[test]
fn limits_draw_the_game() {
    let game = open::<Checkers>("checkers:quiet=40,plies=100");
    let pos = read(&game, "B:WK32:BK1,5");
    let drawn = |plies, quiet| {
        let history = History::continued(&game, &pos, plies, quiet);
        game.drawn(&pos, &history).map(|outcome| outcome.reason)
    };
    let quiet = "there was no progress for too long";
    assert_eq!(drawn(99, 39), None);
    assert_eq!(drawn(99, 40), Some(quiet));
    assert_eq!(drawn(100, 39), Some("the game is too long"));
}

#[test]
fn options_have_ids() {
    let id = |text| {
        let settings = Settings::parse(Checkers::NAME, Checkers::SPECS, text);
        settings.map(|settings| settings.id())
    };
    assert_eq!(id("quiet=80,repetition=3").unwrap(), "checkers");
    let all = "repetition=off,quiet=100,plies=200";
    assert_eq!(id(all).unwrap(), format!("checkers:{all}"));
    for refused in [
        "repetition=1",
        "repetition=10",
        "quiet=0",
        "quiet=501",
        "plies=10001",
    ] {
        assert!(id(refused).is_err(), "{refused}");
    }
}

/// A ply is quiet exactly if it takes nothing and moves no man.
#[test]
fn quiet_plies_are_those_without_conversion() {
    let game = checkers();
    let quiet = |position, text| {
        let pos = read(&game, position);
        let mut history = History::continued(&game, &pos, 50, 7);
        history.push(&game, &after(&game, position, text));
        history.quiet()
    };
    assert_eq!(quiet("B:WK32:BK1,5", "1-6"), 8);
    assert_eq!(quiet("B:WK32:BK1,5", "5-9"), 0);
    assert_eq!(quiet("B:WK32:BK1,26", "26-31"), 0);
    assert_eq!(quiet("B:WK22:BK1,K18", "18x25"), 0);
    // A man that has come far takes one that has all steps before it.
    assert_eq!(quiet("B:W26:BK1,22", "22x31"), 0);
    assert_eq!(quiet("B:W6,7,14,15:BK2", "2x11x18x9x2"), 0);
}

#[test]
fn effects_tell_every_hop() {
    let game = checkers();
    let effects = |position, text| {
        let pos = read(&game, position);
        let m = game.read_move(&pos, text).unwrap();
        (game.path(&pos, m), game.effects(&pos, m))
    };
    assert_eq!(
        effects("", "11-15"),
        (vec![10, 14], vec![Effect::Move(10, 14)])
    );
    assert_eq!(
        effects("B:W26,27,19:B22", "22x31"),
        (
            vec![21, 30],
            vec![Effect::Move(21, 30), Effect::Capture(25), Effect::Crown(30)]
        )
    );
    assert_eq!(
        effects("W:W26:B14,22", "26x17x10"),
        (
            vec![25, 16, 9],
            vec![
                Effect::Move(25, 16),
                Effect::Capture(21),
                Effect::Move(16, 9),
                Effect::Capture(13)
            ]
        )
    );
    // A king that comes to its crowning row is not crowned again.
    assert_eq!(effects("B:WK1:BK27", "27-31").1, vec![Effect::Move(26, 30)]);
}

#[test]
fn the_board_has_numbers_on_empty_squares() {
    let game = checkers();
    let pos = read(&game, "B:W18,K10:B2,K25");
    let drawing = "     1       b       3       4
 5       6       7       8
     9       W      11      12
13      14      15      16
    17       w      19      20
21      22      23      24
     B      26      27      28
29      30      31      32
";
    assert_eq!(game.draw(&pos, false), drawing);
}

#[test]
fn the_editor_names_the_broken_rule() {
    let game = checkers();
    let assemble = |cells: std::ops::Range<usize>, owner, kind| {
        let mut pieces = vec![None; 32];
        let count = 1;
        pieces[cells].fill(Some(Piece { owner, kind, count }));
        let built = game.assemble(&pieces, Player::First);
        built
            .map(|pos| game.write_position(&pos))
            .map_err(|fault| fault.to_string())
    };
    assert_eq!(
        assemble(28..29, Player::First, 0).unwrap_err(),
        "a black man stands on its crowning row, square 29 (it would be a king)"
    );
    assert_eq!(
        assemble(3..4, Player::Second, 0).unwrap_err(),
        "a white man stands on its crowning row, square 4 (it would be a king)"
    );
    assert_eq!(
        assemble(4..17, Player::Second, 1).unwrap_err(),
        "white has more than 12 pieces (that is what a side begins with)"
    );
    assert_eq!(
        assemble(28..30, Player::First, 1).unwrap_err(),
        "white has no pieces, and black is to move (the last capture was black's, so white is to \
         move)"
    );
    assert_eq!(assemble(28..30, Player::Second, 1).unwrap(), "B:WK29,K30:B");
    let stack = Piece {
        count: 2,
        ..Piece::of(Player::First)
    };
    let fault = game.assemble(&[None, Some(stack)], Player::First);
    assert_eq!(
        fault.unwrap_err().what,
        "more than one piece stands on square 2"
    );
}

#[test]
fn positions_are_written_strictly() {
    let game = checkers();
    assert_eq!(
        game.write_position(&game.start()),
        "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
    );
    let strict = "W:W9,K10,32:BK1,K2,K3,28";
    let lenient = [
        "W:W9,K10,32:BK1,K2,K3,28",
        "W:W32,9,K10:B28,K1-3",
        "W:B28,K1-3:W32,9,K10.",
        " w : b k1 - k3 , 28 : w k10 , 9 , 32 . ",
        "W:W09,K010,32:BK1,K2,K3,028",
    ];
    for text in lenient {
        assert_eq!(game.write_position(&read(&game, text)), strict, "{text}");
    }
    assert_eq!(read(&game, "B:W21-32:B1-12"), game.start());
    assert_eq!(game.write_position(&read(&game, "B:B:W5")), "B:W5:B");
}

#[test]
fn positions_are_refused_with_place_and_rule() {
    let game = checkers();
    let form = "a position is written B:W21,22,K30:B1,2,K10";
    let numbered = "squares are numbered 1 to 32";
    let cases = [
        (
            "",
            0,
            "expected the side to move, B or W, found the end of the text",
            form,
        ),
        (
            "X:W1:B2",
            0,
            "expected the side to move, B or W, found \"X\"",
            form,
        ),
        ("B", 1, "expected a colon, found the end of the text", form),
        (
            "B:W5",
            4,
            "expected a colon, found the end of the text",
            form,
        ),
        ("B:R5:B1", 2, "expected a colour, B or W, found \"R\"", form),
        ("B:W5:W6", 5, "the white pieces are given twice", form),
        ("B:W5,33:B1", 5, "there is no square 33", numbered),
        ("B:W0:B1", 3, "there is no square 0", numbered),
        ("B:W5,x:B1", 5, "\"x\" is no square", numbered),
        (
            "B:W99999999999:B1",
            3,
            "there is no square 99999999999",
            numbered,
        ),
        (
            "B:W9-5:B1",
            3,
            "the range 9-5 runs backwards",
            "write the lower square first",
        ),
        ("B:W5:B1:B2", 7, "\":\" follows the position", form),
        ("B:W5:B1. é", 9, "\"é\" follows the position", form),
        (
            "B:W5,4:B1",
            5,
            "a white man stands on its crowning row, square 4",
            "it would be a king",
        ),
    ];
    for (text, at, what, hint) in cases {
        let fault = game.read_position(text).unwrap_err();
        assert_eq!(fault.to_string(), format!("{what} ({hint})"), "{text}");
        assert_eq!(fault.at, Some(at), "{text}");
    }
    let plain = [
        (
            "B:W5,7,K5:B1",
            7,
            "two pieces stand on square 5 (a square holds one piece)",
        ),
        (
            "B:W5:B1-5",
            6,
            "two pieces stand on square 5 (a square holds one piece)",
        ),
        (
            "B:W21-32,20:B1",
            3,
            "white has more than 12 pieces (that is what a side begins with)",
        ),
    ];
    for (text, at, what) in plain {
        let fault = game.read_position(text).unwrap_err();
        assert_eq!(
            (fault.to_string(), fault.at),
            (what.to_owned(), Some(at)),
            "{text}"
        );
    }
}

#[test]
fn moves_are_read_as_people_write_them() {
    let game = checkers();
    let reads = |position, text| {
        let pos = read(&game, position);
        game.write_move(&pos, game.read_move(&pos, text).unwrap())
    };
    for text in ["9-13", "09-13", "9x13", "9X13", " 9 - 13 ", "9:13"] {
        assert_eq!(reads("", text), "9-13");
    }
    for text in ["26x17x10", "26-17-10", "26x10", "26-10"] {
        assert_eq!(reads("W:W26:B14,22", text), "26x17x10");
    }
    // Two ways round, one result.
    assert_eq!(reads("B:W6,7,14,15:BK2", "2x9x18x11x2"), "2x9x18x11x2");
    let round = reads("B:W6,7,14,15:BK2", "2x2");
    assert!(round == "2x9x18x11x2" || round == "2x11x18x9x2");
}

#[test]
fn moves_are_refused_with_the_reason() {
    let game = checkers();
    let whole = |what: &str| (what.to_owned(), Some(0));
    assert_eq!(
        fault(&game, "", "11-14"),
        whole(
            "\"11-14\" is not a legal move here \
             (legal are 9-13 9-14 10-14 10-15 11-15 11-16 12-16)"
        )
    );
    // Captures are due; the message names them.
    assert_eq!(
        fault(&game, "W:W26,32:B14,22", "32-27"),
        whole("\"32-27\" takes nothing, but a capture is due (captures are 26x17x10)")
    );
    assert_eq!(
        fault(&game, "W:W26,32:B14,22", " 26x\n17"),
        whole("\"26x17\" is not a legal capture here (captures are 26x17x10)")
    );
    // The ends allow two captures with different results.
    assert_eq!(
        fault(&game, "B:W6,7,14,15,22,23:BK2", "2x25"),
        whole("\"2x25\" can mean different captures (write one of 2x9x18x25 2x11x18x25)")
    );
    assert_eq!(
        fault(&game, "W:W:B1", "9-13"),
        whole("\"9-13\" is not a legal move here (the game is over)")
    );
    let numbered = "(squares are numbered 1 to 32)";
    let written = "(a move is written 11-15, a capture 26x17x10)";
    let cases = [
        (
            "",
            0,
            format!("the end of the text is no square {numbered}"),
        ),
        ("pass", 0, format!("\"p\" is no square {numbered}")),
        ("11-33", 3, format!("there is no square 33 {numbered}")),
        (
            "11-",
            3,
            format!("the end of the text is no square {numbered}"),
        ),
        (
            "11",
            2,
            format!("expected - or x, found the end of the text {written}"),
        ),
        (
            "11-15é",
            5,
            format!("expected - or x, found \"é\" {written}"),
        ),
        ("1-0", 2, format!("there is no square 0 {numbered}")),
    ];
    for (text, at, what) in cases {
        assert_eq!(fault(&game, "", text), (what, Some(at)), "{text}");
    }
    let mut list = MoveList::<Checkers>::new();
    let pos = read(&game, "B:W30:BK5,K6,K7,K8,K13,K14,K15");
    game.all_moves(&pos, &mut list);
    let (what, _) = fault(&game, "B:W30:BK5,K6,K7,K8,K13,K14,K15", "1-5");
    assert!(
        what.ends_with(&format!(" and {} more)", list.len() - 12)),
        "{what}"
    );
}

proptest! {
    #[test]
    fn properties(seed: u64) {
        check_properties(&checkers(), seed);
    }

    #[test]
    fn arbitrary_bytes_are_read_or_refused(bytes: Vec<u8>) {
        let game = checkers();
        fuzz::position(&game, &bytes);
        fuzz::one_move(&game, &game.start(), &bytes);
        for format in game.all_formats() {
            fuzz::format(&game, format.name, &bytes);
        }
    }
}

#[test]
fn survives_any_text() {
    let pdn = "[Event \"a\"]\n[Result \"1-0\"]\n1. 11-15 {c} 22-18! (22-17 (9-13)) 2. 15x22 1-0\n\
               [FEN \"W:WK26:B14,22\"] 26x10 ;d\n0-1";
    let samples = [
        ("position", "W:W9,K10,32:BK1,K2,K3,28"),
        ("game", "startpos moves 11-15 22-18 15x22 25x18"),
        ("fen", "B:W18,24,K10:B12,16,K22\n[FEN \"W:W5-9:BK1-3.\"]"),
        ("pdn", pdn),
        ("pdn-white", pdn),
    ];
    fuzz::run_all(&checkers(), 100_000, &samples);
}
