//! The laboratory: experiments that make the figures of `docs/search.md` and
//! `docs/tables.md`.
//!
//! Each experiment is a module with a request, a view and a function generic over the game;
//! [`Experiment`] and [`Findings`] carry them over the dynamic boundary. All of them take their
//! positions from the same `sample`, are reproducible by their seed, tell of their progress,
//! and end early with what they have when they are stopped.

mod ablation;
mod branching;
mod chance;
mod clock;
mod customs;
mod duel;
mod fit;
mod measure;
mod probcut;
mod resample;
mod sample;
mod speed;
mod statistics;
mod tables;
mod threads;

use ponder_core::{Fault, Game};
use ponder_search::{Config, Limits, Stop};
use serde::Serialize;

use crate::analysis::AnalysisRequest;
use crate::equipment::with_models;
use sample::{Sample, Sampling, sample};

pub use ablation::{AblationRequest, AblationRow, AblationView};
pub use branching::{BranchingRequest, BranchingRow, BranchingView};
pub use chance::{BinView, ChanceRequest, ChanceView, Curve, Point, curve};
pub use duel::{DuelRequest, DuelRow, DuelView};
pub use fit::{Fit, fit};
pub use probcut::{ModelView, ProbCutRequest, ProbCutView};
pub use resample::Estimate;
pub use speed::{SpeedRequest, SpeedView};
pub use statistics::{
    chi_square, correlation, cut_poisson, dispersion, distance, folded, geometric, mean, poisson,
    power_law, power_law_exponent, rank_correlation, ranks,
};
pub use tables::{
    Access, Class, Expected, ExpectedRequest, ExpectedRun, FunctionRow, GameRequest, GameRun,
    Judged, Kept, Profile, ProfileRequest, RecordRun, RetrievalRun, Retrieved, Score, Scored,
    Shape, Shares, ThresholdsRequest, ThresholdsRun, Verdict, derive, fits, of_games, of_records,
    of_retrievals, retrieval, simulate,
};
pub use tables::{
    Arm, Beside, BoundsRequest, BoundsRow, BoundsRun, KeysRequest, KeysRow, KeysRun, Preset,
    Quality, Replayed, Rooted, Searched, ShortKeys, SizeStanding, Spread, Standing, TableCounts,
    TableRun, TablesRequest, TablesRow, TablesView, TagsRequest, TagsRow, TagsRun,
    VariationRequest, VariationRun, Way, WayRun, check_tables, standings, standings_by_size,
    table_depth, table_games, upper_bound,
};
pub use threads::{ThreadsRequest, ThreadsRow, ThreadsView};

/// What every experiment needs to know.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many positions.
    pub positions: usize,
    /// Which ones: the same seed gives the same positions.
    pub seed: u64,
    /// Bytes of the table.
    pub hash: usize,
}

/// An experiment to be made with a game.
#[derive(Clone, Debug)]
pub enum Experiment {
    /// What each technique is worth.
    Ablation(AblationRequest),
    /// How fast the tree grows.
    Branching(BranchingRequest),
    /// Nodes per second.
    Speed(SpeedRequest),
    /// What one table of one size is worth.
    Tables(TablesRequest),
    /// How near tables come to the best that their room allows.
    Bounds(BoundsRequest),
    /// How much the cost of one search varies.
    Variation(VariationRequest),
    /// What the making of keys costs, and how good they are.
    Keys(KeysRequest),
    /// What comes of comparing fewer bits of a key.
    Tags(TagsRequest),
    /// The average-case parameters of recorded searches.
    Profile(ProfileRequest),
    /// How threshold functions of the report's table fare in recorded searches.
    Thresholds(ThresholdsRequest),
    /// Expected values of games and searches.
    Expected(ExpectedRequest),
    /// What a second thread is worth.
    Threads(ThreadsRequest),
    /// Games against players of the old style.
    Duel(Box<DuelRequest>),
    /// The error models of `ProbCut`.
    ProbCut(ProbCutRequest),
    /// What a score is worth in games won.
    Chance(ChanceRequest),
}

