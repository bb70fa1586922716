//! Every request, for every game, with good and with bad input.

mod common;

use std::collections::BTreeSet;

use common::{Client, options, place, server};
use serde_json::{Value, json};

const GAMES: [&str; 9] = [
    "abalone",
    "checkers",
    "othello",
    "othello:size=6x6",
    "othello:size=10x10",
    "expendibots",
    "gothello",
    "gothello:size=6x6",
    "connect-four",
];

fn texts<'v>(values: &'v Value, key: &str) -> Vec<&'v str> {
    let values = values.as_array().expect("a list").iter();
    values
        .map(|value| value[key].as_str().expect("a text"))
        .collect()
}

#[test]
fn hello_tells_what_there_is() {
    let server = server(&options());
    let hello = Client::new(&server).get("hello", json!({}));
    assert_eq!(hello["version"], env!("CARGO_PKG_VERSION"));
    let names = texts(&hello["games"], "name");
    assert_eq!(names.len(), 6, "{names:?}");
    for game in hello["games"].as_array().expect("games") {
        assert!(game["chance"]["scale"].as_f64() > Some(0.0), "{game}");
        assert!(game["unit"].as_str().is_some_and(|unit| !unit.is_empty()));
    }
    let levels = hello["levels"].as_array().expect("levels");
    assert!(levels.len() >= 3);
    for level in levels {
        assert!(level["loss"].is_number() && level["title"].is_string());
    }
    for budget in ["nodes", "seconds", "depth", "lines", "hash", "threads"] {
        assert!(hello["budgets"][budget].as_f64() > Some(0.0), "{budget}");
    }
    assert_eq!(hello["cores"], 2);
}

/// Plays a game by the legal moves the server names, and looks at everything on the way.
fn play(client: &mut Client, game: &str, plies: usize) -> Vec<String> {
    let board = client.get("game", json!({ "game": game }));
    assert_eq!(board["id"], game);
    let cells: BTreeSet<_> = texts(&board["board"]["cells"], "name")
        .into_iter()
        .collect();
    let players = board["players"].clone();
    let mut moves: Vec<String> = Vec::new();
    for ply in 0..plies {
        let at = json!({ "place": { "game": game, "start": null, "moves": moves } });
        let position = client.get("position", at);
        assert_eq!(position["plies"], ply);
        assert_eq!(position["place"]["moves"], json!(moves));
        assert!(players.as_array().expect("two").contains(&position["turn"]));
        for piece in position["pieces"].as_array().expect("pieces") {
            assert!(cells.contains(piece["cell"].as_str().expect("a cell")));
            assert!(players.as_array().expect("two").contains(&piece["owner"]));
        }
        match moves.last() {
            Some(last) => assert_eq!(position["last"]["move"], json!(last)),
            None => assert!(position["last"].is_null()),
        }
        let legal = position["moves"].as_array().expect("moves");
        assert_eq!(legal.is_empty(), !position["outcome"].is_null());
        let Some(chosen) = legal.get(ply * 7 % legal.len().max(1)) else {
            break;
        };
        for cell in chosen["path"].as_array().expect("a path") {
            assert!(cells.contains(cell.as_str().expect("a cell")));
        }
        moves.push(chosen["move"].as_str().expect("a text").to_owned());
    }
    moves
}

#[test]
fn every_game_is_played_by_the_moves_the_server_names() {
    let server = server(&options());
    let mut client = Client::new(&server);
    for game in GAMES {
        let moves = play(&mut client, game, 12);
        assert!(moves.len() >= 4, "{game}");
    }
}

#[test]
fn every_game_has_rules_techniques_and_a_judgement() {
    let server = server(&options());
    let mut client = Client::new(&server);
    for game in GAMES {
        let rules = client.get("rules", json!({ "game": game }));
        let sections = rules["sections"].as_array().expect("sections");
        assert!(!sections.is_empty(), "{game}");
        for section in sections {
            // Rules of a game are told on its usual board.
            if let Some(start) = section["position"].as_str().filter(|_| !game.contains(':')) {
                let at = json!({ "place": { "game": game, "start": start } });
                let position = client.get("position", at);
                let legal = texts(&position["moves"], "move");
                for shown in section["moves"].as_array().expect("moves") {
                    assert!(
                        legal.contains(&shown.as_str().expect("a move")),
                        "{section}"
                    );
                }
            }
        }
        let techniques = client.get("techniques", json!({ "game": game }));
        assert!(
            !techniques["switches"]
                .as_array()
                .expect("switches")
                .is_empty()
        );
        assert!(
            !techniques["drivers"]
                .as_array()
                .expect("drivers")
                .is_empty()
        );
        let eval = client.get("eval", place(game, &[]));
        assert!(
            !eval["terms"].as_array().expect("terms").is_empty(),
            "{game}"
        );
        let mut asked = place(game, &[]);
        asked["eval"] = json!("nothing like it");
        assert!(client.refused("eval", asked).contains("nothing like it"));
    }
}

