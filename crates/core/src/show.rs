//! How people see a game: the board as data, pieces, clicks and effects.
//!
//! A screen that knows [`Board`], [`Piece`], click paths and [`Effect`]s can show every game
//! without knowing a rule. Whatever can be read off the difference of two positions has a default
//! here, so that a small game writes three functions.

use std::fmt::Write;

use crate::{Fault, Player, Rules};

/// A cell's place in [`Board::cells`].
pub type CellId = u16;

/// The board as it is drawn: x to the right, y downwards, one cell a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The cells in reading order: top row first, each row from the left.
    pub cells: Vec<Cell>,
    /// Coordinates round the board.
    pub labels: Vec<Label>,
    /// The shape of every cell.
    pub shape: CellShape,
    /// True if empty cells show their names, as draughts diagrams do.
    pub numbered: bool,
    /// True if pieces fall down: every cell of a column then means the move that lands in it.
    pub falls: bool,
}

/// A place where a piece can stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Its name in the game's notation.
    pub name: String,
    /// Its centre.
    pub x: f32,
    /// Its centre.
    pub y: f32,
}

/// A word beside the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The word.
    pub text: String,
    /// Its centre.
    pub x: f32,
    /// Its centre.
    pub y: f32,
}

/// The shape of a board's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellShape {
    /// Squares side by side.
    Square,
    /// Dimples in a hexagonal lattice.
    Hexagon,
    /// Crossings of lines.
    Point,
}

impl Board {
    /// Squares in rows and columns: columns a, b, c..., rows numbered from 1 at the top.
    pub fn from_top(rows: u8, columns: u8) -> Self {
        Self::grid(rows, columns, |y| y + 1)
    }

    /// Squares in rows and columns: columns a, b, c..., rows numbered from 1 at the bottom.
    pub fn from_bottom(rows: u8, columns: u8) -> Self {
        Self::grid(rows, columns, |y| rows - y)
    }

    fn grid(rows: u8, columns: u8, number: impl Fn(u8) -> u8) -> Self {
        let letter = |x: u8| char::from(b'a' + x);
        let mut board = Self {
            cells: Vec::new(),
            labels: Vec::new(),
            shape: CellShape::Square,
            numbered: false,
            falls: false,
        };
        for row in 0..rows {
            let y = f32::from(row);
            let text = number(row).to_string();
            board.labels.push(Label { text, x: -1.0, y });
            for column in 0..columns {
                let name = format!("{}{}", letter(column), number(row));
                let x = f32::from(column);
                board.cells.push(Cell { name, x, y });
            }
        }
        for column in 0..columns {
            let text = letter(column).to_string();
            let (x, y) = (f32::from(column), f32::from(rows));
            board.labels.push(Label { text, x, y });
        }
        board
    }

    /// The same board with other cell shapes.
    #[must_use]
    pub fn shaped(self, shape: CellShape) -> Self {
        Self { shape, ..self }
    }

    /// The same board, upright: pieces fall to the bottom of their column.
    #[must_use]
    pub fn falling(self) -> Self {
        Self {
            falls: true,
            ..self
        }
    }

    /// The number of cells in each row, from the top.
    pub fn row_lengths(&self) -> Vec<usize> {
        let rows = self.cells.chunk_by(|a, b| (a.y - b.y).abs() < 0.25);
        rows.map(<[Cell]>::len).collect()
    }

    /// The cell with this name, in any case.
    pub fn find(&self, name: &str) -> Option<CellId> {
        let index = self
            .cells
            .iter()
            .position(|cell| cell.name.eq_ignore_ascii_case(name));
        index.map(|index| index as CellId)
    }
}

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub owner: Player,
    /// An index into [`Show::KINDS`].
    pub kind: u8,
    /// How many are stacked here, at least 1.
    pub count: u8,
}

impl Piece {
    /// A single piece of the game's first kind.
    pub const fn of(owner: Player) -> Self {
        Self {
            owner,
            kind: 0,
            count: 1,
        }
    }
}

/// The cells on which a player has pieces, for [`Show::assemble`].
pub fn cells_of(pieces: &[Option<Piece>], owner: Player) -> impl Iterator<Item = CellId> {
    let cells = (0..).zip(pieces);
    cells.filter_map(move |(cell, piece)| piece.filter(|p| p.owner == owner).map(|_| cell))
}

/// One step of what a move does to the board, in the order in which it should be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A new piece appears.
    Place(CellId, Piece),
    /// A piece or a whole stack of the mover goes from one cell to another.
    Move(CellId, CellId),
    /// Some tokens of a stack go from one cell to another.
    Stack(CellId, CellId, u8),
    /// A piece changes its colour.
    Flip(CellId),
    /// An enemy piece is pushed from one cell to another.
    Push(CellId, CellId),
    /// An enemy piece is pushed over the edge.
    Eject(CellId),
    /// A piece is taken off the board.
    Capture(CellId),
    /// A piece becomes a king.
    Crown(CellId),
    /// A stack explodes in this wave of a chain, counted from 0.
    Explode(CellId, u8),
}

