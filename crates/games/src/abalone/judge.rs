//! What is good: who holds the centre, who stands together, who can be pushed off.
//!
//! Every feature is a number that a side has, counted on its marbles and the enemy's, less the
//! same number of the other side; so exchanging the colours negates it. All of them are counted
//! for whole sets of marbles: a step is one rotation, a sum of distances a few population counts.

use ponder_core::{ErrorModel, Feature, Features, MoveList, PHASES, Player, Preset, Wanted};

use super::hexagon::{
    BOARD, Cell, Cells, Direction, INNER, PLACES, SIZE, bit, each, looking_at, neighbour,
};
use super::lines::Sides;
use super::models::MODELS;
use super::rules::{Line, Move, Position};
use super::{Abalone, MARBLES};

/// The places of the features in [`Features::FEATURES`].
mod place {
    pub(super) const MARBLES: usize = 0;
    pub(super) const CENTRE: usize = 1;
    pub(super) const RIM: usize = 2;
    pub(super) const EDGE: usize = 3;
    pub(super) const COHESION: usize = 4;
    pub(super) const TRIANGLES: usize = 5;
    pub(super) const THREES: usize = 6;
    pub(super) const GROUPS: usize = 7;
    pub(super) const WEDGES: usize = 8;
    pub(super) const SINGLE_DANGER: usize = 9;
    pub(super) const DOUBLE_DANGER: usize = 10;
    pub(super) const PRESSURE: usize = 11;
    pub(super) const PUSHES: usize = 12;
    pub(super) const MOBILITY: usize = 13;
    pub(super) const REFERENCE: usize = 14;
    pub(super) const TEMPO: usize = 15;
}

const fn feature(name: &'static str, about: &'static str) -> Feature {
    Feature { name, about }
}

