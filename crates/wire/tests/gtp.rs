//! GTP, the engine's side, answer by answer.

use std::io::Cursor;

use ponder_engine::{AnalysisRequest, GAMES, Limits, Session, open};
use ponder_wire::gtp;
use proptest::prelude::*;

fn output(game: &str, text: &str) -> String {
    let request = AnalysisRequest {
        hash: 1 << 20,
        ..AnalysisRequest::within(Limits::default())
    };
    let mut output = Vec::new();
    let session = open(game).expect("a game");
    let input = Cursor::new(text.as_bytes().to_vec());
    gtp::serve(session, request, input, &mut output).expect("a pipe");
    String::from_utf8(output).expect("UTF-8")
}

/// One answer a command.
fn answers(game: &str, commands: &[&str]) -> Vec<String> {
    let output = output(game, &(commands.join("\n") + "\n"));
    let answers: Vec<_> = output.split_terminator("\n\n").map(str::to_owned).collect();
    assert_eq!(answers.len(), commands.len(), "{output}");
    answers
}

#[test]
fn the_frame_is_byte_exact() {
    let text = "# a comment\n\n1 protocol_version\r\nname\t# who?\n  17\tknown_command  play \n\
                known_command dance\ndance\n23 dance\nkomi x\n42 quit\nname\n";
    assert_eq!(
        output("othello", text),
        "=1 2\n\n= ponder\n\n=17 true\n\n= false\n\n? unknown command\n\n\
         ?23 unknown command\n\n? komi not a float\n\n=42\n\n"
    );
}

#[test]
fn every_listed_command_is_known_and_answers() {
    let list = &answers("othello", &["list_commands"])[0];
    let list: Vec<_> = list.trim_start_matches("= ").lines().collect();
    for name in [
        "boardsize",
        "genmove",
        "gogui-rules_board",
        "reg_genmove",
        "time_left",
        "undo",
    ] {
        assert!(list.contains(&name), "{list:?}");
    }
    for name in list {
        let known = format!("known_command {name}");
        let said = answers("othello", &["ponder-limit depth 1", &known, name]);
        assert_eq!(said[1], "= true");
        assert!(!said[2].contains("unknown command"), "{name}");
    }
}

#[test]
fn a_game_of_othello_is_played_and_taken_back() {
    let said = answers(
        "othello",
        &[
            "boardsize 8",
            "clear_board",
            "komi 6.5",
            "ponder-limit depth 3",
            "play black F5",
            "play b d6",
            "play white a1",
            "play white d6",
            "gogui-rules_side_to_move",
            "reg_genmove black",
            "gogui-rules_side_to_move",
            "genmove black",
            "gogui-rules_side_to_move",
            "undo",
            "undo",
            "undo",
            "undo",
            "final_score",
            "gogui-rules_final_result",
        ],
    );
    assert_eq!(said[4], "=");
    assert_eq!(said[5], "? wrong color");
    assert!(said[6].starts_with("? illegal move"), "{said:?}");
    assert_eq!(
        [&*said[8], &*said[10], &*said[12]],
        ["= black", "= black", "= white"]
    );
    assert_eq!(said[9], said[11], "a fixed depth gives the same move");
    assert_eq!([&*said[15], &*said[16]], ["=", "? cannot undo"]);
    assert!(said[17].starts_with("? cannot score"));
    assert_eq!(said[18], "=");
}

