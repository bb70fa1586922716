//! Searches: turns, ends and what is told of them.

mod common;

use std::time::{Duration, Instant};

use common::{Client, endless, moves, options, place, server, wait_until, with};
use ponder_serve::Options;
use serde_json::json;

#[test]
fn an_analysis_tells_every_iteration_once_and_ends() {
    let server = server(&options());
    let mut client = Client::new(&server);
    let asked = with(
        place("othello", &["d3"]),
        json!({ "limits": { "depth": 8 }, "lines": 2 }),
    );
    let id = client.send("analyse", asked);
    let (events, answer) = client.finish(id);
    let report = &answer["ok"]["report"];
    assert_eq!(report["depth"], 8);
    assert_eq!(answer["ok"]["stopped"], false);
    assert_eq!(report["lines"].as_array().map(Vec::len), Some(2));
    let chance = report["chance"].as_f64().expect("a chance");
    assert!((0.0..=1.0).contains(&chance));
    assert!(report["lines"][1]["chance"].is_f64());
    let depths: Vec<_> = events
        .iter()
        .filter(|event| event["event"] == "iteration")
        .map(|event| event["report"]["depth"].as_u64().expect("a depth"))
        .collect();
    let whole: Vec<u64> = (depths[0]..=8).collect();
    assert_eq!(depths, whole);
    assert_eq!(
        events[0],
        json!({ "id": id, "event": "queued", "place": 0 })
    );
    wait_until("the end", || server.searches().running == 0);
    assert_eq!(server.searches().tables, 0);
}

/// However a search ends, the last iteration that it finished was told like the others.
#[test]
fn the_last_iteration_is_told_however_a_search_ends() {
    let server = server(&options());
    let mut client = Client::new(&server);
    let ways = [
        json!({ "limits": { "depth": 5 } }),
        json!({ "limits": { "depth": 5 }, "threads": 2 }),
        json!({ "limits": { "depth": 5 }, "search": { "without": ["deepening"] } }),
        json!({ "limits": { "depth": 5 }, "search": { "driver": "mtdf" } }),
        // Solved long before the limit.
        json!({ "limits": { "depth": 100 } }),
    ];
    for way in ways {
        let id = client.send("analyse", with(place("othello:size=4x4", &[]), way.clone()));
        let (events, answer) = client.finish(id);
        let last = &answer["ok"]["report"];
        assert_eq!(last["complete"], true, "{way}");
        let told = events.iter().rfind(|event| event["event"] == "iteration");
        let told = &told.unwrap_or_else(|| panic!("{way}: nothing was told"))["report"];
        assert_eq!(told["depth"], last["depth"], "{way}");
        assert_eq!(told["lines"], last["lines"], "{way}");
    }
}

#[test]
fn a_recorded_tree_can_be_looked_at() {
    let server = server(&options());
    let mut client = Client::new(&server);
    let none = client.refused("tree", json!({ "path": [] }));
    assert!(none.contains("no search tree"), "{none}");
    let limits = json!({ "limits": { "depth": 4 }, "trace": true });
    let answer = client.get("analyse", with(place("othello", &["d3"]), limits));
    assert_eq!(answer["tree"], true);
    let root = client.get("tree", json!({ "path": [] }));
    assert!(root["node"]["move"].is_null());
    let children = root["children"].as_array().expect("moves");
    assert_eq!(json!(children.len()), root["node"]["children"]);
    let first = &children[0]["move"];
    let below = client.get("tree", json!({ "path": [first] }));
    assert_eq!(below["node"]["move"], *first);
    assert!(
        client
            .refused("tree", json!({ "path": ["z9"] }))
            .contains("z9")
    );
    // Each connection has its own.
    Client::new(&server).refused("tree", json!({ "path": [] }));
    // A search that is not recorded leaves the tree.
    let limits = json!({ "limits": { "depth": 2 } });
    assert_eq!(
        client.get("analyse", with(place("othello", &["d3"]), limits))["tree"],
        false
    );
    client.get("tree", json!({ "path": [first] }));
}

#[test]
fn a_review_tells_of_every_move() {
    let server = server(&options());
    let mut client = Client::new(&server);
    let moves = moves(&mut client, "connect-four", &[0, 1, 0, 1, 0]);
    let place = json!({ "place": { "game": "connect-four", "moves": moves }, "nodes": 500 });
    let id = client.send("review", place);
    let (events, answer) = client.finish(id);
    assert_eq!(
        answer["ok"]["plies"].as_array().map(Vec::len),
        Some(5),
        "{answer}"
    );
    assert_eq!(answer["ok"]["stopped"], false);
    let told = events
        .iter()
        .filter(|event| event["event"] == "ply")
        .count();
    assert_eq!(told, 5);
    assert!(answer["ok"]["players"]["red"]["accuracy"].is_number());
    assert!(
        client
            .refused("review", endless("othello"))
            .contains("no move")
    );
}

