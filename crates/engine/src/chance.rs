//! From scores to chances: how likely the player to move is to win.
//!
//! A score is in a unit of the game's own, and what an advantage of one such unit is worth differs
//! from game to game. A logistic curve with a scale fitted to games of the engine against itself
//! (`ponder lab chance`) makes them comparable: for bars and graphs, for levels of play, and for
//! what is called a mistake.

use ponder_core::Score;
use serde::Serialize;

use crate::analysis::ScoreView;

/// How the scores of a game become chances.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Chance {
    /// The score at which a player wins e times as often as he loses, in hundredths of the unit.
    pub scale: f64,
}

impl Chance {
    /// Opinions, however strong, never come nearer to certainty than this; proofs always do.
    const DOUBT: f64 = 0.005;

    /// The chance of the player to move to win, a draw counting half.
    pub fn of(&self, score: &ScoreView) -> f64 {
        // The sooner the surer, so that the shorter way is the better one.
        let way = Self::DOUBT * f64::from(score.plies.unwrap_or(0).min(100)) / 100.0;
        match score.kind {
            "win" => 1.0 - way,
            "loss" => way,
            "draw" => 0.5,
            "exact" if score.value > 0 => 1.0,
            "exact" => 0.0,
            _ => self
                .of_opinion(score.value)
                .clamp(Self::DOUBT, 1.0 - Self::DOUBT),
        }
    }

    /// What the curve says of a score that is an opinion.
    pub fn of_opinion(&self, score: Score) -> f64 {
        1.0 / (1.0 + (-f64::from(score) / self.scale).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(kind: &'static str, value: Score, plies: Option<u32>) -> ScoreView {
        ScoreView {
            kind,
            value,
            plies,
            bound: None,
            view: "mover",
        }
    }

    #[test]
    fn chances_follow_the_curve_and_proofs_beat_opinions() {
        let chance = Chance { scale: 200.0 };
        let of = |kind, value, plies| chance.of(&score(kind, value, plies));
        let opinion = |value| of("heuristic", value, None);
        assert!((opinion(0) - 0.5).abs() < 1e-12);
        // Odds of e to one.
        assert!((opinion(200) / opinion(-200) - 1f64.exp()).abs() < 1e-9);
        assert!((opinion(350) + opinion(-350) - 1.0).abs() < 1e-12);
        let (near, far) = (of("win", 31_999, Some(1)), of("win", 31_900, Some(100)));
        assert!(near > far && far >= opinion(29_000) && opinion(29_000) > 0.99);
        let (near, far) = (of("loss", -31_998, Some(2)), of("loss", -31_900, Some(100)));
        assert!(near < far && far <= opinion(-29_000) && opinion(-29_000) < 0.01);
        assert!((of("draw", 0, None) - 0.5).abs() < 1e-12);
        assert!((of("exact", 200, None) - 1.0).abs() < 1e-12);
        assert!(of("exact", -200, None).abs() < 1e-12);
    }
}
