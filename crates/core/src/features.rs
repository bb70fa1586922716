//! Judgement as a sum of named features with weights.
//!
//! A game declares its features once. From the declaration come the judge, the explanation of a
//! judgement term by term, its gradient for learners, and weight files that can be replaced
//! without rebuilding. A weight is a pair, for the opening and for the ending of a game; between
//! them it is blended by the phase of the position.

use std::fmt::Write;

use crate::{ErrorModel, Fault, JUDGEMENT, Judge, Player, Rules, Score, text};

/// The phase of a finished opening: phases run from 0 to this.
pub const PHASES: i32 = 256;

/// The most features a game may declare.
pub const MAX_FEATURES: usize = 64;

/// Something about a position that can be counted, from the first player's view.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// Its name: lower case, no blanks.
    pub name: &'static str,
    /// What it counts, one line.
    pub about: &'static str,
}

impl Feature {
    /// A feature and what it counts.
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        Self { name, about }
    }
}

/// Weights by name, for features by name; those not mentioned weigh nothing.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// Where it comes from, one line.
    pub about: &'static str,
    /// Feature, weight in the opening, weight in the ending: hundredths of the game's unit.
    pub weights: &'static [(&'static str, i32, i32)],
}

impl Preset {
    /// Weights under a name.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        weights: &'static [(&'static str, i32, i32)],
    ) -> Self {
        Self {
            name,
            about,
            weights,
        }
    }
}

/// Which features are worth computing: those that weigh something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted(u64);

impl Wanted {
    /// All of them.
    pub const ALL: Self = Self(u64::MAX);

    /// None of them.
    pub const NONE: Self = Self(0);

    /// Those with these indices.
    pub const fn of(indices: &[usize]) -> Self {
        let mut set = 0;
        let mut at = 0;
        while at < indices.len() {
            set |= 1 << indices[at];
            at += 1;
        }
        Self(set)
    }

    /// True if the feature with this index is wanted.
    #[inline]
    pub const fn has(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }

    /// True if some feature is in both sets.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// A game that can be judged.
pub trait Features: Rules {
    /// What can be counted; at most [`MAX_FEATURES`].
    const FEATURES: &'static [Feature];
    /// Ways to weigh it; the first is the default.
    const PRESETS: &'static [Preset];
    /// Pairs of features, by index, that change places (and signs) when the players do, such as
    /// the first player's eyes and the second's; every other feature only changes its sign. A
    /// judge is even-handed if it weighs both of each pair alike.
    const PAIRED: &'static [(usize, usize)] = &[];

    /// The features that do not change sign when the players are exchanged. Weights that use one
    /// judge for one side only; see [`Judge::even_handed`].
    const UNEVEN: Wanted = Wanted::NONE;
    /// Search techniques to switch on and off by name, for this game.
    const TECHNIQUES: (&'static str, &'static str) = ("", "");

    /// How far the game has come, from 0 to [`PHASES`].
    fn phase(&self, _pos: &Self::Pos) -> i32 {
        0
    }

    /// Counts the wanted features, from the first player's view; `out` holds one number for each
    /// declared feature and is all zero.
    fn features(&self, pos: &Self::Pos, wanted: Wanted, out: &mut [i32]);

    /// What is known of shallow searches under the default weights, for `ProbCut`: fitted, never
    /// guessed. Of the models for one depth the first is the best to use alone.
    fn error_models(&self) -> &'static [ErrorModel] {
        &[]
    }

    /// See [`Judge::noisy`].
    fn noisy(&self, _pos: &Self::Pos, _m: Self::Move) -> bool {
        false
    }

    /// See [`Judge::restless`].
    fn restless(&self, _pos: &Self::Pos) -> bool {
        false
    }

    /// See [`Judge::promise`].
    fn promise(&self, _pos: &Self::Pos, _m: Self::Move) -> i32 {
        0
    }
}

/// A judge that weighs features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Opening and ending, for each declared feature.
    pairs: Vec<[i32; 2]>,
    wanted: Wanted,
}

/// One term of a judgement, from the first player's view.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// The feature.
    pub feature: Feature,
    /// What was counted.
    pub count: i32,
    /// The weight at this phase, in hundredths.
    pub weight: f64,
    /// Their product.
    pub value: f64,
}

impl Weights {
    /// The weights of a preset.
    pub fn preset<R: Features>(name: &str) -> Result<Self, Fault> {
        let preset = R::PRESETS.iter().find(|preset| preset.name == name);
        let preset = preset.ok_or_else(|| {
            let names: Vec<_> = R::PRESETS.iter().map(|preset| preset.name).collect();
            Fault::new(format!("there is no evaluation \"{name}\""))
                .hint(format!("the evaluations are: {}", names.join(", ")))
        })?;
        let mut pairs = vec![[0; 2]; R::FEATURES.len()];
        for &(name, opening, ending) in preset.weights {
            pairs[index_of::<R>(name)?] = [opening, ending];
        }
        Ok(Self::new(pairs))
    }

    /// The default weights.
    ///
    /// # Panics
    /// If the game declares no preset or one with unknown features, which its tests rule out.
    pub fn standard<R: Features>() -> Self {
        let preset = R::PRESETS.first().expect("a judged game has a preset");
        Self::preset::<R>(preset.name).expect("presets name declared features")
    }

    /// These weights, one pair for each feature.
    pub fn new(pairs: Vec<[i32; 2]>) -> Self {
        let weighty = pairs
            .iter()
            .enumerate()
            .filter(|(_, pair)| **pair != [0, 0]);
        let wanted = weighty.fold(0, |wanted, (index, _)| wanted | 1 << index);
        Self {
            pairs,
            wanted: Wanted(wanted),
        }
    }

