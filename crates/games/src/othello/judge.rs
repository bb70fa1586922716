//! How good an Othello position looks: named features and ways to weigh them.
//!
//! All features are differences between black and white, so exchanging the colours negates them.
//! Weights are hundredths of a disc of the final margin.

use ponder_core::{ErrorModel, Feature, Features, PHASES, Player, Preset, Rules, Wanted};

use crate::ratio::ratio;

use super::models::{MODELS, SMALL_MODELS};
use super::rules::FIRST_DISCS;
use super::{Cells, Move, Othello, Position, mobility, stable};

const DISCS: usize = 0;
const DISC_SHARE: usize = 1;
const MOBILITY: usize = 2;
const MOBILITY_SHARE: usize = 3;
const POTENTIAL: usize = 4;
const FRONTIER: usize = 5;
const CORNERS: usize = 6;
const CORNER_MOVES: usize = 7;
const CORNER_TURN: usize = 8;
const X_SQUARES: usize = 9;
const C_SQUARES: usize = 10;
const EDGES: usize = 11;
const RING: usize = 12;
const STABILITY: usize = 13;
const STABLE_SHARE: usize = 14;
const PARITY: usize = 15;
const TEMPO: usize = 16;
const SQUARES: usize = 17;

const fn feature(name: &'static str, about: &'static str) -> Feature {
    Feature { name, about }
}

/// What a disc counts in the feature `squares`: on a corner, a C square, an X square, elsewhere on
/// the edge, and inside.
const SQUARE_WEIGHTS: [i32; 5] = [20, -5, -10, 5, 1];

impl<const N: usize> Features for Othello<N> {
    const UNIT: &'static str = "discs";
    const CHANCE: f64 = 617.0;
    const FEATURES: &'static [Feature] = &[
        feature("discs", "discs on the board"),
        feature(
            "disc-share",
            "discs, the difference as percentage of the sum",
        ),
        feature("mobility", "squares on which a side could place now"),
        feature(
            "mobility-share",
            "mobility, the difference as percentage of the sum and two",
        ),
        feature("potential", "empty squares next to an enemy disc"),
        feature("frontier", "discs next to an empty square"),
        feature("corners", "discs on corners"),
        feature("corner-moves", "corners on which a side could place now"),
        feature(
            "corner-turn",
            "corners on which the player to move can place",
        ),
        feature("x-squares", "discs diagonally next to an empty corner"),
        feature("c-squares", "discs on the edge next to an empty corner"),
        feature(
            "edges",
            "discs on the edge, corners and their neighbours apart",
        ),
        feature("ring", "discs next to the edge, X squares apart"),
        feature("stability", "discs that can never be turned again"),
        feature(
            "stable-share",
            "stability, the difference as percentage of the sum",
        ),
        feature("parity", "who places the last disc if nobody passes"),
        feature("tempo", "who is to move"),
        feature(
            "squares",
            "fixed square weights: corners 20, C -5, X -10, edges 5, inside 1",
        ),
    ];

    const PRESETS: &'static [Preset] = &[
        Preset {
            name: "standard",
            about: "fitted to the results of games against itself",
            weights: &[
                ("discs", -127, 18),
                ("disc-share", 43, 3),
                ("mobility", -139, 108),
                ("mobility-share", 32, 10),
                ("potential", 128, -117),
                ("frontier", -188, -62),
                ("corners", 1208, 69),
                ("corner-moves", 575, 209),
                ("corner-turn", 125, 101),
                ("x-squares", -1434, 261),
                ("c-squares", -398, 23),
                ("edges", 123, -43),
                ("ring", -115, 14),
                ("stability", 168, 83),
                ("stable-share", 15, -2),
                ("parity", 62, 148),
                ("tempo", -338, -81),
            ],
        },
        Preset {
            name: "static",
            about: "the OthelloX agent's static evaluation: fixed square weights",
            weights: &[("squares", 10, 10)],
        },
        Preset {
            name: "complex",
            about: "the OthelloX agent's complex evaluation: shares of discs, mobility, stability",
            weights: &[
                ("disc-share", 2, 2),
                ("mobility-share", 3, 3),
                ("stable-share", 5, 5),
            ],
        },
    ];

    /// Nothing is noisy here, killers would go before the moves that leave few replies, and looking
    /// all successors up saves no nodes.
    const TECHNIQUES: (&'static str, &'static str) = ("", "quiescence,killers,counter,etc");
    /// Near the horizon a judgement is cheaper than a look at the table or at the replies.
    const SETTINGS: &'static str = "promise-depth=5 table-depth=3";

    fn error_models(&self) -> &'static [ErrorModel] {
        if self.squares() < 64 {
            SMALL_MODELS
        } else {
            MODELS
        }
    }

    #[inline]
    fn phase(&self, pos: &Position<N>) -> i32 {
        let placed = (pos.own | pos.enemy).len() - FIRST_DISCS;
        let most = (self.squares() as u32 - FIRST_DISCS).max(1);
        ratio(placed as i32 * PHASES, most as i32)
    }

    #[inline]
    fn features(&self, pos: &Position<N>, wanted: Wanted, out: &mut [i32]) {
        let out = &mut out[..Self::FEATURES.len()];
        let board = Sides {
            discs: Player::BOTH.map(|player| pos.discs(player)),
            empties: self.empties(pos),
        };
        let turn = match pos.turn {
            Player::First => 1,
            Player::Second => -1,
        };
        board.count_discs(wanted, out);
        self.count_mobility(&board, pos.turn, wanted, out);
        board.count_contacts(wanted, out);
        self.count_places(&board, wanted, out);
        self.count_stability(&board, wanted, out);
        let odd = board.empties.len() as i32 % 2;
        out[PARITY] = turn * (2 * odd - 1);
        out[TEMPO] = turn;
    }

    /// Fastest first: the fewer replies a move leaves the better, now and later; then the kind of
    /// its square. Looking at the replies costs a quarter to a third of a sound search's speed. On
    /// 8 x 8 it about breaks even at depth 9; to depth 11 it saves four nodes in ten and a quarter
    /// of the time.
    #[inline]
    fn promise(&self, pos: &Position<N>, m: Move) -> i32 {
        let Move::Place(cell) = m else {
            return 0;
        };
        let after = self.play(pos, m);
        let replies = self.placements(&after);
        let corners = (replies & self.chart.corners).len() as i32;
        let later = near(after.enemy) & self.empties(&after);
        let square = self.chart.promise(cell, self.empties(pos));
        square - 4_000 * (replies.len() as i32 + corners) - 2_000 * later.len() as i32
    }
}

