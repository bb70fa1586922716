//! How a match stands: games counted in the order of their pairs, and what follows from them.
//!
//! With several games at once, later pairs may be over before earlier ones. They wait, so that
//! the same match gives the same counts, and a sequential test the same decision, however many
//! games are played at once.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::referee::Ending;
use crate::statistics::{Decision, Pentanomial, Sprt};
use crate::store::Played;

/// What is counted of a game.
#[derive(Clone, Debug)]
struct Brief {
    points: u8,
    /// The points of the player who moved first.
    first_points: u8,
    ending: Ending,
    /// The player of the match who lost by doing what no player should do, and why.
    lapse: Option<(usize, String)>,
    plies: u64,
}

/// How a match stands, from the view of its first player.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs by their points.
    pub pairs: Pentanomial,
    /// Games won by whoever moved first, drawn, and won by the other.
    pub colours: [u64; 3],
    /// How games ended.
    pub endings: BTreeMap<Ending, u64>,
    /// Games that each player lost by doing what no player should do.
    pub lapses: [BTreeMap<Ending, u64>; 2],
    /// Why the first of them was lost.
    pub first_lapses: [Option<String>; 2],
    /// Plies after the openings.
    pub plies: u64,
    /// What the test says.
    pub decision: Option<Decision>,
    test: Option<Sprt>,
    /// Pairs that wait for earlier ones, by number.
    waiting: BTreeMap<u64, [Option<Brief>; 2]>,
    /// The next pair to count.
    next: u64,
}

impl Standing {
    /// Nothing was played yet.
    pub fn new(test: Option<Sprt>) -> Self {
        Self {
            wins: 0,
            draws: 0,
            losses: 0,
            pairs: Pentanomial::default(),
            colours: [0; 3],
            endings: BTreeMap::new(),
            lapses: [BTreeMap::new(), BTreeMap::new()],
            first_lapses: [None, None],
            plies: 0,
            decision: None,
            test,
            waiting: BTreeMap::new(),
            next: 0,
        }
    }

    /// Takes a game; it counts as soon as all earlier pairs do. After a decision nothing counts.
    pub fn add(&mut self, played: &Played) {
        let record = &played.record;
        let brief = Brief {
            points: played.points(),
            first_points: record.points(0),
            ending: record.ending,
            lapse: record
                .winner
                .filter(|_| record.ending.is_lapse())
                .map(|side| (played.player(1 - side), record.reason.clone())),
            plies: record.moves.len() as u64,
        };
        let pair = self.waiting.entry(played.pair).or_default();
        pair[usize::from(played.swapped)] = Some(brief);
        while self.decision.is_none()
            && let Some([Some(_), Some(_)]) = self.waiting.get(&self.next)
        {
            let pair = self.waiting.remove(&self.next);
            self.next += 1;
            self.count(pair.unwrap_or_default());
            self.decision = self.test.and_then(|test| test.decide(&self.pairs));
        }
    }

    /// Counts also what waits for earlier pairs that will not come. A test has no use for it.
    pub fn settle(&mut self) {
        if self.test.is_none() {
            for (_, pair) in std::mem::take(&mut self.waiting) {
                self.count(pair);
            }
        }
    }

    /// Games that are over but not counted.
    pub fn uncounted(&self) -> u64 {
        let games = self.waiting.values().flatten();
        games.filter(|game| game.is_some()).count() as u64
    }

