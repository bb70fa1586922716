//! Engines of others that die, sleep, lie, babble and flood, in each protocol: the driver names
//! what happened, in time, and plays the next game with a new process.
//!
//! The engines are small shell scripts: real processes behind real pipes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use ponder_engine::{Allowance, Choice, Lapse, Limits, Stop, open};
use ponder_wire::{DriverSettings, PROTOCOLS, driver};

/// Waits that no healthy machine comes near.
const CEILING: Duration = Duration::from_mins(1);

/// What the engine does in place of its answer. `MOVE` is a good answer.
struct Engine {
    _room: tempfile::TempDir,
    script: PathBuf,
}

impl Engine {
    /// An engine that does `misdeed` when it is asked for a move for the first time, and after
    /// another start plays well.
    fn new(protocol: &str, misdeed: &str) -> Self {
        let room = tempfile::tempdir().expect("a directory");
        let good = answer(protocol, "f5");
        let mark = room.path().join("seen");
        let mark = mark.display();
        let think = format!("if [ -e {mark} ]; then {good}; else : > {mark}; {misdeed}; fi");
        let script = room.path().join("engine.sh");
        fs::write(&script, host(protocol, &think)).expect("a script");
        Self {
            _room: room,
            script,
        }
    }

    fn command(&self) -> String {
        format!("sh '{}'", self.script.display())
    }
}

/// The words that answer with a move.
fn answer(protocol: &str, text: &str) -> String {
    match protocol {
        "ugi" => format!("echo bestmove {text}"),
        "nboard" => format!("echo === {text}/1.00/0.1"),
        _ => format!("echo =$id {text}; echo"),
    }
}

/// A loop that speaks a protocol and does `think` for a move.
fn host(protocol: &str, think: &str) -> String {
    let (read, cases) = match protocol {
        "ugi" => (
            "read -r word rest",
            "ugi) echo ugiok;; isready) echo readyok;; go)",
        ),
        "nboard" => ("read -r word rest", "ping) echo pong $rest;; go)"),
        _ => (
            "read -r id word rest",
            "list_commands) echo =$id play; echo genmove; echo;; \
             boardsize|clear_board|play|time_settings|time_left) echo =$id; echo;; genmove)",
        ),
    };
    format!("while {read}; do case \"$word\" in {cases} {think};; quit) exit 0;; esac; done\n")
}

fn settings() -> DriverSettings {
    DriverSettings {
        patience: Duration::from_secs(4),
        ..DriverSettings::default()
    }
}

/// Asks for the first move of a game, then for that of another game.
fn two_games(protocol: &str, misdeed: &str) -> [Result<Choice, Lapse>; 2] {
    let engine = Engine::new(protocol, misdeed);
    let mut player = driver(protocol, &engine.command(), &settings()).expect("it starts");
    let session = open("othello").expect("a game");
    let allowance = Allowance {
        limits: Limits::time(Duration::from_millis(10)),
        theirs: None,
    };
    let begun = Instant::now();
    let games = [(), ()].map(|()| {
        player.begin(&*session, &Stop::new()).expect("it begins");
        player.choose(&*session, &allowance, &Stop::new())
    });
    assert!(begun.elapsed() < CEILING, "{protocol}: {misdeed}");
    games
}

/// In each protocol the first game ends as `expected` says, and the second one is played.
fn lapses(misdeed: impl Fn(&str) -> String + Sync, expected: impl Fn(&Lapse) -> bool + Sync) {
    let check = &|protocol: &str| {
        let [first, second] = two_games(protocol, &misdeed(protocol));
        let lapse = first.expect_err(protocol);
        assert!(expected(&lapse), "{protocol}: {lapse}");
        assert_eq!(second.expect(protocol).play, "f5", "{protocol}");
    };
    thread::scope(|scope| {
        for protocol in PROTOCOLS {
            scope.spawn(move || check(protocol));
        }
    });
}

#[test]
fn a_good_engine_is_understood() {
    for protocol in PROTOCOLS {
        for choice in two_games(protocol, &answer(protocol, "F5")) {
            let choice = choice.expect(protocol);
            assert!(choice.play.eq_ignore_ascii_case("f5"), "{protocol}");
        }
    }
}

#[test]
fn an_engine_dies_and_its_last_words_are_kept() {
    lapses(
        |_| "echo no memory left >&2; exit 3".to_owned(),
        |lapse| {
            let text = lapse.to_string();
            matches!(lapse, Lapse::Died(_)) && text.contains('3') && text.contains("no memory left")
        },
    );
}

#[test]
fn an_engine_sleeps() {
    lapses(
        |_| "exec sleep 600".to_owned(),
        |lapse| matches!(lapse, Lapse::Hung(time) if *time >= Duration::from_secs(4)),
    );
}

