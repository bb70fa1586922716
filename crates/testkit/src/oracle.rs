//! A judge whose opinions are random, so that no error of a search can hide behind a smooth
//! evaluation.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use ponder_core::{Judge, Random, Rules, Score};

/// Opinions drawn from the least key of a position and its images: random, but symmetric, as a
/// search that folds symmetric positions into one may expect.
///
/// Images are slow to make and a test judges the same positions again and again, so the opinions
/// are remembered. An oracle belongs to one value of the rules: another may have other keys.
pub struct Oracle {
    /// The upper bits of a key and, below them, the opinion about it plus [`Self::GREATEST`].
    memory: Box<[AtomicU64]>,
}

impl Oracle {
    /// The greatest opinion: about what a piece is worth, so that opinions and outcomes with
    /// margins meet.
    const GREATEST: Score = 100;
    const SLOTS: usize = 1 << 16;
    const OPINION: u64 = 0xff;

    /// An oracle that was asked nothing yet.
    pub fn new() -> Self {
        // All bits set: an opinion that there is none of.
        let unknown = |_| AtomicU64::new(u64::MAX);
        Self {
            memory: (0..Self::SLOTS).map(unknown).collect(),
        }
    }
}

impl Default for Oracle {
    fn default() -> Self {
        Self::new()
    }
}

/// The least key of a position and its images.
fn least_key<R: Rules>(rules: &R, pos: &R::Pos) -> u64 {
    let keys = (0..rules.symmetries()).map(|s| rules.key(&rules.turned(pos, s)));
    keys.min().expect("there is the identity")
}

impl<R: Rules> Judge<R> for Oracle {
    fn judge(&self, rules: &R, pos: &R::Pos) -> Score {
        let key = rules.key(pos);
        let slot = &self.memory[key as usize % Self::SLOTS];
        let word = slot.load(Relaxed);
        if (word ^ key) & !Self::OPINION == 0 && word & Self::OPINION != Self::OPINION {
            return (word & Self::OPINION) as Score - Self::GREATEST;
        }
        let opinions = 2 * Self::GREATEST + 1;
        let drawn = Random::new(least_key(rules, pos)).below(opinions as usize);
        slot.store(key & !Self::OPINION | drawn as u64, Relaxed);
        drawn as Score - Self::GREATEST
    }

    fn promise(&self, rules: &R, pos: &R::Pos, m: R::Move) -> i32 {
        let seed = rules.key(pos) ^ u64::from(rules.code(pos, m)) << 48;
        Random::new(seed).below(1000) as i32
    }
}
