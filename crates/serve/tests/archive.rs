//! Games are kept, found again and deleted.

mod common;

use common::{Client, moves, options, place, server, with};
use ponder_serve::{Keep, Options, Server};
use serde_json::{Value, json};

fn keeping(path: &std::path::Path) -> Options {
    Options {
        archive: Keep::File(path.to_owned()),
        ..options()
    }
}

fn save(client: &mut Client, game: &str, moves: &[&str], more: Value) -> i64 {
    let asked = with(place(game, moves), more);
    let key = client.get("archive.save", asked)["key"].as_i64();
    key.expect("a key")
}

fn found(client: &mut Client, find: Value) -> Vec<i64> {
    let list = client.get("archive.list", find);
    let games = list["games"].as_array().expect("games").iter();
    let keys: Vec<_> = games
        .map(|game| game["key"].as_i64().expect("a key"))
        .collect();
    assert_eq!(list["total"].as_u64(), Some(keys.len() as u64), "{list}");
    keys
}

#[test]
fn games_are_found_by_what_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("deep/er/games.sqlite");
    let first = server(&keeping(&file));
    let mut client = Client::new(&first);
    let tags = json!([["Black", "Ada \"the' %_\u{1f9e0}"], ["White", "Bob"]]);
    let a = save(
        &mut client,
        "othello",
        &["d3", "c3", "c4"],
        json!({ "tags": tags, "result": "black" }),
    );
    let b = save(
        &mut client,
        "othello:size=6x6",
        &[],
        json!({ "tags": { "Event": "Club night" } }),
    );
    // Four stones in one column win, whatever columns are called.
    let won = moves(&mut client, "connect-four", &[0, 1, 0, 1, 0, 1, 0]);
    let won: Vec<_> = won.iter().map(String::as_str).collect();
    let c = save(
        &mut client,
        "connect-four",
        &won,
        json!({ "result": "draw" }),
    );

    assert_eq!(found(&mut client, json!({})), [c, b, a]);
    assert_eq!(found(&mut client, json!({ "game": "othello" })), [b, a]);
    assert_eq!(
        found(&mut client, json!({ "game": "othello:size=6x6" })),
        [b]
    );
    assert_eq!(found(&mut client, json!({ "opening": " d3  C3" })), [a]);
    assert_eq!(found(&mut client, json!({ "opening": "d3C3c" })), [a]);
    assert_eq!(found(&mut client, json!({ "opening": "c3" })), [0; 0]);
    assert_eq!(found(&mut client, json!({ "result": "black" })), [a]);
    assert_eq!(found(&mut client, json!({ "result": "open" })), [b]);
    // The rules know better than the client.
    assert_eq!(found(&mut client, json!({ "result": "draw" })), [0; 0]);
    assert_eq!(found(&mut client, json!({ "result": "red" })), [c]);
    // Whatever they are called.
    let d = save(
        &mut client,
        "othello:size=6x6",
        &[],
        json!({ "result": "white" }),
    );
    assert_eq!(found(&mut client, json!({ "result": "first" })), [c, a]);
    assert_eq!(found(&mut client, json!({ "result": "second" })), [d]);
    client.get("archive.delete", json!({ "key": d }));
    assert_eq!(found(&mut client, json!({ "text": "ada" })), [a]);
    assert_eq!(found(&mut client, json!({ "text": "%_" })), [a]);
    assert_eq!(
        found(&mut client, json!({ "text": "x' OR '1'='1" })),
        [0; 0]
    );
    let page = client.get("archive.list", json!({ "limit": 1, "offset": 1 }));
    assert_eq!(page["total"], 3);
    assert_eq!(page["games"][0]["key"], b);
    assert_eq!(page["games"][0]["title"], "Club night");
    assert!(
        page["games"][0]["when"]
            .as_str()
            .is_some_and(|when| when.ends_with('Z'))
    );

    let game = client.get("archive.load", json!({ "key": a }));
    assert_eq!(
        game["place"],
        json!({ "game": "othello", "start": null, "moves": ["d3", "c3", "c4"] })
    );
    assert_eq!(game["tags"], tags);
    assert_eq!(game["result"], "black");
    // Saved again it stays one game.
    let again = save(
        &mut client,
        "othello",
        &["d3"],
        json!({ "key": a, "tags": tags }),
    );
    assert_eq!(again, a);
    assert_eq!(
        client.get("archive.load", json!({ "key": a }))["place"]["moves"],
        json!(["d3"])
    );

    // Another server finds them, too.
    drop(client);
    first.close();
    let second = server(&keeping(&file));
    let mut client = Client::new(&second);
    assert_eq!(found(&mut client, json!({})).len(), 3);
    client.get("archive.delete", json!({ "key": b }));
    assert_eq!(found(&mut client, json!({ "game": "othello" })), [a]);
    assert!(
        client
            .refused("archive.load", json!({ "key": b }))
            .contains("no such game")
    );
    client.refused("archive.delete", json!({ "key": b }));
    let mut gone = place("othello", &[]);
    gone["key"] = json!(b);
    client.refused("archive.save", gone);
}

#[test]
fn what_cannot_be_kept_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = server(&keeping(&folder.path().join("games.sqlite")));
    let mut client = Client::new(&server);
    client.refused("archive.save", place("othello", &["a1"]));
    let mut asked = place("othello", &[]);
    asked["result"] = json!("victory");
    assert!(
        client
            .refused("archive.save", asked.clone())
            .contains("victory")
    );
    asked["result"] = json!("open");
    asked["tags"] = json!({ "Event": "x".repeat(500) });
    assert!(
        client
            .refused("archive.save", asked.clone())
            .contains("Event")
    );
    let many: Vec<_> = (0..50).map(|n| [n.to_string(), n.to_string()]).collect();
    asked["tags"] = json!(many);
    assert!(client.refused("archive.save", asked).contains("50 tags"));
    assert_eq!(found(&mut client, json!({})), [0; 0]);
}

#[test]
fn without_an_archive_everything_else_works() {
    let server = server(&options());
    let mut client = Client::new(&server);
    for (verb, asked) in [
        ("archive.list", json!({})),
        ("archive.load", json!({ "key": 1 })),
        ("archive.save", place("othello", &[])),
    ] {
        assert!(client.refused(verb, asked).contains("no archive"));
    }
    client.get("position", place("othello", &[]));
}

#[test]
fn files_of_others_are_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = folder.path().join("notes.txt");
    std::fs::write(
        &text,
        "not a database, but my notes about many things\n".repeat(50),
    )
    .expect("a file");
    let before = std::fs::read(&text).expect("a file");
    let fault = Server::start(&keeping(&text)).err().expect("a refusal");
    assert!(fault.what.contains("notes.txt"), "{fault}");
    assert_eq!(std::fs::read(&text).expect("a file"), before);
}