#[test]
fn the_rules_are_told_as_gogui_asks_for_them() {
    let said = answers(
        "othello",
        &[
            "gogui-rules_game_id",
            "gogui-rules_board_size",
            "gogui-rules_board",
            "gogui-rules_legal_moves",
            "gogui-rules_side_to_move",
            "showboard",
        ],
    );
    assert_eq!(said[0], "= Othello");
    assert_eq!(said[1], "= 8");
    // Row 8 first: cells keep the names that Othello programs on GTP give them.
    let empty = ". . . . . . . .\n".repeat(3);
    let board = format!("{empty}. . . X O . . .\n. . . O X . . .\n{empty}");
    assert_eq!(said[2], format!("= {}", board.trim_end()));
    assert_eq!(said[3], "= D3 C4 F5 E6");
    assert_eq!(said[4], "= black");
    assert!(said[5].starts_with("=\n"), "{}", said[5]);
    let said = answers(
        "othello",
        &["boardsize 10", "gogui-rules_legal_moves", "play black E4"],
    );
    assert_eq!(said[0], "=");
    assert_eq!(said[1], "= E4 D5 G6 F7");
    assert_eq!(said[2], "=");
}

#[test]
fn boards_of_other_sizes_are_made_where_the_game_has_them() {
    let cases = [
        ("othello", "boardsize 6", "=", "= 6"),
        ("othello", "boardsize 10 6", "=", "= 10 6"),
        ("othello", "boardsize 99", "? unacceptable size", "= 8"),
        (
            "othello",
            "boardsize x",
            "? boardsize not an integer",
            "= 8",
        ),
        ("othello", "boardsize", "? boardsize not an integer", "= 8"),
        ("gothello", "boardsize 7", "=", "= 7"),
        ("gothello", "boardsize 19", "? unacceptable size", "= 5"),
        (
            "connect-four",
            "boardsize 8",
            "? unacceptable size",
            "= 7 6",
        ),
    ];
    for (game, command, answer, size) in cases {
        let said = answers(game, &[command, "gogui-rules_board_size"]);
        assert_eq!([&*said[0], &*said[1]], [answer, size], "{game} {command}");
    }
}

#[test]
fn every_game_is_played_to_its_end_in_its_own_words() {
    for entry in GAMES {
        let mut session = open(entry.name).expect("a game");
        let mut commands = vec![
            format!("set_game {}", entry.title),
            "ponder-limit nodes 20".to_owned(),
        ];
        let colours = match session.players() {
            ["white", _] => ["white", "black"],
            _ => ["black", "white"],
        };
        // Twenty plies, each by the other side, and one that is told.
        for ply in 0..20 {
            commands.push(format!("genmove {}", colours[ply % 2]));
        }
        commands.push("gogui-rules_legal_moves".to_owned());
        let commands: Vec<_> = commands.iter().map(String::as_str).collect();
        let said = answers("othello", &commands);
        for answer in &said[2..22] {
            if answer == "? the game is over" {
                continue;
            }
            let play = answer.trim_start_matches("= ");
            let own = session.move_texts(false);
            let own = own.iter().find(|text| text.eq_ignore_ascii_case(play));
            let own = own
                .unwrap_or_else(|| panic!("{}: {answer}", entry.name))
                .clone();
            session.play(&own).expect("a legal move");
        }
        let moves = said[22].trim_start_matches('=').trim();
        assert_eq!(
            moves.split_whitespace().count(),
            session.move_texts(false).len()
        );
    }
}

#[test]
fn results_are_told() {
    let said = answers(
        "connect-four",
        &[
            "play black d",
            "play white e",
            "play b d",
            "play w e",
            "play red d",
            "play yellow e",
            "play b d",
            "final_score",
            "gogui-rules_final_result",
            "genmove white",
            "gogui-rules_legal_moves",
        ],
    );
    assert_eq!(said[6], "=");
    assert_eq!(said[7], "= B+1");
    assert!(said[8].starts_with("= red wins"), "{}", said[8]);
    assert_eq!(said[9], "? the game is over");
    assert_eq!(said[10], "=");
}