#[test]
fn every_game_is_written_and_recognised_in_every_format() {
    let server = server(&options());
    let mut client = Client::new(&server);
    for game in [
        "abalone",
        "checkers",
        "othello",
        "expendibots",
        "gothello",
        "connect-four",
    ] {
        let moves = play(&mut client, game, 6);
        let board = client.get("game", json!({ "game": game }));
        for format in board["formats"].as_array().expect("formats") {
            let name = &format["name"];
            let asked = json!({
                "place": { "game": game, "start": null, "moves": moves },
                "format": name, "tags": [["Event", "a test"]],
            });
            let answer = client.ask("write", asked);
            let Some(text) = answer["ok"]["text"].as_str() else {
                // A format may have no way to say a game that is not over, but it says so.
                assert!(
                    answer["fault"]["message"].is_string(),
                    "{game} {name}: {answer}"
                );
                continue;
            };
            let read = client.get("recognise", json!({ "text": text, "game": game }));
            assert_eq!(read["game"], game, "{name}: {text}");
            assert_eq!(read["records"].as_array().map(Vec::len), Some(1));
        }
        let own = json!({
            "place": { "game": game, "start": null, "moves": moves },
            "format": board["own_format"],
        });
        client.ask("write", own);
        let bad = json!({ "place": { "game": game }, "format": "papyrus" });
        assert!(client.refused("write", bad).contains("papyrus"));
    }
    let nonsense = client.ask("recognise", json!({ "text": "what is this?" }));
    assert!(nonsense["fault"]["message"].is_string());
    client.refused("recognise", json!({ "text": "" }));
}

#[test]
fn every_position_can_be_taken_apart_and_put_together() {
    let server = server(&options());
    let mut client = Client::new(&server);
    for game in GAMES {
        let moves = play(&mut client, game, 5);
        let at = json!({ "place": { "game": game, "start": null, "moves": moves } });
        let position = client.get("position", at);
        let asked = json!({
            "game": game, "pieces": position["pieces"], "turn": position["turn"],
        });
        let built = client.get("assemble", asked);
        let start = built["position"].clone();
        let again = client.get(
            "position",
            json!({ "place": { "game": game, "start": start } }),
        );
        assert_eq!(again["pieces"], position["pieces"], "{game}");
        assert_eq!(again["turn"], position["turn"], "{game}");
        let nowhere = json!({
            "game": game, "turn": position["turn"],
            "pieces": [{ "cell": "z99", "owner": position["turn"], "count": 1 }],
        });
        assert!(client.refused("assemble", nowhere).contains("z99"));
        let nobody = json!({ "game": game, "turn": "purple", "pieces": [] });
        assert!(client.refused("assemble", nobody).contains("purple"));
    }
}

#[test]
fn every_game_is_analysed_and_replied_to() {
    let server = server(&options());
    let mut client = Client::new(&server);
    let hello = client.get("hello", json!({}));
    for game in GAMES {
        let mut asked = place(game, &[]);
        asked["limits"] = json!({ "depth": 2 });
        asked["lines"] = json!(2);
        let legal = client.get("position", place(game, &[]));
        let legal = texts(&legal["moves"], "move");
        let answer = client.get("analyse", asked);
        assert!(legal.contains(&answer["report"]["best"].as_str().expect("a move")));
        for level in ["newcomer", "club"] {
            let mut asked = place(game, &[]);
            asked["level"] = json!(level);
            asked["clock"] = json!({ "left": [60, 50.5], "increment": 1 });
            let reply = client.get("reply", asked);
            assert!(
                legal.contains(&reply["move"].as_str().expect("a move")),
                "{game}"
            );
            assert!(reply["chance"].is_number() && reply["score"].is_object());
        }
        let mut asked = place(game, &[]);
        asked["level"] = json!("god");
        assert!(client.refused("reply", asked).contains("god"));
    }
    assert!(texts(&hello["levels"], "name").contains(&"club"));
}

#[test]
fn bad_places_are_refused_with_a_mark() {
    let server = server(&options());
    let mut client = Client::new(&server);
    let answer = client.ask("position", place("othello", &["d3", "c3", "a1"]));
    let fault = &answer["fault"];
    assert!(
        fault["message"]
            .as_str()
            .is_some_and(|said| said.contains("a1")),
        "{fault}"
    );
    assert_eq!(fault["at"], 6, "{fault}");
    assert!(
        fault["shown"]
            .as_str()
            .is_some_and(|shown| shown.ends_with('^')),
        "{fault}"
    );
    let answer = client.ask(
        "position",
        json!({ "place": { "game": "othello", "start": "..x" } }),
    );
    assert!(answer["fault"]["at"].is_number(), "{answer}");
    for game in [
        "chess",
        "",
        "othello:size=99x99",
        "othello:size",
        "checkers:x=1",
        ":",
    ] {
        for verb in ["game", "rules", "techniques"] {
            client.refused(verb, json!({ "game": game }));
        }
        client.refused("position", place(game, &[]));
        client.refused("analyse", place(game, &[]));
        client.refused("review", place(game, &["x"]));
    }
    for (verb, bad) in [
        ("position", json!({})),
        ("position", json!({ "place": "othello" })),
        ("position", json!({ "place": { "game": 7 } })),
        (
            "position",
            json!({ "place": { "game": "othello", "moves": "d3" } }),
        ),
        ("game", json!({ "game": null })),
        ("tree", json!({ "path": "x" })),
        ("recognise", json!({ "text": 1 })),
        ("archive.load", json!({ "key": "x" })),
        ("hello", json!({ "more": 1 })),
        ("", json!({})),
    ] {
        client.refused(verb, bad);
    }
}
