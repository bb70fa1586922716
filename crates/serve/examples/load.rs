//! How fast a move is answered while many others are there.
//!
//! Starts a server as a process of its own, opens idle and analysing connections, and asks it for
//! positions meanwhile, at the pace of one very fast person:
//!
//! ```console
//! $ cargo run --release -p ponder-serve --example load -- [IDLE] [ANALYSING] [SECONDS]
//! ```
//!
//! With `PONDER=PROGRAM` in the environment that program's `serve` is measured.
#![expect(clippy::print_stdout, reason = "the figures are for a person")]

use std::io::{BufRead, BufReader, Read};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use std::{env, fs, io, thread};

use ponder_serve::{Keep, Options, Server};
use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

const GAMES: [&str; 6] = [
    "abalone",
    "checkers",
    "othello",
    "expendibots",
    "gothello",
    "connect-four",
];

/// How often the probe asks.
const PACE: Duration = Duration::from_millis(25);

/// How far into a game the probe asks.
const PLIES: usize = 20;

fn main() {
    let words: Vec<_> = env::args().skip(1).collect();
    if words.first().is_some_and(|word| word == "serve") {
        return serve();
    }
    let number = |index: usize, usual: usize| {
        words
            .get(index)
            .map_or(usual, |word| word.parse().expect("a number"))
    };
    let (idle, analysing) = (number(0, 500), number(1, 50));
    let time = Duration::from_secs(number(2, 20) as u64);

    let (mut child, address) = start();
    let mut probe = connect(address);
    let games: Vec<_> = GAMES.iter().map(|game| walk(&mut probe, game)).collect();
    println!("{} cores, {}", cores(), memory(&child));
    tell("alone", &mut sample(&mut probe, &games, time / 4));

    let visitors: Vec<_> = (0..idle).map(|_| connect(address)).collect();
    println!("{idle} idle connections: {}", memory(&child));
    let reports = Arc::new(AtomicU64::new(0));
    let readers: Vec<_> = (0..analysing)
        .map(|index| {
            let mut socket = connect(address);
            let game = GAMES[index % GAMES.len()];
            let ask = json!({ "id": 1, "do": "analyse", "lines": 3, "place": { "game": game } });
            socket
                .send(Message::text(ask.to_string()))
                .expect("it listens");
            let reports = Arc::clone(&reports);
            // Ends when the server does.
            thread::spawn(move || {
                while socket.read().is_ok() {
                    reports.fetch_add(1, Relaxed);
                }
            })
        })
        .collect();
    let mut latencies = sample(&mut probe, &games, time);
    println!(
        "{idle} idle and {analysing} analysing: {}, {} frames of news a second",
        memory(&child),
        reports.load(Relaxed) / time.as_secs().max(1)
    );
    tell("under load", &mut latencies);

    let begun = Instant::now();
    drop(child.stdin.take());
    // A program of its own does not look at its input.
    let _ = Command::new("kill").arg(child.id().to_string()).status();
    child.wait().expect("it ends");
    println!("closed in {:.0} ms", begun.elapsed().as_secs_f64() * 1e3);
    drop(visitors);
    for reader in readers {
        let _ = reader.join();
    }
}

/// The server's side: serves until its standard input ends.
fn serve() {
    let options = Options {
        port: Some(0),
        archive: Keep::Nothing,
        ..Options::default()
    };
    let server = Server::start(&options).expect("a server");
    println!("{}", server.url());
    let _ = io::stdin().read(&mut [0]);
    server.close();
}

fn start() -> (Child, SocketAddr) {
    let mut command = match env::var_os("PONDER") {
        Some(ponder) => Command::new(ponder),
        None => Command::new(env::current_exe().expect("a program")),
    };
    let mut child = command
        .args(["serve", "--port", "0", "--no-archive"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a process");
    let mut line = String::new();
    let output = child.stdout.take().expect("piped");
    BufReader::new(output)
        .read_line(&mut line)
        .expect("an address");
    let address = line
        .trim()
        .trim_start_matches("http://")
        .trim_end_matches('/');
    (child, address.parse().expect("an address"))
}

fn connect(address: SocketAddr) -> WebSocket<TcpStream> {
    let stream = TcpStream::connect(address).expect("it listens");
    stream.set_nodelay(true).expect("a socket");
    let (socket, _) =
        tungstenite::client(format!("ws://{address}/socket"), stream).expect("a socket");
    socket
}

/// Asks, and returns the frame that answers.
fn ask(socket: &mut WebSocket<TcpStream>, request: &Value) -> Message {
    let frame = Message::text(request.to_string());
    socket.send(frame).expect("it listens");
    loop {
        let answer = socket.read().expect("it answers");
        if answer.is_text() {
            return answer;
        }
    }
}

/// The request for a position some moves into a game.
fn walk(socket: &mut WebSocket<TcpStream>, game: &str) -> Value {
    let mut request = json!({ "id": 1, "do": "position", "place": { "game": game, "moves": [] } });
    for ply in 0..PLIES {
        let answer = ask(socket, &request).into_text().expect("a text");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        let moves = answer["ok"]["moves"].as_array().expect("moves").clone();
        let Some(chosen) = moves.get(ply * 5 % moves.len().max(1)) else {
            break;
        };
        request["place"]["moves"]
            .as_array_mut()
            .expect("moves")
            .push(chosen["move"].clone());
    }
    request
}

/// How long answers take, in milliseconds.
fn sample(socket: &mut WebSocket<TcpStream>, requests: &[Value], time: Duration) -> Vec<f64> {
    let begun = Instant::now();
    let mut latencies = Vec::new();
    for request in requests.iter().cycle() {
        if begun.elapsed() >= time {
            break;
        }
        let asked = Instant::now();
        ask(socket, request);
        latencies.push(asked.elapsed().as_secs_f64() * 1e3);
        thread::sleep(PACE.saturating_sub(asked.elapsed()));
    }
    latencies
}

fn tell(when: &str, latencies: &mut [f64]) {
    latencies.sort_by(f64::total_cmp);
    let at = |share: f64| latencies[((latencies.len() - 1) as f64 * share) as usize];
    println!(
        "{when}: a position in {:.2} ms (median), {:.2} ms (99 of 100), {:.2} ms (worst of {})",
        at(0.5),
        at(0.99),
        at(1.0),
        latencies.len()
    );
}

/// What the server has in memory, where the system (Linux) tells it.
fn memory(child: &Child) -> String {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let megabytes = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let kilobytes = line.and_then(|line| {
            line.trim()
                .trim_end_matches("kB")
                .trim()
                .parse::<f64>()
                .ok()
        });
        kilobytes.map_or("?".to_owned(), |kilobytes| {
            format!("{:.1}", kilobytes / 1024.0)
        })
    };
    format!(
        "{} MiB resident, {} MiB at most",
        megabytes("VmRSS:"),
        megabytes("VmHWM:")
    )
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
