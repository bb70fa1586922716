//! The client against a scripted server, and two clients on our own.

use std::net::TcpListener;
use std::thread;
use std::time::Duration;

use ponder_core::Fault;
use ponder_engine::{
    Allowance, AnalysisRequest, Choice, Contender, Lapse, Limits, Player, Session, Stop,
};
use ponder_wire::NoResult;
use ponder_wire::gthd::{Client, Hearing, Report, Role, ServerOptions, Side};

use super::{GAME, HELLO, House, Peer, answer, request, state, status};

/// Plays the game of the tests by heart, and keeps the clocks it was shown.
#[derive(Default)]
struct ByHeart {
    clocks: Vec<[Option<Duration>; 2]>,
}

impl Contender for ByHeart {
    fn begin(&mut self, _: &dyn Session, _: &Stop) -> Result<(), Lapse> {
        Ok(())
    }

    fn choose(
        &mut self,
        session: &dyn Session,
        allowance: &Allowance,
        _: &Stop,
    ) -> Result<Choice, Lapse> {
        let clocks = [allowance.limits.clock, allowance.theirs];
        self.clocks
            .push(clocks.map(|clock| clock.map(|clock| clock.left)));
        Ok(Choice {
            play: GAME[session.line().len()].to_owned(),
            ..Choice::default()
        })
    }
}

/// A server that does as the script says, in a thread of its own; its port.
fn scripted(script: impl FnOnce(&mut Peer) + Send + 'static) -> (u16, thread::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("bound").port();
    let server = thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a client");
        script(&mut Peer::new(stream));
    });
    (port, server)
}

/// A client of this role plays by heart on a scripted server.
fn by_heart(
    role: Role,
    script: impl FnOnce(&mut Peer) + Send + 'static,
) -> (Result<Report, Fault>, ByHeart) {
    let (port, server) = scripted(script);
    let client = Client::reach("127.0.0.1", port, role).expect("the server listens");
    let mut player = ByHeart::default();
    let contender: Option<&mut dyn Contender> = match role {
        Role::Player(_) => Some(&mut player),
        Role::Observer => None,
    };
    let report = client.play(None, contender, &Stop::new(), &mut |_| ());
    server.join().expect("the server heard what it should");
    (report.map_err(Fault::from), player)
}

/// Says a text whole, byte by byte, or in pieces that end anywhere.
fn say(peer: &mut Peer, text: &str, piece: usize) {
    for part in text.as_bytes().chunks(piece) {
        peer.says(std::str::from_utf8(part).expect("ASCII"));
        if piece < 100 {
            thread::sleep(Duration::from_micros(300));
        }
    }
}

#[test]
fn a_whole_game_is_played_as_the_course_s_clients_play_it() {
    for side in Side::BOTH {
        for piece in [1, 7, 10_000] {
            let (report, _) = by_heart(Role::Player(side), move |peer| {
                say(peer, HELLO, piece);
                peer.hears(&format!("0.9.1 player {}\r", side.name()));
                let seated = ["352 You will play black", "351 You will play white"];
                let seated = seated[side.index()];
                // What is said is merged as far as it can be.
                let mut said = format!("100 Request accepted\r\n{seated}\r\n");
                for ply in 0..GAME.len() {
                    if ply % 2 == side.index() {
                        say(peer, &said, piece);
                        said.clear();
                        peer.hears(&request(ply));
                        said += &answer(ply);
                    }
                    said += &status(ply);
                }
                say(peer, &said, piece);
            });
            let report = report.expect("a result");
            assert_eq!(report.winner, Some(Side::White));
            assert_eq!(report.why, "stones: black 3, white 20");
            assert_eq!(report.moves, GAME);
        }
    }
}

#[test]
fn an_observer_needs_no_player() {
    for end in ["\r\n", "\r", "\n"] {
        let (report, _) = by_heart(Role::Observer, move |peer| {
            peer.says(&HELLO.replace("\r\n", end));
            peer.hears("0.9.1 observer\r");
            let mut said = "100 Request accepted\r\n353 You will observe\r\n".to_owned();
            for ply in 0..GAME.len() {
                said += &status(ply);
                said += &state(ply);
            }
            peer.says(&said.replace("\r\n", end));
        });
        assert_eq!(report.expect("a result").moves, GAME);
    }
}

