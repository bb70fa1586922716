//! What a position is worth, as a sum of features.
//!
//! Most features are simple terms of Samuel's learner (*Some Studies in Machine Learning Using
//! the Game of Checkers*, 1959), under his names. His value of a term is the difference between
//! two successive plies, counted for the side that moved or for the side to move; here every term
//! is counted for both sides on the same board, and the feature is Black's count less White's.
//! Squares beyond the edge are neither empty nor occupied.
//!
//! Each side is counted by the same code, as if it were Black: White's board is turned first.

use ponder_core::{ErrorModel, Feature, Features, MoveList, PHASES, Player, Preset, Rules, Wanted};

use crate::ratio::ratio;

use super::Checkers;
use super::board::{
    CROWNING, EAST, INTERIOR, ROWS, Set, WEST, Way, squares, steps_to_crown, turned,
};
use super::models::MODELS;
use super::moves::Move;
use super::rules::{PIECES, Position};

/// The eight squares in the middle of the board.
const CENTRE: Set = squares(&[10, 11, 14, 15, 18, 19, 22, 23]);
/// The diagonals that end in the double corners, those beside them, and those beside these.
const DIAGONALS: [Set; 3] = [
    squares(&[1, 6, 10, 15, 19, 24, 28, 5, 9, 14, 18, 23, 27, 32]),
    squares(&[2, 7, 11, 16, 20, 13, 17, 22, 26, 31]),
    squares(&[3, 8, 12, 21, 25, 30]),
];
const DOUBLE_CORNERS: Set = squares(&[1, 5, 28, 32]);
const BRIDGE: Set = squares(&[1, 3]);
const TRIANGLE: Set = squares(&[2, 3, 7]);
const APEXES: Set = squares(&[7, 26]);
/// Every other column: who has the move is seen from the pieces on it.
const MOVE_SYSTEM: Set = ROWS[0] | ROWS[2] | ROWS[4] | ROWS[6];

/// Declares the features, each with the method that counts it for one side.
macro_rules! features {
    ($($variant:ident $method:ident $name:literal $about:literal;)*) => {
        #[derive(Clone, Copy)]
        enum Term {
            $($variant,)*
        }

        const FEATURES: &[Feature] = &[$(Feature {
            name: $name,
            about: $about,
        },)*];

        /// Counts what is wanted for both sides.
        #[inline]
        fn count([black, white]: [&Side; 2], wanted: Wanted, out: &mut [i32]) {
            let out = &mut out[..FEATURES.len()];
            $(if wanted.has(Term::$variant as usize) {
                out[Term::$variant as usize] = black.$method() - white.$method();
            })*
        }
    };
}

features! {
    Men men "men" "men";
    Kings kings "kings" "kings";
    Ahead ahead "ahead" "the lead in material (man 2, king 3), 240ths of all material: trade when ahead";
    Turn turn "turn" "the side to move";
    Move has_move "move" "the move, with even pieces and less than 24 (man 2, king 3) on the board (MOVE)";
    Home home "home" "men on the back row";
    Back back "back" "bridge: squares 1 and 3 held, no enemy king (BACK)";
    Oreo oreo "oreo" "triangle: squares 2, 3 and 7 held, no king (OREO)";
    Guard guard "guard" "bridge or triangle held, no enemy king (GUARD)";
    Advance advance "advance" "steps that the men have made";
    Adv adv "adv" "men on rows 5 and 6, less those on rows 3 and 4 (ADV)";
    Runaway runaway "runaway" "men whom nothing stops from being crowned within three steps";
    Cent cent "cent" "men on the eight centre squares (CENT)";
    Cntr cntr "cntr" "centre squares held or within a step (CNTR)";
    Kcent kcent "kcent" "kings on centre squares (KCENT)";
    Flank flank "flank" "men on the columns at the side";
    Edge edge "edge" "kings on the edge";
    Trapped trapped "trapped" "kings without a step to a square where nothing can jump them";
    Corn corn "corn" "material of 6 at most, behind, and a step into a double corner (CORN)";
    Mob mob "mob" "squares within a step, jumps aside (MOB)";
    Safe safe "safe" "those of them where nothing can jump the piece, as the board stands";
    Thret thret "thret" "squares within a step from which a jump would be threatened (THRET)";
    Links links "links" "pieces right behind a piece";
    Dyke dyke "dyke" "three pieces in a row on a diagonal (DYKE)";
    Expos expos "expos" "pieces between two empty squares on a diagonal (EXPOS)";
    Gap gap "gap" "empty squares between two pieces, or piece and edge, on a diagonal (GAP)";
    Hole hole "hole" "empty squares with three or more pieces round them (HOLE)";
    Node node "node" "pieces with three or more empty squares round them (NODE)";
    Pole pole "pole" "men with four empty squares round them (POLE)";
    Dia dia "dia" "pieces on the diagonals of the double corners (DIA)";
    Diav diav "diav" "pieces by nearness to these diagonals: 3, 2, 1 (DIAV, doubled)";
    Cramp cramp "cramp" "2 for a cramp of the enemy's single corner: 13 and 9 or 14 against four (CRAMP)";
    Apex apex "apex" "-1 for a man on 7 or 26 with no enemy man on either, no king on the board (APEX)";
}

