//! `ponder lab` as its users meet it: every experiment once, small.

use std::process::{Command, Output};

use serde_json::Value;

fn lab(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ponder"));
    command.arg("lab").args(args);
    if ![
        "table",
        "bounds",
        "variation",
        "keys",
        "simulate",
        "expected",
    ]
    .contains(&args[0])
    {
        command.args(["--hash", "1M"]);
    }
    command.output().expect("ponder runs")
}

fn text(args: &[&str]) -> String {
    let output = lab(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {stderr}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(args: &[&str]) -> Value {
    let text = text(&[args, &["--json"]].concat());
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{args:?}: {error}: {text}"))
}

#[test]
fn tables_name_what_they_measure() {
    let few = ["--positions", "3", "--seed", "5"];
    let ablation = [&["ablation", "connect-four", "--depth", "4"], &few[..]].concat();
    let table = text(&ablation);
    for word in [
        "connect-four, depth 4, 3 positions, seed 5",
        "without",
        "lmr",
        "plain minimax",
    ] {
        assert!(table.contains(word), "no {word:?} in {table}");
    }
    let view = json(&ablation);
    assert_eq!(view["positions"], 3);
    assert_eq!(view["rows"][0]["technique"], "default");
    let nodes = |view: &Value| -> Vec<u64> {
        let rows = view["rows"].as_array().expect("rows").iter();
        rows.map(|row| row["nodes"].as_u64().expect("a count"))
            .collect()
    };
    assert_eq!(nodes(&view), nodes(&json(&ablation)));

    let view = json(&[&["branching", "checkers", "--depth", "6"], &few[..]].concat());
    assert!(view["branching"].as_f64().expect("a number") > 1.0);
    assert_eq!(view["positions"].as_array().expect("rows").len(), 3);

    let view = json(&[&["threads", "gothello", "--depth", "4"], &few[..]].concat());
    assert_eq!(view["rows"][2]["scheme"], "abdada");
}

#[test]
fn speed_covers_every_game() {
    let view = json(&["speed", "--time", "20ms", "--positions", "2"]);
    let games = view["games"].as_array().expect("games");
    assert_eq!(games.len(), 6);
    assert!(games.iter().all(|game| game["nps"].as_f64() > Some(0.0)));
    let one = json(&[
        "speed",
        "othello:size=6x6",
        "--time",
        "20ms",
        "--positions",
        "2",
    ]);
    assert_eq!(one["games"][0]["game"], "othello:size=6x6");
}

#[test]
fn duels_are_scored() {
    let args = [
        "duel",
        "connect-four",
        "--games",
        "4",
        "--nodes",
        "500",
        "--openings-plies",
        "4..6",
        "--opponent-depth",
        "1",
    ];
    let row = &json(&args)["rows"][0];
    let games = ["wins", "draws", "losses"].map(|key| row[key].as_u64().expect("a count"));
    assert_eq!(games.iter().sum::<u64>(), 4);
    assert!(row["low"].as_f64() <= row["score"].as_f64());
    assert!(text(&args).contains("score"));
}

#[test]
fn models_are_toml() {
    let args = [
        "probcut",
        "othello:size=6x6",
        "--positions",
        "12",
        "--pairs",
        "3:1,4:2",
    ];
    let toml = text(&args);
    assert_eq!(toml.matches("[[probcut]]").count(), 2, "{toml}");
    for line in toml.lines() {
        let (key, number) = line.split_once(" = ").unwrap_or(("", "0"));
        assert!(number.parse::<f64>().is_ok(), "{key}: {line}");
    }
    assert_eq!(json(&args)["models"][1]["shallow"], 2);
}

#[test]
fn nonsense_is_refused() {
    for (args, word) in [
        (&["ablation", "chess"][..], "no game"),
        (&["branching", "othello", "--depth", "3"], "too small"),
        (&["probcut", "othello", "--pairs", "6"], "6:2"),
        (&["probcut", "othello", "--pairs", "2:6"], "no pair"),
        (&["duel", "othello", "--against", "nobody"], "nobody"),
        (&["duel", "othello", "--openings-plies", "9..3"], "4..8"),
        (&["duel", "othello", "--with", "frobnicate"], "no switch"),
        (&["speed", "othello:size=2x2"], "positions"),
        (&["table", "othello", "--tables", "shelf"], "no table"),
        (&["keys", "othello", "--bits", "65"], "65"),
        (&["simulate", "othello", "--loads", "no"], "states"),
    ] {
        let output = lab(args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        assert!(output.stdout.is_empty(), "{args:?} printed data");
        assert!(stderr.contains(word), "{args:?}: no {word:?} in {stderr}");
    }
}

#[test]
fn tables_are_compared_and_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (resume, csv, html) = (path("run.jsonl"), path("run.csv"), path("run.html"));
    let run_rounds = |rounds: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ponder"));
        command.args(["lab", "table", "connect-four", "--json", "--seed", "3"]);
        command.args(["--positions", "4", "--depth", "4", "--sizes", "1K,64K"]);
        command.args(["--rounds", rounds]);
        command.args(["--resume", &resume, "--csv", &csv, "--html", &html]);
        let output = command.output().expect("ponder runs");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{stderr}");
        let view: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        (view, stderr)
    };
    let run = || run_rounds("1");
    let column = |view: &Value, key: &str| -> Vec<Value> {
        let rows = view["rows"].as_array().expect("rows").iter();
        rows.map(|row| row[key].clone()).collect()
    };
    let (view, _) = run();
    assert_eq!(view["values_agree"], true);
    assert_eq!(view["interrupted"], false);
    let standing = &view["standings"][0];
    assert!(standing["node_ratio"].is_number() && standing["node_low"].is_null());
    let rows = view["rows"].as_array().expect("rows");
    for key in ["table", "game", "bytes", "nodes", "seconds", "values_agree"] {
        assert!(rows.iter().all(|row| row.get(key).is_some()), "no {key}");
    }
    assert!(rows[2]["counts"]["probes"].as_u64() > Some(0));
    // A map has no rows whose lengths could be told.
    let lengths = |row: &Value| row["counts"]["lengths"].as_array().map_or(0, Vec::len);
    assert_eq!(rows[0]["table"], "unbounded");
    assert_eq!((lengths(&rows[0]), lengths(&rows[2]) > 0), (0, true));
    let text = std::fs::read_to_string(&csv).expect("a file");
    assert_eq!(text.lines().count(), rows.len() + 1, "{text}");
    let columns = text.lines().map(|line| line.matches(',').count());
    assert_eq!(columns.collect::<std::collections::HashSet<_>>().len(), 1);
    let page = std::fs::read_to_string(&html).expect("a file");
    assert!(page.contains("<svg") && page.contains("cluster3") && !page.contains("http"));

    let lines = || std::fs::read_to_string(&resume).expect("a file");
    let whole = lines();
    // As if it had been killed in the middle of writing a line.
    let half = whole.len() / 2;
    std::fs::write(&resume, &whole[..half]).expect("room");
    let done = whole[..half].matches('\n').count();
    let (again, stderr) = run();
    assert!(
        stderr.contains(&format!("{done} parts taken from the file")),
        "{stderr}"
    );
    for key in ["table", "bytes", "nodes", "values_agree"] {
        assert_eq!(column(&view, key), column(&again, key), "{key}");
    }
    assert_eq!(lines().lines().count(), whole.lines().count());
    let (last, _) = run();
    assert_eq!(again["rows"], last["rows"], "all of it is from the file");

    // A second round measures the runs that do not count again, and keeps the lesser times.
    let (second, _) = run_rounds("2");
    let parts = whole.lines().count();
    assert_eq!(lines().lines().count(), parts + parts / 2);
    assert_eq!(column(&last, "nodes"), column(&second, "nodes"));
    let seconds = |view: &Value| -> Vec<f64> {
        let seconds = column(view, "seconds").into_iter();
        seconds
            .map(|value| value.as_f64().expect("a time"))
            .collect()
    };
    let (once, twice) = (seconds(&last), seconds(&second));
    assert!(once.iter().zip(&twice).all(|(once, twice)| twice <= once));
    assert_ne!(once, twice, "no time of 36 is less");
}

#[test]
fn bounds_and_variation_are_told_in_every_form() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (csv, html) = (path("run.csv"), path("run.html"));
    let files = ["--csv", &csv, "--html", &html, "--sizes", "4K,16K"];
    let bounds = ["bounds", "connect-four", "--positions", "4", "--depth", "5"];
    let variation = [
        "variation",
        "connect-four",
        "--repeats",
        "59",
        "--depth",
        "4",
    ];
    for (args, word) in [(bounds, "optimal"), (variation, "none_nodes")] {
        let args = [&args[..], &files].concat();
        let view = json(&args);
        let rows = view["rows"].as_array().expect("rows");
        assert!(rows.iter().all(|row| row.get(word).is_some()), "{view}");
        let text = text(&args);
        assert_eq!(text.lines().count(), rows.len() + 1, "{text}");
        let table = std::fs::read_to_string(&csv).expect("a file");
        assert_eq!(table.lines().count(), rows.len() + 1, "{table}");
        let page = std::fs::read_to_string(&html).expect("a file");
        assert!(
            page.contains("<svg") && page.ends_with("</html>\n"),
            "{page}"
        );
    }
}