#[test]
fn an_engine_lies_and_whoever_asked_sees_it() {
    for protocol in PROTOCOLS {
        let [first, second] = two_games(protocol, &answer(protocol, "a1"));
        assert_eq!(first.expect(protocol).play.to_ascii_lowercase(), "a1");
        let session = open("othello").expect("a game");
        assert!(session.fork().play("a1").is_err());
        // It has not failed its protocol, and goes on.
        assert_eq!(second.expect(protocol).play, "f5");
    }
}

#[test]
fn an_engine_answers_nonsense() {
    let nothing = |protocol: &str| match protocol {
        "ugi" => "echo bestmove".to_owned(),
        "nboard" => "echo ===".to_owned(),
        _ => "echo =$id; echo".to_owned(),
    };
    lapses(nothing, |lapse| matches!(lapse, Lapse::Babbled(_)));
}

#[test]
fn an_engine_spams_lines() {
    lapses(
        |_| "exec yes info string and so on".to_owned(),
        |lapse| matches!(lapse, Lapse::Flooded(_)),
    );
}

#[test]
fn an_engine_never_ends_its_line() {
    lapses(
        |_| "exec tr '\\0' x < /dev/zero".to_owned(),
        |lapse| matches!(lapse, Lapse::Flooded(_)),
    );
}

#[test]
fn an_engine_that_resigns_has_resigned() {
    let [first, second] = two_games("gtp", &answer("gtp", "resign"));
    assert_eq!(first.expect_err("no move"), Lapse::Resigned);
    assert_eq!(second.expect("a move").play, "f5");
}

#[test]
fn an_engine_that_never_says_hello_is_not_waited_for() {
    for protocol in PROTOCOLS {
        let settings = DriverSettings {
            patience: Duration::from_millis(200),
            ..DriverSettings::default()
        };
        let mut player = driver(protocol, "sleep 600", &settings).expect("it starts");
        let session = open("othello").expect("a game");
        let lapse = player.begin(&*session, &Stop::new()).expect_err(protocol);
        assert!(matches!(lapse, Lapse::Hung(_)), "{protocol}: {lapse}");
        let mut player = driver(protocol, "true", &self::settings()).expect("it starts");
        let lapse = player.begin(&*session, &Stop::new()).expect_err(protocol);
        assert!(matches!(lapse, Lapse::Stillborn(_)), "{protocol}: {lapse}");
    }
}

#[test]
fn an_engine_that_ends_before_its_first_word_is_told_with_its_first_complaints() {
    let script = "sh -c 'for n in 1 2 3 4 5 6 7 8 9; do echo reason $n >&2; done; exit 3'";
    for protocol in PROTOCOLS {
        let mut player = driver(protocol, script, &settings()).expect("it starts");
        let session = open("othello").expect("a game");
        let lapse = player.begin(&*session, &Stop::new()).expect_err(protocol);
        assert!(matches!(lapse, Lapse::Stillborn(_)), "{protocol}: {lapse}");
        let told = lapse.to_string();
        let told = told.contains("reason 1 | reason 2") && told.contains("reason 9");
        assert!(told, "{protocol}: {lapse}");
    }
}

#[test]
fn a_stop_ends_the_wait_for_an_engine_that_never_says_hello() {
    let settings = DriverSettings {
        patience: Duration::from_mins(10),
        ..DriverSettings::default()
    };
    for protocol in PROTOCOLS {
        let mut player = driver(protocol, "sleep 600", &settings).expect("it starts");
        let session = open("othello").expect("a game");
        let stop = Stop::new();
        stop.ask();
        let begun = player.begin(&*session, &stop);
        assert_eq!(begun, Err(Lapse::Stopped), "{protocol}");
    }
}

#[test]
fn a_stop_ends_the_wait_for_an_engine_that_does_not_obey() {
    for protocol in PROTOCOLS {
        let engine = Engine::new(protocol, "exec sleep 600");
        let mut player = driver(protocol, &engine.command(), &settings()).expect("it starts");
        let session = open("othello").expect("a game");
        player.begin(&*session, &Stop::new()).expect("it begins");
        let stop = Arc::new(Stop::new());
        let asked = Arc::clone(&stop);
        let begun = Instant::now();
        let later = thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            asked.ask();
        });
        let choice = player.choose(&*session, &Allowance::default(), &stop);
        later.join().expect("a thread");
        assert_eq!(choice.expect_err("no move"), Lapse::Stopped, "{protocol}");
        assert!(begun.elapsed() < Duration::from_secs(30), "{protocol}");
        player
            .begin(&*session, &Stop::new())
            .expect("it begins again");
        let choice = player.choose(&*session, &Allowance::default(), &Stop::new());
        assert_eq!(choice.expect("a move").play, "f5", "{protocol}");
    }
}

