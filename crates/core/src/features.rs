//! Judgement as a sum of named features with weights.
//!
//! A game declares its features once. From the declaration come the judge, the explanation of a
//! judgement term by term, its gradient for learners, and weight files that can be replaced
//! without rebuilding. A weight is a pair, for the opening and for the ending of a game; between
//! them it is blended by the phase of the position.

use crate::{Budget, ErrorModel, MoveList, Rules, Score};

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
pub struct Wanted(pub(crate) u64);

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
    /// What a score of a hundred is one of, in the plural.
    const UNIT: &'static str = "points";
    /// The score at which the default judge's player wins e times as often as he loses, in
    /// hundredths of the unit: fitted by `ponder lab chance`.
    const CHANCE: f64 = 100.0;
    /// Pairs of features, by index, that change places (and signs) when the players do, such as
    /// the first player's eyes and the second's; every other feature only changes its sign. A
    /// judge is even-handed if it weighs both of each pair alike.
    const PAIRED: &'static [(usize, usize)] = &[];

    /// The features that do not change sign when the players are exchanged, such as tokens that
    /// both have lost. They count for the player to move at the root of a search, so that a
    /// player may like a trade that the rules call even; see [`Judge::at_root`](crate::Judge::at_root).
    const UNEVEN: Wanted = Wanted::NONE;
    /// Other names of features, as an earlier program called them: name, feature.
    const ALIASES: &'static [(&'static str, &'static str)] = &[];
    /// The preset whose player begins with the [opening line](Features::opening), if there is one.
    const OPENER: &'static str = "";
    /// What [`Features::tie`] goes by, in one word; empty if the game has nothing to say.
    const TIE: &'static str = "";
    /// Search techniques to switch on and off by name, for this game.
    const TECHNIQUES: (&'static str, &'static str) = ("", "");
    /// Numbers of these techniques that differ from the usual ones, as in `table-depth=2`.
    const SETTINGS: &'static str = "";
    /// Numbers that differ once more where a game is played and not only understood: who plays may
    /// want to avoid a draw that is a fair judgement.
    const PLAYING: &'static str = "";

    /// What a whole game may cost in the contest that made the game known, if there is one.
    const CONTEST: Option<Budget> = None;

    /// About how many moves the player to move has still to make. Clocks are shared out by it, so
    /// that too many costs strength and too few costs the ending its time.
    fn moves_ahead(&self, pos: &Self::Pos) -> u32 {
        const LAST: i32 = 8;
        const FIRST: i32 = 32;
        let rest = PHASES - self.phase(pos).clamp(0, PHASES);
        (LAST + (FIRST - LAST) * rest / PHASES) as u32
    }

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

    /// See [`Judge::noisy`](crate::Judge::noisy).
    fn noisy(&self, _pos: &Self::Pos, _m: Self::Move) -> bool {
        false
    }

    /// See [`Judge::noise`](crate::Judge::noise).
    fn noise(&self, pos: &Self::Pos, out: &mut MoveList<Self>) {
        self.moves(pos, out);
        out.retain(|m| self.noisy(pos, *m));
    }

    /// See [`Judge::restless`](crate::Judge::restless).
    fn restless(&self, _pos: &Self::Pos) -> bool {
        false
    }

    /// See [`Judge::stiffness`](crate::Judge::stiffness).
    fn stiffness(&self, _pos: &Self::Pos) -> Score {
        100
    }

    /// See [`Judge::promise`](crate::Judge::promise).
    fn promise(&self, _pos: &Self::Pos, _m: Self::Move) -> i32 {
        0
    }

    /// See [`Judge::tie`](crate::Judge::tie).
    fn tie(&self, _pos: &Self::Pos, _m: Self::Move) -> i32 {
        0
    }

    /// See [`Judge::opening`](crate::Judge::opening), for the preset [`OPENER`](Self::OPENER).
    fn opening(&self, _pos: &Self::Pos) -> Option<Self::Move> {
        None
    }
}
