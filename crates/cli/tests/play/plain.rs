//! Play in lines of text, through a pipe.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::random_game;
use crate::terminal::PONDER;

fn plain(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(PONDER)
        .arg("play")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("ponder runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that refuses its arguments does not read on.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("an end")
}

#[track_caller]
fn told(args: &[&str], input: &str) -> String {
    let output = plain(args, input);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    assert_eq!(said, "");
    String::from_utf8(output.stdout).expect("text")
}

#[track_caller]
fn refused(args: &[&str], words: &[&str]) {
    let output = plain(args, "");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    for word in words {
        assert!(said.contains(word), "{word:?} is not in: {said}");
    }
}

#[test]
fn every_game_is_played_to_its_end() {
    for game in [
        "abalone:plies=60",
        "checkers",
        "othello:size=6x6",
        "expendibots",
        "gothello",
        "connect-four",
    ] {
        let moves: Vec<_> = random_game(game, 11)
            .into_iter()
            .map(|(text, _)| text)
            .collect();
        let said = told(&[game, "--as", "both"], &moves.join("\n"));
        assert!(
            said.contains("has won (") || said.contains("A draw ("),
            "{said}"
        );
        assert!(
            said.contains(&format!("The moves: {}", moves.join(" "))),
            "{said}"
        );
    }
}

#[test]
fn engines_play_each_other() {
    let args = [
        "othello:size=4x4",
        "--as",
        "none",
        "--against",
        "random",
        "--seed",
        "2",
    ];
    let said = told(&args, "");
    assert!(
        said.contains("Black plays ") && said.contains("White plays "),
        "{said}"
    );
    assert!(
        said.contains("has won (") || said.contains("A draw ("),
        "{said}"
    );
    // The same seed, the same game.
    assert_eq!(told(&args, ""), said);
}

#[test]
fn a_level_answers() {
    let said = told(&["othello", "--level", "beginner"], "d3\n");
    assert!(said.contains("Black plays d3.\nWhite plays "), "{said}");
    assert!(
        said.contains("To go on: ponder play othello --as black --level beginner --moves 'd3 "),
        "{said}"
    );
}

/// The words after `To go on: ponder play`, as a shell reads them; no word here holds a quotation
/// mark of its own.
fn way_on(said: &str) -> Vec<String> {
    let begin = "To go on: ponder play ";
    let line = said.lines().find_map(|line| line.strip_prefix(begin));
    let parts = line.expect("a command").split('\'').enumerate();
    let words = parts.flat_map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

#[test]
fn the_command_that_goes_on_holds_all_that_was_asked_for() {
    let begun = [
        "othello:size=6x6",
        "--as",
        "white",
        "--against",
        "alphabeta:depth=2",
        "--clock",
        "10m",
        "--seed",
        "7",
        "--plain",
        "--position",
        "--------------OX----OX-------------- X",
    ];
    let said = told(&begun, "");
    let words = way_on(&said);
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    for option in ["white", "alphabeta:depth=2", "600s", "7", "--plain"] {
        assert!(words.contains(&option), "{option} is not in {words:?}");
    }
    assert!(said.ends_with("The clocks will begin anew.\n"), "{said}");
    let again = told(&words, "");
    assert!(again.contains("white is you"), "{again}");
    assert_eq!(way_on(&again), words);
}

#[test]
fn a_result_is_told_once() {
    let said = told(&["othello", "--level", "newcomer"], "resign\nquit\n");
    let told = said.matches("White has won (black has resigned)").count();
    assert_eq!(told, 1, "{said}");
}

#[test]
fn commands_answer_in_sentences() {
    let input = "help\nmoves\neval\nposition\nhint\nd3\nundo\nredo\nline\nresign\nresign\nnew\n";
    let said = told(&["othello", "--as", "both"], input);
    for words in [
        "Type a move, or one of these words:",
        "The legal moves are: ",
        "Without search the position is worth ",
        "The position is: ",
        " to black, then ",
        "Black plays d3.",
        "One move was taken back.",
        "One move was made again.",
        "The moves so far: d3.",
        "Black has won (white has resigned).",
        "The game is over already.",
        "A new game begins.",
    ] {
        assert!(said.contains(words), "{words:?} is not in:\n{said}");
    }
}

#[test]
fn nonsense_is_told_and_the_game_goes_on() {
    let long = "x".repeat(100_000);
    let input = format!("a1\n\u{1b}[2J\nlevel nobody\nsave\nsave /\n{long}\nd3\n");
    let said = told(&["othello", "--as", "both"], &input);
    assert!(said.contains("a1 turns no disc"), "{said}");
    assert!(said.contains("the file / exists"), "{said}");
    assert!(said.lines().all(|line| line.len() < 500), "{said}");
    assert!(!said.contains('\u{1b}'), "{said}");
    assert!(said.ends_with("--as both --moves d3\n"), "{said}");
}

#[test]
fn games_are_kept_and_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.pdn");
    let file = path.to_str().expect("a name");
    let args = ["checkers", "--as", "both", "--save", file];
    let said = told(&args, "11-15\n22-17\n");
    let words = way_on(&said);
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    let said = told(&words, "15-19\n");
    assert!(said.contains("The moves: 11-15 22-17 15-19"), "{said}");
    refused(&args, &["exists", "--load"]);
    // Abalone's own format holds moves only: such a game is gone on with by its position.
    let few = "...../....../......./......../....w..../......../..b..../.b..../w.... b 0 2";
    let path = folder.path().join("game.txt");
    let file = path.to_str().expect("a name");
    let args = ["abalone", "--as", "both", "--save", file, "--position", few];
    let words = way_on(&told(&args, "c3d3\n"));
    assert!(words.contains(&few.to_owned()), "{words:?}");
    assert!(!words.contains(&"--load".to_owned()), "{words:?}");
}

#[test]
fn wrong_arguments_are_refused() {
    refused(&["chess"], &["there is no game"]);
    refused(
        &["othello", "--as", "red"],
        &["is no side", "black, white, both or none"],
    );
    refused(
        &["othello", "--level", "god"],
        &["there is no level", "newcomer"],
    );
    refused(&["othello", "--against", "human"], &["--as both"]);
    refused(&["othello", "--against", "best:eval=none"], &["none"]);
    refused(&["othello", "--moves", "d3 d3"], &["d3"]);
    refused(&["othello", "--load", "/nowhere"], &["cannot be read"]);
    refused(&["othello", "--json"], &["JSON"]);
}
