//! How a game is written: canonical moves and positions, and formats by name.
//!
//! Every text has one parser, used by the command line, the protocols, the browser and the
//! fuzzers alike. Parsers are total: any bytes give a value or a [`Fault`], never a panic.

use crate::text::{lines, read_rows, side_letter, words, write_rows};
use crate::{Fault, History, MoveList, Outcome, Rules, Show};

/// The texts of a game.
pub trait Notation: Show {
    /// The canonical text of a legal move: no blanks, commas or quotes.
    fn write_move(&self, pos: &Self::Pos, m: Self::Move) -> String;

    /// Reads a move in canonical text, in any case, and checks that it is legal.
    fn read_move(&self, pos: &Self::Pos, text: &str) -> Result<Self::Move, Fault> {
        let mut list = MoveList::<Self>::new();
        self.all_moves(pos, &mut list);
        let found = list
            .iter()
            .find(|m| self.write_move(pos, **m).eq_ignore_ascii_case(text));
        found.copied().ok_or_else(|| refuse_move(self, pos, text))
    }

    /// The canonical text of a position.
    fn write_position(&self, pos: &Self::Pos) -> String {
        format!("{} {}", write_rows(self, pos), side_letter(self, pos))
    }

    /// Reads a position in canonical text.
    fn read_position(&self, text: &str) -> Result<Self::Pos, Fault> {
        let rows = read_rows(self, text)?;
        if let Some(&(at, word)) = rows.rest.first() {
            return Err(
                Fault::at(at, format!("\"{word}\" follows the side to move"))
                    .hint("a position is its rows and the side to move"),
            );
        }
        // What is wrong with the board as a whole is wrong where the board stands.
        let place = |fault: Fault| match fault.at {
            None => fault.shifted(text.len() - text.trim_start().len()),
            Some(_) => fault,
        };
        self.assemble(&rows.pieces, rows.turn).map_err(place)
    }

    /// The formats of the game's own world, beside the canonical ones.
    fn formats(&self) -> Vec<Format<Self>> {
        Vec::new()
    }

    /// The format in which people who play the game keep their games.
    fn own_format(&self) -> &'static str {
        "game"
    }

    /// All formats: the canonical ones first.
    fn all_formats(&self) -> Vec<Format<Self>> {
        let mut formats = vec![
            Format {
                name: "position",
                about: "canonical positions, one a line",
                holds: Holds::Positions,
                read: read_positions,
                write: write_positions,
            },
            Format {
                name: "game",
                about: "canonical games, one a line: startpos or a position, the word moves, moves",
                holds: Holds::Games,
                read: read_games,
                write: write_games,
            },
        ];
        formats.extend(self.formats());
        formats
    }
}

/// A game, or a position if it has no moves: what every format is read into and written from.
#[derive(Clone, Debug)]
pub struct Record<R: Rules> {
    /// Names and values, in the order of the file: players, event, date.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: R::Pos,
    /// Plies played before `start`.
    pub plies: u32,
    /// Plies without progress before `start`.
    pub quiet: u32,
    /// The moves, all of them legal.
    pub moves: Vec<R::Move>,
    /// Comments, each with the number of moves made before it.
    pub comments: Vec<(usize, String)>,
    /// Other moves that the file tells of, each behind the line that it departs from. A list and no
    /// tree, so that no text can make it too deep to be dropped.
    pub variations: Vec<Variation<R>>,
    /// The result as the file states it.
    pub result: Option<Outcome>,
}

/// Moves beside those of a line.
#[derive(Clone, Debug)]
pub struct Variation<R: Rules> {
    /// The line: another variation of the record by its number, or the game itself.
    pub of: Option<usize>,
    /// How many moves of that line are made before these.
    pub after: usize,
    /// The moves, all of them legal.
    pub moves: Vec<R::Move>,
    /// Comments, each with the number of these moves made before it.
    pub comments: Vec<(usize, String)>,
}

impl<R: Rules> Record<R> {
    /// A record that stands at `start`.
    pub fn at(start: R::Pos) -> Self {
        Self {
            tags: Vec::new(),
            start,
            plies: 0,
            quiet: 0,
            moves: Vec::new(),
            comments: Vec::new(),
            variations: Vec::new(),
            result: None,
        }
    }

