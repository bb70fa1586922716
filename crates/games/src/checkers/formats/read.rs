//! Reading PDN: from words to games.
//!
//! Old programs wrote comments in parentheses, where others write variations, and some variations
//! hold moves that were never possible. What cannot be read as one is therefore no reason to refuse
//! a game: its words become a comment.

use ponder_core::{Fault, Notation, Outcome, Player, Record, Rules, Variation};

use super::Verdict;
use super::lexer::{Lexer, Token, meaningless};
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
    loop {
        let token = match lexer.next() {
            Ok(Some(token)) => token,
            Ok(None) => break,
            Err(fault) => {
                game.leave_out(&mut lexer, fault)?;
                continue;
            }
        };
        // A game ends with its result, or where the tags of the next one begin.
        let follows = match token {
            Token::Comment(_) | Token::Open { .. } | Token::Close { .. } => false,
            Token::Tag { .. } => game.stage != Stage::Tags,
            _ => game.stage == Stage::Over,
        };
        if follows && game.open.is_empty() {
            games.extend(std::mem::replace(&mut game, Draft::new(rules, first)).finish()?);
        }
        if let Err(fault) = game.add(&token, &lexer) {
            game.leave_out(&mut lexer, fault)?;
        }
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

/// Variations inside variations that are read; nobody writes so many.
const DEEPEST: usize = 32;

/// The longest text in parentheses that becomes a comment.
const LONGEST_ASIDE: usize = 1000;

/// Where a line has come to, and where it was a move ago: there its variations depart.
#[derive(Clone, Copy)]
struct Tip {
    pos: Position,
    before: Position,
}

/// A variation that is being read.
struct Open {
    /// Where its `(` stands.
    at: usize,
    /// Its number in the record.
    number: usize,
    tip: Tip,
}

/// A game that is being read.
struct Draft<'r, 't> {
    rules: &'r Checkers,
    first: Player,
    record: Record<Checkers>,
    tip: Tip,
    /// The variations whose `)` has not come yet, each inside the one before it.
    open: Vec<Open>,
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
            tip: Tip {
                pos: start,
                before: start,
            },
            open: Vec::new(),
            stage: Stage::Tags,
            loose: None,
            stated: None,
        }
    }

    fn add(&mut self, token: &Token<'t>, lexer: &Lexer<'t>) -> Result<(), Fault> {
        let aside = !self.open.is_empty();
        match *token {
            Token::Tag { at, .. } if aside => return Err(meaningless(at, "a tag")),
            Token::Tag { name, value, at } => self.tag(name, value, at)?,
            Token::Comment(text) => self.comment(text),
            Token::Move { text, at } => self.play(text, at)?,
            Token::Open { at } => self.open(at)?,
            Token::Close { at } => self.close(at, lexer)?,
            // Numbers and results inside a variation tell nothing new.
            _ if aside => {}
            Token::MoveNumber => self.stage = Stage::Moves,
            Token::BareNumber { number, at } => {
                self.stage = Stage::Moves;
                self.loose = Some((at, number));
            }
            Token::Result(verdict) => {
                self.stage = Stage::Over;
                self.stated = Some(verdict);
            }
        }
        Ok(())
    }

    fn play(&mut self, text: &str, at: usize) -> Result<(), Fault> {
        let tip = self.open.last().map_or(self.tip, |open| open.tip);
        let m = self.rules.read_move(&tip.pos, text);
        let m = m.map_err(|fault| fault.shifted(at))?;
        let further = Tip {
            pos: self.rules.play(&tip.pos, m),
            before: tip.pos,
        };
        if let Some(open) = self.open.last_mut() {
            open.tip = further;
            self.record.variations[open.number].moves.push(m);
        } else {
            self.stage = Stage::Moves;
            self.loose = None;
            self.tip = further;
            self.record.moves.push(m);
        }
        Ok(())
    }

    /// Begins a variation: what could have been played instead of the last move.
    fn open(&mut self, at: usize) -> Result<(), Fault> {
        let (of, tip, made) = match self.open.last() {
            Some(line) => {
                let made = self.record.variations[line.number].moves.len();
                (Some(line.number), line.tip, made)
            }
            None => (None, self.tip, self.record.moves.len()),
        };
        self.open.push(Open {
            at,
            number: self.record.variations.len(),
            tip: Tip {
                pos: tip.before,
                before: tip.before,
            },
        });
        self.record.variations.push(Variation {
            of,
            after: made.saturating_sub(1),
            moves: Vec::new(),
            comments: Vec::new(),
        });
        if made == 0 || self.open.len() > DEEPEST {
            return Err(meaningless(at, "a variation"));
        }
        Ok(())
    }

    fn close(&mut self, at: usize, lexer: &Lexer<'t>) -> Result<(), Fault> {
        let Some(open) = self.open.pop() else {
            return Err(meaningless(at, "\")\""));
        };
        if self.record.variations[open.number].moves.is_empty() {
            self.aside(&open, lexer.since(open.at));
        }
        Ok(())
    }

    /// What is in parentheses is no variation: the rest of it is passed over. Outside of any the
    /// fault stands.
    fn leave_out(&mut self, lexer: &mut Lexer<'t>, fault: Fault) -> Result<(), Fault> {
        let outermost = self.open.first().map_or(0, |open| open.at);
        let Some(open) = self.open.pop() else {
            return Err(fault);
        };
        if !lexer.skip_variation()? {
            return Err(unclosed(outermost));
        }
        self.aside(&open, lexer.since(open.at));
        Ok(())
    }

    /// Keeps the words of something in parentheses that is no variation.
    fn aside(&mut self, open: &Open, text: &str) {
        self.record.variations.truncate(open.number);
        let words = text.trim_matches(['(', ')']);
        if words.len() > LONGEST_ASIDE {
            self.comment("a long variation that could not be read was left out");
        } else {
            self.comment(words);
        }
    }

    fn tag(&mut self, name: &str, value: &str, at: usize) -> Result<(), Fault> {
        if name.eq_ignore_ascii_case("FEN") {
            let start = fen::read(value).map_err(|fault| fault.shifted(at))?;
            self.tip = Tip {
                pos: start,
                before: start,
            };
            self.record.start = start;
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
        if text.is_empty() {
            return;
        }
        if let Some(open) = self.open.last() {
            let line = &mut self.record.variations[open.number];
            line.comments.push((line.moves.len(), text));
        } else {
            self.record.comments.push((self.record.moves.len(), text));
        }
    }

    /// The finished record; none if there was nothing but comments.
    fn finish(mut self) -> Result<Option<Record<Checkers>>, Fault> {
        if let Some(open) = self.open.first() {
            return Err(unclosed(open.at));
        }
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

fn unclosed(at: usize) -> Fault {
    Fault::at(at, "the variation is not closed by )").hint("every ( needs its )")
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