/// The default: fitted to games of the engine against itself.
const STANDARD: Preset = Preset {
    name: "standard",
    about: "fitted to the results of the engine's own games",
    weights: &[
        ("men", 100, 101),
        ("kings", 130, 136),
        ("ahead", 5, 1),
        ("turn", 2, 2),
        ("move", 2, 9),
        ("home", 7, 3),
        ("back", 6, 3),
        ("advance", -6, 5),
        ("adv", 1, -1),
        ("runaway", 18, 24),
        ("cent", -1, -3),
        ("kcent", 5, -2),
        ("flank", 0, -4),
        ("edge", -6, -4),
        ("trapped", -20, -16),
        ("safe", 7, 0),
        ("thret", 1, 1),
        ("links", -3, -2),
        ("dyke", 2, 0),
        ("gap", -4, -1),
        ("hole", 1, -1),
        ("pole", -1, 2),
        ("diav", 4, 1),
        ("cramp", 5, 5),
        ("apex", -2, -1),
    ],
};

/// Samuel's polynomial after 42 games: signs as published, two to the power of a quarter of the
/// published exponents (16, 8, 8, 6, 5, 5), since on his own scale all but the first would vanish
/// beside a man. The terms that join two others by sign are left out.
const SAMUEL: Preset = Preset {
    name: "samuel",
    about: "the simple terms of Samuel's learner after 42 games (1959), exponents quartered",
    weights: &[
        ("men", 100, 100),
        ("kings", 150, 150),
        ("kcent", 16, 16),
        ("move", 4, 4),
        ("adv", -4, -4),
        ("back", -3, -3),
        ("cntr", 2, 2),
        ("thret", 2, 2),
    ],
};

const MATERIAL: Preset = Preset {
    name: "material",
    about: "men and kings alone, two to three",
    weights: &[("men", 100, 100), ("kings", 150, 150)],
};

impl Features for Checkers {
    const UNIT: &'static str = "men";
    const CHANCE: f64 = 152.0;
    const FEATURES: &'static [Feature] = FEATURES;
    const PRESETS: &'static [Preset] = &[STANDARD, SAMUEL, MATERIAL];

    fn error_models(&self) -> &'static [ErrorModel] {
        MODELS
    }

    /// Near the horizon a judgement is cheaper than a look at the table.
    const SETTINGS: &'static str = "promise-depth=3 table-depth=2";

    fn phase(&self, pos: &Position) -> i32 {
        let left = (pos.pieces[0] | pos.pieces[1]).count_ones() as i32;
        ((2 * PIECES as i32 - left) * 12).clamp(0, PHASES)
    }

    #[inline]
    fn features(&self, pos: &Position, wanted: Wanted, out: &mut [i32]) {
        let black = Board::new(pos);
        let white = black.turned();
        let [own, enemy] = pos.pieces.map(|pieces| Force::new(pieces, pos.kings));
        let black = Side::new(black, [own, enemy], pos.turn == Player::First);
        let white = Side::new(white, [enemy, own], pos.turn == Player::Second);
        count([&black, &white], wanted, out);
    }

    /// Captures. Where there is one there is nothing else, so the horizon is never judged while a
    /// capture is due.
    #[inline]
    fn noisy(&self, _: &Position, m: Move) -> bool {
        m.captured() != 0
    }

    #[inline]
    fn noise(&self, pos: &Position, out: &mut MoveList<Self>) {
        if pos.must_capture() {
            self.moves(pos, out);
        }
    }

    #[inline]
    fn restless(&self, pos: &Position) -> bool {
        pos.must_capture()
    }

    /// Captures by what they take, crownings, then quiet moves by what they leave and enter.
    #[inline]
    fn promise(&self, pos: &Position, m: Move) -> i32 {
        let taken = m.captured();
        if taken != 0 {
            return 50_000 + 4_000 * Force::new(taken, pos.kings).value();
        }
        match pos.turn {
            Player::First => promise::<0>(pos, m),
            Player::Second => promise::<1>(pos, m),
        }
    }
}

