//! Ending games early: by what the players themselves say of them.
//!
//! All of it is an option. Scores are in hundredths of the game's unit, from the view of the
//! player who made the move.

use std::fmt;
use std::str::FromStr;

use ponder_core::{Fault, Score};

/// When games are ended early; by default never, but for the longest that anybody waits for.
#[derive(Clone, Copy, Debug)]
pub struct Adjudication {
    /// When a game is drawn.
    pub draw: Option<DrawRule>,
    /// When a game is lost.
    pub resign: Option<ResignRule>,
    /// A game of so many plies is drawn.
    pub longest: u32,
}

impl Adjudication {
    /// No game of ours lasts nearly as long.
    pub const LONGEST: u32 = 5_000;
}

impl Default for Adjudication {
    fn default() -> Self {
        Self {
            draw: None,
            resign: None,
            longest: Self::LONGEST,
        }
    }
}

/// A draw: both players have seen nothing in the game for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// The ply from which on moves count.
    pub from: u32,
    /// For how many moves of each player.
    pub moves: u32,
    /// Nothing is a score of at most this, either way.
    pub score: Score,
}

/// A loss: a player has seen no hope for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// For how many of its moves.
    pub moves: u32,
    /// No hope is a score of at most minus this.
    pub score: Score,
    /// True if the opponent must agree.
    pub both: bool,
}

/// Reads `key=number,...`, all keys of `keys` with their defaults.
fn numbers<const N: usize>(
    text: &str,
    what: &str,
    keys: [(&str, Option<f64>); N],
) -> Result<[f64; N], Fault> {
    let names: Vec<_> = keys.iter().map(|(key, _)| *key).collect();
    let hint = format!("{what} has: {}", names.join(", "));
    let mut values = keys.map(|(_, default)| default);
    for item in text.split(',').filter(|item| !item.trim().is_empty()) {
        let (key, value) = item.split_once('=').unwrap_or((item, ""));
        let index = names.iter().position(|name| *name == key.trim());
        let index = index.ok_or_else(|| {
            Fault::new(format!("{what} knows no \"{}\"", key.trim())).hint(&*hint)
        })?;
        let number = value.trim().parse::<f64>().ok();
        let number = number.filter(|number| (0.0..=1e6).contains(number));
        values[index] = Some(number.ok_or_else(|| {
            Fault::new(format!("\"{}\" is no number for {key}", value.trim()))
                .hint("write a number that is not negative, as in score=0.5")
        })?);
    }
    let mut found = [0.0; N];
    for ((slot, value), name) in found.iter_mut().zip(values).zip(names) {
        *slot = value.ok_or_else(|| Fault::new(format!("{what} needs {name}")).hint(&*hint))?;
    }
    Ok(found)
}

/// A number of moves in a row. None at all would be true of every game.
fn moves_in_a_row(moves: f64) -> Result<u32, Fault> {
    if moves < 1.0 || moves.fract() != 0.0 {
        return Err(
            Fault::new(format!("{moves} is no number of moves in a row"))
                .hint("write a whole number from 1, as in moves=8"),
        );
    }
    Ok(moves as u32)
}

impl FromStr for DrawRule {
    type Err = Fault;

    /// Reads `moves=8,score=0.1,from=40`; the score is in the game's unit.
    fn from_str(text: &str) -> Result<Self, Fault> {
        let keys = [("moves", None), ("score", None), ("from", Some(0.0))];
        let [moves, score, from] = numbers(text, "a draw by adjudication", keys)?;
        Ok(Self {
            from: from as u32,
            moves: moves_in_a_row(moves)?,
            score: (score * 100.0).round() as Score,
        })
    }
}

impl FromStr for ResignRule {
    type Err = Fault;

    /// Reads `moves=3,score=6`, with `both=1` if the opponent must agree.
    fn from_str(text: &str) -> Result<Self, Fault> {
        let keys = [("moves", None), ("score", None), ("both", Some(0.0))];
        let [moves, score, both] = numbers(text, "a loss by adjudication", keys)?;
        Ok(Self {
            moves: moves_in_a_row(moves)?,
            score: (score * 100.0).round() as Score,
            both: both > 0.0,
        })
    }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = f64::from(self.score) / 100.0;
        write!(f, "moves={},score={score},from={}", self.moves, self.from)
    }
}

impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (score, both) = (f64::from(self.score) / 100.0, u8::from(self.both));
        write!(f, "moves={},score={score},both={both}", self.moves)
    }
}

/// What adjudication has seen of a game.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    plies: u32,
    /// Plies in a row that promised nothing.
    level: u32,
    /// Moves in a row for which each player saw no hope.
    lost: [u32; 2],
    /// Moves in a row for which each player saw nothing but hope.
    won: [u32; 2],
}

/// What adjudication says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ruling {
    /// Who wins, if anybody.
    pub(crate) winner: Option<usize>,
    /// Why.
    pub(crate) reason: String,
}