#[test]
fn keys_are_told_in_every_form_and_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (resume, csv, html) = (path("run.jsonl"), path("run.csv"), path("run.html"));
    let args = [
        &["keys", "connect-four", "--positions", "4", "--depth", "5"][..],
        &["--sizes", "4K,16K", "--bits", "4,16"],
        &["--resume", &resume, "--csv", &csv, "--html", &html],
    ]
    .concat();
    let view = json(&args);
    assert_eq!(view["values_agree"], true);
    let [ways, tags] = ["ways", "tags"].map(|part| view[part].as_array().expect("rows"));
    // Whole keys are compared with, whether they are asked for or not.
    assert_eq!((ways.len(), tags.len()), (5, 6), "{view}");
    assert_eq!(tags[2]["bits"], 64);
    assert!(tags[0]["strangers"].as_u64() > Some(0), "{view}");
    assert!(
        ways.iter()
            .all(|way| way["nanoseconds"].as_f64() > Some(0.0))
    );
    let table = std::fs::read_to_string(&csv).expect("a file");
    // A line of names, the ways and random numbers, the tags.
    assert_eq!(table.lines().count(), 1 + 6 + 6, "{table}");
    let columns = table.lines().map(|line| line.matches(',').count());
    assert_eq!(columns.collect::<std::collections::HashSet<_>>().len(), 1);
    let page = std::fs::read_to_string(&html).expect("a file");
    assert!(page.contains("<svg") && page.contains("zobrist") && page.ends_with("</html>\n"));

    // As if it had been killed in the middle of its last line.
    let whole = std::fs::read_to_string(&resume).expect("a file");
    std::fs::write(&resume, &whole[..whole.len() - 9]).expect("room");
    let output = lab(&args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("6 parts taken from the file"), "{stderr}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.contains("beside_folded") && text.contains("within_3_sigma"));
    assert_eq!(
        json(&args)["ways"],
        view["ways"],
        "all of it is from the file"
    );
}

