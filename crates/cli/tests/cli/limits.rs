//! Configurations, limits and budgets on the command line.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::{GAMES, json, last_json, output, refused, refused_with, run};

/// A file of this test run.
fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("a file");
    path
}

fn text<'a>(view: &'a Value, field: &str) -> &'a str {
    view[field]
        .as_str()
        .unwrap_or_else(|| panic!("no {field} in {view}"))
}

#[test]
fn a_configuration_goes_round() {
    let wishes = ["--with", "razor", "--set", "quiet-threshold=77", "--mtdf"];
    for game in GAMES {
        let toml = output(&[&["techniques", game, "--toml"][..], &wishes].concat(), "");
        let path = file(&format!("{game}.toml"), &toml);
        let path = path.to_str().expect("a path");
        let depth = ["--depth", "4", "--hash", "1M", "--json"];
        let direct = last_json(&[&["analyse", game][..], &wishes, &depth].concat());
        let by_file = last_json(&[&["analyse", game, "--config", path][..], &depth].concat());
        let config = text(&direct, "config");
        let by_words = last_json(&[&["analyse", game, "--set", config][..], &depth].concat());
        assert!(config.contains("driver=mtdf") && config.contains("quiet-threshold=77"));
        for other in [by_file, by_words] {
            for field in ["config", "nodes", "pv", "eval", "hash", "threads"] {
                assert_eq!(other[field], direct[field], "{game}: {field}");
            }
        }
    }
}

#[test]
fn techniques_tell_what_a_game_uses() {
    let on = |game: &str, name: &str| {
        let view = json(&["techniques", game]);
        let rows = view["techniques"].as_array().expect("a list").clone();
        let row = rows.into_iter().find(|row| row["name"] == name);
        row.expect("a technique")["on"].clone()
    };
    assert_eq!(on("expendibots", "null"), true);
    assert_eq!(on("othello", "killers"), false);
    assert_eq!(json(&["techniques"])["techniques"][0]["on"], Value::Null);
    refused(&["techniques", "--with", "lmr"], &["<GAME>"]);
    refused(&["techniques", "--toml"], &["<GAME>"]);
}

#[test]
fn wrong_configurations_are_refused_where_they_are_wrong() {
    let analyse = ["analyse", "othello", "--depth", "2", "--config", "-"];
    let wrong = |toml: &str, words: &[&str]| refused_with(&analyse, toml, words);
    wrong(
        "with = [\"null\"]\n\nbogus = 3\n",
        &["\"bogus\"", "line 3", "quiet-threshold"],
    );
    wrong("driver = \"bus\"\n", &["\"bus\"", "window, mtdf"]);
    wrong("with = [\"quiescence\", \"inverted\"]", &["contradict"]);
    wrong("with = [\"lmr\"]\nwithout = [\"lmr\"]", &["on and off"]);
    wrong("with = [", &["not TOML"]);
    let exact = [&analyse[..], &["--exact"]].concat();
    refused_with(&exact, "with = [\"razor\"]", &["exact", "razor"]);
    for file in ["base = \"sound\"", "etc-depth = 4"] {
        let sound = output(&exact, file);
        assert!(sound.contains("best: "), "{sound}");
    }
    let set = ["analyse", "othello", "--depth", "2", "--set"];
    refused(
        &[&set[..], &["speed=3"]].concat(),
        &["\"speed\"", "probcut"],
    );
    refused(
        &[&set[..], &["inverted-depth=0"]].concat(),
        &["inverted-depth", "from 1"],
    );
    refused(&[&set[..], &["lmr"]].concat(), &["NAME=VALUE"]);
    refused(
        &[&set[..], &["stride=1 stride=2"]].concat(),
        &["\"stride\" is set twice"],
    );
    refused(
        &[&set[..], &["driver=window", "--mtdf"]].concat(),
        &["mtdf and another"],
    );
    refused(
        &[&set[..], &["probcut=4/8/1/0/9"]].concat(),
        &["error model"],
    );
    refused(
        &["analyse", "othello", "--config", "no-such-file.toml"],
        &["no-such-file.toml"],
    );
}

#[test]
fn a_result_says_how_to_make_it_again() {
    let moves = ["--moves", "11-15 22-18"];
    let args = ["analyse", "checkers", "--depth", "6", "--hash", "3M"];
    let args = [&args[..], &moves].concat();
    let text = output(&args, "");
    let again = text.lines().last().expect("a line");
    let again = again
        .strip_prefix("made with ponder ")
        .expect("the command");
    // What is quoted are every second of the pieces.
    let pieces = again.split('\'').enumerate();
    let args: Vec<_> = pieces
        .flat_map(|(index, piece)| match index % 2 {
            0 => piece.split_whitespace().collect(),
            _ => vec![piece],
        })
        .collect();
    // Everything but the times is the same.
    let nodes = |text: &str| {
        let line = text.lines().find(|line| line.contains(" nodes in "));
        line.and_then(|line| line.split(" nodes").next().map(str::to_owned))
    };
    let second = output(&args, "");
    assert_eq!(second.lines().last(), text.lines().last());
    assert!(nodes(&text).is_some());
    assert_eq!(nodes(&second), nodes(&text));
}

