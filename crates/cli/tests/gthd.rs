//! `ponder gthd` as its users meet it: a server and its clients, each a process of its own.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use serde_json::Value;

fn ponder(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ponder"));
    command.args(args);
    command
}

/// A server process, killed when the test ends, and what it says.
struct Server {
    child: Child,
    events: BufReader<ChildStdout>,
    base: String,
}

impl Server {
    /// A server at a port that was free a moment ago.
    fn start(args: &[&str]) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let base = free.expect("a free port").port().to_string();
        let mut child = ponder(&["gthd", "serve", "--json", "--base-port", &base])
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("ponder starts");
        let events = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut server = Self {
            child,
            events,
            base,
        };
        assert_eq!(server.event()["event"], "listening");
        server
    }

    fn event(&mut self) -> Value {
        let mut line = String::new();
        self.events.read_line(&mut line).expect("the server speaks");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    /// Waits for an event of this name.
    fn wait_for(&mut self, name: &str) -> Value {
        loop {
            let event = self.event();
            if event["event"] == name {
                return event;
            }
        }
    }

    fn join(&self, args: &[&str]) -> Child {
        ponder(&["gthd", "play", "--base-port", &self.base])
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("ponder starts")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn text(child: Child) -> String {
    let output = child.wait_with_output().expect("ponder ends");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn refused(args: &[&str], words: &[&str]) {
    let Output { status, stderr, .. } = ponder(args).output().expect("ponder runs");
    let stderr = String::from_utf8_lossy(&stderr);
    assert_eq!(status.code(), Some(2), "{args:?}: {stderr}");
    for word in words {
        assert!(stderr.contains(word), "{args:?}: no {word:?} in {stderr}");
    }
}

#[test]
fn two_programs_play_a_game_and_it_is_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.log");
    let file = file.to_str().expect("UTF-8");
    let mut server = Server::start(&["--time", "60", "90", "--once", "--games", file]);
    let observer = server.join(&["--side", "observer", "--json"]);
    assert_eq!(server.wait_for("seated")["role"], "observer");
    let white = [
        "-s",
        "white",
        "--iterdeepening",
        "-m",
        "300",
        "-e",
        "eye",
        "--moveselection",
    ];
    let white = server.join(&[&white[..], &["--stonescore", "2", "--stats"]].concat());
    let black = server.join(&["--side", "black", "--nodes", "300", "--json", "--stats"]);
    let over = server.wait_for("over");
    let [observer, white, black] = [observer, white, black].map(text);
    // All agree.
    let last = |text: &str| text.lines().last().map(str::to_owned).expect("a line");
    let seen: Value = serde_json::from_str(&last(&observer)).expect("JSON");
    let played: Value = serde_json::from_str(&last(&black)).expect("JSON");
    assert_eq!(seen["winner"], over["winner"]);
    assert_eq!(seen["why"], over["why"]);
    assert_eq!(seen["moves"], played["moves"]);
    let ours = match over["winner"].as_str() {
        Some("white") => ("we win", "loss"),
        Some(_) => ("we lose", "win"),
        None => ("a draw", "draw"),
    };
    assert!(last(&white).starts_with(ours.0), "{white}");
    assert_eq!(played["result"], ours.1);
    assert!(
        white.contains(" nodes, "),
        "statistics were asked for: {white}"
    );
    assert!(black.contains("\"event\":\"thought\""));
    assert!(observer.contains("\"seconds\":[90,60]"), "{observer}");
    // The server ends, and the game can be read again.
    let mut rest = String::new();
    server.events.read_to_string(&mut rest).expect("the end");
    assert!(server.child.wait().expect("it ended").success());
    let game = ponder(&[
        "convert", "gothello", "--from", "gthd", "--to", "game", file,
    ])
    .output()
    .expect("ponder runs");
    let game = String::from_utf8(game.stdout).expect("UTF-8");
    let moves: Vec<_> = seen["moves"].as_array().expect("moves").iter().collect();
    let moves: Vec<_> = moves
        .iter()
        .map(|word| word.as_str().expect("a move"))
        .collect();
    assert_eq!(
        game.trim_end(),
        format!("startpos moves {}", moves.join(" "))
    );
}

#[test]
fn a_server_that_is_told_to_end_closes_its_tables() {
    for signal in ["-TERM", "-INT"] {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("games.log");
        let name = file.to_str().expect("UTF-8");
        let mut server = Server::start(&["--tables", "1", "--games", name]);
        let mut white = server.join(&["--side", "white", "--nodes", "100"]);
        let watching = server.join(&["--side", "observer"]);
        let mut black = server.join(&["--side", "black", "--move-time", "60s"]);
        server.wait_for("began");
        let pid = server.child.id().to_string();
        let killed = Command::new("kill").args([signal, &pid]).status();
        assert!(killed.expect("kill runs").success());
        let over = server.wait_for("over");
        assert_eq!(over["why"], "the server closed");
        assert!(server.child.wait().expect("it ended").success());
        assert!(
            fs::read_to_string(&file)
                .expect("a file")
                .starts_with("353 ")
        );
        // Who was at the table is told so in a sentence.
        let output = watching.wait_with_output().expect("it ends");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "the connection was lost");
        assert!(stderr.contains("before the game was over"), "{stderr}");
        for client in [&mut white, &mut black] {
            let _ = client.kill();
            let _ = client.wait();
        }
    }
}

#[test]
fn what_is_wrong_is_told_in_a_sentence() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let taken = listener.local_addr().expect("bound").port();
    let port = taken.to_string();
    let in_use = format!("port {taken} is in use");
    refused(
        &["gthd", "serve", "--base-port", &port],
        &[&in_use, "hint: "],
    );
    refused(&["gthd", "serve", "--server", "30"], &["0..=29"]);
    refused(
        &["gthd", "serve", "--server", "28", "--tables", "3"],
        &["no server number 30"],
    );
    refused(
        &["gthd", "serve", "--games", "/nowhere/games"],
        &["/nowhere/games"],
    );
    refused(&["gthd", "serve", "--time", "soon"], &["write a time"]);
    refused(&["gthd", "serve", "--bind", "nowhere"], &["--bind"]);
    drop(listener);
    refused(
        &["gthd", "play", "--base-port", &port],
        &["there is no server at", "gthd serve"],
    );
    refused(&["gthd", "play", "--side", "green"], &["green"]);
    refused(
        &["gthd", "play", "--eval", "nope"],
        &["no evaluation \"nope\""],
    );
    refused(&["gthd", "play", "--weight", "tokens=3"], &["tokens"]);
}
