//! The error models of `ProbCut`: how well shallow searches predict deep ones.
//!
//! One search a position deepens to the greatest depth asked for; the value of each iteration
//! serves every pair of depths. Techniques that change values are off, but for the quiescence,
//! which the judge relies on. Models are fitted for the default weights and fit no others.

use std::fmt::Write;

use ponder_core::{ErrorModel, Fault, Game, WON};
use ponder_search::{Limits, Switch};
use serde::Serialize;

use super::fit::{Fit, fit};
use super::measure::{Gauge, Mark};
use super::sample::{Sampling, sample};
use super::{Bench, Plan, customs};

/// Which models to fit.
#[derive(Clone, Debug)]
pub struct ProbCutRequest {
    /// Positions, seed and table.
    pub plan: Plan,
    /// Deep and shallow depths; none for those that suit the game.
    pub pairs: Vec<(u32, u32)>,
}

/// Error models.
#[derive(Clone, Debug, Serialize)]
pub struct ProbCutView {
    /// The game id.
    pub game: String,
    /// Positions searched.
    pub positions: usize,
    /// Which ones.
    pub seed: u64,
    /// Bytes of the table.
    pub hash: usize,
    /// How the values were found.
    pub config: String,
    /// The models; pairs with too few undecided positions are missing.
    pub models: Vec<ModelView>,
}

/// One error model, in the fields of [`ErrorModel`], and how far to trust it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ModelView {
    /// The depth predicted.
    pub deep: u32,
    /// The depth that predicts.
    pub shallow: u32,
    /// Deep = slope * shallow + offset.
    pub slope: f64,
    /// See there.
    pub offset: f64,
    /// Give or take this.
    pub sigma: f64,
    /// How well the shallow value explains the deep one.
    pub correlation: f64,
    /// Positions used.
    pub points: usize,
    /// Positions left out because they lie far off.
    pub outliers: usize,
}

impl ModelView {
    fn new((deep, shallow): (u32, u32), fit: Fit) -> Self {
        Self {
            deep,
            shallow,
            slope: fit.slope,
            offset: fit.offset,
            sigma: fit.sigma,
            correlation: fit.correlation,
            points: fit.points,
            outliers: fit.outliers,
        }
    }

    /// The model as the search wants it.
    pub fn model(&self) -> ErrorModel {
        let [slope, offset, sigma] = [self.slope, self.offset, self.sigma].map(|x| x as f32);
        ErrorModel::new(self.deep, self.shallow, slope, offset, sigma)
    }
}

impl ProbCutView {
    /// The models as TOML tables for a configuration file.
    pub fn toml(&self) -> String {
        let mut text = format!(
            "# {}: {} positions, seed {}\n",
            self.game, self.positions, self.seed
        );
        for model in &self.models {
            let _ = write!(
                text,
                "\n[[probcut]]\ndeep = {}\nshallow = {}\nslope = {:.3}\noffset = {:.1}\nsigma = {:.1}\n",
                model.deep, model.shallow, model.slope, model.offset, model.sigma
            );
        }
        text
    }
}

pub(super) fn run<G: Game>(
    mut bench: Bench<'_, G>,
    request: &ProbCutRequest,
) -> Result<ProbCutView, Fault> {
    let customs = customs::of(bench.id);
    let plan = request.plan;
    let pairs = match &request.pairs[..] {
        [] => customs.pairs,
        pairs => pairs,
    };
    for &(deep, shallow) in pairs {
        if shallow == 0 || shallow >= deep {
            let what = format!("{deep}:{shallow} is no pair of depths");
            return Err(Fault::new(what).hint("the deep one first, as in 6:2"));
        }
    }
    let deepest = pairs.iter().map(|(deep, _)| *deep).max().unwrap_or(1);
    let mut config = bench.config()?;
    for &switch in Switch::ALL {
        if !switch.sound() && switch != Switch::Quiescence {
            config.switches = config.switches.without(switch);
        }
    }
    // Lopsided positions are half of what a search meets: they belong to the sample.
    let sampling = Sampling {
        count: plan.positions,
        plies: customs.plies,
        even: false,
        seed: plan.seed,
    };
    let samples = sample(bench.game, &sampling)?;
    let mut gauge = Gauge::new(bench.game, plan.hash, bench.stop)?;
    let mut searches = Vec::new();
    for (done, sample) in samples.iter().enumerate() {
        if !bench.step(done, samples.len()) {
            break;
        }
        match gauge.search(sample, &config, Limits::depth(deepest), 1)? {
            Some(marks) => searches.push(marks),
            None => break,
        }
    }
    let model = |&pair: &(u32, u32)| {
        let points = searches.iter().filter_map(|marks| point(marks, pair));
        let points: Vec<_> = points.collect();
        fit(&points).map(|fit| ModelView::new(pair, fit))
    };
    Ok(ProbCutView {
        game: bench.id.to_owned(),
        positions: searches.len(),
        seed: plan.seed,
        hash: plan.hash,
        config: config.to_string(),
        models: pairs.iter().filter_map(model).collect(),
    })
}

/// The shallow and the deep value of a position, if neither is a decided game.
fn point<M>(marks: &[Mark<M>], (deep, shallow): (u32, u32)) -> Option<(f64, f64)> {
    let value = |depth| {
        let mut at = marks.iter().filter(|mark| mark.depth == depth);
        let score = at.next()?.score;
        (score.abs() < WON).then_some(f64::from(score))
    };
    Some((value(shallow)?, value(deep)?))
}