impl Features for Abalone {
    const UNIT: &'static str = "marbles";
    const CHANCE: f64 = 52.0;
    const FEATURES: &'static [Feature] = &[
        feature("marbles", "marbles ejected"),
        feature("centre", "steps nearer to the centre, all marbles together"),
        feature("rim", "enemy marbles one step from the edge"),
        feature("edge", "enemy marbles on the edge"),
        feature("cohesion", "pairs of friendly neighbours"),
        feature("triangles", "threes that are all neighbours"),
        feature("threes", "threes in a line"),
        feature(
            "groups",
            "connected groups of the enemy, less the holes in them",
        ),
        feature(
            "wedges",
            "marbles between two enemy marbles on a line, for each line",
        ),
        feature(
            "single-danger",
            "enemy marbles that two can eject, for each direction",
        ),
        feature(
            "double-danger",
            "enemy twos of which three can eject one, for each direction",
        ),
        feature(
            "pressure",
            "enemy marbles on the edge before a gap and two in line, for each direction",
        ),
        feature("pushes", "lines that can push"),
        feature("mobility", "moves"),
        feature(
            "reference",
            "sevenths of steps nearer to the reference point of both sides",
        ),
        feature("tempo", "being to move"),
    ];

    const PRESETS: &'static [Preset] = &[
        Preset {
            name: "standard",
            about: "fitted to the results of games, confirmed in matches",
            weights: &[
                ("marbles", 100, 100),
                ("rim", 5, 5),
                ("edge", 11, 11),
                ("cohesion", 2, 2),
                ("wedges", 5, 5),
                ("single-danger", 10, 10),
                ("double-danger", 18, 18),
                ("pressure", 5, 5),
                ("pushes", 6, 6),
                ("reference", 1, 1),
                ("tempo", 12, 12),
            ],
        },
        Preset {
            name: "aba-pro",
            about: "the reference point of ABA-PRO (Aichholzer and Werner), and marbles",
            weights: &[("marbles", 100, 100), ("reference", 1, 1)],
        },
        Preset {
            name: "papadopoulos",
            about: "the terms of Papadopoulos, Toumpas, Chrysopoulos and Mitkas (2012)",
            weights: &[
                ("marbles", 100, 100),
                ("centre", 10, 10),
                ("cohesion", 4, 4),
                ("wedges", 4, 4),
                ("single-danger", 15, 15),
                ("double-danger", 15, 15),
            ],
        },
        Preset {
            name: "material",
            about: "marbles alone",
            weights: &[("marbles", 100, 100)],
        },
    ];

    /// Passing the turn hardly ever helps here, so that a search may use it.
    const TECHNIQUES: (&'static str, &'static str) = ("null,fade", "");

    /// A quiet move shifts a judgement by little against the 100 of an ejection, and most of the
    /// many moves of a position can be reduced far.
    const SETTINGS: &'static str =
        "lmr-divisor=110 futility-margin=30 futility-base=20 lead-margin=25";

    /// Two clusters that hold together can look at each other until the game is drawn. Who plays
    /// for a win must rather give a marble to get a fight than let that happen.
    const PLAYING: &'static str = "contempt=200";

    fn error_models(&self) -> &'static [ErrorModel] {
        MODELS
    }

    /// The share of the marbles lost that the two sides can lose together before the game ends.
    fn phase(&self, pos: &Position) -> i32 {
        let [black, white] = pos.lost.map(i32::from);
        let phase = (black + white) * PHASE_STEPS[usize::from(self.win)];
        (phase >> 8).min(PHASES)
    }

    #[inline]
    fn features(&self, pos: &Position, wanted: Wanted, out: &mut [i32]) {
        use place::{
            CENTRE, COHESION, DOUBLE_DANGER, EDGE, GROUPS, MARBLES, MOBILITY, PRESSURE, PUSHES,
            REFERENCE, RIM, SINGLE_DANGER, TEMPO, THREES, TRIANGLES, WEDGES,
        };
        let out = &mut out[..Self::FEATURES.len()];
        let wants = |places: &[usize]| places.iter().any(|place| wanted.has(*place));
        let sides = pos.sides();
        let sign = match pos.turn {
            Player::First => 1,
            Player::Second => -1,
        };
        let [black, white] = pos.lost.map(i32::from);
        out[MARBLES] = white - black;
        out[TEMPO] = sign;
        count(out, wanted, CENTRE, sign, sides, nearness);
        count(out, wanted, RIM, sign, sides, |sides| {
            size(sides.enemy & RINGS[3])
        });
        count(out, wanted, EDGE, sign, sides, |sides| {
            size(sides.enemy & RINGS[4])
        });
        if wants(&[COHESION, TRIANGLES, THREES, GROUPS]) {
            let [own, enemy] = [sides.own, sides.enemy].map(Shape::of);
            out[COHESION] = sign * (own.pairs - enemy.pairs);
            out[TRIANGLES] = sign * (own.triangles - enemy.triangles);
            out[THREES] = sign * (own.threes - enemy.threes);
            out[GROUPS] = sign * (enemy.groups() - own.groups());
        }
        count(out, wanted, WEDGES, sign, sides, wedges);
        if wants(&[SINGLE_DANGER, DOUBLE_DANGER, PRESSURE, PUSHES]) {
            let [own, enemy] = [sides, sides.exchanged()].map(Clashes::of);
            out[SINGLE_DANGER] = sign * (own.singles - enemy.singles);
            out[DOUBLE_DANGER] = sign * (own.doubles - enemy.doubles);
            out[PRESSURE] = sign * (own.pressure - enemy.pressure);
            out[PUSHES] = sign * (own.pushes - enemy.pushes);
        }
        count(out, wanted, MOBILITY, sign, sides, |sides| {
            sides.count() as i32
        });
        if wanted.has(REFERENCE) {
            out[REFERENCE] = sign * reference(sides);
        }
    }

    fn noisy(&self, pos: &Position, m: Move) -> bool {
        ejects(pos, m)
    }

    /// Only a line that pushes against a marble on the rim can eject.
    fn noise(&self, pos: &Position, out: &mut MoveList<Self>) {
        let facing_rim = (0..6).filter(|direction| pos.enemy & !INNER[*direction] != 0);
        for direction in facing_rim {
            let rears = each(pos.sides().front(direction).rears);
            let ahead = rears.map(|rear| Move::ahead(rear, direction));
            out.extend(ahead.filter(|m| ejects(pos, *m)));
        }
    }

    /// Two clusters that hold together and cannot push each other stay as they are. It is 100 where
    /// nobody can push and the marbles have about as many pairs of neighbours as they can have.
    #[inline]
    fn stiffness(&self, pos: &Position) -> i32 {
        const PAIR: i32 = 2;
        const PUSH: i32 = 2;
        const MARBLE: i32 = 5;
        const BASE: i32 = 120;
        let sides = pos.sides();
        let of = |sides: Sides| {
            PAIR * Shape::of(sides.own).pairs
                - PUSH * Clashes::of(sides).pushes
                - MARBLE * size(sides.own)
        };
        BASE + of(sides) + of(sides.exchanged())
    }

    fn promise(&self, pos: &Position, m: Move) -> i32 {
        promise(pos, m)
    }
}

