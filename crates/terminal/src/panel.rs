//! What stands beside the board: who plays, what they have, the moves, and the hint.

use std::time::Duration;

use ponder_engine::{AnalysisView, TallyView};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

use crate::paint::{self, Look};
use crate::table::Table;

/// The lines of the panel, fitted to an area.
pub(crate) fn lines(
    table: &Table,
    look: &Look,
    hint: Option<&AnalysisView>,
    area: Rect,
) -> Vec<Line<'static>> {
    let mut lines = players(table, look);
    lines.extend(tallies(table));
    lines.push(Line::default());
    let advice = hint.map_or(Vec::new(), |hint| advice(table, look, hint, area.width));
    let room = usize::from(area.height)
        .saturating_sub(lines.len() + 1)
        .saturating_sub(advice.len());
    let moves = moves(table, area.width);
    let hidden = moves.len().saturating_sub(room);
    lines.push(heading(
        look,
        if hidden > 0 {
            "Moves (the last ones)"
        } else {
            "Moves"
        },
    ));
    lines.extend(moves.into_iter().skip(hidden));
    lines.extend(advice);
    lines
}

fn heading(look: &Look, text: &str) -> Line<'static> {
    let colour = look.colours.letters(Color::Cyan);
    let style = Style::new().fg(colour).add_modifier(Modifier::BOLD);
    Line::from(Span::styled(text.to_owned(), style))
}

/// Who plays, with clocks, and a sign at whose turn it is.
fn players(table: &Table, look: &Look) -> Vec<Line<'static>> {
    let game = &table.game;
    let names = table.names();
    (0..2)
        .map(|side| {
            let turn = game.goes_on() && game.session.turn() == side;
            let (disc, style) = paint::token(look, side);
            let mut spans = vec![
                Span::raw(if turn { "\u{25b8} " } else { "  " }),
                Span::styled(disc, style),
                Span::raw(format!(" {}", look.players[side])),
            ];
            if turn {
                let bold = Style::new().add_modifier(Modifier::BOLD);
                spans = spans
                    .into_iter()
                    .map(|span| span.patch_style(bold))
                    .collect();
            }
            let faint = Style::new().add_modifier(Modifier::DIM);
            spans.push(Span::styled(format!("  {}", names[side]), faint));
            if let Some(left) = game.time_left(side) {
                spans.push(Span::raw(format!("  {}", clock(left))));
            }
            Line::from(spans)
        })
        .collect()
}

/// What the players have.
fn tallies(table: &Table) -> Vec<Line<'static>> {
    let tallies = table.game.session.tally().into_iter();
    let line = |tally: TallyView| {
        let [first, second] = tally.values;
        Line::raw(format!("  {} {first} \u{2013} {second}", tally.label))
    };
    tallies.map(line).collect()
}

/// A clock's face: minutes and seconds, with tenths when it gets short.
fn clock(left: Duration) -> String {
    let seconds = left.as_secs();
    if seconds < 20 {
        format!("{:.1}", left.as_secs_f64())
    } else {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}

/// The moves, both players' in a line.
fn moves(table: &Table, width: u16) -> Vec<Line<'static>> {
    let line = table.game.session.line();
    if line.is_empty() {
        let faint = Style::new().add_modifier(Modifier::DIM);
        return vec![Line::styled("none yet", faint)];
    }
    let first = (table.game.session.turn() + line.len()) % 2;
    let mut cells = vec!["...".to_owned(); first];
    cells.extend(line);
    let widest = cells.iter().map(String::len).max().unwrap_or(0);
    let digits = cells.len().div_ceil(2).to_string().len();
    let row = |(index, pair): (usize, &[String])| {
        let number = index + 1;
        let last = 2 * index + pair.len() == cells.len();
        let words: Vec<_> = pair.iter().map(|word| format!("{word:widest$}")).collect();
        let style = if last {
            Style::new().add_modifier(Modifier::BOLD)
        } else {
            Style::new()
        };
        let text = format!("{number:>digits$}. {}", words.join("  "));
        Line::styled(cut(&text, width), style)
    };
    cells.chunks(2).enumerate().map(row).collect()
}

/// The hint: what the best moves are worth, and what they lead to.
fn advice(table: &Table, look: &Look, hint: &AnalysisView, width: u16) -> Vec<Line<'static>> {
    let turn = table.game.turn();
    let under_way = if table.thinking.hinting() {
        " \u{2026}"
    } else {
        ""
    };
    let title = format!("Hint for {turn}, depth {}{under_way}", hint.depth);
    let lines = hint.lines.iter().map(|line| {
        let text = format!("{:>7}  {}", line.score, line.pv.join(" "));
        Line::raw(cut(&text, width))
    });
    [Line::default(), heading(look, &title)]
        .into_iter()
        .chain(lines)
        .collect()
}

/// A text that is no wider than `width`; what is cut off leaves a mark.
pub(crate) fn cut(text: &str, width: u16) -> String {
    let width = usize::from(width);
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept = text.chars().take(width.saturating_sub(1));
    kept.chain(['\u{2026}']).collect()
}
