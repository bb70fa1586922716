//! Opinion: what makes a position of Expendibots good.
//!
//! Everything turns on clusters, the stacks that explode together. A cluster of both colours is an
//! exchange that either player can make; a cluster of one colour is a target for whoever gets a
//! token next to it. So a position is surveyed once, cluster by cluster, and most features are
//! read from the survey.

use std::time::Duration;

use ponder_core::{
    Budget, ErrorModel, Feature, Features, MoveList, PHASES, Player, Preset, Wanted,
};

use super::models::MODELS;
use super::position::TOKENS;
use super::squares::{Square, neighbours, reach, spread, squares, steps};
use super::{Action, Expendibots, Position, opening};

/// The features, in the order of their declaration.
#[derive(Clone, Copy)]
enum Term {
    Tokens,
    Stacks,
    Centre,
    Corners,
    Distance,
    Mobility,
    Shared,
    Alone,
    Clusters,
    Exchange,
    Hanging,
    Risk,
    Tempo,
    Gone,
    Closest,
    Lone,
}

impl Term {
    /// Those that are read from the survey of clusters.
    const OF_CLUSTERS: Wanted = Wanted::of(&[
        Self::Shared as usize,
        Self::Alone as usize,
        Self::Clusters as usize,
        Self::Exchange as usize,
        Self::Hanging as usize,
        Self::Risk as usize,
        Self::Lone as usize,
    ]);
}

const fn feature(name: &'static str, about: &'static str) -> Feature {
    Feature { name, about }
}

/// Columns b to g of the two middle rows, which the Boomers call the centre, and the same turned:
/// the rules know no direction.
const CENTRE: u64 = 0x0018_187e_7e18_1800;

/// Four squares in each corner.
const CORNERS: u64 = 0xc3c3_0000_0000_c3c3;

impl Features for Expendibots {
    const UNIT: &'static str = "tokens";
    const CHANCE: f64 = 77.0;

    /// What the referee of the first contest granted each player for a game.
    const CONTEST: Option<Budget> = Some(Budget {
        time: Duration::from_mins(1),
        memory: 100_000_000,
    });

