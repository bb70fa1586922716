//! The sequential probability ratio test: play until one of two hypotheses is ten to one
//! (or what was asked for) more believable than the other, and no longer.
//!
//! The likelihoods are those of the best pentanomial distributions under each hypothesis
//! (Van den Bergh's generalised test): the observed frequencies, tilted as little as possible so
//! that they have the mean, or the mean in standard deviations, that the hypothesis demands.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use ponder_core::Fault;

use super::{NORMALIZED, Pentanomial, SHARES, expected_share, moments};

/// In which unit the hypotheses are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// Normalised Elo: what a test costs does not depend on how many games are drawn.
    #[default]
    Normalized,
    /// Elo.
    Logistic,
}

impl Model {
    const ALL: [Self; 2] = [Self::Normalized, Self::Logistic];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Normalized => "normalized",
            Self::Logistic => "logistic",
        }
    }
}

/// A sequential test between two differences in strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The lower hypothesis.
    pub elo0: f64,
    /// The upper hypothesis.
    pub elo1: f64,
    /// How often the upper one may be accepted though the lower one is true.
    pub alpha: f64,
    /// How often the lower one may be accepted though the upper one is true.
    pub beta: f64,
    /// The unit of both.
    pub model: Model,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The lower hypothesis is accepted.
    Lower,
    /// The upper hypothesis is accepted.
    Upper,
}

impl Sprt {
    /// No hypothesis is further away from equality: beyond, a handful of games would do.
    const FURTHEST: f64 = 200.0;

    /// No two hypotheses are nearer to each other: within, no number of games would do.
    const NEAREST: f64 = 0.01;

    /// The logarithms of the ratio between which the match goes on (Wald's bounds).
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// What these pairs decide, if they do.
    pub fn decide(&self, counts: &Pentanomial) -> Option<Decision> {
        let (lower, upper) = self.bounds();
        match self.log_ratio(counts) {
            ratio if ratio <= lower => Some(Decision::Lower),
            ratio if ratio >= upper => Some(Decision::Upper),
            _ => None,
        }
    }

    /// The logarithm of the likelihood ratio of the two hypotheses.
    pub fn log_ratio(&self, counts: &Pentanomial) -> f64 {
        if counts.pairs() == 0 {
            return 0.0;
        }
        let (pairs, seen) = regular(counts);
        let likeliest = |elo: f64| match self.model {
            Model::Normalized => with_advantage(&seen, advantage(elo)),
            Model::Logistic => with_mean(&seen, expected_share(elo)),
        };
        let (lower, upper) = (likeliest(self.elo0), likeliest(self.elo1));
        let terms = seen.iter().zip(lower.iter().zip(upper));
        let sum: f64 = terms
            .map(|(seen, (lower, upper))| seen * (upper / lower).ln())
            .sum();
        pairs * sum
    }

    /// The same in closed form, which is nearly the same for many pairs and small differences.
    pub fn log_ratio_approximately(&self, counts: &Pentanomial) -> f64 {
        if counts.pairs() == 0 {
            return 0.0;
        }
        let (pairs, seen) = regular(counts);
        let (mean, variance) = moments(&seen);
        match self.model {
            Model::Normalized => {
                let seen = (mean - 0.5) / variance.sqrt();
                let distance = |elo: f64| 1.0 + (seen - advantage(elo)).powi(2);
                pairs / 2.0 * (distance(self.elo0) / distance(self.elo1)).ln()
            }
            Model::Logistic => {
                let (s0, s1) = (expected_share(self.elo0), expected_share(self.elo1));
                pairs * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
            }
        }
    }
}

impl FromStr for Sprt {
    type Err = Fault;

