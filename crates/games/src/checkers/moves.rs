//! Moves: what one is, and how all of them are found.
//!
//! Quiet moves, and captures by men, are counted for the whole board at once; captures by kings
//! are followed one by one, since a king may come back to where it was.

use super::board::{BITS, CELLS, INTERIOR, Set, Way, turned, turned_bit};

/// A quiet move, or a capture with its whole path.
///
/// The squares on which one piece can land in a capture keep the parity of their row and form
/// four separate graphs of 8 squares, joined by 9 jumps over as many interior squares. No piece
/// is jumped twice, so a capture is a trail in such a graph: at most 9 jumps, two bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The bit of the square it leaves (5 bits), of the one it ends on (5 bits), and the ways of
    /// its jumps, the first one lowest.
    route: u32,
    captured: Set,
}

const _: () = assert!(size_of::<Move>() == 8);

/// Where the ways of the jumps begin in a route.
const WAYS: u32 = 10;

impl Move {
    #[inline]
    const fn quiet(from: u32, to: u32) -> Self {
        Self {
            route: from | to << 5,
            captured: 0,
        }
    }

    /// The beginning of a capture: no jump made yet.
    #[inline]
    const fn standing(from: u32) -> Self {
        Self::quiet(from, from)
    }

    /// The capture with one more jump, the `jumps`-th counted from 0.
    #[inline]
    const fn jumping(self, way: Way, jumps: u32, over: Set, to: u32) -> Self {
        let way = (way as u32) << (WAYS + 2 * jumps);
        Self {
            route: self.route & !(0x1f << 5) | to << 5 | way,
            captured: self.captured | over,
        }
    }

    /// The bit of the square it leaves.
    #[inline]
    pub(super) const fn from(self) -> u32 {
        self.route & 0x1f
    }

    /// The bit of the square it ends on; a king may end where it began.
    #[inline]
    pub(super) const fn to(self) -> u32 {
        self.route >> 5 & 0x1f
    }

    /// The pieces it takes.
    #[inline]
    pub(super) const fn captured(self) -> Set {
        self.captured
    }

    /// True for captures of one position that differ in nothing but the path.
    #[inline]
    pub(super) const fn has_result_of(self, other: Self) -> bool {
        self.from() == other.from() && self.captured == other.captured
    }

    /// The jumps of a capture in order: the cell jumped over and the cell of the landing.
    pub(super) fn jumps(self) -> impl Iterator<Item = (u8, u8)> {
        let mut at = self.from();
        (0..self.captured.count_ones()).map(move |jump| {
            let way = Way::ALL[(self.route >> (WAYS + 2 * jump) & 3) as usize];
            let over = way.bit_step(at);
            at = way.bit_step(over);
            (CELLS[over as usize], CELLS[at as usize])
        })
    }

    /// The cells it stands on, one after the other.
    pub(super) fn stations(self) -> Vec<u8> {
        let cell = |bit: u32| CELLS[bit as usize];
        if self.captured == 0 {
            return vec![cell(self.from()), cell(self.to())];
        }
        let landings = self.jumps().map(|(_, landing)| landing);
        std::iter::once(cell(self.from())).chain(landings).collect()
    }

