//! What a score is worth in games won: a logistic curve, fitted to games of the engine with itself.
//!
//! Every position of a game gives a point: the score for its mover, and whether he won. Proven
//! scores are left out, since they need no curve, and so are the random moves of the opening. The
//! one parameter is found by maximum likelihood. The points of one game are all about the same
//! result, so the error is taken over games, not over points.

use ponder_core::{Fault, Game, History, JUDGEMENT, Player, Random, Weights};
use ponder_search::{Kind, Limits};
use ponder_table::Table;
use serde::Serialize;

use super::{Bench, Plan, customs};
use crate::analysis::AnalysisRequest;
use crate::chance::Chance;
use crate::duel::{Duellist, choose, opening};
use crate::equipment::equipped;

/// Games with more plies are drawn.
const LONGEST: u32 = 400;

/// Which games to play.
#[derive(Clone, Copy, Debug)]
pub struct ChanceRequest {
    /// Games, seed and bytes of the table.
    pub plan: Plan,
    /// Nodes for a move.
    pub nodes: u64,
}

/// A fitted curve, and how far to trust it.
#[derive(Clone, Debug, Serialize)]
pub struct ChanceView {
    /// The game id.
    pub game: String,
    /// Games played.
    pub games: usize,
    /// Which ones.
    pub seed: u64,
    /// Nodes for a move.
    pub nodes: u64,
    /// Bytes of the table.
    pub hash: usize,
    /// How it was searched.
    pub config: String,
    /// The curve.
    #[serde(flatten)]
    pub curve: Curve,
    /// The scale in use.
    pub in_use: f64,
    /// Predicted and observed results, by what was predicted.
    pub bins: Vec<BinView>,
}

/// A logistic curve: chance = 1 / (1 + exp(-score / scale)).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Curve {
    /// The scale, in hundredths of the unit.
    pub scale: f64,
    /// Its standard error.
    pub error: f64,
    /// Points it was fitted to.
    pub points: usize,
    /// The mean of the natural logarithm of the chance that was given to what happened, negated;
    /// 0.693 for one who knows nothing.
    pub log_loss: f64,
}

/// The points with predictions in one range.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct BinView {
    /// The range.
    pub from: f64,
    /// See there.
    pub to: f64,
    /// The mean of what was predicted.
    pub predicted: f64,
    /// The mean of what was observed.
    pub observed: f64,
    /// Points in it.
    pub points: usize,
}

/// A score, and what its player got in the end: 0, a half or 1.
pub type Point = (f64, f64);

pub(super) fn run<G: Game>(
    mut bench: Bench<'_, G>,
    request: &ChanceRequest,
) -> Result<ChanceView, Fault> {
    let plan = request.plan;
    let limits = Limits::nodes(request.nodes);
    let config = |playing| {
        let request = AnalysisRequest {
            playing,
            ..AnalysisRequest::within(limits)
        };
        equipped(bench.game, request.config::<G>()?)
    };
    let configs = [config(false)?, config(true)?];
    let judge = Weights::standard::<G>();
    let side = |config| Duellist {
        judge: &judge,
        config,
        limits,
        table: plan.hash,
    };
    let sides = configs.each_ref().map(side);
    let mut games = Vec::new();
    let mut random = Random::new(plan.seed);
    for done in 0..plan.positions {
        if !bench.step(done, plan.positions) {
            break;
        }
        games.extend(play(&bench, &sides, &mut random)?);
    }
    let curve = curve(&games).ok_or_else(|| {
        let what = format!("{} games are too few to fit a curve to", games.len());
        Fault::new(what).hint("ask for more games")
    })?;
    Ok(ChanceView {
        game: bench.id.to_owned(),
        games: games.len(),
        seed: plan.seed,
        nodes: request.nodes,
        hash: plan.hash,
        config: configs[0].to_string(),
        curve,
        in_use: G::CHANCE,
        bins: bins(&games, Chance { scale: curve.scale }),
    })
}