    /// The pairs, one for each feature.
    pub fn pairs(&self) -> &[[i32; 2]] {
        &self.pairs
    }

    /// The judgement for the first player.
    #[inline]
    fn weigh<R: Features>(&self, rules: &R, pos: &R::Pos) -> Score {
        let mut counts = [0; MAX_FEATURES];
        let counts = &mut counts[..self.pairs.len()];
        rules.features(pos, self.wanted, counts);
        let phase = rules.phase(pos);
        let mut sums = [0, 0];
        for (count, [opening, ending]) in counts.iter().zip(&self.pairs) {
            sums[0] += count * opening;
            sums[1] += count * ending;
        }
        let score = (sums[0] * (PHASES - phase) + sums[1] * phase) / PHASES;
        score.clamp(-JUDGEMENT, JUDGEMENT)
    }

    /// The judgement term by term.
    pub fn explain<R: Features>(&self, rules: &R, pos: &R::Pos) -> Vec<Term> {
        let mut counts = vec![0; R::FEATURES.len()];
        rules.features(pos, Wanted::ALL, &mut counts);
        let late = f64::from(rules.phase(pos)) / f64::from(PHASES);
        let features = R::FEATURES.iter().zip(counts).zip(&self.pairs);
        features
            .map(|((&feature, count), [opening, ending])| {
                let weight = f64::from(*opening) * (1.0 - late) + f64::from(*ending) * late;
                Term {
                    feature,
                    count,
                    weight,
                    value: f64::from(count) * weight,
                }
            })
            .collect()
    }

    /// The derivative of the judgement for the first player with respect to every weight.
    pub fn gradient<R: Features>(rules: &R, pos: &R::Pos) -> Vec<[f64; 2]> {
        let mut counts = vec![0; R::FEATURES.len()];
        rules.features(pos, Wanted::ALL, &mut counts);
        let late = f64::from(rules.phase(pos)) / f64::from(PHASES);
        let pair = |count: i32| [f64::from(count) * (1.0 - late), f64::from(count) * late];
        counts.into_iter().map(pair).collect()
    }

    /// The weights as a file: a version, the hash of the features, a line for each.
    pub fn write<R: Features>(&self) -> String {
        let mut file = format!("ponder-weights 1\nfeatures {:016x}\n", feature_hash::<R>());
        for (feature, [opening, ending]) in R::FEATURES.iter().zip(&self.pairs) {
            let _ = writeln!(file, "{} {opening} {ending}", feature.name);
        }
        file
    }

    /// Reads a file that [`write`](Self::write) wrote, for the same features.
    pub fn read<R: Features>(file: &str) -> Result<Self, Fault> {
        let mut lines = text::lines(file);
        let hash = format!("features {:016x}", feature_hash::<R>());
        for (expected, what) in [
            ("ponder-weights 1", "version"),
            (hash.as_str(), "feature set"),
        ] {
            let (at, line) = lines.next().unwrap_or((file.len(), ""));
            if line != expected {
                return Err(Fault::at(at, format!("the weight file has another {what}"))
                    .hint(format!("expected the line \"{expected}\"")));
            }
        }
        let mut pairs = vec![[0; 2]; R::FEATURES.len()];
        for (at, line) in lines {
            let words: Vec<_> = line.split_whitespace().collect();
            let [name, opening, ending] = words[..] else {
                return Err(Fault::at(at, "a weight is a name and two numbers")
                    .hint("as in: mobility 30 10"));
            };
            let number = |word: &str| {
                word.parse::<i32>()
                    .ok()
                    .filter(|n| n.abs() <= JUDGEMENT)
                    .ok_or_else(|| {
                        Fault::at(at, format!("\"{word}\" is no weight"))
                            .hint(format!("a whole number, at most {JUDGEMENT}"))
                    })
            };
            let index = index_of::<R>(name).map_err(|fault| fault.shifted(at))?;
            pairs[index] = [number(opening)?, number(ending)?];
        }
        Ok(Self::new(pairs))
    }
}

impl<R: Features> Judge<R> for Weights {
    #[inline]
    fn judge(&self, rules: &R, pos: &R::Pos) -> Score {
        let score = self.weigh(rules, pos);
        match rules.turn(pos) {
            Player::First => score,
            Player::Second => -score,
        }
    }

    #[inline]
    fn noisy(&self, rules: &R, pos: &R::Pos, m: R::Move) -> bool {
        rules.noisy(pos, m)
    }

    #[inline]
    fn restless(&self, rules: &R, pos: &R::Pos) -> bool {
        rules.restless(pos)
    }

    #[inline]
    fn promise(&self, rules: &R, pos: &R::Pos, m: R::Move) -> i32 {
        rules.promise(pos, m)
    }

    #[inline]
    fn even_handed(&self) -> bool {
        let alike = |&(a, b): &(usize, usize)| self.pairs[a] == self.pairs[b];
        !self.wanted.meets(R::UNEVEN) && R::PAIRED.iter().all(alike)
    }
}

fn index_of<R: Features>(name: &str) -> Result<usize, Fault> {
    let index = R::FEATURES.iter().position(|feature| feature.name == name);
    index.ok_or_else(|| {
        let names: Vec<_> = R::FEATURES.iter().map(|feature| feature.name).collect();
        Fault::new(format!("there is no feature \"{name}\""))
            .hint(format!("the features are: {}", names.join(", ")))
    })
}

/// A hash of the features' names in their order (FNV-1a): weights for other features do not fit.
fn feature_hash<R: Features>() -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for feature in R::FEATURES {
        for byte in feature.name.bytes().chain([b'\n']) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash
}
