//! `ponder boom` and the referee's pipe, as processes of their own.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::{Command, Output, Stdio};
use std::thread;

use serde_json::Value;

fn ponder(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ponder"));
    command
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn refused(args: &[&str], words: &[&str]) {
    let output = ponder(args).stdin(Stdio::null()).output();
    let Output { status, stderr, .. } = output.expect("ponder runs");
    let stderr = String::from_utf8_lossy(&stderr);
    assert_eq!(status.code(), Some(2), "{args:?}: {stderr}");
    for word in words {
        assert!(stderr.contains(word), "{args:?}: no {word:?} in {stderr}");
    }
}

/// A server that pairs one client, lets it act once as white, and ends the game. Its port.
fn server() -> (String, thread::JoinHandle<Vec<Value>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("bound").port().to_string();
    let server = thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a client");
        let mut lines = BufReader::new(stream.try_clone().expect("a second handle"));
        let mut hear = || -> Value {
            let mut line = String::new();
            lines.read_line(&mut line).expect("the client speaks");
            serde_json::from_str(&line).expect("JSON")
        };
        let mut heard = vec![hear()];
        let say = "{\"mtype\":\"OKAY\"}\n{\"white\":\"ponder\",\"black\":\"b\",\"mtype\":\"GAME\"}\n\
                   {\"colour\":\"white\",\"mtype\":\"INIT\"}\n";
        stream.write_all(say.as_bytes()).expect("the client reads");
        heard.push(hear());
        stream
            .write_all(b"{\"mtype\":\"TURN\"}\n")
            .expect("the client reads");
        heard.push(hear());
        let action = heard[2]["action"].clone();
        let update = serde_json::json!({"colour": "white", "action": action, "mtype": "UPD8"});
        stream
            .write_all(format!("{update}\n").as_bytes())
            .expect("the client reads");
        heard.push(hear());
        let over = "{\"result\":\"winner: white\",\"mtype\":\"OVER\"}\n";
        stream.write_all(over.as_bytes()).expect("the client reads");
        heard
    });
    (port, server)
}

#[test]
fn a_game_on_a_server_has_its_events() {
    let (port, server) = server();
    let place = [
        "--host",
        "127.0.0.1",
        "--port",
        &port,
        "--channel",
        "random",
    ];
    let think = ["--nodes", "200", "--stats", "--budget", "contest", "--json"];
    let args = [&["boom", "play"], &place[..], &think].concat();
    let output = ponder(&args).output().expect("ponder runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let heard = server.join().expect("the server was content");
    assert_eq!(heard[0]["mtype"], "PLAY");
    assert_eq!(
        [&heard[0]["name"], &heard[0]["channel"]],
        ["ponder", "random"]
    );
    assert_eq!(heard[2]["mtype"], "ACTN");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let events: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let names: Vec<_> = events.iter().map(|event| event["event"].as_str()).collect();
    let expected = [
        "waiting", "paired", "began", "thought", "chose", "move", "over",
    ];
    assert_eq!(names, expected.map(Some));
    assert_eq!(events[6]["winner"], "white");
    assert_eq!(events[6]["result"], "winner: white");
}

#[test]
fn a_game_on_a_server_ends_with_a_sentence() {
    let (port, server) = server();
    let args = [
        "boom",
        "play",
        "--host",
        "localhost",
        "--port",
        &port,
        "--nodes",
        "200",
    ];
    let output = ponder(&args).output().expect("ponder runs");
    server.join().expect("the server was content");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.ends_with("we win: winner: white\n"), "{text}");
}

#[test]
fn the_referee_s_player_is_answered_over_a_pipe() {
    let mut child = ponder(&["engine", "--protocol", "referee"])
        .stdin(Stdio::piped())
        .spawn()
        .expect("ponder starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut ask = |line: &str| {
        writeln!(stdin, "{line}").expect("the engine reads");
        let mut answer = String::new();
        // Every answer comes at once, before anything more is asked.
        answers.read_line(&mut answer).expect("the engine answers");
        answer.trim_end().to_owned()
    };
    assert_eq!(ask("init white 2 60"), "ok");
    let action = ask("go");
    assert_eq!(ask(&format!("update white {action}")), "ok");
    assert!(ask("go").starts_with("error it is black's turn"));
    drop(stdin);
    assert!(child.wait().expect("it ends with its input").success());
}

#[test]
fn what_is_wrong_is_told_in_a_sentence() {
    refused(&["boom", "play"], &["--host"]);
    let nowhere = ["boom", "play", "--host", "127.0.0.1", "--port", "1"];
    refused(&nowhere, &["there is no server at 127.0.0.1, port 1"]);
    let eval = ["boom", "play", "--host", "127.0.0.1", "--eval", "nope"];
    refused(&eval, &["no evaluation \"nope\""]);
    refused(
        &["engine", "--protocol", "referee", "othello"],
        &["expendibots"],
    );
}