/// What an experiment found.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Findings {
    /// See [`Experiment::Ablation`].
    Ablation(AblationView),
    /// See [`Experiment::Branching`].
    Branching(BranchingView),
    /// See [`Experiment::Speed`].
    Speed(SpeedView),
    /// See [`Experiment::Tables`]; nothing if it was stopped.
    Tables(Option<TableRun>),
    /// See [`Experiment::Bounds`]; nothing if it was stopped.
    Bounds(Option<BoundsRun>),
    /// See [`Experiment::Variation`]; nothing if it was stopped.
    Variation(Option<VariationRun>),
    /// See [`Experiment::Keys`]; nothing if it was stopped.
    Keys(Option<KeysRun>),
    /// See [`Experiment::Tags`]; nothing if it was stopped.
    Tags(Option<TagsRun>),
    /// See [`Experiment::Profile`]; nothing if it was stopped.
    Profile(Option<Profile>),
    /// See [`Experiment::Thresholds`]; nothing if it was stopped.
    Thresholds(Option<ThresholdsRun>),
    /// See [`Experiment::Expected`]; nothing if it was stopped.
    Expected(Option<ExpectedRun>),
    /// See [`Experiment::Threads`].
    Threads(ThreadsView),
    /// See [`Experiment::Duel`].
    Duel(DuelView),
    /// See [`Experiment::ProbCut`].
    ProbCut(ProbCutView),
    /// See [`Experiment::Chance`].
    Chance(ChanceView),
}

/// How far an experiment has come.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Parts done.
    pub done: usize,
    /// Parts in all.
    pub of: usize,
}

/// A game with its id, and the ways to stop and to watch an experiment.
struct Bench<'a, G> {
    game: &'a G,
    id: &'a str,
    stop: &'a Stop,
    observe: &'a mut dyn FnMut(Step),
}

impl<G: Game> Bench<'_, G> {
    /// The game's default configuration.
    fn config(&self) -> Result<Config, Fault> {
        let request = AnalysisRequest::within(Limits::default());
        Ok(with_models(self.game, request.config::<G>()?))
    }

    /// Even positions, as a plan asks for them.
    fn samples(&self, plan: Plan) -> Result<Vec<Sample<G>>, Fault> {
        let sampling = Sampling {
            count: plan.positions,
            plies: customs::of(self.id).plies,
            even: true,
            seed: plan.seed,
        };
        sample(self.game, &sampling)
    }

    /// Tells how far it has come; false if the experiment is to end.
    fn step(&mut self, done: usize, of: usize) -> bool {
        (self.observe)(Step { done, of });
        !self.stop.asked()
    }
}

/// Makes an experiment.
pub(crate) fn run<G: Game>(
    game: &G,
    id: &str,
    experiment: &Experiment,
    stop: &Stop,
    observe: &mut dyn FnMut(Step),
) -> Result<Findings, Fault> {
    let bench = Bench {
        game,
        id,
        stop,
        observe,
    };
    Ok(match experiment {
        Experiment::Ablation(request) => Findings::Ablation(ablation::run(bench, request)?),
        Experiment::Branching(request) => Findings::Branching(branching::run(bench, request)?),
        Experiment::Speed(request) => Findings::Speed(speed::run(bench, request)?),
        Experiment::Tables(request) => Findings::Tables(tables::run(bench, request)?),
        Experiment::Bounds(request) => Findings::Bounds(tables::run_bounds(bench, request)?),
        Experiment::Variation(request) => {
            Findings::Variation(tables::run_variation(bench, request)?)
        }
        Experiment::Keys(request) => Findings::Keys(tables::run_keys(bench, request)?),
        Experiment::Tags(request) => Findings::Tags(tables::run_tags(bench, request)?),
        Experiment::Profile(request) => Findings::Profile(tables::run_profile(bench, request)?),
        Experiment::Thresholds(request) => {
            Findings::Thresholds(tables::run_thresholds(bench, request)?)
        }
        Experiment::Expected(request) => Findings::Expected(tables::run_expected(bench, request)?),
        Experiment::Threads(request) => Findings::Threads(threads::run(bench, request)?),
        Experiment::Duel(request) => Findings::Duel(duel::run(bench, request)?),
        Experiment::ProbCut(request) => Findings::ProbCut(probcut::run(bench, request)?),
        Experiment::Chance(request) => Findings::Chance(chance::run(bench, request)?),
    })
}
