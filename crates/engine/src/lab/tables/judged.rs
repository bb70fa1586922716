//! What the simulation foretold beside what became of it: functions by hits and work on the half of
//! the records that gave the parameters, and on the other half.

use serde::Serialize;

use super::profile::Profile;
use super::simulate::{Score, Scored, ThresholdsRun};
use crate::lab::measure::ratio;
use crate::lab::resample::{Estimate, geometric_mean};
use crate::lab::statistics::{correlation, rank_correlation, ranks};
use crate::lab::tables::Shape;

/// True for the records that give the parameters: every second short game.
pub fn fits(line: usize) -> bool {
    line.is_multiple_of(2)
}

/// Shares of look-ups or of work: simulated, and in the two halves of the records.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Shares {
    /// In the simulation; none for a table that is not simulated.
    pub predicted: Option<f64>,
    /// In the half that gave the parameters.
    pub fitted: f64,
    /// In the other half.
    pub other: f64,
}

/// A threshold function or another table at one load.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FunctionRow {
    /// The game id.
    pub game: String,
    /// Distinct states told for each node of the chained table.
    pub load: f64,
    /// The function, or the name of the other table of as many bytes.
    pub function: String,
    /// Hits for each look-up.
    pub hits: Shares,
    /// The share of the work in all known states that hits save.
    pub work: Shares,
    /// The place by work among the functions, in the simulation and in the other half.
    pub ranks: Option<(f64, f64)>,
}

/// How far the simulation can be believed at one load, and what its best function is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// The game id.
    pub game: String,
    /// The load.
    pub load: f64,
    /// The correlation of predicted and real hits over functions, and of their places.
    pub hits: (f64, f64),
    /// The same for work.
    pub work: (f64, f64),
    /// Predicted against real hits, the mean over functions.
    pub level: f64,
    /// The function that the simulation derives.
    pub derived: String,
    /// Its hits in the other half against those of the function in use.
    pub hits_gain: Estimate,
    /// The same for work.
    pub work_gain: Estimate,
    /// The best constant in the half that gave the parameters, by work.
    pub constant: String,
    /// Hits of the derived function in the other half against those of that constant.
    pub constant_hits: Estimate,
    /// The same for work.
    pub constant_work: Estimate,
}

/// One game: parameters, what was simulated (the best first), and the replays.
#[derive(Clone, Debug)]
pub struct Judged<'a> {
    /// The parameters of the half that gives them.
    pub profile: &'a Profile,
    /// The loads.
    pub loads: &'a [f64],
    /// The functions in the simulation, the best first.
    pub simulated: &'a [Scored],
    /// The replays.
    pub runs: &'a [ThresholdsRun],
    /// For the intervals.
    pub seed: u64,
}

