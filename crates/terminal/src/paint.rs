//! Draws a board on a screen of characters, from its geometry and palette alone.
//!
//! Where the terminal has the colours, a board looks like a board: discs are rounded with quarter
//! blocks, and the second player's carry a ring, so that colour never stands alone. Elsewhere
//! pieces are letters, as in the plain drawings.

use ponder_core::CellShape;
use ponder_engine::{BoardView, PaletteView, PieceView};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};

use crate::colours::{Colours, Rgb};
use crate::layout::Layout;

/// The signs beside the cells of the last move.
const LAST: (char, char) = ('\'', '\'');

/// What a board looks like.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    pub(crate) palette: PaletteView,
    pub(crate) players: [&'static str; 2],
    /// The kinds of pieces, the plain one first.
    pub(crate) kinds: &'static [&'static str],
    pub(crate) colours: Colours,
}

impl Look {
    /// What a game looks like on this terminal.
    pub(crate) fn of(view: &BoardView, colours: Colours) -> Self {
        Self {
            palette: view.palette,
            players: view.players,
            kinds: view.kinds,
            colours,
        }
    }
}

/// What is to be seen on a cell besides its piece.
#[expect(
    clippy::struct_excessive_bools,
    reason = "a cell may bear any of these marks at once"
)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marks {
    /// The cursor is here.
    pub(crate) cursor: bool,
    /// It was clicked for the move that is being entered.
    pub(crate) chosen: bool,
    /// It can be clicked next.
    pub(crate) next: bool,
    /// The last move came by.
    pub(crate) last: bool,
    /// It decided the game.
    pub(crate) decisive: bool,
    /// A hint goes by.
    pub(crate) hint: bool,
    /// What the move under the cursor would do here.
    pub(crate) effect: Option<char>,
}

/// One cell to be drawn.
struct Square<'a> {
    look: &'a Look,
    block: Rect,
    shape: CellShape,
    piece: Option<PieceView>,
    marks: Marks,
    /// What stands on the cell if it is empty.
    name: Option<&'a str>,
    /// The surface.
    surface: Rgb,
}

/// Draws the board with what stands on its cells.
pub(crate) fn board(
    look: &Look,
    layout: &Layout,
    pieces: &[Option<PieceView>],
    marks: &[Marks],
    buffer: &mut Buffer,
) {
    let board = &layout.board;
    let paints = look.colours.paints();
    let (cell, ground) = (Rgb::read(look.palette.cell), Rgb::read(look.palette.ground));
    if paints && board.shape == CellShape::Square {
        buffer.set_style(layout.ground, Style::new().bg(look.colours.show(ground)));
    }
    let right = board.cells.iter().map(|cell| cell.x).fold(0.0, f32::max);
    let bottom = board.cells.iter().map(|cell| cell.y).fold(0.0, f32::max);
    let full = board.cells.len() as f32 >= (right + 1.0) * (bottom + 1.0);
    // Cells of one colour still need an edge: every other one is a shade darker.
    let other = if cell == ground {
        cell.mixed(Rgb::read(look.palette.line), 0.22)
    } else {
        ground
    };
    for (index, (place, block)) in board.cells.iter().zip(&layout.blocks).enumerate() {
        let odd = full && (place.x + place.y).rem_euclid(2.0) < 0.5;
        let square = Square {
            look,
            block: *block,
            shape: board.shape,
            piece: pieces.get(index).copied().flatten(),
            marks: marks.get(index).copied().unwrap_or_default(),
            name: board.numbered.then_some(&place.name),
            surface: match board.shape {
                CellShape::Square if odd => other,
                CellShape::Square => cell,
                CellShape::Hexagon | CellShape::Point => ground,
            },
        };
        if paints {
            square.paint(buffer);
        } else {
            square.write(buffer);
        }
    }
    let faint = Style::new().add_modifier(Modifier::DIM);
    for (text, at) in &layout.labels {
        buffer.set_string(at.x, at.y, text, faint);
    }
}

