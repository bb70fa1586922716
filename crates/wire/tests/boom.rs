//! The BOOM client against a scripted server over a real socket.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use ponder_core::Fault;
use ponder_engine::{AnalysisRequest, Limits, Player, Session, Stop, open};
use ponder_wire::boom::{Client, Ending, Hearing};
use serde_json::{Value, json};

/// The server's end of a connection.
struct Peer {
    stream: TcpStream,
    lines: BufReader<TcpStream>,
}

impl Peer {
    /// Says a message in pieces that end anywhere.
    fn says(&mut self, message: &str) {
        for piece in format!("{message}\n").as_bytes().chunks(11) {
            self.stream.write_all(piece).expect("the client reads");
            thread::sleep(Duration::from_micros(200));
        }
    }

    fn hears_any(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).expect("the client speaks");
        line
    }

    #[track_caller]
    fn hears(&mut self, expected: &str) {
        assert_eq!(self.hears_any(), format!("{expected}\n"));
    }

    /// Pairs the client as this colour.
    fn pairs(&mut self, colour: &str) {
        self.hears("{\"name\":\"tester\",\"channel\":\"random\",\"mtype\":\"PLAY\"}");
        self.says("{\"mtype\":\"OKAY\"}");
        // Are you still there?
        self.says("{\"mtype\":\"OKAY\"}");
        self.hears("{\"mtype\":\"OKAY\"}");
        self.says("{\"white\":\"one\",\"black\":\"two\",\"mtype\":\"GAME\"}");
        self.says(&format!("{{\"colour\":\"{colour}\",\"mtype\":\"INIT\"}}"));
        self.hears("{\"mtype\":\"OKAY\"}");
    }

    fn updates(&mut self, colour: &str, action: &Value) {
        self.says(&json!({"colour": colour, "action": action, "mtype": "UPD8"}).to_string());
        self.hears("{\"mtype\":\"OKAY\"}");
    }

    /// Asks for an action.
    fn asks(&mut self) -> Value {
        self.says("{\"mtype\":\"TURN\"}");
        let line = self.hears_any();
        assert!(line.starts_with("{\"action\":[\""), "{line}");
        assert!(line.ends_with(",\"mtype\":\"ACTN\"}\n"), "{line}");
        let message: Value = serde_json::from_str(&line).expect("JSON");
        message["action"].clone()
    }
}

/// A client plays on a scripted server.
fn game(script: impl FnOnce(&mut Peer) + Send + 'static) -> (Result<Ending, Fault>, Vec<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("bound").port();
    let server = thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a client");
        let ceiling = Some(Duration::from_secs(20));
        stream.set_read_timeout(ceiling).expect("a time-out");
        let lines = BufReader::new(stream.try_clone().expect("a second handle"));
        script(&mut Peer { stream, lines });
    });
    let mut request = AnalysisRequest::within(Limits::nodes(200));
    request.hash = 1 << 20;
    let mut player = Player::new(request).expect("a player");
    let client = Client::reach("127.0.0.1", port).expect("the server listens");
    let mut heard = Vec::new();
    let ending = client.play(
        "tester",
        "random",
        &mut player,
        &Stop::new(),
        &mut |event| {
            heard.push(match event {
                Hearing::Moved { play, .. } => play,
                Hearing::Paired { white, black } => format!("{white} {black}"),
                Hearing::Began(colour) => colour.to_owned(),
                Hearing::Waiting => "waiting".to_owned(),
                Hearing::Chose(_) => return,
            });
        },
    );
    server.join().expect("the server heard what it should");
    (ending.map_err(Fault::from), heard)
}

