//! The rules: positions, moves, endings.

use ponder_core::{Keys, MoveList, Outcome, Player, Progress, Rules, Words};

use crate::grid::Symmetry;

use super::{Cells, Othello, Score, Start, flips, mobility};

/// The discs of both sides, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<const N: usize> {
    pub(super) own: Cells<N>,
    pub(super) enemy: Cells<N>,
    pub(super) turn: Player,
}

const _: () = assert!(size_of::<Position<1>>() <= 64);

impl<const N: usize> Position<N> {
    /// The discs of the player to move.
    #[inline]
    pub fn own(&self) -> Cells<N> {
        self.own
    }

    /// The discs of the opponent.
    #[inline]
    pub fn enemy(&self) -> Cells<N> {
        self.enemy
    }

    /// The discs of one player.
    #[inline]
    pub fn discs(&self, player: Player) -> Cells<N> {
        if player == self.turn {
            self.own
        } else {
            self.enemy
        }
    }

    /// The same board with the other side to move.
    #[inline]
    fn passed(self) -> Self {
        Self {
            own: self.enemy,
            enemy: self.own,
            turn: self.turn.other(),
        }
    }
}

/// A disc placed, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A disc on the cell with this index; see [`Cells`].
    Place(u8),
    /// Nothing else is legal, and the opponent can move.
    Pass,
}

/// A game begins with four discs, and none ever leaves the board.
pub(super) const FIRST_DISCS: u32 = 4;

impl<const N: usize> Othello<N> {
    /// The rows and columns of the board.
    pub fn size(&self) -> (u8, u8) {
        (self.size.rows, self.size.columns)
    }

    /// The image of a set under symmetry `s`. A board in one word turns as a word.
    fn turned_cells(&self, cells: Cells<N>, s: u8) -> Cells<N> {
        if let [word] = cells.0[..] {
            let mut turned = cells;
            turned.0[0] = Symmetry(s).word(word, self.size);
            return turned;
        }
        cells.iter().map(|cell| self.turned_cell(cell, s)).collect()
    }

    fn turned_cell(&self, cell: u8, s: u8) -> u8 {
        let (row, column) = Symmetry(s).place(Cells::<N>::place(cell), self.size);
        Cells::<N>::index(row, column)
    }

    /// The cells on which the player to move can place.
    #[inline]
    pub fn placements(&self, pos: &Position<N>) -> Cells<N> {
        mobility(pos.own, pos.enemy) & self.empties(pos)
    }

    /// The empty cells of the board.
    #[inline]
    pub fn empties(&self, pos: &Position<N>) -> Cells<N> {
        self.board & !(pos.own | pos.enemy)
    }

    /// True if the player to move cannot place.
    #[inline]
    fn stuck(&self, pos: &Position<N>) -> bool {
        self.placements(pos).is_empty()
    }

    /// True if a pass is the only move.
    #[inline]
    pub fn must_pass(&self, pos: &Position<N>) -> bool {
        self.stuck(pos) && !self.stuck(&pos.passed())
    }

    /// The outcome if the game were over in this position.
    pub fn scored(&self, pos: &Position<N>) -> Outcome {
        let discs = Player::BOTH.map(|player| pos.discs(player).len() as i16);
        let empties = self.empties(pos).len() as i16;
        let difference = discs[0] - discs[1];
        let bonus = match self.score {
            Score::Empties => empties * difference.signum(),
            Score::Raw => 0,
        };
        // Where squares are left empty, the score rule is named with the result.
        let reason = match (discs, self.score) {
            _ if empties == 0 => "the board is full",
            ([0, _], Score::Empties) => "black has no discs left, empties to the winner",
            ([_, 0], Score::Empties) => "white has no discs left, empties to the winner",
            (_, Score::Empties) => "neither side can move, empties to the winner",
            ([0, _], Score::Raw) => "black has no discs left, empties to nobody",
            ([_, 0], Score::Raw) => "white has no discs left, empties to nobody",
            (_, Score::Raw) => "neither side can move, empties to nobody",
        };
        Outcome {
            margin: difference + bonus,
            reason,
        }
    }
}

