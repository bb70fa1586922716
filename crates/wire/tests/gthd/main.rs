//! The Gothello server and its client over real sockets, against scripted counterparts.

mod client;
mod hostile;
mod server;

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ponder_wire::gthd::{Happening, Server, ServerOptions, Side};

/// Nothing takes so long unless it hangs.
const CEILING: Duration = Duration::from_secs(20);

const HELLO: &str = "000 0.9.1 version Gothello server says hello!\r\n";

/// A whole game between two programs, black's moves at the even places. Black is shut in, passes,
/// loses its whole lower side to c2 and keeps three stones round one eye.
const GAME: [&str; 26] = [
    "a1", "c4", "e4", "a4", "d1", "a5", "d5", "b3", "d4", "e3", "e2", "d3", "c1", "a2", "b2", "c3",
    "e1", "c5", "b1", "d2", "b4", "b5", "pass", "c2", "pass", "pass",
];

/// The board after each move, as the course's server showed it to an observer.
const BOARDS: [&str; 26] = [
    "...../...../...../...../b....",
    "...../..w../...../...../b....",
    "...../..w.b/...../...../b....",
    "...../w.w.b/...../...../b....",
    "...../w.w.b/...../...../b..b.",
    "w..../w.w.b/...../...../b..b.",
    "w..b./w.w.b/...../...../b..b.",
    "w..b./w.w.b/.w.../...../b..b.",
    "w..b./w.wbb/.w.../...../b..b.",
    "w..b./w.wbb/.w..w/...../b..b.",
    "w..b./w.wbb/.w..w/....b/b..b.",
    "w..b./w.wbb/.w.ww/....b/b..b.",
    "w..b./w.wbb/.w.ww/....b/b.bb.",
    "w..b./w.wbb/.w.ww/w...b/b.bb.",
    "w..b./w.wbb/.w.ww/wb..b/b.bb.",
    "w..b./w.wbb/.wwww/wb..b/b.bb.",
    "w..b./w.wbb/.wwww/wb..b/b.bbb",
    "w.wb./w.wbb/.wwww/wb..b/b.bbb",
    "w.wb./w.wbb/.wwww/wb..b/bbbbb",
    "w.wb./w.wbb/.wwww/wb.wb/bbbbb",
    "w.wb./wbwbb/.wwww/wb.wb/bbbbb",
    "wwwb./wwwbb/.wwww/wb.wb/bbbbb",
    "wwwb./wwwbb/.wwww/wb.wb/bbbbb",
    "wwwb./wwwbb/.wwww/wwwww/wwwww",
    "wwwb./wwwbb/.wwww/wwwww/wwwww",
    "wwwb./wwwbb/.wwww/wwwww/wwwww",
];

/// The line by which a player asks for the move of a ply.
fn request(ply: usize) -> String {
    let dots = ["", "... "][ply % 2];
    format!("{} {dots}{}\r", ply / 2 + 1, GAME[ply])
}

/// What the player of a ply hears first.
fn answer(ply: usize) -> String {
    match ply {
        25 => "201 Move pass accepted, You win\r\n".to_owned(),
        _ => format!("200 Move {} accepted, continue playing\r\n", GAME[ply]),
    }
}

/// What all hear of a ply.
fn status(ply: usize) -> String {
    let (number, play) = (ply / 2 + 1, GAME[ply]);
    match (ply, play) {
        (25, _) => "323 13 ... pass and white wins\r\n".to_owned(),
        (_, "pass") => format!("315 {number} pass is black move, game continues\r\n"),
        _ if ply.is_multiple_of(2) => {
            format!("311 {number} {play} is black move, game continues\r\n")
        }
        _ => format!("312 {number} ... {play} is white move, game continues\r\n"),
    }
}

/// What an observer hears after the status line of a ply.
fn state(ply: usize) -> String {
    let (number, mark) = match ply {
        25 => (13, "*"),
        _ => (ply.div_ceil(2) + 1, ["w", "b"][ply % 2]),
    };
    let rows = BOARDS[ply].replace('/', "\r\n");
    format!("380 {number} {mark}\r\n382\r\n{rows}\r\n")
}

/// One end of a connection, scripted.
struct Peer(TcpStream);

impl Peer {
    fn new(stream: TcpStream) -> Self {
        stream.set_read_timeout(Some(CEILING)).expect("a time-out");
        stream.set_nodelay(true).expect("no delay");
        Self(stream)
    }