/// The promise of a quiet move of a player, given by its index.
#[inline]
fn promise<const PLAYER: usize>(pos: &Position, m: Move) -> i32 {
    let (from, to): (Set, Set) = (1 << m.from(), 1 << m.to());
    let gain = |set: Set, gain: i32| if to & set != 0 { gain } else { 0 };
    let own = pos.pieces[PLAYER];
    let [a, b] = Way::FORWARD[PLAYER];
    let mut promise = gain(CENTRE, 1_000);
    if pos.kings & from == 0 {
        let behind = (a.back(to) | b.back(to)) & own & !from;
        promise += gain(CROWNING[PLAYER], 30_000);
        promise += if behind != 0 { 1_500 } else { 0 };
        promise -= if from & CROWNING[1 - PLAYER] != 0 {
            3_000
        } else {
            0
        };
    }
    // Who steps before an enemy with nothing behind offers an exchange or a gift.
    let enemy = pos.pieces[1 - PLAYER];
    let empty = !(own & !from | enemy);
    let jumps = Way::FORWARD[1 - PLAYER].map(|way| way.step(enemy) & way.back(empty));
    if to & INTERIOR & (jumps[0] | jumps[1]) != 0 {
        promise -= 4_000;
    }
    promise
}

#[inline]
const fn ones(set: Set) -> i32 {
    set.count_ones() as i32
}

/// The squares from which a set is one step away: by the way it is left, its ways in order.
#[inline]
fn around(set: Set) -> [Set; 4] {
    Way::ALL.map(|way| way.step(set) & way.reach())
}

/// The squares in at least three of four sets.
#[inline]
const fn three_of([a, b, c, d]: [Set; 4]) -> Set {
    a & b & (c | d) | c & d & (a | b)
}

/// The squares of two opposite ways, on both diagonals.
#[inline]
const fn flanked([a, b, c, d]: [Set; 4]) -> [Set; 2] {
    [a & c, b & d]
}

/// The pieces, one side's first; that side moves down the board.
#[derive(Clone, Copy)]
struct Board {
    own: Set,
    enemy: Set,
    kings: Set,
}

impl Board {
    /// As Black sees it.
    #[inline]
    const fn new(pos: &Position) -> Self {
        let [own, enemy] = pos.pieces;
        let kings = pos.kings;
        Self { own, enemy, kings }
    }

    /// As the other side sees it.
    #[inline]
    const fn turned(self) -> Self {
        Self {
            own: turned(self.enemy),
            enemy: turned(self.own),
            kings: turned(self.kings),
        }
    }
}

/// How many men and kings there are.
#[derive(Clone, Copy)]
struct Force {
    men: i32,
    kings: i32,
}

impl Force {
    #[inline]
    const fn new(pieces: Set, kings: Set) -> Self {
        Self {
            men: ones(pieces & !kings),
            kings: ones(pieces & kings),
        }
    }

    #[inline]
    const fn pieces(self) -> i32 {
        self.men + self.kings
    }

    /// Man 2, king 3.
    #[inline]
    const fn value(self) -> i32 {
        2 * self.men + 3 * self.kings
    }
}

/// What is counted for one side.
struct Side {
    board: Board,
    /// Own, and the enemy's.
    forces: [Force; 2],
    on_move: bool,
    own_men: Set,
    own_kings: Set,
    enemy_kings: Set,
    empty: Set,
    /// The squares beside an empty square, and beside an own piece, by the way from there.
    by_empty: [Set; 4],
    by_own: [Set; 4],
    /// The squares to which men, and kings, can make a step.
    men_steps: Set,
    king_steps: Set,
}