impl<const N: usize> Rules for Othello<N> {
    type Pos = Position<N>;
    type Move = Move;
    const MARGINS: bool = true;
    /// A placement fills an empty cell and needs a disc of either side, so at least two cells of
    /// the board are no placements; and a pass stands alone.
    const MAX_MOVES: usize = 64 * N - 2;

    fn start(&self) -> Position<N> {
        let (top, left) = (self.size.rows / 2 - 1, self.size.columns / 2 - 1);
        let block = |cells: [(u8, u8); 2]| -> Cells<N> {
            let cells = cells.into_iter();
            cells
                .map(|(row, column)| Cells::<N>::index(top + row, left + column))
                .collect()
        };
        let [black, white] = match self.start {
            Start::Diagonal => [[(0, 1), (1, 0)], [(0, 0), (1, 1)]],
            Start::Parallel => [[(1, 0), (1, 1)], [(0, 0), (0, 1)]],
        };
        Position {
            own: block(black),
            enemy: block(white),
            turn: Player::First,
        }
    }

    #[inline]
    fn turn(&self, pos: &Position<N>) -> Player {
        pos.turn
    }

    #[inline]
    fn moves(&self, pos: &Position<N>, out: &mut MoveList<Self>) {
        let placements = self.placements(pos);
        if !placements.is_empty() {
            out.extend(placements.iter().map(Move::Place));
        } else if !self.stuck(&pos.passed()) {
            out.push(Move::Pass);
        }
    }

    #[inline]
    fn count(&self, pos: &Position<N>) -> u32 {
        match self.placements(pos).len() {
            0 => u32::from(!self.stuck(&pos.passed())),
            placements => placements,
        }
    }

    #[inline]
    fn play(&self, pos: &Position<N>, m: Move) -> Position<N> {
        let Move::Place(cell) = m else {
            return pos.passed();
        };
        let flips = flips(pos.own, pos.enemy, cell);
        Position {
            own: pos.enemy ^ flips,
            enemy: pos.own | flips | Cells::one(cell),
            turn: pos.turn.other(),
        }
    }

    #[inline]
    fn ended(&self, pos: &Position<N>) -> Option<Outcome> {
        let over = self.stuck(pos) && self.stuck(&pos.passed());
        over.then(|| self.scored(pos))
    }

    #[inline]
    fn is_pass(&self, m: Move) -> bool {
        m == Move::Pass
    }

    #[inline]
    fn null(&self, pos: &Position<N>) -> Option<Position<N>> {
        Some(pos.passed())
    }

    #[inline]
    fn key(&self, pos: &Position<N>) -> u64 {
        let turn = pos.turn.index() as u64;
        if N == 1 {
            return self.keys.triple(pos.own.0[0], pos.enemy.0[0], turn);
        }
        let mut words = [turn; 9];
        words[..N].copy_from_slice(&pos.own.0);
        words[N..2 * N].copy_from_slice(&pos.enemy.0);
        self.keys.words(&words)
    }

    fn words(&self, pos: &Position<N>) -> Words {
        let [black, white] = pos.turn.in_order(pos.own, pos.enemy);
        let turn = [pos.turn.index() as u64];
        black.0.into_iter().chain(white.0).chain(turn).collect()
    }

    fn reseed(&mut self, seed: u64) {
        self.keys = Keys::new(seed);
    }

    #[inline]
    fn code(&self, _: &Position<N>, m: Move) -> u16 {
        match m {
            Move::Pass => 1,
            Move::Place(cell) => u16::from(cell) + 2,
        }
    }

    /// The discs placed since the start; all 256 cells of the largest board fit.
    #[inline]
    fn progress(&self, pos: &Position<N>) -> Progress {
        let discs = (pos.own | pos.enemy).len();
        Progress([(discs - FIRST_DISCS) as u8, 0, 0, 0])
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

    /// An exchange of colours leaves the discs to move where they are.
    fn turned(&self, pos: &Position<N>, s: u8) -> Position<N> {
        Position {
            own: self.turned_cells(pos.own, s),
            enemy: self.turned_cells(pos.enemy, s),
            turn: if self.swaps_players(s) {
                pos.turn.other()
            } else {
                pos.turn
            },
        }
    }

    fn turned_move(&self, m: Move, s: u8) -> Move {
        match m {
            Move::Place(cell) => Move::Place(self.turned_cell(cell, s)),
            Move::Pass => Move::Pass,
        }
    }
}