/// Colours for screens, as `#rrggbb`. Boards are mid-toned, so that dark and light pieces alike
/// stand out from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// The cells; where squares alternate, the darker ones.
    pub cell: &'static str,
    /// The board between and round the cells; where squares alternate, the lighter ones.
    pub ground: &'static str,
    /// Lines and rims.
    pub line: &'static str,
    /// The pieces of both players.
    pub pieces: [&'static str; 2],
}

impl Palette {
    /// Black and white pieces on green cloth.
    pub const GREEN: Self = Self {
        cell: "#2f855f",
        ground: "#2f855f",
        line: "#174d37",
        pieces: [Self::BLACK, Self::WHITE],
    };

    /// The same pieces on an upright board of dark blue, from which red and yellow stand out, too.
    pub const BLUE: Self = Self {
        cell: "#1d3a6e",
        ground: "#1d3a6e",
        line: "#5277b8",
        pieces: [Self::BLACK, Self::WHITE],
    };

    /// The same board with other pieces.
    #[must_use]
    pub const fn with_pieces(self, first: &'static str, second: &'static str) -> Self {
        Self {
            pieces: [first, second],
            ..self
        }
    }

    /// The rim of every piece, by which a light one stands out from a light board.
    pub const RIM: &'static str = "#4a3a22";
    /// A black piece.
    pub const BLACK: &'static str = "#17191d";
    /// A white piece.
    pub const WHITE: &'static str = "#f6f1e3";
}

/// The face a game shows to people.
pub trait Show: Rules {
    /// The players' names, the first mover first. Their first letters stand for them in texts.
    const PLAYERS: [&'static str; 2] = ["black", "white"];
    /// The kinds of pieces.
    const KINDS: &'static [&'static str] = &["piece"];
    /// The word for all of them together.
    const PIECES: &'static str = "pieces";

    /// What ends a run of quiet plies (see [`Rules::progress`]), as players call it.
    const PROGRESS: &'static str = "progress";

    /// True if pieces can be stacked, so that texts may give heights.
    const STACKS: bool = false;
    /// The colours of board and pieces.
    const PALETTE: Palette = Palette::GREEN;

    /// The board.
    fn board(&self) -> Board;

    /// What stands on a cell.
    fn piece_at(&self, pos: &Self::Pos, cell: CellId) -> Option<Piece>;

    /// The position with these pieces, one entry a cell; refuses what the rules cannot hold, by
    /// the name of the broken rule.
    fn assemble(&self, pieces: &[Option<Piece>], turn: Player) -> Result<Self::Pos, Fault>;

    /// The cells to click for a move. By default the cell that it fills; none for a pass.
    fn path(&self, pos: &Self::Pos, m: Self::Move) -> Vec<CellId> {
        let after = self.play(pos, m);
        let filled = |cell: &CellId| {
            self.piece_at(pos, *cell).is_none() && self.piece_at(&after, *cell).is_some()
        };
        let cells = self.board().cells.len() as CellId;
        (0..cells).filter(filled).collect()
    }

    /// Other clicks that mean the same move, for people who begin at its other end. No path of
    /// one move, this way or that, begins a path of another one.
    fn detours(&self, _pos: &Self::Pos, _m: Self::Move) -> Vec<Vec<CellId>> {
        Vec::new()
    }

    /// What a move does. By default read off the difference of the positions: new pieces first,
    /// then changes of colour, then what is gone.
    fn effects(&self, pos: &Self::Pos, m: Self::Move) -> Vec<Effect> {
        let after = self.play(pos, m);
        let cells = 0..self.board().cells.len() as CellId;
        let mut effects: Vec<Effect> = cells
            .filter_map(|cell| {
                let (old, new) = (self.piece_at(pos, cell), self.piece_at(&after, cell));
                match (old, new) {
                    (None, Some(piece)) => Some(Effect::Place(cell, piece)),
                    (Some(old), Some(new)) if old.owner != new.owner => Some(Effect::Flip(cell)),
                    (Some(_), None) => Some(Effect::Capture(cell)),
                    _ => None,
                }
            })
            .collect();
        effects.sort_by_key(|effect| match effect {
            Effect::Place(..) => 0,
            Effect::Flip(..) => 1,
            _ => 2,
        });
        effects
    }

    /// Why only these moves are legal, or what else may surprise the player to move: a sentence
    /// without the final full stop. Asked only while the game goes on.
    fn remark(&self, _pos: &Self::Pos) -> Option<String> {
        None
    }

