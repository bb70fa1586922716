//! The judge that weighs what a game counts, its explanation, and its weights as a file.

use std::fmt::Write;

use crate::features::{Feature, Features, MAX_FEATURES, PHASES, Wanted};
use crate::{Fault, JUDGEMENT, Judge, MoveList, Player, Score, text};

/// A judge that weighs features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Opening and ending, for each declared feature.
    pairs: Vec<[i32; 2]>,
    /// The same as the first player has them, in two rows: all that a judgement looks at.
    rows: [[i32; MAX_FEATURES]; 2],
    wanted: Wanted,
    /// For whom [uneven](Features::UNEVEN) features count.
    root: Player,
    /// True if the game's opening line belongs to these weights.
    opens: bool,
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
        Ok(Self {
            opens: name == R::OPENER,
            ..Self::new(pairs)
        })
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
    ///
    /// # Panics
    /// If there are more than [`MAX_FEATURES`].
    pub fn new(pairs: Vec<[i32; 2]>) -> Self {
        let mut rows = [[0; MAX_FEATURES]; 2];
        let mut wanted = 0;
        for (index, &[opening, ending]) in pairs.iter().enumerate() {
            rows[0][index] = opening;
            rows[1][index] = ending;
            wanted |= u64::from([opening, ending] != [0, 0]) << index;
        }
        Self {
            pairs,
            rows,
            wanted: Wanted(wanted),
            root: Player::First,
            opens: false,
        }
    }

    /// The same for a search in which `player` is to move at the root.
    #[must_use]
    pub fn for_root<R: Features>(&self, player: Player) -> Self {
        let mut weights = Self {
            root: player,
            opens: self.opens,
            ..Self::new(self.pairs.clone())
        };
        if player == Player::Second {
            for row in &mut weights.rows {
                let uneven = row.iter_mut().enumerate();
                let uneven = uneven.filter(|(index, _)| R::UNEVEN.has(*index));
                uneven.for_each(|(_, weight)| *weight = -*weight);
            }
        }
        weights
    }

    /// The same with the weight of one feature changed, by its name or an
    /// [alias](Features::ALIASES): `mobility=0.3`, or `mobility=0.3/0.1` for opening and ending,
    /// in the game's unit.
    pub fn changed<R: Features>(&self, change: &str) -> Result<Self, Fault> {
        let malformed = || {
            Fault::new(format!("\"{change}\" changes no weight"))
                .hint("write a feature and its weight, as in mobility=0.3 or mobility=0.3/0.1")
        };
        let (name, value) = change.split_once('=').ok_or_else(malformed)?;
        let index = index_of::<R>(name.trim())?;
        let (opening, ending) = value.split_once('/').unwrap_or((value, value));
        let mut pairs = self.pairs.clone();
        pairs[index] = [hundredths(opening)?, hundredths(ending)?];
        Ok(Self {
            opens: self.opens,
            ..Self::new(pairs)
        }
        .for_root::<R>(self.root))
    }

    /// The pairs, one for each feature.
    pub fn pairs(&self) -> &[[i32; 2]] {
        &self.pairs
    }

    /// The judgement for the first player.
    #[inline]
    fn weigh<R: Features>(&self, rules: &R, pos: &R::Pos) -> Score {
        const LANES: usize = 8;
        let mut counts = [0; MAX_FEATURES];
        rules.features(pos, self.wanted, &mut counts[..R::FEATURES.len()]);
        let phase = rules.phase(pos);
        // Known when this is compiled, and whole vectors: what lies behind the last feature is 0.
        let end = R::FEATURES.len().next_multiple_of(LANES);
        let sum = |row: &[i32; MAX_FEATURES]| -> i32 {
            let terms = counts[..end].iter().zip(&row[..end]);
            terms.map(|(count, weight)| count * weight).sum()
        };
        let [opening, ending] = [sum(&self.rows[0]), sum(&self.rows[1])].map(i64::from);
        let (phase, phases) = (i64::from(phase), i64::from(PHASES));
        let score = (opening * (phases - phase) + ending * phase) / phases;
        (score as Score).clamp(-JUDGEMENT, JUDGEMENT)
    }

    /// The judgement term by term.
    pub fn explain<R: Features>(&self, rules: &R, pos: &R::Pos) -> Vec<Term> {
        let mut counts = vec![0; R::FEATURES.len()];
        rules.features(pos, Wanted::ALL, &mut counts);
        let late = f64::from(rules.phase(pos)) / f64::from(PHASES);
        let [openings, endings] = &self.rows;
        let weights = openings.iter().zip(endings);
        let features = R::FEATURES.iter().zip(counts).zip(weights);
        features
            .map(|((&feature, count), (opening, ending))| {
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
        let mut pairs = vec![None; R::FEATURES.len()];
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
            let pair = [number(opening)?, number(ending)?];
            if pairs[index].replace(pair).is_some() {
                return Err(Fault::at(at, format!("\"{name}\" has a weight already"))
                    .hint("leave one of the two lines"));
            }
        }
        let named = pairs.iter().zip(R::FEATURES);
        if let Some((_, feature)) = named.into_iter().find(|(pair, _)| pair.is_none()) {
            let what = format!("the weight file has no line for \"{}\"", feature.name);
            return Err(Fault::at(file.len(), what).hint("a feature that does not count has 0 0"));
        }
        Ok(Self::new(pairs.into_iter().flatten().collect()))
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
    fn noise(&self, rules: &R, pos: &R::Pos, out: &mut MoveList<R>) {
        rules.noise(pos, out);
    }

    #[inline]
    fn restless(&self, rules: &R, pos: &R::Pos) -> bool {
        rules.restless(pos)
    }

    #[inline]
    fn stiffness(&self, rules: &R, pos: &R::Pos) -> Score {
        rules.stiffness(pos)
    }

    #[inline]
    fn promise(&self, rules: &R, pos: &R::Pos, m: R::Move) -> i32 {
        rules.promise(pos, m)
    }

    fn tie(&self, rules: &R, pos: &R::Pos, m: R::Move) -> i32 {
        rules.tie(pos, m)
    }

    fn opening(&self, rules: &R, pos: &R::Pos) -> Option<R::Move> {
        self.opens.then(|| rules.opening(pos)).flatten()
    }

    fn at_root(&self, rules: &R, pos: &R::Pos) -> Option<Self> {
        let player = rules.turn(pos);
        let depends = self.wanted.meets(R::UNEVEN) && self.root != player;
        depends.then(|| self.for_root::<R>(player))
    }

    fn salt(&self) -> u64 {
        match self.root {
            Player::First => 0,
            Player::Second => 0x94d0_49bb_1331_11eb,
        }
    }

    #[inline]
    fn even_handed(&self) -> bool {
        let alike = |&(a, b): &(usize, usize)| self.pairs[a] == self.pairs[b];
        !self.wanted.meets(R::UNEVEN) && R::PAIRED.iter().all(alike)
    }
}

/// A weight in the game's unit, as people write it.
fn hundredths(word: &str) -> Result<i32, Fault> {
    let number = word.trim().parse::<f64>().ok();
    let number = number.map(|number| (number * 100.0).round());
    let fits = number.filter(|number| number.abs() <= f64::from(JUDGEMENT));
    fits.map(|number| number as i32).ok_or_else(|| {
        Fault::new(format!("\"{word}\" is no weight"))
            .hint(format!("a number of at most {}", JUDGEMENT / 100))
    })
}

fn index_of<R: Features>(name: &str) -> Result<usize, Fault> {
    let alias = R::ALIASES.iter().find(|(alias, _)| *alias == name);
    let name = alias.map_or(name, |(_, feature)| *feature);
    let index = R::FEATURES.iter().position(|feature| feature.name == name);
    index.ok_or_else(|| {
        let names: Vec<_> = R::FEATURES.iter().map(|feature| feature.name).collect();
        Fault::new(format!("there is no feature \"{name}\""))
            .hint(format!("the features are: {}", names.join(", ")))
    })
}

/// A hash of the features' names in their order (FNV-1a): weights for other features do not fit.
fn feature_hash<R: Features>() -> u64 {
    let names = R::FEATURES.iter().map(|feature| feature.name);
    text::fingerprint(names.flat_map(|name| name.bytes().chain([b'\n'])))
}
