//! A sheet of figures: made once, then printed as text in columns, as CSV, or in a page.

use std::fmt::Write as _;

/// One figure.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// There is none.
    Nothing,
    /// Words.
    Text(String),
    /// A whole number.
    Count(u64),
    /// A number, and how many of its decimals a person wants to see.
    Number(f64, usize),
}

impl Cell {
    /// A number, if there is one.
    pub fn number(number: impl Into<Option<f64>>, decimals: usize) -> Self {
        let number = number.into();
        number.map_or(Self::Nothing, |number| Self::Number(number, decimals))
    }

    /// For people: thousands apart, few decimals.
    pub fn shown(&self) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Text(text) => text.clone(),
            Self::Count(count) => grouped(*count),
            Self::Number(number, decimals) => format!("{number:.decimals$}"),
        }
    }

    /// For programs: all there is.
    fn plain(&self) -> String {
        match self {
            Self::Count(count) => count.to_string(),
            Self::Number(number, _) => number.to_string(),
            // Game ids have commas in their options.
            Self::Text(text) if text.contains([',', '"', '\n', '\r']) => {
                format!("\"{}\"", text.replace('"', "\"\""))
            }
            _ => self.shown(),
        }
    }

    /// True for words, which stand at the left of a column.
    pub fn is_text(&self) -> bool {
        matches!(self, Self::Text(_))
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<u32> for Cell {
    fn from(count: u32) -> Self {
        Self::Count(count.into())
    }
}

impl From<usize> for Cell {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

impl From<bool> for Cell {
    fn from(truth: bool) -> Self {
        Self::Text(truth.to_string())
    }
}

impl<T: Into<Self>> From<Option<T>> for Cell {
    fn from(cell: Option<T>) -> Self {
        cell.map_or(Self::Nothing, Into::into)
    }
}

/// Columns with names, and rows of figures below them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    columns: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

impl Sheet {
    /// An empty sheet with these columns.
    pub fn new(columns: &[&str]) -> Self {
        Self {
            columns: columns.iter().map(|&name| name.to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row; what is missing of it at the end is empty.
    pub fn push(&mut self, mut row: Vec<Cell>) {
        row.resize(self.columns.len(), Cell::Nothing);
        self.rows.push(row);
    }

    /// The names of the columns.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The rows.
    pub fn rows(&self) -> &[Vec<Cell>] {
        &self.rows
    }

    /// True if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The same rows with some of the columns only, in the order of the names.
    #[must_use]
    pub fn only(&self, names: &[&str]) -> Self {
        let place = |name: &&str| self.columns.iter().position(|column| column == name);
        let places: Vec<_> = names.iter().filter_map(place).collect();
        Self {
            columns: places.iter().map(|&at| self.columns[at].clone()).collect(),
            rows: self
                .rows
                .iter()
                .map(|row| places.iter().map(|&at| row[at].clone()).collect())
                .collect(),
        }
    }

    /// Comma-separated values, with a line of names.
    pub fn csv(&self) -> String {
        let mut text = self.columns.join(",");
        text.push('\n');
        for row in &self.rows {
            let cells: Vec<_> = row.iter().map(Cell::plain).collect();
            let _ = writeln!(text, "{}", cells.join(","));
        }
        text
    }

    /// Lines of columns as wide as they must be, for a terminal.
    pub fn text(&self) -> String {
        let shown: Vec<Vec<_>> = self
            .rows
            .iter()
            .map(|row| row.iter().map(Cell::shown).collect())
            .collect();
        let left = |column: usize| self.rows.iter().any(|row| row[column].is_text());
        let width = |column: usize| {
            let cells = shown.iter().map(|row: &Vec<String>| &row[column]);
            let names = std::iter::once(&self.columns[column]);
            let widths = cells.chain(names).map(|cell| cell.chars().count());
            widths.max().unwrap_or(0)
        };
        let forms: Vec<_> = (0..self.columns.len())
            .map(|column| (left(column), width(column)))
            .collect();
        let mut text = String::new();
        for row in std::iter::once(&self.columns).chain(&shown) {
            let mut line = String::new();
            for (cell, &(left, width)) in row.iter().zip(&forms) {
                let _ = if left {
                    write!(line, "{cell:width$}  ")
                } else {
                    write!(line, "{cell:>width$}  ")
                };
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }
}

/// A whole number with its thousands apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet() -> Sheet {
        let mut sheet = Sheet::new(&["game", "nodes", "ratio"]);
        sheet.push(vec![
            "othello:size=6x6,score=\"a\"".into(),
            1_234_567_u64.into(),
            Cell::Number(0.987_654, 3),
        ]);
        sheet.push(vec!["go".into()]);
        sheet
    }

    #[test]
    fn programs_get_all_digits_and_people_a_few() {
        assert_eq!(
            sheet().csv(),
            "game,nodes,ratio\n\"othello:size=6x6,score=\"\"a\"\"\",1234567,0.987654\ngo,,\n"
        );
        assert_eq!(
            sheet().text(),
            "game                            nodes  ratio\n\
             othello:size=6x6,score=\"a\"  1,234,567  0.988\n\
             go\n"
        );
    }

    #[test]
    fn columns_are_chosen_by_name() {
        let few = sheet().only(&["ratio", "game", "nothing"]);
        assert_eq!(few.columns(), ["ratio", "game"]);
        assert_eq!(few.rows()[1], [Cell::Nothing, "go".into()]);
    }
}