impl Watch {
    /// Sees a move of `side`, for which it judged the game so.
    pub(crate) fn see(
        &mut self,
        rules: &Adjudication,
        side: usize,
        score: Option<Score>,
    ) -> Option<Ruling> {
        self.plies += 1;
        self.draw(rules, score)
            .or_else(|| self.resign(rules, side, score))
            .or_else(|| {
                (self.plies >= rules.longest).then(|| Ruling {
                    winner: None,
                    reason: format!("{} plies", self.plies),
                })
            })
    }

    fn draw(&mut self, rules: &Adjudication, score: Option<Score>) -> Option<Ruling> {
        let rule = rules.draw?;
        let level = score.is_some_and(|score| score.abs() <= rule.score);
        self.level = if level && self.plies > rule.from {
            self.level + 1
        } else {
            0
        };
        (self.level >= rule.moves.saturating_mul(2)).then(|| Ruling {
            winner: None,
            reason: format!("both saw a level game for {} moves", rule.moves),
        })
    }

    fn resign(
        &mut self,
        rules: &Adjudication,
        side: usize,
        score: Option<Score>,
    ) -> Option<Ruling> {
        let rule = rules.resign?;
        let row = |before: u32, holds: bool| if holds { before + 1 } else { 0 };
        let hopeless = score.is_some_and(|score| score <= -rule.score);
        let hopeful = score.is_some_and(|score| score >= rule.score);
        self.lost[side] = row(self.lost[side], hopeless);
        self.won[side] = row(self.won[side], hopeful);
        let gone = |side: usize| {
            self.lost[side] >= rule.moves && (!rule.both || self.won[1 - side] >= rule.moves)
        };
        let loser = [side, 1 - side].into_iter().find(|side| gone(*side))?;
        Some(Ruling {
            winner: Some(1 - loser),
            reason: format!("the loser saw no hope for {} moves", rule.moves),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watch(rules: &Adjudication, scores: &[Option<Score>]) -> Option<(usize, Ruling)> {
        let mut watch = Watch::default();
        (0..).zip(scores).find_map(|(ply, score)| {
            let ruling = watch.see(rules, ply % 2, *score);
            ruling.map(|ruling| (ply, ruling))
        })
    }

    #[test]
    fn draws_need_both_players_in_a_row() {
        let rules = Adjudication {
            draw: Some("moves=2,score=0.1,from=2".parse().expect("valid")),
            ..Adjudication::default()
        };
        let level = [Some(5); 6];
        let (ply, ruling) = watch(&rules, &level).expect("drawn");
        assert_eq!((ply, ruling.winner), (5, None));
        let broken = [Some(5), Some(5), Some(5), Some(50), Some(5), Some(5)];
        assert_eq!(watch(&rules, &broken), None);
        assert_eq!(
            watch(&rules, &[None; 20]),
            None,
            "who says nothing agrees to nothing"
        );
    }

    #[test]
    fn losses_need_moves_in_a_row_and_perhaps_both() {
        let one: ResignRule = "moves=2,score=3".parse().expect("valid");
        let rules = |resign| Adjudication {
            resign: Some(resign),
            ..Adjudication::default()
        };
        let scores = [
            Some(0),
            Some(-300),
            Some(10),
            Some(-400),
            Some(350),
            Some(-350),
            Some(350),
        ];
        let (ply, ruling) = watch(&rules(one), &scores).expect("lost");
        assert_eq!((ply, ruling.winner), (3, Some(0)));
        let both = ResignRule { both: true, ..one };
        let (ply, ruling) = watch(&rules(both), &scores).expect("lost");
        assert_eq!((ply, ruling.winner), (6, Some(0)));
    }

    #[test]
    fn long_games_are_drawn() {
        let rules = Adjudication {
            longest: 3,
            ..Adjudication::default()
        };
        let (ply, ruling) = watch(&rules, &[None; 9]).expect("drawn");
        assert_eq!(
            (ply, ruling.winner, ruling.reason.as_str()),
            (2, None, "3 plies")
        );
    }

    #[test]
    fn rules_are_read_or_refused() {
        let draw: DrawRule = "moves=8,score=0.1,from=40".parse().expect("valid");
        assert_eq!(draw.to_string().parse(), Ok(draw));
        let resign: ResignRule = "moves=3,score=6,both=1".parse().expect("valid");
        assert_eq!(resign.to_string().parse(), Ok(resign));
        for wrong in [
            "",
            "moves=2",
            "moves=2,score=-1",
            "moves=x,score=1",
            "moves=0,score=1",
            "moves=1.5,score=1",
            "hope=3",
        ] {
            let fault = wrong.parse::<ResignRule>().expect_err(wrong);
            assert!(fault.hint.is_some(), "{fault}");
            let fault = wrong.parse::<DrawRule>().expect_err(wrong);
            assert!(fault.hint.is_some(), "{fault}");
        }
    }
}