    const FEATURES: &'static [Feature] = &[
        feature("tokens", "white's tokens less black's"),
        feature("stacks", "white's stacks less black's"),
        feature("centre", "tokens in the middle of the board"),
        feature("corners", "tokens on the four squares of each corner"),
        feature(
            "distance",
            "steps of each stack to the nearest enemy, in king's moves",
        ),
        feature("mobility", "squares that some stack can move to"),
        feature(
            "shared",
            "enemy tokens less own ones in clusters of both colours",
        ),
        feature("alone", "tokens in clusters of one colour"),
        feature("clusters", "clusters of one colour"),
        feature("exchange", "the most that a BOOM gains, in tokens"),
        feature(
            "hanging",
            "the most that a BOOM gains for the player who is not to move",
        ),
        feature(
            "risk",
            "tokens, less one a cluster, that a MOVE and a BOOM of the enemy take",
        ),
        feature("tempo", "the move"),
        feature("gone", "tokens that both players have lost"),
        feature("closest", "100 / the distance of the two nearest enemies"),
        feature("lone", "tokens of both players in clusters of one colour"),
    ];

    const PRESETS: &'static [Preset] = &[
        Preset {
            name: "standard",
            about: "tuned in self-play",
            weights: &[
                ("tokens", 100, 270),
                ("stacks", -45, 0),
                ("mobility", 7, 6),
                ("shared", 35, 35),
                ("clusters", 32, 110),
                ("risk", -24, 2),
            ],
        },
        Preset {
            name: "boomers",
            about: "the Boomers' program of 2020, eager to trade and to come near; plays its opening",
            weights: &[
                ("tokens", 150, 150),
                ("centre", 5, 5),
                ("corners", -5, -5),
                ("shared", 50, 50),
                ("alone", -25, -25),
                ("gone", 50, 50),
                ("closest", 1, 1),
                ("lone", -25, -25),
            ],
        },
        Preset {
            name: "boomers-even",
            about: "the same without the eagerness: its mean over both sides",
            weights: &[
                ("tokens", 150, 150),
                ("centre", 5, 5),
                ("corners", -5, -5),
                ("shared", 50, 50),
                ("alone", -25, -25),
            ],
        },
        Preset {
            name: "material",
            about: "tokens and nothing else",
            weights: &[("tokens", 100, 100)],
        },
    ];

    const OPENER: &'static str = "boomers";

    const UNEVEN: Wanted = Wanted::of(&[
        Term::Gone as usize,
        Term::Closest as usize,
        Term::Lone as usize,
    ]);

    /// Passing the turn hardly ever helps here, so that a search may use it.
    const TECHNIQUES: (&'static str, &'static str) = ("null", "");

    fn error_models(&self) -> &'static [ErrorModel] {
        MODELS
    }

    /// The Boomers' stages: the opening lasts until both players have less than 9 tokens, the
    /// ending begins when both have less than 3; between them the phase grows token by token.
    #[inline]
    fn phase(&self, pos: &Position) -> i32 {
        let [white, black] = sides(pos).map(|stacks| pos.tokens(stacks) as i32);
        ((9 - white.max(black)) * PHASES / 7).clamp(0, PHASES)
    }

    #[inline]
    fn features(&self, pos: &Position, wanted: Wanted, out: &mut [i32]) {
        let out = &mut out[..Self::FEATURES.len()];
        let sides = sides(pos);
        let wants = |term: Term| wanted.has(term as usize);
        let mut set = |term: Term, count: i32| out[term as usize] = count;
        set(Term::Tokens, lead(sides, |own, _| pos.tokens(own)));
        set(Term::Tempo, for_mover(pos, 1));
        if wants(Term::Stacks) {
            set(Term::Stacks, lead(sides, |own, _| own.count_ones()));
        }
        if wants(Term::Centre) {
            set(Term::Centre, lead(sides, |own, _| pos.tokens(own & CENTRE)));
        }
        if wants(Term::Corners) {
            set(
                Term::Corners,
                lead(sides, |own, _| pos.tokens(own & CORNERS)),
            );
        }
        if wants(Term::Distance) {
            set(Term::Distance, lead(sides, distance));
        }
        if wants(Term::Gone) {
            let left = pos.tokens(pos.all());
            set(Term::Gone, 2 * i32::from(TOKENS) - left as i32);
        }
        if wants(Term::Closest) {
            set(Term::Closest, closeness(sides));
        }
        let reached = if wants(Term::Mobility) || wants(Term::Risk) {
            [
                reached(pos, sides[0], sides[1]),
                reached(pos, sides[1], sides[0]),
            ]
        } else {
            [0; 2]
        };
        if wants(Term::Mobility) {
            set(Term::Mobility, lead(reached, |own, _| own.count_ones()));
        }
        if wanted.meets(Term::OF_CLUSTERS) {
            let survey = Survey::of(pos, sides, reached);
            let [white, black] = survey.alone;
            let gains = survey.gains;
            set(Term::Shared, survey.shared);
            set(Term::Alone, white - black);
            set(Term::Lone, white + black);
            set(Term::Clusters, survey.clusters[0] - survey.clusters[1]);
            set(Term::Exchange, gains[0] - gains[1]);
            set(
                Term::Hanging,
                for_mover(pos, -gains[pos.turn.other().index()]),
            );
            set(Term::Risk, survey.risk[0] - survey.risk[1]);
        }
    }

    /// A BOOM that gains tokens or takes the last of the enemy's. Even exchanges are left to the
    /// search: waiting for them too costs nodes and wins no games.
    #[inline]
    fn noisy(&self, pos: &Position, action: Action) -> bool {
        match action {
            Action::Move { .. } => false,
            Action::Boom { at } => {
                let cluster = pos.cluster(at);
                gain(pos, cluster) > 0 || pos.enemy & !cluster == 0
            }
        }
    }

    #[inline]
    fn noise(&self, pos: &Position, out: &mut MoveList<Self>) {
        // A cluster that gains something has one of the mover's stacks next to an enemy's.
        let mut unexploded = pos.own & spread(pos.enemy);
        while let Some(at) = Square::lowest(unexploded) {
            let boom = Action::Boom { at };
            if self.noisy(pos, boom) {
                out.push(boom);
            }
            unexploded &= !pos.cluster(at);
        }
    }

    /// BOOMs by what they gain, then steps next to enemies and steps towards them. Who blows up
    /// only his own comes last.
    #[inline]
    fn promise(&self, pos: &Position, action: Action) -> i32 {
        match action {
            Action::Move { from, to, .. } => {
                250 * (nearness(to, pos.enemy) - nearness(from, pos.enemy) / 2)
            }
            Action::Boom { at } => 10_000 * gain(pos, pos.cluster(at)) - 5_000,
        }
    }

    fn opening(&self, pos: &Position) -> Option<Action> {
        opening::next(self, pos)
    }
}

/// How near a square is to enemies: four for each beside it, and one if there is one at most two
/// steps away.
#[inline]
fn nearness(square: Square, enemy: u64) -> i32 {
    let near = spread(square.bit());
    let beside = (near & enemy).count_ones() as i32;
    4 * beside + i32::from(spread(near) & enemy != 0)
}

