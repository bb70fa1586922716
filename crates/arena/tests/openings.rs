//! Openings are distinct, balanced and reproducible, and files of them are read or refused.

use std::collections::HashSet;

use ponder_arena::openings::{Found, Step, Wish, generate, load, read, write};
use ponder_engine::{AnalysisRequest, Limits, Stop, open};

fn wish(count: usize) -> Wish {
    Wish {
        plies: 6,
        max_score: 150,
        count,
        seed: 7,
        limits: Limits::nodes(300),
        threads: 1,
    }
}

fn made(game: &str, wish: &Wish) -> Found {
    let session = open(game).expect("a game");
    generate(&*session, wish, &Stop::new(), &mut |_| ()).expect("openings")
}

#[test]
fn openings_are_distinct_and_balanced_in_every_game() {
    for entry in ponder_engine::GAMES {
        let wish = wish(12);
        let found = made(entry.name, &wish);
        assert_eq!(found.lines.len(), 12, "{}", entry.name);
        let fresh = open(entry.name).expect("a game");
        let mut keys = HashSet::new();
        for line in &found.lines {
            assert_eq!(line.moves.len(), 6);
            let mut session = fresh.fork();
            for word in &line.moves {
                assert_eq!(session.play(word).as_ref(), Ok(word));
            }
            assert!(keys.insert(session.symmetric_key()), "{}", entry.name);
            let request = AnalysisRequest {
                hash: 4 << 20,
                ..AnalysisRequest::within(wish.limits)
            };
            let view = session.analyse(&request, &Stop::new(), &mut |_| ());
            let score = view.expect("a search").score.value;
            assert_eq!(score, line.score, "{}", entry.name);
            assert!(score.abs() <= wish.max_score, "{}", entry.name);
        }
    }
}

#[test]
fn a_seed_means_one_set_however_many_threads_judge() {
    let one = made("othello", &wish(10));
    let three = Wish {
        threads: 3,
        ..wish(10)
    };
    assert_eq!(one.lines, made("othello", &three).lines);
    let other = Wish {
        seed: 8,
        ..wish(10)
    };
    assert_ne!(one.lines, made("othello", &other).lines);
}

#[test]
fn few_plies_have_few_openings_and_it_is_known() {
    // Othello's first move is one of four that symmetry makes one; then there are three answers.
    let two = Wish {
        plies: 2,
        max_score: 30_000,
        ..wish(50)
    };
    let found = made("othello", &two);
    assert_eq!((found.lines.len(), found.distinct), (3, Some(3)));
    // Seven columns are four, up to the mirror.
    let one = Wish { plies: 1, ..two };
    assert_eq!(made("connect-four", &one).distinct, Some(4));
}

#[test]
fn a_stop_keeps_what_is_there() {
    let session = open("othello").expect("a game");
    let stop = Stop::new();
    let mut last = 0;
    let many = Wish {
        max_score: 30_000,
        ..wish(10_000)
    };
    let found = generate(&*session, &many, &stop, &mut |step: Step| {
        last = step.found;
        if step.found >= 5 {
            stop.ask();
        }
    });
    let found = found.expect("openings");
    assert!(found.stopped);
    assert!((5..100).contains(&found.lines.len()));
    assert_eq!(found.lines.len(), last);
}

#[test]
fn games_that_do_not_last_have_no_openings() {
    let session = open("gothello:size=2").or_else(|_| open("othello:size=4x4"));
    let long = Wish {
        plies: 60,
        ..wish(1)
    };
    let fault = generate(&*session.expect("a game"), &long, &Stop::new(), &mut |_| ());
    assert!(fault.is_err() || fault.is_ok_and(|found| found.lines.is_empty()));
}

#[test]
fn what_is_written_is_read() {
    let session = open("othello").expect("a game");
    let found = made("othello", &wish(5));
    let text = write("five openings\nmade for a test", &found.lines);
    assert!(text.starts_with("# five openings\n# made for a test\n"));
    let back = read(&*session, &text).expect("openings");
    let moves: Vec<_> = back.into_iter().map(|opening| opening.moves).collect();
    let written: Vec<_> = found.lines.into_iter().map(|line| line.moves).collect();
    assert_eq!(moves, written);
}

#[test]
fn files_are_read_whatever_their_line_ends() {
    let session = open("othello").expect("a game");
    let text = "# a set\r\n\r\n  d3 c3   # one\r\nd3 e3";
    let openings = read(&*session, text).expect("openings");
    assert_eq!(openings.len(), 2);
    assert_eq!(openings[1].moves, ["d3", "e3"]);
}

#[test]
fn a_line_may_be_a_position_or_a_game() {
    let session = open("othello").expect("a game");
    let mut later = session.fork();
    later.play("d3").expect("legal");
    let position = later.position_text();
    let text = format!("{position}\nstartpos moves d3 c3\n{position} moves c3\n");
    let openings = read(&*session, &text).expect("openings");
    let ends: Vec<_> = openings
        .iter()
        .map(|opening| opening.session(&*session).expect("legal").position_text())
        .collect();
    assert_eq!(ends[0], position);
    assert_eq!(ends[1], ends[2]);
    assert_eq!(openings[1].position, None);
}

#[test]
fn bad_files_are_refused_with_the_line() {
    let session = open("othello").expect("a game");
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("set.txt");
    let refused = |text: &[u8]| {
        std::fs::write(&path, text).expect("written");
        load(&*session, &path).expect_err("refused").to_string()
    };
    assert!(refused(b"d3 c3\n# fine\nd3 d3\n").contains("set.txt, line 3:"));
    assert!(refused(b"d3 \xff\xfe").contains("cannot be read"));
    assert!(refused(b"# nothing\n\n").contains("no openings"));
    let missing = load(&*session, &directory.path().join("none")).expect_err("refused");
    assert!(missing.to_string().contains("cannot be read"));
    let four = open("connect-four").expect("a game");
    let moves = four.move_texts(true);
    let (a, b) = (&moves[0], &moves[1]);
    let won = format!("{a} {b} {a} {b} {a} {b} {a}\n");
    let fault = read(&*four, &won).expect_err("refused");
    assert!(fault.to_string().contains("ends the game"), "{fault}");
}