    /// A number below 2^16 that tells the moves of one position apart, up to equal result: start
    /// and end of a quiet move; start and captured set of a capture, which fix its end.
    pub(super) fn code(self) -> u16 {
        if self.captured == 0 {
            return self.route as u16;
        }
        let mut code = 1 << 15 | (self.from() as u16) << 9;
        let mut rest = self.captured;
        while rest != 0 {
            code |= 1 << RANKS[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        code
    }

    /// The same move on the board turned by half a turn.
    pub(super) fn turned(self) -> Self {
        let jumps = self.captured.count_ones();
        // Every way becomes the opposite one.
        let ways = (self.route >> WAYS) ^ (0xaaaa_aaaa & ((1 << (2 * jumps)) - 1));
        Self {
            route: turned_bit(self.from()) | turned_bit(self.to()) << 5 | ways << WAYS,
            captured: turned(self.captured),
        }
    }
}

/// The place of an interior square, given by its bit, among the 9 of its row parity. One capture
/// takes pieces of one row parity only.
const RANKS: [u8; 32] = {
    let mut ranks = [0; 32];
    let mut seen = [0; 2];
    let mut cell = 0;
    while cell < 32 {
        let bit = BITS[cell] as usize;
        if INTERIOR >> bit & 1 != 0 {
            let parity = cell / 4 % 2;
            ranks[bit] = seen[parity];
            seen[parity] += 1;
        }
        cell += 1;
    }
    assert!(seen[0] == 9 && seen[1] == 9);
    ranks
};

/// The board as a mover sees it; `PLAYER` is the index of the mover.
#[derive(Clone, Copy)]
pub(super) struct View<const PLAYER: usize> {
    own: Set,
    kings: Set,
    /// Enemy pieces that are not on an edge.
    prey: Set,
    empty: Set,
}

impl<const PLAYER: usize> View<PLAYER> {
    #[inline]
    pub(super) const fn new(pieces: [Set; 2], kings: Set) -> Self {
        let own = pieces[PLAYER];
        let enemy = pieces[1 - PLAYER];
        Self {
            own,
            kings: own & kings,
            prey: enemy & INTERIOR,
            empty: !(own | enemy),
        }
    }

    /// The ways of all pieces, and those of kings alone.
    const FORWARD: [Way; 2] = Way::FORWARD[PLAYER];
    const BACKWARD: [Way; 2] = Way::FORWARD[1 - PLAYER];

    /// Where the pieces of a set come to by one jump each.
    #[inline]
    const fn landings(self, set: Set, way: Way) -> Set {
        way.step(way.step(set) & self.prey) & self.empty
    }

    /// Where the pieces of a set come to by one quiet step each.
    #[inline]
    const fn steps(self, set: Set, way: Way) -> Set {
        way.step(set) & self.empty & way.reach()
    }

    /// Where all pieces come to by one quiet step, way by way.
    #[inline]
    const fn all_steps(self) -> [(Way, Set); 4] {
        let [a, b] = Self::FORWARD;
        let [c, d] = Self::BACKWARD;
        [
            (a, self.steps(self.own, a)),
            (b, self.steps(self.own, b)),
            (c, self.steps(self.kings, c)),
            (d, self.steps(self.kings, d)),
        ]
    }

    /// True if a capture is due.
    #[inline]
    pub(super) const fn must_capture(self) -> bool {
        let [a, b] = Self::FORWARD;
        let [c, d] = Self::BACKWARD;
        let forward = self.landings(self.own, a) | self.landings(self.own, b);
        let backward = self.landings(self.kings, c) | self.landings(self.kings, d);
        forward | backward != 0
    }

    /// True if there is a legal move.
    #[inline]
    pub(super) fn can_move(self) -> bool {
        self.all_steps().iter().any(|(_, targets)| *targets != 0) || self.must_capture()
    }

    /// The number of legal moves, each path of a capture counted.
    #[inline]
    pub(super) fn count(self) -> u32 {
        if self.must_capture() {
            return self.count_captures();
        }
        let steps = self.all_steps();
        steps.iter().map(|(_, targets)| targets.count_ones()).sum()
    }

    #[inline]
    fn count_captures(self) -> u32 {
        let men = self.count_trails(self.own & !self.kings);
        if self.kings == 0 {
            men
        } else {
            men + self.count_king_captures()
        }
    }

    /// The number of captures by men on the squares of a set. Men only go forward: nothing they
    /// leave or take behind them matters any more, so all of them can be followed at once. Those
    /// that land from different sides stay in different sets, since two may land on one square.
    #[inline]
    fn count_trails(self, men: Set) -> u32 {
        let [a, b] = Self::FORWARD.map(|way| self.landings(men, way));
        let going_on = self.going_on(a | b);
        let ended = (a & !going_on).count_ones() + (b & !going_on).count_ones();
        if going_on == 0 {
            ended
        } else {
            ended + self.count_longer_trails(a & going_on) + self.count_longer_trails(b & going_on)
        }
    }

    #[inline(never)]
    fn count_longer_trails(self, men: Set) -> u32 {
        self.count_trails(men)
    }

    /// The squares of a set from which a man can make another jump.
    #[inline]
    const fn going_on(self, landed: Set) -> Set {
        let [a, b] = Self::FORWARD;
        a.back(a.back(self.landings(landed, a))) | b.back(b.back(self.landings(landed, b)))
    }

    /// Out of line: rare in most positions, and the rest of counting needs no stack.
    #[inline(never)]
    fn count_king_captures(self) -> u32 {
        let mut count = 0;
        self.king_captures(&mut |_| count += 1);
        count
    }

    /// Finds every quiet move.
    #[inline]
    pub(super) fn quiet_moves(self, found: &mut impl FnMut(Move)) {
        for (way, targets) in self.all_steps() {
            each(targets, |to| found(Move::quiet(way.bit_back(to), to)));
        }
    }

    /// Finds every capture, by every path.
    #[inline]
    pub(super) fn captures(self, found: &mut impl FnMut(Move)) {
        let men = self.own & !self.kings;
        for way in Self::FORWARD {
            let landed = self.landings(men, way);
            let going_on = self.going_on(landed);
            each(landed, |to| {
                let over = way.bit_back(to);
                let standing = Move::standing(way.bit_back(over));
                let capture = standing.jumping(way, 0, 1 << over, to);
                if going_on >> to & 1 == 0 {
                    found(capture);
                } else {
                    self.follow(&Self::FORWARD, 1 << to, 1, capture, found);
                }
            });
        }
        if self.kings != 0 {
            self.king_captures(found);
        }
    }

    fn king_captures(self, found: &mut impl FnMut(Move)) {
        let mut jumpers = 0;
        for way in Way::ALL {
            jumpers |= way.back(way.back(self.landings(self.kings, way)));
        }
        each(jumpers, |from| {
            // A king has left the square it began on.
            let empty = self.empty | 1 << from;
            let view = Self { empty, ..self };
            view.follow(&Way::ALL, 1 << from, 0, Move::standing(from), found);
        });
    }

    /// Carries a capture that has come to the square `at` by some jumps on to all its ends.
    fn follow(
        self,
        ways: &[Way],
        at: Set,
        jumps: u32,
        capture: Move,
        found: &mut impl FnMut(Move),
    ) {
        let mut ended = true;
        for &way in ways {
            let over = way.step(at) & self.prey;
            let landing = way.step(over) & self.empty;
            if landing != 0 {
                ended = false;
                let capture = capture.jumping(way, jumps, over, landing.trailing_zeros());
                let prey = self.prey & !over;
                Self { prey, ..self }.follow(ways, landing, jumps + 1, capture, found);
            }
        }
        if ended {
            found(capture);
        }
    }
}

/// Calls `visit` with each bit of a set.
#[inline]
fn each(mut set: Set, mut visit: impl FnMut(u32)) {
    while set != 0 {
        visit(set.trailing_zeros());
        set &= set - 1;
    }
}
