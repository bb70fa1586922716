//! Weights and ties from the command line: presets, files, changes, and the games' own names.

use std::process::{Command, Output};

use serde_json::Value;

fn run(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ponder"));
    command.args(args).output().expect("ponder runs")
}

fn output(args: &[&str]) -> String {
    let output = run(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {stderr}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The last object of a command's JSON.
fn json(args: &[&str]) -> Value {
    let text = output(&[args, &["--json"]].concat());
    let last = text.lines().last().expect("a line");
    serde_json::from_str(last).unwrap_or_else(|error| panic!("{args:?}: {error}: {text}"))
}

fn refused(args: &[&str], words: &[&str]) {
    let output = run(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    for word in words {
        assert!(stderr.contains(word), "{args:?}: no {word:?} in {stderr}");
    }
}

fn weight(view: &Value, name: &str) -> f64 {
    let terms = view["terms"].as_array().expect("a list");
    let term = terms.iter().find(|term| term["name"] == name);
    term.expect("the term")["weight"]
        .as_f64()
        .expect("a number")
}

#[test]
fn a_weight_file_can_be_written_edited_and_read() {
    let file = output(&["eval", "checkers", "--eval", "samuel", "--write-weights"]);
    assert!(file.starts_with("ponder-weights 1\nfeatures "), "{file}");
    let edited = file.replace("kings 150 150", "kings 140 160");
    assert_ne!(file, edited);
    let path = std::env::temp_dir().join(format!("ponder-{}.weights", std::process::id()));
    std::fs::write(&path, &edited).expect("a file");
    let path_text = path.to_str().expect("UTF-8");
    let view = json(&["eval", "checkers", "--weights", path_text]);
    assert!((weight(&view, "kings") - 140.0).abs() < 1e-9);
    let again = output(&[
        "eval",
        "checkers",
        "--weights",
        path_text,
        "--write-weights",
    ]);
    assert_eq!(again, edited);
    refused(
        &["eval", "othello", "--weights", path_text],
        &["another feature set", "features "],
    );
    std::fs::remove_file(path).expect("it is ours");
}

#[test]
fn weights_can_be_changed_one_by_one() {
    let args = [
        "eval",
        "othello",
        "--weight",
        "mobility=0.3/-0.1",
        "--write-weights",
    ];
    let file = output(&args);
    assert!(file.lines().any(|line| line == "mobility 30 -10"), "{file}");
    let view = json(&[
        "eval", "abalone", "--eval", "material", "--weight", "edge=2",
    ]);
    assert!((weight(&view, "edge") - 200.0).abs() < 1e-9);
    assert!((weight(&view, "marbles") - 100.0).abs() < 1e-9);
    let with = |change| ["eval", "othello", "--weight", change];
    refused(&with("mobility"), &["changes no weight", "mobility=0.3"]);
    refused(
        &with("mobiliti=1"),
        &["no feature \"mobiliti\"", "mobility"],
    );
    refused(&with("mobility=much"), &["\"much\" is no weight"]);
    refused(&with("mobility=1000"), &["at most 290"]);
    refused(&with("mobility=1/"), &["is no weight"]);
}

#[test]
fn gothello_knows_the_names_of_its_first_player() {
    let named = [
        "--stonescore",
        "2",
        "--blackeyescore=0.5",
        "--whiteeyescore",
        "-1",
    ];
    let file = output(
        &[
            &["eval", "gothello", "--eval", "number", "--write-weights"],
            &named[..],
        ]
        .concat(),
    );
    for line in ["stones 200 200", "black-eyes 50 50", "white-eyes -100 -100"] {
        assert!(file.lines().any(|found| found == line), "{line}: {file}");
    }
    let view = json(
        &[
            &["analyse", "gothello:size=3x3", "--depth", "3"],
            &named[..],
        ]
        .concat(),
    );
    assert!(view["best"].is_string());
    assert!(output(&["games", "gothello"]).contains("--stonescore X is --weight stones=X"));
    let view = json(&["games", "gothello"]);
    assert_eq!(view["aliases"][0]["feature"], "stones");
    assert_eq!(view["ties"][3], "liberties");
    // Another game does not know them, and they need a value.
    refused(&["eval", "othello", "--stonescore", "2"], &["stonescore"]);
    refused(&["eval", "gothello", "--stonescore"], &["--stonescore"]);
}

#[test]
fn ties_are_chosen_as_told() {
    let best = |ties: &str| {
        let args = [
            "analyse", "gothello", "--eval", "number", "--depth", "2", "--ties", ties,
        ];
        let view = json(&args);
        (
            view["best"].as_str().expect("a move").to_owned(),
            view["config"].as_str().expect("words").to_owned(),
        )
    };
    // On an empty board all moves are equal, and a stone in the middle has four liberties.
    let (chosen, config) = best("liberties");
    assert!(config.contains("ties=liberties"), "{config}");
    assert!(["b", "c", "d"].contains(&&chosen[..1]), "{chosen}");
    assert!(["2", "3", "4"].contains(&&chosen[1..]), "{chosen}");
    let drawn: Vec<_> = (0..8)
        .map(|seed| best(&format!("random:{seed}")).0)
        .collect();
    assert!(drawn.iter().any(|m| *m != drawn[0]), "{drawn:?}");
    assert_eq!(best("random:3").0, drawn[3]);
    assert!(best("first").1.contains("ties=first"));
    refused(
        &["analyse", "gothello", "--ties", "last"],
        &["\"last\"", "first, random, random:SEED, liberties"],
    );
    refused(
        &["analyse", "othello", "--ties", "liberties"],
        &["othello's ways are: first"],
    );
}

#[test]
fn the_boomers_open_by_heart() {
    let args = [
        "analyse",
        "expendibots",
        "--eval",
        "boomers",
        "--depth",
        "2",
    ];
    let view = json(&args);
    assert_eq!(
        (view["best"].as_str(), view["nodes"].as_u64()),
        (Some("1d2e2"), Some(0))
    );
    let searched = json(&[&args[..], &["--without", "opening"]].concat());
    assert_eq!(searched["depth"].as_u64(), Some(2));
    // What they think of a board depends on whose they are.
    let at = |turn| {
        let board = "bb....../......../......../...b..../..w...../......../......../........ ";
        let view = json(&[
            "eval",
            "expendibots",
            "--eval",
            "boomers",
            "--position",
            &(board.to_owned() + turn),
        ]);
        weight(&view, "gone")
    };
    assert!((at("w") - 50.0).abs() < 1e-9 && (at("b") + 50.0).abs() < 1e-9);
}
