//! What a screen needs to show any game and to let people play it: the board once, then one view
//! for every place in a game.
//!
//! A *place* names a position with its past, so that whoever shows a game need not keep a session.

use ponder_core::{Board, CellShape, Fault, Palette, Piece, Player, Show};
use serde::{Deserialize, Serialize};

use crate::views::{EffectView, FormatView, MoveView, OutcomeView};

/// The board of a game and what stands on it: all that does not change during a game.
#[derive(Clone, Debug, Serialize)]
pub struct BoardView {
    /// The canonical id of the game.
    pub id: String,
    /// Its name in ids.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// The players' names, the first mover first.
    pub players: [&'static str; 2],
    /// The kinds of pieces.
    pub kinds: &'static [&'static str],
    /// True if pieces can be stacked.
    pub stacks: bool,
    /// Colours.
    pub palette: PaletteView,
    /// Where things are.
    pub board: GeometryView,
    /// The formats the game can be read from and written in.
    pub formats: Vec<FormatView>,
    /// The format in which people who play the game keep their games.
    pub own_format: &'static str,
    /// The position in which a game begins.
    pub start: String,
}

/// Colours, as `#rrggbb`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PaletteView {
    /// The cells; where squares alternate, the darker ones.
    pub cell: &'static str,
    /// The board between and round the cells; where squares alternate, the lighter ones.
    pub ground: &'static str,
    /// Lines and rims.
    pub line: &'static str,
    /// The rim of every piece.
    pub rim: &'static str,
    /// The pieces of both players.
    pub pieces: [&'static str; 2],
}

impl From<Palette> for PaletteView {
    fn from(palette: Palette) -> Self {
        Self {
            cell: palette.cell,
            ground: palette.ground,
            line: palette.line,
            rim: Palette::RIM,
            pieces: palette.pieces,
        }
    }
}

/// The board as it is drawn: x to the right, y downwards, one cell a unit.
#[derive(Clone, Debug, Serialize)]
pub struct GeometryView {
    /// `square`, `hexagon` or `point`.
    pub shape: &'static str,
    /// True if empty cells show their names.
    pub numbered: bool,
    /// True if squares of two colours alternate.
    pub checkered: bool,
    /// True if the board is upright, and pieces fall to the bottom of their column.
    pub falls: bool,
    /// The cells in reading order.
    pub cells: Vec<PointView>,
    /// Words beside the board.
    pub labels: Vec<LabelView>,
}

/// A cell and its centre.
#[derive(Clone, Debug, Serialize)]
pub struct PointView {
    /// Its name.
    pub name: String,
    /// Cells from the left.
    pub x: f32,
    /// Cells from the top.
    pub y: f32,
}

/// A word and its centre.
#[derive(Clone, Debug, Serialize)]
pub struct LabelView {
    /// The word.
    pub text: String,
    /// Cells from the left.
    pub x: f32,
    /// Cells from the top.
    pub y: f32,
}

impl GeometryView {
    pub(crate) fn new(board: Board, palette: &Palette) -> Self {
        let points = board.cells.into_iter();
        let labels = board.labels.into_iter();
        Self {
            shape: match board.shape {
                CellShape::Square => "square",
                CellShape::Hexagon => "hexagon",
                CellShape::Point => "point",
            },
            numbered: board.numbered,
            checkered: board.shape == CellShape::Square && palette.cell != palette.ground,
            falls: board.falls,
            cells: points
                .map(|cell| PointView {
                    name: cell.name,
                    x: cell.x,
                    y: cell.y,
                })
                .collect(),
            labels: labels
                .map(|label| LabelView {
                    text: label.text,
                    x: label.x,
                    y: label.y,
                })
                .collect(),
        }
    }
}

/// A position with its past, by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The game id.
    pub game: String,
    /// The first position in canonical text, if it is not the game's own.
    #[serde(default)]
    pub start: Option<String>,
    /// The moves since then in canonical text.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// All that a screen shows of a place in a game.