impl Side {
    #[inline]
    fn new(board: Board, forces: [Force; 2], on_move: bool) -> Self {
        let Board { own, enemy, kings } = board;
        let empty = !(own | enemy);
        let (own_men, own_kings) = (own & !kings, own & kings);
        let men = around(own_men);
        let kings_by = around(own_kings);
        let [a, b] = Way::FORWARD[0].map(|way| men[way as usize]);
        Self {
            board,
            forces,
            on_move,
            own_men,
            own_kings,
            enemy_kings: enemy & kings,
            empty,
            by_empty: around(empty),
            by_own: [0, 1, 2, 3].map(|way| men[way] | kings_by[way]),
            men_steps: (a | b) & empty,
            king_steps: (kings_by[0] | kings_by[1] | kings_by[2] | kings_by[3]) & empty,
        }
    }

    #[inline]
    const fn men(&self) -> i32 {
        self.forces[0].men
    }

    #[inline]
    const fn kings(&self) -> i32 {
        self.forces[0].kings
    }

    /// The worth of all own pieces, and of the enemy's.
    #[inline]
    const fn values(&self) -> [i32; 2] {
        [self.forces[0].value(), self.forces[1].value()]
    }

    #[inline]
    fn ahead(&self) -> i32 {
        let [own, enemy] = self.values();
        ratio(240 * (own - enemy).max(0), own + enemy)
    }

    #[inline]
    fn turn(&self) -> i32 {
        i32::from(self.on_move)
    }

    /// The side to move has the move if an odd number of pieces stands in the system, the other
    /// side if an even number does.
    #[inline]
    fn has_move(&self) -> i32 {
        let [own, enemy] = self.forces;
        if own.pieces() != enemy.pieces() || own.value() + enemy.value() >= 24 {
            return 0;
        }
        let odd = ones(!self.empty & MOVE_SYSTEM) % 2 == 1;
        i32::from(odd == self.on_move)
    }

    #[inline]
    const fn home(&self) -> i32 {
        ones(self.own_men & ROWS[0])
    }

    #[inline]
    const fn holds(&self, set: Set) -> bool {
        self.board.own & set == set
    }

    #[inline]
    fn back(&self) -> i32 {
        i32::from(self.enemy_kings == 0 && self.holds(BRIDGE))
    }

    #[inline]
    fn oreo(&self) -> i32 {
        i32::from(self.own_kings == 0 && self.holds(TRIANGLE))
    }

    #[inline]
    fn guard(&self) -> i32 {
        i32::from(self.enemy_kings == 0 && (self.holds(BRIDGE) || self.holds(TRIANGLE)))
    }

    #[inline]
    const fn advance(&self) -> i32 {
        7 * self.men() - steps_to_crown(self.own_men, 0) as i32
    }

    #[inline]
    const fn adv(&self) -> i32 {
        ones(self.own_men & (ROWS[4] | ROWS[5])) - ones(self.own_men & (ROWS[2] | ROWS[3]))
    }

    /// The squares on which the enemy might jump a piece that comes by: before its men, round its
    /// kings, whatever stands behind.
    #[inline]
    fn watched(&self) -> Set {
        let by = |pieces: Set, ways: [Way; 2]| ways[0].step(pieces) | ways[1].step(pieces);
        let [back, forward] = Way::FORWARD;
        (by(self.board.enemy, forward) | by(self.enemy_kings, back)) & INTERIOR
    }

    #[inline]
    fn runaway(&self) -> i32 {
        let free = self.empty & !self.watched();
        let [a, b] = Way::FORWARD[0];
        let before = |set: Set| a.back(set & a.reach()) | b.back(set & b.reach());
        let one = before(self.empty & CROWNING[0]);
        let two = before(one & free);
        let three = before(two & free);
        ones(self.own_men & (one | two | three))
    }

    #[inline]
    const fn cent(&self) -> i32 {
        ones(self.own_men & CENTRE)
    }

    #[inline]
    const fn cntr(&self) -> i32 {
        ones((self.board.own | self.men_steps | self.king_steps) & CENTRE)
    }

    #[inline]
    const fn kcent(&self) -> i32 {
        ones(self.own_kings & CENTRE)
    }

    #[inline]
    const fn flank(&self) -> i32 {
        ones(self.own_men & (WEST | EAST))
    }

    #[inline]
    const fn edge(&self) -> i32 {
        ones(self.own_kings & !INTERIOR)
    }

    /// The squares to which a step by each way is possible and safe: nothing can jump the piece
    /// there, once its old square is empty.
    #[inline]
    fn safe_steps(&self) -> [Set; 4] {
        let jumps = Way::ALL.map(|way| way.step(self.enemies(way)) & way.back(self.empty));
        let jumped = (jumps[0] | jumps[1] | jumps[2] | jumps[3]) & INTERIOR;
        Way::ALL.map(|way| {
            let met = way.back(self.enemies(way.opposite())) & INTERIOR;
            self.empty & way.reach() & !(jumped | met)
        })
    }

