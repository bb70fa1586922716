//! How good a position looks: stones, and whether they will keep their colour.
//!
//! An *eye*, an empty point with one colour on every side, is closed to the other colour for
//! ever, since a stone there would have no liberty; the groups beside it are safe as long as
//! their owner does not fill it. So one eye lives, and most of what is counted here asks how near
//! the groups are to an eye, and how near to being captured before they have one.
//!
//! Eyes come in two features, one for each colour, as in Yiming Lin's player. Weighed unequally
//! they make a judge that prefers a colour and is no longer even-handed.

use ponder_core::{ErrorModel, Feature, Features, MoveList, PHASES, Player, Preset, Wanted};

use crate::ratio::ratio;

use super::Gothello;
use super::models::MODELS;
use super::points::{beside, beside_two, each, flood, floods};
use super::rules::{Move, Position, placements};

/// Declares the features in their order: index, name, what is counted.
macro_rules! features {
    ($($index:ident $name:literal $about:literal;)*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "they become constants")]
        enum Index { $($index,)* }
        $(const $index: usize = Index::$index as usize;)*
        const FEATURES: &[Feature] = &[$(Feature { name: $name, about: $about },)*];
    };
}

features! {
    STONES "stones" "stones on the board";
    BLACK_EYES "black-eyes" "points closed to white for ever: empty, black on every side";
    WHITE_EYES "white-eyes" "points closed to black for ever, each counted as -1";
    SAFE "safe" "stones of groups beside an eye of their own";
    SPARE "spare" "eyes that their owner may fill";
    HALF_EYES "half-eyes" "points that one more stone makes an eye";
    BREATHING "breathing" "stones of groups with a liberty that no enemy stone touches";
    ROOM "room" "empty points beside stones of one colour alone";
    LIBERTIES "liberties" "pairs of a stone and an empty point side by side";
    ATARI "atari" "groups with one liberty that the opponent may fill, each counted as -1";
    HANGING "hanging" "stones that the player to move can capture at once, each counted as -1";
    MOBILITY "mobility" "legal placements: empty points less those closed by the opponent";
    TURN "turn" "the right to move";
    PARITY "parity" "who places last if the open points are filled in turn";
    RIM "rim" "stones on the edge of the board";
}

/// A board from the view of one colour.
struct View {
    own: u64,
    other: u64,
    empty: u64,
    eyes: u64,
}

impl View {
    fn new(own: u64, other: u64, empty: u64) -> Self {
        let eyes = surrounded(empty, empty | other);
        Self {
            own,
            other,
            empty,
            eyes,
        }
    }

    /// Where an own stone may be placed.
    fn open(&self) -> u64 {
        placements(self.own, self.empty)
    }

    /// True if an own stone may be placed on an empty point.
    fn may_take(&self, point: u64) -> bool {
        let groups = flood(self.own & beside(point), self.own);
        beside(groups | point) & self.empty & !point != 0
    }

    /// Points with a single empty neighbour and own stones on all other sides.
    fn half_eyes(&self) -> u64 {
        self.empty & beside(self.empty) & !beside_two(self.empty) & !beside(self.other)
    }

    /// Empty points beside own stones and no others.
    fn room(&self) -> u64 {
        self.empty & beside(self.own) & !beside(self.other)
    }

    /// Pairs of an own stone and an empty point side by side.
    fn liberties(&self) -> i32 {
        let own = self.own;
        let sides = [own << 1, own >> 1, own << 8, own >> 8];
        sides.map(|side| size(side & self.empty)).iter().sum()
    }

    /// Stones that free their whole groups from danger: beside an eye or two empty points.
    fn free(&self) -> u64 {
        self.own & (beside_two(self.empty) | beside(self.eyes))
    }

    /// Of groups without a free stone, the number of those whose only liberty is open to the
    /// opponent, and their stones.
    fn atari(&self, mut groups: u64, opponent: &Self) -> (i32, u64) {
        let (mut count, mut stones) = (0, 0);
        while groups != 0 {
            let group = flood(groups & groups.wrapping_neg(), groups);
            groups ^= group;
            let liberties = beside(group) & self.empty;
            if liberties.is_power_of_two() && opponent.may_take(liberties) {
                count += 1;
                stones |= group;
            }
        }
        (count, stones)
    }
}

/// Counts the features that ask which groups touch something.
#[inline]
fn count_groups(black: &View, white: &View, turn: Player, out: &mut [i32]) {
    let (b, w) = (black.own, white.own);
    let seeds = [
        b & beside(black.eyes),
        w & beside(white.eyes),
        b & beside(black.room()),
        w & beside(white.room()),
        black.free(),
        white.free(),
        0,
        0,
    ];
    let reached = floods(seeds, [b, w, b, w, b, w, 0, 0]);
    out[SAFE] = size(reached[0]) - size(reached[1]);
    out[BREATHING] = size(reached[2]) - size(reached[3]);
    let ours = black.atari(b & !reached[4], white);
    let theirs = white.atari(w & !reached[5], black);
    out[ATARI] = theirs.0 - ours.0;
    out[HANGING] = match turn {
        Player::First => size(theirs.1),
        Player::Second => -size(ours.1),
    };
}

/// Those of some points that are beside nothing of `rest`.
#[inline]
const fn surrounded(points: u64, rest: u64) -> u64 {
    points & !beside(rest)
}

#[inline]
const fn size(set: u64) -> i32 {
    set.count_ones() as i32
}

