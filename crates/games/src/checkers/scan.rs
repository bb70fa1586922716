//! A cursor over a text, for all the readers of this game.

use ponder_core::Fault;

/// What is left of a text, and how far it has been read.
#[derive(Clone, Copy)]
pub(super) struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// The byte offset of what comes next.
    pub(super) fn at(self) -> usize {
        self.at
    }

    pub(super) fn peek(self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The character just before.
    pub(super) fn last(self) -> Option<char> {
        self.text[..self.at].chars().next_back()
    }

    /// The text from byte `start` up to here.
    pub(super) fn since(self, start: usize) -> &'t str {
        &self.text[start..self.at]
    }

    /// Passes over the next character if it is one of `wanted`.
    pub(super) fn eat(&mut self, wanted: &[char]) -> bool {
        let found = self.peek().filter(|next| wanted.contains(next));
        self.at += found.map_or(0, char::len_utf8);
        found.is_some()
    }

    /// Passes over characters up to the first that is not `wanted`, and gives them.
    pub(super) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.find(|next| !wanted(next)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    pub(super) fn skip_blanks(&mut self) {
        self.take_while(char::is_whitespace);
    }

    pub(super) fn digits(&mut self) -> &'t str {
        self.take_while(|next| next.is_ascii_digit())
    }

    /// Reads the number of a square and gives its cell.
    pub(super) fn square(&mut self) -> Result<u8, Fault> {
        const HINT: &str = "squares are numbered 1 to 32";
        let start = self.at;
        let digits = self.digits();
        if digits.is_empty() {
            return Err(Fault::at(start, format!("{} is no square", self.describe())).hint(HINT));
        }
        match digits.parse() {
            Ok(number @ 1..=32) => Ok(number - 1),
            _ => Err(Fault::at(start, format!("there is no square {digits}")).hint(HINT)),
        }
    }

    /// What comes next, for messages.
    pub(super) fn describe(self) -> String {
        self.peek()
            .map_or("the end of the text".to_owned(), |next| {
                format!("\"{}\"", next.escape_debug())
            })
    }

    fn rest(self) -> &'t str {
        &self.text[self.at..]
    }
}