#[test]
fn a_player_sees_its_clock() {
    let (report, player) = by_heart(Role::Player(Side::White), |peer| {
        peer.says(HELLO);
        peer.hears("0.9.1 player white\r");
        peer.says("101 90 60 Request accepted with time controls (you / opp)\r\n");
        peer.says("351 You will play white\r\n313 1 a1 58 (secs) is black move\r\n");
        peer.hears("1 ... c4\r");
        peer.says("207 88 secs remaining after move c4 accepted, continue playing\r\n");
        peer.says("314 1 ... c4 88 (secs) is white move, game continues\r\n");
        peer.says("313 2 e4 1 (secs) is black move, game continues\r\n");
        peer.hears("2 ... a4\r");
        peer.says("361 Black wins by White time expiring\r\n");
    });
    let report = report.expect("a result");
    assert_eq!(report.winner, Some(Side::Black));
    assert_eq!(report.why, "white's time expired");
    // A little is kept for the way.
    let clock = |mine: u64, theirs: u64| {
        [mine, theirs].map(|seconds| Some(Duration::from_millis(seconds * 1000 - 100)))
    };
    assert_eq!(player.clocks, [clock(90, 58), clock(88, 1)]);
}

#[test]
fn odd_lines_are_survived() {
    let (report, _) = by_heart(Role::Player(Side::Black), |peer| {
        // A greeting with times, names, a number of observers, and codes of the future.
        peer.says("\r\n001 0.9.1 60 60 version white-secs black-secs says hello!\r\n");
        peer.hears("0.9.1 player black\r");
        peer.says("100\r\n341 \"somebody\"\r\n342\r\n344 2\r\n352\r\n");
        peer.hears("1 a1\r");
        peer.says(&format!(
            "777 what is this\r\n{}\r\n\u{0}\u{1}\r\n",
            "y".repeat(9000)
        ));
        peer.says("200 ok\r\n311 1 a1\r\n311 1 a1\r\n312 1 ... c4\r\n");
        peer.hears("2 e4\r");
        // It does not like the move: the game goes on with a pass.
        peer.says("291 Illegal move e4\r\n");
        peer.hears("2 pass\r");
        peer.says("200\r\n315 2 pass\r\n324 2 ... pass and white loses\r\n");
    });
    let report = report.expect("a result");
    assert_eq!(report.winner, Some(Side::Black), "the server knows best");
    assert_eq!(report.moves, ["a1", "c4", "pass", "pass"]);
}

#[test]
fn what_goes_wrong_is_told() {
    let black = Role::Player(Side::Black);
    let fault = |script: fn(&mut Peer)| by_heart(black, script).0.expect_err("no result").what;
    let seated = |peer: &mut Peer| {
        peer.says(HELLO);
        peer.hears("0.9.1 player black\r");
        peer.says("100 ok\r\n352\r\n");
        peer.hears("1 a1\r");
    };
    assert!(fault(|peer| peer.says("SSH-2.0-OpenSSH\r\n")).contains("does not greet"));
    assert!(fault(|_| ()).starts_with("the server ended the connection before"));
    let taken = |peer: &mut Peer| {
        peer.says(HELLO);
        peer.hears("0.9.1 player black\r");
        peer.says("191 Other player holds requested side\r\n");
    };
    let hint = by_heart(black, taken).0.expect_err("taken").hint;
    assert!(hint.is_some_and(|hint| hint.contains("plays black there")));
    let (result, _) = by_heart(black, move |peer| {
        seated(peer);
        peer.says("299 Illegal serial number (got 1 expected 7)\r\n");
    });
    assert!(result.expect_err("refused").what.contains("expected 7"));
    let (result, _) = by_heart(black, move |peer| {
        seated(peer);
        peer.says("200 ok\r\n311 1 a1\r\n312 1 ... a1\r\n");
    });
    assert!(result.expect_err("illegal").what.contains("a1 is occupied"));
    let (result, _) = by_heart(black, move |peer| {
        seated(peer);
        peer.says("200 ok\r\n311 1 a1\r\n312 2 ... a1\r\n");
    });
    assert!(result.expect_err("a gap").what.contains("missing"));
    let (result, _) = by_heart(black, seated);
    assert!(
        result
            .expect_err("it left")
            .what
            .contains("before the game was over")
    );
    let (result, _) = by_heart(black, move |peer| {
        seated(peer);
        peer.says("200 ok\r\n311 1 a1\r\n392 White disconnected\r\n");
    });
    assert_eq!(result.expect("a result").winner, Some(Side::Black));
    let nowhere = Client::reach("127.0.0.1", 1, black).err().expect("nobody");
    assert!(
        nowhere
            .what
            .starts_with("there is no server at 127.0.0.1, port 1")
    );
}

