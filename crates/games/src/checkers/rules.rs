//! What is legal: the WCDF rules of English draughts.

use ponder_core::{DrawRules, MoveList, Outcome, Player, Progress, Rules, Words};

use super::Checkers;
use super::board::{CROWNING, START, Set, steps_to_crown, turned};
use super::moves::{Move, View};

/// The pieces of both players, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Men and kings of the first player (Black) and of the second (White).
    pub(super) pieces: [Set; 2],
    /// The kings of both.
    pub(super) kings: Set,
    pub(super) turn: Player,
}

const _: () = assert!(size_of::<Position>() <= 64);

impl Position {
    /// The pieces of both, and their kings with the turn.
    #[inline]
    fn words(&self) -> [u64; 2] {
        let [black, white] = self.pieces.map(u64::from);
        let turn = self.turn.index() as u64;
        [black | white << 32, u64::from(self.kings) | turn << 32]
    }
}

/// The pieces each player begins with, and can have at most.
pub(super) const PIECES: u32 = 12;

/// The steps that twelve men can have before them at most: seven each.
const STEPS: u32 = 7 * PIECES;

/// Evaluates an expression with the mover's [`View`] of a position.
macro_rules! with_view {
    ($pos:expr, |$view:ident| $body:expr) => {
        match $pos.turn {
            Player::First => {
                let $view = View::<0>::new($pos.pieces, $pos.kings);
                $body
            }
            Player::Second => {
                let $view = View::<1>::new($pos.pieces, $pos.kings);
                $body
            }
        }
    };
}

impl Position {
    /// True if the player to move has a capture and must make one.
    pub(super) fn must_capture(&self) -> bool {
        with_view!(self, |view| view.must_capture())
    }

    /// The quiet moves there would be if captures were not compulsory.
    pub(super) fn quiet_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        with_view!(self, |view| view.quiet_moves(&mut |m| moves.push(m)));
        moves
    }
}

impl Rules for Checkers {
    type Pos = Position;
    type Move = Move;

    /// Quiet moves: 12 kings with 4 each are 48. Captures: a king's landing squares lie in one of
    /// four graphs, and in each of them no choice of takeable pieces and of own kings on its
    /// squares gives more than 17 paths, 68 in all (all choices are tried by the test
    /// `no_position_has_more_moves`); men have no more paths than kings in their place.
    const MAX_MOVES: usize = 68;

    const FIRST_RETURN: u32 = 4;

    fn start(&self) -> Position {
        Position {
            pieces: START,
            kings: 0,
            turn: Player::First,
        }
    }

    fn turn(&self, pos: &Position) -> Player {
        pos.turn
    }

    /// Captures by different paths lead to the same position if one king takes the same pieces.
    /// Two kings could only do so by both returning to where they began. Among the same eight
    /// squares each would have to pass over the other; and no set of pieces can be taken in a
    /// round trip both on eight squares and on the other eight that surround those pieces.
    fn moves(&self, pos: &Position, out: &mut MoveList<Self>) {
        let listed = out.len();
        with_view!(pos, |view| if view.must_capture() {
            view.captures(&mut |m: Move| {
                let mut others = out[listed..].iter();
                if !others.any(|other| other.has_result_of(m)) {
                    out.push(m);
                }
            });
        } else {
            view.quiet_moves(&mut |m| out.push(m));
        });
    }

    fn all_moves(&self, pos: &Position, out: &mut MoveList<Self>) {
        with_view!(pos, |view| if view.must_capture() {
            view.captures(&mut |m| out.push(m));
        } else {
            view.quiet_moves(&mut |m| out.push(m));
        });
    }

    fn count(&self, pos: &Position) -> u32 {
        with_view!(pos, |view| view.count())
    }

    #[inline]
    fn play(&self, pos: &Position, m: Move) -> Position {
        let (from, to): (Set, Set) = (1 << m.from(), 1 << m.to());
        let move_own = |own: Set| own & !from | to;
        let take_enemy = |enemy: Set| enemy & !m.captured();
        let [black, white] = pos.pieces;
        let pieces = match pos.turn {
            Player::First => [move_own(black), take_enemy(white)],
            Player::Second => [take_enemy(black), move_own(white)],
        };
        let king = if pos.kings & from == 0 {
            // A man becomes a king on its crowning row, and there its move ends.
            to & CROWNING[pos.turn.index()]
        } else {
            to
        };
        Position {
            pieces,
            kings: take_enemy(pos.kings) & !from | king,
            turn: pos.turn.other(),
        }
    }

    fn ended(&self, pos: &Position) -> Option<Outcome> {
        if with_view!(pos, |view| view.can_move()) {
            return None;
        }
        let loser = pos.turn.index();
        let reason = if pos.pieces[loser] == 0 {
            ["black has no pieces left", "white has no pieces left"][loser]
        } else {
            ["black has no move left", "white has no move left"][loser]
        };
        Some(Outcome::win(pos.turn.other(), reason))
    }

    /// Progress is made by every capture and every move of a man, so the plies without it are
    /// those that the forty-move rule counts.
    fn draw_rules(&self) -> DrawRules {
        self.draws
    }

    fn key(&self, pos: &Position) -> u64 {
        let [pieces, rest] = pos.words();
        self.keys.pair(pieces, rest)
    }

    fn words(&self, pos: &Position) -> Words {
        let [black, white] = pos.pieces.map(u64::from);
        let turn = pos.turn.index() as u64;
        Words::from_iter([black, white, pos.kings.into(), turn])
    }

    fn reseed(&mut self, seed: u64) {
        self.keys = ponder_core::Keys::new(seed);
    }

    fn code(&self, _: &Position, m: Move) -> u16 {
        m.code()
    }

    /// For each player, the pieces lost and the steps that its men have no longer before them.
    /// Neither can fall: men go forward and do not come back, whether they move, are crowned or
    /// are taken with many steps left, the steps before them only become fewer. And one of the
    /// four changes in every ply but a quiet move of a king, which are the plies that the
    /// forty-move rule counts.
    fn progress(&self, pos: &Position) -> Progress {
        let [black, white] = pos.pieces;
        let gone = |pieces: Set| (PIECES - pieces.count_ones()) as u8;
        let walked =
            |pieces: Set, player| (STEPS - steps_to_crown(pieces & !pos.kings, player)) as u8;
        Progress([gone(black), gone(white), walked(black, 0), walked(white, 1)])
    }

    /// Half a turn of the board with the colours exchanged. (Boards without men have more, which
    /// are not symmetries of the game.)
    fn symmetries(&self) -> u8 {
        2
    }

    fn swaps_players(&self, s: u8) -> bool {
        s == 1
    }

    fn turned(&self, pos: &Position, s: u8) -> Position {
        if s == 0 {
            return *pos;
        }
        let [black, white] = pos.pieces;
        Position {
            pieces: [turned(white), turned(black)],
            kings: turned(pos.kings),
            turn: pos.turn.other(),
        }
    }

    fn turned_move(&self, m: Move, s: u8) -> Move {
        if s == 0 { m } else { m.turned() }
    }
}
