//! The report's table simulated: which threshold function is the best, found without a game tree
//! from average-case parameters, and judged by replays of real searches.
//!
//! Half of the recorded searches give a [`Profile`]; [`derive()`] draws a stream from it, runs it
//! through the table with a family of functions, and takes steps from the best. The other half is
//! replayed with the same functions. *Load*, distinct states told for each node of the pool, stands
//! for the size of a table: streams and records of any length are compared at equal load.

use ponder_core::{Fault, Game};
use ponder_search::Stop;
use ponder_table::chains::{Chains, Threshold};
use ponder_table::{AnyTable, Chained, Keys, Kind, Silent, Transpositions};
use serde::{Deserialize, Serialize};

use super::games::games;
use super::profile::{Profile, add};
use super::stream::Stream;
use super::trace::{Event, Known, record, replay_known, with_known};
use crate::lab::{Bench, Plan};

/// A threshold function, as it stands in files; see [`Threshold`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shape {
    /// What every row may have.
    pub base: f64,
    /// More for a row that collides as much as the mean.
    pub pressure: f64,
    /// More if the chain is more useful than the newcomer.
    pub utility: f64,
    /// How much of the pressure goes with what is gone.
    pub marbles: f64,
    /// No chain is longer.
    pub longest: u8,
}

impl From<Threshold> for Shape {
    fn from(of: Threshold) -> Self {
        Self {
            base: of.base,
            pressure: of.pressure,
            utility: of.utility,
            marbles: of.marbles,
            longest: of.longest,
        }
    }
}

impl From<Shape> for Threshold {
    fn from(of: Shape) -> Self {
        Self {
            base: of.base,
            pressure: of.pressure,
            utility: of.utility,
            marbles: of.marbles,
            longest: of.longest,
        }
    }
}

impl Shape {
    /// Every chain may have the same length.
    pub fn constant(length: u8) -> Self {
        Self {
            base: f64::from(length),
            pressure: 0.0,
            utility: 0.0,
            marbles: 0.0,
            longest: length,
        }
    }

    /// The function that the table uses.
    pub fn in_use() -> Self {
        Threshold::FIRST.into()
    }

    /// True if no row differs from another.
    pub fn is_constant(&self) -> bool {
        self.pressure == 0.0 && self.utility == 0.0
    }

    /// What is tried before steps are taken: constants, and a grid with what is in use.
    pub fn family() -> Vec<Self> {
        let mut family: Vec<_> = [1, 2, 4, 8, 16].map(Self::constant).to_vec();
        for base in [1.0, 3.0] {
            for pressure in [1.0, 2.0, 4.0] {
                for utility in [0.0, 1.0] {
                    for marbles in [0.0, 1.0] {
                        family.push(Self {
                            base,
                            pressure,
                            utility,
                            marbles,
                            longest: 8,
                        });
                    }
                }
            }
        }
        if !family.contains(&Self::in_use()) {
            family.push(Self::in_use());
        }
        family
    }

    /// Functions a step away.
    fn steps(self) -> Vec<Self> {
        let mut steps = Vec::new();
        for step in [-1.0, 1.0] {
            steps.push(Self {
                base: (self.base + step).max(0.0),
                longest: self.longest.max((self.base + step) as u8),
                ..self
            });
            steps.push(Self {
                pressure: (self.pressure + step).max(0.0),
                ..self
            });
            steps.push(Self {
                utility: self.utility + step,
                ..self
            });
        }
        steps.push(Self {
            longest: self.longest.saturating_mul(2).min(32),
            ..self
        });
        steps.push(Self {
            longest: (self.longest / 2).max(1),
            ..self
        });
        steps.into_iter().map(Self::plain).collect()
    }

    /// The same function in the one form in which it is tried: numbers that do not matter are 0.
    fn plain(self) -> Self {
        if self.is_constant() {
            let length = self.base.round().clamp(1.0, f64::from(self.longest));
            return Self::constant(length as u8);
        }
        Self {
            marbles: if self.pressure == 0.0 {
                0.0
            } else {
                self.marbles
            },
            ..self
        }
    }
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_constant() {
            return write!(f, "{}", self.plain().longest);
        }
        write!(f, "{}", self.base)?;
        if self.pressure != 0.0 {
            write!(f, " + {} s/m", self.pressure)?;
            if self.marbles != 0.0 {
                write!(f, " x marbles^{}", self.marbles)?;
            }
        }
        if self.utility != 0.0 {
            write!(f, " + {} u", self.utility)?;
        }
        write!(f, ", at most {}", self.longest)
    }
}

/// What a table answers, by the depth that was told last.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Look-ups.
    pub lookups: u64,
    /// Those of states told before.
    pub known: Vec<u64>,
    /// Those that the table knew.
    pub hits: Vec<u64>,
}

impl Score {
    fn hear(&mut self, known: Known, hit: bool) {
        self.lookups += 1;
        if let Some((_, entry)) = known {
            add(&mut self.known, usize::from(entry.depth), 1);
            add(&mut self.hits, usize::from(entry.depth), u64::from(hit));
        }
    }