impl Judged<'_> {
    /// The scores of one half at a load, short game by short game.
    fn half<'b>(
        &'b self,
        fitted: bool,
        of: impl Fn(&'b ThresholdsRun) -> &'b Score + 'b,
    ) -> impl Iterator<Item = &'b Score> {
        let runs = self.runs.iter();
        runs.filter(move |run| fits(run.line) == fitted).map(of)
    }

    fn sum<'b>(&'b self, fitted: bool, of: impl Fn(&'b ThresholdsRun) -> &'b Score + 'b) -> Score {
        let mut sum = Score::default();
        self.half(fitted, of).for_each(|score| sum.add(score));
        sum
    }

    /// A row of the function or table whose scores these are.
    fn row<'b>(
        &'b self,
        name: String,
        load: usize,
        predicted: Option<&Score>,
        of: impl Fn(&'b ThresholdsRun) -> &'b Score + Copy + 'b,
    ) -> FunctionRow {
        let growth = self.profile.growth();
        let (fitted, other) = (self.sum(true, of), self.sum(false, of));
        FunctionRow {
            game: self.game(),
            load: self.loads[load],
            function: name,
            hits: Shares {
                predicted: predicted.map(Score::hit_rate),
                fitted: fitted.hit_rate(),
                other: other.hit_rate(),
            },
            work: Shares {
                predicted: predicted.map(|score| score.work(growth)),
                fitted: fitted.work(growth),
                other: other.work(growth),
            },
            ranks: None,
        }
    }

    fn game(&self) -> String {
        self.runs
            .first()
            .map_or(String::new(), |run| run.game.clone())
    }

    /// All functions, the one derived first, and the other tables, load by load.
    pub fn rows(&self) -> Vec<FunctionRow> {
        let mut rows = Vec::new();
        for load in 0..self.loads.len() {
            let mut functions: Vec<_> = (0..self.simulated.len())
                .map(|at| {
                    let simulated = &self.simulated[at];
                    let name = simulated.shape.to_string();
                    let predicted = Some(&simulated.scores[load]);
                    self.row(name, load, predicted, move |run| {
                        &run.functions[at].scores[load]
                    })
                })
                .collect();
            let predicted: Vec<_> = functions
                .iter()
                .map(|row| row.work.predicted.unwrap_or(0.0))
                .collect();
            let other: Vec<_> = functions.iter().map(|row| row.work.other).collect();
            let places = ranks(&predicted).into_iter().zip(ranks(&other));
            for (row, places) in functions.iter_mut().zip(places) {
                row.ranks = Some(places);
            }
            rows.extend(functions);
            let others = self.runs.first().map_or(0, |run| run.others.len());
            rows.extend((0..others).map(|at| {
                let name = self.runs[0].others[at].0.clone();
                self.row(name, load, None, move |run| &run.others[at].1[load])
            }));
        }
        rows
    }

    /// What is to be said of every load.
    pub fn verdicts(&self) -> Vec<Verdict> {
        let rows = self.rows();
        let loads = (0..self.loads.len()).filter(|_| !self.simulated.is_empty());
        loads.map(|load| self.verdict(load, &rows)).collect()
    }

    fn verdict(&self, load: usize, rows: &[FunctionRow]) -> Verdict {
        let same = |row: &&FunctionRow| {
            row.load.total_cmp(&self.loads[load]).is_eq() && row.ranks.is_some()
        };
        let pairs = |of: fn(&FunctionRow) -> Shares| -> Vec<_> {
            let shares = rows.iter().filter(same).map(of);
            shares
                .filter_map(|shares| Some((shares.predicted?, shares.other)))
                .collect()
        };
        let (hits, work) = (pairs(|row| row.hits), pairs(|row| row.work));
        let level: f64 = hits
            .iter()
            .map(|(predicted, real)| ratio(*predicted, *real).ln())
            .sum();
        let growth = self.profile.growth();
        let shape = |at: usize| self.simulated[at].shape;
        let places = 0..self.simulated.len();
        let in_use = places
            .clone()
            .find(|&at| shape(at) == Shape::in_use())
            .unwrap_or(0);
        let fitted = |at: usize| self.sum(true, move |run| &run.functions[at].scores[load]);
        let constant = places
            .filter(|&at| shape(at).is_constant())
            .max_by(|&a, &b| fitted(a).work(growth).total_cmp(&fitted(b).work(growth)))
            .unwrap_or(0);
        // Of the other half, short game by short game.
        let gain = |than: usize, of: &dyn Fn(&Score) -> f64| {
            let logs = self.runs.iter().filter(|run| !fits(run.line)).map(|run| {
                let score = |at: usize| of(&run.functions[at].scores[load]);
                vec![ratio(score(0), score(than)).ln()]
            });
            geometric_mean(&logs.collect::<Vec<_>>(), self.seed)
        };
        let work_of = |score: &Score| score.work(growth);
        Verdict {
            game: self.game(),
            load: self.loads[load],
            hits: (correlation(&hits), rank_correlation(&hits)),
            work: (correlation(&work), rank_correlation(&work)),
            level: (level / hits.len().max(1) as f64).exp(),
            derived: shape(0).to_string(),
            hits_gain: gain(in_use, &Score::hit_rate),
            work_gain: gain(in_use, &work_of),
            constant: shape(constant).to_string(),
            constant_hits: gain(constant, &Score::hit_rate),
            constant_work: gain(constant, &work_of),
        }
    }
}