/// How much a lost marble adds to the phase, times 256, for every number that wins: a judgement
/// is too short for a division.
const PHASE_STEPS: [i32; MARBLES as usize + 1] = {
    let mut steps = [0; MARBLES as usize + 1];
    let mut win = 2;
    while win < steps.len() {
        // Rounded up, so that the last phase is reached.
        steps[win] = 256 * PHASES / (2 * (win as i32 - 1)) + 1;
        win += 1;
    }
    steps
};

/// Counts a feature that a side has by `of`, from the first player's view.
#[inline]
fn count(
    out: &mut [i32],
    wanted: Wanted,
    index: usize,
    sign: i32,
    sides: Sides,
    of: impl Fn(Sides) -> i32,
) {
    if wanted.has(index) {
        out[index] = sign * (of(sides) - of(sides.exchanged()));
    }
}

#[inline]
fn size(cells: Cells) -> i32 {
    cells.count_ones() as i32
}

/// The cells at each distance from the centre.
const RINGS: [Cells; 5] = {
    let mut rings = [0; 5];
    let mut number = 0;
    while number < SIZE {
        rings[distance(number as Cell) as usize] |= bit(number as Cell);
        number += 1;
    }
    rings
};

/// Steps from a cell to the centre.
const fn distance(cell: Cell) -> i32 {
    let (row, column) = PLACES[cell as usize];
    let (up, right) = (row as i32 - 5, column as i32 - 5);
    // Steps to the north-east go up and right at once.
    let (up_alone, right_alone, across) = (up.abs(), right.abs(), (up - right).abs());
    (up_alone + right_alone + across) / 2
}

/// Minus the steps from the marbles to the centre.
#[inline]
fn nearness(sides: Sides) -> i32 {
    let far = |ring: usize| ring as i32 * size(sides.own & RINGS[ring]);
    -(far(1) + far(2) + far(3) + far(4))
}

/// How the marbles of a side hang together.
struct Shape {
    marbles: i32,
    pairs: i32,
    triangles: i32,
    threes: i32,
}

impl Shape {
    #[inline]
    fn of(own: Cells) -> Self {
        let with_friend = |way: Direction| own & INNER[way] & looking_at(own, way);
        let [east, north_east, north_west] = [0, 1, 2].map(with_friend);
        let in_line = |friends: Cells, way: Direction| size(friends & looking_at(friends, way));
        Self {
            marbles: size(own),
            pairs: size(east) + size(north_east) + size(north_west),
            // With the apex above, and with the apex below.
            triangles: size(east & north_east) + size(north_east & north_west),
            threes: in_line(east, 0) + in_line(north_east, 1) + in_line(north_west, 2),
        }
    }

