//! The server against scripted clients that know every byte it must say.

use std::thread;
use std::time::Duration;

use ponder_engine::open;
use ponder_wire::gthd::{ServerOptions, Side};

use super::{GAME, HELLO, House, Peer, answer, play, request, state, status};

const ACCEPTED: &str = "100 Request accepted";

#[test]
fn a_whole_game_is_told_as_the_course_s_server_tells_it() {
    let house = House::plain();
    let at = house.address();
    // Each client ends lines in its own way: CRLF, CR, and CR twice.
    let mut observer = Peer::reach(at);
    observer.hears(HELLO);
    observer.says("0.9.1 observer\r\n");
    observer.hears("100 Request accepted\r\n");
    let mut white = Peer::seated(at, "player white", ACCEPTED);
    let mut black = Peer::reach(at);
    black.hears(HELLO);
    black.says("0.9.1 player black \"a name\"\r\r");
    black.hears("100 Request accepted\r\n");
    observer.hears("353 You will observe\r\n");
    white.hears("351 You will play white\r\n");
    black.hears("352 You will play black\r\n");
    let mut players = [black, white];
    for ply in 0..GAME.len() {
        play(&mut players, ply..ply + 1);
        observer.hears(&status(ply));
        observer.hears(&state(ply));
    }
    for peer in players.iter_mut().chain([&mut observer]) {
        peer.ends();
    }
    let games = house.close();
    assert_eq!(games.len(), 1);
    assert_eq!((games[0].table, games[0].winner), (0, Some(Side::White)));
    assert_eq!(games[0].why, "stones: black 3, white 20");
    // The record is a text in the format of the server's log.
    let session = open("gothello").expect("a game");
    let records = session.records("gthd", &games[0].log.join("\n"));
    let records = records.expect("it can be read");
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].moves, GAME);
}

#[test]
fn requests_come_in_any_pieces() {
    let house = House::plain();
    let [mut black, mut white] = house.players();
    // One byte at a time.
    for byte in request(0).chars() {
        black.says(&byte.to_string());
        thread::sleep(Duration::from_millis(2));
    }
    black.hears(&(answer(0) + &status(0)));
    white.hears(&status(0));
    // All of white's game at once, before black has moved: it waits for its turns.
    let all: String = (1..GAME.len()).step_by(2).map(request).collect();
    white.says(&all);
    for ply in 1..GAME.len() {
        if ply % 2 == 0 {
            // Ended by LF alone, as people at a terminal do, or by CRLF.
            let line = request(ply).replace('\r', ["\n", "\r\n"][ply / 2 % 2]);
            black.says(&line);
            black.hears(&answer(ply));
        } else {
            white.hears(&answer(ply));
        }
        black.hears(&status(ply));
        white.hears(&status(ply));
    }
    black.ends();
    white.ends();
    assert_eq!(house.close().len(), 1);
}

