//! `ponder openings` from outside.

use std::fs;
use std::process::{Command, Output};

fn ponder(args: &[&str]) -> Output {
    let binary = env!("CARGO_BIN_EXE_ponder");
    let output = Command::new(binary).args(args).output();
    output.expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The data of a run that must succeed.
fn data(args: &[&str]) -> String {
    let output = ponder(args);
    assert!(
        output.status.success(),
        "{args:?}: {}",
        text(&output.stderr)
    );
    text(&output.stdout)
}

/// The complaint of a run that must refuse.
fn complaint(args: &[&str]) -> String {
    let output = ponder(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    text(&output.stderr)
}

const SMALL: &[&str] = &[
    "openings",
    "othello",
    "--plies",
    "5",
    "--max-score",
    "2",
    "--count",
    "8",
    "--nodes",
    "200",
];

#[test]
fn openings_are_printed_written_and_the_same_again() {
    let printed = data(SMALL);
    assert_eq!(printed.lines().count(), 9);
    assert!(printed.starts_with("# ponder openings othello --plies 5 --max-score 2 --count 8"));
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("set.txt");
    let path = file.to_str().expect("a path");
    let written = data(&[SMALL, &["--out", path, "--threads", "3"]].concat());
    assert_eq!(written, "");
    assert_eq!(fs::read_to_string(&file).expect("a file"), printed);
    let command = printed.lines().next().expect("a line");
    let again: Vec<_> = command.split_whitespace().skip(2).collect();
    assert_eq!(data(&again), printed, "the first line makes the file again");
    let played = data(&[
        "match",
        "othello",
        "random",
        "random",
        "--games",
        "4",
        "--openings",
        path,
        "--json",
    ]);
    let played: serde_json::Value = serde_json::from_str(&played).expect("json");
    assert_eq!(played["games"], 4);
}

#[test]
fn json_has_all_fields_and_a_shortfall_is_told() {
    let output = ponder(&[
        "openings",
        "othello",
        "--plies",
        "2",
        "--max-score",
        "300",
        "--nodes",
        "50",
        "--json",
    ]);
    let view: serde_json::Value = serde_json::from_slice(&output.stdout).expect("json");
    assert_eq!(view["distinct"], 3);
    assert_eq!(view["openings"].as_array().map(Vec::len), Some(3));
    assert!(view["openings"][0]["score"].is_i64());
    assert_eq!(view["stopped"], false);
    assert_eq!(view["max_score"], 30_000, "hundredths, as the scores");
    let said = text(&output.stderr);
    assert!(
        said.contains("found 3 of 100 openings: 2 plies lead to no more"),
        "{said}"
    );
}

#[test]
fn nothing_found_is_told_with_the_reason() {
    let args = ["openings", "othello", "--plies", "1", "--max-score", "0"];
    let output = ponder(&[&args[..], &["--depth", "1"]].concat());
    assert!(output.status.success());
    let said = text(&output.stderr);
    for words in [
        "found none of 100 openings: 1 ply leads to 1 distinct position",
        "the fairest one is worth",
        "--max-score is 0",
    ] {
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn no_file_is_replaced_and_none_is_empty() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("set.txt");
    let path = file.to_str().expect("a path");
    let out = ["--out", path];
    fs::write(&file, "mine").expect("written");
    let ballots = ["openings", "checkers", "--ballots"];
    for args in [SMALL, &ballots] {
        let said = complaint(&[args, &out].concat());
        assert!(said.contains("is there already"), "{said}");
    }
    assert_eq!(fs::read_to_string(&file).expect("a file"), "mine");
    fs::remove_file(&file).expect("gone");
    let none = ["openings", "othello", "--plies", "1", "--max-score", "0"];
    let said = complaint(&[&none[..], &["--depth", "1"], &out].concat());
    assert!(said.contains("found none of 100 openings"), "{said}");
    assert!(!file.exists(), "nothing is written");
    // Fewer than were asked for are marked as such.
    let few = ["openings", "othello", "--plies", "2", "--max-score", "300"];
    data(&[&few[..], &["--nodes", "50"], &out].concat());
    let set = fs::read_to_string(&file).expect("a file");
    let second = set.lines().nth(1).expect("a line");
    assert!(second.starts_with("# found 3 of 100 openings"), "{set}");
    assert_eq!(set.lines().count(), 5);
}

#[test]
fn ballots_are_listed_by_deck() {
    let count = |args: &[&str]| data(&[&["openings", "checkers", "--ballots"], args].concat());
    assert_eq!(count(&[]).lines().count(), 174);
    assert_eq!(count(&["--status", "crossboard"]).lines().count(), 144);
    assert_eq!(count(&["--status", "mailplay"]).lines().count(), 12);
    assert_eq!(count(&["--status", "barred"]).lines().count(), 18);
    let json = count(&["--status", "tough", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("json");
    assert_eq!(json.as_array().map(Vec::len), Some(50));
    assert_eq!(json[0]["name"], "Dreaded Edinburgh");
    let played = data(&[
        "match",
        "checkers",
        "random",
        "random",
        "--games",
        "4",
        "--openings",
        "ballots",
        "--json",
    ]);
    let played: serde_json::Value = serde_json::from_str(&played).expect("json");
    assert_eq!(played["games"], 4);
}

#[test]
fn nonsense_is_refused() {
    assert!(complaint(&["openings", "othello", "--ballots"]).contains("has no ballots"));
    let deck = complaint(&["openings", "checkers", "--ballots", "--status", "easy"]);
    assert!(deck.contains("the decks are: playable"));
    assert!(complaint(&["openings", "go"]).contains("there is no game"));
    assert!(complaint(&["openings", "othello", "--max-score", "-1"]).contains("max-score"));
    let nowhere = complaint(&[SMALL, &["--out", "/nowhere/set.txt"]].concat());
    assert!(nowhere.contains("cannot be written"));
    let missing = complaint(&[
        "match",
        "othello",
        "best",
        "random",
        "--openings",
        "no/such",
    ]);
    assert!(missing.contains("cannot be read"));
}
