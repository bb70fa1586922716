//! How far a shallow search may be believed.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::Fault;

/// No search is deeper.
const DEEPEST: u32 = 255;

/// How well a shallow search predicts a deep one: deep = slope * shallow + offset, give or take
/// sigma. Scores are in hundredths of the game's unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorModel {
    /// The depth predicted.
    pub deep: u32,
    /// The depth that predicts.
    pub shallow: u32,
    /// See above.
    pub slope: f32,
    /// See above.
    pub offset: f32,
    /// The standard deviation of what the prediction leaves over.
    pub sigma: f32,
}

impl ErrorModel {
    /// Its parts, in the order in which they are written.
    pub const PARTS: [&'static str; 5] = ["deep", "shallow", "slope", "offset", "sigma"];

    /// True if a search can use it.
    fn is_usable(&self) -> bool {
        (1..=DEEPEST).contains(&self.deep)
            && self.shallow < self.deep
            && self.slope > 0.0
            && self.sigma >= 0.0
            && [self.slope, self.offset, self.sigma]
                .iter()
                .all(|number| number.is_finite())
    }

    /// The model that predicts depth `deep` from depth `shallow`.
    pub const fn new(deep: u32, shallow: u32, slope: f32, offset: f32, sigma: f32) -> Self {
        Self {
            deep,
            shallow,
            slope,
            offset,
            sigma,
        }
    }
}

impl Display for ErrorModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            deep,
            shallow,
            slope,
            offset,
            sigma,
        } = self;
        write!(f, "{deep}/{shallow}/{slope}/{offset}/{sigma}")
    }
}

impl FromStr for ErrorModel {
    type Err = Fault;

    fn from_str(word: &str) -> Result<Self, Fault> {
        let parts: Vec<_> = word.split('/').collect();
        let read = || {
            let [deep, shallow, slope, offset, sigma] = parts[..] else {
                return None;
            };
            Some(Self {
                deep: deep.parse().ok()?,
                shallow: shallow.parse().ok()?,
                slope: slope.parse().ok()?,
                offset: offset.parse().ok()?,
                sigma: sigma.parse().ok()?,
            })
        };
        read().filter(Self::is_usable).ok_or_else(|| {
            let what = format!("\"{word}\" is no error model of probcut");
            Fault::new(what).hint(format!(
                "write {} with shallow less than deep and a slope above 0, as in 8/4/1.02/-3.5/60",
                Self::PARTS.join("/")
            ))
        })
    }
}
