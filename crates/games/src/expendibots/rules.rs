//! What is legal: MOVE, BOOM, and how a game ends.

use ponder_core::{
    DrawRule, DrawRules, History, Keys, MoveList, Outcome, Player, Progress, Rules, Words,
};

use crate::grid::Symmetry;

use super::position::TOKENS;
use super::squares::{SIZE, Square, reach, squares, steps};
use super::{Expendibots, Position};

/// What a player does in his turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// `count` tokens of a stack go, over whatever is between, to an empty square or an own stack
    /// that is no more steps away than the stack had tokens.
    Move {
        /// How many tokens go.
        count: u8,
        /// The stack they leave.
        from: Square,
        /// Where they go.
        to: Square,
    },
    /// An own stack explodes, and with it every stack that touches an exploding one.
    Boom {
        /// The stack.
        at: Square,
    },
}

impl Action {
    /// The stack that acts.
    pub const fn stack(self) -> Square {
        match self {
            Self::Move { from, .. } => from,
            Self::Boom { at } => at,
        }
    }
}

impl Expendibots {
    /// By the winner: the other has lost the last token.
    const WIPED_OUT: [&str; 2] = ["black has no tokens left", "white has no tokens left"];
    pub(super) const NO_TOKENS: &str = "no tokens remaining";
    const REPETITION: &str = "game state occurred 4 times";
    const OTHER_REPETITION: &str = "game state occurred too often";
    const TURNS: &str = "maximum number of turns reached";
    /// The reasons for a draw. All are the referee's own phrases but the
    /// third, which stands for limits that the referee does not have.
    pub(super) const DRAWS: [&str; 4] = [
        Self::NO_TOKENS,
        Self::REPETITION,
        Self::OTHER_REPETITION,
        Self::TURNS,
    ];

    /// The only way to win.
    #[inline]
    pub(super) fn won_by(player: Player) -> Outcome {
        Outcome::win(player, Self::WIPED_OUT[player.index()])
    }
}

/// Every MOVE, if both players have tokens. No two of them lead to the same board: one square
/// loses the tokens and one gains them.
#[inline]
fn list_moves(pos: &Position, out: &mut MoveList<Expendibots>) {
    for from in squares(pos.own) {
        let height = pos.height(from);
        for to in squares(reach(from, height.into()) & !pos.enemy) {
            out.extend((1..=height).map(|count| Action::Move { count, from, to }));
        }
    }
}

fn over(pos: &Position) -> bool {
    pos.own == 0 || pos.enemy == 0
}

impl Rules for Expendibots {
    type Pos = Position;
    type Move = Action;

    /// From no square more than 4 targets are one step away, nor more than 14 any number of
    /// steps, so a stack of h tokens has at most h * min(4h, 14) MOVEs and a BOOM. That is at
    /// most 57/4 for each token (at h = 4), and 12 * 57/4 = 171. Three stacks of 4 on centre
    /// squares have that many.
    const MAX_MOVES: usize = 171;

    const FIRST_RETURN: u32 = 4;

    fn start(&self) -> Position {
        Position::START
    }

    #[inline]
    fn turn(&self, pos: &Position) -> Player {
        pos.turn
    }

    fn moves(&self, pos: &Position, out: &mut MoveList<Self>) {
        if over(pos) {
            return;
        }
        list_moves(pos, out);
        let mut unexploded = pos.own;
        while let Some(at) = Square::lowest(unexploded) {
            out.push(Action::Boom { at });
            unexploded &= !pos.cluster(at);
        }
    }

    #[inline]
    fn all_moves(&self, pos: &Position, out: &mut MoveList<Self>) {
        if over(pos) {
            return;
        }
        list_moves(pos, out);
        out.extend(squares(pos.own).map(|at| Action::Boom { at }));
    }

