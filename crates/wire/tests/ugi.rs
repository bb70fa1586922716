//! UGI, the engine's side, line by line. What needs a running clock or a second thread stands
//! with the command's tests.

use std::io::Cursor;
use std::time::{Duration, Instant};

use ponder_engine::{AnalysisRequest, GAMES, Limits, open};
use ponder_wire::ugi;
use proptest::prelude::*;

/// Waits that no healthy machine comes near.
const CEILING: Duration = Duration::from_mins(4);

/// What the engine says to a text before it ends.
fn answers(game: &str, text: &str) -> Vec<String> {
    let request = AnalysisRequest {
        hash: 1 << 20,
        ..AnalysisRequest::within(Limits::default())
    };
    let mut output = Vec::new();
    let session = open(game).expect("a game");
    let input = Cursor::new(text.as_bytes().to_vec());
    ugi::serve(session, request, input, &mut output).expect("a pipe");
    let output = String::from_utf8(output).expect("UTF-8");
    output.lines().map(str::to_owned).collect()
}

/// The lines that begin so, without that beginning.
fn all<'l>(lines: &'l [String], start: &str) -> Vec<&'l str> {
    let lines = lines.iter().filter_map(|line| line.strip_prefix(start));
    lines.map(str::trim).collect()
}

#[test]
fn the_engine_introduces_itself_with_typed_options() {
    let lines = answers("othello:size=6x6", "ugi\n");
    assert!(lines[0].starts_with("id name ponder "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("ugiok"));
    for line in [
        "option name Game type combo default othello:size=6x6 var othello:size=6x6 var abalone \
         var checkers var othello var expendibots var gothello var connect-four",
        "option name Hash type spin default 1 min 1 max 1048576",
        "option name Threads type spin default 1 min 1 max 1024",
        "option name MultiPV type spin default 1 min 1 max 256",
        "option name Ponder type check default false",
        "option name Clear Hash type button",
        "option name Eval type combo default standard var standard var static var complex",
        "option name With type string default <empty>",
    ] {
        assert!(lines.iter().any(|said| said == line), "{line}: {lines:#?}");
    }
}

#[test]
fn every_game_is_played() {
    for entry in GAMES {
        let name = entry.name;
        let script = format!(
            "ugi\nsetoption name Game value {name}\nisready\nuginewgame\nposition startpos\n\
             query p1turn\nquery gameover\nquery result\nquery game\nquery moves\nmoves\n\
             query fen\ngo nodes 300\n"
        );
        let lines = answers("othello", &script);
        let responses = all(&lines, "response");
        let session = open(name).expect("a game");
        let moves = session.move_texts(false).join(" ");
        let fen = session.position_text();
        let expected = ["true", "false", "none", name, &moves, &moves, &fen];
        assert_eq!(responses, expected, "{lines:#?}");
        let best = all(&lines, "bestmove")[0];
        let best = best.split(' ').next().expect("a move");
        assert!(session.move_texts(false).iter().any(|text| text == best));
        let infos = all(&lines, "info depth");
        let last = infos.last().expect("an info");
        for word in [
            "seldepth",
            "multipv 1",
            "score",
            "nodes 300",
            "nps",
            "hashfull",
            "time",
            "pv",
        ] {
            assert!(last.contains(word), "{name}: no {word} in {last}");
        }
        assert!(all(&lines, "info string error").is_empty(), "{lines:#?}");
    }
}

#[test]
fn the_same_nodes_give_the_same_search() {
    let script = "position startpos moves d3\ngo nodes 5000\nuginewgame\ngo nodes 5000\n";
    let lines = answers("othello", script);
    let best = all(&lines, "bestmove");
    assert_eq!(best.len(), 2);
    assert_eq!(best[0], best[1]);
    let request = AnalysisRequest {
        hash: 1 << 20,
        playing: true,
        ..AnalysisRequest::within(Limits::nodes(5000))
    };
    let mut session = open("othello").expect("a game");
    session.play("d3").expect("a move");
    let stop = ponder_engine::Stop::new();
    let view = session
        .analyse(&request, &stop, &mut |_| ())
        .expect("a search");
    assert!(best[0].starts_with(&view.best), "{best:?}");
}

#[test]
fn positions_are_told_by_text_and_moves() {
    let lines = answers(
        "checkers",
        "position fen B:W18,24,K10:B12,16,K22 moves 22x15x6\nquery fen\nquery p1turn\n\
         position startpos moves 11-15 22-18\nquery fen\n",
    );
    let mut session = open("checkers").expect("a game");
    session
        .set_position("B:W18,24,K10:B12,16,K22")
        .expect("a position");
    session.play("22x15x6").expect("a move");
    let first = session.position_text();
    let mut session = open("checkers").expect("a game");
    session.play("11-15").expect("a move");
    session.play("22-18").expect("a move");
    assert_eq!(
        all(&lines, "response"),
        [first, "false".to_owned(), session.position_text()]
    );
}

#[test]
fn a_position_that_is_refused_is_not_searched() {
    for bad in [
        "position startpos moves a1",
        "position fen nonsense",
        "position here",
        "position",
    ] {
        let lines = answers(
            "othello",
            &format!("{bad}\ngo depth 2\nposition startpos\ngo depth 1\n"),
        );
        assert_eq!(all(&lines, "info string error:").len(), 2, "{lines:#?}");
        let best = all(&lines, "bestmove");
        assert_eq!(best[0], "none", "{bad}");
        assert_ne!(best[1], "none", "{bad}");
    }
}

#[test]
fn a_game_that_is_over_has_a_result_and_no_move() {
    let cases = [
        (
            "connect-four",
            "position startpos moves d e d e d e d",
            "p1win",
        ),
        (
            "connect-four",
            "position startpos moves d e d e d e a e",
            "p2win",
        ),
        (
            "othello:size=4x4",
            "position fen XXXXXXXXOOOOOOOO X",
            "draw",
        ),
    ];
    for (game, position, result) in cases {
        let script = format!(
            "{position}\nquery gameover\nquery result\nquery moves\ngo nodes 9\ngo infinite\n"
        );
        let lines = answers(game, &script);
        assert_eq!(all(&lines, "response"), ["true", result, ""], "{lines:#?}");
        assert_eq!(all(&lines, "bestmove"), ["none", "none"]);
        assert_eq!(all(&lines, "info string error:").len(), 2);
    }
}

#[test]
fn scores_are_counted_in_plies_and_hundredths() {
    let lines = answers(
        "connect-four",
        "position startpos moves d e d e d e\ngo depth 4\n",
    );
    assert!(
        all(&lines, "info depth")[0].contains("score mate 1 "),
        "{lines:#?}"
    );
    assert!(all(&lines, "bestmove")[0].starts_with('d'));
    let lines = answers(
        "connect-four",
        "position startpos moves d e d e d e a\ngo depth 4\n",
    );
    assert!(
        all(&lines, "info depth")[0].contains("score mate 1 "),
        "{lines:#?}"
    );
    // What sound techniques find at the end of a game is proven.
    let mut session = open("othello:size=4x4").expect("a game");
    let mut last = session.fork();
    while session.position().outcome.is_none() {
        last = session.fork();
        let first = session.move_texts(true)[0].clone();
        session.play(&first).expect("a legal move");
    }
    assert_eq!(last.move_texts(true).len(), 1);
    let outcome = session.position().outcome.expect("the end");
    let black = last.position().turn == "black";
    let margin = i32::from(outcome.margin) * if black { 1 } else { -1 };
    let script = format!(
        "setoption name Exact value true\nposition fen {}\ngo depth 3\n",
        last.position_text()
    );
    let lines = answers("othello:size=4x4", &script);
    let expected = format!("score exact {} ", margin * 100);
    assert!(
        all(&lines, "info depth")[0].contains(&expected),
        "{expected} {lines:#?}"
    );
}

#[test]
fn several_limits_and_clocks_are_obeyed() {
    for limits in [
        "depth 3 nodes 100000 movetime 60000",
        "p1time 2000 p2time 1 p1inc 0 p2inc 0 movestogo 40",
        "p1time 0 p2time 60000",
        "movetime 20",
        "nodes 1",
    ] {
        let lines = answers("gothello", &format!("position startpos\ngo {limits}\n"));
        assert_eq!(all(&lines, "bestmove").len(), 1, "{limits}");
    }
    let lines = answers("othello", "position startpos\ngo depth 3 nodes 100000\n");
    let infos = all(&lines, "info depth");
    assert!(
        infos.last().expect("an info").starts_with("3 "),
        "{lines:#?}"
    );
}

#[test]
fn several_lines_are_told() {
    let lines = answers(
        "othello",
        "setoption name MultiPV value 3\nposition startpos moves d3\ngo depth 3\n",
    );
    let third: Vec<_> = all(&lines, "info depth 3")
        .into_iter()
        .filter(|line| line.contains("multipv"))
        .collect();
    for number in 1..=3 {
        let word = format!("multipv {number} ");
        assert!(third.iter().any(|line| line.contains(&word)), "{lines:#?}");
    }
}

#[test]
fn options_are_checked_and_wrong_ones_change_nothing() {
    for bad in [
        "setoption name Hash value much",
        "setoption name Hash value 0",
        "setoption name Threads value 5000",
        "setoption name MultiPV value -1",
        "setoption name Ponder value perhaps",
        "setoption name Eval value nobody",
        "setoption name Weights value /no/such/file",
        "setoption name Weights value /",
        "setoption name Weight value luck=3",
        "setoption name With value magic",
        "setoption name Without value magic",
        "setoption name Set value quiet-threshold=abc",
        "setoption name Ties value coin",
        "setoption name Game value chess",
        "setoption name Game value othello:size=99x99",
        "setoption name Colour value red",
        "setoption",
        "query weather",
        "perft deep",
    ] {
        let before = answers("othello", "ugi\n");
        let lines = answers("othello", &format!("{bad}\nugi\n"));
        assert_eq!(
            all(&lines, "info string error:").len(),
            1,
            "{bad}: {lines:#?}"
        );
        assert_eq!(lines[1..], before, "{bad}");
    }
}

#[test]
fn options_change_the_search() {
    let script = "setoption name exact value true\nsetoption name Without value table\n\
                  setoption name Hash value 2\nsetoption name Eval value static\n\
                  setoption name Weight value corners=3 edges=1\nsetoption name Clear Hash\n\
                  setoption name Ties value random:7\nugi\nposition startpos\ngo depth 3\n";
    let lines = answers("othello", script);
    assert!(all(&lines, "info string error:").is_empty(), "{lines:#?}");
    for line in [
        "option name Hash type spin default 2 min 1 max 1048576",
        "option name Exact type check default true",
        "option name Eval type combo default static var standard var static var complex",
        "option name Weight type string default corners=3 edges=1",
        "option name Without type string default table",
        "option name Ties type string default random:7",
    ] {
        assert!(lines.iter().any(|said| said == line), "{line}: {lines:#?}");
    }
    assert_eq!(all(&lines, "bestmove").len(), 1);
    // What the next game does not know goes back to its own liking, and the host is told.
    let script = "setoption name Eval value eye\nsetoption name Game value checkers\nugi\n";
    let lines = answers("gothello", script);
    assert_eq!(all(&lines, "info string error:").len(), 1, "{lines:#?}");
    assert!(all(&lines, "option name Eval")[0].starts_with("type combo default standard"));
}

#[test]
fn helpers_of_developers_are_there() {
    let lines = answers("othello", "d\neval\nperft 3\ntechniques\n");
    assert!(lines.iter().any(|line| line == "game othello"));
    assert!(lines.iter().any(|line| line.starts_with("info score cp")));
    assert!(lines.iter().any(|line| line == "leaves 56"), "{lines:#?}");
    assert!(
        lines
            .iter()
            .any(|line| line.contains("techniques") && line.contains("lmr"))
    );
}

#[test]
fn unknown_words_are_ignored_and_every_line_end_counts() {
    let plain = answers("othello", "isready\nposition startpos\nquery p1turn\n");
    assert_eq!(plain, ["readyok", "response true"]);
    for text in [
        "isready\rposition startpos\rquery p1turn\r",
        "isready\r\nposition startpos\r\nquery p1turn",
        "hello\n\n  isready  \nucinewgame\n\u{0}\nposition startpos\njoho 3\nstop\nponderhit\nquery p1turn\n",
    ] {
        assert_eq!(answers("othello", text), plain, "{text:?}");
    }
    let long = format!("position {}\nisready\n", "x".repeat(1 << 20));
    let lines = answers("othello", &long);
    assert_eq!(lines.last().map(String::as_str), Some("readyok"));
    assert_eq!(lines.len(), 2, "{lines:?}");
}

#[test]
fn commands_before_the_end_are_done_and_endless_searches_end_with_it() {
    let lines = answers(
        "othello",
        "position startpos\ngo depth 3\nposition startpos moves d3\ngo depth 2\nquery p1turn\n\
         go infinite\n",
    );
    assert_eq!(all(&lines, "bestmove").len(), 3, "{lines:#?}");
    assert_eq!(all(&lines, "response"), ["false"]);
    assert_eq!(
        all(&answers("othello", "go ponder depth 2\n"), "bestmove").len(),
        1
    );
}

#[test]
fn a_quit_is_obeyed_after_what_was_said_before() {
    let lines = answers("othello", "perft 3\nd\nquit\nd\n");
    assert!(lines.iter().any(|line| line == "leaves 56"), "{lines:#?}");
    assert_eq!(all(&lines, "game othello").len(), 1, "{lines:#?}");
    let lines = answers("connect-four", "bench\nquit\n");
    assert_eq!(all(&lines, "bench signature").len(), 1, "{lines:#?}");
    let begun = Instant::now();
    let lines = answers(
        "othello",
        "go depth 60\nposition startpos moves d3\nquery p1turn\ngo infinite\n\
         position startpos moves a1\ngo depth 5\nquit\n",
    );
    assert!(begun.elapsed() < CEILING);
    let best = all(&lines, "bestmove");
    assert_eq!(best.len(), 3, "{lines:#?}");
    assert!(best[0] != "none" && best[1] != "none" && best[2] == "none");
    assert_eq!(all(&lines, "response"), ["false"]);
}

#[test]
fn a_search_that_nobody_can_stop_ends() {
    let begun = Instant::now();
    let lines = answers("othello", "go depth 60\nquery p1turn\n");
    assert!(begun.elapsed() < CEILING);
    assert_eq!(all(&lines, "bestmove").len(), 1, "{lines:#?}");
    assert_eq!(all(&lines, "response"), ["true"]);
}

#[test]
fn a_go_with_wrong_numbers_is_refused() {
    for limits in [
        "depth x",
        "depth",
        "depth -3",
        "nodes 0",
        "movetime -5",
        "p1time 99999999999999999999 p2time 1000",
    ] {
        let lines = answers("othello", &format!("go {limits}\nisready\n"));
        assert_eq!(all(&lines, "info string error: go").len(), 1, "{lines:#?}");
        assert_eq!(all(&lines, "bestmove"), ["none"], "{limits}");
    }
}

#[test]
fn the_session_in_the_documentation_is_true() {
    let docs = include_str!("../../../docs/protocols.md");
    let section = docs.split("\n## ").find(|text| text.starts_with("UGI"));
    let session = section.and_then(|text| text.split("```text\n").nth(1));
    let session = session.and_then(|text| text.split("```").next());
    let session = session.expect("a session");
    let side = |mark| {
        session
            .lines()
            .filter_map(move |line: &str| line.strip_prefix(mark))
    };
    // Without the `quit`, which would cut the searches short.
    let input: Vec<_> = side("> ").filter(|line| *line != "quit").collect();
    let said = answers("othello", &(input.join("\n") + "\n"));
    // Speed and options are left out.
    let told = |line: &&str| !line.contains("info depth") && !line.contains("option");
    let expected: Vec<_> = side("< ").filter(told).collect();
    let said: Vec<_> = said.iter().map(String::as_str).filter(told).collect();
    let said: Vec<_> = said
        .into_iter()
        .filter(|line| !line.starts_with("id author"))
        .collect();
    assert_eq!(said, expected);
}

/// Lines that are nearly right.
fn lines() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "ugi",
        "isready",
        "uginewgame",
        "position",
        "startpos",
        "fen",
        "moves",
        "go",
        "depth",
        "nodes",
        "movetime",
        "p1time",
        "p2inc",
        "movestogo",
        "infinite",
        "ponder",
        "ponderhit",
        "stop",
        "query",
        "p1turn",
        "result",
        "setoption",
        "name",
        "value",
        "Game",
        "MultiPV",
        "Clear",
        "Eval",
        "With",
        "Set",
        "othello",
        "gothello",
        "connect-four",
        "d3",
        "c3",
        "pass",
        "0",
        "1",
        "2",
        "7",
        "-3",
        "99999999999999999999",
        "d",
        "eval",
        "<empty>",
        "\t",
        "\u{e9}",
    ]);
    let nearly = prop::collection::vec(words, 0..7).prop_map(|words| words.join(" "));
    prop_oneof![6 => nearly, 1 => ".{0,40}"]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_a_host_says_breaks_the_engine(lines in prop::collection::vec(lines(), 0..24)) {
        // A search that a host may wait for is always answered.
        let text = format!("{}\nstop\nisready\n", lines.join("\n"));
        prop_assume!(!text.contains("depth 7") && !text.contains("depth 9"));
        let said = answers("othello:size=6x6", &text);
        prop_assert!(said.iter().any(|line| line == "readyok"));
    }
}