/// A board for the features: black's discs and white's, and the empty cells.
struct Sides<const N: usize> {
    discs: [Cells<N>; 2],
    empties: Cells<N>,
}

impl<const N: usize> Sides<N> {
    /// How many more discs black has than white among these cells.
    #[inline]
    fn lead(&self, cells: Cells<N>) -> i32 {
        difference(self.discs.map(|discs| discs & cells))
    }

    #[inline]
    fn count_discs(&self, wanted: Wanted, out: &mut [i32]) {
        if wanted.has(DISCS) || wanted.has(DISC_SHARE) {
            let [black, white] = self.discs.map(|discs| discs.len() as i32);
            out[DISCS] = black - white;
            out[DISC_SHARE] = share(black, white, 0);
        }
    }

    #[inline]
    fn count_contacts(&self, wanted: Wanted, out: &mut [i32]) {
        if wanted.has(POTENTIAL) {
            let [black, white] = self.discs.map(|discs| near(discs) & self.empties);
            out[POTENTIAL] = difference([white, black]);
        }
        if wanted.has(FRONTIER) {
            out[FRONTIER] = self.lead(near(self.empties));
        }
    }
}

impl<const N: usize> Othello<N> {
    #[inline]
    fn count_mobility(&self, board: &Sides<N>, turn: Player, wanted: Wanted, out: &mut [i32]) {
        if ![MOBILITY, MOBILITY_SHARE, CORNER_MOVES, CORNER_TURN]
            .iter()
            .any(|feature| wanted.has(*feature))
        {
            return;
        }
        let [black, white] = board.discs;
        let places =
            [mobility(black, white), mobility(white, black)].map(|places| places & board.empties);
        let [black, white] = places.map(|places| places.len() as i32);
        out[MOBILITY] = black - white;
        if wanted.has(MOBILITY_SHARE) {
            out[MOBILITY_SHARE] = share(black, white, 2);
        }
        let [black, white] = places.map(|places| (places & self.chart.corners).len() as i32);
        out[CORNER_MOVES] = black - white;
        out[CORNER_TURN] = match turn {
            Player::First => black,
            Player::Second => -white,
        };
    }

    #[inline]
    fn count_places(&self, board: &Sides<N>, wanted: Wanted, out: &mut [i32]) {
        let chart = &self.chart;
        out[CORNERS] = board.lead(chart.corners);
        if wanted.has(X_SQUARES) || wanted.has(C_SQUARES) {
            let [x_squares, c_squares] = chart.exposed(board.empties);
            out[X_SQUARES] = board.lead(x_squares);
            out[C_SQUARES] = board.lead(c_squares);
        }
        if wanted.has(EDGES) {
            out[EDGES] = board.lead(chart.edges);
        }
        if wanted.has(RING) {
            out[RING] = board.lead(chart.ring);
        }
        if wanted.has(SQUARES) {
            let kinds = [
                chart.corners,
                chart.c_squares,
                chart.x_squares,
                chart.edges,
                chart.ring | chart.inside,
            ];
            let leads = kinds.map(|kind| board.lead(kind));
            let terms = leads.iter().zip(SQUARE_WEIGHTS);
            out[SQUARES] = terms.map(|(lead, weight)| lead * weight).sum();
        }
    }

    #[inline]
    fn count_stability(&self, board: &Sides<N>, wanted: Wanted, out: &mut [i32]) {
        if wanted.has(STABILITY) || wanted.has(STABLE_SHARE) {
            let stable = stable(board.discs, board.empties, &self.chart.ends);
            let [black, white] = stable.map(|discs| discs.len() as i32);
            out[STABILITY] = black - white;
            out[STABLE_SHARE] = share(black, white, 0);
        }
    }
}

/// How many more cells the first set has.
#[inline]
fn difference<const N: usize>([black, white]: [Cells<N>; 2]) -> i32 {
    black.len() as i32 - white.len() as i32
}

/// The difference as percentage of the sum and `more`.
#[inline]
fn share(black: i32, white: i32, more: i32) -> i32 {
    ratio(100 * (black - white), black + white + more)
}

/// The cells next to these, and these.
#[inline]
fn near<const N: usize>(cells: Cells<N>) -> Cells<N> {
    use super::kernels::Sense::{Down, Up};
    let side = u64::from(Cells::<N>::SIDE);
    let first = match side {
        8 => 0x0101_0101_0101_0101,
        _ => 0x0001_0001_0001_0001,
    };
    let first = Cells([first; N]);
    let last = first.shifted(side - 1, Up);
    let row = cells | cells.shifted(1, Up) & !first | cells.shifted(1, Down) & !last;
    row | row.shifted(side, Up) | row.shifted(side, Down)
}
