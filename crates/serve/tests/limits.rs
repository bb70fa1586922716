//! What a client may not do to the others: send too much, read too little, ask too often.

mod common;

use std::io::{ErrorKind, Write};
use std::time::{Duration, Instant};

use common::{CEILING, Client, endless, get, host, options, place, server, wait_until};
use ponder_serve::Options;
use serde_json::json;
use tungstenite::Message;

#[test]
fn oversized_frames_end_the_connection() {
    let server = server(&options());
    let mut client = Client::new(&server);
    let text = format!(
        "{{\"id\":1,\"do\":\"recognise\",\"text\":\"{}\"}}",
        "x".repeat(70_000)
    );
    client.say(&text);
    let end = client.read().expect_err("the frame is too long");
    assert!(end.starts_with("1009") || end.contains("eset"), "{end}");
    // What just fits is read.
    let mut client = Client::new(&server);
    let long = "x".repeat(64_000);
    let answer = client.ask("position", json!({ "place": { "game": long } }));
    assert!(
        answer["fault"]["message"]
            .as_str()
            .is_some_and(|said| said.contains("no game"))
    );
}

#[test]
fn malformed_frames_are_refused_and_the_third_is_the_last() {
    let server = server(&options());
    for bad in [
        "{",
        "[1]",
        "7",
        "{}",
        "{\"id\":0,\"do\":\"hello\"}",
        "{\"id\":-1}",
        "{\"id\":\"x\"}",
        "",
    ] {
        let mut client = Client::new(&server);
        for _ in 0..3 {
            client.say(bad);
            let frame = client.read().expect("a fault");
            assert_eq!(frame["id"], 0, "{bad}");
            assert!(frame["fault"]["message"].is_string(), "{frame}");
        }
        let end = client.read().expect_err("the third is the last");
        assert!(end.starts_with("1008"), "{end}");
    }
    // Two are forgiven, and requests that can be read at all are no strikes.
    let mut client = Client::new(&server);
    for _ in 0..2 {
        client.say("nonsense");
        client.read().expect("a fault");
    }
    for _ in 0..5 {
        assert!(client.refused("dance", json!({})).contains("dance"));
    }
    client.get("hello", json!({}));
    // Deep nesting is no way to the stack.
    let mut client = Client::new(&server);
    client.say(&"[".repeat(60_000));
    assert!(client.read().expect("a fault")["fault"].is_object());
    // Bytes are not spoken here.
    let mut client = Client::new(&server);
    client
        .socket
        .send(Message::binary(vec![1, 2, 3]))
        .expect("it listens");
    assert!(client.read().expect_err("text only").starts_with("1003"));
}

#[test]
fn floods_are_bounded_and_hurt_nobody_else() {
    let server = server(&Options {
        rate: 20.0,
        ..options()
    });
    let mut flood = Client::new(&server);
    let mut other = Client::new(&server);
    for id in 1..=400 {
        let frame = json!({ "id": id, "do": "position", "place": { "game": "othello" } });
        if flood.socket.send(Message::text(frame.to_string())).is_err() {
            break;
        }
    }
    let begun = Instant::now();
    other.get("position", place("othello", &[]));
    assert!(begun.elapsed() < CEILING);
    let (mut fine, mut refused) = (0, 0);
    let end = loop {
        match flood.read() {
            Ok(frame) if frame.get("ok").is_some() => fine += 1,
            Ok(frame) => {
                let message = frame["fault"]["message"].as_str().expect("a sentence");
                assert!(message.contains("requests a second"), "{message}");
                refused += 1;
            }
            Err(end) => break end,
        }
    };
    // The burst is 80; a slow machine has more time to fill the bucket.
    assert!(fine >= 80, "{fine}");
    assert!(refused > 0 && fine + refused < 400, "{fine} {refused}");
    // It is told why, though it was still talking.
    assert_eq!(end, "1008 far too many requests a second");
    drop(flood);
    wait_until("the end of the flood", || server.connections() == 1);
}

