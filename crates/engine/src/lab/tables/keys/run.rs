//! The same searches with keys made in every way, the time that a key takes, and how random it is.

use std::collections::{HashSet, VecDeque};
use std::hint::black_box;

use ponder_core::{Fault, Game, History, MoveList, Random, Rules, Weights, Words};
use ponder_search::{Config, Limits, Search};
use ponder_table::Transpositions;
use serde::{Deserialize, Serialize};

use super::Tagged;
use super::keyed::{Held, Keyed, SameJudge};
use super::quality::Quality;
use super::ways::Way;
use crate::lab::clock::{Of, Stopwatch};
use crate::lab::measure::ratio;
use crate::lab::resample::{Estimate, geometric_mean};
use crate::lab::sample::Sample;
use crate::lab::tables::games;
use crate::lab::tables::run::{Searched, measured};
use crate::lab::{Bench, Plan};

/// What to measure.
#[derive(Clone, Copy, Debug)]
pub struct KeysRequest {
    /// Positions to search, seed, and the size of the table.
    pub plan: Plan,
    /// The depth.
    pub depth: u32,
    /// Searches of every position with every way, of which the fastest counts.
    pub rounds: usize,
    /// Distinct positions whose keys are looked at.
    pub keys: usize,
}

/// What was measured in one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeysRun {
    /// The game id.
    pub game: String,
    /// The depth.
    pub depth: u32,
    /// Which positions.
    pub seed: u64,
    /// Bytes of the table.
    pub bytes: usize,
    /// The configuration of the search.
    pub config: String,
    /// Each way.
    pub ways: Vec<WayRun>,
    /// As many random numbers, for comparison.
    pub random: Quality,
}

/// What was measured of one way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WayRun {
    /// Its name.
    pub way: String,
    /// Time of the processor for one key.
    pub nanoseconds: f64,
    /// How random its keys are.
    pub quality: Quality,
    /// The searches, short game by short game.
    pub games: Vec<Vec<Searched>>,
}

/// One way in one game, beside the others.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KeysRow {
    /// The game id.
    pub game: String,
    /// The depth.
    pub depth: u32,
    /// Positions searched.
    pub positions: usize,
    /// The way's name.
    pub way: String,
    /// Time of the processor for one key.
    pub nanoseconds: f64,
    /// Nodes over all positions.
    pub nodes: u64,
    /// Processor time over all positions.
    pub seconds: f64,
    /// Time to depth beside the engine's own keys: the geometric mean of the ratios.
    pub beside_folded: Estimate,
    /// Time to depth beside Zobrist keys made anew.
    pub beside_zobrist: Estimate,
    /// True if every root has the value that it has with the engine's own keys.
    pub values_agree: bool,
    /// How random its keys are.
    pub quality: Quality,
}

impl KeysRun {
    /// The ways beside each other.
    pub fn rows(&self) -> Vec<KeysRow> {
        let named = |way: Way| self.ways.iter().find(|run| run.way == way.name());
        let (Some(folded), Some(zobrist)) = (named(Way::Folded), named(Way::Zobrist)) else {
            return Vec::new();
        };
        let row = |run: &WayRun| {
            let searched = || run.games.iter().flatten();
            let pairs = searched().zip(folded.games.iter().flatten());
            KeysRow {
                game: self.game.clone(),
                depth: self.depth,
                positions: searched().count(),
                way: run.way.clone(),
                nanoseconds: run.nanoseconds,
                nodes: searched().map(|one| one.nodes).sum(),
                seconds: searched().map(|one| one.seconds).sum(),
                beside_folded: run.beside(folded, self.seed),
                beside_zobrist: run.beside(zobrist, self.seed),
                values_agree: pairs
                    .into_iter()
                    .all(|(one, other)| one.value == other.value),
                quality: run.quality,
            }
        };
        self.ways.iter().map(row).collect()
    }

    /// Refuses findings in which keys lead to different values, or are those of two positions.
    pub fn check(&self) -> Result<(), Fault> {
        for row in self.rows() {
            let what = if !row.values_agree {
                "some root has another value"
            } else if row.quality.equal_keys > 0 {
                "two positions have the same key"
            } else {
                continue;
            };
            return Err(
                Fault::new(format!("{}: with {} keys {what}", row.game, row.way))
                    .hint("the way or the search is wrong; the figures say nothing"),
            );
        }
        Ok(())
    }
}

impl WayRun {
    /// Time beside another way.
    fn beside(&self, other: &Self, seed: u64) -> Estimate {
        let log = |(a, b): (&Searched, &Searched)| ratio(a.seconds, b.seconds).ln();
        let games = self.games.iter().zip(&other.games);
        let logs: Vec<Vec<_>> = games
            .map(|(game, other)| game.iter().zip(other).map(log).collect())
            .collect();
        geometric_mean(&logs, seed)
    }
}