    /// The position from which a variation departs.
    pub fn before(&self, rules: &R, variation: &Variation<R>) -> R::Pos {
        // From the variation back to the game, and then forwards again.
        let mut lines = Vec::new();
        let (mut of, mut after) = (variation.of, variation.after);
        while let Some(number) = of {
            let line = &self.variations[number];
            lines.push(&line.moves[..after]);
            (of, after) = (line.of, line.after);
        }
        lines.push(&self.moves[..after]);
        let moves = lines.into_iter().rev().flatten();
        moves.fold(self.start, |pos, m| rules.play(&pos, *m))
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The result as stated, or else that of a game which its own rules have ended.
    pub fn outcome(&self, rules: &R) -> Option<Outcome> {
        self.result.or_else(|| {
            let (pos, history) = replay(rules, self);
            let ended = rules.ended(&pos);
            ended.or_else(|| rules.drawn(&pos, &history))
        })
    }

    /// The last position.
    pub fn end(&self, rules: &R) -> R::Pos {
        replay(rules, self).0
    }
}

/// Plays a record through: the last position and the history up to it.
pub fn replay<R: Rules>(rules: &R, record: &Record<R>) -> (R::Pos, History) {
    let mut pos = record.start;
    let mut history = History::continued(rules, &pos, record.plies, record.quiet);
    for &m in &record.moves {
        pos = rules.play(&pos, m);
        history.push(rules, &pos);
    }
    (pos, history)
}

/// What a format can express.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Positions only: of a game, its last one is written.
    Positions,
    /// Whole games.
    Games,
}

/// A text format by name.
pub struct Format<R: Rules> {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, one line.
    pub about: &'static str,
    /// What it can express.
    pub holds: Holds,
    /// Reads a whole text.
    pub read: ReadRecords<R>,
    /// Writes a whole text, with a final line break.
    pub write: WriteRecords<R>,
}

/// Reads all records of a text.
pub type ReadRecords<R> = fn(&R, &str) -> Result<Vec<Record<R>>, Fault>;

/// Writes records as one text, or says what the format cannot express.
pub type WriteRecords<R> = fn(&R, &[Record<R>]) -> Result<String, Fault>;

fn refuse_move<N: Notation>(rules: &N, pos: &N::Pos, text: &str) -> Fault {
    Fault::new(format!("\"{text}\" is not a legal move here")).hint(legal_moves(rules, pos))
}

/// What is legal, in words, for the hint of a refused move.
pub fn legal_moves<N: Notation>(rules: &N, pos: &N::Pos) -> String {
    const SHOWN: usize = 12;
    let mut list = MoveList::<N>::new();
    rules.moves(pos, &mut list);
    if list.is_empty() {
        return "the game is over".to_owned();
    }
    let mut texts: Vec<_> = list.iter().map(|m| rules.write_move(pos, *m)).collect();
    texts.sort();
    let more = texts.len().saturating_sub(SHOWN);
    texts.truncate(SHOWN);
    let legal = texts.join(" ");
    if more > 0 {
        format!("legal are {legal} and {more} more")
    } else {
        format!("legal are {legal}")
    }
}

fn read_positions<N: Notation>(rules: &N, text: &str) -> Result<Vec<Record<N>>, Fault> {
    lines(text)
        .map(|(at, line)| {
            let pos = rules
                .read_position(line)
                .map_err(|fault| fault.shifted(at))?;
            Ok(Record::at(pos))
        })
        .collect()
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of all formats")]
fn write_positions<N: Notation>(rules: &N, records: &[Record<N>]) -> Result<String, Fault> {
    let line = |record: &Record<N>| rules.write_position(&record.end(rules)) + "\n";
    Ok(records.iter().map(line).collect())
}

fn read_games<N: Notation>(rules: &N, text: &str) -> Result<Vec<Record<N>>, Fault> {
    lines(text)
        .map(|(at, line)| read_game(rules, line).map_err(|fault| fault.shifted(at)))
        .collect()
}

fn read_game<N: Notation>(rules: &N, line: &str) -> Result<Record<N>, Fault> {
    let words = words(line);
    let split = words.iter().position(|(_, word)| *word == "moves");
    let head = split.map_or(line.len(), |index| words[index].0);
    let start = match line[..head].trim() {
        "startpos" => rules.start(),
        "" => {
            return Err(Fault::at(0, "the position before the moves is missing")
                .hint("begin with startpos or a position"));
        }
        text if text.starts_with("startpos ") => {
            return Err(Fault::at("startpos ".len(), "the word moves is missing")
                .hint("as in: startpos moves f5 d6"));
        }
        position => rules.read_position(position)?,
    };
    let mut record = Record::at(start);
    let mut pos = start;
    for &(at, word) in split.map_or(&[][..], |index| &words[index + 1..]) {
        let m = rules
            .read_move(&pos, word)
            .map_err(|fault| fault.shifted(at))?;
        record.moves.push(m);
        pos = rules.play(&pos, m);
    }
    Ok(record)
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of all formats")]
fn write_games<N: Notation>(rules: &N, records: &[Record<N>]) -> Result<String, Fault> {
    let mut text = String::new();
    for record in records {
        if record.start == rules.start() {
            text.push_str("startpos");
        } else {
            text.push_str(&rules.write_position(&record.start));
        }
        let mut pos = record.start;
        for (index, &m) in record.moves.iter().enumerate() {
            text.push_str(if index == 0 { " moves " } else { " " });
            text.push_str(&rules.write_move(&pos, m));
            pos = rules.play(&pos, m);
        }
        text.push('\n');
    }
    Ok(text)
}
