//! `NBoard`, the engine's side, line by line.

use std::io::Cursor;

use ponder_engine::{AnalysisRequest, Limits, Session, open};
use ponder_wire::nboard;
use proptest::prelude::*;

const GAME: &str = "set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[5:00]TY[8]BO[8 \
    ---------------------------O*------*O--------------------------- *]B[F5];)";

fn answers(text: &str) -> Vec<String> {
    let request = AnalysisRequest {
        hash: 1 << 20,
        ..AnalysisRequest::within(Limits::default())
    };
    let mut output = Vec::new();
    let session = open("othello").expect("a game");
    let input = Cursor::new(text.as_bytes().to_vec());
    nboard::serve(session, request, input, &mut output).expect("a pipe");
    let output = String::from_utf8(output).expect("UTF-8");
    output.lines().map(str::to_owned).collect()
}

fn all<'l>(lines: &'l [String], start: &str) -> Vec<&'l str> {
    let lines = lines.iter().filter_map(|line| line.strip_prefix(start));
    lines.map(str::trim).collect()
}

/// The move of the only answer to `go`.
fn chosen(lines: &[String]) -> String {
    let answers = all(lines, "===");
    assert_eq!(answers.len(), 1, "{lines:#?}");
    let mut parts = answers[0].split('/');
    parts.next().expect("a move").to_ascii_lowercase()
}

#[test]
fn a_session_goes_as_the_protocol_says() {
    let lines = answers(&format!("nboard 2\nset depth 6\n{GAME}\nping 1\ngo\n"));
    assert_eq!(
        lines[..3],
        ["set myname ponder", "set myname ponder6", "pong 1"]
    );
    assert_eq!(lines[3], "status thinking");
    assert_eq!(lines.last().map(String::as_str), Some("status"));
    let mut session = open("othello").expect("a game");
    session.play("f5").expect("a move");
    assert!(session.move_texts(true).contains(&chosen(&lines)));
    // Move, evaluation in discs, seconds.
    let answer: Vec<_> = all(&lines, "===")[0].split('/').collect();
    assert_eq!(answer.len(), 3, "{lines:#?}");
    assert!(answer[1].parse::<f64>().is_ok() && answer[2].parse::<f64>().is_ok());
    for line in all(&lines, "search ") {
        let words: Vec<_> = line.split(' ').collect();
        assert_eq!(words.len(), 4, "{line}");
        assert!(words[0].len() >= 2 && words[1].parse::<f64>().is_ok() && words[2] == "0");
    }
    let depths = all(&lines, "search ");
    assert!(
        depths.last().expect("a line").ends_with(" 0 6"),
        "{lines:#?}"
    );
    assert!(!all(&lines, "nodestats ").is_empty());
}

#[test]
fn the_engine_plays_no_move_of_its_own() {
    let lines = answers(&format!("set depth 2\n{GAME}\ngo\nmove D6/1.00/0.3\ngo\n"));
    assert_eq!(all(&lines, "===").len(), 2);
    assert!(all(&lines, "status error").is_empty(), "{lines:#?}");
    // Bare moves are those of version 1.
    let lines = answers("set depth 2\nF5\nd6\nmove C3//\nmove pa\ngo\n");
    assert_eq!(
        all(&lines, "status error").len(),
        1,
        "only the pass: {lines:#?}"
    );
}

#[test]
fn hints_are_as_many_as_were_asked_for() {
    let lines = answers(&format!("set depth 3\n{GAME}\nhint 3\n"));
    let lines: Vec<_> = all(&lines, "search ")
        .into_iter()
        .filter(|line| line.ends_with(" 3"))
        .collect();
    assert!(lines.len() >= 3, "{lines:#?}");
    let mut moves: Vec<_> = lines.iter().map(|line| &line[..2]).collect();
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), 3);
}

#[test]
fn a_ping_ends_the_thinking_and_nothing_comes_late() {
    let lines = answers(&format!("set depth 60\n{GAME}\ngo\nping 7\n"));
    assert_eq!(lines.last().map(String::as_str), Some("pong 7"));
    assert!(all(&lines, "===").is_empty());
    let lines = answers(&format!(
        "set depth 60\n{GAME}\nhint 5\nping 8\nset depth 1\ngo\n"
    ));
    let pong = lines
        .iter()
        .position(|line| line == "pong 8")
        .expect("a pong");
    assert!(lines[pong..].iter().any(|line| line.starts_with("===")));
}