#[test]
fn refusals_have_their_codes_and_let_the_player_try_again() {
    let house = House::plain();
    let at = house.address();
    for (line, answer) in [
        (
            "0.9.2 player white\r",
            "198 Illegal version number (expected 0.9.1 got 0.9.2)",
        ),
        (
            "hello\r",
            "198 Illegal version number (expected 0.9.1 got hello)",
        ),
        ("0.9.1\r", "199 Request not understood"),
        ("0.9.1 player\r", "199 Request not understood"),
        ("0.9.1 player green\r", "199 Request not understood"),
        ("0.9.1 watcher\r", "199 Request not understood"),
    ] {
        let mut peer = Peer::reach(at);
        peer.hears(HELLO);
        peer.says(line);
        peer.hears(&format!("{answer}\r\n"));
        peer.ends();
    }
    let mut silent = Peer::reach(at);
    silent.hears(HELLO);
    silent.0.shutdown(std::net::Shutdown::Write).expect("open");
    silent.hears("198 Illegal version number (expected 0.9.1 got null)\r\n");
    silent.ends();

    let mut players = house.players();
    let [black, white] = &mut players;
    for (line, answer) in [
        ("2 a1\r", "299 Illegal serial number (got 2 expected 1)"),
        ("a1\r", "299 Illegal serial number (got a1 expected 1)"),
        (" \r", "299 Illegal serial number (got null expected 1)"),
        // These two kill the course's server.
        ("1\r", "199 Request not understood"),
        ("1 \r", "199 Request not understood"),
        ("1 A1\r", "199 Request not understood"),
        ("1 f1\r", "199 Request not understood"),
        ("1 resign\r", "199 Request not understood"),
    ] {
        black.says(line);
        black.hears(&format!("{answer}\r\n"));
    }
    black.says("1 a1 and a word more\r");
    black.hears(&(answer(0) + &status(0)));
    white.hears(&status(0));
    for (line, answer) in [
        ("1 c4\r", "299 Ellipses (...) expected before move"),
        ("1 ...\r", "199 Request not understood"),
        ("1 ... a1\r", "291 Illegal move a1"),
    ] {
        white.says(line);
        white.hears(&format!("{answer}\r\n"));
    }
    play(&mut players, 1..GAME.len());
    assert_eq!(house.close()[0].log.len(), GAME.len() + 1);
}

#[test]
fn a_held_seat_is_refused_and_a_table_is_free_again() {
    let house = House::plain();
    let at = house.address();
    let taken = "191 Other player holds requested side";
    let white = Peer::seated(at, "player white", ACCEPTED);
    Peer::seated(at, "player white", taken).ends();
    // Who leaves before the game gives the seat back.
    white.hangs_up();
    let mut players = loop {
        let mut peer = Peer::reach(at);
        peer.hears(HELLO);
        peer.says("0.9.1 player white\r");
        let mut code = [0; 3];
        std::io::Read::read_exact(&mut peer.0, &mut code).expect("an answer");
        if code == *b"100" {
            peer.hears(" Request accepted\r\n");
            let mut black = Peer::seated(at, "player black", ACCEPTED);
            peer.hears("351 You will play white\r\n");
            black.hears("352 You will play black\r\n");
            break [black, peer];
        }
        thread::sleep(Duration::from_millis(5));
    };
    for side in ["white", "black"] {
        Peer::seated(at, &format!("player {side}"), taken).ends();
    }
    for _ in 0..2 {
        play(&mut players, 0..GAME.len());
        for player in &mut players {
            player.ends();
        }
        players = house.players();
    }
    assert_eq!(house.close().len(), 3, "the last one was broken off");
}

#[test]
fn observers_come_when_they_like_and_hear_it_all() {
    let house = House::plain();
    let mut players = house.players();
    play(&mut players, 0..10);
    let mut late = Peer::seated(house.address(), "observer", ACCEPTED);
    late.hears("353 You will observe\r\n");
    for ply in 0..10 {
        late.hears(&(status(ply) + &state(ply)));
    }
    play(&mut players, 10..12);
    late.hears(&(status(10) + &state(10) + &status(11) + &state(11)));
    // One who leaves changes nothing.
    late.hangs_up();
    play(&mut players, 12..GAME.len());
    assert_eq!(house.close()[0].winner, Some(Side::White));
}

#[test]
fn there_is_room_for_sixty_five_observers() {
    let house = House::plain();
    let at = house.address();
    let seat = |_| Peer::seated(at, "observer", ACCEPTED);
    let mut observers: Vec<_> = (0..65).map(seat).collect();
    Peer::seated(at, "observer", "193 Cannot observe").ends();
    let mut players = house.players();
    play(&mut players, 0..1);
    for observer in &mut observers {
        observer.hears(&format!(
            "353 You will observe\r\n{}{}",
            status(0),
            state(0)
        ));
    }
}

