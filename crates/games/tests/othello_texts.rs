//! Othello in texts: moves, positions, formats, and what is refused.

use ponder_core::{Fault, Notation, Outcome, Player, Record, Rules};
use ponder_games::othello::{Othello, Othello8, OthelloWide, Position};
use ponder_testkit::{fuzz, move_texts, open, read};
use proptest::prelude::*;

fn eight(options: &str) -> Othello8 {
    open(&format!("othello:{options}"))
}

fn wide(options: &str) -> OthelloWide {
    open(&format!("othello:{options}"))
}

type Records<const N: usize> = Vec<Record<Othello<N>>>;

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
fn after<const N: usize>(game: &Othello<N>, moves: &str) -> Position<N> {
    let play = |pos, word| game.play(&pos, game.read_move(&pos, word).unwrap());
    moves.split_whitespace().fold(game.start(), play)
}

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
        refused(Record::at(pos)),
        "a transcript cannot say where a game begins (only games from the start position)"
    );
    assert_eq!(
        refused(Record::at(game.start())),
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
    let fault = print(&oblong, "ggf", &vec![Record::at(oblong.start())]);
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
        (
            "(;B[d3]BO[8];)",
            10,
            "the board comes after the first move (BO stands before the moves)",
        ),
    ];
    for (text, at, message) in cases {
        let fault = parse(&game, "ggf", text).unwrap_err();
        assert_eq!(
            (fault.at, fault.to_string().as_str()),
            (Some(at), message),
            "{text}"
        );
    }
    let mut record = Record::at(game.start());
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

proptest! {
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