    /// Single tokens are counted all at once, tall stacks one by one: there are few. Counting
    /// those too by planes and distances measures slower (perft 5: 2.5 against 2.8 G leaves/s).
    #[inline]
    fn count(&self, pos: &Position) -> u32 {
        if over(pos) {
            return 0;
        }
        let free = !pos.enemy;
        let tall = pos.own & pos.tall();
        let booms = pos.own.count_ones();
        let singles = steps(pos.own & !tall).map(|targets| (targets & free).count_ones());
        let stacks = squares(tall).map(|from| {
            let height = pos.height(from);
            u32::from(height) * (reach(from, height.into()) & free).count_ones()
        });
        booms + singles.iter().sum::<u32>() + stacks.sum::<u32>()
    }

    #[inline]
    fn play(&self, pos: &Position, action: Action) -> Position {
        let board = match action {
            Action::Move { count, from, to } => pos.shifted(from, to, count),
            Action::Boom { at } => pos.without(pos.cluster(at)),
        };
        board.passed()
    }

    #[inline]
    fn ended(&self, pos: &Position) -> Option<Outcome> {
        match (pos.own, pos.enemy) {
            (0, 0) => Some(Outcome::draw(Self::NO_TOKENS)),
            (0, _) => Some(Self::won_by(pos.turn.other())),
            (_, 0) => Some(Self::won_by(pos.turn)),
            _ => None,
        }
    }

    /// The referee names the repetition where both limits are reached on one ply.
    fn drawn(&self, _: &Position, history: &History) -> Option<Outcome> {
        let reason = match (self.draws.met(history)?, self.draws.repetition) {
            (DrawRule::Repetition, Some(4)) => Self::REPETITION,
            (DrawRule::Repetition, _) => Self::OTHER_REPETITION,
            _ => Self::TURNS,
        };
        Some(Outcome::draw(reason))
    }

    fn draw_rules(&self) -> DrawRules {
        self.draws
    }

    #[inline]
    fn null(&self, pos: &Position) -> Option<Position> {
        Some(pos.passed())
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        self.keys.words(&pos.words())
    }

    fn words(&self, pos: &Position) -> Words {
        let mut words = pos.words();
        words[0] = pos.turn.in_order(pos.own, pos.enemy)[0];
        Words::from_iter(words)
    }

    fn reseed(&mut self, seed: u64) {
        self.keys = Keys::new(seed);
    }

    /// Six bits for each square and four for the count; a BOOM goes nowhere. All BOOMs of one
    /// cluster have the code of the one that [`moves`](Rules::moves) lists.
    #[inline]
    fn code(&self, pos: &Position, action: Action) -> u16 {
        let pack = |count: u8, from: Square, to: Square| {
            u16::from(count) << 12 | (from.index() << 6 | to.index()) as u16
        };
        match action {
            Action::Move { count, from, to } => pack(count, from, to),
            Action::Boom { at } => {
                let first = Square::lowest(pos.own & pos.cluster(at)).unwrap_or(at);
                pack(1, first, first)
            }
        }
    }

    /// Tokens gone of each player. Every BOOM is progress, so no position before it can recur.
    #[inline]
    fn progress(&self, pos: &Position) -> Progress {
        let [white, black] =
            Player::BOTH.map(|player| TOKENS - pos.tokens(pos.stacks_of(player)) as u8);
        Progress([white, black, 0, 0])
    }

    fn symmetries(&self) -> u8 {
        SIZE.symmetries()
    }

    fn swaps_players(&self, s: u8) -> bool {
        Symmetry(s).swaps_colours()
    }

    fn inverse(&self, s: u8) -> u8 {
        Symmetry(s).inverse().0
    }

    fn turned(&self, pos: &Position, s: u8) -> Position {
        let board = pos.turned(Symmetry(s));
        if self.swaps_players(s) {
            board.recoloured()
        } else {
            board
        }
    }

    fn turned_move(&self, action: Action, s: u8) -> Action {
        let turned = |square: Square| square.turned(Symmetry(s));
        match action {
            Action::Move { count, from, to } => Action::Move {
                count,
                from: turned(from),
                to: turned(to),
            },
            Action::Boom { at } => Action::Boom { at: turned(at) },
        }
    }
}
