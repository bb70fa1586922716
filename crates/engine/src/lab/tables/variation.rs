//! How much the cost of one search varies: the same root again and again, each time with other
//! numbers behind the keys, so that other positions meet in the rows of the table.
//!
//! Two bounds belong to it. What is proven of all tables: alpha-beta that looks at moves in an order
//! that does not depend on the table, and ends a node by the table only with what it would have
//! found, never looks at more nodes than without a table (see the test below and
//! `docs/tables.md`). What holds of the searches as they are, whatever their distribution: see
//! [`upper_bound`]; numbers drawn independently make the costs independent.

use std::time::Instant;

use ponder_core::{Fault, Game, Random};
use ponder_search::Config;
use ponder_table::{AnyTable, Keys, Kind};
use serde::{Deserialize, Serialize};

use super::affordable;
use super::run::{Gauge, Searched};
use crate::lab::sample::replayed;
use crate::lab::{Bench, Plan};

/// What to repeat.
#[derive(Clone, Copy, Debug)]
pub struct VariationRequest {
    /// How many roots there are, and the seed of all.
    pub plan: Plan,
    /// Which of the roots.
    pub root: usize,
    /// The depth.
    pub depth: u32,
    /// The table.
    pub kind: Kind,
    /// Its size; none where it does not matter.
    pub bytes: Option<usize>,
    /// Threads of each search.
    pub threads: usize,
    /// Searches.
    pub repeats: usize,
}

/// The costs of searches of one root.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VariationRun {
    /// The game id.
    pub game: String,
    /// Which root.
    pub root: usize,
    /// The root as text.
    pub position: String,
    /// The depth.
    pub depth: u32,
    /// The table's name.
    pub table: String,
    /// Its size; none where it does not matter.
    pub bytes: Option<usize>,
    /// Threads of each search.
    pub threads: usize,
    /// Nodes of each search.
    pub nodes: Vec<u64>,
    /// Processor time of each search, all threads together.
    pub seconds: Vec<f64>,
    /// Time on the clock of each search.
    pub elapsed: Vec<f64>,
    /// True if all of them found the same value.
    pub values_agree: bool,
}

/// How numbers are spread.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The least.
    pub least: f64,
    /// A twentieth is below this.
    pub low: f64,
    /// Half of them are below this.
    pub median: f64,
    /// A twentieth is above this.
    pub high: f64,
    /// The greatest.
    pub most: f64,
    /// The mean.
    pub mean: f64,
    /// The standard deviation against the mean.
    pub variation: f64,
    /// With 95 % confidence no more than a twentieth of all such searches is above this, whatever
    /// their distribution; nothing if there were too few to say so.
    pub bound: Option<f64>,
}

impl Spread {
    /// The spread of some numbers; all zeros of none.
    pub fn of(numbers: impl IntoIterator<Item = f64>) -> Self {
        let mut sorted: Vec<_> = numbers.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        let count = sorted.len().max(1) as f64;
        let mean = sorted.iter().sum::<f64>() / count;
        let squares: f64 = sorted.iter().map(|number| (number - mean).powi(2)).sum();
        let deviation = (squares / (count - 1.0).max(1.0)).sqrt();
        let at = |share: f64| {
            let place = share * (count - 1.0);
            sorted.get(place.round() as usize).copied().unwrap_or(0.0)
        };
        Self {
            least: at(0.0),
            low: at(0.05),
            median: at(0.5),
            high: at(0.95),
            most: at(1.0),
            mean,
            variation: if mean > 0.0 { deviation / mean } else { 0.0 },
            bound: upper_bound(&sorted, 0.95, 0.95),
        }
    }
}

/// The least of some numbers (in order, drawn independently from one distribution) that is, with the
/// given confidence, not exceeded by the given share of all numbers that could be drawn.
///
/// The r-th least of n lies below the quantile of `share` only if at least r of the n do, each of
/// which does with a chance of at most `share`: so the r-th is right with the chance that a binomial
/// number is less than r. It needs no assumption about the distribution. Below 59 numbers nothing is
/// sure enough for 95 % of 95 %.
pub fn upper_bound(sorted: &[f64], share: f64, confidence: f64) -> Option<f64> {
    let count = sorted.len();
    // The chance of exactly k below the quantile, as a logarithm, because that of none is too small for
    // a number where there are many; and the sum of those up to it.
    let mut chance = (1.0 - share).ln() * count as f64;
    let mut sum = 0.0;
    for (k, &number) in sorted.iter().enumerate() {
        sum += chance.exp();
        if sum >= confidence {
            return Some(number);
        }
        chance += ((count - k) as f64 / (k + 1) as f64 * share / (1.0 - share)).ln();
    }
    None
}