    /// Groups less holes: what Euler's formula leaves of marbles, pairs and triangles.
    #[inline]
    fn groups(&self) -> i32 {
        self.marbles - self.pairs + self.triangles
    }
}

/// Own marbles between two enemy marbles, once for each axis.
#[inline]
fn wedges(Sides { own, enemy }: Sides) -> i32 {
    let between = |axis: Direction| {
        let back = axis + 3;
        let inside = own & INNER[axis] & INNER[back];
        size(inside & looking_at(enemy, axis) & looking_at(enemy, back))
    };
    between(0) + between(1) + between(2)
}

/// What a side can push, now or soon.
#[derive(Default)]
struct Clashes {
    /// Lines that can push.
    pushes: i32,
    /// Twos that can eject one marble, and threes that can eject one of two.
    singles: i32,
    doubles: i32,
    /// Twos with a gap between them and a marble on the edge.
    pressure: i32,
}

impl Clashes {
    /// One pass for all of them: it runs on whole vectors, and most of it is shared.
    #[inline]
    fn of(Sides { own, enemy }: Sides) -> Self {
        let empty = BOARD & !(own | enemy);
        let mut clashes = Self::default();
        for direction in 0..6 {
            let inner = INNER[direction];
            let behind = |cells| own & inner & looking_at(cells, direction);
            let yielding = enemy & (looking_at(empty, direction) | !inner);
            let second = enemy & inner & looking_at(yielding, direction);
            let gap = empty & inner & looking_at(enemy & !inner, direction);
            let twos = behind(behind(yielding));
            let threes = behind(behind(behind(second)));
            clashes.pushes += size(twos | behind(twos) | threes);
            clashes.singles += size(twos & BEFORE_EDGE[0][direction]);
            clashes.doubles += size(threes & BEFORE_EDGE[1][direction]);
            clashes.pressure += size(behind(behind(gap)));
        }
        clashes
    }
}

/// The cells that two and four steps in a direction bring to the edge: there the rear marbles of
/// twos and threes stand that eject.
const BEFORE_EDGE: [[Cells; 6]; 2] = {
    let mut before = [[0; 6]; 2];
    let mut direction = 0;
    while direction < 6 {
        let mut cells = BOARD & !INNER[direction];
        let mut steps = 1;
        while steps <= 4 {
            cells = INNER[direction] & looking_at(cells, direction);
            if steps % 2 == 0 {
                before[steps / 2 - 1][direction] = cells;
            }
            steps += 1;
        }
        direction += 1;
    }
    before
};

/// Sevenths of steps by which own marbles are nearer to the reference point than the enemy's: three
/// parts the mean of own marbles, three the mean of the enemy's, one the centre.
///
/// The steps between two places are half the sum of their differences in three coordinates, which
/// may be added up apart. Everything is exact in units of one part in 7 n m, for n marbles
/// against m, so that symmetric positions count alike.
#[inline]
fn reference(Sides { own, enemy }: Sides) -> i32 {
    let [n, m] = [own, enemy].map(|cells| size(cells).max(1));
    let unit = 7 * n * m;
    // Enough digits to tell between which cells the point lies; on a cell either side will do.
    let steps = 1.0 / unit as f32;
    let mut sums = 0;
    let [up, right] = [0, 1].map(|axis| [own, enemy].map(|cells| COORDINATES[axis].sum(cells)));
    // The third coordinate is the difference of the others, and so are its sums.
    let across = [up[0] - right[0], up[1] - right[1]];
    for (coordinate, [here, there]) in COORDINATES.iter().zip([up, right, across]) {
        let point = 3 * (m * here + n * there);
        let below = coordinate.below((point as f32 * steps).floor() as i32);
        let apart = |cells: Cells, sum: i32| {
            let low = cells & below;
            let lower = unit * coordinate.sum(low) - point * size(low);
            unit * sum - point * size(cells) - 2 * lower
        };
        sums += apart(enemy, there) - apart(own, here);
    }
    sums * 7 / (2 * unit)
}

