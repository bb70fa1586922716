//! How people see it: 32 numbered squares, men and kings.

use ponder_core::{
    Board, Cell, CellId, CellShape, Effect, Fault, MoveList, Palette, Piece, Player, Rules, Show,
    count_pieces,
};

use super::Checkers;
use super::board::{BITS, CELLS, CROWNING, place};
use super::moves::Move;
use super::notation::named;
use super::rules::{PIECES, Position};

/// The index of kings in the kinds of pieces.
pub(super) const KING: u8 = 1;

/// Builds a position from what stands on each cell, or names the first cell that breaks a rule.
pub(super) fn build(pieces: &[Option<Piece>], turn: Player) -> Result<Position, (CellId, Fault)> {
    let mut pos = Position {
        pieces: [0; 2],
        kings: 0,
        turn,
    };
    for (cell, (bit, piece)) in (0..).zip(BITS.iter().zip(pieces)) {
        let Some(piece) = piece else { continue };
        let (player, name) = (piece.owner.index(), Checkers::PLAYERS[piece.owner.index()]);
        if piece.count != 1 {
            let what = format!("more than one piece stands on square {}", cell + 1);
            return Err((cell, Fault::new(what).hint("a square holds one piece")));
        }
        let square = 1 << bit;
        if piece.kind == KING {
            pos.kings |= square;
        } else if square & CROWNING[player] != 0 {
            let what = format!(
                "a {name} man stands on its crowning row, square {}",
                cell + 1
            );
            return Err((cell, Fault::new(what).hint("it would be a king")));
        }
        pos.pieces[player] |= square;
        if pos.pieces[player].count_ones() > PIECES {
            let what = format!("{name} has more than {PIECES} pieces");
            return Err((
                cell,
                Fault::new(what).hint("that is what a side begins with"),
            ));
        }
    }
    if pos.pieces == [0, 0] {
        let fault = Fault::new("there is no piece on the board");
        return Err((0, fault.hint("the last capture leaves a piece")));
    }
    Ok(pos)
}

impl Show for Checkers {
    const KINDS: &'static [&'static str] = &["man", "king"];
    const PROGRESS: &'static str = "a capture or a move of a man";
    const PALETTE: Palette = Palette {
        cell: "#8c6d4f",
        ground: "#e9d8b8",
        line: "#5c4630",
        pieces: [Palette::BLACK, Palette::WHITE],
    };

    fn board(&self) -> Board {
        let cell = |cell: u8| {
            let (row, column) = place(cell);
            Cell {
                name: (cell + 1).to_string(),
                x: f32::from(column),
                y: f32::from(row),
            }
        };
        Board {
            cells: (0..32).map(cell).collect(),
            labels: Vec::new(),
            shape: CellShape::Square,
            numbered: true,
            falls: false,
        }
    }

    fn piece_at(&self, pos: &Position, cell: CellId) -> Option<Piece> {
        let bit = BITS[usize::from(cell)];
        let owns = |player: &Player| pos.pieces[player.index()] >> bit & 1 != 0;
        let owner = Player::BOTH.into_iter().find(owns)?;
        Some(Piece {
            kind: (pos.kings >> bit & 1) as u8 * KING,
            ..Piece::of(owner)
        })
    }

    fn assemble(&self, pieces: &[Option<Piece>], turn: Player) -> Result<Position, Fault> {
        let pos = build(pieces, turn).map_err(|(_, fault)| fault)?;
        // Files are believed, but nobody sets up a game whose end was missed.
        if pos.pieces[turn.other().index()] == 0 {
            let [mover, loser] = [turn, turn.other()].map(|player| Self::PLAYERS[player.index()]);
            let what = format!("{loser} has no pieces, and {mover} is to move");
            let hint = format!("the last capture was {mover}'s, so {loser} is to move");
            return Err(Fault::new(what).hint(hint));
        }
        Ok(pos)
    }

    /// The square it leaves, then every square it lands on.
    fn path(&self, _: &Position, m: Move) -> Vec<CellId> {
        m.stations().into_iter().map(CellId::from).collect()
    }

    fn effects(&self, pos: &Position, m: Move) -> Vec<Effect> {
        let path = self.path(pos, m);
        let mut taken = m.jumps().map(|(over, _)| CellId::from(over));
        let mut effects = Vec::new();
        for hop in path.windows(2) {
            effects.push(Effect::Move(hop[0], hop[1]));
            effects.extend(taken.next().map(Effect::Capture));
        }
        let after = self.play(pos, m);
        if pos.kings >> m.from() & 1 == 0 && after.kings >> m.to() & 1 != 0 {
            effects.push(Effect::Crown(CellId::from(CELLS[m.to() as usize])));
        }
        effects
    }

    fn remark(&self, pos: &Position) -> Option<String> {
        let mut captures = MoveList::<Self>::new();
        if pos.must_capture() {
            self.all_moves(pos, &mut captures);
        }
        (!captures.is_empty()).then(|| format!("You must capture: {}", named(&captures)))
    }

    fn tally(&self, pos: &Position) -> Vec<(&'static str, [u32; 2])> {
        let kings = count_pieces(self, pos, |piece| piece.kind == KING);
        vec![
            (Self::PIECES, count_pieces(self, pos, |_| true)),
            ("kings", kings),
        ]
    }
}
