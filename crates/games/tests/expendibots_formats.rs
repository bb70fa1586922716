//! The files and words of Expendibots' own world.

use ponder_core::{Fault, Format, Notation, Outcome, Player, Record, Rules};
use ponder_games::expendibots::words::{
    json, read_result, read_sentence, read_tuple, read_wire, result, sentence, tuple, wire,
};
use ponder_games::expendibots::{Action, Expendibots, Square};
use ponder_testkit::{fuzz, open, read};

const ACTIONS: &str = r#"("MOVE", 1, (3, 1), (4, 1))
("MOVE", 1, (0, 6), (0, 5))
("MOVE", 2, (4, 1), (4, 3))
("BOOM", (6, 6))
"#;
const JSON: &str = r#"[["MOVE",1,[3,1],[4,1]],["MOVE",1,[0,6],[0,5]],["MOVE",2,[4,1],[4,3]],["BOOM",[6,6]]]
[]
"#;
const WIRE: &str = "MOVE 1 3 1 4 1\nMOVE 1 0 6 0 5\nMOVE 2 4 1 4 3\nBOOM 6 6\n";
const LOG: &str = "\
[game ] - Start game log at Fri May 22 10:00:00 2020
[white] - MOVE 1 from (3, 1) to (4, 1).
[black] - MOVE 1 from (0, 6) to (0, 5).
[white] - MOVE 2 from (4, 1) to (4, 3).
[black] - BOOM at (6, 6).
[over ] - draw detected: maximum number of turns reached.
";
const CANONICAL: &str = "startpos moves 1d2e2 1a7a6 2e2e4 g7!\n";
const STACKS: &str = "{\"white\": [[2,1,2]], \"black\": [[2,5,1],[1,0,3]]}\n";

fn game() -> Expendibots {
    open("expendibots")
}

fn format(name: &str) -> Format<Expendibots> {
    let formats = game().all_formats();
    let found = formats.into_iter().find(|format| format.name == name);
    found.unwrap_or_else(|| panic!("no format {name}"))
}

fn records(name: &str, text: &str) -> Vec<Record<Expendibots>> {
    let records = (format(name).read)(&game(), text);
    records.unwrap_or_else(|fault| panic!("{name}: {fault} at {:?}", fault.at))
}

