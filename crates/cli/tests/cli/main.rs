//! The command line as its users meet it: real processes, real pipes.

mod limits;

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn ponder(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ponder"));
    command.args(args).env_remove("CLICOLOR_FORCE");
    command
}

fn run(args: &[&str], input: &str) -> Output {
    let mut child = ponder(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("ponder starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A command that refuses its arguments does not read its input.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("ponder ends")
}

/// Standard output of a command that must succeed and stay silent on standard error.
fn output(args: &[&str], input: &str) -> String {
    let output = run(args, input);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {stderr}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(args: &[&str]) -> Value {
    let mut args = args.to_vec();
    args.push("--json");
    let text = output(&args, "");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{args:?}: {error}: {text}"))
}

/// A command that must be refused: exit code 2, nothing on standard output, and a message that
/// holds all of `words`.
fn refused(args: &[&str], words: &[&str]) {
    refused_with(args, "", words);
}

fn refused_with(args: &[&str], input: &str, words: &[&str]) {
    let output = run(args, input);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{args:?} printed data");
    for word in words {
        assert!(stderr.contains(word), "{args:?}: no {word:?} in {stderr}");
    }
}

const GAMES: [&str; 6] = [
    "abalone",
    "checkers",
    "connect-four",
    "expendibots",
    "gothello",
    "othello",
];

#[test]
fn games_lists_all() {
    let view = json(&["games"]);
    let mut names: Vec<_> = view["games"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|game| game["name"].as_str().expect("a name"))
        .collect();
    names.sort_unstable();
    assert_eq!(names, GAMES);
    let text = output(&["games"], "");
    assert!(GAMES.iter().all(|name| text.contains(name)));
    let othello = json(&["games", "othello"]);
    assert_eq!(othello["options"][0]["key"], "size");
}

#[test]
fn overview_without_arguments() {
    let text = output(&[], "");
    assert!(text.contains("ponder show") && text.contains("othello"));
}

#[test]
fn perft_json_has_its_fields() {
    let view = json(&["perft", "othello", "--depth", "6"]);
    assert_eq!(view["game"], "othello");
    assert_eq!(view["depth"], 6);
    assert_eq!(view["leaves"], 8200);
    assert!(view["seconds"].as_f64().expect("a number") >= 0.0);
    assert!(view["leaves_per_second"].as_f64().expect("a number") > 0.0);
    assert!(view.get("divide").is_none());
}

#[test]
fn perft_knows_the_conventions() {
    let leaves = |args: &[&str]| json(args)["leaves"].as_u64().expect("a count");
    assert_eq!(leaves(&["perft", "othello", "--depth", "9"]), 3_005_288);
    assert_eq!(
        leaves(&["perft", "othello", "--depth", "9", "--passes", "free"]),
        3_005_320
    );
    assert_eq!(
        leaves(&[
            "perft",
            "othello",
            "--depth",
            "10",
            "--finished",
            "none",
            "--threads",
            "2"
        ]),
        24_571_056
    );
    assert_eq!(leaves(&["perft", "expendibots", "--depth", "3"]), 119_400);
    assert_eq!(
        leaves(&["perft", "expendibots", "--depth", "3", "--merge"]),
        71_504
    );
    assert_eq!(leaves(&["perft", "gothello", "--depth", "4"]), 361_041);
    assert_eq!(
        leaves(&["perft", "gothello", "--depth", "4", "--passes", "forced"]),
        303_424
    );
    assert_eq!(
        leaves(&["perft", "abalone:layout=belgian-daisy", "--depth", "3"]),
        149_322
    );
    assert_eq!(
        leaves(&["perft", "othello:size=10x10", "--depth", "7"]),
        55_180
    );
    assert_eq!(leaves(&["perft", "checkers", "--depth", "0"]), 1);
}

#[test]
fn perft_divides() {
    let view = json(&["perft", "checkers", "--depth", "7", "--divide"]);
    let divide = view["divide"].as_array().expect("a list");
    let share = |text| {
        let root = divide.iter().find(|root| root["move"] == text);
        root.and_then(|root| root["leaves"].as_u64())
    };
    assert_eq!(share("9-13"), Some(31_825));
    assert_eq!(share("11-16"), Some(33_918));
    assert_eq!(divide.len(), 7);
    assert!(output(&["perft", "checkers", "--depth", "7", "--divide"], "").contains("31,825"));
}

#[test]
fn moves_are_canonical_texts() {
    let view = json(&["moves", "checkers"]);
    assert_eq!(
        view["moves"],
        serde_json::json!(["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"])
    );
    assert_eq!(json(&["moves", "expendibots"])["count"], 50);
    assert_eq!(json(&["moves", "expendibots", "--merge"])["count"], 41);
    let text = output(&["moves", "othello", "--moves", "f5"], "");
    assert_eq!(text, "d6\nf4\nf6\n");
}

#[test]
fn moves_tell_details() {
    let view = json(&["moves", "othello", "--details"]);
    let first = &view["details"][0];
    assert_eq!(first["move"], "c4");
    assert_eq!(first["path"], serde_json::json!(["c4"]));
    assert_eq!(first["effects"][0]["kind"], "place");
    assert_eq!(first["effects"][1]["kind"], "flip");
}

#[test]
fn every_game_shows_moves_and_round_trips() {
    for game in GAMES {
        let view = json(&["show", game]);
        let position = view["position"].as_str().expect("a text").to_owned();
        let again = json(&["show", game, "--position", &position]);
        assert_eq!(again["position"], view["position"], "{game}");
        assert_eq!(again["legal"], view["legal"], "{game}");
        let moves = json(&["moves", game, "--position", &position]);
        assert_eq!(moves["count"], view["legal"], "{game}");
        let first = moves["moves"][0].as_str().expect("a move").to_owned();
        let played = json(&["show", game, "--moves", &first]);
        assert_eq!(played["plies"], 1, "{game}");
        let drawing = output(&["show", game], "");
        assert!(
            drawing.contains(&position) && !drawing.contains('\x1b'),
            "{game}"
        );
        let svg = output(&["show", game, "--svg"], "");
        assert!(
            svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"),
            "{game}"
        );
    }
}

#[test]
fn positions_are_read_from_standard_input_and_formats() {
    let text = output(&["show", "checkers", "--position", "-"], "B:W21-32:B1-12\n");
    assert!(text.contains("black to move, 7 legal moves"));
    let text = output(
        &[
            "show",
            "othello",
            "--position",
            "f5d6c3",
            "--format",
            "transcript",
            "--json",
        ],
        "",
    );
    let view: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(view["plies"], 3);
    // What makes a search again does not ask for the same input.
    let args = ["analyse", "othello", "--position", "-", "--depth", "2"];
    let text = output(&args, "F5D6C3\n");
    assert!(text.contains("--position F5D6C3 --depth 2"), "{text}");
    let last = output(&[&args[..], &["--json"]].concat(), "F5D6C3\n");
    let last: Value = serde_json::from_str(last.lines().last().expect("a line")).expect("JSON");
    let command = last["command"].as_str().expect("a command");
    assert!(text.ends_with(&format!("made with {command}\n")), "{text}");
    refused_with(
        &[&args[..], &["--config", "-"]].concat(),
        "F5D6C3",
        &["two options", "standard input"],
    );
}

#[test]
fn convert_goes_between_formats() {
    let pdn = output(
        &["convert", "checkers", "--from", "game", "--to", "pdn"],
        "startpos moves 11-15 22-18 15x22 25x18\n",
    );
    assert!(pdn.contains("1. 11-15 22-18 2. 15x22 25x18"), "{pdn}");
    let game = output(
        &["convert", "checkers", "--from", "pdn", "--to", "game"],
        &pdn,
    );
    assert_eq!(game, "startpos moves 11-15 22-18 15x22 25x18\n");
    let ggf = output(
        &["convert", "othello", "--from", "transcript", "--to", "ggf"],
        "F5D6C3",
    );
    assert!(ggf.contains("GM[Othello]"), "{ggf}");
    let text = output(
        &["convert", "othello", "--from", "transcript", "--json"],
        "f5 d6",
    );
    let view: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(view["records"][0]["moves"], serde_json::json!(["f5", "d6"]));
}

#[test]
fn formats_are_recognised() {
    let pdn = "1. 11-15 22-18 2. 15x22 25x18 *";
    let game = output(&["convert", "checkers", "--to", "game"], pdn);
    assert_eq!(game, "startpos moves 11-15 22-18 15x22 25x18\n");
    let shown = output(&["show", "othello", "--position", "f5d6c3"], "");
    assert!(shown.contains("white to move"), "{shown}");
    refused_with(
        &["convert", "checkers", "--to", "game"],
        "1. 11-15 99-98",
        &["checkers", "99-98"],
    );
}

#[test]
fn rules_are_told_with_boards() {
    for game in GAMES {
        let text = output(&["rules", game], "");
        assert!(
            text.contains("THE AIM") && text.contains("moves: "),
            "{text}"
        );
        assert!(text.lines().all(|line| line.len() <= 100), "{text}");
        assert!(json(&["rules", game])["sections"][0]["position"].is_string());
    }
    refused(&["rules", "chess"], &["there is no game"]);
}

#[test]
fn bad_ids_are_refused() {
    refused(
        &["show", "chess"],
        &["no game \"chess\"", "hint:", "othello", "checkers"],
    );
    refused(&["show", ""], &["no game", "hint:"]);
    refused(
        &["perft", "othello:size=17x17", "--depth", "2"],
        &["17x17", "from 2 to 16", "^"],
    );
    refused(
        &["perft", "othello:size=8", "--depth", "2"],
        &["ROWSxCOLUMNS"],
    );
    refused(
        &["moves", "othello:seize=8x8"],
        &["no option \"seize\"", "size, start, score"],
    );
    refused(&["moves", "othello:size"], &["has no value", "key=value"]);
    refused(
        &["show", "abalone:layout=belgium"],
        &["belgium", "belgian-daisy", "classical"],
    );
    refused(&["show", "gothello:size=8x8"], &["8x8", "from 2 to 7"]);
    refused(&["games", "chess"], &["the games are", "^"]);
    refused(&["games", "othello:size=99x1"], &["99x1", "from 2 to 16"]);
}

#[test]
fn bad_options_are_refused() {
    refused(&["perft", "othello"], &["--depth"]);
    refused(&["perft", "othello", "--depth", "-1"], &["-1"]);
    refused(&["perft", "othello", "--depth", "61"], &["61"]);
    refused(
        &["perft", "othello", "--depth", "3", "--threads", "0"],
        &["threads"],
    );
    refused(
        &[
            "perft",
            "othello",
            "--depth",
            "3",
            "--threads",
            "99999999999999",
        ],
        &["threads"],
    );
    refused(
        &["perft", "othello", "--depth", "3", "--passes", "never"],
        &["ply", "free", "forced"],
    );
    refused(&["frobnicate"], &["frobnicate"]);
    refused(&["show", "othello", "--format", "obf"], &["--position"]);
    refused(
        &["convert", "othello", "--from", "pgn", "--to", "obf"],
        &["no format \"pgn\"", "transcript"],
    );
    refused(
        &[
            "convert",
            "othello",
            "--from",
            "obf",
            "--to",
            "obf",
            "/no/such/file",
        ],
        &["/no/such/file", "hint:"],
    );
}

#[test]
fn bad_moves_and_positions_are_refused_where_they_stand() {
    refused(
        &["show", "othello", "--moves", "f5 f5"],
        &["f5 is not empty", "   ^", "d6"],
    );
    refused(&["show", "checkers", "--position", "B:W1:B5"], &["1"]);
    refused(&["show", "checkers", "--position", "W:W1:B33"], &["33"]);
    refused(
        &[
            "show",
            "gothello",
            "--position",
            "bw.../w..../...../...../..... b",
        ],
        &["every group has a liberty"],
    );
    refused(
        &[
            "show",
            "gothello",
            "--position",
            "bw.../...../...../...../..... x",
        ],
        &["side to move", "b or w"],
    );
    refused(&["show", "othello", "--position", "XO"], &["hint"]);
    refused(&["show", "expendibots", "--moves", "d2!x"], &["d2!x"]);
    refused(&["show", "abalone", "--position", ""], &["empty"]);
    refused_with(
        &["convert", "checkers", "--from", "pdn", "--to", "fen"],
        "1. 11-15 99-98",
        &["99-98"],
    );
    refused_with(
        &["convert", "checkers", "--from", "fen", "--to", "fen"],
        "",
        &["hint"],
    );
    refused_with(
        &["convert", "othello", "--from", "obf", "--to", "obf"],
        "\u{0}",
        &["not text"],
    );
}

#[test]
fn long_words_are_shortened_and_long_lines_cut() {
    let word = "x".repeat(100_000);
    for args in [
        &["show", "othello", "--moves", &word][..],
        &["show", &word],
        &["show", "checkers", "--position", &word],
    ] {
        let output = run(args, "");
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stderr.len() < 2_000, "{} bytes", output.stderr.len());
        assert!(String::from_utf8_lossy(&output.stderr).contains('\u{2026}'));
    }
    // A line that fits is shown whole.
    let text = "....../...../...../...../..... b";
    refused(&["show", "gothello", "--position", text], &[text]);
}

#[test]
fn heights_belong_to_games_that_stack() {
    let rows = "......./......./......./......./......./r2...... y";
    refused(
        &["show", "connect-four", "--position", rows],
        &["\"2\" is no piece"],
    );
}

#[test]
fn a_finished_game_is_written_with_its_result() {
    let game = "B:W6,7,14,15:BK2 moves 2x9x18x11x2\n";
    let pdn = output(
        &["convert", "checkers", "--from", "game", "--to", "pdn"],
        game,
    );
    assert!(pdn.contains("[Result \"1-0\"]"), "{pdn}");
}

#[test]
fn moves_may_be_separated_by_commas_and_are_sorted_by_number() {
    let text = output(&["moves", "checkers", "--moves", "11-15, 21-17"], "");
    let moves: Vec<_> = text.lines().collect();
    assert!(moves.len() > 3, "{text}");
    assert!(
        moves
            .windows(2)
            .all(|pair| start_of(pair[0]) <= start_of(pair[1])),
        "{text}"
    );
}

fn start_of(text: &str) -> u32 {
    text.split(['-', 'x'])
        .next()
        .and_then(|word| word.parse().ok())
        .expect("a square")
}

#[test]
fn a_finished_game_takes_no_moves() {
    let line = "d d e e f f g a";
    refused(
        &["show", "connect-four", "--moves", line],
        &["after the end", "four in a row"],
    );
    let view = json(&["show", "connect-four", "--moves", "d d e e f f g"]);
    assert_eq!(view["outcome"]["winner"], "red");
    assert_eq!(view["legal"], 0);
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let mut child = ponder(&["games", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("ponder starts");
    drop(child.stdout.take());
    let mut stderr = String::new();
    child
        .stderr
        .take()
        .expect("a pipe")
        .read_to_string(&mut stderr)
        .expect("UTF-8");
    assert!(child.wait().expect("ponder ends").success(), "{stderr}");
    assert_eq!(stderr, "");
}

#[test]
fn colours_only_where_wanted() {
    let forced = ponder(&["show", "othello"])
        .env("CLICOLOR_FORCE", "1")
        .env_remove("NO_COLOR")
        .output()
        .expect("ponder runs");
    assert!(String::from_utf8_lossy(&forced.stdout).contains('\x1b'));
    let plain = ponder(&["show", "othello"])
        .env("NO_COLOR", "1")
        .output()
        .expect("ponder runs");
    assert!(!String::from_utf8_lossy(&plain.stdout).contains('\x1b'));
}

#[test]
fn terminals_get_no_control_characters_from_input() {
    let output = run(&["show", "othello", "--moves", "\u{1b}[2J"], "");
    assert!(!output.stderr.contains(&0x1b));
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(
            output(&["completions", shell], "").contains("perft"),
            "{shell}"
        );
    }
}

/// The last line of a command's output, as JSON.
fn last_json(args: &[&str]) -> Value {
    let text = output(args, "");
    let last = text.lines().last().expect("some output");
    serde_json::from_str(last).unwrap_or_else(|error| panic!("{args:?}: {error}: {last}"))
}

#[test]
fn analyse_finds_and_tells() {
    for game in GAMES {
        let view = last_json(&["analyse", game, "--depth", "4", "--hash", "1M", "--json"]);
        assert_eq!(view["depth"], 4, "{game}");
        assert_eq!(view["pv"][0], view["best"], "{game}");
        assert_eq!(view["score"]["view"], "mover", "{game}");
        assert!(view["nodes"].as_u64().expect("a count") > 0, "{game}");
        assert!(view["seconds"].as_f64().expect("a time") > 0.0, "{game}");
        assert!(
            view["config"].as_str().expect("a text").contains("table"),
            "{game}"
        );
    }
    let text = output(
        &["analyse", "othello", "--nodes", "5000", "--multipv", "2"],
        "",
    );
    assert!(
        text.contains("best: ") && text.contains("switches="),
        "{text}"
    );
}

#[test]
fn analyse_proves() {
    let view = last_json(&[
        "analyse",
        "gothello:size=3x3",
        "--exact",
        "--depth",
        "40",
        "--json",
    ]);
    assert_eq!(view["score"]["kind"], "exact");
    assert_eq!(view["score"]["value"], 100);
    let three = "......./......./......./......./yyy..../rrr.... r";
    let view = last_json(&[
        "analyse",
        "connect-four",
        "--position",
        three,
        "--depth",
        "5",
        "--json",
    ]);
    assert_eq!(view["score"]["kind"], "win");
    assert_eq!(view["score"]["plies"], 1);
    assert_eq!(view["best"], "d");
}

#[test]
fn analyse_refuses_nonsense() {
    refused(
        &["analyse", "othello", "--with", "frobnicate"],
        &["no switch", "lmr"],
    );
    refused(
        &["analyse", "othello", "--with", "lmr", "--exact"],
        &["exact", "lmr"],
    );
    refused(
        &["analyse", "othello", "--with", "inverted,quiescence"],
        &["contradict"],
    );
    refused(&["analyse", "othello", "--hash", "0"], &["holds nothing"]);
    refused(&["analyse", "othello", "--hash", "99999999G"], &["memory"]);
    refused(&["analyse", "othello", "--hash", "much"], &["64M"]);
    refused(&["analyse", "othello", "--time", "soon"], &["5s"]);
    refused(
        &["analyse", "othello", "--eval", "nobody"],
        &["no evaluation", "standard"],
    );
    refused(
        &[
            "analyse",
            "connect-four",
            "--moves",
            "d d e e f f g",
            "--depth",
            "3",
        ],
        &["over"],
    );
}

#[test]
fn eval_explains() {
    for game in GAMES {
        let view = json(&["eval", game]);
        assert!(
            !view["terms"].as_array().expect("a list").is_empty(),
            "{game}"
        );
        let value: f64 = view["terms"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|term| term["value"].as_f64().expect("a number"))
            .sum();
        let score = view["score"].as_f64().expect("a number");
        assert!(
            (value.abs() - score.abs()).abs() < 2.0,
            "{game}: {value} and {score}"
        );
    }
}

#[test]
fn bench_and_techniques_are_data() {
    let view = json(&["bench"]);
    assert_eq!(view["signature"].as_str().map(str::len), Some(16));
    assert!(view["games"][0]["nodes"].is_u64() && view["nps"].is_f64());
    let techniques = json(&["techniques"]);
    assert!(techniques["techniques"].as_array().expect("a list").len() > 20);
}
