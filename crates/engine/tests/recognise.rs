//! Texts are recognised: all that any format writes, bare moves, other boards; and nonsense is
//! refused with a sentence, in no time.

use std::time::{Duration, Instant};

use ponder_core::Random;
use ponder_engine::{GAMES, GameText, open, recognise};
use ponder_testkit::fuzz::mutate;

const IDS: &[&str] = &[
    "abalone",
    "abalone:layout=belgian-daisy",
    "checkers",
    "connect-four",
    "expendibots",
    "gothello",
    "gothello:size=4x6",
    "othello",
    "othello:size=6x6",
    "othello:size=10x12",
];

/// The moves of a random game.
fn random_game(id: &str, seed: u64, plies: usize) -> Vec<String> {
    let mut session = open(id).expect("valid");
    let mut random = Random::new(seed);
    for _ in 0..plies {
        let moves = session.move_texts(true);
        if moves.is_empty() {
            break;
        }
        session
            .play(&moves[random.below(moves.len())])
            .expect("legal");
    }
    session.line()
}

/// Every format of every game and text, with the game it is of.
fn samples() -> Vec<(&'static str, &'static str, Vec<String>, String)> {
    let mut samples = Vec::new();
    for &id in IDS {
        let session = open(id).expect("valid");
        for (seed, plies) in [(1, 14), (2, 30), (3, 500)] {
            let moves = random_game(id, seed, plies);
            let game = GameText {
                moves: moves.clone(),
                ..GameText::default()
            };
            for format in session.formats() {
                // A format may say that it cannot express this.
                if let Ok(text) = session.write(format.name, std::slice::from_ref(&game)) {
                    samples.push((id, format.name, moves.clone(), text));
                }
            }
        }
    }
    samples
}

#[test]
fn whatever_is_written_is_recognised() {
    for (id, format, moves, text) in samples() {
        let found = recognise(&text, Some(id));
        let found = found.unwrap_or_else(|fault| panic!("{id} {format}: {fault}\n{text}"));
        let session = open(id).expect("valid");
        assert_eq!(found.game, id, "{format}\n{text}");
        assert_eq!((found.records.len(), found.total), (1, 1), "{id} {format}");
        let record = &found.records[0];
        // Formats that read the same texts may be taken for each other, if they read the same.
        let own = session
            .records(format, &text)
            .expect("it reads what it writes");
        assert_eq!(record.start, own[0].start, "{id} {format} {}", found.format);
        assert_eq!(record.moves, own[0].moves, "{id} {format} {}", found.format);
        assert!(
            record.moves.is_empty() || record.moves == moves,
            "{id} {format}"
        );
    }
}

/// Without a hint, or with a wrong one, the text alone tells the game, or the game is among the
/// others that could be meant.
#[test]
fn the_game_need_not_be_known() {
    for (id, format, _, text) in samples() {
        for hint in [
            None,
            Some("connect-four"),
            Some("othello:size=8x8,score=raw"),
        ] {
            let found = recognise(&text, hint);
            let found = found.unwrap_or_else(|fault| panic!("{id} {format}: {fault}\n{text}"));
            let name = |id: &str| id.split(':').next().map(str::to_owned);
            let others = found.others.iter().map(|other| name(&other.game));
            let mut possible = others.chain([name(&found.game)]);
            assert!(
                possible.any(|game| game == name(id)),
                "{id} {format}\n{text}"
            );
        }
    }
}

#[test]
fn boards_of_other_sizes_are_told_by_their_text() {
    let found = recognise("d3c3c4e3", None).map(|found| (found.game, found.format));
    assert_eq!(found, Ok(("othello".to_owned(), "transcript")));
    let board = open("othello:size=4x8").expect("valid").position_text();
    let found = recognise(&board, Some("othello")).expect("a board");
    assert_eq!(found.game, "othello:size=4x8");
    let board = open("othello:size=6x6").expect("valid").position_text();
    assert_eq!(
        recognise(&board, None).expect("a board").game,
        "othello:size=6x6"
    );
    let daisy = random_game("abalone:layout=german-daisy", 4, 20).join(" ");
    let found = recognise(&daisy, Some("abalone")).expect("a game");
    assert!(found.game == "abalone" || found.game == "abalone:layout=german-daisy");
}

