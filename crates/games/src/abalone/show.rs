//! How people see it: the hexagon with row I on top, marbles, clicks and pushes.
//!
//! A move is clicked as *marble, other end, target*, the other end only if the line has more
//! than one marble:
//!
//! * one marble: its cell, the next cell;
//! * in-line: the rear marble, the front marble, the cell where the front marble lands;
//! * broadside: the lower end, the upper end, the cell where the lower end lands.
//!
//! Whoever begins at the other end is understood as well; see [`Show::detours`]. No move's path
//! begins another's: the second click is an empty cell for one marble and an own
//! marble otherwise; then the third lies on the line or beside it.

use ponder_core::{
    Board, Cell as Place, CellId, CellShape, Effect, Fault, Label, MoveList, Palette, Piece,
    Player, Rules, Show,
};

use super::Abalone;
use super::hexagon::{Cell, PLACES, SIZE, cell, columns, neighbour};
use super::rules::{Line, Move, Position, walk};
use super::setup::gather;

/// The cells in reading order, row I first.
pub(super) const READING: [Cell; SIZE] = {
    let mut reading = [0; SIZE];
    let mut at = 0;
    let mut row = 9;
    while row >= 1 {
        let (mut column, last) = columns(row);
        while column <= last {
            reading[at] = cell(row, column);
            column += 1;
            at += 1;
        }
        row -= 1;
    }
    reading
};

/// The place of each cell in reading order.
const IDS: [CellId; SIZE] = {
    let mut ids = [0; SIZE];
    let mut at = 0;
    while at < SIZE {
        ids[READING[at] as usize] = at as CellId;
        at += 1;
    }
    ids
};

fn id(cell: Cell) -> CellId {
    IDS[usize::from(cell)]
}

/// The name of a cell, as in `e5`.
pub(super) fn name(cell: Cell) -> String {
    letters(cell).into_iter().collect()
}

/// The row letter and the column number of a cell.
pub(super) fn letters(cell: Cell) -> [char; 2] {
    let (row, column) = PLACES[usize::from(cell)];
    [letter(row), char::from(b'0' + column)]
}

fn letter(row: u8) -> char {
    char::from(b'a' + row - 1)
}

/// Where the centre of a cell is drawn; also of the places just off the board.
fn centre(row: u8, column: u8) -> (f32, f32) {
    // The height of a triangle of side 1.
    const PITCH: f32 = 0.866;
    let (row, column) = (f32::from(row), f32::from(column));
    (column - 0.5 * row + 1.5, (9.0 - row) * PITCH)
}

/// The front marble of an in-line move, or the lower end of a line that steps aside; then the
/// other end.
fn ends(pos: &Position, m: Move) -> (Cell, Cell) {
    let (marbles, _) = pos.moved(m);
    (marbles[0], marbles[marbles.len() - 1])
}

/// Where a marble lands that a move takes along.
fn landing(marble: Cell, m: Move) -> Cell {
    walk(marble, m.direction(), 1).expect("own marbles stay on the board")
}

impl Show for Abalone {
    const KINDS: &'static [&'static str] = &["marble"];
    const PIECES: &'static str = "marbles";
    const PROGRESS: &'static str = "a marble pushed out";
    const PALETTE: Palette = Palette {
        cell: "#7d6348",
        ground: "#8f7355",
        line: "#5c4630",
        pieces: [Palette::BLACK, Palette::WHITE],
    };

    fn board(&self) -> Board {
        let cells = READING.map(|cell| {
            let (row, column) = PLACES[usize::from(cell)];
            let (x, y) = centre(row, column);
            let name = name(cell);
            Place { name, x, y }
        });
        let rows = (1..=9).map(|row| {
            let (x, y) = centre(row, columns(row).0 - 1);
            let text = letter(row).to_string();
            Label { text, x, y }
        });
        // Below the lower end of each diagonal.
        let diagonals = (1..=9u8).map(|column| {
            let (x, y) = centre(column.max(5) - 5, column);
            let text = column.to_string();
            Label { text, x, y }
        });
        Board {
            cells: cells.to_vec(),
            labels: rows.chain(diagonals).collect(),
            shape: CellShape::Hexagon,
            numbered: false,
            falls: false,
        }
    }

    fn piece_at(&self, pos: &Position, cell: CellId) -> Option<Piece> {
        let cell = READING.get(usize::from(cell))?;
        pos.owner(*cell).map(Piece::of)
    }

    fn assemble(&self, pieces: &[Option<Piece>], turn: Player) -> Result<Position, Fault> {
        self.set_up(gather(pieces)?, None, turn)
    }

    fn path(&self, pos: &Position, m: Move) -> Vec<CellId> {
        let (head, tail) = ends(pos, m);
        let (first, other) = match m.line {
            Line::Ahead => (tail, head),
            Line::Aside { .. } => (head, tail),
        };
        // In-line the front marble, broadside the lower end.
        let mut path = vec![id(first), id(other), id(landing(head, m))];
        path.dedup();
        path
    }

    /// The same from the other end: in-line the front marble, the rear one, the target;
    /// broadside the upper end, the lower one, the cell where the upper end lands. And a push
    /// by the front marble and the enemy before it, if only one line can push there.
    fn detours(&self, pos: &Position, m: Move) -> Vec<Vec<CellId>> {
        let (head, tail) = ends(pos, m);
        if head == tail {
            return Vec::new();
        }
        let Line::Ahead = m.line else {
            return vec![vec![id(tail), id(head), id(landing(tail, m))]];
        };
        let target = landing(head, m);
        let mut detours = vec![vec![id(head), id(tail), id(target)]];
        if pos.owner(target).is_some() {
            let mut legal = MoveList::<Self>::new();
            self.moves(pos, &mut legal);
            let rivals = legal.iter().filter(|other| {
                other.line == Line::Ahead
                    && other.direction == m.direction
                    && ends(pos, **other).0 == head
            });
            if rivals.count() == 1 {
                detours.push(vec![id(head), id(target)]);
            }
        }
        detours
    }

    /// What a player has pushed out is what the other one has lost.
    fn tally(&self, pos: &Position) -> Vec<(&'static str, [u32; 2])> {
        let [black, white] = pos.lost.map(u32::from);
        vec![("marbles pushed out", [white, black])]
    }

    fn effects(&self, pos: &Position, m: Move) -> Vec<Effect> {
        let (own, pushed) = pos.moved(m);
        let target = |cell: Cell| neighbour(cell, m.direction());
        let pushes = pushed.into_iter().map(|cell| match target(cell) {
            Some(to) => Effect::Push(id(cell), id(to)),
            None => Effect::Eject(id(cell)),
        });
        let moves = own.into_iter().map(|cell| {
            let to = target(cell).expect("own marbles stay on the board");
            Effect::Move(id(cell), id(to))
        });
        pushes.chain(moves).collect()
    }
}
