//! `ponder engine` as hosts meet it: a real process behind real pipes, that is asked and stopped
//! while it thinks, drives itself in every protocol, and dies.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use ponder_engine::{
    Allowance, AnalysisRequest, Contender, GAMES, Lapse, Limits, Player, Session, Stop, open,
};
use ponder_wire::{DriverSettings, driver};

const PONDER: &str = env!("CARGO_BIN_EXE_ponder");

/// Waits that no healthy machine comes near.
const CEILING: Duration = Duration::from_mins(1);

/// A host with its engine.
struct Host {
    child: Child,
    to: Option<ChildStdin>,
    from: Receiver<String>,
}

impl Host {
    fn new(args: &[&str]) -> Self {
        let mut child = Command::new(PONDER)
            .args([&["engine", "--hash", "1M"], args].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("ponder starts");
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let (said, from) = channel();
        thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if said.send(line).is_err() {
                    return;
                }
            }
        });
        Self {
            to: child.stdin.take(),
            child,
            from,
        }
    }

    fn say(&mut self, text: &str) {
        let to = self.to.as_mut().expect("a pipe");
        to.write_all(text.as_bytes()).expect("it listens");
        to.flush().expect("it listens");
    }

    /// All lines up to the first that begins so.
    fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.from.recv_timeout(CEILING);
            let line = line.unwrap_or_else(|_| panic!("no {start} after {lines:#?}"));
            lines.push(line);
            if lines.last().expect("a line").starts_with(start) {
                return lines;
            }
        }
    }

    /// Nothing is said for a while.
    fn is_silent(&self, while_: Duration) -> bool {
        let begun = Instant::now();
        while let Some(left) = while_.checked_sub(begun.elapsed()) {
            match self.from.recv_timeout(left) {
                Ok(line) if line.starts_with("bestmove") => return false,
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => panic!("it has ended"),
            }
        }
        true
    }

    /// The engine ends by itself.
    fn ends(&mut self) {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                assert!(status.success(), "{status}");
                return;
            }
            assert!(begun.elapsed() < CEILING, "it does not end");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn an_endless_search_is_asked_and_stopped() {
    let mut host = Host::new(&["othello"]);
    host.say("ugi\r\n");
    host.until("ugiok");
    host.say("isready\r");
    host.until("readyok");
    host.say("position startpos\ngo infinite\n");
    host.until("info depth 3");
    host.say("isready\n");
    host.until("readyok");
    host.say("stop\n");
    let lines = host.until("bestmove");
    let best = lines
        .last()
        .expect("a line")
        .split(' ')
        .nth(1)
        .expect("a move");
    assert!(["d3", "c4", "f5", "e6"].contains(&best), "{best}");
    // A second stop has nothing to stop.
    host.say("stop\nquery p1turn\n");
    assert_eq!(host.until("response"), ["response true"]);
    host.say("quit\n");
    host.ends();
}

#[test]
fn an_endless_search_that_is_solved_still_waits_for_its_stop() {
    let mut host = Host::new(&["connect-four"]);
    host.say("position startpos moves d e d e d e\ngo infinite\n");
    host.until("info depth");
    assert!(host.is_silent(Duration::from_millis(300)));
    host.say("stop\n");
    assert!(
        host.until("bestmove")
            .last()
            .expect("a line")
            .starts_with("bestmove d")
    );
}

#[test]
fn a_ponderer_waits_for_the_hit_and_then_keeps_to_its_limits() {
    let mut host = Host::new(&["checkers"]);
    host.say("position startpos moves 11-15 22-18\ngo ponder depth 4\n");
    host.until("info depth 5");
    host.say("ponderhit\n");
    let lines = host.until("bestmove");
    let last = lines
        .iter()
        .rev()
        .find(|line| line.starts_with("info depth"));
    assert!(
        last.expect("an info").starts_with("info depth 4 "),
        "{lines:#?}"
    );
    // A miss is a stop.
    host.say("go ponder movetime 100\n");
    host.until("info depth 2");
    assert!(host.is_silent(Duration::from_millis(300)));
    host.say("stop\n");
    host.until("bestmove");
}

#[test]
fn what_comes_during_a_search_is_done_after_it() {
    let mut host = Host::new(&["gothello"]);
    host.say(
        "position startpos\ngo nodes 20000\nposition startpos moves c3\nquery p1turn\ngo depth 1\n",
    );
    let lines = host.until("bestmove");
    assert!(
        !lines.iter().any(|line| line.starts_with("response")),
        "{lines:#?}"
    );
    assert_eq!(host.until("response"), ["response false"]);
    host.until("bestmove");
}

