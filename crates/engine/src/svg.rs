//! A position as a picture: one self-contained SVG, drawn from the board's geometry alone.

use std::fmt::Write;

use ponder_core::{Board, CellShape, Label, Palette, Piece};

/// Pixels a cell.
const UNIT: f32 = 60.0;
/// Cells left free round the board for its labels.
const MARGIN: f32 = 1.3;

/// Draws a board; `pieces` holds what stands on each cell.
pub(crate) fn draw(board: &Board, palette: &Palette, pieces: &[Option<Piece>]) -> String {
    let extent = |values: fn(&ponder_core::Cell) -> f32| {
        let all = board.cells.iter().map(values);
        all.fold((0.0_f32, 0.0_f32), |(low, high), v| {
            (low.min(v), high.max(v))
        })
    };
    let ((left, right), (top, bottom)) = (extent(|cell| cell.x), extent(|cell| cell.y));
    let mut svg = Svg::new(left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN);
    match board.shape {
        CellShape::Square => squares(&mut svg, board, palette),
        CellShape::Hexagon => dimples(&mut svg, board, palette),
        CellShape::Point => crossings(&mut svg, board, palette),
    }
    for (cell, piece) in board.cells.iter().zip(pieces) {
        match piece {
            Some(piece) => draw_piece(&mut svg, palette, cell.x, cell.y, *piece),
            None if board.numbered => {
                svg.text(cell.x, cell.y, 0.28, palette.ground, &cell.name);
            }
            None => {}
        }
    }
    for Label { text, x, y } in &board.labels {
        svg.text(*x, *y, 0.34, "#6b7280", text);
    }
    svg.finish()
}

/// Squares, with lines between them where all have one colour. Squares that are no cells, the
/// light ones of a draughts board, show the ground.
fn squares(svg: &mut Svg, board: &Board, palette: &Palette) {
    let right = board.cells.iter().map(|cell| cell.x).fold(0.0, f32::max);
    let bottom = board.cells.iter().map(|cell| cell.y).fold(0.0, f32::max);
    svg.rectangle(-0.58, -0.58, right + 1.16, bottom + 1.16, palette.line, "");
    svg.rectangle(-0.5, -0.5, right + 1.0, bottom + 1.0, palette.ground, "");
    let plain = palette.cell == palette.ground;
    let full = board.cells.len() as f32 >= (right + 1.0) * (bottom + 1.0);
    for cell in &board.cells {
        let dark = !full || (cell.x + cell.y) % 2.0 > 0.5;
        if plain {
            svg.rectangle(
                cell.x - 0.5,
                cell.y - 0.5,
                1.0,
                1.0,
                palette.cell,
                palette.line,
            );
        } else if dark {
            svg.rectangle(cell.x - 0.5, cell.y - 0.5, 1.0, 1.0, palette.cell, "");
        }
    }
}

/// A hexagonal plate with a dimple for every cell.
fn dimples(svg: &mut Svg, board: &Board, palette: &Palette) {
    let count = board.cells.len() as f32;
    let sum = board
        .cells
        .iter()
        .fold((0.0, 0.0), |(x, y), cell| (x + cell.x, y + cell.y));
    let (x, y) = (sum.0 / count, sum.1 / count);
    let reach = |cell: &ponder_core::Cell| (cell.x - x).hypot(cell.y - y);
    let radius = board.cells.iter().map(reach).fold(0.0, f32::max) + 0.62;
    let corners: Vec<_> = (0..6)
        .map(|k| (k as f32 * std::f32::consts::FRAC_PI_3).sin_cos())
        .map(|(sin, cos)| (x + radius * cos, y + radius * sin))
        .collect();
    svg.polygon(&corners, palette.ground, palette.line);
    for cell in &board.cells {
        svg.circle(cell.x, cell.y, 0.46, palette.cell, palette.line, 0.02);
    }
}