#[test]
fn a_new_search_cancels_the_old_one() {
    let server = server(&options());
    let mut client = Client::new(&server);
    let first = client.send("analyse", endless("checkers"));
    wait_until("the first", || server.searches().running == 1);
    let second = client.send("analyse", endless("abalone"));
    let (_, answer) = client.finish(first);
    assert_eq!(answer["ok"]["stopped"], true, "{answer}");
    wait_until("the second alone", || server.searches().running == 1);
    // It goes on until it is stopped.
    loop {
        if client.next_of(second)["event"] == "report" {
            break;
        }
    }
    client.get("stop", json!({}));
    let (_, answer) = client.finish(second);
    assert_eq!(answer["ok"]["stopped"], true);
    assert_eq!(answer["ok"]["report"]["game"], "abalone");
    wait_until("silence", || server.searches().running == 0);
    // Nothing to stop is fine, too.
    client.get("stop", json!({}));
}

#[test]
fn a_vanished_connection_stops_its_search() {
    let server = server(&options());
    let mut clients: Vec<_> = (0..4).map(|_| Client::new(&server)).collect();
    for client in &mut clients {
        client.send("analyse", endless("checkers"));
    }
    wait_until("four searches", || {
        let searches = server.searches();
        searches.running == 2 && searches.waiting == 2
    });
    // Two say farewell, two just vanish.
    for client in &mut clients[..2] {
        let _ = client.socket.close(None);
        let _ = client.socket.flush();
    }
    drop(clients);
    wait_until("silence", || {
        let searches = server.searches();
        searches.running + searches.waiting + searches.tables == 0
    });
    wait_until("empty rooms", || server.connections() == 0);
}

#[test]
fn many_take_turns_on_few_cores() {
    let server = server(&options());
    let mut clients: Vec<_> = (0..8).map(|_| Client::new(&server)).collect();
    let ids: Vec<_> = clients
        .iter_mut()
        .map(|c| c.send("analyse", endless("othello")))
        .collect();
    wait_until("eight searches", || {
        server.searches().running + server.searches().waiting == 8
    });
    // All of them are told a place, and all of them get somewhere.
    for (client, id) in clients.iter_mut().zip(&ids) {
        let mut places = Vec::new();
        loop {
            let frame = client.next_of(*id);
            if frame["event"] == "queued" {
                places.push(frame["place"].as_u64().expect("a place"));
            }
            if frame["event"] == "report" && frame["report"]["depth"].as_u64() >= Some(6) {
                break;
            }
        }
        assert!(places.contains(&0), "{places:?}");
        assert!(places.iter().all(|place| *place < 8), "{places:?}");
        assert_eq!(server.searches().running, 2);
    }
    // With the others gone the last one has a seat for itself.
    let (last, id) = (clients.pop().expect("eight"), ids[7]);
    drop(clients);
    wait_until("one search", || {
        server.searches().running == 1 && server.searches().waiting == 0
    });
    let mut last = last;
    last.get("stop", json!({}));
    assert_eq!(last.finish(id).1["ok"]["stopped"], true);
}

#[test]
fn searches_that_take_turns_end_by_themselves() {
    let server = server(&Options {
        cores: 1,
        ..options()
    });
    let mut clients: Vec<_> = (0..3).map(|_| Client::new(&server)).collect();
    let limited = with(endless("checkers"), json!({ "limits": { "seconds": 0.4 } }));
    let ask = |client: &mut Client| client.send("analyse", limited.clone());
    let ids: Vec<_> = clients.iter_mut().map(ask).collect();
    for (client, id) in clients.iter_mut().zip(ids) {
        let (events, answer) = client.finish(id);
        assert_eq!(answer["ok"]["stopped"], false, "{answer}");
        assert!(
            answer["ok"]["report"]["depth"].as_u64() >= Some(1),
            "{answer}"
        );
        assert!(events.iter().any(|event| event["event"] == "queued"));
    }
}