#[test]
fn statistics_are_told() {
    let view = last_json(&[
        "analyse", "othello", "--depth", "8", "--hash", "1M", "--json",
    ]);
    let stats = &view["stats"];
    let number = |field: &str| stats[field].as_f64().unwrap_or_else(|| panic!("{field}"));
    assert!(
        number("branching") > 1.1 && number("branching") < 12.0,
        "{stats}"
    );
    assert!(number("iteration_seconds") > 0.0);
    assert!(number("iteration_nodes") > 0.0);
    assert!(number("table_permille") > 0.0 && number("table_permille") <= 1000.0);
    assert!(number("selective_depth") >= 4.0);
    assert_eq!(
        (&view["threads"], &view["hash"]),
        (&1.into(), &(1 << 20).into())
    );
    assert_eq!(view["eval"], "standard");
    let short = last_json(&["analyse", "othello", "--depth", "1", "--json"]);
    assert_eq!(short["stats"]["branching"], Value::Null);
}

#[test]
fn clocks_and_budgets_leave_time_for_other_moves() {
    let seconds = |options: &[&str]| {
        let args = [
            &["analyse", "abalone", "--hash", "1M", "--json"][..],
            options,
        ]
        .concat();
        last_json(&args)["seconds"].as_f64().expect("a time")
    };
    // None of these may take all there is.
    assert!(seconds(&["--clock", "2s"]) < 1.1);
    assert!(seconds(&["--clock", "500ms+100ms", "--moves-to-go", "2"]) < 0.6);
    assert!(seconds(&["--budget", "2s"]) < 1.1);
    assert!(seconds(&["--budget", "0s"]) < 0.5);
    let wrong = |options: &[&str], words: &[&str]| {
        refused(&[&["analyse", "abalone"][..], options].concat(), words);
    };
    wrong(&["--clock", "soon"], &["5s"]);
    wrong(&["--clock", "1s+"], &["5s"]);
    wrong(&["--moves-to-go", "5"], &["--clock"]);
    wrong(&["--budget", "1s", "--clock", "1s"], &["cannot be used"]);
    wrong(&["--budget", "1s", "--infinite"], &["cannot be used"]);
    wrong(&["--budget", "contest"], &["abalone", "no contest"]);
}

#[test]
fn memory_that_is_not_there_is_refused() {
    let wrong = |options: &[&str], words: &[&str]| {
        let args = [&["analyse", "othello", "--depth", "2"][..], options].concat();
        refused(&args, words);
    };
    wrong(&["--hash", "1000T"], &["memory"]);
    if cfg!(target_os = "linux") {
        wrong(&["--hash", "1T"], &["1024.0 GiB", "are free", "at most"]);
    }
    wrong(
        &["--memory", "1M"],
        &["1 thread does not fit 1.0 MiB", "at least"],
    );
    wrong(&["--memory", "50M", "--threads", "64"], &["64 threads"]);
    let view = last_json(&[
        "analyse", "othello", "--depth", "2", "--memory", "40M", "--json",
    ]);
    let hash = view["hash"].as_u64().expect("a size");
    assert!((1 << 20..40 << 20).contains(&hash), "{hash} bytes of table");
}

/// Peak resident set of a process that has ended its search and waits to be asked.
#[cfg(target_os = "linux")]
fn peak_memory(args: &[&str]) -> u64 {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let mut child = crate::ponder(args)
        .stdout(Stdio::piped())
        .spawn()
        .expect("ponder starts");
    let mut peak = 0;
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    // It is looked at after every iteration; the mark of the highest tide never falls.
    while let Some(Ok(_)) = lines.next() {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id()));
        let status = status.unwrap_or_default();
        let mark = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let mark = mark.and_then(|mark| mark.trim().trim_end_matches("kB").trim().parse().ok());
        peak = peak.max(mark.unwrap_or(0) * 1024);
    }
    assert!(child.wait().expect("ponder ends").success());
    peak
}

#[test]
#[cfg(target_os = "linux")]
fn the_memory_limit_is_kept() {
    for (threads, limit) in [("1", 100_000_000_u64), ("1", 30 << 20), ("2", 60 << 20)] {
        let memory = limit.to_string();
        let args = [
            "analyse",
            "expendibots",
            "--memory",
            &memory,
            "--hash",
            "1G",
            "--threads",
            threads,
            "--time",
            "1500ms",
            "--json",
        ];
        let peak = peak_memory(&args);
        assert!(peak > limit / 4, "{peak} bytes seen of {limit}");
        assert!(
            peak < limit,
            "{peak} bytes, {limit} allowed, {threads} threads"
        );
    }
    // Who wants more than the contest grants does not get it, and who wants less does.
    for (memory, most) in [("100G", 100_000_000), ("50M", 50_000_000)] {
        let contest = run(
            &[
                "analyse",
                "expendibots",
                "--budget",
                "contest",
                "--depth",
                "3",
                "--hash",
                "1G",
                "--memory",
                memory,
                "--json",
            ],
            "",
        );
        let text = String::from_utf8(contest.stdout).expect("UTF-8");
        let view: Value = serde_json::from_str(text.lines().last().expect("a line")).expect("JSON");
        assert!(view["hash"].as_u64().expect("a size") < most, "{memory}");
    }
}