/// A plate with lines through the points.
fn crossings(svg: &mut Svg, board: &Board, palette: &Palette) {
    let right = board.cells.iter().map(|cell| cell.x).fold(0.0, f32::max);
    let bottom = board.cells.iter().map(|cell| cell.y).fold(0.0, f32::max);
    svg.rectangle(-0.58, -0.58, right + 1.16, bottom + 1.16, palette.line, "");
    svg.rectangle(
        -0.54,
        -0.54,
        right + 1.08,
        bottom + 1.08,
        palette.ground,
        "",
    );
    for cell in &board.cells {
        if cell.x < 0.5 {
            svg.line(0.0, cell.y, right, cell.y, palette.line);
        }
        if cell.y < 0.5 {
            svg.line(cell.x, 0.0, cell.x, bottom, palette.line);
        }
    }
}

/// A disc; a ring within it for a king, a shadow of discs and the count for a stack.
fn draw_piece(svg: &mut Svg, palette: &Palette, x: f32, y: f32, piece: Piece) {
    let owner = piece.owner.index();
    let (fill, contrast) = (palette.pieces[owner], palette.pieces[1 - owner]);
    let shown = piece.count.min(4);
    for layer in (0..shown).rev() {
        let shift = f32::from(layer) * 0.05;
        svg.circle(x + shift, y + shift, 0.4, fill, Palette::RIM, 0.03);
    }
    if piece.kind > 0 {
        svg.circle(x, y, 0.26, "none", contrast, 0.06);
    }
    if piece.count > 1 {
        svg.text(x, y, 0.36, contrast, &piece.count.to_string());
    }
}

/// The elements of the picture, with places in cells.
struct Svg(String);

impl Svg {
    fn new(left: f32, top: f32, right: f32, bottom: f32) -> Self {
        let (x, y) = (left * UNIT, top * UNIT);
        let (width, height) = ((right - left) * UNIT, (bottom - top) * UNIT);
        let mut svg = Self(String::new());
        svg.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x:.0} {y:.0} {width:.0} {height:.0}\" \
             width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"system-ui, sans-serif\">"
        ));
        svg
    }

    fn put(&mut self, element: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.0, "{element}");
    }

    fn rectangle(&mut self, x: f32, y: f32, width: f32, height: f32, fill: &str, stroke: &str) {
        let [x, y, width, height] = [x, y, width, height].map(|v| v * UNIT);
        let stroke = if stroke.is_empty() { "none" } else { stroke };
        self.put(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"1.5\"/>"
        ));
    }

    fn circle(&mut self, x: f32, y: f32, radius: f32, fill: &str, stroke: &str, width: f32) {
        let [x, y, radius, width] = [x, y, radius, width].map(|v| v * UNIT);
        self.put(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{fill}\" \
             stroke=\"{stroke}\" stroke-width=\"{width:.1}\"/>"
        ));
    }

    fn line(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, stroke: &str) {
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(|v| v * UNIT);
        self.put(format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" \
             stroke=\"{stroke}\" stroke-width=\"2\"/>"
        ));
    }

    fn polygon(&mut self, corners: &[(f32, f32)], fill: &str, stroke: &str) {
        let point = |(x, y): &(f32, f32)| format!("{:.1},{:.1}", x * UNIT, y * UNIT);
        let points: Vec<_> = corners.iter().map(point).collect();
        self.put(format_args!(
            "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"5\"/>",
            points.join(" ")
        ));
    }

    fn text(&mut self, x: f32, y: f32, size: f32, fill: &str, text: &str) {
        // The baseline lies about a third of a letter's size below its middle; not every viewer
        // knows how to centre by itself.
        let [x, y, size] = [x, y + 0.35 * size, size].map(|v| v * UNIT);
        self.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\" fill=\"{fill}\" \
             text-anchor=\"middle\">{text}</text>"
        ));
    }

    fn finish(mut self) -> String {
        self.0.push_str("</svg>\n");
        self.0
    }
}