#[test]
fn budgets_hold_whatever_is_asked() {
    let mut options = options();
    options.budgets.nodes = 20_000;
    options.budgets.lines = 3;
    options.budgets.hash = 2 << 20;
    options.budgets.depth = 5;
    options.budgets.cells = 64;
    let server = server(&options);
    let mut client = Client::new(&server);
    let greedy = json!({
        "lines": 200, "threads": 64, "hash": 1_u64 << 40,
        "limits": { "depth": 4_000_000, "nodes": 1_u64 << 60, "seconds": 1e300 },
    });
    let answer = client.get("analyse", with(place("othello", &["d3"]), greedy));
    let report = &answer["report"];
    assert!(report["depth"].as_u64() <= Some(5), "{report}");
    assert_eq!(report["lines"].as_array().map(Vec::len), Some(3));
    assert!(report["hash"].as_u64() <= Some(2 << 20));
    assert_eq!(report["threads"], 2);
    let large = client.refused("position", place("othello:size=10x10", &[]));
    assert!(large.contains("64 cells"), "{large}");
    let limits = |seconds: f64| json!({ "limits": { "seconds": seconds } });
    client.get("analyse", with(place("othello", &["d3"]), limits(0.0)));
    let negative = with(place("othello", &["d3"]), limits(-1.0));
    let said = client.refused("analyse", negative);
    assert!(said.contains("seconds from 0"), "{said}");
}

#[test]
fn the_queue_has_an_end() {
    let server = server(&Options {
        cores: 1,
        queue: 2,
        ..options()
    });
    let mut clients: Vec<_> = (0..3).map(|_| Client::new(&server)).collect();
    for client in &mut clients {
        client.send("analyse", endless("checkers"));
    }
    wait_until("a full queue", || server.searches().waiting == 2);
    let mut late = Client::new(&server);
    let refused = late.refused("analyse", endless("checkers"));
    assert!(refused.contains("2 searches wait"), "{refused}");
    // It may still look at positions, and search when there is room.
    late.get("position", place("checkers", &[]));
    drop(clients);
    wait_until("room", || server.searches().running == 0);
    late.get(
        "analyse",
        with(endless("checkers"), json!({ "limits": { "depth": 3 } })),
    );
}

#[test]
fn tables_stay_within_their_budget() {
    let memory = 40 << 20;
    let server = server(&Options {
        cores: 1,
        queue: 20,
        memory,
        ..options()
    });
    let mut clients: Vec<_> = (0..15).map(|_| Client::new(&server)).collect();
    let quick = with(
        endless("checkers"),
        json!({ "limits": { "seconds": 0.15 } }),
    );
    let ids: Vec<_> = clients
        .iter_mut()
        .map(|c| c.send("analyse", quick.clone()))
        .collect();
    let mut most = 0;
    for (client, id) in clients.iter_mut().zip(ids) {
        most = most.max(server.searches().tables);
        let (_, answer) = client.finish(id);
        let hash = answer["ok"]["report"]["hash"].as_u64().expect("a table");
        assert!(hash >= 1 << 20, "{answer}");
    }
    assert!(most > 0 && most <= memory, "{most}");
    wait_until("the end", || server.searches().tables == 0);
}

#[test]
fn closing_ends_searches_at_once() {
    let server = server(&options());
    let mut clients: Vec<_> = (0..6).map(|_| Client::new(&server)).collect();
    for client in &mut clients {
        client.send("analyse", endless("abalone"));
    }
    wait_until("six searches", || {
        server.searches().running + server.searches().waiting == 6
    });
    let begun = Instant::now();
    server.close();
    assert!(
        begun.elapsed() < Duration::from_secs(20),
        "{:?}",
        begun.elapsed()
    );
    for client in &mut clients {
        let end = loop {
            if let Err(end) = client.read() {
                break end;
            }
        };
        assert!(end.starts_with("1001") || end.contains("eset"), "{end}");
    }
}

#[test]
fn searches_that_make_no_sense_are_refused() {
    let server = server(&options());
    let mut client = Client::new(&server);
    for (more, word) in [
        (json!({ "search": { "with": ["magic"] } }), "magic"),
        (json!({ "search": { "set": ["depth"] } }), "depth"),
        (json!({ "search": { "driver": "taxi" } }), "taxi"),
        (json!({ "search": { "eval": "guess" } }), "guess"),
        (json!({ "search": { "weights": "x = 1" } }), "x"),
        (json!({ "search": { "weights": ["x=1"] } }), "x"),
        (json!({ "lines": -1 }), "-1"),
        (json!({ "limits": { "depht": 1 } }), "depht"),
        (json!({ "lmits": {} }), "lmits"),
    ] {
        let message = client.ask("analyse", with(endless("othello"), more.clone()));
        let message = message["fault"].to_string();
        assert!(message.contains(word), "{more}: {message}");
    }
    assert_eq!(server.searches().running, 0);
    let over = moves(&mut client, "connect-four", &[0, 1, 0, 1, 0, 1, 0]);
    let over = json!({ "place": { "game": "connect-four", "moves": over } });
    let refused = client.refused("analyse", over);
    assert!(refused.contains("over"), "{refused}");
}