#[test]
fn a_quit_ends_a_search_and_so_does_the_end_of_input() {
    for (game, last) in [("abalone", "quit\nd\n"), ("expendibots", "")] {
        let mut host = Host::new(&[game]);
        host.say("position startpos\ngo infinite\n");
        host.until("info depth 1");
        host.say(last);
        drop(host.to.take());
        host.until("bestmove");
        host.ends();
        assert!(host.from.recv().is_err(), "nothing comes after the answer");
    }
}

#[test]
fn an_engine_whose_host_is_gone_does_not_stay() {
    let mut host = Host::new(&["checkers"]);
    host.say("position startpos\ngo infinite\n");
    host.until("info depth 1");
    // Nobody reads any more, and nobody writes.
    host.from = channel().1;
    drop(host.to.take());
    host.ends();
}

#[test]
fn nboard_and_gtp_speak_while_they_are_spoken_to() {
    let mut host = Host::new(&["--protocol", "nboard"]);
    host.say("nboard 2\nset depth 60\nhint 2\n");
    host.until("search");
    host.say("ping 3\n");
    host.until("pong 3");
    host.say("set depth 4\ngo\n");
    host.until("===");
    host.say("quit\n");
    host.ends();
    let mut host = Host::new(&["gothello", "--protocol", "gtp"]);
    host.say("1 time_settings 0 1 10\n2 genmove black\n");
    assert!(host.until("=2").last().expect("an answer").len() > 3);
    host.say("quit\n");
    host.ends();
}

/// A player on the other side of a protocol, at a fixed number of nodes.
fn outside(protocol: &str, limits: Limits) -> Box<dyn Contender> {
    let settings = DriverSettings {
        limits,
        patience: CEILING,
        ..DriverSettings::default()
    };
    let command = format!("'{PONDER}' engine --protocol {protocol} --hash 1M");
    driver(protocol, &command, &settings).expect("it starts")
}

/// Plays a game between two players.
fn play(session: &mut dyn Session, players: &mut [Box<dyn Contender>; 2]) -> Vec<String> {
    for player in players.iter_mut() {
        player.begin(session, &Stop::new()).expect("it begins");
    }
    let mut mover = 0;
    while session.position().outcome.is_none() {
        let choice = players[mover].choose(session, &Allowance::default(), &Stop::new());
        let choice = choice.unwrap_or_else(|lapse| panic!("{}: {lapse}", session.id()));
        session.play(&choice.play).expect("a legal move");
        mover = 1 - mover;
    }
    session.line()
}

#[test]
fn every_game_over_ugi_is_the_game_in_process() {
    let limits = Limits::nodes(150);
    let mut over_pipes = [outside("ugi", limits), outside("ugi", limits)];
    let inside = || {
        let request = AnalysisRequest {
            hash: 1 << 20,
            ..AnalysisRequest::within(limits)
        };
        Box::new(Player::new(request).expect("a player")) as Box<dyn Contender>
    };
    let mut in_process = [inside(), inside()];
    let variants = [
        "othello:size=6x6",
        "othello:size=10x10",
        "abalone:layout=belgian-daisy",
    ];
    let games = GAMES.iter().map(|entry| entry.name).chain(variants);
    for id in games {
        let mut session = open(id).expect("a game");
        let theirs = play(&mut *session, &mut over_pipes);
        let mut session = open(id).expect("a game");
        assert_eq!(theirs, play(&mut *session, &mut in_process), "{id}");
    }
}

#[test]
fn a_game_that_begins_elsewhere_is_told_over_ugi() {
    let mut player = outside("ugi", Limits::depth(2));
    let mut session = open("checkers").expect("a game");
    session
        .set_position("W:W18,24,K10:B12,16,K22")
        .expect("a position");
    let first = session.move_texts(true)[0].clone();
    session.play(&first).expect("a move");
    player.begin(&*session, &Stop::new()).expect("it begins");
    let choice = player.choose(&*session, &Allowance::default(), &Stop::new());
    let choice = choice.expect("a move");
    session.play(&choice.play).expect("a legal move");
    assert_eq!(choice.depth, Some(2));
    assert!(choice.score.is_some() && choice.nodes.is_some());
}

