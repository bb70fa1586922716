//! Tables that compare a part of a key, watched: a look-up that finds the entry of another position
//! is seen, because the whole key is in the memory, and counted; the search does not hear of it.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ponder_core::{Fault, Game, Progress, Weights};
use ponder_search::{Config, Limits, Search};
use ponder_table::{AnyTable, Counts, Entry, Transpositions};
use serde::{Deserialize, Serialize};

use super::Tagged;
use crate::lab::measure::ratio;
use crate::lab::tables::games;
use crate::lab::tables::run::{Searched, measured};
use crate::lab::{Bench, Plan};

/// What to measure.
#[derive(Clone, Copy, Debug)]
pub struct TagsRequest {
    /// Positions and seed, and the size of the table.
    pub plan: Plan,
    /// The depth.
    pub depth: u32,
    /// The upper bits of a key that are compared.
    pub bits: u32,
}

/// What was seen of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TagsRun {
    /// The game id.
    pub game: String,
    /// The depth.
    pub depth: u32,
    /// Which positions.
    pub seed: u64,
    /// Bytes of the table.
    pub bytes: usize,
    /// Rows of the table.
    pub rows: usize,
    /// Bits compared.
    pub bits: u32,
    /// The searches, short game by short game.
    pub games: Vec<Vec<Rooted>>,
    /// Look-ups.
    pub probes: u64,
    /// Look-ups that found the entry of another position.
    pub strangers: u64,
    /// Different pairs of a position and the stranger that it met.
    pub pairs: u64,
    /// The sum of the squares of how often each pair met.
    pub squares: u64,
    /// Entries in the rows of all look-ups whose position was not there.
    pub neighbours: u64,
    /// Strangers found by the first look-up for a position, in a short game.
    pub first_strangers: u64,
    /// Entries in the rows of those look-ups.
    pub first_neighbours: u64,
}

/// A search and the move it chose.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rooted {
    /// What it took and found.
    pub searched: Searched,
    /// The code of the best move.
    pub best: Option<u16>,
}

/// One number of bits in one game, beside whole keys.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TagsRow {
    /// The game id.
    pub game: String,
    /// The depth.
    pub depth: u32,
    /// Bytes of the table.
    pub bytes: usize,
    /// Bits compared.
    pub bits: u32,
    /// What they tell beyond the row.
    pub effective: f64,
    /// Look-ups.
    pub probes: u64,
    /// Strangers found.
    pub strangers: u64,
    /// Different pairs of a position and the stranger that it met.
    pub pairs: u64,
    /// Strangers that random keys lead to in the mean.
    pub expected: f64,
    /// The standard deviation of their number.
    pub deviation: f64,
    /// True if the number found is within three standard deviations.
    pub within: bool,
    /// Strangers found by first look-ups for a position: a position that met a stranger may not be
    /// stored and be missed again, so that later look-ups are no fair sample.
    pub first_strangers: u64,
    /// Those that random keys lead to in the mean.
    pub first_expected: f64,
    /// True if their number is within three standard deviations, the root of what is expected.
    pub first_within: bool,
    /// Roots searched.
    pub roots: usize,
    /// Roots with another value than with whole keys.
    pub other_values: usize,
    /// Roots with another best move.
    pub other_moves: usize,
    /// Nodes over all roots.
    pub nodes: u64,
    /// Nodes beside whole keys, all roots together.
    pub node_ratio: f64,
}

/// What so many upper bits of a key tell beyond the row. The lower half chooses the row by its upper
/// bits; a longer tag has these in it.
fn effective(bits: u32, rows: usize) -> f64 {
    let beyond = f64::from(bits.saturating_sub(32)) - (rows.max(1) as f64).log2();
    f64::from(bits.min(32)) + beyond.max(0.0)
}

