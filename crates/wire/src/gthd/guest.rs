//! Guests: a client's connection, seen from the table.
//!
//! Every connection has two threads. One reads: it greets, understands the first line, and from
//! then on hands lines to the table. One writes what the table has put into its outbox. So no
//! guest that is silent, slow or gone can make the table wait.

use std::cell::Cell;
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::words::{self, GARBLED, Role};
use crate::lines::{LineError, Lines};

/// The longest line a guest may send: the course's own are below forty bytes.
const LONGEST: usize = 256;
/// Messages that may wait for a guest who does not read.
const OUTBOX: usize = 256;
/// The time a guest has to take a message.
const TAKING: Duration = Duration::from_secs(10);
/// How long a guest who was told goodbye is still listened to, so that the goodbye arrives: a
/// socket that is closed with input unread throws away its output too.
pub(super) const LINGER: Duration = Duration::from_secs(1);
/// The bytes that are read of one guest. A game needs less than a thousand.
const MOST: usize = 256 << 10;

/// What guests do, as the table hears it.
pub(super) enum Event {
    /// A client asks to be seated.
    Arrived(Guest),
    /// A guest said something.
    Line(u64, String),
    /// A guest's connection has ended, and why.
    Gone(u64, String),
    /// The server closes.
    Closing,
}

/// A client that has said what it wants to be.
pub(super) struct Guest {
    /// A number nobody else has at this table.
    pub(super) id: u64,
    pub(super) role: Role,
    pub(super) from: SocketAddr,
    out: Outbox,
}

impl Guest {
    /// Sends lines. A guest who does not take them is cut off, and the table hears of it from
    /// the reader.
    pub(super) fn tell(&self, lines: &[impl AsRef<str>]) {
        self.out.send(lines);
    }

    /// Cuts the connection at once; what was not sent is lost.
    pub(super) fn cut(&self) {
        self.out.cut();
    }
}

/// Where lines wait to be sent. When it is dropped the rest is sent, then the connection ended.
struct Outbox {
    queue: SyncSender<String>,
    stream: Arc<TcpStream>,
}

impl Outbox {
    /// `reading` ends with the reader.
    fn open(stream: Arc<TcpStream>, reading: Receiver<()>) -> io::Result<Self> {
        let (queue, messages) = sync_channel(OUTBOX);
        let writing = Arc::clone(&stream);
        thread::Builder::new()
            .name("gthd writer".to_owned())
            .spawn(move || write(&writing, &messages, &reading))?;
        Ok(Self { queue, stream })
    }

    fn send(&self, lines: &[impl AsRef<str>]) {
        let message = lines.iter().flat_map(|line| [line.as_ref(), "\r\n"]);
        if self.queue.try_send(message.collect()).is_err() {
            self.cut();
        }
    }

    fn cut(&self) {
        // A connection that is gone already is as good.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

fn write(mut stream: &TcpStream, messages: &Receiver<String>, reading: &Receiver<()>) {
    let mut messages = messages.iter();
    if messages.all(|message| stream.write_all(message.as_bytes()).is_ok()) {
        let _ = stream.shutdown(Shutdown::Write);
        let _ = reading.recv_timeout(LINGER);
    }
    let _ = stream.shutdown(Shutdown::Both);
}

/// A stream that is read until some time only, and only so many bytes.
struct Bounded<'s> {
    stream: &'s TcpStream,
    end: Cell<Option<Instant>>,
    left: usize,
}

impl Read for Bounded<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let time = self.end.get();
        let time = time.map(|end| end.saturating_duration_since(Instant::now()));
        if time == Some(Duration::ZERO) {
            return Err(io::ErrorKind::TimedOut.into());
        }
        if self.left == 0 {
            return Err(io::Error::other(
                "it has said more than anybody can listen to",
            ));
        }
        let most = into.len().min(self.left);
        self.stream.set_read_timeout(time)?;
        let read = self.stream.read(&mut into[..most])?;
        self.left -= read;
        Ok(read)
    }
}

/// Those who have come in and not yet said what they want, the first one first. Who is silent
/// must not keep out who has something to say.
#[derive(Default)]
pub(super) struct Lobby(Mutex<VecDeque<(u64, Arc<TcpStream>)>>);