    fn count(&mut self, pair: [Option<Brief>; 2]) {
        if let [Some(a), Some(b)] = &pair {
            self.pairs.count(a.points + b.points);
        }
        for game in pair.into_iter().flatten() {
            match game.points {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
            self.colours[2 - usize::from(game.first_points.min(2))] += 1;
            *self.endings.entry(game.ending).or_default() += 1;
            if let Some((loser, reason)) = game.lapse {
                *self.lapses[loser].entry(game.ending).or_default() += 1;
                self.first_lapses[loser].get_or_insert(reason);
            }
            self.plies += game.plies;
        }
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The first player's points.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The test, if there is one.
    pub fn test(&self) -> Option<Sprt> {
        self.test
    }

    /// The log likelihood ratio of the test, if there is one.
    pub fn log_ratio(&self) -> Option<f64> {
        self.test.map(|test| test.log_ratio(&self.pairs))
    }

    /// All of it, to be printed or told.
    pub fn view(&self) -> StandingView {
        let (elo, normalized) = (self.pairs.elo(), self.pairs.normalized_elo());
        let lapses = |who: usize| by_name(&self.lapses[who]);
        StandingView {
            games: self.games(),
            wins: self.wins,
            losses: self.losses,
            draws: self.draws,
            points: self.points(),
            score: self.points() / self.games() as f64,
            pairs: self.pairs.pairs(),
            pentanomial: self.pairs.0,
            elo: elo.value,
            error: elo.error,
            nelo: normalized.value,
            nelo_error: normalized.error,
            los: self.pairs.superiority(),
            draw_ratio: self.pairs.level_pairs(),
            pairs_ratio: self.pairs.pairs_ratio(),
            llr: self.log_ratio(),
            sprt: self.test.map(|test| TestView {
                elo0: test.elo0,
                elo1: test.elo1,
                alpha: test.alpha,
                beta: test.beta,
                model: test.model.name(),
                lower: test.bounds().0,
                upper: test.bounds().1,
                decision: self.decision.map(|decision| match decision {
                    Decision::Lower => "elo0",
                    Decision::Upper => "elo1",
                }),
            }),
            first_mover: ColourView {
                wins: self.colours[0],
                draws: self.colours[1],
                losses: self.colours[2],
            },
            reasons: by_name(&self.endings),
            lapses: [lapses(0), lapses(1)],
            first_lapses: self.first_lapses.clone(),
            plies: self.plies,
            uncounted: self.uncounted(),
        }
    }
}

fn by_name(counts: &BTreeMap<Ending, u64>) -> BTreeMap<&'static str, u64> {
    let names = counts.iter().map(|(ending, count)| (ending.name(), *count));
    names.collect()
}

/// Games by how they ended, in words.
pub fn counts_words(counts: &BTreeMap<&'static str, u64>) -> String {
    let words = counts.iter().map(|(name, count)| format!("{name} {count}"));
    words.collect::<Vec<_>>().join(", ")
}

/// Games that a player lost by doing what no player should do, in words with the reason of the
/// first; none if there are none.
pub fn lapses_words(lapses: &BTreeMap<&'static str, u64>, first: Option<&str>) -> Option<String> {
    let reason = ponder_core::text::visible(first?);
    Some(format!("{} ({reason})", counts_words(lapses)))
}

/// How a match stands, for JSON. Numbers that do not exist are null.
#[derive(Clone, Debug, Serialize)]
pub struct StandingView {
    /// Games counted.
    pub games: u64,
    /// Games that the first player won.
    pub wins: u64,
    /// Games that it lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
    /// Its points.
    pub points: f64,
    /// Its share of all points.
    #[serde(serialize_with = "finite")]
    pub score: f64,
    /// Whole pairs.
    pub pairs: u64,
    /// Pairs by their points: 0, 1/2, 1, 3/2, 2.
    pub pentanomial: [u64; 5],
    /// The difference in Elo.
    #[serde(serialize_with = "finite")]
    pub elo: f64,
    /// Its error at 95 %.
    #[serde(serialize_with = "finite")]
    pub error: f64,
    /// The difference in normalised Elo.
    #[serde(serialize_with = "finite")]
    pub nelo: f64,
    /// Its error at 95 %.
    #[serde(serialize_with = "finite")]
    pub nelo_error: f64,
    /// How likely it is that the first player is stronger.
    #[serde(serialize_with = "finite")]
    pub los: f64,
    /// The share of pairs that were level.
    #[serde(serialize_with = "finite")]
    pub draw_ratio: f64,
    /// Pairs won for each pair lost.
    #[serde(serialize_with = "finite")]
    pub pairs_ratio: f64,
    /// The log likelihood ratio of the test; null without one.
    pub llr: Option<f64>,
    /// The test; null without one.
    pub sprt: Option<TestView>,
    /// How those fared who moved first.
    pub first_mover: ColourView,
    /// How games ended, and how many.
    pub reasons: BTreeMap<&'static str, u64>,
    /// Games that each player lost by what no player should do.
    pub lapses: [BTreeMap<&'static str, u64>; 2],
    /// Why the first of them was lost.
    pub first_lapses: [Option<String>; 2],
    /// Plies after the openings.
    pub plies: u64,
    /// Games that are over but do not count: too late for the test, or too early for the order.
    pub uncounted: u64,
}

/// A sequential test, for JSON.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TestView {
    /// The lower hypothesis.
    pub elo0: f64,
    /// The upper hypothesis.
    pub elo1: f64,
    /// The risk to accept the upper one wrongly.
    pub alpha: f64,
    /// The risk to accept the lower one wrongly.
    pub beta: f64,
    /// `normalized` or `logistic`.
    pub model: &'static str,
    /// At this ratio the lower one is accepted.
    pub lower: f64,
    /// At this ratio the upper one is accepted.
    pub upper: f64,
    /// `elo0` or `elo1` once one is accepted.
    pub decision: Option<&'static str>,
}

/// Games from the view of whoever moved first.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ColourView {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields so")]
fn finite<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    number.is_finite().then_some(*number).serialize(serializer)
}