#[test]
fn a_quit_is_obeyed_after_what_was_said_before() {
    // A depth that is never reached: the search is cut short, and answered.
    let lines = answers(&format!(
        "set depth 50\n{GAME}\ngo\nmove D6\ngo\nhint 2\nquit\nlearn\n"
    ));
    assert_eq!(all(&lines, "===").len(), 2, "{lines:#?}");
    assert_eq!(all(&lines, "status analysing").len(), 1, "{lines:#?}");
    assert!(all(&lines, "learned").is_empty());
}

#[test]
fn a_search_that_nobody_can_stop_ends() {
    let lines = answers(&format!("set depth 50\n{GAME}\nhint 1\n"));
    assert_eq!(lines.last().map(String::as_str), Some("status"));
}

#[test]
fn a_side_that_cannot_move_passes() {
    let (session, line) = a_pass();
    let moves: Vec<_> = line.iter().map(|play| format!("move {play}\n")).collect();
    let moves = moves.concat();
    let lines = answers(&format!("set depth 1\n{moves}go\nmove PA\ngo\n"));
    let told = all(&lines, "===");
    assert_eq!(told[0], "PA", "{lines:#?}");
    assert!(!told[1].starts_with("PA"), "{lines:#?}");
    // Silence means the same.
    let mut after = session.fork();
    after.play("pass").expect("a pass");
    let next = after.move_texts(false)[0].clone();
    let lines = answers(&format!("set depth 1\n{moves}move {next}\ngo\n"));
    assert!(all(&lines, "status error").is_empty(), "{lines:#?}");
    assert_eq!(all(&lines, "===").len(), 1);
}

/// A game that has come to a forced pass, and its moves.
fn a_pass() -> (Box<dyn Session>, Vec<String>) {
    for seed in 0..1000_usize {
        let mut session = open("othello").expect("a game");
        while session.position().outcome.is_none() {
            let moves = session.move_texts(false);
            let line = session.line();
            if moves == ["pass"] {
                return (session, line);
            }
            let play = &moves[seed.wrapping_mul(line.len() + 1) % moves.len()];
            session.play(play).expect("a legal move");
        }
    }
    panic!("nobody ever passes");
}

#[test]
fn an_analysis_values_every_position() {
    let lines = answers(&format!("set depth 2\n{GAME}\nmove D6\nmove C3\nanalyze\n"));
    let numbers: Vec<_> = all(&lines, "analysis ")
        .iter()
        .map(|line| line.split(' ').next().expect("a number").to_owned())
        .collect();
    assert_eq!(numbers, ["3", "2", "1", "0"], "{lines:#?}");
}

#[test]
fn a_game_that_was_refused_is_not_played_on() {
    let lines = answers(&format!("{GAME}\nset game garbage\ngo\nhint 1\nmove D6\n"));
    assert!(all(&lines, "===").is_empty(), "{lines:#?}");
    assert_eq!(all(&lines, "status error: the last game").len(), 3);
    let lines = answers(&format!("set game garbage\nset depth 2\n{GAME}\ngo\n"));
    assert!(["d6", "f4", "f6"].contains(&chosen(&lines).as_str()));
}

#[test]
fn what_is_wrong_or_unknown_breaks_nothing() {
    let lines = answers(
        "nboard\nset\nset contempt 5\nset colour red\nset depth x\nset game (;GM[Chess];)\n\
         set game\nmove\nmove z9\nlearn\nhello\nhint x\nset depth 1\ngo\nping\n",
    );
    assert_eq!(all(&lines, "learned").len(), 1);
    assert!(all(&lines, "status error").len() >= 4, "{lines:#?}");
    assert_eq!(lines.last().map(String::as_str), Some("pong"));
    for game in ["checkers", "othello:size=6x8"] {
        assert!(nboard::check(&*open(game).expect("a game")).is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_a_gui_says_breaks_the_engine(lines in prop::collection::vec(line(), 0..16)) {
        let text = format!("set depth 2\n{}\nping 99\n", lines.join("\n"));
        let said = answers(&text);
        prop_assert_eq!(said.last().map(String::as_str), Some("pong 99"));
    }
}

fn line() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "nboard",
        "2",
        "set",
        "depth",
        "game",
        "contempt",
        "move",
        "hint",
        "go",
        "ping",
        "learn",
        "analyze",
        "F5",
        "d6/1/2",
        "PA",
        "(;GM[Othello]",
        "B[F5]",
        ";)",
        "TI[1:00]",
        "1",
        "-4",
        "\u{e9}",
        "/",
        "//",
    ]);
    let nearly = prop::collection::vec(words, 0..5).prop_map(|words| words.join(" "));
    prop_oneof![5 => nearly, 1 => ".{0,30}"]
}
