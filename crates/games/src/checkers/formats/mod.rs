//! The formats of the draughts world: FEN lines and PDN games.

mod lexer;
mod read;
mod write;

use ponder_core::text::lines;
use ponder_core::{Fault, Format, Holds, Player, Record};

use super::{Checkers, fen};

pub(super) fn all() -> Vec<Format<Checkers>> {
    vec![
        Format {
            name: "fen",
            about: "PDN positions, one a line, bare or as a FEN tag",
            holds: Holds::Positions,
            read: read_fen,
            write: write_fen,
        },
        Format {
            name: "pdn",
            about: "PDN games; 1-0 means that Black, who moves first, won",
            holds: Holds::Games,
            read: |rules, text| read::games(rules, text, Player::First),
            write: |rules, records| write::games(rules, records, Player::First),
        },
        Format {
            name: "pdn-white",
            about: "PDN games of sources in which 1-0 means that White won",
            holds: Holds::Games,
            read: |rules, text| read::games(rules, text, Player::Second),
            write: |rules, records| write::games(rules, records, Player::Second),
        },
    ]
}

fn read_fen(_: &Checkers, text: &str) -> Result<Vec<Record<Checkers>>, Fault> {
    lines(text)
        .map(|(at, line)| {
            let (inset, bare) = inside_tag(line);
            let pos = fen::read(bare).map_err(|fault| fault.shifted(at + inset))?;
            Ok(Record::at(pos))
        })
        .collect()
}

/// The value of a line that is a FEN tag, and where it begins; the line itself if it is none.
fn inside_tag(line: &str) -> (usize, &str) {
    let value = || {
        let inner = line.strip_prefix('[')?.strip_suffix(']')?.trim();
        let name = inner.get(..3)?;
        let quoted = inner[3..].trim_start().strip_prefix('"')?;
        let value = quoted.strip_suffix('"')?;
        name.eq_ignore_ascii_case("FEN").then_some(value)
    };
    let bare = value().unwrap_or(line);
    (bare.as_ptr() as usize - line.as_ptr() as usize, bare)
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of all formats")]
fn write_fen(rules: &Checkers, records: &[Record<Checkers>]) -> Result<String, Fault> {
    let line = |record: &Record<Checkers>| fen::write(rules, &record.end(rules)) + "\n";
    Ok(records.iter().map(line).collect())
}

/// The result that a PDN text states: `1-0` where `first` won. Matches give two points a game,
/// so `2-0` and `1-1` occur as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// The player named first won.
    Won,
    /// The player named first lost.
    Lost,
    Drawn,
    /// `*`, or a double forfeit: nobody won and it was no draw.
    Open,
}

impl Verdict {
    /// Reads a result without blanks.
    fn parse(text: &str) -> Option<Self> {
        match text {
            "1-0" | "2-0" => Some(Self::Won),
            "0-1" | "0-2" => Some(Self::Lost),
            "1/2-1/2" | "1-1" | "1/2" => Some(Self::Drawn),
            "*" | "0-0" => Some(Self::Open),
            _ => None,
        }
    }

    /// The text that PDN prescribes.
    const fn text(self) -> &'static str {
        match self {
            Self::Won => "1-0",
            Self::Lost => "0-1",
            Self::Drawn => "1/2-1/2",
            Self::Open => "*",
        }
    }
}