impl TagsRow {
    /// The runs beside those with whole keys in the same game at the same size.
    pub fn of(runs: &[TagsRun]) -> Vec<Self> {
        let row = |run: &TagsRun| {
            let whole = runs.iter().find(|other| {
                (&other.game, other.bytes, other.bits) == (&run.game, run.bytes, 64)
            })?;
            let effective = effective(run.bits, run.rows);
            let expected = run.neighbours as f64 * 2_f64.powf(-effective);
            let deviation = expected.max(run.squares as f64).sqrt();
            let first_expected = run.first_neighbours as f64 * 2_f64.powf(-effective);
            let near = |found: u64, expected: f64, deviation: f64| {
                (found as f64 - expected).abs() <= 3.0 * deviation
            };
            // Of less than one expected, one may be found.
            let first_deviation = first_expected.max(1.0).sqrt();
            let pairs = || {
                let own = run.games.iter().flatten();
                own.zip(whole.games.iter().flatten())
            };
            let nodes = |run: &TagsRun| -> u64 {
                let roots = run.games.iter().flatten();
                roots.map(|root| root.searched.nodes).sum()
            };
            Some(Self {
                game: run.game.clone(),
                depth: run.depth,
                bytes: run.bytes,
                bits: run.bits,
                effective,
                probes: run.probes,
                strangers: run.strangers,
                pairs: run.pairs,
                expected,
                deviation,
                within: near(run.strangers, expected, deviation),
                first_strangers: run.first_strangers,
                first_expected,
                first_within: near(run.first_strangers, first_expected, first_deviation),
                roots: pairs().count(),
                other_values: pairs()
                    .filter(|(a, b)| a.searched.value != b.searched.value)
                    .count(),
                other_moves: pairs().filter(|(a, b)| a.best != b.best).count(),
                nodes: nodes(run),
                node_ratio: ratio(nodes(run) as f64, nodes(whole) as f64),
            })
        };
        runs.iter().filter_map(row).collect()
    }

    /// Strangers per look-up.
    pub fn rate(&self) -> f64 {
        self.strangers as f64 / self.probes.max(1) as f64
    }

    /// Strangers per look-up that random keys lead to in the mean.
    pub fn expected_rate(&self) -> f64 {
        self.expected / self.probes.max(1) as f64
    }
}

/// Searches all positions with one table; nothing if it was stopped.
pub(in crate::lab) fn run<G: Game>(
    mut bench: Bench<'_, G>,
    request: &TagsRequest,
) -> Result<Option<TagsRun>, Fault> {
    let TagsRequest { plan, depth, bits } = *request;
    let config = Config::sound_of::<G>();
    let judge = Weights::standard::<G>();
    let lines = games::games(&bench, plan)?;
    let (watched, seen) = Watched::new(plan.hash, bits)?;
    let mut table = AnyTable::of(watched);
    let mut games = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        if !bench.step(number, lines.len()) {
            return Ok(None);
        }
        table.clear();
        let mut roots = Vec::new();
        for sample in line {
            table.next_search();
            let search = Search {
                rules: bench.game,
                judge: &judge,
                table: Some(&table),
                config: &config,
                limits: Limits::depth(depth),
                lines: 1,
                threads: 1,
            };
            let (searched, best) = measured(&search, &sample.pos, &sample.history, bench.stop)?;
            roots.push(Rooted {
                searched,
                best: best.map(|m| bench.game.code(&sample.pos, m)),
            });
        }
        games.push(roots);
    }
    if !bench.step(lines.len(), lines.len()) {
        return Ok(None);
    }
    let seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(Some(TagsRun {
        game: bench.id.to_owned(),
        depth,
        seed: plan.seed,
        bytes: plan.hash,
        rows: table.rows(),
        bits,
        games,
        probes: seen.probes,
        strangers: seen.pairs.values().sum(),
        pairs: seen.pairs.len() as u64,
        squares: seen.pairs.values().map(|times| times * times).sum(),
        neighbours: seen.neighbours,
        first_strangers: seen.first_strangers,
        first_neighbours: seen.first_neighbours,
    }))
}

/// What was seen of the look-ups.
#[derive(Default)]
struct Seen {
    probes: u64,
    neighbours: u64,
    first_strangers: u64,
    first_neighbours: u64,
    /// Keys asked for since the table was empty.
    asked: HashSet<u64>,
    /// Keys asked for and keys found in their stead, with how often.
    pairs: HashMap<(u64, u64), u64>,
}