/// Measures all ways in one game; nothing if it was stopped.
pub(in crate::lab) fn run<G: Game>(
    mut bench: Bench<'_, G>,
    request: &KeysRequest,
) -> Result<Option<KeysRun>, Fault> {
    let KeysRequest { plan, depth, .. } = *request;
    let config = Config::sound_of::<G>();
    let lines = games::games(&bench, plan)?;
    let ways = Way::ALL.map(|way| Keyed::new(bench.game, way, plan.seed));
    let stream = stream(&bench, &lines, request.keys);
    let nanoseconds = nanoseconds(&ways, &stream);
    let mut games: [Vec<Vec<Searched>>; Way::ALL.len()] = Default::default();
    let mut table = Tagged::with_tag(plan.hash, 64)?;
    for (number, line) in lines.iter().enumerate() {
        if !bench.step(number, lines.len()) {
            return Ok(None);
        }
        // Ways take turns, so that they share what disturbs the machine.
        for round in 0..request.rounds {
            for (way, games) in ways.iter().zip(&mut games) {
                table.clear();
                let searched = searches(&bench, way, &mut table, &config, depth, line)?;
                if round == 0 {
                    games.push(searched);
                } else if let Some(fastest) = games.last_mut() {
                    for (least, again) in fastest.iter_mut().zip(searched) {
                        least.seconds = least.seconds.min(again.seconds);
                    }
                }
            }
        }
    }
    if !bench.step(lines.len(), lines.len()) {
        return Ok(None);
    }
    let quality = |way: &Keyed<G>| {
        let keys = stream.iter().map(|(_, pos)| way.key(&way.held(*pos)));
        Quality::of(&keys.collect::<Vec<_>>())
    };
    let mut random = Random::new(plan.seed);
    let random: Vec<_> = stream.iter().map(|_| random.next()).collect();
    let named = Way::ALL.iter().zip(&ways).zip(nanoseconds).zip(games);
    Ok(Some(KeysRun {
        game: bench.id.to_owned(),
        depth,
        seed: plan.seed,
        bytes: table.bytes(),
        config: config.to_string(),
        ways: named
            .map(|(((name, way), nanoseconds), games)| WayRun {
                way: name.name().to_owned(),
                nanoseconds,
                quality: quality(way),
                games,
            })
            .collect(),
        random: Quality::of(&random),
    }))
}

/// Searches the positions of a short game with keys made this way.
fn searches<G: Game>(
    bench: &Bench<'_, G>,
    rules: &Keyed<G>,
    table: &mut Tagged,
    config: &Config,
    depth: u32,
    line: &[Sample<G>],
) -> Result<Vec<Searched>, Fault> {
    let judge = SameJudge(Weights::standard::<G>());
    let mut searched = Vec::new();
    for sample in line {
        table.next_search();
        let search = Search {
            rules,
            judge: &judge,
            table: Some(&*table),
            config,
            limits: Limits::depth(depth),
            lines: 1,
            threads: 1,
        };
        let mut pos = rules.start();
        let mut history = History::new(rules, &pos);
        for &m in &sample.moves {
            pos = rules.play(&pos, m);
            history.push(rules, &pos);
        }
        searched.push(measured(&search, &pos, &history, bench.stop)?.0);
    }
    Ok(searched)
}

/// A position and the one before it.
type Ply<P> = (P, P);

/// Distinct positions near the given ones, layer by layer: what a search sees, and what a key has to
/// tell apart.
fn stream<G: Game>(
    bench: &Bench<'_, G>,
    lines: &[Vec<Sample<G>>],
    count: usize,
) -> Vec<Ply<G::Pos>> {
    let game = bench.game;
    let mut known: HashSet<Words> = HashSet::new();
    let mut stream = Vec::new();
    let mut open: VecDeque<G::Pos> = lines.iter().flatten().map(|sample| sample.pos).collect();
    while let Some(pos) = open.pop_front()
        && stream.len() < count
        && !bench.stop.asked()
    {
        let mut list = MoveList::<G>::new();
        game.moves(&pos, &mut list);
        for m in list {
            let after = game.play(&pos, m);
            if stream.len() < count && known.insert(game.words(&after)) {
                stream.push((pos, after));
                open.push_back(after);
            }
        }
    }
    stream
}

/// What a key takes of the processor's time, each way.
fn nanoseconds<G: Game>(
    ways: &[Keyed<G>; Way::ALL.len()],
    stream: &[Ply<G::Pos>],
) -> [f64; Way::ALL.len()] {
    /// As many positions as stay in the caches.
    const POSITIONS: usize = 1 << 11;
    const ROUNDS: usize = 5;
    const PASSES: usize = 20;
    // From all layers alike.
    let step = (stream.len() / POSITIONS).max(1);
    let picked: Vec<_> = stream.iter().step_by(step).take(POSITIONS).collect();
    let mut least = [f64::INFINITY; Way::ALL.len()];
    for _ in 0..ROUNDS {
        for (rules, least) in ways.iter().zip(&mut least) {
            let plies: Vec<(Held<G::Pos>, G::Pos)> = picked
                .iter()
                .map(|(before, after)| (rules.held(*before), *after))
                .collect();
            let watch = Stopwatch::start(Of::Thread);
            for _ in 0..PASSES {
                for (before, after) in &plies {
                    // A way that keeps its key does its work here, the others in `key`.
                    black_box(rules.key(&rules.follows(before, *black_box(after))));
                }
            }
            let keys = (PASSES * plies.len()).max(1) as f64;
            *least = least.min(watch.seconds() * 1e9 / keys);
        }
    }
    least
}
