//! A place in a text of words, numbers and brackets, as Python and JSON write them.
//!
//! White space is skipped everywhere. Nothing here recurs: the deepest text the game knows has
//! three levels of brackets, each read by a function of its own.

use std::ops::RangeInclusive;

use ponder_core::Fault;

#[derive(Clone)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) const fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// The place of the next character.
    pub(super) fn at(&mut self) -> usize {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.at
    }

    /// The next character, if the text does not end here.
    pub(super) fn peek(&mut self) -> Option<char> {
        let at = self.at();
        self.text[at..].chars().next()
    }

    /// Takes the next character if it is `wanted`.
    pub(super) fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    /// Takes a character that must be there.
    pub(super) fn expect(&mut self, wanted: char) -> Result<(), Fault> {
        if self.take(wanted) {
            return Ok(());
        }
        Err(self.unexpected(&wanted.to_string()))
    }

    /// Nothing may follow.
    pub(super) fn expect_end(&mut self) -> Result<(), Fault> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.unexpected("nothing more")),
        }
    }

    /// Takes an opening bracket and returns the one that closes it.
    pub(super) fn open(&mut self) -> Result<char, Fault> {
        if self.take('[') {
            Ok(']')
        } else if self.take('(') {
            Ok(')')
        } else {
            Err(self.unexpected("[ or ("))
        }
    }

    /// Reads a list in brackets item by item; a comma may follow the last one, as in Python.
    pub(super) fn list(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let end = self.open()?;
        while !self.take(end) {
            item(self)?;
            if !self.take(',') && self.peek() != Some(end) {
                return Err(self.unexpected(&format!(", or {end}")));
            }
        }
        Ok(())
    }

    /// A word, perhaps an empty one, and its place.
    pub(super) fn word(&mut self) -> (usize, &'t str) {
        let at = self.at();
        (at, self.take_while(|c| c.is_ascii_alphabetic()))
    }

    /// A word in either kind of quotes, and its place.
    pub(super) fn quoted(&mut self) -> Result<(usize, &'t str), Fault> {
        let Some(quote @ ('"' | '\'')) = self.peek() else {
            return Err(self.unexpected("a word in quotes"));
        };
        self.expect(quote)?;
        let word = self.word();
        self.expect(quote)?;
        Ok(word)
    }

    /// A number in `range`; `what` it is goes into the fault.
    pub(super) fn number(&mut self, range: RangeInclusive<u8>, what: &str) -> Result<u8, Fault> {
        let expected = format!("a {what} from {} to {}", range.start(), range.end());
        let at = self.at();
        let digits = self.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Err(self.unexpected(&expected));
        }
        let number = digits.parse().ok().filter(|n| range.contains(n));
        number.ok_or_else(|| {
            Fault::at(at, format!("{digits} is no {what}")).hint(format!("expected {expected}"))
        })
    }

    /// The fault of standing before something that was not expected.
    pub(super) fn unexpected(&mut self, expected: &str) -> Fault {
        let what = match self.peek() {
            Some(found) => format!("\"{found}\" is out of place"),
            None => "the text ends too early".to_owned(),
        };
        Fault::at(self.at, what).hint(format!("expected {expected}"))
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        let rest = &self.text[self.at..];
        let end = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }
}