#[test]
fn whole_games_are_played_over_nboard_and_gtp() {
    let mut over_nboard = [
        outside("nboard", Limits::depth(2)),
        outside("nboard", Limits::depth(1)),
    ];
    for _ in 0..2 {
        play(&mut *open("othello").expect("a game"), &mut over_nboard);
    }
    let gtp = || outside("gtp", Limits::nodes(60));
    let mut over_gtp = [gtp(), gtp()];
    for id in [
        "othello",
        "gothello",
        "othello:size=10x10",
        "othello:size=6x8",
        "expendibots",
        "connect-four",
    ] {
        play(&mut *open(id).expect("a game"), &mut over_gtp);
    }
    let mut mixed = [outside("nboard", Limits::depth(1)), gtp()];
    play(&mut *open("othello").expect("a game"), &mut mixed);
}

#[test]
fn times_and_clocks_reach_the_engine() {
    let session = open("othello").expect("a game");
    for protocol in ["ugi", "nboard", "gtp"] {
        let mut player = outside(protocol, Limits::default());
        player.begin(&*session, &Stop::new()).expect("it begins");
        let clock = ponder_engine::Clock {
            left: Duration::from_secs(4),
            increment: Duration::ZERO,
            moves: None,
        };
        let allowance = Allowance {
            limits: Limits {
                clock: Some(clock),
                ..Limits::default()
            },
            theirs: Some(clock),
        };
        let begun = Instant::now();
        let choice = player.choose(&*session, &allowance, &Stop::new());
        assert!(
            session
                .move_texts(true)
                .contains(&choice.expect(protocol).play)
        );
        assert!(begun.elapsed() < CEILING, "{protocol}");
    }
}

#[test]
fn a_killed_engine_is_dead_and_lives_again_in_the_next_game() {
    let session = open("othello").expect("a game");
    let stop = Stop::new();
    let command = format!("sh -c 'echo $$ > \"$0\"; exec \"$1\" engine' PIDFILE '{PONDER}'");
    let room = tempfile::tempdir().expect("a directory");
    let pid = room.path().join("pid");
    let command = command.replace("PIDFILE", &format!("'{}'", pid.display()));
    let mut player = driver("ugi", &command, &DriverSettings::default()).expect("it starts");
    player.begin(&*session, &Stop::new()).expect("it begins");
    let number = std::fs::read_to_string(&pid).expect("a file");
    let kill = format!("kill -9 {}", number.trim());
    let killed = Command::new("sh").args(["-c", &kill]).status();
    assert!(killed.expect("kill runs").success());
    let allowance = Allowance {
        limits: Limits::depth(1),
        theirs: None,
    };
    let lapse = player
        .choose(&*session, &allowance, &stop)
        .expect_err("it is dead");
    assert!(matches!(lapse, Lapse::Died(_)), "{lapse}");
    player
        .begin(&*session, &Stop::new())
        .expect("it begins again");
    player.choose(&*session, &allowance, &stop).expect("a move");
}

#[test]
fn an_engine_stops_when_its_driver_is_asked_to() {
    let session = open("othello").expect("a game");
    for protocol in ["ugi", "nboard", "gtp"] {
        let limits = Limits {
            time: Some(Duration::from_mins(10)),
            ..Limits::depth(60)
        };
        let mut player = outside(protocol, limits);
        player.begin(&*session, &Stop::new()).expect("it begins");
        let stop = Stop::new();
        let begun = Instant::now();
        let choice = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(200));
                stop.ask();
            });
            player.choose(&*session, &Allowance::default(), &stop)
        });
        assert!(begun.elapsed() < CEILING, "{protocol}");
        match (protocol, choice) {
            // It can say what it has found so far.
            ("ugi", choice) => assert!(
                session
                    .move_texts(true)
                    .contains(&choice.expect("a move").play)
            ),
            (_, choice) => assert_eq!(choice.expect_err(protocol), Lapse::Stopped),
        }
    }
}

#[test]
fn wrong_arguments_are_refused_in_words() {
    let cases = [
        (
            &["--protocol", "uci"][..],
            "possible values: ugi, nboard, gtp, referee",
        ),
        (&["chess"], "there is no game \"chess\""),
        (
            &["checkers", "--protocol", "nboard"],
            "NBoard cannot play checkers",
        ),
        (&["othello", "--eval", "nobody"], "nobody"),
        (&["othello", "--with", "magic"], "magic"),
        (&["othello", "--weights", "/no/such/file"], "/no/such/file"),
        (&["othello", "--hash", "much"], "64M"),
    ];
    for (args, words) in cases {
        let output = Command::new(PONDER)
            .arg("engine")
            .args(args)
            .stdin(Stdio::null())
            .output();
        let output = output.expect("ponder runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        assert!(stderr.contains(words), "{args:?}: {stderr}");
    }
}
