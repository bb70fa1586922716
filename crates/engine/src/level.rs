//! Levels of play: opponents for people, from one who has just learnt the rules to the best.
//!
//! A shallow search alone makes a strange opponent: it sees everything near and nothing far, and
//! always plays the same. So a level is what its moves cost on average, in chances to win. All
//! moves are searched, and one is drawn by lot: the more it costs, the less likely, as
//! exp(-cost / temperature), with the temperature at which the mean cost is the level's. Where no
//! move costs much any will do; where one move stands out even a weak player finds it often.
//! The highest levels just play the best move they find.

use ponder_core::{Fault, Random};
use ponder_search::{Limits, Stop};
use ponder_table::Table;
use serde::Serialize;

use crate::analysis::{AnalysisRequest, AnalysisView, LineView, ScoreView};
use crate::chance::Chance;
use crate::session::Session;

/// A level of play.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Level {
    /// Its name in one word.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// How it plays, one line.
    pub about: &'static str,
    /// The mean loss of win chance in a move, from 0 to 1, as far as the level itself can see.
    pub loss: f64,
    /// What it spends on a move at most.
    #[serde(skip)]
    pub limits: Limits,
    /// How many of the best moves it chooses from.
    #[serde(skip)]
    pub moves: usize,
    /// It neither misses a win within so many plies nor walks into a loss.
    #[serde(skip)]
    pub sight: u32,
}

/// All moves of any position.
const ALL: usize = 256;

/// Levels, the weakest first.
pub static LEVELS: &[Level] = &[
    Level::chancy(
        ("newcomer", "Newcomer", "has just learnt the rules"),
        (0.12, ALL, 0),
        (1, 10_000),
    ),
    Level::chancy(
        ("beginner", "Beginner", "sees what happens at once"),
        (0.08, ALL, 2),
        (2, 20_000),
    ),
    Level::chancy(
        ("casual", "Casual", "plays now and then, and errs often"),
        (0.05, ALL, 3),
        (3, 40_000),
    ),
    Level::chancy(
        ("club", "Club", "knows the game, and errs now and then"),
        (0.03, 20, 4),
        (4, 80_000),
    ),
    Level::chancy(
        ("strong", "Strong", "errs seldom"),
        (0.015, 10, 5),
        (6, 150_000),
    ),
    Level::chancy(
        ("expert", "Expert", "errs by little"),
        (0.006, 6, 6),
        (8, 300_000),
    ),
    Level::best(
        ("master", "Master", "the best move after a short look"),
        400_000,
    ),
    Level::best(
        (
            "best",
            "Best",
            "the best move the engine finds in a second or two",
        ),
        2_000_000,
    ),
];

impl Level {
    const fn chancy(
        (name, title, about): (&'static str, &'static str, &'static str),
        (loss, moves, sight): (f64, usize, u32),
        (depth, nodes): (u32, u64),
    ) -> Self {
        Self {
            name,
            title,
            about,
            loss,
            limits: Limits {
                depth: Some(depth),
                nodes: Some(nodes),
                time: None,
                clock: None,
            },
            moves,
            sight,
        }
    }

    const fn best(words: (&'static str, &'static str, &'static str), nodes: u64) -> Self {
        let mut level = Self::chancy(words, (0.0, 1, 0), (0, nodes));
        level.limits.depth = None;
        level
    }

    /// The level with this name.
    pub fn named(name: &str) -> Result<&'static Self, Fault> {
        let mut levels = LEVELS.iter();
        let found = levels.find(|level| level.name.eq_ignore_ascii_case(name.trim()));
        found.ok_or_else(|| {
            let names: Vec<_> = LEVELS.iter().map(|level| level.name).collect();
            Fault::new(format!("there is no level \"{name}\""))
                .hint(format!("the levels are: {}", names.join(", ")))
        })
    }
}

/// A move played at a level.
#[derive(Clone, Debug, Serialize)]
pub struct Reply {
    /// The move.
    #[serde(rename = "move")]
    pub play: String,
    /// What it is worth, as the level sees it.
    pub score: ScoreView,
    /// The chance to win with it.
    pub chance: f64,
    /// The search it comes from; its best move need not be the one played.
    pub report: AnalysisView,
}

/// Chooses a move at a level, within the level's limits and those given. The lots follow from
/// `seed` and the position: one seed does for a whole game.
pub fn reply(
    session: &dyn Session,
    level: &Level,
    table: &Table,
    limits: Limits,
    seed: u64,
    stop: &Stop,
) -> Result<Reply, Fault> {
    let request = AnalysisRequest {
        lines: level.moves,
        playing: true,
        ..AnalysisRequest::within(level.limits.and(limits))
    };
    // An iteration that was broken off has looked at some moves deeper than at others.
    let mut whole = None;
    let last = session.analyse_in(table, &request, stop, &mut |view| {
        if view.complete {
            whole = Some(view.clone());
        }
    })?;
    let report = match whole {
        Some(view) if level.loss > 0.0 => view,
        _ => last,
    };
    let mut random = Random::new(seed ^ session.symmetric_key() ^ session.line().len() as u64);
    // The first number of neighbouring seeds is alike in nothing but its being the first.
    let lot = (random.next() >> 11) as f64 / (1u64 << 53) as f64;
    let line = choose(level, session.chance(), &report.lines, lot);
    let line = line.ok_or_else(|| Fault::new("the search was stopped before it had a move"))?;
    Ok(Reply {
        play: line.pv.first().cloned().unwrap_or_default(),
        score: line.score,
        chance: line.chance,
        report: report.clone(),
    })
}

/// The line that a lot from 0 to 1 draws.
fn choose<'a>(
    level: &Level,
    chance: Chance,
    lines: &'a [LineView],
    lot: f64,
) -> Option<&'a LineView> {
    let best = lines.first()?;
    let near = |line: &LineView, kind| {
        line.score.kind == kind && line.score.plies.is_some_and(|plies| plies <= level.sight)
    };
    if level.loss <= 0.0 || near(best, "win") {
        return Some(best);
    }
    let lasting: Vec<_> = lines.iter().filter(|line| !near(line, "loss")).collect();
    let losses: Vec<_> = lasting
        .iter()
        .map(|line| loss(chance, best, line))
        .collect();
    let mut rest = lot;
    let drawn = lasting
        .iter()
        .zip(shares(&losses, level.loss))
        .find(|(_, share)| {
            rest -= share;
            rest < 0.0
        });
    // Where every move loses at once, the one that loses last.
    Some(drawn.map_or(best, |(line, _)| line))
}

