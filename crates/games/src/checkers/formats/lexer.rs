//! The words of a PDN text: tags, comments, moves, variations, results. What means nothing for the
//! game (numeric annotations, strength marks, escaped lines) ends here.

use ponder_core::Fault;

use super::Verdict;
use crate::checkers::notation::{SEPARATORS, without_blanks};
use crate::checkers::scan::Scanner;

/// A word of a PDN text, with its byte offset where a message may need it.
#[derive(Debug, PartialEq)]
pub(super) enum Token<'t> {
    /// `[Name "value"]`; the value as it stands between its quotes, and where it begins.
    Tag {
        name: &'t str,
        value: &'t str,
        at: usize,
    },
    /// The text of a comment.
    Comment(&'t str),
    /// A number with full stops behind it.
    MoveNumber,
    /// A number that stands alone: a move number without its full stop, or half a move.
    BareNumber { number: &'t str, at: usize },
    /// Squares with separators between them, blanks and all.
    Move { text: &'t str, at: usize },
    /// `(`: a variation begins, or a comment in parentheses as old programs wrote them.
    Open { at: usize },
    /// `)`
    Close { at: usize },
    /// The end of a game.
    Result(Verdict),
}

pub(super) struct Lexer<'t> {
    scanner: Scanner<'t>,
}

/// Marks of a move's strength. The star is one only if it is glued to a move.
const MARKS: [char; 3] = ['!', '?', '*'];

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let mut scanner = Scanner::new(text);
        scanner.eat(&['\u{feff}']);
        Self { scanner }
    }

    /// The next word, or `None` at the end of the text.
    pub(super) fn next(&mut self) -> Result<Option<Token<'t>>, Fault> {
        loop {
            self.scanner.skip_blanks();
            let at = self.scanner.at();
            let Some(next) = self.scanner.peek() else {
                return Ok(None);
            };
            match next {
                '[' => return self.tag().map(Some),
                '{' | ';' => return self.comment().map(|text| Some(Token::Comment(text))),
                '(' => {
                    self.scanner.eat(&['(']);
                    return Ok(Some(Token::Open { at }));
                }
                ')' => {
                    self.scanner.eat(&[')']);
                    return Ok(Some(Token::Close { at }));
                }
                '0'..='9' => return self.squares().map(Some),
                '*' if !self.follows_move() => {
                    self.scanner.eat(&['*']);
                    return Ok(Some(Token::Result(Verdict::Open)));
                }
                '.' | '!' | '?' | '*' => {
                    self.scanner.eat(&[next]);
                }
                '$' => {
                    self.scanner.eat(&['$']);
                    self.scanner.digits();
                }
                '%' if matches!(self.scanner.last(), None | Some('\n')) => self.skip_line(),
                _ => return Err(meaningless(at, &self.scanner.describe())),
            }
        }
    }

    /// True just behind a move or one of its marks.
    fn follows_move(&self) -> bool {
        let last = self.scanner.last();
        last.is_some_and(|last| last.is_ascii_digit() || MARKS.contains(&last))
    }

    fn skip_line(&mut self) {
        self.scanner.take_while(|next| next != '\n');
    }

    /// `[Name "value"]`, blanks allowed; `\"` and `\\` do not end the value.
    fn tag(&mut self) -> Result<Token<'t>, Fault> {
        let start = self.scanner.at();
        let broken =
            |at, what: &str| Err(Fault::at(at, what).hint("a tag is written [Event \"Match\"]"));
        self.scanner.eat(&['[']);
        self.scanner.skip_blanks();
        let name = self.scanner.take_while(is_tag_letter);
        if name.is_empty() {
            return broken(self.scanner.at(), "the tag has no name");
        }
        self.scanner.skip_blanks();
        if !self.scanner.eat(&['"']) {
            return broken(self.scanner.at(), "the value of the tag is not in quotes");
        }
        let at = self.scanner.at();
        let value = loop {
            self.scanner
                .take_while(|next| !['"', '\\', '\n'].contains(&next));
            let value = self.scanner.since(at);
            if self.scanner.eat(&['"']) {
                break value;
            }
            if !self.scanner.eat(&['\\']) {
                return broken(start, "the value of the tag has no closing quote");
            }
            self.scanner.eat(&['"', '\\']);
        };
        self.scanner.skip_blanks();
        if !self.scanner.eat(&[']']) {
            return broken(self.scanner.at(), "the tag is not closed by ]");
        }
        Ok(Token::Tag { name, value, at })
    }

    /// `{...}`, or from `;` to the end of the line. One that does not end is not passed over.
    fn comment(&mut self) -> Result<&'t str, Fault> {
        let begin = self.scanner;
        let at = begin.at();
        if self.scanner.eat(&[';']) {
            return Ok(self.scanner.take_while(|next| next != '\n'));
        }
        self.scanner.eat(&['{']);
        let text = self.scanner.take_while(|next| next != '}');
        if self.scanner.eat(&['}']) {
            Ok(text)
        } else {
            self.scanner = begin;
            Err(Fault::at(at, "the comment is not closed by }")
                .hint("a comment in braces ends with }"))
        }
    }

    /// Passes over the rest of a variation, those inside it included, and its `)`; false if there
    /// is none. Depth is a number here, so no text can exhaust the stack.
    pub(super) fn skip_variation(&mut self) -> Result<bool, Fault> {
        let mut depth = 1_usize;
        loop {
            self.scanner
                .take_while(|next| !['(', ')', '{', ';'].contains(&next));
            if self.scanner.eat(&['(']) {
                depth += 1;
            } else if self.scanner.eat(&[')']) {
                depth -= 1;
                if depth == 0 {
                    return Ok(true);
                }
            } else if self.scanner.peek().is_some() {
                self.comment()?;
            } else {
                return Ok(false);
            }
        }
    }

    /// The text from byte `start` up to where the next word begins.
    pub(super) fn since(&self, start: usize) -> &'t str {
        self.scanner.since(start)
    }

    /// What begins with a digit: a move, a result, or a move number.
    fn squares(&mut self) -> Result<Token<'t>, Fault> {
        let at = self.scanner.at();
        let number = self.scanner.digits();
        if self.scanner.peek() == Some('/') {
            return self.half_points(at);
        }
        while let Some(next) = self.after_separator()? {
            self.scanner = next;
            self.scanner.digits();
        }
        let text = self.scanner.since(at);
        if text == number {
            let mut ahead = self.scanner;
            ahead.skip_blanks();
            if ahead.eat(&['.']) {
                self.scanner = ahead;
                return Ok(Token::MoveNumber);
            }
            return Ok(Token::BareNumber { number, at });
        }
        let verdict = Verdict::parse(&without_blanks(text));
        Ok(verdict.map_or(Token::Move { text, at }, Token::Result))
    }

    /// The place of the next square of a move, if a separator comes first. Blanks and line breaks
    /// on either side of it occur in files.
    fn after_separator(&self) -> Result<Option<Scanner<'t>>, Fault> {
        let mut ahead = self.scanner;
        ahead.skip_blanks();
        if !ahead.eat(&SEPARATORS) {
            return Ok(None);
        }
        ahead.skip_blanks();
        if ahead.peek().is_some_and(|next| next.is_ascii_digit()) {
            return Ok(Some(ahead));
        }
        let what = format!("expected a square, found {}", ahead.describe());
        Err(Fault::at(ahead.at(), what).hint("the move is cut short"))
    }

    /// `1/2-1/2`, or half of it; blanks allowed.
    fn half_points(&mut self, at: usize) -> Result<Token<'t>, Fault> {
        let part = |next: char| next.is_ascii_digit() || next == '/';
        self.scanner.take_while(part);
        let mut ahead = self.scanner;
        ahead.skip_blanks();
        if ahead.eat(&['-']) {
            ahead.skip_blanks();
            ahead.take_while(part);
            self.scanner = ahead;
        }
        let text = self.scanner.since(at);
        let verdict = Verdict::parse(&without_blanks(text));
        verdict.map(Token::Result).ok_or_else(|| {
            Fault::at(at, format!("\"{text}\" is no result")).hint("a draw is written 1/2-1/2")
        })
    }
}

/// Something stands where it has no meaning.
pub(super) fn meaningless(at: usize, what: &str) -> Fault {
    Fault::at(at, format!("{what} means nothing here"))
        .hint("expected a move, a tag, a comment or a result")
}

pub(super) fn is_tag_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}
