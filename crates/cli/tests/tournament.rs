//! `ponder tournament` from outside, killed in the middle too.

use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

const FILE: &str = r#"
rounds = 6
nodes = 300
openings = "random:plies=4"

[[player]]
name = "best"
player = "best"

[[player]]
name = "plain"
player = "alphabeta:ties=random"

[[player]]
name = "random"
player = "random"
"#;

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

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&data(args)).expect("json")
}

fn complaint(args: &[&str]) -> String {
    let output = ponder(args);
    assert_eq!(
        output.status.code(),
        Some(2),
        "{args:?}: {}",
        text(&output.stderr)
    );
    text(&output.stderr)
}

struct Desk(tempfile::TempDir);

impl Desk {
    fn new() -> Self {
        let desk = Self(tempfile::tempdir().expect("a directory"));
        fs::write(desk.path("players.toml"), FILE).expect("written");
        desk
    }

    fn path(&self, name: &str) -> String {
        let path = self.0.path().join(name);
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

/// What must not depend on how a tournament was played.
fn essence(report: &Value) -> Value {
    let mut report = report.clone();
    report["seconds"] = Value::Null;
    report
}

#[test]
fn a_tournament_is_played_and_reported() {
    let desk = Desk::new();
    let (file, html) = (desk.path("players.toml"), desk.path("report.html"));
    let args = [
        "tournament",
        "gothello",
        &file,
        "--rounds",
        "2",
        "--html",
        &html,
    ];
    let table = data(&args);
    for word in [
        "player",
        "best",
        "plain",
        "points of the row",
        "likelihood",
        "black",
    ] {
        assert!(table.contains(word), "{word} in {table}");
    }
    let page = fs::read_to_string(&html).expect("a page");
    assert!(page.contains("<h2>Crosstable</h2>"));
    let report = json(&[&args[..], &["--json"]].concat());
    assert_eq!(
        (&report["games"], &report["complete"]),
        (&12.into(), &true.into())
    );
    assert_eq!(report["standings"].as_array().map(Vec::len), Some(3));
    for field in ["elo", "error", "points", "wins", "losses", "draws"] {
        assert!(report["standings"][0][field].is_number(), "{field}");
    }
    let gauntlet = [&args[..], &["--json", "--kind", "gauntlet"]].concat();
    assert_eq!(
        json(&gauntlet)["pairings"].as_array().map(Vec::len),
        Some(2)
    );
}

#[test]
fn a_report_replaces_a_report_and_nothing_else() {
    let desk = Desk::new();
    let (file, html) = (desk.path("players.toml"), desk.path("report.html"));
    let args = ["tournament", "gothello", &file, "--rounds", "1", "--html"];
    let over = complaint(&[&args[..], &[&file]].concat());
    assert!(over.contains("players.toml is there already"), "{over}");
    assert_eq!(fs::read_to_string(&file).expect("a file"), FILE);
    fs::write(&html, "<!DOCTYPE html>\n<title>mine</title>").expect("written");
    complaint(&[&args[..], &[&html]].concat());
    fs::remove_file(&html).expect("gone");
    for seed in ["1", "2"] {
        data(&[&args[..], &[&html, "--seed", seed]].concat());
        let page = fs::read_to_string(&html).expect("a page");
        assert!(page.contains(&format!("seed {seed};")), "{page}");
        assert!(page.ends_with("</html>\n"));
    }
}

#[test]
fn the_table_tells_how_games_were_lost() {
    let desk = Desk::new();
    let file = desk.path("players.toml");
    // It says hello and ends when it is asked for a move.
    let engine = desk.path("engine.sh");
    let script = "while read -r word rest; do case \"$word\" in ugi) echo ugiok;; \
        isready) echo readyok;; go) echo no memory >&2; exit 3;; quit) exit 0;; esac; done\n";
    fs::write(&engine, script).expect("written");
    let player = format!("ugi:cmd=\\\"sh '{engine}'\\\"");
    let players = FILE.replace("alphabeta:ties=random", &player);
    fs::write(&file, players).expect("written");
    let args = ["tournament", "gothello", &file, "--rounds", "1"];
    let table = data(&args);
    let lost = table
        .lines()
        .find(|line| line.starts_with("plain lost by: "));
    let lost = lost.unwrap_or_else(|| panic!("{table}"));
    assert!(
        lost.contains("death 4") && lost.contains("no memory"),
        "{lost}"
    );
    let report = json(&[&args[..], &["--json"]].concat());
    let rows = report["standings"].as_array().expect("rows");
    let plain = rows.iter().find(|row| row["name"] == "plain");
    let plain = plain.expect("a row");
    assert_eq!(
        (&plain["lapses"], &plain["lapses_by"]["death"]),
        (&4.into(), &4.into())
    );
}

#[test]
fn a_killed_tournament_goes_on_and_loses_nothing() {
    let desk = Desk::new();
    let (file, db) = (desk.path("players.toml"), desk.path("results.db"));
    let plain = ["tournament", "othello:size=6x6", &file, "--json"];
    let whole = json(&plain);
    let kept = [&plain[..], &["--db", &db, "--resume", "--concurrency", "2"]].concat();
    for wait in [60, 150, 250] {
        let child = command(&kept)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let killed = Killed(child.expect("the binary runs"));
        std::thread::sleep(Duration::from_millis(wait));
        drop(killed);
    }
    let resumed = json(&kept);
    assert_eq!(essence(&resumed), essence(&whole));
    let refused = complaint(&[&plain[..], &["--db", &db]].concat());
    assert!(refused.contains("--resume"), "{refused}");
}

/// Interrupts a command that would run for long, and returns its exit code.
#[cfg(unix)]
fn interrupted(args: &[&str]) -> Option<i32> {
    let mut command = command(args);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = Killed(command.spawn().expect("the binary runs"));
    // Who is hit before it listens ends without a code: it is asked again with more patience.
    for wait in [1, 4, 16] {
        std::thread::sleep(Duration::from_secs(wait));
        let kill = Command::new("kill")
            .args(["-INT", &child.0.id().to_string()])
            .status();
        assert!(kill.expect("kill runs").success());
        let code = child.0.wait().expect("it ends").code();
        if code.is_some() {
            return code;
        }
        child = Killed(command.spawn().expect("the binary runs"));
    }
    None
}

#[cfg(unix)]
#[test]
fn who_is_interrupted_is_not_done() {
    let desk = Desk::new();
    let (file, book) = (desk.path("players.toml"), desk.path("a.book"));
    let tournament = ["tournament", "gothello", &file, "--rounds", "100000"];
    assert_eq!(interrupted(&tournament), Some(130));
    let openings = [
        "openings", "othello", "--count", "9999", "--nodes", "200000",
    ];
    assert_eq!(interrupted(&openings), Some(130));
    let build = ["book", "build", "othello", "--time", "1h", "--resume"];
    let build = [&build[..], &["--out", &book]].concat();
    assert_eq!(interrupted(&build), Some(130));
    assert!(fs::exists(&book).expect("known"), "what was done is kept");
}

#[test]
fn nonsense_is_refused() {
    let desk = Desk::new();
    let file = desk.path("players.toml");
    let missing = complaint(&["tournament", "othello", "no/such.toml"]);
    assert!(missing.contains("cannot be read"));
    fs::write(&file, FILE.replace("rounds = 6", "rounds = six")).expect("written");
    let wrong = complaint(&["tournament", "othello", &file]);
    assert!(wrong.contains("line 2:"), "{wrong}");
    fs::write(&file, FILE.replace("\"alphabeta:", "\"alphazero:")).expect("written");
    let unknown = complaint(&["tournament", "othello", &file]);
    assert!(
        unknown.contains("there is no player \"alphazero\""),
        "{unknown}"
    );
    let cmd = "ugi:cmd=/no/such/engine";
    fs::write(&file, FILE.replace("alphabeta:ties=random", cmd)).expect("written");
    let db = desk.path("new.db");
    complaint(&["tournament", "othello", &file, "--db", &db]);
    let nboard = concat!(
        "nboard:cmd='",
        env!("CARGO_BIN_EXE_ponder"),
        " engine --protocol nboard'"
    );
    let nboard = nboard.replace('\'', "\\\"");
    fs::write(&file, FILE.replace("alphabeta:ties=random", &nboard)).expect("written");
    let unfit = complaint(&["tournament", "checkers", &file, "--db", &db]);
    assert!(unfit.contains("the player nboard"), "{unfit}");
    assert!(!fs::exists(&db).expect("known"), "no file is left behind");
    fs::write(&file, FILE).expect("written");
    fs::write(&db, "this is no database, whatever its name says").expect("written");
    let foreign = complaint(&["tournament", "othello", &file, "--db", &db]);
    assert!(foreign.contains("new.db"), "{foreign}");
}