#[test]
fn bare_moves_are_read_with_numbers_and_commas() {
    for text in [
        "11-15 23-19 8-11",
        "1. 11-15 23-19 2. 8-11",
        "1.11-15 23-19 2.8-11",
        "11-15, 23-19; 8-11",
        "1) 11-15 1... 23-19\n2) 8-11",
    ] {
        let found = recognise(text, Some("checkers")).expect(text);
        assert_eq!(found.game, "checkers", "{text}");
        assert_eq!(found.records[0].moves, ["11-15", "23-19", "8-11"], "{text}");
    }
    let found = recognise("1. d d 2. c", None).expect("columns");
    assert_eq!(
        (found.game.as_str(), found.format),
        ("connect-four", "moves")
    );
}

#[test]
fn who_comes_furthest_says_what_is_wrong() {
    let text = "1. 11-15 23-19 2. 8-12 22-17";
    let fault = recognise(text, Some("checkers")).expect_err("12 is occupied");
    assert_eq!(fault.at, Some(text.find("8-12").expect("there")), "{fault}");
    assert!(fault.what.contains("checkers"), "{fault}");
    let text = "f5d6c3d3c4f4a1";
    let fault = recognise(text, None).expect_err("a1 turns nothing");
    assert_eq!(fault.at, Some(text.len() - 2), "{fault}");
    for nonsense in ["hello", "???", "12345", "(", "\u{1f9ff}"] {
        let fault = recognise(nonsense, None).expect_err(nonsense);
        assert!(fault.hint.is_some(), "{nonsense}: {fault}");
        assert!(fault.at.is_none_or(|at| at <= nonsense.len()), "{nonsense}");
    }
    assert!(recognise(" \n", None).is_err());
    assert!(recognise("f5", Some("chess")).is_err());
    assert!(recognise(&"f5 ".repeat(30_000), None).is_err());
}

/// A hang ceiling, far above what is needed.
#[test]
fn long_nonsense_is_refused_soon() {
    const CEILING: Duration = Duration::from_mins(1);
    let long = |text: &str| text.repeat(65_000 / text.len());
    let dance: String = ["1a1a2 1a8a7 1a2a1 1a7a8 "; 3].concat();
    for text in [
        long("-"),
        long("X"),
        long("("),
        long("[["),
        long("{ "),
        long("1. "),
        long("f5\n"),
        long("a1b2 "),
        long("startpos\n"),
        long("[Event \"x\"]\n"),
        long(&dance),
        long("./"),
        "-".repeat(4096),
        "f5 ".repeat(1365),
    ] {
        let begun = Instant::now();
        if let Ok(found) = recognise(&text, None) {
            assert!(found.records.len() <= 256);
        }
        assert!(
            begun.elapsed() < CEILING,
            "{}: {:?}",
            &text[..8],
            begun.elapsed()
        );
    }
}

#[test]
fn damaged_texts_are_recognised_or_refused() {
    let samples = samples();
    let mut random = Random::new(9);
    for round in 0..60 {
        let (id, _, _, text) = &samples[round * 7 % samples.len()];
        let bytes = mutate(text, &mut random);
        let text = String::from_utf8_lossy(&bytes);
        match recognise(&text, Some(id)) {
            Ok(found) => assert!(GAMES.iter().any(|game| found.game.starts_with(game.name))),
            Err(fault) => assert!(
                fault.at.is_none_or(|at| at <= text.len()),
                "{text}: {fault}"
            ),
        }
    }
}

#[test]
fn the_end_of_a_game_tells_whom_its_result_names_first() {
    let mut seen = [false; 2];
    for seed in 1..40 {
        let moves = random_game("checkers", seed, 500);
        let mut session = open("checkers").expect("valid");
        for word in &moves {
            session.play(word).expect("legal");
        }
        let winner = session.outcome().and_then(|outcome| outcome.winner);
        let Some(winner) = winner else { continue };
        let game = GameText {
            moves,
            ..GameText::default()
        };
        for (index, format) in ["pdn", "pdn-white"].into_iter().enumerate() {
            let text = session
                .write(format, std::slice::from_ref(&game))
                .expect("a text");
            let found = recognise(&text, None).expect("a game");
            assert_eq!(found.format, format, "{text}");
            let result = found.records[0].result.as_ref().expect("a result");
            assert_eq!(result.winner, Some(winner), "{text}");
            seen[index] = true;
        }
    }
    assert_eq!(seen, [true; 2]);
}
