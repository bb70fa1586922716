//! What clients of servers have in common: reaching one, saying a line, telling why there is no
//! move.

use std::io::{self, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use ponder_core::Fault;
use ponder_engine::{Allowance, Choice, Contender, Lapse, Session, Stop};

use crate::lines::Lines;

/// The time to reach a server, and for it to take a line.
const REACH: Duration = Duration::from_secs(10);

/// The time to hear a server's greeting, and its answer to what we want; afterwards it is the
/// opponent who is waited for, however long that takes.
pub(crate) const GREETING: Duration = Duration::from_secs(10);

/// How often a read returns without anything, so that one can look whether to stop.
const LOOK: Duration = Duration::from_millis(200);

/// Why a client comes back without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoResult {
    /// It was asked to stop.
    Stopped,
    /// The connection was lost, which is nobody's mistake.
    Lost(Fault),
    /// Something is wrong: with what it was asked for, or with what the server says.
    Wrong(Fault),
}

impl From<Fault> for NoResult {
    fn from(fault: Fault) -> Self {
        Self::Wrong(fault)
    }
}

impl From<NoResult> for Fault {
    fn from(reason: NoResult) -> Self {
        match reason {
            NoResult::Stopped => Self::new("stopped before the game was over"),
            NoResult::Lost(fault) | NoResult::Wrong(fault) => fault,
        }
    }
}

/// Reaches a server; `hint` says what to look at if there is none. Its lines are given, or that
/// there is none yet.
pub(crate) fn dial(host: &str, port: u16, hint: &str) -> Result<Lines<TcpStream>, Fault> {
    let stream = reach(host, port).map_err(|error| {
        Fault::new(format!(
            "there is no server at {host}, port {port}: {error}"
        ))
        .hint(hint)
    })?;
    Ok(Lines::new(stream).glancing(LOOK))
}

fn reach(host: &str, port: u16) -> io::Result<TcpStream> {
    let mut failure = io::ErrorKind::NotFound.into();
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, REACH) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(LOOK))?;
                stream.set_write_timeout(Some(REACH))?;
                return Ok(stream);
            }
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

/// Says a line with its end. A server that is gone is noticed when it is next listened to, after
/// what it still had to say.
pub(crate) fn say(mut stream: &TcpStream, line: &str) -> Result<(), NoResult> {
    use io::ErrorKind::{TimedOut, WouldBlock};
    match stream.write_all(line.as_bytes()) {
        Err(error) if matches!(error.kind(), WouldBlock | TimedOut) => {
            Err(NoResult::Lost(Fault::new("the server does not listen")))
        }
        _ => Ok(()),
    }
}

/// Why our own player has no move.
pub(crate) fn lapsed(lapse: Lapse) -> NoResult {
    match lapse {
        Lapse::Stopped => NoResult::Stopped,
        Lapse::Refused(fault) => fault.into(),
        lapse => Fault::new(format!("our player {lapse}")).into(),
    }
}

/// Our player's choice for where a session stands. One that was made because somebody wants to
/// stop is not played.
pub(crate) fn choose(
    contender: &mut dyn Contender,
    session: &dyn Session,
    allowance: &Allowance,
    stop: &Stop,
) -> Result<Choice, NoResult> {
    let choice = contender.choose(session, allowance, stop).map_err(lapsed)?;
    if stop.asked() {
        return Err(NoResult::Stopped);
    }
    Ok(choice)
}