    /// Two together.
    pub fn add(&mut self, other: &Self) {
        self.lookups += other.lookups;
        for (depth, (&known, &hits)) in other.known.iter().zip(&other.hits).enumerate() {
            add(&mut self.known, depth, known);
            add(&mut self.hits, depth, hits);
        }
    }

    /// Hits for each look-up.
    pub fn hit_rate(&self) -> f64 {
        self.hits.iter().sum::<u64>() as f64 / self.lookups.max(1) as f64
    }

    /// The share of the work in all that was known that the hits save, if the tree grows so much
    /// from one depth to the next.
    pub fn work(&self, growth: f64) -> f64 {
        let weighted = |counts: &[u64]| -> f64 {
            let each = counts.iter().zip(0..);
            each.map(|(&count, depth)| count as f64 * growth.powi(depth))
                .sum()
        };
        weighted(&self.hits) / weighted(&self.known).max(f64::MIN_POSITIVE)
    }

    fn of(events: impl Iterator<Item = (Event, Known)>, table: &mut impl Transpositions) -> Self {
        let mut score = Self::default();
        replay_known(events, table, |known, hit| score.hear(known, hit));
        score
    }
}

/// One function, and how it fared at every load.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scored {
    /// The function.
    pub shape: Shape,
    /// Its scores, load by load.
    pub scores: Vec<Score>,
}

impl Scored {
    /// The work saved, the geometric mean over loads.
    pub fn work(&self, growth: f64) -> f64 {
        let logs = self.scores.iter().map(|score| score.work(growth).ln());
        (logs.sum::<f64>() / self.scores.len().max(1) as f64).exp()
    }
}

/// Simulates one function with tables of so many rows at every load; nothing if it was stopped.
pub fn simulate(
    profile: &Profile,
    shape: Shape,
    rows: usize,
    loads: &[f64],
    seed: u64,
    stop: &Stop,
) -> Result<Option<Scored>, Fault> {
    let mut table = Chained::<Silent>::with(rows * Chains::ROW, shape.into())?;
    let mut scores = Vec::new();
    for load in loads {
        let states = load * table.capacity() as f64;
        let stream = Stream::new(profile, states as u64, seed);
        let score = Score::of(stream.take_while(|_| !stop.asked()), &mut table);
        scores.push(score);
    }
    Ok((!stop.asked()).then_some(Scored { shape, scores }))
}

/// Tries the family, and then steps from the best as long as they gain; every function that was
/// tried, the best first. Nothing if it was stopped. How a function is simulated is the caller's, who
/// may have kept what was found before.
pub fn derive<E>(
    growth: f64,
    mut simulate: impl FnMut(Shape) -> Result<Option<Scored>, E>,
) -> Result<Option<Vec<Scored>>, E> {
    /// So many rounds of steps, at most.
    const ROUNDS: usize = 4;
    let mut tried: Vec<Scored> = Vec::new();
    let mut next = Shape::family();
    for _ in 0..=ROUNDS {
        let before = tried.first().map(|best| best.shape);
        for shape in next {
            if tried.iter().all(|other| other.shape != shape) {
                let Some(scored) = simulate(shape)? else {
                    return Ok(None);
                };
                tried.push(scored);
            }
        }
        tried.sort_by(|a, b| b.work(growth).total_cmp(&a.work(growth)));
        let best = tried.first().map(|best| best.shape);
        if best == before {
            break;
        }
        next = best.map_or_else(Vec::new, Shape::steps);
    }
    Ok(Some(tried))
}

/// Which record to measure.
#[derive(Clone, Copy, Debug)]
pub struct ProfileRequest {
    /// Positions and seed.
    pub plan: Plan,
    /// How deep the recorded searches go.
    pub depth: u32,
    /// Which of the short games.
    pub line: usize,
}

/// Which functions to judge by a record.
#[derive(Clone, Debug)]
pub struct ThresholdsRequest {
    /// The record.
    pub record: ProfileRequest,
    /// The functions.
    pub shapes: Vec<Shape>,
    /// The loads.
    pub loads: Vec<f64>,
}

/// What functions and other tables answer in the searches of one short game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThresholdsRun {
    /// The game id.
    pub game: String,
    /// Which of the short games.
    pub line: usize,
    /// Distinct states told.
    pub states: u64,
    /// The bytes that make each load.
    pub bytes: Vec<usize>,
    /// The functions.
    pub functions: Vec<Scored>,
    /// Other tables of as many bytes, by name, load by load.
    pub others: Vec<(String, Vec<Score>)>,
}

/// The parameters of one short game; nothing if it was stopped, or if there is no such game.
pub(in crate::lab) fn run_profile<G: Game>(
    bench: Bench<'_, G>,
    request: &ProfileRequest,
) -> Result<Option<Profile>, Fault> {
    let (bench, trace) = recorded(bench, request)?;
    Ok(trace
        .filter(|_| !bench.stop.asked())
        .map(|trace| Profile::of(&trace)))
}

