//! How people see the game: stacks with their heights, explosions in waves.

use ponder_core::{Board, CellId, Effect, Fault, MoveList, Palette, Piece, Player, Rules, Show};

use super::position::TOKENS;
use super::squares::{Square, spread, squares};
use super::{Action, Expendibots, Position};

impl Show for Expendibots {
    const PLAYERS: [&'static str; 2] = ["white", "black"];
    const STACKS: bool = true;
    const KINDS: &'static [&'static str] = &["token"];
    const PIECES: &'static str = "tokens";
    const PALETTE: Palette = Palette {
        cell: "#5b6b82",
        ground: "#66768d",
        line: "#3c4757",
        pieces: [Palette::WHITE, Palette::BLACK],
    };

    fn board(&self) -> Board {
        Board::from_bottom(8, 8)
    }

    fn piece_at(&self, pos: &Position, cell: CellId) -> Option<Piece> {
        let square = Square::of_cell(cell);
        let owner = if pos.own & square.bit() != 0 {
            pos.turn
        } else {
            pos.turn.other()
        };
        (pos.all() & square.bit() != 0).then(|| Piece {
            count: pos.height(square),
            ..Piece::of(owner)
        })
    }

    /// Without tokens a player has lost: such a position is a finished game, not an impossible
    /// one.
    fn assemble(&self, pieces: &[Option<Piece>], turn: Player) -> Result<Position, Fault> {
        let mut tokens = [0, 0];
        for piece in pieces.iter().flatten() {
            if piece.count == 0 {
                return Err(Fault::new("a stack has no tokens").hint("a stack has 1 to 12"));
            }
            tokens[piece.owner.index()] += u32::from(piece.count);
        }
        for (name, tokens) in Self::PLAYERS.iter().zip(tokens) {
            if tokens > u32::from(TOKENS) {
                return Err(Fault::new(format!("{name} has {tokens} tokens"))
                    .hint(format!("each player begins with {TOKENS}")));
            }
        }
        let mut pos = Position::empty(turn);
        for (cell, piece) in (0..64).zip(pieces) {
            if let Some(piece) = piece {
                pos.put(piece.owner, Square::of_cell(cell), piece.count);
            }
        }
        Ok(pos)
    }

    /// A MOVE is a click on the stack and one on the target; how many tokens go is chosen
    /// beside the board, so the counts share a path. A BOOM is a second click on the stack.
    fn path(&self, _: &Position, action: Action) -> Vec<CellId> {
        match action {
            Action::Move { from, to, .. } => vec![from.cell(), to.cell()],
            Action::Boom { at } => vec![at.cell(), at.cell()],
        }
    }

    fn remark(&self, pos: &Position) -> Option<String> {
        let mut legal = MoveList::<Self>::new();
        self.all_moves(pos, &mut legal);
        let booms = |action: &Action| matches!(action, Action::Boom { .. });
        let stuck = legal.iter().all(booms);
        stuck.then(|| "None of your stacks can move: one of them has to explode".to_owned())
    }

    fn effects(&self, pos: &Position, action: Action) -> Vec<Effect> {
        match action {
            Action::Move { count, from, to } => {
                let whole = count == pos.height(from) && pos.own & to.bit() == 0;
                vec![if whole {
                    Effect::Move(from.cell(), to.cell())
                } else {
                    Effect::Stack(from.cell(), to.cell(), count)
                }]
            }
            Action::Boom { at } => explosions(pos, at),
        }
    }
}

/// The stacks of a chain reaction in waves of contact from the first one.
fn explosions(pos: &Position, at: Square) -> Vec<Effect> {
    let mut effects = Vec::new();
    let mut exploded = 0;
    let mut wave = at.bit();
    for number in 0.. {
        if wave == 0 {
            break;
        }
        let mut cells: Vec<_> = squares(wave).map(Square::cell).collect();
        cells.sort_unstable();
        effects.extend(cells.into_iter().map(|cell| Effect::Explode(cell, number)));
        exploded |= wave;
        wave = spread(wave) & pos.all() & !exploded;
    }
    effects
}