/// Searches a root again and again; nothing if it was stopped.
pub(in crate::lab) fn run<G: Game>(
    mut bench: Bench<'_, G>,
    request: &VariationRequest,
) -> Result<Option<VariationRun>, Fault> {
    let roots = bench.samples(request.plan)?;
    let Some(root) = roots.get(request.root) else {
        return Ok(None);
    };
    let config = Config::sound_of::<G>();
    let mut random = Random::new(request.plan.seed);
    let mut searched: Vec<Searched> = Vec::new();
    let mut elapsed = Vec::new();
    for repeat in 0..request.repeats {
        if !bench.step(repeat, request.repeats) {
            return Ok(None);
        }
        let mut game = bench.game.clone();
        game.reseed(random.next());
        let size = request.bytes.unwrap_or(0);
        let table = affordable(AnyTable::new, (request.kind, size, Keys::Whole))?;
        let gauge = Gauge {
            game: &game,
            stop: bench.stop,
            config: &config,
            depth: request.depth,
            threads: request.threads,
        };
        let sample = replayed(&game, root.moves.clone());
        let begun = Instant::now();
        searched.push(gauge.search(&table, &sample)?);
        elapsed.push(begun.elapsed().as_secs_f64());
    }
    Ok((!bench.stop.asked()).then(|| VariationRun {
        game: bench.id.to_owned(),
        root: request.root,
        position: bench.game.write_position(&root.pos),
        depth: request.depth,
        table: request.kind.name().to_owned(),
        bytes: request.bytes,
        threads: request.threads,
        nodes: searched.iter().map(|one| one.nodes).collect(),
        seconds: searched.iter().map(|one| one.seconds).collect(),
        elapsed,
        values_agree: searched.iter().all(|one| one.value == searched[0].value),
    }))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    /// By hand: of 59 numbers the greatest is sure enough (1 - 0.95^59 = 0.9515), of 58 none; of 93
    /// the second greatest.
    #[test]
    fn order_statistics_bound_a_quantile() {
        let numbers: Vec<f64> = (1..=93).map(f64::from).collect();
        assert_eq!(upper_bound(&numbers[..58], 0.95, 0.95), None);
        assert_eq!(upper_bound(&numbers[..59], 0.95, 0.95), Some(59.0));
        assert_eq!(upper_bound(&numbers, 0.95, 0.95), Some(92.0));
        // Half of all numbers: of five, the greatest fails with a chance of 1/32.
        assert_eq!(upper_bound(&numbers[..5], 0.5, 0.95), Some(5.0));
        assert_eq!(upper_bound(&numbers[..4], 0.5, 0.95), None);
        // Many: 0.05^2000 is no number. The normal approximation says the 1916th, and a bit.
        let many: Vec<f64> = (1..=2000).map(f64::from).collect();
        let bound = upper_bound(&many, 0.95, 0.95);
        assert!(
            bound.is_some_and(|bound| (1916.0..=1918.0).contains(&bound)),
            "{bound:?}"
        );
    }

    /// The bound holds as often as it says, here for evenly spread numbers.
    #[test]
    fn the_bound_is_as_sure_as_it_says() {
        let mut random = Random::new(3);
        let trials = 2000;
        let right = (0..trials).filter(|_| {
            let mut drawn: Vec<_> = (0..60)
                .map(|_| random.below(1_000_000) as f64 / 1e6)
                .collect();
            drawn.sort_by(f64::total_cmp);
            upper_bound(&drawn, 0.95, 0.95).is_some_and(|bound| bound >= 0.95)
        });
        // 0.954 of them, four standard deviations less at most.
        assert!(right.count() > trials * 93 / 100);
    }

    #[test]
    fn spreads_are_those_of_the_numbers() {
        let spread = Spread::of((0..=100).map(f64::from));
        assert_eq!((spread.least, spread.low, spread.median), (0.0, 5.0, 50.0));
        assert_eq!((spread.high, spread.most, spread.mean), (95.0, 100.0, 50.0));
        assert!(spread.bound >= Some(95.0));
        let one = Spread::of([3.0]);
        assert_eq!((one.median, one.variation, one.bound), (3.0, 0.0, None));
        assert!(Spread::of([]).mean.abs() < 1e-9);
    }

    /// A game without rules: positions of a layer lead to positions of the next, often to the same.
    struct Web {
        random: u64,
        width: u64,
        depth: u64,
        memory: HashMap<(u64, u64), (i32, i32)>,
        /// Of 16 things told, so many are forgotten.
        forgets: u64,
        told: u64,
        nodes: u64,
    }

    impl Web {
        fn number(&self, of: u64) -> u64 {
            Random::new(self.random ^ of.wrapping_mul(0x9e37_79b9)).next()
        }

        /// Alpha-beta that returns its value within the window, in a fixed order of moves.
        fn value(&mut self, layer: u64, place: u64, alpha: i32, beta: i32) -> i32 {
            self.nodes += 1;
            let own = self.number(layer * self.width + place);
            if layer == self.depth {
                return ((own % 40) as i32 - 20).clamp(alpha, beta);
            }
            let (low, high) = self
                .memory
                .get(&(layer, place))
                .copied()
                .unwrap_or((-99, 99));
            if low >= beta {
                return beta;
            }
            if high <= alpha {
                return alpha;
            }
            if low == high {
                return low;
            }
            let mut best = alpha;
            for child in 0..2 + own % 3 {
                let next = self.number(own ^ child) % self.width;
                best = best.max(-self.value(layer + 1, next, -beta, -best));
                if best >= beta {
                    break;
                }
            }
            let low = if best > alpha { best } else { -99 };
            let high = if best < beta { best } else { 99 };
            self.told += 1;
            if self.number(self.told ^ 0x4d) % 16 >= self.forgets {
                self.memory.insert((layer, place), (low, high));
            }
            best
        }
    }

    proptest! {
        /// Whatever a table forgets: with a fixed order of moves it never costs a node.
        #[test]
        fn a_table_never_adds_nodes_to_a_fixed_order(
            random: u64, width in 2..12_u64, depth in 1..8_u64, forgets in 0..16_u64
        ) {
            let web = |forgets| {
                let memory = HashMap::new();
                let mut web = Web { random, width, depth, memory, forgets, told: 0, nodes: 0 };
                (web.value(0, 0, -50, 50), web.nodes)
            };
            let (value, nodes) = web(16);
            let (same, fewer) = web(forgets);
            prop_assert_eq!(value, same);
            prop_assert!(fewer <= nodes, "{} > {}", fewer, nodes);
        }
    }
}
