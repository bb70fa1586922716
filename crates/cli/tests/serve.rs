//! `ponder serve` as a process: its first line, its pages, its end.
#![cfg(all(unix, feature = "web"))]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn ponder(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ponder"));
    command.arg("serve").args(arguments);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn start(arguments: &[&str]) -> (Child, String) {
    let mut child = ponder(arguments).spawn().expect("ponder runs");
    let mut line = String::new();
    let output = child.stdout.take().expect("piped");
    BufReader::new(output).read_line(&mut line).expect("a line");
    (child, line.trim_end().to_owned())
}

#[test]
fn it_serves_until_it_is_told_to_end() {
    for signal in ["INT", "TERM"] {
        let (mut child, url) = start(&["--port", "0", "--no-archive"]);
        let address = url
            .strip_prefix("http://")
            .and_then(|rest| rest.strip_suffix('/'));
        let address = address.unwrap_or_else(|| panic!("{url}"));
        assert!(address.starts_with("127.0.0.1:"), "{url}");
        let mut stream = TcpStream::connect(address).expect("it listens");
        let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut page = String::new();
        stream.read_to_string(&mut page).expect("a page");
        assert!(
            page.starts_with("HTTP/1.1 200") && page.contains("<title>ponder"),
            "{page}"
        );
        let id = child.id().to_string();
        let told = Command::new("kill")
            .args([&format!("-{signal}"), &id])
            .status();
        assert!(told.expect("kill runs").success());
        let begun = Instant::now();
        let ended = child.wait().expect("it ends");
        assert!(ended.success(), "{ended}");
        assert!(
            begun.elapsed() < Duration::from_secs(20),
            "{:?}",
            begun.elapsed()
        );
    }
}

#[test]
fn the_archive_is_a_file_of_ones_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let mut child = ponder(&["--port", "0"])
        .env("XDG_DATA_HOME", &data)
        .spawn()
        .expect("it runs");
    let mut line = String::new();
    let output = child.stdout.take().expect("piped");
    BufReader::new(output).read_line(&mut line).expect("a line");
    assert!(line.starts_with("http://"), "{line}");
    assert!(data.join("ponder/games.sqlite").is_file());
    child.kill().expect("it can be ended");
    child.wait().expect("it ends");
}

#[test]
fn a_taken_port_is_refused_in_words() {
    let (mut child, url) = start(&["--port", "0", "--no-archive"]);
    let port = url
        .trim_end_matches('/')
        .rsplit(':')
        .next()
        .expect("a port")
        .to_owned();
    let refused = ponder(&["--port", &port, "--no-archive"])
        .output()
        .expect("it runs");
    child.kill().expect("it can be ended");
    child.wait().expect("it ends");
    assert_eq!(refused.status.code(), Some(2));
    let words = String::from_utf8_lossy(&refused.stderr);
    assert!(words.contains("another program is there"), "{words}");
    assert!(refused.stdout.is_empty());
}
