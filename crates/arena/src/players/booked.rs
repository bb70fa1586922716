//! A player with a book: it thinks only where the book says nothing.

use ponder_engine::{Allowance, Choice, Contender, Lapse, Session, Stop};

/// What a book says of a position.
pub type Advice = Box<dyn Fn(&dyn Session) -> Option<String> + Send>;

/// Any player with a book before it.
pub struct Booked {
    player: Box<dyn Contender>,
    advice: Advice,
}

impl Booked {
    /// A player who looks into a book first.
    pub fn new(player: Box<dyn Contender>, advice: Advice) -> Self {
        Self { player, advice }
    }
}

impl Contender for Booked {
    fn reseed(&mut self, seed: u64) {
        self.player.reseed(seed);
    }

    fn begin(&mut self, session: &dyn Session) -> Result<(), Lapse> {
        self.player.begin(session)
    }

    fn choose(
        &mut self,
        session: &dyn Session,
        allowance: &Allowance,
        stop: &Stop,
    ) -> Result<Choice, Lapse> {
        match (self.advice)(session) {
            Some(play) => Ok(Choice {
                play,
                ..Choice::default()
            }),
            None => self.player.choose(session, allowance, stop),
        }
    }

    fn end(&mut self, session: &dyn Session) {
        self.player.end(session);
    }
}
