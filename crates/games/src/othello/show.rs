//! How Othello is seen, and which boards the editor accepts.

use ponder_core::{Board, CellId, Effect, Fault, Piece, Player, Rules, Show};

use super::rules::FIRST_DISCS;
use super::{Cells, Move, Othello, Position};

impl<const N: usize> Othello<N> {
    /// The number of squares.
    pub(super) fn squares(&self) -> usize {
        usize::from(self.size.rows) * usize::from(self.size.columns)
    }

    /// The cell on which a square of the picture lies; squares are counted without gaps.
    fn cell(&self, square: CellId) -> u8 {
        let columns = CellId::from(self.size.columns);
        Cells::<N>::index((square / columns) as u8, (square % columns) as u8)
    }

    fn square(&self, cell: u8) -> CellId {
        let (row, column) = Cells::<N>::place(cell);
        CellId::from(row) * CellId::from(self.size.columns) + CellId::from(column)
    }

    /// The cells that are filled in every game and in all its images under the symmetries: two
    /// middle rows and columns, or one where their number is odd.
    fn centre(&self) -> Cells<N> {
        let rows = (self.size.rows - 1) / 2..=self.size.rows / 2;
        let columns = (self.size.columns - 1) / 2..=self.size.columns / 2;
        rows.flat_map(|row| columns.clone().map(move |column| (row, column)))
            .map(|(row, column)| Cells::<N>::index(row, column))
            .collect()
    }

    /// The discs that hang together with `some` of them.
    fn connected(&self, discs: Cells<N>, some: Cells<N>) -> Cells<N> {
        let mut found = some;
        let mut edge: Vec<u8> = some.iter().collect();
        while let Some(cell) = edge.pop() {
            let (row, column) = Cells::<N>::place(cell);
            for row in row.saturating_sub(1)..=(row + 1).min(self.size.rows - 1) {
                for column in column.saturating_sub(1)..=(column + 1).min(self.size.columns - 1) {
                    let next = Cells::<N>::index(row, column);
                    if discs.has(next) && !found.has(next) {
                        found = found | Cells::one(next);
                        edge.push(next);
                    }
                }
            }
        }
        found
    }

    /// The name of a cell: the letter of its column and the number of its row.
    pub(super) fn name(cell: u8) -> String {
        let (row, column) = Cells::<N>::place(cell);
        format!("{}{}", char::from(b'a' + column), row + 1)
    }

    /// Refuses discs that no game from the start can have brought about.
    fn check(&self, discs: Cells<N>) -> Result<(), Fault> {
        if let Some(cell) = (self.centre() & !discs).iter().next() {
            return Err(Fault::new(format!("{} is empty", Self::name(cell)))
                .hint("the centre is filled from the start, and no disc ever leaves the board"));
        }
        if discs.len() < FIRST_DISCS {
            return Err(Fault::new(format!("there are only {} discs", discs.len()))
                .hint("a game begins with four, and no disc ever leaves the board"));
        }
        let loose = discs & !self.connected(discs, self.centre());
        if let Some(cell) = loose.iter().next() {
            return Err(Fault::new(format!(
                "the disc on {} is cut off from the centre",
                Self::name(cell)
            ))
            .hint("every disc is placed next to another"));
        }
        Ok(())
    }
}

impl<const N: usize> Show for Othello<N> {
    const KINDS: &'static [&'static str] = &["disc"];
    const PIECES: &'static str = "discs";

    fn board(&self) -> Board {
        Board::from_top(self.size.rows, self.size.columns)
    }

    fn piece_at(&self, pos: &Position<N>, square: CellId) -> Option<Piece> {
        let cell = self.cell(square);
        let owner = Player::BOTH
            .into_iter()
            .find(|player| pos.discs(*player).has(cell));
        owner.map(Piece::of)
    }

    fn assemble(&self, pieces: &[Option<Piece>], turn: Player) -> Result<Position<N>, Fault> {
        let mut discs = [Cells::NONE; 2];
        for (square, piece) in (0..self.squares() as CellId).zip(pieces) {
            let cell = self.cell(square);
            if let Some(piece) = piece {
                if *piece != Piece::of(piece.owner) {
                    let what = format!("{} holds more than a disc", Self::name(cell));
                    return Err(Fault::new(what).hint("discs are not stacked"));
                }
                let own = &mut discs[piece.owner.index()];
                *own = *own | Cells::one(cell);
            }
        }
        self.check(discs[0] | discs[1])?;
        Ok(Position {
            own: discs[turn.index()],
            enemy: discs[turn.other().index()],
            turn,
        })
    }

    fn path(&self, _: &Position<N>, m: Move) -> Vec<CellId> {
        match m {
            Move::Place(cell) => vec![self.square(cell)],
            Move::Pass => Vec::new(),
        }
    }

    /// The new disc, then the discs that turn, the nearest first: they turn like a wave.
    fn effects(&self, pos: &Position<N>, m: Move) -> Vec<Effect> {
        let Move::Place(cell) = m else {
            return Vec::new();
        };
        let (row, column) = Cells::<N>::place(cell);
        let distance = |flip: &u8| {
            let (flip_row, flip_column) = Cells::<N>::place(*flip);
            row.abs_diff(flip_row).max(column.abs_diff(flip_column))
        };
        let mut flips: Vec<u8> = super::flips(pos.own, pos.enemy, cell).iter().collect();
        flips.sort_by_key(distance);
        let placed = Effect::Place(self.square(cell), Piece::of(self.turn(pos)));
        let turning = flips
            .into_iter()
            .map(|flip| Effect::Flip(self.square(flip)));
        std::iter::once(placed).chain(turning).collect()
    }

    fn remark(&self, pos: &Position<N>) -> Option<String> {
        let stuck = self.must_pass(pos);
        stuck.then(|| "No disc can be turned over: you must pass".to_owned())
    }

    fn symbol(&self, piece: Piece) -> char {
        match piece.owner {
            Player::First => 'X',
            Player::Second => 'O',
        }
    }
}