/// What a line costs against the best one. Whoever is far ahead or behind loses hardly any chance
/// by whatever he plays, but is no fool for that: half of what the move would cost in an even
/// position counts at least.
fn loss(chance: Chance, best: &LineView, line: &LineView) -> f64 {
    let even = 0.5 - chance.of_opinion(line.score.value - best.score.value);
    (best.chance - line.chance).max(even / 2.0)
}

/// How likely each of some moves is chosen, so that the mean of their losses is `target`, or as
/// near to it as they allow.
fn shares(losses: &[f64], target: f64) -> Vec<f64> {
    const HALVINGS: usize = 60;
    let least = losses.iter().copied().fold(f64::INFINITY, f64::min);
    let at = |temperature: f64| -> Vec<f64> {
        let weight = |loss: &f64| (-(loss - least) / temperature).exp();
        let weights: Vec<_> = losses.iter().map(weight).collect();
        let whole: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / whole).collect()
    };
    let mean = |shares: &[f64]| -> f64 { shares.iter().zip(losses).map(|(a, b)| a * b).sum() };
    // The mean loss grows with the temperature; a hundred is hot enough to make all moves equal.
    let (mut cold, mut hot) = (-14.0_f64, 100.0_f64.ln());
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(cold, hot);
        if mean(&at(middle.exp())) < target {
            cold = middle;
        } else {
            hot = middle;
        }
    }
    at(hot.exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(losses: &[f64], target: f64) -> f64 {
        let shares = shares(losses, target);
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        shares.iter().zip(losses).map(|(a, b)| a * b).sum()
    }

    #[test]
    fn the_mean_loss_is_the_level_s() {
        let losses = [0.0, 0.01, 0.05, 0.2, 0.4];
        for target in [0.001, 0.01, 0.05, 0.1] {
            assert!((mean(&losses, target) - target).abs() < 1e-6, "{target}");
        }
        // No more than there is to lose, and no less.
        assert!((mean(&losses, 0.9) - 0.132).abs() < 1e-3);
        assert!((mean(&[0.1, 0.3], 0.01) - 0.1).abs() < 1e-6);
        assert!(mean(&[0.0], 0.1).abs() < 1e-12);
        assert!(mean(&[0.0, 0.0], 0.1).abs() < 1e-12);
        assert_eq!(shares(&[], 0.1), Vec::<f64>::new());
    }

    #[test]
    fn levels_are_told_apart_by_name() {
        for level in LEVELS {
            assert_eq!(Level::named(level.name).expect("a level").name, level.name);
        }
        let fault = Level::named("grandmaster").expect_err("no such level");
        assert!(fault.hint.expect("a hint").contains("newcomer"));
        assert!(LEVELS.is_sorted_by(|low, high| low.loss >= high.loss));
        assert!(LEVELS.is_sorted_by_key(|level| level.limits.nodes));
    }
}