#[test]
fn an_engine_that_does_not_read_is_no_trap() {
    // More than a pipe and the queue before it hold.
    let mut options = Vec::new();
    for number in 0..2000 {
        options.push((format!("Option{number}"), "x".repeat(1000)));
    }
    for protocol in ["ugi", "nboard"] {
        let settings = DriverSettings {
            options: options.clone(),
            ..settings()
        };
        let greeting = if protocol == "ugi" { "echo ugiok;" } else { "" };
        let command = format!("sh -c '{greeting} exec sleep 600'");
        let mut player = driver(protocol, &command, &settings).expect("it starts");
        let lapse = player.begin(&*open("othello").expect("a game"), &Stop::new());
        assert!(
            matches!(lapse, Err(Lapse::Died(_))),
            "{protocol}: {lapse:?}"
        );
    }
}

#[test]
fn an_option_that_an_engine_does_not_take_is_refused() {
    let room = tempfile::tempdir().expect("a directory");
    let script = room.path().join("engine.sh");
    let text = "while read -r word rest; do case \"$word\" in \
        ugi) echo option name Hash type spin default 1 min 1 max 9; \
             echo option name Own Book type check default true; echo ugiok;; \
        setoption) case \"$rest\" in *abc) echo info string error: abc is no number;; esac;; \
        isready) echo readyok;; go) echo bestmove f5;; quit) exit 0;; esac; done\n";
    fs::write(&script, text).expect("a script");
    let begin = |name: &str, value: &str| {
        let settings = DriverSettings {
            options: vec![(name.to_owned(), value.to_owned())],
            ..settings()
        };
        let command = format!("sh '{}'", script.display());
        let mut player = driver("ugi", &command, &settings).expect("it starts");
        player.begin(&*open("othello").expect("a game"), &Stop::new())
    };
    assert_eq!(begin("hash", "7"), Ok(()));
    assert_eq!(begin("Own Book", "false"), Ok(()));
    for (name, value, words) in [
        ("Hush", "7", ["\"Hush\"", "Hash, Own Book"]),
        ("Hash", "abc", ["Hash=abc", "abc is no number"]),
    ] {
        let lapse = begin(name, value).expect_err("it is refused");
        assert!(matches!(lapse, Lapse::Refused(_)), "{lapse}");
        let text = lapse.to_string();
        assert!(words.iter().all(|word| text.contains(word)), "{text}");
    }
}

#[test]
fn an_engine_is_ended_with_all_it_has_started() {
    let room = tempfile::tempdir().expect("a directory");
    let child = room.path().join("child");
    let script = room.path().join("wrapper.sh");
    let text = format!("sleep 600 & echo $! > '{}'; wait", child.display());
    fs::write(&script, text).expect("a script");
    let settings = DriverSettings {
        patience: Duration::from_secs(2),
        ..DriverSettings::default()
    };
    let command = format!("sh '{}'", script.display());
    let mut player = driver("ugi", &command, &settings).expect("it starts");
    let lapse = player.begin(&*open("othello").expect("a game"), &Stop::new());
    assert!(matches!(lapse, Err(Lapse::Hung(_))), "{lapse:?}");
    assert_gone(&child);
}

