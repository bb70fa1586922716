//! The file of a book: a line for each position, which people and scripts can read.
//!
//! ```text
//! ponder book 1
//! game othello
//! 0 25 + ......../......../......../...ox.../...xo.../......../......../........ x
//! 1 -25 . ......../......../...x..../...xx.../...xo.../......../......../........ o
//! end 2
//! ```
//!
//! That is the ply, what was judged (hundredths, for the player to move), whether the position is
//! expanded (`+`), open (`.`) or proven (`=`), and the position. Values follow from these. The
//! last line counts, so that a file that is not whole does not pass for one.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use ponder_core::{Fault, Score};
use ponder_engine::{Session, open};

use super::{Book, Node, grow};
use crate::judging::Judgement;

/// The version that this program writes.
const VERSION: u32 = 1;

/// The largest file that is read.
const LARGEST: u64 = 1 << 30;

impl Book {
    /// Reads a book from a file.
    pub fn read(path: &Path) -> Result<Self, Fault> {
        let shown = path.display();
        let unreadable = |error: io::Error| {
            Fault::new(format!("the book {shown} cannot be read: {error}"))
                .hint("`ponder book build GAME --out FILE` makes one")
        };
        let size = fs::metadata(path).map_err(unreadable)?.len();
        if size > LARGEST {
            return Err(Fault::new(format!("the book {shown} is too large")));
        }
        let text = fs::read_to_string(path).map_err(unreadable)?;
        Self::parse(&text).map_err(|fault| {
            let line = fault.at.map(|at| text[..at].matches('\n').count() + 1);
            let place = line.map_or(String::new(), |line| format!(", line {line}"));
            Fault {
                what: format!("the book {shown}{place}: {}", fault.what),
                at: None,
                hint: fault.hint,
            }
        })
    }

    /// Saves the book: what is there is replaced in one step, or not at all.
    pub fn save(&self, path: &Path) -> Result<(), Fault> {
        let mut beside = path.as_os_str().to_owned();
        beside.push(".new");
        let write = || {
            let mut file = File::create(&beside)?;
            file.write_all(self.text().as_bytes())?;
            file.sync_all()?;
            fs::rename(&beside, path)
        };
        write().map_err(|error| {
            Fault::new(format!(
                "the book {} cannot be written: {error}",
                path.display()
            ))
            .hint("give the path of a file in a directory that can be written to")
        })
    }

    /// The book as the text of a file.
    pub fn text(&self) -> String {
        let mut text = format!("ponder book {VERSION}\ngame {}\n", self.game);
        for node in &self.nodes {
            let mark = match node {
                node if node.expanded() => '+',
                node if node.proven => '=',
                _ => '.',
            };
            let (ply, judged) = (node.ply, node.judged);
            let _ = writeln!(text, "{ply} {judged} {mark} {}", node.position);
        }
        let _ = writeln!(text, "end {}", self.nodes.len());
        text
    }

    /// Reads a book from a text.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let mut lines = Lines { text, at: 0 };
        version(&mut lines)?;
        let (at, line) = lines.next()?;
        let game = line.strip_prefix("game ").ok_or_else(|| {
            Fault::at(at, "the second line does not name a game").hint("expected: game NAME")
        })?;
        let mut session = open(game).map_err(|fault| fault.shifted(at + "game ".len()))?;
        let mut book = Self {
            game: session.id().to_owned(),
            nodes: Vec::new(),
            index: std::collections::HashMap::new(),
        };
        let mut expanded = Vec::new();
        loop {
            let (at, line) = lines.next()?;
            if let Some(count) = line.strip_prefix("end ") {
                if count.trim().parse() != Ok(book.nodes.len()) || book.nodes.is_empty() {
                    return Err(Fault::at(at, "the number of positions does not fit")
                        .hint("the file has lost or gained lines"));
                }
                break;
            }
            let (node, open) = position(&mut *session, line).map_err(|fault| fault.shifted(at))?;
            if book.find(node.key, node.ply).is_some() {
                return Err(Fault::at(at, "the position has been there before"));
            }
            let place = book.insert(node);
            if open {
                expanded.push((at, place));
            }
        }
        for (at, place) in expanded {
            let children = book.known(&*session, place);
            let children = children.map_err(|fault| fault.shifted(at))?;
            book.link(place, children);
        }
        book.settle(1.0);
        Ok(book)
    }

    /// The successors of a position, which must all be there.
    fn known(&self, session: &dyn Session, place: usize) -> Result<Vec<usize>, Fault> {
        let node = &self.nodes[place];
        let successors = grow::successors(session, &node.position)?;
        let keys = successors.iter().map(|after| after.symmetric_key());
        let known = keys.map(|key| self.find(key, node.ply + 1));
        let children: Option<Vec<_>> = known.collect();
        children.filter(|list| !list.is_empty()).ok_or_else(|| {
            Fault::new("a successor of the expanded position is missing")
                .hint("the file was changed by hand, or by another version's rules")
        })
    }
}

/// The lines of a text, with their places.
struct Lines<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lines<'t> {
    fn next(&mut self) -> Result<(usize, &'t str), Fault> {
        let at = self.at;
        let Some(length) = self.text[at..].find('\n') else {
            return Err(Fault::at(at, "the file breaks off").hint("its last line is: end NUMBER"));
        };
        self.at += length + 1;
        Ok((at, self.text[at..at + length].trim_end()))
    }
}

fn version(lines: &mut Lines) -> Result<(), Fault> {
    let no_book = || Fault::new("this is no book").hint("its first line would be: ponder book 1");
    let (_, line) = lines.next().map_err(|_| no_book())?;
    let version = line.strip_prefix("ponder book ").ok_or_else(no_book)?;
    match version.parse::<u32>() {
        Ok(VERSION) => Ok(()),
        Ok(newer) if newer > VERSION => Err(Fault::new(format!(
            "it is of version {newer}, and this program reads version {VERSION}"
        ))
        .hint("use the newer program that made it")),
        _ => Err(no_book()),
    }
}

/// A position, and whether it is expanded.
fn position(session: &mut dyn Session, line: &str) -> Result<(Node, bool), Fault> {
    let wrong = || {
        Fault::new("the line is no position of a book")
            .hint("expected: ply, score, one of . = +, position")
    };
    let mut words = line.splitn(4, ' ');
    let mut word = || words.next().ok_or_else(wrong);
    let ply: u32 = word()?.parse().map_err(|_| wrong())?;
    let score: Score = word()?.parse().map_err(|_| wrong())?;
    let mark = word()?;
    let text = word()?;
    if !(-ponder_core::INFINITE..=ponder_core::INFINITE).contains(&score)
        || !matches!(mark, "." | "=" | "+")
        || ply > 100_000
    {
        return Err(wrong());
    }
    let before = line.len() - text.len();
    let placed = session.set_position(text);
    placed.map_err(|fault| fault.shifted(before))?;
    let judgement = Judgement {
        score,
        proven: mark == "=",
    };
    let key = session.symmetric_key();
    let node = Node::read(session.position_text(), key, ply, judgement);
    Ok((node, mark == "+"))
}
