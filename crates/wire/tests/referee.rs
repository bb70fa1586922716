//! The pipe to the referee's player, line by line.

use std::fmt::Write as _;
use std::time::Instant;

use ponder_engine::{AnalysisRequest, Limits, open};
use ponder_wire::referee::serve;

/// The answers to some lines.
fn answers(lines: &str) -> Vec<String> {
    let session = open("expendibots").expect("a game");
    let request = AnalysisRequest::within(Limits::nodes(300));
    let mut output = Vec::new();
    serve(session, request, lines.as_bytes(), &mut output).expect("nothing fails");
    let output = String::from_utf8(output).expect("text");
    output.lines().map(str::to_owned).collect()
}

#[test]
fn a_game_goes_on_line_by_line() {
    for end in ["\n", "\r\n", "\r"] {
        let lines =
            "init white\ngo\nupdate white MOVE 1 3 1 4 1\nupdate black BOOM 6 6\ngo\nquit\ngo\n";
        let answers = answers(&lines.replace('\n', end));
        assert_eq!(answers.len(), 5);
        assert_eq!([&answers[0], &answers[2], &answers[3]], ["ok"; 3]);
        for action in [&answers[1], &answers[4]] {
            let numbers: Vec<_> = action.split(' ').skip(1).map(str::parse::<u8>).collect();
            assert!(numbers.iter().all(Result::is_ok), "{action}");
            let count = if action.starts_with("MOVE ") { 5 } else { 2 };
            assert_eq!(numbers.len(), count, "{action}");
        }
    }
}

#[test]
fn an_action_is_made_only_when_it_is_told() {
    let answers =
        answers("init black 5 60\ngo\nupdate white BOOM 0 0\nupdate white BOOM 7 7\nleft");
    assert_eq!(answers[0], "ok");
    assert_eq!(answers[1], "error it is white's turn, not ours");
    assert_eq!(answers[2], "ok");
    assert!(answers[3].starts_with("error it is not white's turn"));
    let left: f64 = answers[4]
        .strip_prefix("left ")
        .expect("time")
        .parse()
        .expect("seconds");
    assert!(left > 4.0 && left <= 5.0, "{left}");
}

#[test]
fn what_is_wrong_is_said_and_nothing_is_lost() {
    let long = "x".repeat(10_000);
    let lines = format!(
        "go\ninit\ninit green\ninit white much\ninit white 5 huge\ninit white -1\ninit white 5 1\n\
         init white 5\nupdate\nupdate white\nupdate white MOVE 9 9 9 9 9\nupdate white BOOM 2 2\n\
         dance\n{long}\n\u{0}\n\nupdate white BOOM 0 0\n"
    );
    let answers = answers(&lines);
    for (index, word) in [
        "before a game",
        "nobody plays",
        "\"green\"",
        "\"much\" is no number of seconds",
        "\"huge\" is no number of megabytes",
        "\"-1\"",
        "does not fit",
    ]
    .into_iter()
    .enumerate()
    {
        assert!(answers[index].starts_with("error "), "{}", answers[index]);
        assert!(answers[index].contains(word), "{}", answers[index]);
    }
    assert_eq!(answers[7], "ok");
    assert!(answers[8..15].iter().all(|line| line.starts_with("error ")));
    assert_eq!(answers[15..], ["ok"]);
}

#[test]
fn a_wrong_init_leaves_the_game_as_it_is() {
    let lines =
        answers("init white 3\ninit white x\ninit green\nleft\nupdate white MOVE 1 3 1 4 1\n");
    assert_eq!(lines[0], "ok");
    assert!(lines[1].starts_with("error") && lines[2].starts_with("error"));
    assert!(lines[3].starts_with("left "), "{lines:?}");
    assert_eq!(lines[4], "ok");
}

#[test]
fn a_finished_game_asks_for_nothing() {
    // All of a cluster goes at once: black blows itself up.
    let moves = ["BOOM 0 0", "BOOM 0 7", "BOOM 3 0", "BOOM 3 7", "BOOM 6 0"];
    let mut lines = "init black 5\n".to_owned();
    for (ply, action) in moves.iter().enumerate() {
        let _ = writeln!(lines, "update {} {action}", ["white", "black"][ply % 2]);
    }
    let answers = answers(&(lines + "go\n"));
    assert!(
        answers[6].starts_with("error the game is over"),
        "{answers:?}"
    );
}

/// The whole budget is never spent, however long the game and however dear each answer is.
#[test]
fn a_whole_game_fits_its_budget() {
    // Nothing is decided, and every answer thinks.
    let mut lines = "init white 2\n".to_owned();
    let shuffle = [
        ("white", "MOVE 1 0 0 0 1"),
        ("black", "MOVE 1 0 7 0 6"),
        ("white", "MOVE 1 0 1 0 0"),
        ("black", "MOVE 1 0 6 0 7"),
    ];
    for turn in 0..240 {
        let (colour, action) = shuffle[turn % 4];
        if colour == "white" {
            lines += "go\n";
        }
        let _ = writeln!(lines, "update {colour} {action}");
    }
    lines += "left\n";
    // Otherwise the fourth time makes a draw.
    let endless = open("expendibots:repetition=off").expect("a game");
    let begun = Instant::now();
    let mut output = Vec::new();
    let request = AnalysisRequest::within(Limits::default());
    serve(endless, request, lines.as_bytes(), &mut output).expect("nothing fails");
    let spent = begun.elapsed().as_secs_f64();
    let output = String::from_utf8(output).expect("text");
    assert!(!output.contains("error"), "{output}");
    let left = output
        .lines()
        .last()
        .and_then(|line| line.strip_prefix("left "));
    let left: f64 = left.expect("time").parse().expect("seconds");
    assert!(left > 0.0, "some is kept back");
    // What is said to be left is so: the rest was spent, and reading is cheap.
    assert!(spent >= 2.0 - left, "{spent} {left}");
    assert!(spent < 2.0 * 20.0);
}