#[derive(Clone, Debug, Serialize)]
pub struct PlaceView {
    /// The place in canonical words.
    pub place: Place,
    /// The canonical text of the position.
    pub position: String,
    /// The name of the player to move.
    pub turn: &'static str,
    /// Plies played.
    pub plies: u32,
    /// Plies without progress.
    pub quiet: u32,
    /// The outcome, once the game is over.
    pub outcome: Option<OutcomeView>,
    /// The cells that decided the game, once it is over; none where no cells stand out.
    pub decisive: Vec<String>,
    /// What stands on the board.
    pub pieces: Vec<PlacedPiece>,
    /// Every legal action.
    pub moves: Vec<MoveView>,
    /// Why only these moves are legal, or what else may surprise.
    pub remark: Option<String>,
    /// What players count.
    pub tally: Vec<TallyView>,
    /// The move that led here.
    pub last: Option<LastView>,
    /// The same board with the other player to move, for who wants to know what is threatened;
    /// none where passing the turn makes no sense, and once the game is over.
    pub passed: Option<String>,
}

/// A piece or a stack, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedPiece {
    /// The name of the cell.
    pub cell: String,
    /// Its owner's name.
    pub owner: String,
    /// Its kind; the game's first one if left out.
    #[serde(default)]
    pub kind: Option<String>,
    /// How many are stacked; one if left out.
    #[serde(default = "one")]
    pub count: u8,
}

const fn one() -> u8 {
    1
}

/// Something that players count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TallyView {
    /// What it is.
    pub label: &'static str,
    /// How many each player has, the first mover's number first.
    pub values: [u32; 2],
}

/// A move that was made.
#[derive(Clone, Debug, Serialize)]
pub struct LastView {
    /// Its canonical text.
    #[serde(rename = "move")]
    pub text: String,
    /// The cells it was clicked by.
    pub path: Vec<String>,
    /// What it did, in order.
    pub effects: Vec<EffectView>,
}

/// What stands on each cell of a board, from a list of pieces; refuses what no game can hold.
pub(crate) fn spread<S: Show>(
    board: &Board,
    pieces: &[PlacedPiece],
) -> Result<Vec<Option<Piece>>, Fault> {
    let mut spread = vec![None; board.cells.len()];
    for placed in pieces {
        let cell = board.find(&placed.cell).ok_or_else(|| {
            let (first, last) = (&board.cells[0], &board.cells[board.cells.len() - 1]);
            Fault::new(format!(
                "there is no cell \"{}\" on this board",
                placed.cell
            ))
            .hint(format!("its cells are {} to {}", first.name, last.name))
        })?;
        let entry: &mut Option<Piece> = &mut spread[usize::from(cell)];
        let name = &board.cells[usize::from(cell)].name;
        if entry.is_some() {
            let what = format!("two pieces are to stand on {name}");
            return Err(Fault::new(what).hint("name every cell once"));
        }
        let piece = piece::<S>(placed)?;
        if piece.count == 0 {
            let what = format!("the stack on {name} has no pieces");
            return Err(Fault::new(what).hint("leave the cell out if it is empty"));
        }
        if piece.count > 1 && !S::STACKS {
            let what = format!("{} pieces are stacked on {name}", piece.count);
            return Err(Fault::new(what).hint("in this game every cell holds one piece at most"));
        }
        *entry = Some(piece);
    }
    Ok(spread)
}

fn piece<S: Show>(placed: &PlacedPiece) -> Result<Piece, Fault> {
    let kind = match &placed.kind {
        None => 0,
        Some(word) => S::KINDS
            .iter()
            .position(|kind| kind.eq_ignore_ascii_case(word))
            .ok_or_else(|| {
                Fault::new(format!("there is no piece called \"{word}\" in this game"))
                    .hint(format!("there is: {}", S::KINDS.join(", ")))
            })?,
    };
    Ok(Piece {
        owner: player::<S>(&placed.owner)?,
        kind: kind as u8,
        count: placed.count,
    })
}

/// The player with a name.
pub(crate) fn player<S: Show>(name: &str) -> Result<Player, Fault> {
    let mut players = Player::BOTH.into_iter();
    players
        .find(|player| S::PLAYERS[player.index()].eq_ignore_ascii_case(name))
        .ok_or_else(|| {
            let [first, second] = S::PLAYERS;
            Fault::new(format!("nobody is called \"{name}\" in this game"))
                .hint(format!("the players are {first} and {second}"))
        })
}
