//! Programs of others as players: which protocols there are, and what all drivers are told.

use std::time::Duration;

use ponder_core::Fault;
use ponder_engine::{Allowance, Choice, Contender, Limits, Session, open};

use crate::{gtp, nboard, ugi};

/// The protocols that a program of others may speak.
pub const PROTOCOLS: [&str; 3] = ["ugi", "nboard", "gtp"];

/// How a program of others is to be treated.
#[derive(Clone, Debug)]
pub struct DriverSettings {
    /// Options to set before the first game, as the protocol can: `setoption` in UGI, `set` in
    /// `NBoard`, a command of that name in GTP.
    pub options: Vec<(String, String)>,
    /// Limits of its own, beside those of each move.
    pub limits: Limits,
    /// How long it may stay silent beyond the time it has: to get ready, and after its time is
    /// up.
    pub patience: Duration,
    /// How long a move may take that no time limits.
    pub longest: Duration,
}

impl Default for DriverSettings {
    fn default() -> Self {
        Self {
            options: Vec::new(),
            limits: Limits::default(),
            patience: Duration::from_secs(5),
            longest: Duration::from_mins(1),
        }
    }
}

impl DriverSettings {
    /// What a move may cost, with the limits of the program's own.
    pub(crate) fn limits(&self, allowance: &Allowance) -> Limits {
        self.limits.and(allowance.limits)
    }

    /// How long to wait for a move within `limits`.
    pub(crate) fn wait(&self, limits: &Limits) -> Duration {
        let clock = limits.clock.map(|clock| clock.left);
        match limits.time.into_iter().chain(clock).min() {
            Some(time) => time.saturating_add(self.patience),
            None => self.longest,
        }
    }
}

/// Starts a program that speaks a protocol, as a player.
pub fn driver(
    protocol: &str,
    command: &str,
    settings: &DriverSettings,
) -> Result<Box<dyn Contender>, Fault> {
    match protocol {
        "ugi" => Ok(Box::new(ugi::Driver::new(command, settings)?)),
        "nboard" => Ok(Box::new(nboard::Driver::new(command, settings)?)),
        "gtp" => Ok(Box::new(gtp::Driver::new(command, settings)?)),
        _ => Err(
            Fault::new(format!("there is no protocol \"{protocol}\" for engines"))
                .hint(format!("the protocols are: {}", PROTOCOLS.join(", "))),
        ),
    }
}

/// The pass that is the only legal move. Protocols leave it open who says so, and many programs do
/// not expect to be asked.
pub(crate) fn forced_pass(session: &dyn Session) -> Option<Choice> {
    (session.move_texts(true) == ["pass"]).then(|| Choice {
        play: "pass".to_owned(),
        ..Choice::default()
    })
}

/// Where a session's game began, and whether that is the game's own first position.
pub(crate) fn origin(session: &dyn Session) -> (String, bool) {
    let mut start = session.fork();
    while start.undo() {}
    let text = start.position_text();
    let own = open(session.id()).is_ok_and(|first| first.position_text() == text);
    (text, own)
}
