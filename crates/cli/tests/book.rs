//! `ponder book` from outside, killed in the middle too.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ponder"));
    command.args(args);
    command
}

fn ponder(args: &[&str]) -> Output {
    command(args).output().expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn data(args: &[&str]) -> String {
    let output = ponder(args);
    assert!(
        output.status.success(),
        "{args:?}: {}",
        text(&output.stderr)
    );
    text(&output.stdout)
}

fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&data(args)).expect("json")
}

fn complaint(args: &[&str]) -> String {
    let output = ponder(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    text(&output.stderr)
}

struct Shelf(tempfile::TempDir);

impl Shelf {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a directory"))
    }

    fn path(&self, name: &str) -> String {
        let path: PathBuf = self.0.path().join(name);
        path.to_str().expect("a path").to_owned()
    }
}

/// A child that does not outlive its test.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_book_is_built_shown_exported_and_played() {
    let shelf = Shelf::new();
    let book = shelf.path("othello.book");
    let build = ["book", "build", "othello", "--out", &book, "--nodes", "300"];
    let built = json(&[&build[..], &["--expansions", "10", "--json"]].concat());
    assert_eq!(
        (&built["expanded"], &built["game"]),
        (&10.into(), &"othello".into())
    );
    assert!(complaint(&build).contains("is there already"));
    let more = [&build[..], &["--resume", "--expansions", "5", "--json"]].concat();
    assert_eq!(json(&more)["expanded"], 15);

    let shown = data(&["book", "show", &book]);
    assert!(
        shown.contains("15 expanded") && shown.contains("best line"),
        "{shown}"
    );
    let view = json(&["book", "show", &book, "--moves", "d3", "--json"]);
    assert_eq!(view["moves"].as_array().map(Vec::len), Some(3));
    assert!(data(&["book", "show", &book, "--moves", "d3 c5 b6 b5 b4"]).contains("no moves"));

    let rows = data(&["book", "export", &book]);
    let rows: Vec<serde_json::Value> = rows
        .lines()
        .map(|line| serde_json::from_str(line).expect("json"))
        .collect();
    let shown = json(&["book", "show", &book, "--json"]);
    assert_eq!(shown["positions"].as_u64(), Some(rows.len() as u64));
    assert_eq!(
        rows.iter().filter(|row| row["expanded"] == true).count(),
        15
    );
    let positions = data(&["book", "export", &book, "--format", "positions"]);
    assert_eq!(positions.lines().count(), rows.len());
    let lines = shelf.path("lines.txt");
    data(&[
        "book", "export", &book, "--format", "lines", "--margin", "1", "--out", &lines,
    ]);
    assert!(
        fs::read_to_string(&lines)
            .expect("a file")
            .starts_with("# from a book of othello")
    );
    // No file is replaced, the book itself least of all.
    let before = fs::read(&book).expect("a book");
    for there in [&lines, &book] {
        let said = complaint(&["book", "export", &book, "--out", there]);
        assert!(said.contains("is there already"), "{said}");
    }
    assert_eq!(fs::read(&book).expect("a book"), before);

    let player = format!("greedy:book={book},book-margin=0.5");
    let game = [
        "match", "othello", &player, "random", "--games", "4", "--json",
    ];
    assert_eq!(
        json(&[&game[..], &["--openings", &lines]].concat())["games"],
        4
    );
    let foreign = complaint(&["match", "checkers", &player, "random", "--games", "2"]);
    assert!(
        foreign.contains("one of othello, not of checkers"),
        "{foreign}"
    );
    let wrong = complaint(&["book", "build", "checkers", "--out", &book, "--resume"]);
    assert!(wrong.contains("one of othello, not of checkers"));
}

#[test]
fn a_killed_build_leaves_a_whole_book_that_goes_on() {
    let shelf = Shelf::new();
    let book = shelf.path("gothello.book");
    let build = [
        "book", "build", "gothello", "--out", &book, "--nodes", "200",
    ];
    // Killed as soon as there is a book, and once it has grown.
    for grown in [false, true] {
        let endless = [&build[..], &["--time", "1h", "--resume"]].concat();
        let child = command(&endless)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let killed = Killed(child.expect("the binary runs"));
        let begun = Instant::now();
        let there = || fs::read_to_string(&book).is_ok_and(|text| !grown || text.contains(" + "));
        while !there() {
            assert!(begun.elapsed() < Duration::from_mins(1), "no book appears");
            std::thread::sleep(Duration::from_millis(5));
        }
        drop(killed);
        let view = json(&["book", "show", &book, "--json"]);
        let expanded = view["expanded"].as_u64().expect("a number");
        assert_eq!(expanded > 0, grown);
    }
    let before = json(&["book", "show", &book, "--json"])["expanded"].as_u64();
    let more = [&build[..], &["--resume", "--expansions", "3", "--json"]].concat();
    let after = json(&more)["expanded"].as_u64();
    assert_eq!(after, before.map(|before| before + 3));
}

#[test]
fn nonsense_is_refused() {
    let shelf = Shelf::new();
    let file = shelf.path("x.book");
    assert!(complaint(&["book", "show", &file]).contains("cannot be read"));
    fs::write(&file, "ponder book 9\ngame othello\nend 0\n").expect("written");
    assert!(complaint(&["book", "show", &file]).contains("version 9"));
    let resumed = complaint(&["book", "build", "othello", "--out", &file, "--resume"]);
    assert!(resumed.contains("version 9"));
    assert!(
        fs::read_to_string(&file)
            .expect("a file")
            .contains("book 9"),
        "nothing is lost"
    );
    let nowhere = complaint(&["book", "build", "othello", "--out", "/nowhere/x.book"]);
    assert!(nowhere.contains("cannot be written"));
    assert!(complaint(&["book", "build", "go", "--out", &file]).contains("there is no game"));
}