#[test]
fn who_goes_on_after_the_farewell_is_not_listened_to_for_ever() {
    let server = server(&Options {
        rate: 5.0,
        ..options()
    });
    let flood = Client::new(&server);
    let mut stream = flood.socket.get_ref().try_clone().expect("a socket");
    stream
        .set_write_timeout(Some(Duration::from_millis(50)))
        .expect("a socket");
    // A ping, masked with nothing; the answers and the farewell are never read.
    let ping = [0x89, 0x80, 0, 0, 0, 0];
    let begun = Instant::now();
    while server.connections() > 0 {
        assert!(begun.elapsed() < CEILING, "it is still listened to");
        let _ = stream.write(&ping);
    }
}

#[test]
fn who_is_silent_despite_pings_is_cut_off_and_who_answers_is_not() {
    let server = server(&Options {
        silence: Duration::from_millis(400),
        ..options()
    });
    let mut present = Client::new(&server);
    let mut absent = Client::new(&server);
    absent.send("analyse", endless("othello"));
    wait_until("both and the search", || {
        server.connections() == 2 && server.searches().running == 1
    });
    // Who reads answers pings, without a word of its own.
    present
        .socket
        .get_ref()
        .set_read_timeout(Some(Duration::from_millis(20)))
        .expect("a socket");
    let begun = Instant::now();
    while server.connections() == 2 || begun.elapsed() < Duration::from_secs(2) {
        assert!(begun.elapsed() < CEILING, "nobody was cut off");
        let _ = present.socket.read();
    }
    assert_eq!(server.connections(), 1);
    wait_until("the end of the search", || server.searches().running == 0);
    present
        .socket
        .get_ref()
        .set_read_timeout(Some(CEILING))
        .expect("a socket");
    present.get("hello", json!({}));
}

#[test]
fn who_does_not_read_is_cut_off() {
    let server = server(&Options {
        patience: Duration::from_millis(300),
        rate: 100_000.0,
        ..options()
    });
    let mut deaf = Client::new(&server);
    deaf.send("analyse", endless("checkers"));
    wait_until("the search", || server.searches().running == 1);
    // Asks for much and reads nothing of it, until the pipe is full in both directions.
    let mut stream = deaf.socket.get_ref().try_clone().expect("a socket");
    stream
        .set_write_timeout(Some(Duration::from_millis(50)))
        .expect("a socket");
    let text = b"{\"id\": 9, \"do\": \"hello\"}";
    let mut frame = vec![0x81, 0x80 + text.len() as u8, 0, 0, 0, 0];
    frame.extend_from_slice(text);
    let begun = Instant::now();
    let mut written = 0;
    while server.connections() > 0 && begun.elapsed() < CEILING {
        match stream.write(&frame[written..]) {
            Ok(bytes) => written = (written + bytes) % frame.len(),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) => break,
        }
    }
    wait_until("the end of the deaf one", || server.connections() == 0);
    wait_until("the end of its search", || server.searches().running == 0);
    Client::new(&server).get("hello", json!({}));
}

#[test]
fn connections_are_limited_in_words() {
    let server = server(&Options {
        connections: 3,
        ..options()
    });
    let clients: Vec<_> = (0..3).map(|_| Client::new(&server)).collect();
    wait_until("three clients", || server.connections() == 3);
    let Err(tungstenite::Error::Http(answer)) = Client::with_headers(&server, &[]) else {
        panic!("a fourth was let in");
    };
    assert_eq!(answer.status(), 503);
    let words = String::from_utf8_lossy(answer.body().as_deref().unwrap_or_default()).into_owned();
    assert!(words.contains("3 windows are open"), "{words}");
    // Pages are still there, and a place becomes free.
    assert!(get(&server, "/", &host(&server)).starts_with("HTTP/1.1 200"));
    drop(clients);
    wait_until("free places", || server.connections() == 0);
    Client::new(&server).get("hello", json!({}));
}
