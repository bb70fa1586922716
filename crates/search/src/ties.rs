//! Which of several root moves of equal value is chosen.
//!
//! An alpha-beta search asks of later moves only whether they are better, so that the first of
//! the best ones wins. Where another shall win, the root lowers its window by one: then a move
//! that is as good is seen, with its value, and preferred if a number says so. That number
//! depends on the move alone and not on when it is looked at: every order of moves, every window
//! and every sound technique chooses the same one.

use std::fmt::{self, Display};
use std::str::FromStr;

use ponder_core::{Fault, Judge, Random, Rules};
use ponder_table::Transpositions;

use crate::worker::Worker;

/// How to choose among root moves of equal value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ties {
    /// The one that is found first.
    #[default]
    First,
    /// One drawn by a number; the same number draws the same move in the same position.
    Random(u64),
    /// The one that the judge prefers; see [`Judge::tie`].
    Judge,
}

impl Ties {
    /// True if moves of equal value have to be looked for.
    pub(crate) fn matter(self) -> bool {
        self != Self::First
    }
}

impl Display for Ties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First => f.write_str("first"),
            Self::Random(seed) => write!(f, "random:{seed}"),
            Self::Judge => f.write_str("judge"),
        }
    }
}

impl FromStr for Ties {
    type Err = Fault;

    /// Reads `first`, `random`, `random:7` or `judge`.
    fn from_str(text: &str) -> Result<Self, Fault> {
        let unknown = || {
            Fault::new(format!("\"{text}\" is no way to choose among equal moves")).hint(
                "the ways are: first, random, random:SEED, and in some games judge, the game's own",
            )
        };
        match text {
            "first" => Ok(Self::First),
            "judge" => Ok(Self::Judge),
            "random" => Ok(Self::Random(0)),
            _ => {
                let seed = text.strip_prefix("random:").ok_or_else(unknown)?;
                seed.parse().map(Self::Random).map_err(|_| unknown())
            }
        }
    }
}

impl<R: Rules, J: Judge<R>, T: Transpositions> Worker<'_, R, J, T> {
    /// True if of two root moves of equal value the second is to be chosen.
    pub(crate) fn prefers(&self, pos: &R::Pos, old: Option<R::Move>, new: R::Move) -> bool {
        let Some(old) = old else { return true };
        let rules = self.task.rules;
        match self.task.config.ties {
            Ties::First => false,
            Ties::Random(seed) => {
                let lot = |m| {
                    let code = u64::from(rules.code(pos, m));
                    Random::new(seed ^ rules.key(pos) ^ code << 48).next()
                };
                lot(new) > lot(old)
            }
            Ties::Judge => {
                let wish = |m| self.task.judge.tie(rules, pos, m);
                // Equal wishes are settled by the code, so that the order of moves is no matter.
                (wish(new), rules.code(pos, old)) > (wish(old), rules.code(pos, new))
            }
        }
    }
}