/// One of the three coordinates in which a hexagon is measured, from -4 to 4 with 0 at the
/// centre, as sets of cells.
struct Coordinate {
    /// The cells whose coordinate plus 4 has a one in this binary place.
    digits: [Cells; 4],
    /// The cells at or below -4, -3 and so on.
    below: [Cells; 9],
}

/// Row, column, and how far the one is above the other.
const COORDINATES: [Coordinate; 3] = [coordinate(1, 0), coordinate(0, 1), coordinate(1, -1)];

const fn coordinate(up: i32, right: i32) -> Coordinate {
    let (mut digits, mut below) = ([0; 4], [0; 9]);
    let mut number = 0;
    while number < SIZE {
        let (row, column) = PLACES[number];
        let place = up * (row as i32 - 5) + right * (column as i32 - 5) + 4;
        let mut at = 0;
        while at < 9 {
            if at < 4 && place >> at & 1 == 1 {
                digits[at as usize] |= bit(number as Cell);
            }
            if place <= at {
                below[at as usize] |= bit(number as Cell);
            }
            at += 1;
        }
        number += 1;
    }
    Coordinate { digits, below }
}

impl Coordinate {
    /// The sum over some cells.
    #[inline]
    fn sum(&self, cells: Cells) -> i32 {
        let ones = |digit: usize| size(cells & self.digits[digit]) << digit;
        ones(0) + ones(1) + ones(2) + ones(3) - 4 * size(cells)
    }

    /// The cells at `place` or below.
    #[inline]
    fn below(&self, place: i32) -> Cells {
        self.below[(place + 4) as usize]
    }
}

/// The cells in a direction from a cell, itself included.
const RAYS: [[Cells; SIZE]; 6] = {
    let mut rays = [[0; SIZE]; 6];
    let mut direction = 0;
    while direction < 6 {
        let mut number = 0;
        while number < SIZE {
            let mut at = Some(number as Cell);
            while let Some(cell) = at {
                rays[direction][number] |= bit(cell);
                at = neighbour(cell, direction);
            }
            number += 1;
        }
        direction += 1;
    }
    rays
};

/// True if a legal move pushes a marble off the board: then there is no room on its line.
#[inline]
fn ejects(pos: &Position, m: Move) -> bool {
    let ray = RAYS[m.direction()][usize::from(m.first)];
    m.line == Line::Ahead && ray & !(pos.own | pos.enemy) == 0
}

/// Ejections first, then pushes, then the way to the centre, longer lines before shorter ones.
#[inline]
fn promise(pos: &Position, m: Move) -> i32 {
    const EJECTION: i32 = 60_000;
    const PUSH: i32 = 20_000;
    const STEP: i32 = 2_000;
    const MARBLE: i32 = 500;
    let step = |from: Cell, direction: Direction| neighbour(from, direction).unwrap_or(from);
    match m.line {
        Line::Ahead => {
            let (mut front, mut marbles) = (m.first, 0);
            while pos.own & bit(front) != 0 {
                front = step(front, m.direction());
                marbles += 1;
            }
            let gain = distance(m.first) - distance(front);
            let push = i32::from(pos.enemy & bit(front) != 0);
            let ejection = i32::from(ejects(pos, m));
            EJECTION * ejection + PUSH * push + STEP * gain + MARBLE * marbles
        }
        Line::Aside { axis, marbles } => {
            let mut from = m.first;
            let mut gain = 0;
            for _ in 0..marbles {
                gain += distance(from) - distance(step(from, m.direction()));
                from = step(from, usize::from(axis));
            }
            STEP * gain + MARBLE * i32::from(marbles)
        }
    }
}