/// Waits until the process whose id stands in a file has ended.
fn assert_gone(file: &Path) {
    let child = fs::read_to_string(file).expect("it has started something");
    let alive = format!("kill -0 {}", child.trim());
    let begun = Instant::now();
    while Command::new("sh")
        .args(["-c", &alive])
        .stderr(Stdio::null())
        .status()
        .expect("sh runs")
        .success()
    {
        assert!(begun.elapsed() < CEILING, "it is still there");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn an_engine_that_quits_leaves_nothing_behind() {
    for protocol in PROTOCOLS {
        let room = tempfile::tempdir().expect("a directory");
        let child = room.path().join("child");
        let script = room.path().join("engine.sh");
        let host = host(protocol, &answer(protocol, "f5"));
        let text = format!("sleep 600 & echo $! > '{}'\n{host}", child.display());
        fs::write(&script, text).expect("a script");
        let command = format!("sh '{}'", script.display());
        let mut player = driver(protocol, &command, &settings()).expect("it starts");
        player
            .begin(&*open("othello").expect("a game"), &Stop::new())
            .expect("it begins");
        drop(player);
        assert_gone(&child);
    }
}

#[test]
fn an_engine_is_dead_although_another_program_holds_its_pipes() {
    lapses(
        |_| "sleep 600 & echo so long >&2; exit 3".to_owned(),
        |lapse| {
            let text = lapse.to_string();
            matches!(lapse, Lapse::Died(_)) && text.contains('3') && text.contains("so long")
        },
    );
}

#[test]
fn what_cannot_be_started_is_told_at_once() {
    let cases = [
        ("ugi", "/no/such/engine --fast", "/no/such/engine"),
        ("nboard", "no-such-engine-anywhere", "cannot be started"),
        ("gtp", "'half a quote", "quote"),
        ("ugi", "  ", "empty"),
        ("uci", "sh", "ugi, nboard, gtp"),
    ];
    for (protocol, command, words) in cases {
        let refused = driver(protocol, command, &DriverSettings::default());
        let fault = refused.err().expect("a fault").to_string();
        assert!(fault.contains(words), "{fault}");
    }
}

#[test]
fn games_and_positions_that_a_protocol_cannot_tell_are_refused() {
    let engine = Engine::new("nboard", "exit");
    let mut player = driver("nboard", &engine.command(), &settings()).expect("it starts");
    for id in ["checkers", "othello:size=6x8"] {
        let lapse = player.begin(&*open(id).expect("a game"), &Stop::new());
        assert!(matches!(lapse, Err(Lapse::Refused(_))), "{id}: {lapse:?}");
    }
    let engine = Engine::new("gtp", "exit");
    let mut player = driver("gtp", &engine.command(), &settings()).expect("it starts");
    let mut session = open("gothello").expect("a game");
    session
        .set_position("b..../...../...../...../..... w")
        .expect("a position");
    let lapse = player.begin(&*session, &Stop::new());
    assert!(matches!(lapse, Err(Lapse::Refused(_))), "{lapse:?}");
}

#[test]
fn the_words_of_a_command_reach_the_engine_as_a_shell_would_split_them() {
    let room = tempfile::tempdir().expect("a directory");
    let script = room.path().join("my engine.sh");
    let heard = room.path().join("heard");
    let host = host("ugi", "echo bestmove f5");
    let text = format!("printf '%s\\n' \"$@\" > '{}'\n{host}", heard.display());
    fs::write(&script, text).expect("a script");
    let command = format!("sh \"{}\" 'two words' $HOME *", script.display());
    let mut player = driver("ugi", &command, &settings()).expect("it starts");
    player
        .begin(&*open("othello").expect("a game"), &Stop::new())
        .expect("it begins");
    let heard = fs::read_to_string(&heard).expect("a file");
    assert_eq!(heard, "two words\n$HOME\n*\n");
}

#[test]
fn what_an_engine_is_told_is_what_the_protocol_says() {
    let room = tempfile::tempdir().expect("a directory");
    let heard = room.path().join("heard");
    let spy = |protocol: &str| {
        let host = host(protocol, &answer(protocol, "d6"));
        let text = format!("tee '{}' | sh -c '{host}'\n", heard.display());
        let script = room.path().join("spy.sh");
        fs::write(&script, text).expect("a script");
        format!("sh '{}'", script.display())
    };
    let mut session = open("othello").expect("a game");
    session.play("f5").expect("a move");
    let told = |protocol: &str, options: &[(&str, &str)], limits: Limits| {
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let settings = DriverSettings {
            options: options.iter().map(own).collect(),
            limits: Limits::depth(7),
            ..settings()
        };
        let mut player = driver(protocol, &spy(protocol), &settings).expect("it starts");
        player.begin(&*session, &Stop::new()).expect("it begins");
        let allowance = Allowance {
            limits,
            theirs: None,
        };
        let choice = player.choose(&*session, &allowance, &Stop::new());
        assert_eq!(choice.expect("a move").play.to_ascii_lowercase(), "d6");
        drop(player);
        let begun = Instant::now();
        loop {
            let text = fs::read_to_string(&heard).expect("a file");
            if text.ends_with("quit\n") || begun.elapsed() > CEILING {
                return text;
            }
            thread::sleep(Duration::from_millis(5));
        }
    };
    let time = Limits::time(Duration::from_millis(1500));
    assert_eq!(
        told("ugi", &[("level", "3")], time),
        "ugi\nsetoption name level value 3\nuginewgame\nisready\n\
         position startpos moves f5\nisready\ngo movetime 1500 depth 7\nquit\n"
    );
    let board = "BO[8 ---------------------------O*------*O--------------------------- *]";
    let game = format!("TY[8]RE[?]{board}B[F5];)");
    assert_eq!(
        told("nboard", &[("level", "3")], Limits::default()),
        format!(
            "nboard 2\nset level 3\nset depth 7\nset game (;GM[Othello]{game}\nping 1\n\
             set game (;GM[Othello]{game}\nping 2\ngo\nquit\n"
        )
    );
    assert_eq!(
        told("gtp", &[], time),
        "1 list_commands\n2 boardsize 8\n3 clear_board\n4 play black F5\n\
         5 time_settings 0 1.500 1\n6 time_left white 1.500 1\n7 genmove white\nquit\n"
    );
}
