//! A player with a book: it thinks only where the book says nothing.

use std::path::Path;

use ponder_core::{Fault, Random, Score};
use ponder_engine::{Allowance, Choice, Contender, Lapse, Limits, Session, Stop};

use crate::book::Book;

/// Any player with a book before it.
pub struct Booked {
    player: Box<dyn Contender>,
    book: Book,
    /// How much less than the best a move may be worth to be chosen.
    margin: Score,
    random: Random,
}

impl Booked {
    /// A player who looks into a book first; refuses a book of another game.
    pub fn new(
        player: Box<dyn Contender>,
        file: &Path,
        margin: Score,
        session: &dyn Session,
    ) -> Result<Self, Fault> {
        let book = Book::read(file)?;
        book.fits(session)?;
        Ok(Self {
            player,
            book,
            margin,
            random: Random::new(0),
        })
    }
}

impl Contender for Booked {
    fn reseed(&mut self, seed: u64) {
        self.random = Random::new(seed);
        self.player.reseed(seed);
    }

    fn begin(&mut self, session: &dyn Session, stop: &Stop) -> Result<(), Lapse> {
        self.player.begin(session, stop)
    }

    fn obeys(&self, limits: &Limits) -> Result<(), Fault> {
        self.player.obeys(limits)
    }

    fn choose(
        &mut self,
        session: &dyn Session,
        allowance: &Allowance,
        stop: &Stop,
    ) -> Result<Choice, Lapse> {
        match self.book.choose(session, self.margin, &mut self.random) {
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