    /// The cells that decided the game, such as a winning line; none where no cells stand out.
    /// Asked only once the game is over.
    fn decisive(&self, _pos: &Self::Pos) -> Vec<CellId> {
        Vec::new()
    }

    /// What players count, for each a label and the numbers of both. By default their pieces.
    fn tally(&self, pos: &Self::Pos) -> Vec<(&'static str, [u32; 2])> {
        vec![(Self::PIECES, count_pieces(self, pos, |_| true))]
    }

    /// The letter of a piece in texts: its owner's initial, in upper case for a second kind.
    fn symbol(&self, piece: Piece) -> char {
        let initial = initial(Self::PLAYERS[piece.owner.index()]);
        if piece.kind == 0 {
            initial
        } else {
            initial.to_ascii_uppercase()
        }
    }

    /// The board as lines of text, with ANSI colours if `colour` is set.
    fn draw(&self, pos: &Self::Pos, colour: bool) -> String {
        let board = self.board();
        let cells = (0..).zip(&board.cells).map(|(id, cell)| {
            let (text, style) = match self.piece_at(pos, id) {
                Some(piece) => (
                    piece_text(self.symbol(piece), piece.count),
                    style(piece.owner),
                ),
                None if board.numbered => (cell.name.clone(), FAINT),
                None => (".".to_owned(), FAINT),
            };
            Mark {
                x: cell.x,
                y: cell.y,
                text,
                style,
                counted: !board.numbered,
            }
        });
        let labels = board.labels.iter().map(|label| Mark {
            x: label.x,
            y: label.y,
            text: label.text.clone(),
            style: FAINT,
            counted: false,
        });
        let marks = cells.chain(labels).collect();
        draw_marks(marks, colour)
    }
}

/// The pieces of both players that `counts` asks for, stacks by their heights.
pub fn count_pieces<S: Show>(rules: &S, pos: &S::Pos, counts: impl Fn(Piece) -> bool) -> [u32; 2] {
    let cells = 0..rules.board().cells.len() as CellId;
    let pieces = cells.filter_map(|cell| rules.piece_at(pos, cell));
    pieces
        .filter(|piece| counts(*piece))
        .fold([0; 2], |mut sum, piece| {
            sum[piece.owner.index()] += u32::from(piece.count);
            sum
        })
}

/// The first letter of a player's name.
pub(crate) fn initial(name: &str) -> char {
    name.chars().next().expect("players have names")
}

/// A piece's letter, followed by its count in hexadecimal if it is a stack.
pub(crate) fn piece_text(symbol: char, count: u8) -> String {
    if count == 1 {
        symbol.to_string()
    } else {
        format!("{symbol}{count:X}")
    }
}

const FAINT: &str = "\x1b[2m";

const fn style(owner: Player) -> &'static str {
    match owner {
        Player::First => "\x1b[1;36m",
        Player::Second => "\x1b[1;33m",
    }
}

/// A text at a place on the board.
struct Mark {
    x: f32,
    y: f32,
    text: String,
    style: &'static str,
    /// True if what follows the first letter is a count, which hangs over to the right.
    counted: bool,
}

/// Lays texts out on a character grid fine enough for the half steps of a hexagonal board.
fn draw_marks(mut marks: Vec<Mark>, colour: bool) -> String {
    let left = marks.iter().map(|mark| mark.x).fold(0.0, f32::min);
    let widest = |from: f32| {
        let marks = marks.iter().filter(|mark| mark.x >= from);
        marks.map(|mark| mark.text.len()).max().unwrap_or(1)
    };
    // Long row numbers at the left edge need a margin, not wider cells. Even, so that half a cell
    // is a whole character.
    let pitch = (widest(left + 0.25) + 1).next_multiple_of(2);
    let widest = widest(left);
    marks.sort_by(|a, b| {
        (a.y, a.x)
            .partial_cmp(&(b.y, b.x))
            .expect("places are numbers")
    });
    let mut drawing = String::new();
    for row in marks.chunk_by(|a, b| (a.y - b.y).abs() < 0.25) {
        let mut width = 0;
        for mark in row {
            // Texts end at their column's right edge, so that numbers line up.
            let end = ((mark.x - left) * pitch as f32).round() as usize + widest;
            let length = if mark.counted { 1 } else { mark.text.len() };
            let gap = end.saturating_sub(length).saturating_sub(width);
            let _ = write!(drawing, "{:gap$}", "");
            let _ = if colour {
                write!(drawing, "{}{}\x1b[0m", mark.style, mark.text)
            } else {
                write!(drawing, "{}", mark.text)
            };
            width += gap + mark.text.len();
        }
        drawing.push('\n');
    }
    drawing
}
