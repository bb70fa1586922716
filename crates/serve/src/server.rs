//! The server as its owner sees it: start it, look at it, close it.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use ponder_core::Fault;
use tokio::runtime::{self, Runtime};
use tokio::sync::{Semaphore, watch};

use crate::archive::Archive;
use crate::assets::Assets;
use crate::budgets::Budgets;
use crate::clerk::Clerk;
use crate::desk::{Desk, Room, Searches};
use crate::door;
use crate::guard::Guard;
use crate::house::House;
use crate::shelf::Shelf;

/// The port, if it is free.
const PORT: u16 = 7766;

/// How many ports after it are tried.
const NEXT_PORTS: u16 = 100;

/// How long to wait for searches and farewells when the server closes.
const FAREWELL: Duration = Duration::from_millis(800);

/// Threads that answer what takes a while.
const CLERKS: usize = 4;

/// How a server is to be.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen at. Beyond this machine a token is asked for.
    pub host: IpAddr,
    /// The port; 0 is any free one, and none the usual one or the next that is free.
    pub port: Option<u16>,
    /// A folder of pages, instead of those in the binary.
    pub assets: Option<PathBuf>,
    /// Where games are kept.
    pub archive: Keep,
    /// How many sockets may be open.
    pub connections: usize,
    /// Threads that search at once.
    pub cores: usize,
    /// Searches that wait for their turn.
    pub queue: usize,
    /// Bytes of all tables.
    pub memory: usize,
    /// What one search may cost.
    pub budgets: Budgets,
    /// Requests a second of one client, four times as many in a burst.
    pub rate: f64,
    /// How long a client may take to accept a frame.
    pub patience: Duration,
    /// How long a client may be silent; it is asked twice in that time whether it is there.
    pub silence: Duration,
}

/// Where games are kept.
#[derive(Clone, Debug)]
pub enum Keep {
    /// Nowhere.
    Nothing,
    /// In the user's data folder.
    Usual,
    /// In a file.
    File(PathBuf),
}

impl Default for Options {
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self {
            host: Ipv4Addr::LOCALHOST.into(),
            port: None,
            assets: None,
            archive: Keep::Usual,
            connections: 1024,
            cores,
            queue: 256,
            memory: 512 << 20,
            budgets: Budgets::usual(cores),
            rate: 50.0,
            patience: Duration::from_secs(10),
            silence: Duration::from_secs(50),
        }
    }
}

/// A server that runs.
pub struct Server {
    runtime: Option<Runtime>,
    house: Arc<House>,
    address: SocketAddr,
}

impl Server {
    /// Starts a server.
    pub fn start(options: &Options) -> Result<Self, Fault> {
        let archive = match &options.archive {
            Keep::Nothing => None,
            Keep::File(path) => Some(Archive::open(path)?),
            Keep::Usual => {
                let path = Archive::usual_path().ok_or_else(|| {
                    Fault::new("there is no folder for the archive of games")
                        .hint("name a file by --archive, or use --no-archive")
                })?;
                Some(Archive::open(&path)?)
            }
        };
        let mut assets = Assets::new(options.assets.clone())?;
        let budgets = Budgets {
            threads: options.budgets.threads.clamp(1, options.cores.max(1)),
            ..options.budgets
        };
        let desk = Desk::open(Room {
            seats: options.cores.max(1),
            queue: options.queue,
            memory: options.memory,
        })?;
        let listener = listen(options.host, options.port)?;
        let machine = |error: std::io::Error| {
            Fault::new(format!("the server cannot be started: {error}"))
                .hint("end some other programs")
        };
        let address = listener.local_addr().map_err(machine)?;
        let guard = Guard::new(address)?;
        let clerk = Clerk::new(budgets, archive);
        // Pages are shown to everybody; where a token is asked for, answers are not.
        if guard.token().is_none() {
            assets.bring(&clerk.first_answers());
        }
        let house = Arc::new(House {
            guard,
            assets,
            clerk,
            desk,
            shelf: Arc::new(Shelf::new()),
            connections: options.connections,
            free: Arc::new(Semaphore::new(options.connections)),
            rate: options.rate,
            patience: options.patience,
            silence: options.silence,
            closed: watch::Sender::new(false),
        });
        let runtime = runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(CLERKS)
            .thread_name("serve")
            .enable_io()
            .enable_time()
            .build()
            .map_err(machine)?;
        listener.set_nonblocking(true).map_err(machine)?;
        let listener = {
            let _inside = runtime.enter();
            tokio::net::TcpListener::from_std(listener).map_err(machine)?
        };
        runtime.spawn(door::keep(listener, Arc::clone(&house)));
        Ok(Self {
            runtime: Some(runtime),
            house,
            address,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What to type into a browser.
    pub fn url(&self) -> String {
        let host = match self.address.ip() {
            ip if ip.is_unspecified() => IpAddr::from(Ipv4Addr::LOCALHOST),
            ip => ip,
        };
        let address = SocketAddr::new(host, self.address.port());
        match self.house.guard.token() {
            Some(token) => format!("http://{address}/?token={token}"),
            None => format!("http://{address}/"),
        }
    }

    /// How many sockets are open.
    pub fn connections(&self) -> usize {
        self.house.guests()
    }

    /// What is being searched.
    pub fn searches(&self) -> Searches {
        self.house.desk.searches()
    }

    /// Ends all searches, says farewell to all clients and closes; a matter of a second at most.
    pub fn close(mut self) {
        self.shut();
    }

    fn shut(&mut self) {
        let Some(runtime) = self.runtime.take() else {
            return;
        };
        let end = Instant::now() + FAREWELL;
        self.house.closed.send_replace(true);
        self.house.desk.close(FAREWELL);
        while self.house.guests() > 0 && Instant::now() < end {
            thread::sleep(Duration::from_millis(5));
        }
        runtime.shutdown_timeout(Duration::from_millis(100));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shut();
    }
}

/// Listens at a port, or at the usual one or the next that is free.
fn listen(host: IpAddr, port: Option<u16>) -> Result<TcpListener, Fault> {
    let refuse = |port: u16, error: std::io::Error| {
        let fault = Fault::new(format!(
            "nobody can listen at {}: {error}",
            SocketAddr::new(host, port)
        ));
        fault.hint(match error.kind() {
            ErrorKind::AddrInUse => "another program is there; give another port, or none",
            ErrorKind::PermissionDenied => "give a port from 1024 on",
            _ => "give an address of this machine",
        })
    };
    if let Some(port) = port {
        return TcpListener::bind((host, port)).map_err(|error| refuse(port, error));
    }
    let mut taken = None;
    for port in PORT..PORT + NEXT_PORTS {
        match TcpListener::bind((host, port)) {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == ErrorKind::AddrInUse => taken = Some(error),
            Err(error) => return Err(refuse(port, error)),
        }
    }
    let error = taken.unwrap_or_else(|| ErrorKind::AddrInUse.into());
    Err(refuse(PORT, error))
}
