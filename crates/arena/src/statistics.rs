//! What a match proves: Elo, its error, and the sequential test.
//!
//! The unit is the *pair*: two games from one opening, colours swapped. Games of a pair are not
//! independent (a lopsided opening gives one win to each side), so that counting single games
//! would overstate the variance. All functions are pure and total: degenerate counts give
//! infinite or undefined numbers, never a panic or a search without end.

mod sprt;

pub use sprt::{Decision, Model, Sprt};

use serde::{Deserialize, Serialize};

/// What one pair can give, as a share of its two points.
const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Normalised Elo in one standard deviation of a game: 800 / ln 10.
pub const NORMALIZED: f64 = 347.435_585_522_601_5;

/// The quantile of 95 % on both sides.
const Z: f64 = 1.959_963_984_540_054;

/// An estimate and its error at 95 %, plus or minus.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate; infinite if every point went to one side.
    pub value: f64,
    /// Its error; infinite or not a number where nothing can be said.
    pub error: f64,
}

/// Pairs by their points: none, half a point, one, one and a half, two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts a pair in which the player has won so many half points: 0 to 4.
    pub fn count(&mut self, half_points: u8) {
        self.0[usize::from(half_points.min(4))] += 1;
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean share of points; one half if there are no pairs.
    pub fn mean(&self) -> f64 {
        self.moments().0
    }

    /// The variance of a pair's share of points.
    pub fn variance(&self) -> f64 {
        self.moments().1
    }

    fn moments(&self) -> (f64, f64) {
        let pairs = self.pairs() as f64;
        if pairs == 0.0 {
            return (0.5, 0.0);
        }
        let weights = self.0.map(|count| count as f64 / pairs);
        moments(&weights)
    }

    /// The difference in Elo.
    pub fn elo(&self) -> Estimate {
        let (mean, variance) = self.moments();
        let spread = Z * (variance / self.pairs() as f64).sqrt();
        let error = (elo(mean + spread) - elo(mean - spread)) / 2.0;
        Estimate {
            value: elo(mean),
            error: if self.alike() { f64::NAN } else { error },
        }
    }

    /// True if all pairs gave the same, or there are none. Then nothing shows how much pairs
    /// vary: that they do not at all would be certainty out of nothing.
    fn alike(&self) -> bool {
        self.0.iter().filter(|count| **count > 0).count() < 2
    }

    /// The difference in normalised Elo: in units of how much a game varies, so that it says how
    /// many games would show it.
    pub fn normalized_elo(&self) -> Estimate {
        let (mean, variance) = self.moments();
        let advantage = mean - 0.5;
        let value = if advantage == 0.0 {
            0.0
        } else {
            advantage / (2.0 * variance).sqrt() * NORMALIZED
        };
        let error = Z * NORMALIZED / (2.0 * self.pairs() as f64).sqrt();
        Estimate {
            value,
            error: if self.alike() { f64::NAN } else { error },
        }
    }

    /// How likely it is that the player is the stronger one; not a number where nothing can be
    /// said.
    pub fn superiority(&self) -> f64 {
        let (mean, variance) = self.moments();
        let advantage = mean - 0.5;
        if advantage == 0.0 {
            return 0.5;
        }
        if self.alike() {
            return f64::NAN;
        }
        let spread = (2.0 * variance / self.pairs() as f64).sqrt();
        f64::midpoint(1.0, libm::erf(advantage / spread))
    }

    /// The share of pairs in which neither side was ahead.
    pub fn level_pairs(&self) -> f64 {
        self.0[2] as f64 / self.pairs() as f64
    }

    /// Pairs won for each pair lost.
    pub fn pairs_ratio(&self) -> f64 {
        let [lost, nearly_lost, _, nearly_won, won] = self.0;
        (nearly_won + won) as f64 / (lost + nearly_lost) as f64
    }
}

/// The difference in Elo that makes a share of points.
pub fn elo(share: f64) -> f64 {
    match share {
        _ if share <= 0.0 => f64::NEG_INFINITY,
        _ if share >= 1.0 => f64::INFINITY,
        // Adding nothing makes a zero of a negative zero.
        _ => -400.0 * (1.0 / share - 1.0).log10() + 0.0,
    }
}

/// The share of points that a difference in Elo makes.
pub fn expected_share(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Mean and variance of the share of points, if its values come with these probabilities.
fn moments(weights: &[f64; 5]) -> (f64, f64) {
    let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
        let terms = weights.iter().zip(SHARES);
        terms.map(|(weight, share)| weight * of(share)).sum()
    };
    let mean = sum(&|share| share);
    (mean, sum(&|share| (share - mean).powi(2)))
}
