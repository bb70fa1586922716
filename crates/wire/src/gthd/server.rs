//! The server: tables, each with a port of its own.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ponder_core::Fault;

use super::guest::{self, Event, Lobby};
use super::table::{Table, Terms};
use super::words::{BASE_PORT, Role, SERVERS, Side};

/// Connections at one table: its guests, and some that have not said yet what they want. If there
/// are more, of the latter the first one must go.
const CONNECTIONS: usize = 128;
/// Events that may wait for a table; who brings more must wait.
const EVENTS: usize = 1024;
/// The pause after a connection could not be accepted, for want of something that may come back.
const PAUSE: Duration = Duration::from_millis(100);

/// How to serve.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The address to listen at.
    pub bind: IpAddr,
    /// The port of number 0; with 0 the system chooses each table's port.
    pub base: u16,
    /// The number of the first table.
    pub server: u16,
    /// How many tables, with consecutive numbers.
    pub tables: u16,
    /// Time for the game, black's first; none means no clocks.
    pub time: Option<[Duration; 2]>,
    /// How long a client may take to say what it wants.
    pub greeting: Duration,
    /// How long a player without a clock may think.
    pub patience: Duration,
    /// End each table after its first game.
    pub once: bool,
}

impl Default for ServerOptions {
    fn default() -> Self {
        Self {
            bind: Ipv4Addr::LOCALHOST.into(),
            base: BASE_PORT,
            server: 0,
            tables: 1,
            time: None,
            greeting: Duration::from_secs(20),
            patience: Duration::from_mins(30),
            once: false,
        }
    }
}

/// What happens at a table, to be told and recorded.
#[derive(Clone, Debug)]
pub enum Happening {
    /// A client has sat down.
    Seated(Role, SocketAddr),
    /// A client could not, and what it was told.
    TurnedAway(SocketAddr, String),
    /// A player who waited for another has left, and how.
    Left(Role, String),
    /// A game begins.
    Began,
    /// A side has made the move of this number.
    Moved(Side, u32, String),
    /// A game is over.
    Over {
        /// Who has won, if anybody.
        winner: Option<Side>,
        /// Why it is over.
        why: String,
        /// What an observer was told, without the boards: a text in the format `gthd`.
        log: Vec<String>,
    },
}

/// Hears of what happens at the table of a number.
pub type Witness = Arc<dyn Fn(u16, Happening) + Send + Sync>;

/// A server that is running.
pub struct Server {
    tables: Vec<Open>,
}

/// A table that is open.
struct Open {
    address: SocketAddr,
    events: SyncSender<Event>,
    closing: Arc<AtomicBool>,
    guests: Arc<AtomicUsize>,
    table: JoinHandle<Result<(), Fault>>,
}

impl Server {
    /// Opens all tables, or none; `witness` hears what happens at them.
    pub fn start(options: &ServerOptions, witness: &Witness) -> Result<Self, Fault> {
        let last = options.server.saturating_add(options.tables.max(1)) - 1;
        if last >= SERVERS {
            return Err(Fault::new(format!("there is no server number {last}"))
                .hint(format!("numbers go from 0 to {}", SERVERS - 1)));
        }
        let numbers = options.server..=last;
        let listeners: Vec<_> = numbers
            .map(|number| Ok((number, listen(options, number)?)))
            .collect::<Result<_, Fault>>()?;
        let tables = listeners.into_iter().map(|(number, listener)| {
            Open::start(number, listener, options, witness)
                .map_err(|error| Fault::new(format!("table {number} cannot be opened: {error}")))
        });
        Ok(Self {
            tables: tables.collect::<Result<_, _>>()?,
        })
    }

    /// The addresses of the tables.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.tables.iter().map(|table| table.address).collect()
    }

    /// True once every table has ended by itself.
    pub fn is_over(&self) -> bool {
        self.tables.iter().all(|table| table.table.is_finished())
    }

    /// Closes all tables, once all guests have heard what was said to them; games in progress
    /// are told of as over.
    pub fn close(self) -> Result<(), Fault> {
        for table in &self.tables {
            table.close();
        }
        let end = Instant::now() + guest::LINGER * 2;
        let guests = |table: &Open| table.guests.load(Ordering::Relaxed);
        while self.tables.iter().any(|table| guests(table) > 0) && Instant::now() < end {
            thread::sleep(PAUSE / 20);
        }
        let mut result = Ok(());
        for table in self.tables {
            let ended = table.table.join();
            let ended = ended.unwrap_or_else(|_| Err(Fault::new("a table has failed")));
            result = result.and(ended);
        }
        result
    }
}