impl Lobby {
    fn waiting(&self) -> MutexGuard<'_, VecDeque<(u64, Arc<TcpStream>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn enter(&self, id: u64, stream: &Arc<TcpStream>) {
        self.waiting().push_back((id, Arc::clone(stream)));
    }

    /// A guest waits no longer; false if it was let go before.
    pub(super) fn leave(&self, id: u64) -> bool {
        let mut waiting = self.waiting();
        let place = waiting.iter().position(|(other, _)| *other == id);
        place.and_then(|place| waiting.remove(place)).is_some()
    }

    /// Lets the one go who has waited longest; false if nobody waits.
    pub(super) fn make_room(&self) -> bool {
        let Some((_, stream)) = self.waiting().pop_front() else {
            return false;
        };
        // Its reader sees the end, and that it is no longer here.
        let _ = stream.shutdown(Shutdown::Both);
        true
    }
}

/// What is told of a guest for whom there is no room.
pub(super) const TOO_MANY: &str = "too many guests";

/// Receives a client: greets it, hears within `patience` what it wants, and serves it to its end.
pub(super) fn receive(
    id: u64,
    stream: &Arc<TcpStream>,
    from: SocketAddr,
    patience: Duration,
    lobby: &Lobby,
    table: &SyncSender<Event>,
) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(TAKING))?;
    let (_reading, ends) = channel();
    let out = Outbox::open(Arc::clone(stream), ends)?;
    out.send(&[words::greeting()]);
    let mut lines = Lines::at_most(
        LONGEST,
        Bounded {
            stream,
            end: Cell::new(Instant::now().checked_add(patience)),
            left: MOST,
        },
    );
    let hello = next_line(&mut lines);
    if !lobby.leave(id) {
        return Err(io::Error::other(TOO_MANY));
    }
    let hello = match hello {
        Ok(line) => words::read_hello(line.as_deref()),
        Err(LineError::Overlong(_)) => Err(GARBLED.to_owned()),
        Err(error) if error.is_timeout() => {
            return Err(io::Error::other("it has not said in time what it wants"));
        }
        Err(LineError::Io(error)) => return Err(error),
    };
    lines.source().end.set(None);
    match hello {
        Ok(role) => {
            let guest = Guest {
                id,
                role,
                from,
                out,
            };
            if table.send(Event::Arrived(guest)).is_ok() {
                let why = listen(&mut lines, |line| table.send(Event::Line(id, line)).is_ok());
                let _ = table.send(Event::Gone(id, why));
            }
            Ok(())
        }
        Err(answer) => {
            out.send(&[&answer]);
            drop(out);
            listen(&mut lines, |_| true);
            Err(io::Error::other(answer))
        }
    }
}

/// Hands on a guest's lines until there are no more or nobody wants them; tells why.
fn listen(lines: &mut Lines<Bounded<'_>>, mut hand_on: impl FnMut(String) -> bool) -> String {
    loop {
        let line = match next_line(lines) {
            Ok(Some(line)) => line,
            Ok(None) => return "disconnected".to_owned(),
            // No line of the protocol is so long; it gets the answer that garbage gets.
            Err(LineError::Overlong(_)) => "?".repeat(LONGEST),
            Err(LineError::Io(error)) => return format!("connection lost: {error}"),
        };
        if !hand_on(line) {
            return "the table is gone".to_owned();
        }
    }
}

/// The next line that is not empty: CR and LF before a line count nothing.
fn next_line(lines: &mut Lines<Bounded<'_>>) -> Result<Option<String>, LineError> {
    loop {
        match lines.next() {
            Ok(Some(line)) if line.is_empty() => {}
            other => return other,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn who_does_not_read_is_cut_off_and_keeps_nobody_waiting() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("bound");
        let mut silent = TcpStream::connect(address).expect("it listens");
        let (ours, _) = listener.accept().expect("a guest");
        let (_reading, ends) = channel();
        let out = Outbox::open(Arc::new(ours), ends).expect("a writer");
        let line = "x".repeat(64 << 10);
        let lines = 2 * OUTBOX;
        let begun = Instant::now();
        for _ in 0..lines {
            out.send(&[&line]);
        }
        assert!(begun.elapsed() < TAKING, "the table does not wait");
        let mut heard = Vec::new();
        // Whether the end comes as an end or as an error depends on what was under way.
        let _ = silent.read_to_end(&mut heard);
        assert!(heard.len() < lines * line.len(), "something was lost");
    }
}