#[test]
fn simulations_and_expected_values_are_told_and_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (csv, html) = (path("run.csv"), path("run.html"));
    let simulate = [
        "simulate",
        "gothello",
        "--positions",
        "8",
        "--depth",
        "4",
        "--rows",
        "64,256",
        "--loads",
        "2",
    ];
    let expected = [
        "expected",
        "connect-four",
        "--positions",
        "8",
        "--depth",
        "4",
        "--games-played",
        "6",
        "--nodes",
        "100",
        "--size",
        "4K",
    ];
    for (args, word) in [(&simulate[..], "hits"), (&expected[..], "predicted")] {
        let resume = path(args[0]);
        let files = ["--csv", &csv, "--html", &html, "--resume", &resume];
        let args = [args, &files].concat();
        let view = json(&args);
        let rows = view["rows"].as_array().expect("rows");
        assert!(rows.iter().all(|row| row.get(word).is_some()), "{view}");
        let parts = std::fs::read_to_string(&resume).expect("a file");
        let text = text(&args);
        assert!(text.lines().count() > rows.len(), "{text}");
        let again = std::fs::read_to_string(&resume).expect("a file");
        assert_eq!(parts, again, "nothing is made twice");
        assert_eq!(json(&args), view);
        let table = std::fs::read_to_string(&csv).expect("a file");
        assert_eq!(table.lines().count(), rows.len() + 1, "{table}");
        let page = std::fs::read_to_string(&html).expect("a file");
        assert!(
            page.contains("<svg") && page.ends_with("</html>\n"),
            "{page}"
        );
    }
}

#[test]
fn sizes_that_no_table_has_are_refused_before_anything_is_measured() {
    let folder = tempfile::tempdir().expect("a folder");
    let resume = folder.path().join("parts.jsonl").display().to_string();
    for (tables, sizes) in [
        ("bucket", "64K,0"),
        ("chained", "64K,100"),
        ("whole", "64K,900000G"),
    ] {
        let args = ["table", "gothello", "--tables", tables, "--sizes", sizes];
        let output = lab(&[&args[..], &["--resume", &resume]].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("a table of"), "{said}");
        let parts = std::fs::read_to_string(&resume).unwrap_or_default();
        assert_eq!(parts, "", "{tables} {sizes}");
    }
    let output = lab(&["bounds", "gothello", "--tables", "none,unbounded"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("none of the tables has one"), "{said}");
}

/// Files that are one, however they are named, are refused before any of them is overwritten; what
/// was found is told though a file cannot be written.
#[cfg(target_os = "linux")]
#[test]
fn files_are_not_overwritten_and_findings_are_not_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ponder"));
        command.current_dir(folder.path());
        command.args([
            "lab",
            "table",
            "connect-four",
            "--tables",
            "bucket",
            "--json",
        ]);
        command.args(["--positions", "2", "--depth", "2", "--sizes", "1K"]);
        command.args(args).output().expect("ponder runs")
    };
    assert!(run(&["--resume", "a"]).status.success());
    let kept = std::fs::read_to_string(folder.path().join("a")).expect("a file");
    std::os::unix::fs::symlink("a", folder.path().join("b")).expect("a link");
    for other in ["./a", "b"] {
        let output = run(&["--resume", "a", "--csv", other]);
        assert_eq!(output.status.code(), Some(2), "{other}");
        let again = std::fs::read_to_string(folder.path().join("a")).expect("a file");
        assert_eq!(again, kept, "{other}");
    }
    assert_eq!(run(&["--csv", "c", "--html", "./c"]).status.code(), Some(2));

    let output = run(&["--csv", "/dev/full", "--html", "page.html"]);
    assert_eq!(output.status.code(), Some(1));
    let view: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(view["rows"].as_array().is_some_and(|rows| !rows.is_empty()));
    assert!(folder.path().join("page.html").exists());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("error: /dev/full could not be written"),
        "{said}"
    );
}