#[test]
fn clocks_run_and_are_told() {
    let house = House::open(&ServerOptions {
        time: Some([Duration::from_mins(1), Duration::from_secs(90)]),
        ..ServerOptions::default()
    });
    let at = house.address();
    let observer = "101 90 60 Request accepted with time controls";
    let mut observer = Peer::seated(at, "observer", observer);
    let white = "101 90 60 Request accepted with time controls (you / opp)";
    let mut white = Peer::seated(at, "player white", white);
    let black = "101 60 90 Request accepted with time controls (you / opp)";
    let mut black = Peer::seated(at, "player black", black);
    observer.hears("353 You will observe\r\n");
    white.hears("351 You will play white\r\n");
    black.hears("352 You will play black\r\n");
    // Any time at all makes sixty seconds fifty-nine: they are cut off.
    thread::sleep(Duration::from_millis(5));
    black.says("1 c3\r");
    black.hears("207 59 secs remaining after move c3 accepted, continue playing\r\n");
    let status = "313 1 c3 59 (secs) is black move, game continues\r\n";
    for peer in [&mut black, &mut white, &mut observer] {
        peer.hears(status);
    }
    observer.hears("381 1 59 90 w\r\n382\r\n.....\r\n.....\r\n..b..\r\n.....\r\n.....\r\n");
    thread::sleep(Duration::from_millis(5));
    white.says("1 ... pass\r");
    white.hears("207 89 secs remaining after move pass accepted, continue playing\r\n");
    let status = "318 1 ... pass 89 (secs) is white move, game continues\r\n";
    for peer in [&mut black, &mut white, &mut observer] {
        peer.hears(status);
    }
    observer.hears("381 2 59 89 b\r\n382\r\n");
    // Late observers are told what is left now.
    let late = "101 89 59 Request accepted with time controls";
    Peer::seated(at, "observer", late);
    black.says("2 pass\r");
    black.hears("201 Move pass accepted, You win\r\n321 2 pass and black wins\r\n");
    white.hears("321 2 pass and black wins\r\n");
    black.ends();
    white.ends();
}

#[test]
fn a_silent_player_s_flag_falls() {
    let house = House::open(&ServerOptions {
        time: Some([Duration::from_millis(300), Duration::from_secs(90)]),
        ..ServerOptions::default()
    });
    let at = house.address();
    let white = "101 90 0 Request accepted with time controls (you / opp)";
    let mut white = Peer::seated(at, "player white", white);
    let black = "101 0 90 Request accepted with time controls (you / opp)";
    let mut black = Peer::seated(at, "player black", black);
    white.hears("351 You will play white\r\n362 White wins by Black time expiring\r\n");
    black.hears("352 You will play black\r\n202 Your time expires, and you lose\r\n");
    black.hears("362 White wins by Black time expiring\r\n");
    black.ends();
    white.ends();
    let games = house.close();
    assert_eq!(games[0].winner, Some(Side::White));
    assert_eq!(games[0].why, "black's time expired");
}

#[test]
fn tables_are_each_for_themselves() {
    let house = House::open(&ServerOptions {
        server: 3,
        tables: 3,
        ..ServerOptions::default()
    });
    let addresses = house.addresses();
    assert_eq!(addresses.len(), 3);
    let mut whites: Vec<_> = addresses
        .iter()
        .map(|at| Peer::seated(*at, "player white", ACCEPTED))
        .collect();
    let mut black = Peer::seated(addresses[1], "player black", ACCEPTED);
    black.hears("352 You will play black\r\n");
    whites[1].hears("351 You will play white\r\n");
    let mut players = [black, whites.remove(1)];
    play(&mut players, 0..GAME.len());
    let games = house.close();
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].table, 4);
    for white in &mut whites {
        white.ends();
    }
}

#[test]
fn a_server_for_one_game_ends_with_it() {
    let house = House::open(&ServerOptions {
        once: true,
        ..ServerOptions::default()
    });
    let mut players = house.players();
    play(&mut players, 0..GAME.len());
    for player in &mut players {
        player.ends();
    }
    let server = house.server.as_ref().expect("open");
    while !server.is_over() {
        thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(house.close().len(), 1);
}