/// Where white's and black's stacks stand.
#[inline]
fn sides(pos: &Position) -> [u64; 2] {
    Player::BOTH.map(|player| pos.stacks_of(player))
}

/// What white has more of than black; `count` is given the own and the enemy's set.
#[inline]
fn lead([white, black]: [u64; 2], count: impl Fn(u64, u64) -> u32) -> i32 {
    count(white, black) as i32 - count(black, white) as i32
}

/// What the mover has, from white's view.
#[inline]
fn for_mover(pos: &Position, count: i32) -> i32 {
    match pos.turn {
        Player::First => count,
        Player::Second => -count,
    }
}

/// What the mover gains if a cluster explodes.
#[inline]
fn gain(pos: &Position, cluster: u64) -> i32 {
    pos.tokens(pos.enemy & cluster) as i32 - pos.tokens(pos.own & cluster) as i32
}

/// The sum of every stack's distance to the nearest enemy. At every distance it has one more for
/// each stack that is still further away.
#[inline]
fn distance(own: u64, enemy: u64) -> u32 {
    let mut sum = 0;
    let mut near = enemy;
    let mut away = own;
    while away != 0 && enemy != 0 {
        sum += away.count_ones();
        near = spread(near);
        away &= !near;
    }
    sum
}

/// 100 over the Euclidean distance of the two nearest enemies.
fn closeness([white, black]: [u64; 2]) -> i32 {
    let squared = |a: Square, b: Square| {
        let (x, y) = (a.x().abs_diff(b.x()), a.y().abs_diff(b.y()));
        u32::from(x * x + y * y)
    };
    let pairs = squares(white).flat_map(|a| squares(black).map(move |b| squared(a, b)));
    let nearest = pairs.min();
    nearest.map_or(0, |square| {
        (100.0 / f64::from(square).sqrt()).round() as i32
    })
}

/// The squares that some stack of `own` can move to.
#[inline]
fn reached(pos: &Position, own: u64, enemy: u64) -> u64 {
    let tall = own & pos.tall();
    let singles = steps(own & !tall).into_iter().fold(0, |all, set| all | set);
    let far = squares(tall).map(|from| reach(from, pos.height(from).into()));
    far.fold(singles, |all, set| all | set) & !enemy
}

/// What can be read from the clusters of a position; pairs are white's and black's.
#[derive(Default)]
struct Survey {
    /// Black tokens less white ones in clusters of both colours.
    shared: i32,
    /// The most tokens that a player gains by a BOOM.
    gains: [i32; 2],
    /// Tokens in clusters of one colour.
    alone: [i32; 2],
    /// The number of those clusters.
    clusters: [i32; 2],
    /// Tokens, less one a cluster, in those that the enemy can move next to.
    risk: [i32; 2],
}

impl Survey {
    /// `reached` holds the squares that each player can move to.
    #[inline]
    fn of(pos: &Position, sides: [u64; 2], reached: [u64; 2]) -> Self {
        let mut survey = Self::default();
        let exposed = [spread(reached[1]), spread(reached[0])];
        // Stacks that touch no other are clusters of their own and need no flood.
        let single = pos.all() & !neighbours(pos.all());
        for side in 0..2 {
            let stacks = single & sides[side];
            survey.clusters[side] += stacks.count_ones() as i32;
            survey.alone[side] += pos.tokens(stacks) as i32;
            let stacks = stacks & exposed[side];
            survey.risk[side] += (pos.tokens(stacks) - stacks.count_ones()) as i32;
        }
        let mut rest = pos.all() & !single;
        while let Some(square) = Square::lowest(rest) {
            let cluster = pos.cluster(square);
            rest &= !cluster;
            survey.add(
                sides.map(|stacks| pos.tokens(stacks & cluster) as i32),
                [cluster & exposed[0] != 0, cluster & exposed[1] != 0],
            );
        }
        survey
    }

    /// Adds a cluster with so many tokens of each player; the enemy of white, of black can move
    /// next to it.
    #[inline]
    fn add(&mut self, tokens: [i32; 2], exposed: [bool; 2]) {
        let [white, black] = tokens;
        if white != 0 && black != 0 {
            self.shared += black - white;
            self.gains[0] = self.gains[0].max(black - white);
            self.gains[1] = self.gains[1].max(white - black);
            return;
        }
        let side = usize::from(white == 0);
        self.alone[side] += tokens[side];
        self.clusters[side] += 1;
        self.risk[side] += (tokens[side] - 1) * i32::from(exposed[side]);
    }
}