/// The points of one game from a random opening; nothing if it was stopped or the opening ended
/// the game. Whoever plays may scorn a draw where whoever analyses does not; it is the analyst's
/// score that counts.
fn play<G: Game>(
    bench: &Bench<'_, G>,
    [analyst, player]: &[Duellist<'_, Weights>; 2],
    random: &mut Random,
) -> Result<Option<Vec<Point>>, Fault> {
    let (game, customs) = (bench.game, customs::of(bench.id));
    let plies = customs.plies.0 + random.below(customs.plies.1 - customs.plies.0 + 1);
    let Some(opening) = opening(game, plies, random) else {
        return Ok(None);
    };
    let mut pos = game.start();
    let mut history = History::new(game, &pos);
    let mut tables = [
        Table::new(analyst.table, analyst.config.table_keys())?,
        Table::new(player.table, player.config.table_keys())?,
    ];
    let alike = analyst.config == player.config;
    let mut opening = opening.into_iter();
    let mut scores = Vec::new();
    loop {
        let over = game.ended(&pos).or_else(|| game.drawn(&pos, &history));
        if over.is_some() || history.plies() >= LONGEST {
            let margin = over.map_or(0, |outcome| outcome.margin_for(Player::First));
            let won = f64::midpoint(f64::from(margin.signum()), 1.0);
            let point = |(mover, score)| match mover {
                Player::First => (score, won),
                Player::Second => (score, 1.0 - won),
            };
            return Ok(Some(scores.into_iter().map(point).collect()));
        }
        let m = opening.next().unwrap_or_else(|| {
            let line = choose(game, analyst, &mut tables[0], &pos, &history, bench.stop);
            // A search that was broken off may know less than it says.
            let opinion = line.kind() == Kind::Heuristic && !line.bound;
            if opinion && line.score.abs() <= JUDGEMENT {
                scores.push((game.turn(&pos), f64::from(line.score)));
            }
            if alike {
                return line.moves[0];
            }
            choose(game, player, &mut tables[1], &pos, &history, bench.stop).moves[0]
        });
        if bench.stop.asked() {
            return Ok(None);
        }
        pos = game.play(&pos, m);
        history.push(game, &pos);
    }
}

/// Fits a curve to the points of games. Nothing if they do not determine it, as where the better
/// score always wins.
pub fn curve(games: &[Vec<Point>]) -> Option<Curve> {
    /// No judge is so sure of itself.
    const STEEPEST: f64 = 10.0;
    const HALVINGS: usize = 60;
    let points = || games.iter().flatten().copied();
    let predicted = |steepness: f64, score: f64| 1.0 / (1.0 + (-steepness * score).exp());
    let information = |steepness: f64| -> f64 {
        let term = |(score, _)| {
            let chance = predicted(steepness, score);
            chance * (1.0 - chance) * score * score
        };
        points().map(term).sum()
    };
    let slope = |steepness: f64, points: &mut dyn Iterator<Item = Point>| -> f64 {
        let term = |(score, won)| (won - predicted(steepness, score)) * score;
        points.map(term).sum()
    };
    // The likelihood has one maximum, where its slope falls through zero.
    let (mut low, mut high) = (0.0, STEEPEST);
    if slope(low, &mut points()) <= 0.0 || slope(high, &mut points()) >= 0.0 {
        return None;
    }
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if slope(middle, &mut points()) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let steepness = high;
    let slopes = games
        .iter()
        .map(|game| slope(steepness, &mut game.iter().copied()));
    let spread: f64 = slopes.map(|slope| slope * slope).sum();
    let error = spread.sqrt() / information(steepness);
    let loss = |(score, won): Point| {
        let chance = predicted(steepness, score).clamp(f64::EPSILON, 1.0 - f64::EPSILON);
        -won * chance.ln() - (1.0 - won) * (1.0 - chance).ln()
    };
    let count = points().count();
    Some(Curve {
        scale: 1.0 / steepness,
        error: error / (steepness * steepness),
        points: count,
        log_loss: points().map(loss).sum::<f64>() / count as f64,
    })
}

/// Ten ranges of predictions, those without points left out.
fn bins(games: &[Vec<Point>], chance: Chance) -> Vec<BinView> {
    const BINS: usize = 10;
    let mut sums = [(0.0, 0.0, 0); BINS];
    for &(score, won) in games.iter().flatten() {
        let predicted = chance.of_opinion(score as i32);
        let bin = &mut sums[((predicted * BINS as f64) as usize).min(BINS - 1)];
        *bin = (bin.0 + predicted, bin.1 + won, bin.2 + 1);
    }
    let width = 1.0 / BINS as f64;
    let view = |(index, &(predicted, observed, points)): (usize, &(f64, f64, usize))| BinView {
        from: index as f64 * width,
        to: (index + 1) as f64 * width,
        predicted: predicted / points as f64,
        observed: observed / points as f64,
        points,
    };
    let filled = sums.iter().enumerate().filter(|(_, sum)| sum.2 > 0);
    filled.map(view).collect()
}
