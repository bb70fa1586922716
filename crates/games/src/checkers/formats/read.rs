//! Reading PDN: from words to games.

use ponder_core::{Fault, Notation, Outcome, Player, Record, Rules};

use super::Verdict;
use super::lexer::{Lexer, Token};
use crate::checkers::{Checkers, Position, fen};

/// Reads all games of a text; `first` is the player whose win is written `1-0`.
pub(super) fn games(
    rules: &Checkers,
    text: &str,
    first: Player,
) -> Result<Vec<Record<Checkers>>, Fault> {
    let mut lexer = Lexer::new(text);
    let mut games = Vec::new();
    let mut game = Draft::new(rules, first);
    while let Some(token) = lexer.next()? {
        // A game ends with its result, or where the tags of the next one begin.
        let follows = match token {
            Token::Tag { .. } => game.stage != Stage::Tags,
            Token::Comment(_) => false,
            _ => game.stage == Stage::Over,
        };
        if follows {
            games.extend(std::mem::replace(&mut game, Draft::new(rules, first)).finish()?);
        }
        game.add(&token)?;
    }
    games.extend(game.finish()?);
    Ok(games)
}

/// The parts of a game in the order of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Tags,
    Moves,
    Over,
}

/// A game that is being read.
struct Draft<'r, 't> {
    rules: &'r Checkers,
    first: Player,
    record: Record<Checkers>,
    pos: Position,
    stage: Stage,
    /// A number that may turn out to be half a move.
    loose: Option<(usize, &'t str)>,
    stated: Option<Verdict>,
}

impl<'r, 't> Draft<'r, 't> {
    fn new(rules: &'r Checkers, first: Player) -> Self {
        let start = rules.start();
        Self {
            rules,
            first,
            record: Record::at(start),
            pos: start,
            stage: Stage::Tags,
            loose: None,
            stated: None,
        }
    }

    fn add(&mut self, token: &Token<'t>) -> Result<(), Fault> {
        match *token {
            Token::Tag { name, value, at } => self.tag(name, value, at)?,
            Token::Comment(text) => self.comment(text),
            Token::MoveNumber => self.stage = Stage::Moves,
            Token::BareNumber { number, at } => {
                self.stage = Stage::Moves;
                self.loose = Some((at, number));
            }
            Token::Move { text, at } => {
                self.stage = Stage::Moves;
                self.loose = None;
                let m = self.rules.read_move(&self.pos, text);
                let m = m.map_err(|fault| fault.shifted(at))?;
                self.pos = self.rules.play(&self.pos, m);
                self.record.moves.push(m);
            }
            Token::Result(verdict) => {
                self.stage = Stage::Over;
                self.stated = Some(verdict);
            }
        }
        Ok(())
    }

    fn tag(&mut self, name: &str, value: &str, at: usize) -> Result<(), Fault> {
        if name.eq_ignore_ascii_case("FEN") {
            self.pos = fen::read(value).map_err(|fault| fault.shifted(at))?;
            self.record.start = self.pos;
        } else if name.eq_ignore_ascii_case("GameType") {
            let digits = value.split(|next: char| !next.is_ascii_digit()).next();
            if digits.is_some_and(|digits| !["", "21"].contains(&digits)) {
                let what = format!("game type {value} is not English draughts");
                return Err(Fault::at(at, what).hint("its number is 21"));
            }
        }
        self.record.tags.push((name.to_owned(), unescape(value)));
        Ok(())
    }

    fn comment(&mut self, text: &str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            self.record.comments.push((self.record.moves.len(), text));
        }
    }

    /// The finished record; none if there was nothing but comments.
    fn finish(mut self) -> Result<Option<Record<Checkers>>, Fault> {
        if self.stage == Stage::Tags && self.record.tags.is_empty() {
            return Ok(None);
        }
        let ply = self.record.moves.len() + self.rules.turn(&self.record.start).index();
        let next = (ply / 2 + 1).to_string();
        if let Some((at, number)) = self.loose.filter(|(_, number)| *number != next) {
            let what = format!("{number} is neither a move nor the number of one");
            return Err(Fault::at(at, what).hint("a move is written 11-15, a capture 26x17x10"));
        }
        self.settle();
        Ok(Some(self.record))
    }

    /// Decides between the result at the end of the moves and the one in the tags. The former
    /// counts; if the other one contradicts it, a comment says so.
    fn settle(&mut self) {
        let tag = self
            .record
            .tags
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case("Result"));
        let tagged = tag.and_then(|(_, value)| Verdict::parse(value));
        let [stated, tagged] = [self.stated, tagged]
            .map(|verdict| verdict.filter(|verdict| *verdict != Verdict::Open));
        if let (Some(stated), Some(tagged)) = (stated, tagged)
            && stated != tagged
        {
            let note = format!("the Result tag says {}", tagged.text());
            self.comment(&note);
        }
        let reason = "as the record says";
        self.record.result = stated.or(tagged).and_then(|verdict| match verdict {
            Verdict::Won => Some(Outcome::win(self.first, reason)),
            Verdict::Lost => Some(Outcome::win(self.first.other(), reason)),
            Verdict::Drawn => Some(Outcome::draw(reason)),
            Verdict::Open => None,
        });
    }
}

/// A tag's value without the backslashes before quotes and backslashes.
fn unescape(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = letter == '\\' && matches!(letters.peek(), Some('"' | '\\'));
        out.push(if escaped {
            letters.next().unwrap_or(letter)
        } else {
            letter
        });
    }
    out
}