/// A piece in a line of text: what stands for it in lists.
pub(crate) fn token(look: &Look, side: usize) -> (String, Style) {
    if look.colours.paints() {
        let surface = look.colours.show(Rgb::read(look.palette.cell));
        let piece = look.colours.show(Rgb::read(look.palette.pieces[side]));
        let disc = if side == 0 { "\u{25cf}" } else { "\u{25cb}" };
        return (format!(" {disc} "), Style::new().fg(piece).bg(surface));
    }
    let letter = letter(look, side, 0);
    (format!(" {letter} "), letters(look, side))
}

/// A player's letter, in upper case for a second kind of piece.
fn letter(look: &Look, side: usize, kind: usize) -> char {
    let initial = look.players[side].chars().next().unwrap_or('?');
    if kind == 0 {
        initial
    } else {
        initial.to_ascii_uppercase()
    }
}

fn letters(look: &Look, side: usize) -> Style {
    let colour = if side == 0 {
        Color::Cyan
    } else {
        Color::Yellow
    };
    let style = Style::new().add_modifier(Modifier::BOLD);
    style.fg(look.colours.letters(colour))
}

impl Square<'_> {
    fn side_and_kind(&self) -> Option<(usize, usize, u8)> {
        let piece = self.piece?;
        let side = usize::from(piece.owner != self.look.players[0]);
        let kinds = self.look.kinds;
        let kind = kinds.iter().position(|kind| *kind == piece.kind);
        Some((side, kind.unwrap_or(0), piece.count))
    }

    /// The signs to the left and right of the piece.
    fn brackets(&self) -> Option<(char, char)> {
        let marks = self.marks;
        match () {
            () if marks.cursor => Some(('[', ']')),
            () if marks.chosen => Some(('<', '>')),
            () if marks.hint => Some(('{', '}')),
            () if marks.decisive => Some(('*', '*')),
            () if marks.next && self.piece.is_some() => Some(('(', ')')),
            () if marks.last => Some(LAST),
            () => None,
        }
    }

    /// Letters, for terminals without the board's colours.
    fn write(&self, buffer: &mut Buffer) {
        let Rect {
            x,
            y,
            width,
            height,
        } = self.block;
        let middle = y + (height - 1) / 2;
        let (text, style) = match self.side_and_kind() {
            Some((side, kind, count)) => {
                let letter = letter(self.look, side, kind);
                let text = if count > 1 {
                    format!("{letter}{count}")
                } else {
                    letter.to_string()
                };
                (text, letters(self.look, side))
            }
            None if self.marks.next => ("*".to_owned(), Style::new()),
            None => (
                self.name.unwrap_or("\u{b7}").to_owned(),
                Style::new().add_modifier(Modifier::DIM),
            ),
        };
        let text = match self.marks.effect {
            Some(effect) if self.piece.is_none() => effect.to_string(),
            Some(effect) => format!("{text}{effect}"),
            None => text,
        };
        let room = usize::from(width.saturating_sub(2).max(1));
        let text: String = text.chars().take(room).collect();
        let left = x + (width - text.chars().count() as u16) / 2;
        buffer.set_string(left, middle, &text, style);
        if let Some((open, close)) = self.brackets() {
            let mut style = Style::new();
            if self.marks.cursor {
                style = style.add_modifier(Modifier::BOLD | Modifier::REVERSED);
            }
            let end = left + text.chars().count() as u16;
            for (at, sign) in [(left.saturating_sub(1), open), (end, close)] {
                buffer.set_string(at, middle, sign.to_string(), style);
            }
        }
    }

    /// A square, a dimple or a crossing in the board's colours.
    fn paint(&self, buffer: &mut Buffer) {
        let show = |colour: Rgb| self.look.colours.show(colour);
        let ground = self.lit(self.surface);
        let line = Rgb::read(self.look.palette.line);
        for at in self.block.positions() {
            buffer[at]
                .set_symbol(" ")
                .set_style(Style::new().bg(show(ground)).fg(show(line)));
        }
        match self.shape {
            CellShape::Square => {}
            CellShape::Hexagon => {
                let dimple = self.lit(Rgb::read(self.look.palette.cell).mixed(line, 0.35));
                self.disc(buffer, dimple, 0.8 * self.diameter());
            }
            CellShape::Point => self.crossing(buffer),
        }
        match self.side_and_kind() {
            Some((side, kind, count)) => self.piece(side, kind, count, buffer),
            None => self.empty(ground, buffer),
        }
        self.signs(buffer);
    }

    /// The surface with the light of the marks on it.
    fn lit(&self, surface: Rgb) -> Rgb {
        const CURSOR: Rgb = Rgb(92, 200, 255);
        const CHOSEN: Rgb = Rgb(120, 170, 255);
        const SEEN: Rgb = Rgb(250, 205, 90);
        const HINT: Rgb = Rgb(140, 235, 160);
        let marks = self.marks;
        match () {
            () if marks.cursor => surface.mixed(CURSOR, 0.65),
            () if marks.chosen => surface.mixed(CHOSEN, 0.55),
            () if marks.hint => surface.mixed(HINT, 0.5),
            () if marks.last || marks.decisive => surface.mixed(SEEN, 0.4),
            () => surface,
        }
    }

    /// Lines through the middle, as far as the board goes.
    fn crossing(&self, buffer: &mut Buffer) {
        let Rect {
            x,
            y,
            width,
            height,
        } = self.block;
        let (column, row) = (x + width / 2, y + height / 2);
        for at in x..x + width {
            buffer[(at, row)].set_symbol("\u{2500}");
        }
        for at in y..y + height {
            buffer[(column, at)].set_symbol("\u{2502}");
        }
        buffer[(column, row)].set_symbol("\u{253c}");
    }

    /// The width of a piece in characters: one less than its block, so that neighbours do not
    /// touch. It is half as many lines high.
    fn diameter(&self) -> f32 {
        f32::from(self.block.width.min(2 * self.block.height)) - 1.0
    }

    /// A disc of a colour in the middle of the upper lines, where a line is twice as high as a
    /// character is wide.
    fn disc(&self, buffer: &mut Buffer, colour: Rgb, diameter: f32) {
        // Quarters from the upper left, as bits: 1 upper left, 2 upper right, 4 and 8 below.
        const QUARTERS: [&str; 16] = [
            " ", "\u{2598}", "\u{259d}", "\u{2580}", "\u{2596}", "\u{258c}", "\u{259e}",
            "\u{259b}", "\u{2597}", "\u{259a}", "\u{2590}", "\u{259c}", "\u{2584}", "\u{2599}",
            "\u{259f}", "\u{2588}",
        ];
        let Rect { x, y, width, .. } = self.block;
        let centre = (f32::from(width) / 2.0, self.diameter() / 2.0);
        let inside = |column: u16, row: u16| {
            let across = f32::from(2 * column + 1) / 4.0 - centre.0;
            let down = f32::from(row) + 0.5 - centre.1;
            across.hypot(down) < diameter / 2.0
        };
        for at in self.block.positions() {
            let (column, row) = (2 * (at.x - x), 2 * (at.y - y));
            let mut bits = 0;
            for (bit, (right, down)) in [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().enumerate() {
                bits |= usize::from(inside(column + right, row + down)) << bit;
            }
            let here = &mut buffer[at];
            match bits {
                0 => {}
                15 => {
                    here.set_symbol(" ").set_bg(self.look.colours.show(colour));
                }
                _ => {
                    here.set_symbol(QUARTERS[bits])
                        .set_fg(self.look.colours.show(colour));
                }
            }
        }
    }

    /// A piece or a stack of them.
    fn piece(&self, side: usize, kind: usize, count: u8, buffer: &mut Buffer) {
        let colour = Rgb::read(self.look.palette.pieces[side]);
        let ink = self.look.colours.show(if colour.is_light() {
            colour.mixed(Rgb(0, 0, 0), 0.55)
        } else {
            colour.mixed(Rgb(255, 255, 255), 0.75)
        });
        let Rect {
            x,
            y,
            width,
            height,
        } = self.block;
        if height == 1 {
            let disc = match (side, kind) {
                (0, 0) => '\u{25cf}',
                (_, 0) => '\u{25cb}',
                (0, _) => '\u{25c6}',
                (_, _) => '\u{25c7}',
            };
            let colour = Style::new().fg(self.look.colours.show(colour));
            let style = colour.add_modifier(Modifier::BOLD);
            let left = x + (width - 1) / 2;
            buffer.set_string(left, y, disc.to_string(), style);
            if count > 1 {
                buffer.set_string(left + 1, y, count.to_string(), style);
            }
            return;
        }
        self.disc(buffer, colour, self.diameter());
        let even = width.is_multiple_of(2);
        let text = match (side, kind, count) {
            (0, 0, 1) => return,
            (_, 0, 1) if even => "()".to_owned(),
            (_, 0, 1) => "o".to_owned(),
            (0, 0, _) if even => format!("{count:>2}"),
            (_, 0, 2..=9) if even => format!("({count}"),
            (_, 0, _) => count.to_string(),
            // Crowns.
            (0, _, _) => "VV".to_owned(),
            (_, _, _) => "WW".to_owned(),
        };
        let row = (self.diameter() / 4.0) as u16;
        let style = Style::new().fg(ink).add_modifier(Modifier::BOLD);
        buffer.set_string(x + (width - 1) / 2, y + row, text, style);
    }

    /// A cell without a piece: its number, or a mark that it can be clicked.
    fn empty(&self, ground: Rgb, buffer: &mut Buffer) {
        let Rect {
            x,
            y,
            width,
            height,
        } = self.block;
        let ink = if ground.is_light() {
            Rgb(0, 0, 0)
        } else {
            Rgb(255, 255, 255)
        };
        let middle = y + (height - 1) / 2;
        let text = match (self.marks.effect, self.marks.next, self.name) {
            (Some(effect), _, _) => Some((effect.to_string(), 0.9)),
            (None, true, None) => Some(("\u{2022}".to_owned(), 0.8)),
            (None, true, Some(name)) => Some((name.to_owned(), 0.9)),
            (None, false, Some(name)) => Some((name.to_owned(), 0.45)),
            (None, false, None) => None,
        };
        if let Some((text, strength)) = text {
            let left = x + (width - text.chars().count().min(width.into()) as u16) / 2;
            let colour = self.look.colours.show(ground.mixed(ink, strength));
            let mut style = Style::new().fg(colour);
            if self.marks.next {
                style = style.add_modifier(Modifier::BOLD);
            }
            buffer.set_string(left, middle, text, style);
        }
    }

    /// Brackets beside the piece, and what the move would do to it.
    fn signs(&self, buffer: &mut Buffer) {
        let Rect {
            x,
            y,
            width,
            height,
        } = self.block;
        let style = Style::new()
            .fg(self.look.colours.show(Rgb(0, 0, 0)))
            .bg(self.look.colours.show(self.lit(self.surface)))
            .add_modifier(Modifier::BOLD);
        if let Some((open, close)) = self.brackets() {
            // The last move shows by its light; its signs would hide the piece.
            if !(self.marks.last && (open, close) == LAST) {
                let middle = y + (height - 1) / 2;
                buffer.set_string(x, middle, open.to_string(), style);
                buffer.set_string(x + width - 1, middle, close.to_string(), style);
            }
        }
        if let Some(effect) = self.marks.effect.filter(|_| self.piece.is_some()) {
            let at = Position::new(x + width - 1, y);
            buffer.set_string(at.x, at.y, effect.to_string(), style);
        }
    }
}
