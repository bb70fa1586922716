//! What the person sees: the board with its marks, the panel beside it, the lines below.

use ponder_core::CellId;
use ponder_engine::LEVELS;
use ratatui::Frame;
use ratatui::layout::{Margin, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::{AROUND, FEW, Mode, PANEL, Question, Screen, WIDEST_PANEL};
use crate::layout::Layout;
use crate::paint::{self, Marks};
use crate::panel::{self, cut};

/// What stands before the field.
const ENTRY: &str = "move: ";

impl Screen {
    pub(super) fn draw(&mut self, frame: &mut Frame) {
        let area = frame.area();
        let Some((layout, beside)) = self.arrange(area) else {
            self.layout = None;
            return self.draw_too_small(frame);
        };
        self.draw_title(frame, Rect { height: 1, ..area });
        let marks = self.marks();
        paint::board(
            &self.look,
            &layout,
            &self.pieces,
            &marks,
            frame.buffer_mut(),
        );
        if let Some(beside) = beside {
            let lines = panel::lines(&self.table, &self.look, self.hint.as_deref(), beside);
            frame.render_widget(Paragraph::new(lines), beside);
        }
        let below = Rect::new(area.x, area.bottom() - 4, area.width, 4).inner(Margin::new(1, 0));
        self.draw_below(frame, below, beside.is_some());
        let block = layout.blocks[usize::from(self.cursor)];
        let middle = (
            block.x + (block.width - 1) / 2,
            block.y + (block.height - 1) / 2,
        );
        self.layout = Some(layout);
        match &self.mode {
            Mode::Typing(text) => {
                let (prompt, room) = (ENTRY.len(), usize::from(below.width));
                let column = (prompt + text.chars().count()).min(room.saturating_sub(1));
                frame.set_cursor_position((below.x + column as u16, below.y + 3));
            }
            // Screen readers follow the terminal's own cursor.
            Mode::Board => frame.set_cursor_position(middle),
            _ => self.draw_window(frame),
        }
    }

    /// The board as large as it gets, and the panel beside it if there is room.
    fn arrange(&self, area: Rect) -> Option<(Layout, Option<Rect>)> {
        let room = Rect::new(
            area.x,
            area.y + 1,
            area.width,
            area.height.checked_sub(AROUND)?,
        );
        let narrow = Rect {
            width: room.width.saturating_sub(PANEL + 4),
            ..room
        };
        let Some(sketch) = Layout::fit(&self.board, narrow, self.turned) else {
            let layout = Layout::fit(&self.board, room, self.turned)?;
            return Some((layout, None));
        };
        let board = sketch.whole.width;
        let panel = (room.width - board - 4).min(WIDEST_PANEL);
        let left = (room.width - board - panel - 2) / 2;
        let place = Rect {
            x: room.x + left,
            width: board,
            ..room
        };
        let layout = Layout::fit(&self.board, place, self.turned)?;
        let beside = Rect {
            x: place.right() + 3,
            width: panel - 1,
            ..room
        };
        Some((layout, Some(beside.inner(Margin::new(0, 1)))))
    }

    fn draw_too_small(&self, frame: &mut Frame) {
        let area = frame.area();
        let (width, height) = Layout::least(&self.board);
        let text = format!(
            "This window is too small for the board: it needs {} x {}, and has {} x {}. Make it \
             larger; q leaves.",
            width.max(30),
            height + AROUND,
            area.width,
            area.height
        );
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
    }

    fn draw_title(&self, frame: &mut Frame, area: Rect) {
        let style = Style::new().add_modifier(Modifier::REVERSED);
        let bold = style.add_modifier(Modifier::BOLD);
        let id = self.table.game.session.id();
        let named = if id.contains(':') {
            format!("   {id}")
        } else {
            String::new()
        };
        let text = format!("{}{named}", self.title);
        let line = Line::from(vec![
            Span::styled(" ponder ", bold),
            Span::styled(cut(&text, area.width.saturating_sub(8)), style),
        ]);
        frame.render_widget(Paragraph::new(line).style(style), area);
    }

    /// The state, what was said, and the keys or the field.
    fn draw_below(&self, frame: &mut Frame, area: Rect, beside: bool) {
        let line = |row: u16, height: u16| Rect {
            y: area.y + row,
            height,
            ..area
        };
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let mut state = vec![Span::styled(self.table.state(), bold)];
        if let Some(since) = self.table.thinking.since() {
            let waited = since.elapsed();
            let dots = ".".repeat(1 + (waited.as_millis() / 400 % 3) as usize);
            state.push(Span::raw(format!(
                ": thinking{dots} {} s",
                waited.as_secs()
            )));
        }
        if !self.walk.clicked().is_empty() {
            let names = self.walk.clicked().iter();
            let names: Vec<_> = names.map(|cell| self.name(*cell)).collect();
            state.push(Span::raw(format!(
                "  \u{2014}  {} \u{2026}",
                names.join(" ")
            )));
        }
        if !beside {
            let players = self.table.game.session.line();
            if let Some(last) = players.last() {
                state.push(Span::raw(format!("  last: {last}")));
            }
        }
        frame.render_widget(Paragraph::new(Line::from(state)), line(0, 1));
        let (message, refusal) = &self.message;
        let said = [message.as_str(), self.remark.as_str()].into_iter();
        let said: Vec<_> = said.filter(|text| !text.is_empty()).collect();
        let text = said.join(". ");
        let style = if *refusal {
            Style::new().fg(self.look.colours.letters(Color::LightRed))
        } else {
            Style::new()
        };
        let said = Paragraph::new(text).style(style).wrap(Wrap { trim: true });
        frame.render_widget(said, line(1, 2));
        let faint = Style::new().add_modifier(Modifier::DIM);
        let last = if let Mode::Typing(text) = &self.mode {
            let help = "   Enter plays, Esc leaves the field";
            Line::from(vec![
                Span::styled(ENTRY, bold),
                Span::raw(text.clone()),
                Span::styled(help, faint),
            ])
        } else {
            let game = &self.table.game;
            let doing = match self.walk.pass() {
                _ if game.unattended() && game.paused() => "p go on  u back  r again  ",
                _ if game.unattended() => "p pause  ",
                Some(_) => "arrows, Enter choose  t type  p pass  u undo  ",
                None => "arrows, Enter choose  t type  u undo  ",
            };
            let keys = format!("{doing}h hint  l level  n new  ? help  q leave");
            Line::styled(cut(&keys, area.width), faint)
        };
        frame.render_widget(Paragraph::new(last), line(3, 1));
    }

    /// A window over the board: a list, a question, a text.
    fn draw_window(&self, frame: &mut Frame) {
        let (title, text) = match &self.mode {
            Mode::Board | Mode::Typing(_) => return,
            Mode::Reading(title, text) => (*title, format!("{text}\n\nAny key goes back.")),
            Mode::Choosing(moves) => {
                let keys = (1..).map(|index| char::from_digit(index, 36).unwrap_or('?'));
                let lines = keys.zip(moves).map(|(key, play)| format!("{key}  {play}"));
                let lines: Vec<_> = lines.collect();
                (
                    "Which move?",
                    format!("{}\n\nEsc goes back.", lines.join("\n")),
                )
            }
            Mode::Levels(at) => {
                let lines = LEVELS.iter().enumerate().map(|(index, level)| {
                    let mark = if index == *at { '>' } else { ' ' };
                    format!("{mark} {}  {:10} {}", index + 1, level.title, level.about)
                });
                let lines: Vec<_> = lines.collect();
                (
                    "Play against",
                    format!("{}\n\nEnter chooses, Esc goes back.", lines.join("\n")),
                )
            }
            Mode::Asking(question) => {
                let question = match question {
                    Question::Resign => "Give this game up?",
                    Question::New => "Leave this game and begin a new one?",
                    Question::Leave if self.under_way() => {
                        "Leave? The moves are printed, so that you can go on later."
                    }
                    Question::Leave => "Leave?",
                };
                ("", format!("{question}\n\ny yes   n no"))
            }
        };
        let area = frame.area();
        let text = Text::from(text);
        let widest = area.width.saturating_sub(2);
        let width = (text.width() as u16 + 4)
            .clamp(24, widest.max(24))
            .min(area.width);
        let inside = usize::from(width.saturating_sub(4).max(1));
        let rows: usize = text
            .lines
            .iter()
            .map(|line| line.width().div_ceil(inside).max(1))
            .sum();
        let height = (rows as u16 + 2).min(area.height);
        let window = Rect::new(
            area.x + (area.width - width) / 2,
            area.y + (area.height - height) / 2,
            width,
            height,
        );
        let block = Block::bordered()
            .title(title)
            .padding(ratatui::widgets::Padding::horizontal(1));
        let paragraph = Paragraph::new(text).block(block).wrap(Wrap { trim: false });
        frame.render_widget(Clear, window);
        frame.render_widget(paragraph, window);
    }

    fn name(&self, cell: CellId) -> &str {
        &self.board.cells[usize::from(cell)].name
    }

    /// What is to be seen on the cells besides the pieces.
    fn marks(&self) -> Vec<Marks> {
        let mut marks = vec![Marks::default(); self.board.cells.len()];
        for cell in &self.last {
            marks[usize::from(*cell)].last = true;
        }
        for cell in &self.decisive {
            marks[usize::from(*cell)].decisive = true;
        }
        let next = self.walk.next();
        // Where most pieces can move, marking them all tells nothing.
        let telling = next.len() <= FEW || !self.walk.clicked().is_empty();
        for cell in next.into_iter().map(usize::from) {
            marks[cell].next = telling || self.pieces[cell].is_none();
        }
        for cell in self.walk.clicked() {
            marks[usize::from(*cell)].chosen = true;
        }
        let best = self
            .hint
            .as_ref()
            .and_then(|hint| self.walk.find(&hint.best));
        for cell in best
            .iter()
            .flat_map(|way| way.paths.iter().take(1).flatten())
        {
            marks[usize::from(*cell)].hint = true;
        }
        marks[usize::from(self.cursor)].cursor = true;
        if let Some(play) = self.walk.completed_by(self.cursor) {
            for effect in &play.effects {
                let sign = match effect.kind {
                    "flip" => '~',
                    "capture" | "eject" => 'x',
                    "push" => '>',
                    "explode" => '*',
                    _ => continue,
                };
                if let Some(cell) = self.board.find(&effect.cell) {
                    marks[usize::from(cell)].effect = Some(sign);
                }
            }
        }
        marks
    }
}