impl Seen {
    /// A look-up that compares the bits of `tag` with those of the keys in its row.
    fn look(&mut self, key: u64, tag: u64, row: impl Iterator<Item = u64>) {
        self.probes += 1;
        let first = self.asked.insert(key);
        let (mut neighbours, mut stranger) = (0, None);
        for held in row {
            if held == key {
                return;
            }
            neighbours += 1;
            if (held ^ key) & tag == 0 {
                stranger = Some(held);
            }
        }
        self.neighbours += neighbours;
        if first {
            self.first_neighbours += neighbours;
            self.first_strangers += u64::from(stranger.is_some());
        }
        if let Some(stranger) = stranger {
            *self.pairs.entry((key, stranger)).or_default() += 1;
        }
    }
}

/// A table whose look-ups are seen; it answers as if they were not.
struct Watched {
    table: Tagged,
    /// The bits that it compares.
    tag: u64,
    seen: Arc<Mutex<Seen>>,
}

impl Watched {
    fn new(bytes: usize, bits: u32) -> Result<(Self, Arc<Mutex<Seen>>), Fault> {
        let table = Tagged::with_tag(bytes, bits)?;
        let seen = Arc::default();
        let watched = Self {
            table,
            tag: u64::MAX << (64 - bits),
            seen: Arc::clone(&seen),
        };
        Ok((watched, seen))
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Transpositions for Watched {
    fn probe(&self, key: u64) -> Option<Entry> {
        self.seen().look(key, self.tag, self.table.row_keys(key));
        self.table.probe(key)
    }

    fn prefetch(&self, key: u64) {
        self.table.prefetch(key);
    }

    fn store(&self, key: u64, _progress: Progress, entry: Entry) {
        self.table.store(key, entry);
    }

    fn root(&self, _progress: Progress) {}

    fn next_search(&mut self) {
        self.table.next_search();
    }

    fn clear(&mut self) {
        self.table.clear();
        self.seen().asked.clear();
    }

    fn bytes(&self) -> usize {
        self.table.bytes()
    }

    fn rows(&self) -> usize {
        Transpositions::rows(&self.table)
    }

    fn capacity(&self) -> usize {
        self.table.capacity()
    }

    fn visit(&self, row: usize, show: &mut dyn FnMut(Entry, bool)) {
        self.table.visit(row, show);
    }

    fn counts(&self) -> Option<Counts> {
        self.table.counts()
    }
}

#[cfg(test)]
mod tests {
    use ponder_core::Random;
    use ponder_table::Bound;

    use super::*;

    #[test]
    fn tags_of_up_to_half_a_key_share_nothing_with_the_row() {
        let rows = 1 << 14;
        for (bits, tells) in [(8, 8.0), (32, 32.0), (40, 32.0), (46, 32.0), (64, 50.0)] {
            assert!((effective(bits, rows) - tells).abs() < 1e-9, "{bits}");
        }
    }

    /// With random keys the number of strangers is what the formula says, and a table that is watched
    /// answers as one that is not.
    #[test]
    fn strangers_are_seen_and_as_many_as_expected() {
        let bytes = 1 << 14;
        for bits in [8, 12, 64] {
            let (watched, seen) = Watched::new(bytes, bits).expect("a table");
            let plain = Tagged::<ponder_table::Silent>::with_tag(bytes, bits).expect("a table");
            let mut random = Random::new(9);
            for _ in 0..200_000 {
                let (asked, told) = (random.next(), random.next());
                assert_eq!(watched.probe(asked), plain.probe(asked));
                let entry = Entry::new(random.below(99) as i32, 3, Bound::Exact);
                watched.store(told, Progress::default(), entry);
                plain.store(told, entry);
            }
            let seen = seen.lock().expect("no panic");
            let found: u64 = seen.pairs.values().sum();
            let expected = seen.neighbours as f64 * 2_f64.powf(-effective(bits, watched.rows()));
            let error = (found as f64 - expected).abs();
            assert!(
                error <= 4.0 * expected.sqrt(),
                "{bits}: {found}, {expected}"
            );
            assert_eq!(found == 0, bits == 64, "{bits}");
        }
    }
}
