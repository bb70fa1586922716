//! What is good: who holds the centre, who stands together, who can be pushed off.
//!
//! Every feature is a number that a side has, counted on its marbles and the enemy's, less the
//! same number of the other side; so exchanging the colours negates it. All of them are counted
//! for whole sets of marbles: a step is one rotation, a sum of distances a few population counts.

use ponder_core::{Feature, Features, PHASES, Player, Preset, Wanted};

use super::Abalone;
use super::hexagon::{Cell, Cells, Direction, INNER, PLACES, SIZE, bit, looking_at, neighbour};
use super::lines::Sides;
use super::rules::{Line, Move, Position};

/// The features by their places in [`Features::FEATURES`].
mod index {
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
}

const fn feature(name: &'static str, about: &'static str) -> Feature {
    Feature { name, about }
}

impl Features for Abalone {
    const FEATURES: &'static [Feature] = &[
        feature("marbles", "marbles ejected"),
        feature("centre", "steps nearer to the centre, all marbles together"),
        feature("rim", "enemy marbles one step from the edge"),
        feature("edge", "enemy marbles on the edge"),
        feature("cohesion", "pairs of friendly neighbours"),
        feature("triangles", "threes that are all neighbours"),
        feature("threes", "threes in a line"),
        feature("groups", "connected groups of the enemy, less the holes in them"),
        feature("wedges", "marbles between two enemy marbles on a line, for each line"),
        feature("single-danger", "enemy marbles that two can eject, for each direction"),
        feature("double-danger", "enemy twos of which three can eject one, for each direction"),
        feature("pressure", "enemy marbles on the edge before a gap and two in line, for each direction"),
        feature("pushes", "lines that can push"),
        feature("mobility", "moves"),
        feature("reference", "sevenths of steps nearer to the reference point of both sides"),
    ];

    const PRESETS: &'static [Preset] = &[
        Preset {
            name: "default",
            about: "tuned in matches",
            weights: &[
                ("marbles", 100, 100),
                ("rim", 5, 5),
                ("edge", 6, 6),
                ("cohesion", 3, 3),
                ("threes", 1, 1),
                ("single-danger", 12, 12),
                ("double-danger", 16, 16),
                ("pressure", 2, 2),
                ("pushes", 4, 4),
                ("reference", 1, 1),
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

    /// The share of the marbles lost that the two sides can lose together before the game ends.
    fn phase(&self, pos: &Position) -> i32 {
        let [black, white] = pos.lost.map(i32::from);
        let most = 2 * (i32::from(self.win) - 1);
        ((black + white) * PHASES / most.max(1)).min(PHASES)
    }

    fn features(&self, pos: &Position, wanted: Wanted, out: &mut [i32]) {
        let sides = pos.sides();
        let sign = match pos.turn {
            Player::First => 1,
            Player::Second => -1,
        };
        let [black, white] = pos.lost.map(i32::from);
        out[index::MARBLES] = white - black;
        // Each of these counts for a side; out goes own less enemy.
        count(out, wanted, index::CENTRE, sign, sides, nearness);
        count(out, wanted, index::RIM, sign, sides, |sides| {
            size(sides.enemy & RINGS[3])
        });
        count(out, wanted, index::EDGE, sign, sides, |sides| {
            size(sides.enemy & RINGS[4])
        });
        let shapes = [
            index::COHESION,
            index::TRIANGLES,
            index::THREES,
            index::GROUPS,
        ];
        if shapes.iter().any(|index| wanted.has(*index)) {
            let [own, enemy] = [sides.own, sides.enemy].map(Shape::of);
            out[index::COHESION] = sign * (own.pairs - enemy.pairs);
            out[index::TRIANGLES] = sign * (own.triangles - enemy.triangles);
            out[index::THREES] = sign * (own.threes - enemy.threes);
            out[index::GROUPS] = sign * (enemy.groups() - own.groups());
        }
        count(out, wanted, index::WEDGES, sign, sides, wedges);
        count(out, wanted, index::SINGLE_DANGER, sign, sides, |sides| {
            brinks(sides, single)
        });
        count(out, wanted, index::DOUBLE_DANGER, sign, sides, |sides| {
            brinks(sides, double)
        });
        count(out, wanted, index::PRESSURE, sign, sides, |sides| {
            brinks(sides, approached)
        });
        count(out, wanted, index::PUSHES, sign, sides, pushes);
        count(out, wanted, index::MOBILITY, sign, sides, |sides| {
            sides.count() as i32
        });
        if wanted.has(index::REFERENCE) {
            out[index::REFERENCE] = sign * reference(sides);
        }
    }

    fn noisy(&self, pos: &Position, m: Move) -> bool {
        ejects(pos, m)
    }

    fn promise(&self, pos: &Position, m: Move) -> i32 {
        promise(pos, m)
    }
}

/// Counts a feature that a side has by `of`, from the first player's view.
#[inline(always)]
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

/// Sums over the six directions what `of` finds behind the enemy marbles that have the edge in
/// front of them.
#[inline]
fn brinks(sides: Sides, of: impl Fn(Sides, Direction, Cells) -> Cells) -> i32 {
    let all = 0..6;
    all.map(|direction| {
        let brink = sides.enemy & !INNER[direction];
        if brink == 0 {
            return 0;
        }
        size(of(sides, direction, brink))
    })
    .sum()
}

/// Those of `cells` that have one of `front` before them.
#[inline]
fn behind(cells: Cells, front: Cells, direction: Direction) -> Cells {
    cells & INNER[direction] & looking_at(front, direction)
}

/// The rear marbles of twos before the brink.
#[inline]
fn single(Sides { own, .. }: Sides, direction: Direction, brink: Cells) -> Cells {
    behind(own, behind(own, brink, direction), direction)
}

/// The rear marbles of threes before two on the brink.
#[inline]
fn double(sides: Sides, direction: Direction, brink: Cells) -> Cells {
    let second = behind(sides.enemy, brink, direction);
    let front = behind(sides.own, second, direction);
    behind(
        sides.own,
        behind(sides.own, front, direction),
        direction,
    )
}

/// The rear marbles of twos with a gap before the brink.
#[inline]
fn approached(sides: Sides, direction: Direction, brink: Cells) -> Cells {
    let gap = behind(!(sides.own | sides.enemy), brink, direction);
    single(sides, direction, gap)
}

/// Lines that can push, whether they eject or not.
#[inline]
fn pushes(sides: Sides) -> i32 {
    let all = 0..6;
    all.map(|direction| size(sides.pushers(direction))).sum()
}

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
    let sums: i32 = COORDINATES
        .iter()
        .map(|coordinate| {
            let [here, there] = [own, enemy].map(|cells| coordinate.sum(cells));
            let point = 3 * (m * here + n * there);
            let below = coordinate.below(point.div_euclid(unit));
            let apart = |cells: Cells, sum: i32| {
                let low = cells & below;
                let lower = unit * coordinate.sum(low) - point * size(low);
                unit * sum - point * size(cells) - 2 * lower
            };
            apart(enemy, there) - apart(own, here)
        })
        .sum();
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
