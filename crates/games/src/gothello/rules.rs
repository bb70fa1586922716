//! What is legal: placements, captures, passes, and the end.

use ponder_core::{Keys, MoveList, Outcome, Player, Progress, Rules, Words};

use crate::grid::Symmetry;

use super::Gothello;
use super::points::{beside, beside_two, choked, each, flood};

/// The stones from the view of the player to move, and what of the past still matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) own: u64,
    pub(super) other: u64,
    pub(super) turn: Player,
    /// Passes since the last placement; the second one ends the game.
    pub(super) passes: u8,
}

const _: () = assert!(size_of::<Position>() <= 64);

/// The point of a new stone as a set of one; the empty set is a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(pub(super) u64);

impl Move {
    /// No stone.
    pub const PASS: Self = Self(0);
}

impl Position {
    /// The stones of a player.
    pub(super) fn stones(&self, player: Player) -> u64 {
        if player == self.turn {
            self.own
        } else {
            self.other
        }
    }

    /// What is not on the board, as a word.
    #[inline]
    fn rest(&self) -> u64 {
        u64::from(self.passes) << 1 | self.turn.index() as u64
    }

    /// True after two passes in a row, the only end of a game.
    #[inline]
    pub(super) fn over(&self) -> bool {
        self.passes == 2
    }
}

impl Gothello {
    /// The points without a stone.
    #[inline]
    pub(super) fn empty(&self, pos: &Position) -> u64 {
        self.board & !(pos.own | pos.other)
    }

    /// The points where the player to move may place a stone.
    #[inline]
    pub(super) fn placements(&self, pos: &Position) -> u64 {
        placements(pos.own, self.empty(pos))
    }

    /// The stones that change colour when the player to move places one.
    #[inline]
    pub(super) fn captured(&self, pos: &Position, stone: u64) -> u64 {
        let empty = self.empty(pos) & !stone;
        // Only groups that touch the new stone can have lost their last liberty, and not those
        // that touch it with a stone that still has one.
        let pressed = pos.other & beside(stone) & !beside(empty);
        if pressed == 0 {
            0
        } else {
            choked(pos.other, empty)
        }
    }
}

/// The points where the owner of some stones may place another: its group must have a liberty
/// before anything is captured, as in the referee (a Go player would capture first).
///
/// Almost every empty point is *open*, beside another empty one, and legal by itself. A *shut*
/// one is legal if it joins a group that has another liberty.
#[inline]
pub(super) fn placements(own: u64, empty: u64) -> u64 {
    let open = empty & beside(empty);
    let shut = empty & !open & beside(own);
    if shut == 0 {
        return open;
    }
    open | joining(shut, open, empty, own)
}

/// Those of the shut points that join a group with another liberty.
fn joining(shut: u64, open: u64, empty: u64, own: u64) -> u64 {
    // A stone beside two empty points gives its group two liberties, and one beside an open
    // point a liberty that is not shut: whatever shut point such a stone touches is legal.
    let roomy = own & (beside_two(empty) | beside(open));
    let doubtful = shut & !beside(roomy);
    let choking = each(doubtful).filter(|&point| {
        let groups = flood(own & beside(point), own);
        beside(groups) & empty == point
    });
    choking.fold(shut, |legal, point| legal ^ point)
}

impl Rules for Gothello {
    type Pos = Position;
    type Move = Move;
    /// A placement on each point of the largest board when it is empty, and a pass.
    const MAX_MOVES: usize = 7 * 7 + 1;
    /// Every stone of the difference counts.
    const MARGINS: bool = true;

    fn start(&self) -> Position {
        Position {
            own: 0,
            other: 0,
            turn: Player::First,
            passes: 0,
        }
    }

    fn turn(&self, pos: &Position) -> Player {
        pos.turn
    }

    #[inline]
    fn moves(&self, pos: &Position, out: &mut MoveList<Self>) {
        if pos.over() {
            return;
        }
        for point in each(self.placements(pos)) {
            out.push(Move(point));
        }
        out.push(Move::PASS);
    }

    #[inline]
    fn count(&self, pos: &Position) -> u32 {
        if pos.over() {
            return 0;
        }
        self.placements(pos).count_ones() + 1
    }

    #[inline]
    fn play(&self, pos: &Position, Move(stone): Move) -> Position {
        let captured = self.captured(pos, stone);
        Position {
            own: pos.other ^ captured,
            other: pos.own | stone | captured,
            turn: pos.turn.other(),
            passes: if stone == 0 { pos.passes + 1 } else { 0 },
        }
    }

    #[inline]
    fn ended(&self, pos: &Position) -> Option<Outcome> {
        pos.over().then(|| {
            let [black, white] = Player::BOTH.map(|player| pos.stones(player).count_ones() as i16);
            Outcome {
                margin: black - white,
                reason: "both players passed",
            }
        })
    }

    fn is_pass(&self, m: Move) -> bool {
        m == Move::PASS
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        self.keys.triple(pos.own, pos.other, pos.rest())
    }

    fn words(&self, pos: &Position) -> Words {
        let [black, white] = pos.turn.in_order(pos.own, pos.other);
        Words::from_iter([black, white, pos.rest()])
    }

    fn reseed(&mut self, seed: u64) {
        self.keys = Keys::new(seed);
    }

    #[inline]
    fn code(&self, _: &Position, Move(stone): Move) -> u16 {
        // A pass, the empty set, has 64 trailing zeros.
        stone.trailing_zeros() as u16 + 1
    }

    #[inline]
    fn progress(&self, pos: &Position) -> Progress {
        Progress([(pos.own | pos.other).count_ones() as u8, 0, 0, 0])
    }

    fn symmetries(&self) -> u8 {
        self.size.symmetries()
    }

    fn swaps_players(&self, s: u8) -> bool {
        Symmetry(s).swaps_colours()
    }

    fn inverse(&self, s: u8) -> u8 {
        Symmetry(s).inverse().0
    }

    fn turned(&self, pos: &Position, s: u8) -> Position {
        Position {
            own: Symmetry(s).word(pos.own, self.size),
            other: Symmetry(s).word(pos.other, self.size),
            turn: if self.swaps_players(s) {
                pos.turn.other()
            } else {
                pos.turn
            },
            ..*pos
        }
    }

    fn turned_move(&self, m: Move, s: u8) -> Move {
        Move(Symmetry(s).word(m.0, self.size))
    }
}
