//! The dynamic boundary: ids, sessions, and that nothing is half done.

use ponder_core::Random;
use ponder_engine::{GAMES, PerftRequest, open};
use ponder_testkit::fuzz::mutate;

const IDS: &[&str] = &[
    "abalone:layout=belgian-daisy",
    "checkers:quiet=40",
    "connect-four",
    "expendibots",
    "gothello:size=4x4",
    "othello:size=6x6",
    "othello:size=8x8,start=parallel,score=raw",
    "othello:size=10x12",
];

#[test]
fn ids_are_canonical() {
    let id = |text: &str| open(text).map(|session| session.id().to_owned());
    assert_eq!(id("OTHELLO:size=8X8").as_deref(), Ok("othello"));
    assert_eq!(
        id("othello:score=raw,size=06x6").as_deref(),
        Ok("othello:size=6x6,score=raw")
    );
    for text in IDS {
        let first = id(text).expect(text);
        assert_eq!(id(&first), Ok(first.clone()), "{text}");
    }
}

#[test]
fn any_id_is_opened_or_refused() {
    let mut random = Random::new(1);
    for round in 0..100_000 {
        let bytes = mutate(IDS[round % IDS.len()], &mut random);
        let text = String::from_utf8_lossy(&bytes);
        match open(&text) {
            Ok(session) => assert!(open(session.id()).is_ok(), "{text}"),
            Err(fault) => {
                assert!(fault.hint.is_some(), "{text}: {fault}");
                assert!(
                    fault.at.is_none_or(|at| at <= text.len()),
                    "{text}: {fault}"
                );
            }
        }
    }
}

#[test]
fn every_option_value_opens() {
    for entry in GAMES {
        for spec in entry.specs {
            if let ponder_core::Allowed::Words(words) = spec.allowed {
                for word in words {
                    let id = format!("{}:{}={word}", entry.name, spec.key);
                    let session = open(&id).unwrap_or_else(|fault| panic!("{id}: {fault}"));
                    assert!(!session.move_texts(false).is_empty(), "{id}");
                }
            }
        }
        let session = entry.open(None).expect("the defaults are valid");
        assert_eq!(session.id(), entry.name, "defaults are spelt canonically");
    }
}

#[test]
fn a_session_plays_and_takes_back() {
    for id in IDS {
        let mut session = open(id).expect("valid");
        let start = session.position_text();
        let mut random = Random::new(3);
        let mut played = 0;
        for _ in 0..40 {
            let moves = session.move_texts(true);
            if moves.is_empty() {
                break;
            }
            let text = &moves[random.below(moves.len())];
            assert_eq!(session.play(text).as_ref(), Ok(text), "{id}");
            played += 1;
        }
        assert_eq!(session.line().len(), played, "{id}");
        let fork = session.fork();
        while session.undo() {}
        assert_eq!(session.position_text(), start, "{id}");
        assert_eq!(fork.line().len(), played, "{id}");
    }
}

#[test]
fn a_refusal_changes_nothing() {
    for id in IDS {
        let mut session = open(id).expect("valid");
        let first = session.move_texts(true)[0].clone();
        session.play(&first).expect("legal");
        let before = (session.position_text(), session.line());
        assert!(session.play("nonsense").is_err());
        assert!(session.set_position("nonsense").is_err());
        assert!(session.load("position", "nonsense").is_err());
        assert!(session.load("nonsense", "").is_err());
        assert_eq!((session.position_text(), session.line()), before, "{id}");
    }
}

#[test]
fn every_format_reads_what_it_writes() {
    for id in IDS {
        let mut session = open(id).expect("valid");
        let mut random = Random::new(5);
        for _ in 0..12 {
            let moves = session.move_texts(true);
            session
                .play(&moves[random.below(moves.len())])
                .expect("legal");
        }
        let game = format!("startpos moves {}\n", session.line().join(" "));
        for format in session.formats() {
            let Ok(text) = session.convert("game", format.name, &game) else {
                continue; // a format may say that it cannot express this
            };
            let back = session.records(format.name, &text);
            let back = back.unwrap_or_else(|fault| panic!("{id} {}: {fault}\n{text}", format.name));
            assert_eq!(back.len(), 1, "{id} {}", format.name);
            if format.holds == "games" {
                assert_eq!(back[0].moves, session.line(), "{id} {}", format.name);
            }
        }
    }
}

#[test]
fn a_repetition_ends_the_game() {
    let mut session = open("expendibots").expect("valid");
    for round in 0..3 {
        for text in ["1a1a2", "1a8a7", "1a2a1", "1a7a8"] {
            assert!(session.position().outcome.is_none(), "round {round}");
            session.play(text).expect("legal");
        }
    }
    let outcome = session
        .position()
        .outcome
        .expect("the start has occurred four times");
    assert_eq!((outcome.winner, outcome.margin), (None, 0));
    assert!(session.move_texts(false).is_empty());
    let fault = session.play("1a1a2").expect_err("the game is over");
    assert!(fault.hint.is_some_and(|hint| hint.contains(outcome.reason)));
    // Perft counts from the board alone; the past is no part of it.
    assert_eq!(session.perft(&PerftRequest::plain(1), &|_| ()).leaves, 50);
}