    fn reach(address: SocketAddr) -> Self {
        Self::new(TcpStream::connect(address).expect("the server listens"))
    }

    /// Reaches a server and says the first line, which must be answered so.
    fn seated(address: SocketAddr, hello: &str, answer: &str) -> Self {
        let mut peer = Self::reach(address);
        peer.hears(HELLO);
        peer.says(&format!("0.9.1 {hello}\r"));
        peer.hears(&format!("{answer}\r\n"));
        peer
    }

    fn says(&mut self, bytes: &str) {
        self.0
            .write_all(bytes.as_bytes())
            .expect("the other end reads");
    }

    /// Must hear exactly these bytes next.
    #[track_caller]
    fn hears(&mut self, expected: &str) {
        let mut bytes = vec![0; expected.len()];
        let mut read = 0;
        while read < bytes.len() {
            match self.0.read(&mut bytes[read..]) {
                Ok(0) => break,
                Ok(count) => read += count,
                Err(error) => panic!(
                    "{error} after {:?} instead of {expected:?}",
                    String::from_utf8_lossy(&bytes[..read])
                ),
            }
            if !expected.as_bytes().starts_with(&bytes[..read]) {
                break;
            }
        }
        assert_eq!(String::from_utf8_lossy(&bytes[..read]), expected);
    }

    /// Must hear nothing but the end.
    #[track_caller]
    fn ends(&mut self) {
        let mut rest = Vec::new();
        match self.0.read_to_end(&mut rest) {
            Ok(_) => {}
            Err(error) => assert_eq!(error.kind(), ErrorKind::ConnectionReset, "{error}"),
        }
        assert_eq!(String::from_utf8_lossy(&rest), "");
    }

    fn hangs_up(&self) {
        self.0.shutdown(Shutdown::Both).expect("still connected");
    }
}

/// A game that is over, as a witness heard of it.
#[derive(Clone, Debug)]
struct Finished {
    table: u16,
    winner: Option<Side>,
    why: String,
    log: Vec<String>,
}

/// A server of the test's own on ports that the system chooses.
struct House {
    server: Option<Server>,
    finished: Arc<Mutex<Vec<Finished>>>,
    /// Why guests were turned away.
    away: Arc<Mutex<Vec<String>>>,
}

impl House {
    fn open(options: &ServerOptions) -> Self {
        let finished: Arc<Mutex<Vec<Finished>>> = Arc::default();
        let away: Arc<Mutex<Vec<String>>> = Arc::default();
        let (records, reasons) = (Arc::clone(&finished), Arc::clone(&away));
        let witness = move |table, happening| match happening {
            Happening::Over { winner, why, log } => {
                let game = Finished {
                    table,
                    winner,
                    why,
                    log,
                };
                records.lock().expect("no test has failed").push(game);
            }
            Happening::TurnedAway(_, why) => {
                reasons.lock().expect("no test has failed").push(why);
            }
            _ => {}
        };
        let options = ServerOptions {
            base: 0,
            ..options.clone()
        };
        let server = Server::start(&options, &(Arc::new(witness) as _)).expect("ports are free");
        Self {
            server: Some(server),
            finished,
            away,
        }
    }

    fn plain() -> Self {
        Self::open(&ServerOptions::default())
    }

    fn address(&self) -> SocketAddr {
        self.addresses()[0]
    }

    fn addresses(&self) -> Vec<SocketAddr> {
        self.server.as_ref().expect("still open").addresses()
    }

    /// Closes the server and tells which games were played.
    fn close(mut self) -> Vec<Finished> {
        let server = self.server.take().expect("still open");
        server.close().expect("all tables are well");
        self.finished.lock().expect("no test has failed").clone()
    }

    /// Seats both players; the game has begun.
    fn players(&self) -> [Peer; 2] {
        let accepted = "100 Request accepted";
        let mut white = Peer::seated(self.address(), "player white", accepted);
        let mut black = Peer::seated(self.address(), "player black", accepted);
        white.hears("351 You will play white\r\n");
        black.hears("352 You will play black\r\n");
        [black, white]
    }
}

/// Plays the moves of some plies, and hears what both players must hear.
fn play(players: &mut [Peer; 2], plies: std::ops::Range<usize>) {
    for ply in plies {
        players[ply % 2].says(&request(ply));
        players[ply % 2].hears(&answer(ply));
        for player in players.iter_mut() {
            player.hears(&status(ply));
        }
    }
}
