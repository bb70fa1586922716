//! Ctrl-C, `kill -9` and lost connections while somebody else keeps us waiting: what the exit
//! code says, and that no engine stays behind.
#![cfg(unix)]

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// No healthy machine takes so long.
const CEILING: Duration = Duration::from_mins(1);

/// Our program, which does not outlive its test.
struct Running(Child);

impl Running {
    fn start(args: &[&str]) -> Self {
        Self::start_into(Stdio::null(), args)
    }

    fn start_into(stdout: Stdio, args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ponder"));
        command.args(args).stdin(Stdio::null());
        command.stdout(stdout).stderr(Stdio::piped());
        Self(command.spawn().expect("ponder runs"))
    }

    fn interrupt(&self) {
        let pid = self.0.id().to_string();
        let kill = Command::new("kill").args(["-INT", &pid]).status();
        assert!(kill.expect("kill runs").success());
    }

    /// Its exit code, and what it said beside the data.
    fn end(&mut self) -> (Option<i32>, String) {
        let mut said = String::new();
        let stderr = self.0.stderr.as_mut().expect("a pipe");
        stderr.read_to_string(&mut said).expect("text");
        (self.0.wait().expect("it ends").code(), said)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// An engine that neither reads nor says anything, and tells its process id.
struct Silent {
    room: tempfile::TempDir,
}

impl Silent {
    fn new() -> Self {
        let room = tempfile::tempdir().expect("a folder");
        let silent = Self { room };
        let script = format!("echo $$ > '{}'; exec sleep 600", silent.note().display());
        fs::write(silent.path("engine.sh"), script).expect("written");
        silent
    }

    fn path(&self, name: &str) -> PathBuf {
        self.room.path().join(name)
    }

    fn note(&self) -> PathBuf {
        self.path("pid")
    }

    fn player(&self, protocol: &str) -> String {
        let script = self.path("engine.sh");
        let script = script.display();
        format!("{protocol}:cmd=\"sh '{script}'\",patience=600s")
    }

    /// Waits until it runs; its process id.
    fn pid(&self) -> String {
        let begun = Instant::now();
        loop {
            let pid = fs::read_to_string(self.note()).unwrap_or_default();
            if pid.ends_with('\n') {
                return pid.trim().to_owned();
            }
            assert!(begun.elapsed() < CEILING, "it does not start");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Waits until a process is gone, or dead and not yet buried by whoever inherits it.
#[track_caller]
fn assert_gone(pid: &str) {
    let alive = || {
        let mut kill = Command::new("kill");
        let kill = kill.args(["-0", pid]).stderr(Stdio::null()).status();
        let state = fs::read_to_string(Path::new("/proc").join(pid).join("stat"));
        kill.expect("kill runs").success() && !state.is_ok_and(|state| state.contains(") Z "))
    };
    let begun = Instant::now();
    while alive() {
        assert!(begun.elapsed() < CEILING, "{pid} is still there");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn an_engine_that_is_silent_at_its_start_does_not_outlive_an_interrupt() {
    for protocol in ["ugi", "gtp", "nboard"] {
        let engine = Silent::new();
        let player = engine.player(protocol);
        let limits = ["--games", "4", "--nodes", "50"];
        let args = [&["match", "othello", "best", &player], &limits[..]].concat();
        let mut playing = Running::start(&args);
        let pid = engine.pid();
        playing.interrupt();
        let (code, said) = playing.end();
        assert_eq!(code, Some(130), "{protocol}: {said}");
        assert!(said.contains("interrupted"), "{protocol}: {said}");
        assert_gone(&pid);
    }
}

#[test]
fn nor_does_one_of_a_tournament() {
    let engine = Silent::new();
    let file = engine.path("players.toml");
    let player = engine.player("ugi").replace('"', "\\\"");
    let table = format!(
        "rounds = 2\nnodes = 50\n[[player]]\nname = \"a\"\nplayer = \"best\"\n\
         [[player]]\nname = \"b\"\nplayer = \"{player}\"\n"
    );
    fs::write(&file, table).expect("written");
    let file = file.to_str().expect("a name");
    let mut playing = Running::start(&["tournament", "othello", file]);
    let pid = engine.pid();
    playing.interrupt();
    let (code, said) = playing.end();
    assert_eq!(code, Some(130), "{said}");
    assert!(said.contains("interrupted"), "{said}");
    assert_gone(&pid);
}

#[test]
fn an_engine_that_does_not_read_does_not_outlive_a_kill() {
    let engine = Silent::new();
    let playing = Running::start(&["match", "othello", "best", &engine.player("ugi")]);
    let pid = engine.pid();
    // A kill -9, of which we hear nothing.
    drop(playing);
    assert_gone(&pid);
}

/// The two clients, and where they go.
fn clients(port: &str) -> [Vec<&str>; 2] {
    let gthd = ["gthd", "play", "--host", "127.0.0.1", "--base-port", port];
    let boom = ["boom", "play", "--host", "127.0.0.1", "--port", port];
    [gthd.to_vec(), boom.to_vec()]
}

#[test]
fn a_client_that_is_interrupted_says_so() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("bound").port().to_string();
    for args in clients(&port) {
        let mut client = Running::start(&args);
        let (server, _) = listener.accept().expect("a client");
        client.interrupt();
        let (code, said) = client.end();
        assert_eq!(code, Some(130), "{args:?}: {said}");
        assert!(said.contains("interrupted"), "{args:?}: {said}");
        drop(server);
    }
}

#[test]
fn a_client_whose_connection_is_lost_says_so() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("bound").port().to_string();
    for args in clients(&port) {
        let mut client = Running::start(&args);
        let (mut server, _) = listener.accept().expect("a client");
        let _ = server.write_all(b"\n");
        drop(server);
        let (code, said) = client.end();
        assert_eq!(code, Some(1), "{args:?}: {said}");
        assert!(
            said.contains("before the game was over"),
            "{args:?}: {said}"
        );
    }
}

/// What it found so far is told and kept; that it is not all is told too.
#[test]
fn an_experiment_that_is_interrupted_says_so() {
    let room = tempfile::tempdir().expect("a folder");
    let ledger = room.path().join("run.jsonl");
    let resume = ledger.display().to_string();
    let begun = Instant::now();
    let told = room.path().join("told.json");
    let stdout = fs::File::create(&told).expect("a file").into();
    let experiment = ["lab", "table", "gothello", "--preset", "paper", "--json"];
    let options = ["--depth", "5", "--resume", &resume];
    let mut running = Running::start_into(stdout, &[&experiment[..], &options].concat());
    let lines = || fs::read_to_string(&ledger).map_or(0, |text| text.lines().count());
    while lines() == 0 {
        assert!(begun.elapsed() < CEILING, "no part was ever done");
        thread::sleep(Duration::from_millis(10));
    }
    running.interrupt();
    let (code, said) = running.end();
    assert_eq!(code, Some(130), "{said}");
    assert!(said.contains("findings so far"), "{said}");
    assert!(lines() > 0);
    let told = fs::read_to_string(&told).expect("a file");
    let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(told["interrupted"], true);
}
