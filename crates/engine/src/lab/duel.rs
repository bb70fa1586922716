//! Games against players of the old style: plain alpha-beta to a fixed depth, with the evaluation
//! of an older program. Or against itself, to see what a change of technique is worth in play.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use ponder_core::{Fault, Game, Weights};
use ponder_search::{Config, Limits};
use serde::Serialize;

use super::sample::{Sample, Sampling, sample};
use super::{Bench, Plan, customs};
use crate::analysis::{AnalysisRequest, weights};
use crate::duel::{Duel, Duellist, Tally};
use crate::equipment::equipped;

/// The opponent that is the default engine, under the same limits.
const ITSELF: &str = "itself";

/// Games with more plies are drawn.
const LONGEST: u32 = 400;

/// Which games to play.
#[derive(Clone, Debug)]
pub struct DuelRequest {
    /// Positions to begin from, each played twice; seed; bytes of each side's table.
    pub plan: Plan,
    /// Plies of random play before the engines think, least and most; without, what suits the
    /// game.
    pub plies: Option<(usize, usize)>,
    /// How the engine searches, and what it may spend on a move; it plays to win, whatever the
    /// request says.
    pub engine: AnalysisRequest,
    /// Evaluations that play against it, or `itself`; none for those of the game's old programs.
    pub opponents: Vec<String>,
    /// How deep they search.
    pub depth: u32,
    /// Games at once.
    pub threads: usize,
}

/// How the engine did.
#[derive(Clone, Debug, Serialize)]
pub struct DuelView {
    /// The game id.
    pub game: String,
    /// Which openings.
    pub seed: u64,
    /// Bytes of each side's table.
    pub hash: usize,
    /// Plies of the openings, least and most.
    pub plies: (usize, usize),
    /// What the engine could spend on a move.
    pub limits: String,
    /// How the engine searched.
    pub config: String,
    /// One row for each opponent.
    pub rows: Vec<DuelRow>,
}

/// The games against one opponent, from the engine's view.
#[derive(Clone, Debug, Serialize)]
pub struct DuelRow {
    /// The opponent's evaluation.
    pub opponent: String,
    /// How it searched, and how far.
    pub opponent_config: String,
    /// See there.
    pub opponent_limits: String,
    /// Wins, draws and losses.
    #[serde(flatten)]
    pub tally: Tally,
    /// Points over games.
    pub score: f64,
    /// Between what it lies with 95 % certainty.
    pub low: f64,
    /// See there.
    pub high: f64,
}

pub(super) fn run<G: Game>(
    mut bench: Bench<'_, G>,
    request: &DuelRequest,
) -> Result<DuelView, Fault> {
    let customs = customs::of(bench.id);
    let plan = request.plan;
    let least = customs.plies.0;
    let plies = request.plies.unwrap_or((least, least + 4));
    let sampling = Sampling {
        count: plan.positions,
        plies,
        even: true,
        seed: plan.seed,
    };
    let engine = AnalysisRequest {
        playing: true,
        ..request.engine.clone()
    };
    let config = equipped(bench.game, engine.config::<G>()?)?;
    let names: Vec<_> = match &request.opponents[..] {
        [] => customs.opponents.iter().map(ToString::to_string).collect(),
        names => names.to_vec(),
    };
    if names.is_empty() {
        return Err(Fault::new("no older program is known for this game")
            .hint("name an evaluation with --against, or itself"));
    }
    let opponents: Vec<_> = names
        .iter()
        .map(|name| opponent::<G>(name, request))
        .collect::<Result<_, Fault>>()?;
    let samples = sample(bench.game, &sampling)?;
    let judge = weights::<G>(&engine.judge)?;
    let limits = engine.limits;
    let engine = Duellist {
        judge: &judge,
        config: &config,
        limits,
        table: plan.hash,
    };
    let mut rows = Vec::new();
    for (index, (name, (judge, config, limits))) in names.iter().zip(&opponents).enumerate() {
        let other = Duellist {
            judge,
            config,
            limits: *limits,
            table: plan.hash,
        };
        let duel = Duel {
            rules: bench.game,
            sides: (&engine, &other),
            longest: LONGEST,
        };
        let before = (index * samples.len(), names.len() * samples.len());
        let tally = play(&mut bench, &duel, &samples, request.threads, before);
        let (low, high) = tally.interval();
        rows.push(DuelRow {
            opponent: name.clone(),
            opponent_config: config.to_string(),
            opponent_limits: words_of(*limits),
            tally,
            score: tally.score(),
            low,
            high,
        });
        if bench.stop.asked() {
            break;
        }
    }
    Ok(DuelView {
        game: bench.id.to_owned(),
        seed: plan.seed,
        hash: plan.hash,
        plies,
        limits: words_of(limits),
        config: config.to_string(),
        rows,
    })
}

fn opponent<G: Game>(
    name: &str,
    request: &DuelRequest,
) -> Result<(Weights, Config, Limits), Fault> {
    if name == ITSELF {
        return Ok((
            Weights::standard::<G>(),
            Config::playing::<G>(),
            request.engine.limits,
        ));
    }
    let judge = Weights::preset::<G>(name)?;
    Ok((judge, Config::plain(), Limits::depth(request.depth)))
}

/// Plays a pair of games from each opening, some pairs at once.
fn play<G: Game>(
    bench: &mut Bench<'_, G>,
    duel: &Duel<'_, G, Weights, Weights>,
    samples: &[Sample<G>],
    threads: usize,
    (before, of): (usize, usize),
) -> Tally {
    let (next, stop) = (AtomicUsize::new(0), bench.stop);
    let (sender, results) = mpsc::channel();
    let mut tally = Tally::default();
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some(sample) = samples.get(next.fetch_add(1, Ordering::Relaxed))
                    && let Some(pair) = duel.pair(&sample.moves, stop)
                    && sender.send(pair).is_ok()
                {}
            });
        }
        drop(sender);
        for (done, pair) in results.into_iter().enumerate() {
            tally.add(pair);
            bench.step(before + done + 1, of);
        }
    });
    tally
}

fn words_of(limits: Limits) -> String {
    let depth = limits.depth.map(|depth| format!("depth {depth}"));
    let nodes = limits.nodes.map(|nodes| format!("{nodes} nodes"));
    let time = limits.time.map(|time| format!("{} ms", time.as_millis()));
    let words: Vec<_> = [depth, nodes, time].into_iter().flatten().collect();
    words.join(", ")
}
