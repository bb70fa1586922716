//! The player that everybody should beat: any legal move.

use ponder_core::Random;
use ponder_engine::{Allowance, Choice, Contender, Lapse, Session, Stop};

/// Plays any legal move; actions with equal results count once.
pub(super) struct Chance {
    /// What the description adds to every game's seed.
    pub(super) salt: u64,
    pub(super) random: Random,
}

impl Chance {
    pub(super) const fn new(salt: u64) -> Self {
        Self {
            salt,
            random: Random::new(salt),
        }
    }
}

impl Contender for Chance {
    fn reseed(&mut self, seed: u64) {
        self.random = Random::new(seed ^ self.salt);
    }

    fn begin(&mut self, _session: &dyn Session, _stop: &Stop) -> Result<(), Lapse> {
        Ok(())
    }

    fn choose(
        &mut self,
        session: &dyn Session,
        _allowance: &Allowance,
        _stop: &Stop,
    ) -> Result<Choice, Lapse> {
        let mut moves = session.move_texts(true);
        if moves.is_empty() {
            return Err(Lapse::Resigned);
        }
        let play = moves.swap_remove(self.random.below(moves.len()));
        Ok(Choice {
            play,
            ..Choice::default()
        })
    }
}
