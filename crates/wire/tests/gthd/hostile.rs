//! Guests who behave badly: nobody else at the table suffers, and nothing is lost.

use std::io::{Error, ErrorKind, Read, Write};
use std::thread;
use std::time::Duration;

use ponder_engine::open;
use ponder_wire::gthd::{Server, ServerOptions, Side};

use super::{GAME, HELLO, House, Peer, play, state, status};

const ACCEPTED: &str = "100 Request accepted";

#[test]
fn a_player_who_leaves_has_ended_the_game() {
    for (leaver, line, winner) in [
        (0, "391 Black disconnected\r\n", Side::White),
        (1, "392 White disconnected\r\n", Side::Black),
    ] {
        // On its own turn, and on the other's.
        for plies in [4, 5] {
            let house = House::plain();
            let mut observer = Peer::seated(house.address(), "observer", ACCEPTED);
            let mut players = house.players();
            play(&mut players, 0..plies);
            players[leaver].hangs_up();
            players[1 - leaver].hears(line);
            players[1 - leaver].ends();
            observer.hears("353 You will observe\r\n");
            for ply in 0..plies {
                observer.hears(&(status(ply) + &state(ply)));
            }
            observer.hears(line);
            let last = state(plies - 1);
            let over = last.replacen(['w', 'b'], "*", 1);
            observer.hears(&over);
            observer.ends();
            // The table is free again.
            let mut players = house.players();
            play(&mut players, 0..GAME.len());
            let games = house.close();
            assert_eq!(games.len(), 2);
            assert_eq!(games[0].winner, Some(winner));
            assert_eq!(games[0].log.len(), plies + 2);
            assert_eq!(games[0].log[plies + 1], line.trim_end());
            let session = open("gothello").expect("a game");
            let records = session.records("gthd", &games[0].log.join("\n"));
            let record = records.expect("it can be read").remove(0);
            let result = record.result.expect("a result");
            assert_eq!(result.winner, Some(winner.name()));
            assert_eq!(record.moves, GAME[..plies]);
        }
    }
}

#[test]
fn a_silent_client_keeps_nobody_waiting() {
    let house = House::open(&ServerOptions {
        greeting: Duration::from_millis(300),
        ..ServerOptions::default()
    });
    let mut silent = Peer::reach(house.address());
    silent.hears(HELLO);
    // One that sends a letter now and then does no better.
    let mut slow = Peer::reach(house.address());
    slow.hears(HELLO);
    slow.says("0.9");
    let mut players = house.players();
    play(&mut players, 0..GAME.len());
    silent.ends();
    slow.ends();
    let away = std::sync::Arc::clone(&house.away);
    assert_eq!(house.close().len(), 1);
    let away = away.lock().expect("no test has failed");
    assert!(away.iter().all(|why| why.contains("in time")), "{away:?}");
}

#[test]
fn a_player_who_never_moves_is_taken_for_gone() {
    let house = House::open(&ServerOptions {
        patience: Duration::from_millis(300),
        ..ServerOptions::default()
    });
    let [mut black, mut white] = house.players();
    white.hears("391 Black disconnected\r\n");
    white.ends();
    black.ends();
    let games = house.close();
    assert_eq!(games[0].why, "black did not move for too long");
}

#[test]
fn garbage_is_answered_and_changes_nothing() {
    let house = House::plain();
    let mut players = house.players();
    let long = "x".repeat(5000);
    players[0].says(&format!("{long}\r\u{0}\u{1}\u{7f}\r"));
    let echo = "?".repeat(256);
    players[0].hears(&format!(
        "299 Illegal serial number (got {echo} expected 1)\r\n"
    ));
    players[0].hears("299 Illegal serial number (got ??? expected 1)\r\n");
    players[0].0.write_all(&[0xff, 0xfe, b'\r']).expect("open");
    players[0].hears("299 Illegal serial number (got ?? expected 1)\r\n");
    play(&mut players, 0..GAME.len());
    assert_eq!(house.close().len(), 1);
}