#[test]
fn a_side_that_must_pass_may_be_passed_over() {
    let (session, line) = a_pass("othello:size=4x4");
    let passing = session.position().turn;
    let other = if passing == "black" { "white" } else { "black" };
    let plays: Vec<_> = line
        .iter()
        .map(|(colour, play)| format!("play {colour} {play}"))
        .collect();
    let plays: Vec<_> = plays.iter().map(String::as_str).collect();
    let (silent, said) = (format!("genmove {other}"), format!("play {passing} pass"));
    let start = ["boardsize 4", "ponder-limit depth 4"];
    let one = answers("othello", &[&start, &plays[..], &[&silent]].concat());
    let two = answers("othello", &[&start, &plays[..], &[&said, &silent]].concat());
    assert!(one.last().expect("an answer").starts_with("= "), "{one:?}");
    assert_eq!(one.last(), two.last());
    let asked = format!("genmove {passing}");
    let three = answers("othello", &[&start, &plays[..], &[&asked]].concat());
    assert_eq!(three.last().map(String::as_str), Some("= pass"));
}

/// A game that has come to a forced pass, and its moves with their colours.
fn a_pass(id: &str) -> (Box<dyn Session>, Vec<(&'static str, String)>) {
    for seed in 0..1000_usize {
        let mut session = open(id).expect("a game");
        let mut line = Vec::new();
        while session.position().outcome.is_none() {
            let moves = session.move_texts(false);
            if moves == ["pass"] {
                return (session, line);
            }
            let play = moves[seed.wrapping_mul(line.len() + 1) % moves.len()].clone();
            line.push((session.position().turn, play.clone()));
            session.play(&play).expect("a legal move");
        }
    }
    panic!("nobody ever passes");
}

#[test]
fn time_is_kept() {
    let said = answers(
        "gothello",
        &[
            "time_settings 1 0 0",
            "time_left black 1 0",
            "genmove black",
            "time_settings 0 0.05 1",
            "genmove white",
            "time_settings a",
            "time_left green 1 1",
            "time_left black",
            "time_left",
            "ponder-limit depth",
            "ponder-limit nodes x",
            "loadsgf file.sgf",
            "set_game Chess",
            "genmove",
            "genmove purple",
            "play black",
        ],
    );
    for answer in &said[..5] {
        assert!(answer.starts_with('='), "{said:?}");
    }
    for answer in &said[5..] {
        assert!(answer.starts_with("? ") && answer.len() > 8, "{said:?}");
    }
}

#[test]
fn the_session_in_the_documentation_is_true() {
    let docs = include_str!("../../../docs/protocols.md");
    let section = docs.split("\n## ").find(|text| text.starts_with("GTP"));
    let session = section.and_then(|text| text.split("```text\n").nth(1));
    let session = session.and_then(|text| text.split("```").next());
    let (mut input, mut expected) = (String::new(), String::new());
    for line in session.expect("a session").lines() {
        let side = if line.starts_with('>') {
            &mut input
        } else {
            &mut expected
        };
        side.push_str(line.get(2..).unwrap_or_default());
        side.push('\n');
    }
    assert!(input.ends_with("quit\n"));
    assert_eq!(output("othello", &input), expected);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_a_host_says_breaks_the_engine(lines in prop::collection::vec(line(), 0..16)) {
        let text = format!("ponder-limit nodes 50\n{}\n77 name\n", lines.join("\n"));
        let said = output("gothello", &text);
        prop_assert!(said.ends_with("=77 ponder\n\n") || lines.iter().any(|line| line.contains("quit")));
        prop_assert!(!said.contains("\n\n\n"));
    }
}

fn line() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "play",
        "genmove",
        "undo",
        "boardsize",
        "clear_board",
        "black",
        "W",
        "c3",
        "PASS",
        "j5",
        "showboard",
        "time_left",
        "5",
        "7",
        "0",
        "final_score",
        "gogui-rules_board",
        "set_game",
        "Othello",
        "checkers",
        "komi",
        "#",
        "\t",
        "\u{1}",
        "99999999999",
        "-1",
        "\u{e9}",
    ]);
    let nearly = prop::collection::vec(words, 0..5).prop_map(|words| words.join(" "));
    prop_oneof![5 => nearly, 1 => "[^\n\r]{0,30}"]
}