#[test]
fn a_whole_game_is_played() {
    for colour in ["white", "black"] {
        let (ending, heard) = game(move |peer| {
            peer.pairs(colour);
            // The other side plays the first legal action there is; ours decides the game.
            let mut session = open("expendibots").expect("a game");
            let mut actions: Vec<Value> = Vec::new();
            while session.position().outcome.is_none() {
                let turn = session.position().turn;
                let action = if turn == colour {
                    peer.asks()
                } else {
                    told(&*session, &session.move_texts(false)[0])
                };
                actions.push(action.clone());
                let game = Value::from(actions.clone()).to_string();
                session.load("json", &game).expect("a legal game");
                peer.updates(turn, &action);
            }
            let winner = session
                .position()
                .outcome
                .and_then(|outcome| outcome.winner);
            let result =
                winner.map_or("draw detected".to_owned(), |name| format!("winner: {name}"));
            peer.says(&json!({"result": result, "mtype": "OVER"}).to_string());
        });
        let ending = ending.expect("a result");
        assert_eq!(ending.colour, Some(colour));
        assert_eq!(ending.winner, Some(colour), "{}", ending.result);
        assert_eq!(heard[..3], ["waiting", "one two", colour]);
        assert_eq!(heard[3..], ending.moves);
    }
}

/// A move of a session in the words of the network.
fn told(session: &dyn Session, play: &str) -> Value {
    let mut moves = session.line();
    moves.push(play.to_owned());
    let game = format!("startpos moves {}", moves.join(" "));
    let text = session.convert("game", "json", &game).expect("a game");
    let actions: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    actions.last().expect("an action").clone()
}

#[test]
fn a_game_that_breaks_off_has_its_reason() {
    let (ending, _) = game(|peer| {
        peer.pairs("black");
        peer.updates("white", &json!(["MOVE", 1, [6, 0], [6, 1]]));
        peer.says("{\"reason\":\"opponent disconnected\",\"mtype\":\"ERRO\"}");
    });
    let fault = ending.expect_err("a game without a result");
    let what = "the server breaks the game off: opponent disconnected";
    assert_eq!(fault.what, what);
}

#[test]
fn what_goes_wrong_is_told() {
    let fault = |script: fn(&mut Peer)| game(script).0.expect_err("no ending").what;
    assert!(fault(|peer| drop(peer.hears_any())).contains("before the game was over"));
    assert!(fault(|peer| peer.says("220 mail server")).contains("no JSON"));
    assert!(fault(|peer| peer.says("{\"mtype\":\"TURN\"}")).contains("does not belong here: TURN"));
    let illegal = fault(|peer| {
        peer.pairs("black");
        let action = json!({"colour": "white", "action": ["BOOM", [2, 2]], "mtype": "UPD8"});
        peer.says(&action.to_string());
    });
    assert!(
        illegal.contains("the action [\"BOOM\",[2,2]] of white"),
        "{illegal}"
    );
    let out_of_turn = fault(|peer| {
        peer.pairs("black");
        peer.says("{\"mtype\":\"TURN\"}");
    });
    assert!(out_of_turn.contains("out of turn"));
    let colour = fault(|peer| {
        peer.hears_any();
        peer.says("{\"mtype\":\"OKAY\"}");
        peer.says("{\"white\":\"one\",\"black\":\"two\",\"mtype\":\"GAME\"}");
        peer.says("{\"colour\":\"green\",\"mtype\":\"INIT\"}");
    });
    assert!(colour.contains("\"green\""));
    let flood = fault(|peer| {
        let piece = vec![b'x'; 1 << 16];
        while peer.stream.write_all(&piece).is_ok() {}
    });
    assert!(flood.contains("longer than"), "{flood}");
    let nowhere = Client::reach("127.0.0.1", 1).err().expect("nobody");
    assert!(
        nowhere
            .what
            .starts_with("there is no server at 127.0.0.1, port 1")
    );
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
        let mut player = Player::new(AnalysisRequest::within(Limits::nodes(1))).expect("a player");
        let client = Client::reach("127.0.0.1", port).expect("it listens");
        let client = client.greeted_within(Duration::from_secs(2));
        let stop = Stop::new();
        let ending = client.play("tester", "random", &mut player, &stop, &mut |_| ());
        let fault = Fault::from(ending.expect_err("no game")).to_string();
        assert!(fault.contains(words), "{fault}");
    }
}