fn written(name: &str, records: &[Record<Expendibots>]) -> String {
    (format(name).write)(&game(), records).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

fn unreadable(name: &str, text: &str) -> Fault {
    let refused = (format(name).read)(&game(), text);
    refused
        .map(|_| ())
        .expect_err("this text should be refused")
}

fn unwritable(name: &str, records: &[Record<Expendibots>]) -> String {
    let refused = (format(name).write)(&game(), records);
    refused
        .expect_err("these records should be refused")
        .to_string()
}

fn canonical(text: &str) -> Vec<Record<Expendibots>> {
    records("game", text)
}

#[test]
fn every_format_round_trips() {
    for (name, text) in [
        ("actions", ACTIONS),
        ("json", JSON),
        ("wire", WIRE),
        ("log", LOG),
        ("position-json", STACKS),
    ] {
        assert_eq!(written(name, &records(name, text)), text);
        assert_eq!(written(name, &[]), "");
        assert!(records(name, " \n").is_empty());
    }
}

#[test]
fn formats_of_games_say_the_same() {
    for (name, text) in [("actions", ACTIONS), ("wire", WIRE), ("log", LOG)] {
        assert_eq!(written("game", &records(name, text)), CANONICAL, "{name}");
    }
    let games = records("json", JSON);
    assert_eq!(written("game", &games), format!("{CANONICAL}startpos\n"));
    assert_eq!(written("actions", &canonical(CANONICAL)), ACTIONS);
    assert_eq!(written("wire", &canonical(CANONICAL)), WIRE);
}

#[test]
fn lists_of_actions_are_read_in_python_and_in_json() {
    for text in [
        "('MOVE',1,(3,1),(4,1))\n\n( 'move' , 1,[0 ,6],( 0,5) )",
        "[('MOVE', 1, (3, 1), (4, 1)), ('MOVE', 1, (0, 6), (0, 5))]",
        "(['MOVE', 1, [3, 1], (4, 1)],\n  ['MOVE', 1, (0, 6), (0, 5)]\n)",
        "[\"MOVE\",1,[3,1],[4,1]],[\"MOVE\",1,[0,6],[0,5]]",
    ] {
        for name in ["actions", "json"] {
            let game = written("game", &records(name, text));
            assert_eq!(game, "startpos moves 1d2e2 1a7a6\n", "{text}");
        }
    }
}

#[test]
fn rows_and_lists_of_actions_are_games_in_their_order() {
    let text = "('BOOM', (0, 0)) ('BOOM', (0, 7)) [('BOOM', (3, 0))] [] ('BOOM', (7, 0))";
    assert_eq!(
        written("game", &records("actions", text)),
        "startpos moves a1! a8!\nstartpos moves d1!\nstartpos\nstartpos moves h1!\n"
    );
}

#[test]
fn faults_of_lists_point_at_the_place() {
    for (text, at, sentence) in [
        ("x", 0, "\"x\" is out of place (expected [ or ()"),
        (
            "(MOVE",
            1,
            "\"M\" is out of place (expected a word in quotes)",
        ),
        (
            "('JUMP', 1",
            2,
            "\"JUMP\" is no kind of action (expected MOVE or BOOM)",
        ),
        (
            "('BOOM', (0, 8))",
            13,
            "8 is no coordinate (expected a coordinate from 0 to 7)",
        ),
        (
            "('BOOM', (0, -1))",
            13,
            "\"-\" is out of place (expected a coordinate from 0 to 7)",
        ),
        (
            "('MOVE', 13, (0, 1), (0, 2))",
            9,
            "13 is no token count (expected a token count from 1 to 12)",
        ),
        ("('BOOM', (0, 1]", 14, "\"]\" is out of place (expected ))"),
        ("('BOOM\", (0, 1]", 6, "\"\"\" is out of place (expected ')"),
        (
            "[('BOOM', (0, 1))",
            17,
            "the text ends too early (expected , or ])",
        ),
        (
            "('BOOM', (0, 1)) ('BOOM', (0, 1))",
            17,
            "a2 is empty (it is black's turn)",
        ),
        (
            "[('MOVE', 1, (0, 1), (0, 3))]",
            1,
            "a4 is 2 steps from a2 (a stack of 1 reaches no further than 1)",
        ),
    ] {
        for name in ["actions", "json"] {
            let fault = unreadable(name, text);
            assert_eq!(
                (fault.at, fault.to_string().as_str()),
                (Some(at), sentence),
                "{text}"
            );
        }
    }
}

#[test]
fn faults_of_the_wire_point_at_the_place() {
    for (text, at, sentence) in [
        (
            "MOVE 1 3 1 4 1\nPASS",
            15,
            "\"PASS\" is no kind of action (expected MOVE or BOOM)",
        ),
        (
            "BOOM 3",
            6,
            "the text ends too early (expected a coordinate from 0 to 7)",
        ),
        (
            "BOOM 3 1 1",
            9,
            "\"1\" is out of place (expected nothing more)",
        ),
        (
            "\n BOOM 3 7",
            2,
            "the stack on d8 is black (it is white's turn)",
        ),
    ] {
        let fault = unreadable("wire", text);
        assert_eq!(
            (fault.at, fault.to_string().as_str()),
            (Some(at), sentence),
            "{text}"
        );
    }
}

#[test]
fn formats_without_a_mark_between_games_hold_one() {
    let two = canonical("startpos moves a1!\nstartpos moves a1!\n");
    let none = canonical("startpos\n");
    for name in ["actions", "wire"] {
        for records in [&two, &none] {
            assert_eq!(
                unwritable(name, records),
                "this format holds one game that has begun (the formats json and game hold any number)"
            );
        }
    }
    assert_eq!(
        written("json", &two),
        "[[\"BOOM\",[0,0]]]\n[[\"BOOM\",[0,0]]]\n"
    );
}

#[test]
fn games_from_other_starts_are_refused() {
    let stacks =
        "......../......../......../......../......../......../......../w3....b w moves a1!";
    let stacks = stacks.replace("....b w", "......b w");
    let other = canonical(&stacks);
    let late = Record {
        plies: 3,
        ..Record::at(game().start())
    };
    for name in ["actions", "json", "wire", "log"] {
        assert_eq!(
            unwritable(name, &other),
            "the game does not begin at the start position (the formats game and position can write it)"
        );
    }
    assert!(unwritable("json", &[late]).starts_with("the game does not begin"));
}

#[test]
fn logs_keep_their_date_result_and_errors() {
    let record = &records("log", LOG)[0];
    assert_eq!(record.tag("date"), Some("Fri May 22 10:00:00 2020"));
    let limit = Outcome::draw("maximum number of turns reached");
    assert_eq!(record.result, Some(limit));

    let error = "[white] - BOOM at (0, 0).\n[error] - illegal action detected (black): None.\n";
    let record = &records("log", error)[0];
    assert_eq!(record.result, None);
    let comment = (1, "illegal action detected (black): None.".to_owned());
    assert_eq!(record.comments, [comment]);
}

#[test]
fn logs_follow_each_other() {
    let two = "[game ] - Start game log\n[game ] - Start game log\n[white] - BOOM at (0, 0).\n";
    let games = records("log", two);
    assert_eq!(
        games
            .iter()
            .map(|game| game.moves.len())
            .collect::<Vec<_>>(),
        [0, 1]
    );
    assert_eq!(written("log", &games), two);
}

#[test]
fn logs_end_with_the_result_that_the_rules_know() {
    let shuffle = "a2a3 a7a6 a3a2 a6a7 ".repeat(3);
    let log = written("log", &canonical(&format!("startpos moves {shuffle}")));
    assert!(log.ends_with("\n[over ] - draw detected: game state occurred 4 times.\n"));
    let won = canonical("startpos moves a1! a8! d1! d8! h1!");
    let log = written("log", &won);
    assert!(
        log.ends_with("\n[white] - BOOM at (7, 0).\n[over ] - winner: black\n"),
        "{log}"
    );
}

#[test]
fn faults_of_logs_point_at_the_place() {
    for (text, at, sentence) in [
        (
            "white - BOOM at (0, 0).",
            0,
            "this is no line of a game log (expected [game ], [white], [black], [over ] or [error], \
             then - and a text)",
        ),
        (
            "[black] - BOOM at (0, 7).",
            0,
            "\"black\" is not the side to move (it is white's turn)",
        ),
        (
            "[white] - BOOM (0, 0).",
            15,
            "a word of the sentence is missing (expected \"at\")",
        ),
        (
            "[white] - BOOM at (0, 2).",
            10,
            "a3 is empty (it is white's turn)",
        ),
        (
            "\n[over ] - winner: red",
            11,
            "this is no result of the referee (expected \"winner: white\", \"winner: black\" or \
             \"draw detected: \" and a reason)",
        ),
        (
            "[over ] - winner: black\n[white] - BOOM at (0, 0).",
            24,
            "the game is over (another begins with [game ])",
        ),
    ] {
        let fault = unreadable("log", text);
        assert_eq!(
            (fault.at, fault.to_string().as_str()),
            (Some(at), sentence),
            "{text}"
        );
    }
}

#[test]
fn stacks_are_read_with_white_to_move() {
    let game = game();
    let text = "{\n  \"black\": [[1,0,3],[2,5,1]],\n  'white': ((2,1,2),)}";
    let pos = read(
        &game,
        "......../......../......../......../b......./.w2....../.....b2../........ w",
    );
    assert_eq!(records("position-json", text)[0].start, pos);
    assert_eq!(records("position-json", STACKS)[0].start, pos);
    let empty = "{\"white\": [], \"black\": []}\n";
    assert_eq!(
        written("position-json", &records("position-json", empty)),
        empty
    );
}

#[test]
fn faults_of_stacks_name_the_broken_rule() {
    for (text, at, sentence) in [
        ("[]", 0, "\"[\" is out of place (expected {)"),
        ("{\"white\": []}", 12, "\"}\" is out of place (expected ,)"),
        (
            "{\"red\": []}",
            2,
            "\"red\" is no player (expected white or black)",
        ),
        (
            "{\"white\": [], \"white\": []}",
            15,
            "white is listed twice (list each player once)",
        ),
        (
            "{\"white\": [[1,0,0]], \"black\": [[1,0,0]]}",
            31,
            "two stacks stand on a1 (add their counts, if one player owns both)",
        ),
        (
            " {\"white\": [[12,0,0],[1,1,1]], \"black\": []}",
            1,
            "white has 13 tokens (each player begins with 12)",
        ),
        (
            "{\"white\": [[0,0,0]], \"black\": []}",
            12,
            "0 is no token count (expected a token count from 1 to 12)",
        ),
    ] {
        let fault = unreadable("position-json", text);
        assert_eq!(
            (fault.at, fault.to_string().as_str()),
            (Some(at), sentence),
            "{text}"
        );
    }
    assert_eq!(
        unwritable("position-json", &canonical("startpos moves a1!")),
        "this format cannot say that black is to move (the format position can)"
    );
}

#[test]
fn actions_are_spelled_in_four_ways() {
    let square = |x, y| Square::new(x, y).expect("on the board");
    let (from, to) = (square(3, 1), square(4, 1));
    let action = Action::Move { count: 1, from, to };
    assert_eq!(tuple(action), "(\"MOVE\", 1, (3, 1), (4, 1))");
    assert_eq!(json(action), "[\"MOVE\",1,[3,1],[4,1]]");
    assert_eq!(wire(action), "MOVE 1 3 1 4 1");
    assert_eq!(sentence(action), "MOVE 1 from (3, 1) to (4, 1).");
    let boom = Action::Boom { at: square(6, 6) };
    assert_eq!(tuple(boom), "(\"BOOM\", (6, 6))");
    assert_eq!(json(boom), "[\"BOOM\",[6,6]]");
    assert_eq!(wire(boom), "BOOM 6 6");
    assert_eq!(sentence(boom), "BOOM at (6, 6).");
    for action in [action, boom] {
        assert_eq!(read_tuple(&tuple(action)), Ok(action));
        assert_eq!(read_tuple(&json(action)), Ok(action));
        assert_eq!(read_wire(&wire(action)), Ok(action));
        assert_eq!(read_sentence(&sentence(action)), Ok(action));
    }
    assert!(read_tuple("('BOOM', (6, 6)) x").is_err());
}

#[test]
fn results_are_spelled_as_the_referee_does() {
    let draws = [
        ("no tokens remaining", "draw detected: no tokens remaining"),
        (
            "game state occurred 4 times",
            "draw detected: game state occurred 4 times.",
        ),
        (
            "maximum number of turns reached",
            "draw detected: maximum number of turns reached.",
        ),
    ];
    for (reason, text) in draws {
        assert_eq!(result(Outcome::draw(reason)), text);
        assert_eq!(read_result(text), Ok(Outcome::draw(reason)));
    }
    for (player, text) in [
        (Player::First, "winner: white"),
        (Player::Second, "winner: black"),
    ] {
        let read = read_result(text).expect("a result");
        assert_eq!((read.winner(), result(read).as_str()), (Some(player), text));
    }
}

#[test]
fn survives_any_text() {
    let position = "bb.bb.bb/b..bb.bA/......../......../....w3.../......../ww.ww.ww/........ b";
    let samples = [
        ("position", position),
        ("game", "startpos moves 1d2e2 1a7a6 2e2e4 g7!"),
        ("actions", ACTIONS),
        ("json", JSON),
        ("wire", WIRE),
        ("log", LOG),
        ("position-json", STACKS),
    ];
    fuzz::run_all(&game(), 100_000, &samples);
}