fn listen(options: &ServerOptions, number: u16) -> Result<TcpListener, Fault> {
    let port = match options.base {
        0 => Some(0),
        base => base.checked_add(number),
    };
    let port = port.ok_or_else(|| {
        Fault::new(format!("there is no port {} + {number}", options.base))
            .hint("ports end at 65535")
    })?;
    TcpListener::bind((options.bind, port)).map_err(|error| {
        let fault = Fault::new(match error.kind() {
            io::ErrorKind::AddrInUse => format!("port {port} is in use"),
            _ => format!(
                "nobody can listen at {}, port {port}: {error}",
                options.bind
            ),
        });
        match error.kind() {
            io::ErrorKind::AddrInUse => fault.hint(format!(
                "another server may have the number {number}; choose another with --server"
            )),
            _ => fault,
        }
    })
}

impl Open {
    fn start(
        number: u16,
        listener: TcpListener,
        options: &ServerOptions,
        witness: &Witness,
    ) -> io::Result<Self> {
        let address = listener.local_addr()?;
        let (events, heard) = sync_channel(EVENTS);
        let closing = Arc::new(AtomicBool::new(false));
        let terms = Terms {
            time: options.time,
            patience: options.patience,
            once: options.once,
        };
        let guests = Arc::new(AtomicUsize::new(0));
        let door = Door {
            guests: Arc::clone(&guests),
            lobby: Arc::default(),
            number,
            listener,
            greeting: options.greeting,
            events: events.clone(),
            closing: Arc::clone(&closing),
            witness: Arc::clone(witness),
        };
        thread::Builder::new()
            .name(format!("gthd door {number}"))
            .spawn(move || door.keep())?;
        let witness = Arc::clone(witness);
        let shut = Arc::clone(&closing);
        let table = thread::Builder::new()
            .name(format!("gthd table {number}"))
            .spawn(move || {
                let served =
                    Table::new(terms, &|happening| witness(number, happening)).serve(&heard);
                shut.store(true, Ordering::Relaxed);
                wake(address);
                served
            })?;
        Ok(Self {
            address,
            events,
            closing,
            guests,
            table,
        })
    }

    fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        // A table that has ended by itself hears no more.
        let _ = self.events.send(Event::Closing);
        wake(self.address);
    }
}

/// Lets a door that waits for a guest look whether it is to close.
fn wake(mut address: SocketAddr) {
    if address.ip().is_unspecified() {
        address.set_ip(Ipv4Addr::LOCALHOST.into());
    }
    let _ = TcpStream::connect_timeout(&address, Duration::from_secs(1));
}

/// Where a table's guests come in.
struct Door {
    guests: Arc<AtomicUsize>,
    lobby: Arc<Lobby>,
    number: u16,
    listener: TcpListener,
    greeting: Duration,
    events: SyncSender<Event>,
    closing: Arc<AtomicBool>,
    witness: Witness,
}

impl Door {
    /// Lets guests in until the table closes.
    fn keep(self) {
        for id in 0.. {
            let arrived = self.listener.accept();
            if self.closing.load(Ordering::Relaxed) {
                return;
            }
            let Ok((stream, from)) = arrived else {
                thread::sleep(PAUSE);
                continue;
            };
            let full = self.guests.load(Ordering::Relaxed) >= CONNECTIONS;
            if full && !self.lobby.make_room() {
                let why = guest::TOO_MANY.to_owned();
                (self.witness)(self.number, Happening::TurnedAway(from, why));
                continue;
            }
            let counted = Counted::new(&self.guests);
            let (greeting, events) = (self.greeting, self.events.clone());
            let (witness, number) = (Arc::clone(&self.witness), self.number);
            let (stream, lobby) = (Arc::new(stream), Arc::clone(&self.lobby));
            lobby.enter(id, &stream);
            let reader = thread::Builder::new()
                .name("gthd reader".to_owned())
                .spawn(move || {
                    let _counted = counted;
                    let received = guest::receive(id, &stream, from, greeting, &lobby, &events);
                    if let Err(error) = received {
                        // Who failed before it could say anything may still be there.
                        lobby.leave(id);
                        witness(number, Happening::TurnedAway(from, error.to_string()));
                    }
                });
            if reader.is_err() {
                // Where no thread can be started the guest is let go, and may come again.
                self.lobby.leave(id);
            }
        }
    }
}

/// One of a number, as long as it lives.
struct Counted(Arc<AtomicUsize>);

impl Counted {
    fn new(number: &Arc<AtomicUsize>) -> Self {
        number.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(number))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
