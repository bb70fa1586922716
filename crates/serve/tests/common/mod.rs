//! A server of its own for every test, and a client that speaks to it over a real socket.
#![allow(dead_code, reason = "not every test needs everything")]

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use ponder_serve::{Keep, Options, Server};
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Message, WebSocket};

/// A hang, not a slow machine.
pub(crate) const CEILING: Duration = Duration::from_mins(1);

/// Options of a server for tests: any port, no archive, two searches at once.
pub(crate) fn options() -> Options {
    Options {
        port: Some(0),
        archive: Keep::Nothing,
        cores: 2,
        ..Options::default()
    }
}

/// A server.
pub(crate) fn server(options: &Options) -> Server {
    Server::start(options).unwrap_or_else(|fault| panic!("{fault}"))
}

/// A client of a server.
pub(crate) struct Client {
    pub(crate) socket: WebSocket<TcpStream>,
    next: u64,
    /// Frames that were read while another one was waited for.
    others: Vec<Value>,
}

impl Client {
    pub(crate) fn new(server: &Server) -> Self {
        Self::with_headers(server, &[]).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A client that says something about itself.
    pub(crate) fn with_headers(
        server: &Server,
        headers: &[(&'static str, &str)],
    ) -> Result<Self, tungstenite::Error> {
        let address = format!("ws://{}/socket", server.address());
        let mut request = address.into_client_request()?;
        for (name, value) in headers {
            request
                .headers_mut()
                .insert(*name, value.parse().expect("a header"));
        }
        let stream = TcpStream::connect(server.address())?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(CEILING))?;
        stream.set_write_timeout(Some(CEILING))?;
        let config = WebSocketConfig::default();
        match tungstenite::client::client_with_config(request, stream, Some(config)) {
            Ok((socket, _)) => Ok(Self {
                socket,
                next: 1,
                others: Vec::new(),
            }),
            Err(tungstenite::HandshakeError::Failure(error)) => Err(error),
            Err(tungstenite::HandshakeError::Interrupted(_)) => panic!("the handshake hangs"),
        }
    }

    /// Sends a request and returns its number.
    pub(crate) fn send(&mut self, what: &str, mut details: Value) -> u64 {
        let id = self.next;
        self.next += 1;
        details["id"] = json!(id);
        details["do"] = json!(what);
        self.say(&details.to_string());
        id
    }

    /// Sends any text.
    pub(crate) fn say(&mut self, text: &str) {
        self.socket
            .send(Message::text(text))
            .expect("the server listens");
    }

    /// The next frame, or how the connection ended.
    pub(crate) fn read(&mut self) -> Result<Value, String> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    return Ok(serde_json::from_str(&text).expect("the server speaks JSON"));
                }
                Ok(Message::Close(frame)) => {
                    return Err(frame.map_or("closed".to_owned(), |frame| {
                        format!("{} {}", u16::from(frame.code), frame.reason)
                    }));
                }
                Ok(_) => {}
                Err(error) => return Err(error.to_string()),
            }
        }
    }

    /// The next frame about a request.
    pub(crate) fn next_of(&mut self, id: u64) -> Value {
        if let Some(index) = self.others.iter().position(|frame| frame["id"] == id) {
            return self.others.remove(index);
        }
        loop {
            let frame = self
                .read()
                .unwrap_or_else(|end| panic!("the connection ended: {end}"));
            if frame["id"] == id {
                return frame;
            }
            self.others.push(frame);
        }
    }

    /// Events of a request up to its answer, and the answer.
    pub(crate) fn finish(&mut self, id: u64) -> (Vec<Value>, Value) {
        let mut events = Vec::new();
        loop {
            let frame = self.next_of(id);
            if frame.get("event").is_none() {
                return (events, frame);
            }
            events.push(frame);
        }
    }

    /// Asks, and returns the whole answer.
    pub(crate) fn ask(&mut self, what: &str, details: Value) -> Value {
        let id = self.send(what, details);
        self.finish(id).1
    }

    /// Asks for what cannot be refused.
    pub(crate) fn get(&mut self, what: &str, details: Value) -> Value {
        let mut answer = self.ask(what, details);
        assert!(answer.get("fault").is_none(), "{what}: {answer}");
        answer["ok"].take()
    }

    /// Asks for what must be refused, and returns the sentence.
    pub(crate) fn refused(&mut self, what: &str, details: Value) -> String {
        let answer = self.ask(what, details);
        let message = answer["fault"]["message"].as_str();
        message
            .unwrap_or_else(|| panic!("{what}: {answer}"))
            .to_owned()
    }
}

/// A request with more fields.
pub(crate) fn with(mut request: Value, more: Value) -> Value {
    let Value::Object(more) = more else {
        panic!("{more} has no fields");
    };
    for (key, value) in more {
        request[key] = value;
    }
    request
}

/// The first moves of a game, each by its number among the legal ones.
pub(crate) fn moves(client: &mut Client, game: &str, choices: &[usize]) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    for choice in choices {
        let at = json!({ "place": { "game": game, "moves": moves } });
        let chosen = &client.get("position", at)["moves"][choice]["move"];
        moves.push(chosen.as_str().expect("a move").to_owned());
    }
    moves
}

/// A place by its words.
pub(crate) fn place(game: &str, moves: &[&str]) -> Value {
    json!({ "place": { "game": game, "start": null, "moves": moves } })
}

/// An analysis that does not end by itself.
pub(crate) fn endless(game: &str) -> Value {
    place(game, &[])
}

/// Waits until something is so.
pub(crate) fn wait_until(what: &str, mut so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !so() {
        assert!(begun.elapsed() < CEILING, "still waiting for {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// A plain HTTP request, exactly as written, and the whole answer.
pub(crate) fn http(server: &Server, request: &str) -> String {
    let mut stream = TcpStream::connect(server.address()).expect("the server listens");
    stream.set_read_timeout(Some(CEILING)).expect("a socket");
    stream
        .write_all(request.as_bytes())
        .expect("the server reads");
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

/// A GET with headers of one's own, and the whole answer.
pub(crate) fn get(server: &Server, path: &str, headers: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
    http(server, &request)
}

/// The header by which the server is called.
pub(crate) fn host(server: &Server) -> String {
    format!("Host: {}\r\n", server.address())
}