#[test]
fn a_client_can_be_stopped() {
    let (port, server) = scripted(|peer| {
        peer.says(HELLO);
        peer.hears("0.9.1 observer\r");
        peer.ends();
    });
    let stop = Stop::new();
    let client = Client::reach("127.0.0.1", port, Role::Observer).expect("there");
    stop.ask();
    let report = client.play(None, None, &stop, &mut |_| ());
    assert_eq!(report.expect_err("stopped"), NoResult::Stopped);
    server.join().expect("the client left");
}

#[test]
fn two_clients_of_ours_play_on_our_server() {
    for time in [None, Some([Duration::from_secs(30); 2])] {
        let house = House::open(&ServerOptions {
            time,
            ..ServerOptions::default()
        });
        let port = house.address().port();
        let sit = |role: Role| {
            thread::spawn(move || {
                let client = Client::reach("127.0.0.1", port, role).expect("our server");
                let mut request = AnalysisRequest::within(Limits::nodes(500));
                request.hash = 1 << 20;
                let mut player = Player::new(request).expect("a player");
                let contender: Option<&mut dyn Contender> = match role {
                    Role::Player(_) => Some(&mut player),
                    Role::Observer => None,
                };
                let mut heard = Vec::new();
                let report = client.play(Some("ponder"), contender, &Stop::new(), &mut |event| {
                    if let Hearing::Moved { play, .. } = event {
                        heard.push(play);
                    }
                });
                let report = report.expect("a result");
                assert_eq!(report.moves, heard);
                report
            })
        };
        let roles = [
            Role::Observer,
            Role::Player(Side::White),
            Role::Player(Side::Black),
        ];
        let reports = roles
            .map(sit)
            .map(|client| client.join().expect("no panic"));
        let games = house.close();
        assert_eq!(games.len(), 1);
        for report in reports {
            assert_eq!(report.winner, games[0].winner);
            assert_eq!(report.why, games[0].why);
            assert_eq!(report.moves.len() + 1, games[0].log.len());
        }
    }
}

/// Servers that are none: one says nothing, one says a line that never ends, quickly or slowly.
fn strange_servers() -> Vec<(u16, &'static str)> {
    let serve = |bytes: usize, pause: u64| {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("bound").port();
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a client");
            while std::io::Write::write_all(&mut stream, &vec![b'x'; bytes]).is_ok() {
                thread::sleep(Duration::from_millis(pause));
            }
        });
        port
    };
    vec![
        (serve(0, 50), "does not answer"),
        (serve(1, 20), "does not answer"),
        (serve(4096, 1), "longer than 65536 bytes"),
    ]
}

#[test]
fn a_server_that_does_not_answer_is_left() {
    for (port, words) in strange_servers() {
        let client = Client::reach("127.0.0.1", port, Role::Observer).expect("it listens");
        let client = client.greeted_within(Duration::from_secs(2));
        let report = client.play(None, None, &Stop::new(), &mut |_| ());
        let fault = Fault::from(report.expect_err("no game")).to_string();
        assert!(fault.contains(words), "{fault}");
    }
}