    /// Reads `elo0=0,elo1=10,alpha=0.05,beta=0.05,model=normalized`; the last three are defaults.
    fn from_str(text: &str) -> Result<Self, Fault> {
        const HINT: &str = "write a test as in elo0=0,elo1=10,alpha=0.05,beta=0.05";
        let (mut elo0, mut elo1, mut alpha, mut beta) = (None, None, 0.05, 0.05);
        let mut model = Model::default();
        let mut at = 0;
        let mut given = HashSet::new();
        for item in text.split(',') {
            let (key, value) = item.split_once('=').unwrap_or((item, ""));
            if !given.insert(key.trim()) {
                let what = format!("{} is given twice", key.trim());
                return Err(Fault::at(at, what).hint("give it once"));
            }
            let number = || {
                let number = value.trim().parse::<f64>().ok();
                number.filter(|number| number.is_finite()).ok_or_else(|| {
                    let what = format!("\"{}\" is no number for {}", value.trim(), key.trim());
                    Fault::at(at, what).hint(HINT)
                })
            };
            match key.trim() {
                "elo0" => elo0 = Some(number()?),
                "elo1" => elo1 = Some(number()?),
                "alpha" => alpha = number()?,
                "beta" => beta = number()?,
                "model" => {
                    let named = Model::ALL.into_iter().find(|m| m.name() == value.trim());
                    model = named.ok_or_else(|| {
                        Fault::at(at, format!("there is no model \"{}\"", value.trim()))
                            .hint("the models are: normalized, logistic")
                    })?;
                }
                key => {
                    return Err(Fault::at(at, format!("a test has no \"{key}\""))
                        .hint("it has: elo0, elo1, alpha, beta, model"));
                }
            }
            at += item.len() + 1;
        }
        let (Some(elo0), Some(elo1)) = (elo0, elo1) else {
            return Err(Fault::new("a test needs elo0 and elo1").hint(HINT));
        };
        let refused = |hint: String| {
            Err(Fault::new(format!("elo0={elo0} and elo1={elo1} make no test")).hint(hint))
        };
        let furthest = Self::FURTHEST;
        if elo0.abs() > furthest || elo1.abs() > furthest {
            return refused(format!("both lie between -{furthest} and {furthest}"));
        }
        if elo1 <= elo0 {
            return refused("elo0 is the smaller one".to_owned());
        }
        if elo1 - elo0 < Self::NEAREST {
            let least = Self::NEAREST;
            return refused(format!(
                "they lie at least {least} apart: to tell less would take more games than anybody plays"
            ));
        }
        for (name, risk) in [("alpha", alpha), ("beta", beta)] {
            if !(1e-6..0.5).contains(&risk) {
                return Err(Fault::new(format!("{name}={risk} is no risk to take"))
                    .hint("write a risk below one half, as in 0.05"));
            }
        }
        Ok(Self {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        })
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "elo0={},elo1={},alpha={},beta={},model={}",
            self.elo0,
            self.elo1,
            self.alpha,
            self.beta,
            self.model.name()
        )
    }
}

/// A difference in normalised Elo as the mean of a pair above one half, in its own deviations.
fn advantage(normalized: f64) -> f64 {
    std::f64::consts::SQRT_2 * normalized / NORMALIZED
}

/// The pairs and their frequencies. What was never seen is given a trace, since it could be.
fn regular(counts: &Pentanomial) -> (f64, [f64; 5]) {
    const TRACE: f64 = 1e-3;
    let counts = counts.0.map(|count| (count as f64).max(TRACE));
    let pairs: f64 = counts.iter().sum();
    (pairs, counts.map(|count| count / pairs))
}

/// The likeliest distribution with this mean.
fn with_mean(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    tilted(seen, &SHARES.map(|share| share - mean))
}

/// The likeliest distribution whose mean lies so many of its own deviations above one half. The
/// condition is bent, so it is straightened where the last answer lies, until nothing moves.
fn with_advantage(seen: &[f64; 5], advantage: f64) -> [f64; 5] {
    const ROUNDS: usize = 60;
    const STILL: f64 = 1e-10;
    let mut likeliest = [0.2; 5];
    for _ in 0..ROUNDS {
        let (mean, variance) = moments(&likeliest);
        let deviation = variance.sqrt();
        let slopes = SHARES.map(|share| {
            let distance = (mean - share) / deviation;
            share - 0.5 - advantage * deviation * (1.0 + distance * distance) / 2.0
        });
        let next = tilted(seen, &slopes);
        let moved = next.iter().zip(likeliest).map(|(a, b)| (a - b).abs());
        let moved = moved.fold(0.0, f64::max);
        likeliest = next;
        if moved < STILL {
            break;
        }
    }
    likeliest
}

/// The distribution `seen / (1 + tilt * slope)` under which the slopes have mean zero. The mean
/// falls as the tilt grows, from one end of the interval in which all weights are positive to the
/// other.
fn tilted(seen: &[f64; 5], slopes: &[f64; 5]) -> [f64; 5] {
    const HALVINGS: usize = 200;
    const STEPS: usize = 60;
    let most = slopes.iter().copied().fold(f64::MIN, f64::max);
    let least = slopes.iter().copied().fold(f64::MAX, f64::min);
    if least >= 0.0 || most <= 0.0 {
        // No distribution can do it; the nearest thing is to believe what was seen.
        return *seen;
    }
    let mean = |tilt: f64| -> (f64, f64) {
        let (mut value, mut fall) = (0.0, 0.0);
        for (seen, slope) in seen.iter().zip(slopes) {
            let part = slope / (1.0 + tilt * slope);
            value += seen * part;
            fall += seen * part * part;
        }
        (value, fall)
    };
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut tilt = 0.0;
    for step in 0..HALVINGS {
        let (value, fall) = mean(tilt);
        if value.abs() < 1e-14 {
            break;
        }
        if value > 0.0 {
            low = tilt;
        } else {
            high = tilt;
        }
        let newton = tilt + value / fall;
        let inside = newton > low && newton < high;
        let next = if inside && step < STEPS {
            newton
        } else {
            f64::midpoint(low, high)
        };
        if (next - tilt).abs() <= f64::EPSILON * tilt.abs() {
            break;
        }
        tilt = next;
    }
    let mut weights = *seen;
    for (weight, slope) in weights.iter_mut().zip(slopes) {
        *weight /= 1.0 + tilt * slope;
    }
    weights
}
