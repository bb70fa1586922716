//! `ponder match` as a user runs it: figures, files, kills, and what is refused.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use ponder_arena::store::{Played, Store};
use ponder_core::Random;
use serde_json::Value;

const PONDER: &str = env!("CARGO_BIN_EXE_ponder");

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(PONDER);
    command.arg("match").args(args).stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    command(args).output().expect("ponder runs")
}

fn json(args: &[&str]) -> Value {
    let mut args = args.to_vec();
    args.push("--json");
    let output = run(&args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {said}");
    serde_json::from_slice(&output.stdout).expect("one object")
}

#[track_caller]
fn refused(args: &[&str], words: &[&str]) {
    let output = run(args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    assert!(output.stdout.is_empty());
    for word in words {
        assert!(said.contains(word), "{args:?}: {said}");
    }
}

/// The games of the only match in a file, each without its times.
fn games(file: &Path) -> Vec<(u64, bool, Vec<String>, Option<usize>)> {
    let store = Store::look(file).expect("a database");
    let matches = store.matches().expect("matches");
    assert_eq!(matches.len(), 1);
    let games = store.games(matches[0].id).expect("games");
    let essence = |game: Played| {
        (
            game.pair,
            game.swapped,
            game.record.line(),
            game.record.winner,
        )
    };
    games.into_iter().map(essence).collect()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a name")
}

#[test]
fn a_match_ends_with_its_figures() {
    let args = [
        "gothello",
        "best:name=New",
        "greedy",
        "--nodes",
        "300",
        "--games",
        "20",
        "-c",
        "2",
    ];
    let output = run(&args);
    let said = String::from_utf8(output.stdout).expect("text");
    for word in [
        "Results of New vs greedy",
        "Elo: ",
        "nElo: ",
        "LOS: ",
        "Games: 20, Wins: ",
        "Ptnml(0-2): [",
        "Ended by: rules 20",
    ] {
        assert!(said.contains(word), "{word} in {said}");
    }
    let view = json(&args);
    let number = |name: &str| view[name].as_u64().expect(name);
    assert_eq!(number("games"), 20);
    assert_eq!(number("wins") + number("losses") + number("draws"), 20);
    let pairs: u64 = view["pentanomial"]
        .as_array()
        .expect("five")
        .iter()
        .filter_map(Value::as_u64)
        .sum();
    assert_eq!(pairs, 10);
    for name in [
        "elo",
        "error",
        "llr",
        "nelo",
        "los",
        "sprt",
        "reasons",
        "overhead_us_per_move",
    ] {
        assert!(view.get(name).is_some(), "{name}");
    }
}

#[test]
fn degenerate_matches_are_valid_json() {
    let view = json(&[
        "gothello", "best", "random", "--nodes", "500", "--games", "4",
    ]);
    assert_eq!(view["wins"], 4);
    assert_eq!(view["pentanomial"], serde_json::json!([0, 0, 0, 0, 2]));
    assert!(view["elo"].is_null() && view["error"].is_null());
    let level = json(&["gothello", "best", "best", "--nodes", "100", "--games", "4"]);
    assert_eq!(level["pentanomial"], serde_json::json!([0, 0, 2, 0, 0]));
    assert_eq!(level["elo"], 0.0);
    // Pairs that are all alike make nothing certain.
    for certain in ["error", "los"] {
        assert!(view[certain].is_null(), "{view}");
    }
    assert!(level["error"].is_null() && level["los"] == 0.5, "{level}");
    let shown = run(&[
        "gothello", "best", "random", "--nodes", "500", "--games", "2",
    ]);
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(
        shown.contains("LOS: ?") && shown.contains("Elo: inf +/- ?"),
        "{shown}"
    );
}

#[test]
fn the_head_of_the_result_tells_who_played_and_with_what() {
    let output = run(&[
        "othello:size=4x4",
        "best:name=\u{1b}[31mRed,budget=6s",
        "random",
        "--games",
        "2",
    ]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let head = said.lines().next().unwrap_or_default();
    assert!(head.ends_with("budget 6s vs no limits):"), "{said}");
    assert!(
        head.contains("[31mRed") && !said.contains('\u{1b}'),
        "{said}"
    );
}

#[test]
fn a_game_too_short_for_random_openings_begins_at_the_start() {
    let output = run(&["othello:size=2x4", "best", "random", "--games", "2"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    assert!(said.contains("all begin at the start"), "{said}");
    let asked = ["--openings", "random:plies=6"];
    let asked = [&["othello:size=2x4", "best", "random"], &asked[..]].concat();
    refused(&asked, &["ask for fewer"]);
    // Where nothing can be played at all that is said.
    refused(
        &["othello:size=2x2", "best", "best"],
        &["the first position ends the game"],
    );
}

#[test]
fn a_test_plays_as_long_as_it_needs() {
    let sprt = "elo0=0,elo1=50,alpha=0.05,beta=0.05";
    let view = json(&[
        "gothello", "random", "best", "--nodes", "100", "--sprt", sprt, "-c", "2",
    ]);
    assert_eq!(view["sprt"]["decision"], "elo0");
    let llr = view["llr"].as_f64().expect("a number");
    assert!(llr <= view["sprt"]["lower"].as_f64().expect("a number"));
    assert!(view["games"].as_u64().expect("a number") > 2);
}

#[test]
fn one_file_serves_one_match_at_a_time_and_many_in_turn() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.db");
    let args = [
        "gothello", "best", "best", "--nodes", "5000", "--games", "100000", "--db",
    ];
    let args = [&args[..], &[text(&file)]].concat();
    let begin = || {
        let mut command = command(&args);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        Running(command.spawn().expect("ponder runs"))
    };
    // Of two who find no file one plays.
    let mut both = [begin(), begin()];
    let begun = Instant::now();
    let over = loop {
        let over = both
            .iter_mut()
            .position(|one| one.0.try_wait().expect("a state").is_some());
        match over {
            Some(over) => break over,
            None => assert!(begun.elapsed() < Duration::from_mins(1), "both play"),
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(both[over].0.wait().expect("over").code(), Some(2));
    let mut said = String::new();
    let stderr = both[over].0.stderr.as_mut().expect("a pipe");
    std::io::Read::read_to_string(stderr, &mut said).expect("text");
    assert!(
        said.contains("match.db is in use by another match"),
        "{said}"
    );
    // The other one has entered its match once the file says so.
    let entered = || {
        let store = Store::look(&file);
        store
            .and_then(|store| store.matches())
            .map_or(0, |matches| matches.len())
    };
    while entered() == 0 {
        assert!(begun.elapsed() < Duration::from_mins(1), "nobody plays");
        std::thread::sleep(Duration::from_millis(20));
    }
    // A kill frees the file.
    drop(both);
    let other = ["gothello", "random", "greedy", "--games", "2", "--db"];
    let other = [&other[..], &[text(&file)]].concat();
    let output = run(&other);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    refused(&other, &["already holds this match", "--resume"]);
    let store = Store::look(&file).expect("a database");
    assert_eq!(store.matches().expect("matches").len(), 2);
}

#[test]
fn nothing_to_resume_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.db");
    let args = ["gothello", "random", "random", "--games", "2", "--resume"];
    let args = [&args[..], &["--db", text(&file)]].concat();
    let said = || {
        let output = run(&args);
        assert!(output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(said().contains("nothing to resume in"));
    let again = said();
    assert!(!again.contains("nothing to resume in"), "{again}");
}

/// A process that does not outlive the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(unix)]
#[test]
fn a_killed_match_goes_on_and_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, pdn) = (
        folder.path().join("killed.db"),
        folder.path().join("killed.txt"),
    );
    let args = |file, games, resume: bool| {
        let mut args = vec![
            "gothello",
            "best",
            "negamax:depth=2",
            "--nodes",
            "4000",
            "--games",
            "60",
            "-c",
            "2",
            "--db",
            text(file),
            "--games-out",
            text(games),
        ];
        args.extend(resume.then_some("--resume"));
        args
    };
    let mut random = Random::new(5);
    let mut kills = 0;
    let mut last = 0;
    for attempt in 0..12 {
        let mut command = command(&args(&file, &pdn, attempt > 0));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = Running(command.spawn().expect("ponder runs"));
        std::thread::sleep(Duration::from_millis(20 + random.below(120) as u64));
        if child.0.try_wait().expect("a state").is_some() {
            break;
        }
        // On Unix this is kill -9.
        child.0.kill().expect("killed");
        child.0.wait().expect("dead");
        kills += 1;
        if file.exists()
            && Store::look(&file).is_ok_and(|store| !store.matches().expect("a table").is_empty())
        {
            let now = games(&file).len();
            assert!(now >= last, "no game is lost");
            last = now;
        }
    }
    assert!(kills >= 3, "the match was over too soon: {kills} kills");
    let output = run(&args(&file, &pdn, true));
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let killed = games(&file);
    assert_eq!(killed.len(), 60, "results are complete");
    let keys: std::collections::BTreeSet<_> = killed.iter().map(|game| (game.0, game.1)).collect();
    assert_eq!(keys.len(), 60, "and none is double");

    let (whole, whole_pdn) = (
        folder.path().join("whole.db"),
        folder.path().join("whole.txt"),
    );
    assert!(run(&args(&whole, &whole_pdn, false)).status.success());
    assert_eq!(
        killed,
        games(&whole),
        "the games of a match that nobody disturbed"
    );
    let read = |path: &Path| std::fs::read_to_string(path).expect("games");
    assert_eq!(read(&pdn), read(&whole_pdn));
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_tells_what_it_has() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.db");
    let mut child = command(&[
        "gothello",
        "best",
        "best",
        "--nodes",
        "5000",
        "--games",
        "100000",
        "--json",
        "--db",
        text(&file),
    ]);
    let child = child
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("ponder runs");
    let begun = Instant::now();
    let some = || {
        Store::look(&file).is_ok_and(|store| {
            store
                .matches()
                .is_ok_and(|all| !all.is_empty() && !games(&file).is_empty())
        })
    };
    while !some() && begun.elapsed() < Duration::from_mins(1) {
        std::thread::sleep(Duration::from_millis(50));
    }
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "it is not finished");
    let view: Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!(view["finished"], false);
    assert_eq!(
        view["games"].as_u64().expect("games") as usize,
        games(&file).len()
    );
    assert!(String::from_utf8_lossy(&output.stderr).contains("--resume"));
}

#[test]
fn our_engine_over_ugi_plays_the_same_games_as_in_process() {
    let folder = tempfile::tempdir().expect("a folder");
    for game in ["gothello", "othello", "checkers", "expendibots"] {
        let here = folder.path().join(format!("{game}-here.db"));
        let there = folder.path().join(format!("{game}-there.db"));
        let limits = ["--nodes", "1500", "--games", "4", "--db"];
        let play = |first: &str, second: &str, file: &Path| {
            let mut args = vec![game, first, second];
            args.extend(limits);
            args.push(text(file));
            let view = json(&args);
            assert_eq!(view["reasons"]["rules"], 4, "{view}");
        };
        play("best:hash=4M", "best:hash=4M", &here);
        let external = format!("ugi:cmd=\"{PONDER} engine --protocol ugi --hash 4M {game}\"");
        play(&external, &external, &there);
        assert_eq!(games(&here), games(&there), "{game}");
    }
}

#[test]
fn players_that_cannot_play_are_told_before_the_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.db");
    // Nobody wins against one that cannot play the game at all.
    let nboard = format!("nboard:cmd=\"{PONDER} engine --protocol nboard\"");
    refused(
        &["checkers", "best", &nboard, "--db", text(&file)],
        &["the player nboard"],
    );
    // What it cannot be told, no result may say that it was told.
    refused(
        &["othello", "best", &nboard, "--nodes", "5"],
        &["the player nboard", "no number of nodes", "depth=8"],
    );
    assert!(!file.exists(), "no file is left behind");
    // Nor against a command that ends before it has said a word.
    let mistyped = format!("ugi:cmd=\"{PONDER} engien\"");
    refused(
        &["othello", "best", &mistyped, "--db", text(&file)],
        &["before its first word", "unrecognized subcommand 'engien'"],
    );
    assert!(!file.exists(), "no file is left behind");
    // A setting's own place says nothing without its text.
    let output = run(&["othello", "best:set=foo=3", "best"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("foo") && !said.contains('^'), "{said}");
}

#[test]
#[expect(clippy::too_many_lines, reason = "one mistake after the other")]
fn bad_input_is_told_and_nothing_is_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    refused(&["chess", "best", "best"], &["chess", "othello"]);
    refused(
        &["othello", "strongest", "best"],
        &["no player \"strongest\"", "greedy"],
    );
    refused(
        &["othello", "best:eva=1", "best"],
        &["no setting \"eva\"", "eval"],
    );
    refused(&["othello", "best:cmd=\"x", "best"], &["not closed"]);
    refused(
        &["othello", "best", "ugi:depth=4"],
        &["no command", "ugi:cmd="],
    );
    refused(&["othello", "best", "best", "--games", "5"], &["pairs"]);
    refused(
        &["othello", "best", "best", "--sprt", "elo0=5,elo1=0"],
        &["elo0"],
    );
    refused(
        &["othello", "best", "best", "--openings", "/no/such/file"],
        &["/no/such/file"],
    );
    refused(
        &["othello", "best", "best", "--adjudicate-draw", "moves=3"],
        &["score"],
    );
    refused(
        &[
            "othello",
            "best",
            "best",
            "--adjudicate-draw",
            "moves=0,score=1",
        ],
        &["0 is no number of moves"],
    );
    refused(&["othello", "best", "best", "--resume"], &["--db"]);
    refused(
        &["othello", "best", "best", "--format", "ggf"],
        &["--games-out"],
    );
    let out = path("games.ggf");
    refused(
        &[
            "othello",
            "best",
            "best",
            "--games-out",
            text(&out),
            "--format",
            "pdn",
        ],
        &["pdn", "ggf"],
    );
    refused(
        &["othello", "best", "best", "--time", "1s", "-c", "1000"],
        &["processors"],
    );
    // A player that cannot be started leaves no file behind.
    let file = path("match.db");
    refused(
        &[
            "othello",
            "best",
            "ugi:cmd=/no/such/engine",
            "--db",
            text(&file),
        ],
        &["/no/such/engine"],
    );
    assert!(!file.exists() && !out.exists());

    let play = [
        "othello",
        "greedy",
        "random",
        "--games",
        "2",
        "--db",
        text(&file),
    ];
    assert!(run(&play).status.success());
    let before = games(&file);
    refused(&play, &["already holds", "--resume"]);
    let other = [
        "othello",
        "greedy",
        "greedy",
        "--games",
        "2",
        "--db",
        text(&file),
        "--resume",
    ];
    refused(&other, &["another match", "second"]);
    assert_eq!(games(&file), before);
    // More games of the same match may be asked for.
    let more = [
        "othello",
        "greedy",
        "random",
        "--games",
        "6",
        "--db",
        text(&file),
        "--resume",
    ];
    assert!(run(&more).status.success());
    assert_eq!(games(&file)[..2], before);
    assert_eq!(games(&file).len(), 6);
}

#[cfg(unix)]
#[test]
fn a_person_plays_at_the_terminal() {
    use std::io::Write;
    let mut child = Command::new(PONDER)
        .args([
            "match",
            "connect-four",
            "human",
            "random",
            "--games",
            "2",
            "--openings",
            "start",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("ponder runs");
    let mut input = child.stdin.take().expect("a pipe");
    input
        .write_all(b"nonsense\nmoves\nresign\nresign\n")
        .expect("written");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let (said, result) = (
        String::from_utf8_lossy(&output.stderr),
        String::from_utf8_lossy(&output.stdout),
    );
    assert!(said.contains("is not a legal move"), "{said}");
    assert!(
        result.contains("Losses: 2") && result.contains("resignation 2"),
        "{result}"
    );
}