/// Replays one short game with every function; nothing if it was stopped, or if there is none.
pub(in crate::lab) fn run_thresholds<G: Game>(
    bench: Bench<'_, G>,
    request: &ThresholdsRequest,
) -> Result<Option<ThresholdsRun>, Fault> {
    let (mut bench, trace) = recorded(bench, &request.record)?;
    let Some(trace) = trace else {
        return Ok(None);
    };
    let states = Profile::of(&trace).states();
    let size = |load: &f64| {
        let rows = states as f64 / load / Chains::NODES as f64;
        (rows.round() as usize).max(1) * Chains::ROW
    };
    let bytes: Vec<_> = request.loads.iter().map(size).collect();
    let others: Vec<_> = Kind::ALL.iter().filter(|kind| kind.bounded()).collect();
    let parts = request.shapes.len() + others.len();
    let mut found = ThresholdsRun {
        game: bench.id.to_owned(),
        line: request.record.line,
        states,
        functions: Vec::new(),
        others: Vec::new(),
        bytes,
    };
    for (done, &shape) in request.shapes.iter().enumerate() {
        if !bench.step(done, parts) {
            return Ok(None);
        }
        let mut scores = Vec::new();
        for &bytes in &found.bytes {
            let mut table = Chained::<Silent>::with(bytes, shape.into())?;
            scores.push(Score::of(with_known(&trace), &mut table));
        }
        found.functions.push(Scored { shape, scores });
    }
    for (done, &&kind) in others.iter().enumerate() {
        if !bench.step(request.shapes.len() + done, parts) {
            return Ok(None);
        }
        let mut scores = Vec::new();
        for &bytes in &found.bytes {
            // No table is smaller than two cache lines.
            let mut table = AnyTable::new(kind, bytes.max(128), Keys::Whole)?;
            scores.push(Score::of(with_known(&trace), &mut table));
        }
        found.others.push((kind.name().to_owned(), scores));
    }
    Ok((!bench.stop.asked()).then_some(found))
}

/// The record of one short game, if there is such a game.
pub(super) fn recorded<'a, G: Game>(
    mut bench: Bench<'a, G>,
    request: &ProfileRequest,
) -> Result<(Bench<'a, G>, Option<Vec<Event>>), Fault> {
    bench.step(0, 1);
    let lines = games(&bench, request.plan)?;
    let line = lines.get(request.line);
    let trace = line.map(|line| record(&bench, request.depth, line));
    let trace = trace.transpose()?;
    Ok((bench, trace))
}

#[cfg(test)]
mod tests {
    use super::super::profile::{Access, Class};
    use super::*;

    fn profile() -> Profile {
        let class = Class {
            depth: 1,
            references: 0,
        };
        Profile {
            records: 1,
            searches: 2,
            gone: 0,
            losses: vec![1],
            accesses: vec![
                (Access::Stranger, 10),
                (Access::Asked(class, 3), 30),
                (Access::New(1, 0), 40),
                (Access::New(3, 0), 10),
            ],
        }
    }

    #[test]
    fn more_room_is_more_hits_and_all_is_found_where_all_is_held() {
        let score = |load: f64| {
            let shape = Shape::constant(32);
            let found = simulate(&profile(), shape, 256, &[load], 1, &Stop::new());
            found.expect("a table").expect("no stop").scores.remove(0)
        };
        let (roomy, even, pressed) = (score(0.3), score(1.5), score(6.0));
        assert_eq!(roomy.hits, roomy.known);
        assert!((roomy.work(2.0) - 1.0).abs() < 1e-9);
        assert!(roomy.hit_rate() > even.hit_rate() && even.hit_rate() > pressed.hit_rate());
    }

    #[test]
    fn the_best_is_as_good_as_the_family() {
        let growth = profile().growth();
        let with = |stop: &Stop| {
            derive(growth, |shape| {
                simulate(&profile(), shape, 64, &[2.0], 1, stop)
            })
        };
        let tried = with(&Stop::new()).expect("tables").expect("no stop");
        assert!(tried.len() > Shape::family().len());
        assert!(tried.is_sorted_by(|a, b| a.work(growth) >= b.work(growth)));
        let stop = Stop::new();
        stop.ask();
        assert_eq!(with(&stop), Ok(None));
    }

    #[test]
    fn functions_say_what_they_are() {
        assert_eq!(Shape::constant(4).to_string(), "4");
        let shape = Shape {
            base: 1.0,
            pressure: 2.0,
            utility: 1.0,
            marbles: 1.0,
            longest: 8,
        };
        assert_eq!(shape.to_string(), "1 + 2 s/m x marbles^1 + 1 u, at most 8");
        assert_eq!(Shape::from(Threshold::from(shape)), shape);
        assert!(Shape::family().contains(&Shape::in_use()));
        let wide = Shape {
            longest: 16,
            ..Shape::constant(8)
        };
        assert_eq!(wide.plain(), Shape::constant(8));
        // A file knows functions by their names, so that no two may share one.
        let mut names: Vec<_> = Shape::family()
            .into_iter()
            .flat_map(|shape| shape.steps().into_iter().chain([shape]))
            .map(|shape| (shape.to_string(), format!("{shape:?}")))
            .collect();
        names.sort();
        names.dedup();
        assert!(
            names.windows(2).all(|pair| pair[0].0 != pair[1].0),
            "{names:?}"
        );
    }
}