impl Features for Gothello {
    const UNIT: &'static str = "stones";
    const CHANCE: f64 = 71.0;
    const FEATURES: &'static [Feature] = FEATURES;
    const PAIRED: &'static [(usize, usize)] = &[(BLACK_EYES, WHITE_EYES)];
    /// As the options of Yiming Lin's player are called.
    const ALIASES: &'static [(&'static str, &'static str)] = &[
        ("stonescore", "stones"),
        ("blackeyescore", "black-eyes"),
        ("whiteeyescore", "white-eyes"),
    ];
    const TIE: &'static str = "liberties";
    const PRESETS: &'static [Preset] = &[
        Preset {
            name: "standard",
            about: "stones and what keeps them: fitted to solved endings and deep searches",
            weights: &[
                ("stones", 95, 98),
                ("safe", 30, 12),
                ("half-eyes", 84, 16),
                ("breathing", 108, -24),
                ("liberties", 56, 16),
                ("atari", 110, 215),
                ("hanging", 90, 92),
                ("turn", 270, -26),
                ("rim", -124, 10),
            ],
        },
        Preset {
            name: "number",
            about: "stones alone, as in Grossthello and in Yiming Lin's player",
            weights: &[("stones", 100, 100)],
        },
        Preset {
            name: "eye",
            about: "stones and eyes, each worth one, as in Yiming Lin's player",
            weights: &[
                ("stones", 100, 100),
                ("black-eyes", 100, 100),
                ("white-eyes", 100, 100),
            ],
        },
    ];

    fn error_models(&self) -> &'static [ErrorModel] {
        MODELS
    }

    /// The share of points that are filled.
    #[inline]
    fn phase(&self, pos: &Position) -> i32 {
        ratio(size(pos.own | pos.other) * PHASES, size(self.board))
    }

    #[inline]
    fn features(&self, pos: &Position, wanted: Wanted, out: &mut [i32]) {
        let out = &mut out[..FEATURES.len()];
        let empty = self.empty(pos);
        let [black, white] = Player::BOTH.map(|player| pos.stones(player));
        let (black, white) = (
            View::new(black, white, empty),
            View::new(white, black, empty),
        );
        let sign = match pos.turn {
            Player::First => 1,
            Player::Second => -1,
        };
        // Counts a feature of each colour.
        macro_rules! count {
            ($($index:ident: $of:expr;)*) => {$(
                if wanted.has($index) {
                    let of = $of;
                    out[$index] = of(&black) - of(&white);
                }
            )*};
        }
        count! {
            STONES: |view: &View| size(view.own);
            SPARE: |view: &View| size(view.eyes & view.open());
            HALF_EYES: |view: &View| size(view.half_eyes());
            ROOM: |view: &View| size(view.room());
            LIBERTIES: View::liberties;
            MOBILITY: |view: &View| size(view.open());
            RIM: |view: &View| size(view.own & self.rim());
        }
        out[BLACK_EYES] = size(black.eyes);
        out[WHITE_EYES] = -size(white.eyes);
        out[TURN] = sign;
        if wanted.has(PARITY) {
            let open = (black.open() | white.open()) & !black.eyes & !white.eyes;
            out[PARITY] = sign * (size(open) % 2 * 2 - 1);
        }
        if [SAFE, BREATHING, ATARI, HANGING]
            .iter()
            .any(|index| wanted.has(*index))
        {
            count_groups(&black, &white, pos.turn, out);
        }
    }

    /// Captures, and the pass that ends the game.
    #[inline]
    fn noisy(&self, pos: &Position, m: Move) -> bool {
        if m == Move::PASS {
            return pos.passes == 1;
        }
        self.captured(pos, m.0) != 0
    }

    /// A capture takes the only liberty of some stone.
    #[inline]
    fn noise(&self, pos: &Position, out: &mut MoveList<Self>) {
        let empty = self.empty(pos);
        let pressed = pos.other & beside(empty) & !beside_two(empty);
        let captures = self.placements(pos) & beside(pressed);
        out.extend(each(captures).map(Move).filter(|m| self.noisy(pos, *m)));
        if pos.passes == 1 {
            out.push(Move::PASS);
        }
    }

    /// Captures by their size, then eyes made or spoilt, then the liberties of the stone and the
    /// enemies it touches; filling an own eye comes late, and a pass last.
    #[inline]
    fn promise(&self, pos: &Position, Move(stone): Move) -> i32 {
        const PASS: i32 = -60_000;
        if stone == 0 {
            return PASS;
        }
        let empty = self.empty(pos) & !stone;
        let touched = beside(stone) & self.board;
        let liberties = touched & empty;
        let made = surrounded(liberties, empty | pos.other);
        let spoilt = surrounded(liberties, empty | pos.own);
        let filled = touched & !pos.own == 0;
        8_000 * size(self.captured(pos, stone)) + 6_000 * size(made) + 2_000 * size(spoilt)
            - 20_000 * i32::from(filled)
            + 3_000 * size(liberties)
            + 2_500 * size(touched & pos.other)
            - 1_200 * size(touched & pos.own)
    }

    /// The liberties of the stone, as in Yiming Lin's player; a pass has none to offer.
    fn tie(&self, pos: &Position, Move(stone): Move) -> i32 {
        match stone {
            0 => -1,
            _ => size(beside(stone) & self.empty(pos)),
        }
    }
}

impl Gothello {
    /// The points on the edge of the board.
    fn rim(&self) -> u64 {
        let board = self.board;
        board & !(board << 1 & board >> 1 & board << 8 & board >> 8)
    }
}
