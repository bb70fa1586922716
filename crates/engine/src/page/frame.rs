//! One page of HTML that is whole by itself: the frame of every report, and the parts of most.

use std::fmt::Write as _;

use super::plot::{self, Plot};
use super::sheet::{Cell, Sheet};

/// What all pages look like, by day and by night.
const STYLE: &str = "
:root { color-scheme: light dark; --ink: #1c1f23; --paper: #fbfaf8; --line: #d8d4cc; --soft: #6b6f76; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e4df; --paper: #17191c; --line: #363a40; --soft: #9a9ea6; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: 0; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
p.about, td.soft, .note { color: var(--soft); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th { font-weight: 600; } th.name, td.name { text-align: left; white-space: normal; }
";

/// A whole page: `generator` says which command made it, `style` is what it needs beside the common
/// look, and `body` is what stands below its title.
pub fn frame(generator: &str, title: &str, style: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{generator}\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>{STYLE}{style}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         {body}</body>\n</html>\n"
    )
}

/// Text that is nothing but text in a page.
pub fn escape(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            _ if letter.is_control() => safe.push('\u{fffd}'),
            _ => safe.push(letter),
        }
    }
    safe
}

/// The report of an experiment, part by part. All text is taken as text.
pub struct Page {
    title: String,
    body: String,
}

impl Page {
    const GENERATOR: &'static str = "<meta name=\"generator\" content=\"ponder lab\">";

    /// A page with a title and a line about what was done.
    pub fn new(title: &str, about: &str) -> Self {
        let mut page = Self {
            title: title.to_owned(),
            body: String::new(),
        };
        page.element("p", " class=\"about\"", about);
        page
    }

    fn element(&mut self, name: &str, attributes: &str, text: &str) {
        let text = escape(text);
        let _ = writeln!(self.body, "<{name}{attributes}>{text}</{name}>");
    }

    /// Begins a section.
    pub fn heading(&mut self, text: &str) {
        self.element("h2", "", text);
    }

    /// A paragraph.
    pub fn text(&mut self, text: &str) {
        self.element("p", "", text);
    }

    /// A paragraph in a lower voice.
    pub fn note(&mut self, text: &str) {
        self.element("p", " class=\"note\"", text);
    }

    /// A sheet of figures.
    pub fn sheet(&mut self, sheet: &Sheet) {
        let words = |column: usize| sheet.rows().iter().any(|row| row[column].is_text());
        let class = |column| if words(column) { " class=\"name\"" } else { "" };
        let classes: Vec<_> = (0..sheet.columns().len()).map(class).collect();
        let line = |tag: &str, cells: Vec<String>| {
            let mut line = String::from("<tr>");
            for (cell, class) in cells.iter().zip(&classes) {
                let _ = write!(line, "<{tag}{class}>{}</{tag}>", escape(cell));
            }
            line + "</tr>\n"
        };
        self.body.push_str("<div class=\"scroll\"><table>\n");
        self.body.push_str(&line("th", sheet.columns().to_vec()));
        for row in sheet.rows() {
            let cells = row.iter().map(Cell::shown).collect();
            self.body.push_str(&line("td", cells));
        }
        self.body.push_str("</table></div>\n");
    }

    /// The same, hidden behind a line until somebody wants to see it.
    pub fn folded(&mut self, summary: &str, sheet: &Sheet) {
        let summary = escape(summary);
        let _ = writeln!(self.body, "<details><summary>{summary}</summary>");
        self.sheet(sheet);
        self.body.push_str("</details>\n");
    }

    /// Plots of the same series side by side, with one legend and a caption.
    pub fn plots(&mut self, caption: &str, plots: &[Plot]) {
        let _ = writeln!(
            self.body,
            "<figure>\n{}<div class=\"plots\">",
            plot::legend(plots)
        );
        for plot in plots {
            self.body.push_str(&plot.svg(&plot::names(plots)));
        }
        self.body.push_str("</div>\n");
        self.element("figcaption", "", caption);
        self.body.push_str("</figure>\n");
    }

    /// The whole page.
    pub fn finish(self) -> String {
        frame(Self::GENERATOR, &self.title, plot::STYLE, &self.body)
    }
}