#[test]
fn who_floods_is_cut_off() {
    // In one's own turn, in the other's, without any end of line, with nothing but ends.
    for (flooder, flood) in [(0, "1 zz\r"), (1, "1 zz\r"), (0, "zz"), (1, "\n\n")] {
        let house = House::plain();
        let mut players = house.players();
        let line = ["391 Black", "392 White"][flooder];
        let flood = flood.repeat(20_000);
        let impatience = Some(Duration::from_millis(300));
        let flooding = &players[flooder].0;
        flooding.set_write_timeout(impatience).expect("a time-out");
        for _ in 0..100 {
            // Once it is cut off nobody takes any more.
            if players[flooder].0.write_all(flood.as_bytes()).is_err() {
                break;
            }
        }
        players[1 - flooder].hears(&format!("{line} disconnected\r\n"));
        players[1 - flooder].ends();
        let mut players = house.players();
        play(&mut players, 0..GAME.len());
        assert_eq!(house.close().len(), 2);
    }
}

#[test]
fn observers_who_do_not_read_or_will_not_be_silent_disturb_nobody() {
    let house = House::plain();
    let observers: Vec<_> = (0..20)
        .map(|_| Peer::seated(house.address(), "observer", ACCEPTED))
        .collect();
    let chatter = thread::spawn({
        let mut loud = Peer::seated(house.address(), "observer", ACCEPTED);
        move || {
            let words = "1 a1\r".repeat(1000);
            while loud.0.write_all(words.as_bytes()).is_ok() {}
        }
    });
    for _ in 0..20 {
        let mut players = house.players();
        play(&mut players, 0..GAME.len());
        for player in &mut players {
            player.ends();
        }
    }
    chatter.join().expect("it was cut off");
    drop(observers);
    assert_eq!(house.close().len(), 20);
}

#[test]
fn a_crowd_at_the_door_is_let_go() {
    let house = House::plain();
    let crowd: Vec<_> = (0..200).map(|_| Peer::reach(house.address())).collect();
    drop(crowd);
    // Once they are gone there is room.
    loop {
        let mut peer = Peer::reach(house.address());
        let mut byte = [0];
        if std::io::Read::read(&mut peer.0, &mut byte).is_ok_and(|count| count == 1) {
            break;
        }
        thread::sleep(Duration::from_millis(10));
    }
    let mut players = house.players();
    play(&mut players, 0..GAME.len());
}

#[test]
fn a_crowd_that_stays_and_is_silent_keeps_nobody_out() {
    let house = House::open(&ServerOptions {
        greeting: Duration::from_mins(10),
        ..ServerOptions::default()
    });
    let mut crowd: Vec<_> = (0..200).map(|_| Peer::reach(house.address())).collect();
    let mut players = house.players();
    play(&mut players, 0..GAME.len());
    // The first ones had to go, the last ones may still speak.
    let ended = crowd[0].0.read_to_end(&mut Vec::new());
    let late = |error: &Error| matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
    assert!(!ended.as_ref().is_err_and(late), "{ended:?}");
    let last = crowd.last_mut().expect("somebody");
    last.hears(HELLO);
    last.says("0.9.1 observer\r");
    last.hears(&format!("{ACCEPTED}\r\n"));
    drop(crowd);
    let away = std::sync::Arc::clone(&house.away);
    assert_eq!(house.close().len(), 1);
    let away = away.lock().expect("no test has failed");
    assert!(away.iter().any(|why| why == "too many guests"), "{away:?}");
}

#[test]
fn a_port_in_use_and_a_wrong_number_are_told() {
    let house = House::plain();
    let port = house.address().port();
    let options = ServerOptions {
        base: port,
        ..ServerOptions::default()
    };
    let witness: ponder_wire::gthd::Witness = std::sync::Arc::new(|_, _| ());
    let Err(fault) = Server::start(&options, &witness) else {
        panic!("the port is in use");
    };
    assert_eq!(fault.what, format!("port {port} is in use"));
    let options = ServerOptions {
        server: 29,
        tables: 2,
        ..ServerOptions::default()
    };
    let Err(fault) = Server::start(&options, &witness) else {
        panic!("numbers end at 29");
    };
    assert_eq!(fault.what, "there is no server number 30");
}