    /// The enemies that can go this way.
    #[inline]
    const fn enemies(&self, way: Way) -> Set {
        match way {
            Way::NorthEast | Way::NorthWest => self.board.enemy,
            Way::SouthWest | Way::SouthEast => self.enemy_kings,
        }
    }

    /// The own pieces that can go this way.
    #[inline]
    const fn movers(&self, way: Way) -> Set {
        match way {
            Way::NorthEast | Way::NorthWest => self.own_kings,
            Way::SouthWest | Way::SouthEast => self.board.own,
        }
    }

    #[inline]
    fn trapped(&self) -> i32 {
        if self.own_kings == 0 {
            return 0;
        }
        let steps = self.safe_steps();
        let free = Way::ALL.map(|way| way.back(steps[way as usize]));
        ones(self.own_kings & !(free[0] | free[1] | free[2] | free[3]))
    }

    #[inline]
    fn corn(&self) -> i32 {
        let [own, enemy] = self.values();
        let steps = self.men_steps | self.king_steps;
        i32::from(own <= 6 && own < enemy && steps & DOUBLE_CORNERS != 0)
    }

    #[inline]
    const fn mob(&self) -> i32 {
        ones(self.men_steps | self.king_steps)
    }

    #[inline]
    fn safe(&self) -> i32 {
        let steps = self.safe_steps();
        let safe = Way::ALL.map(|way| way.step(self.movers(way)) & steps[way as usize]);
        ones(safe[0] | safe[1] | safe[2] | safe[3])
    }

    #[inline]
    fn thret(&self) -> i32 {
        let prey = self.board.enemy & INTERIOR;
        let jumps = Way::ALL.map(|way| way.back(way.back(self.empty) & prey));
        let [c, d] = Way::FORWARD[0].map(|way| jumps[way as usize]);
        let men = self.men_steps & (c | d);
        let kings = self.king_steps & (jumps[0] | jumps[1] | jumps[2] | jumps[3]);
        ones(men | kings)
    }

    #[inline]
    fn links(&self) -> i32 {
        let [a, b] = Way::FORWARD[0].map(|way| self.by_own[way as usize]);
        ones(self.board.own & a) + ones(self.board.own & b)
    }

    #[inline]
    const fn dyke(&self) -> i32 {
        let [a, b] = flanked(self.by_own);
        ones(self.board.own & a) + ones(self.board.own & b)
    }

    #[inline]
    const fn expos(&self) -> i32 {
        let [a, b] = flanked(self.by_empty);
        ones(self.board.own & (a | b))
    }

    #[inline]
    fn gap(&self) -> i32 {
        // A piece, or the edge, on either side; but not the edge on both.
        let edges = Way::ALL.map(|way| !way.reach());
        let by = [0, 1, 2, 3].map(|way| self.by_own[way] | edges[way]);
        let ([a, b], [c, d]) = (flanked(by), flanked(edges));
        ones(self.empty & (a & !c | b & !d))
    }

    #[inline]
    const fn hole(&self) -> i32 {
        ones(self.empty & three_of(self.by_own))
    }

    #[inline]
    const fn node(&self) -> i32 {
        ones(self.board.own & three_of(self.by_empty))
    }

    #[inline]
    const fn pole(&self) -> i32 {
        let [a, b] = flanked(self.by_empty);
        ones(self.own_men & a & b)
    }

    #[inline]
    const fn dia(&self) -> i32 {
        ones(self.board.own & DIAGONALS[0])
    }

    #[inline]
    const fn diav(&self) -> i32 {
        let [first, second, third] = DIAGONALS;
        let own = self.board.own;
        3 * ones(own & first) + 2 * ones(own & second) + ones(own & third)
    }

    #[inline]
    fn cramp(&self) -> i32 {
        const CRAMPED: Set = squares(&[17, 21, 22, 25]);
        let held = self.holds(squares(&[13])) && self.board.own & squares(&[9, 14]) != 0;
        2 * i32::from(held && self.board.enemy & CRAMPED == CRAMPED)
    }

    #[inline]
    fn apex(&self) -> i32 {
        let Board { own, enemy, kings } = self.board;
        -i32::from(kings == 0 && own & APEXES != 0 && enemy & APEXES == 0)
    }
}
