//! One measured search, and means of many.

use ponder_core::{Fault, Game, Score, Weights};
use ponder_search::{Config, Limits, Report, Search, Stop};
use ponder_table::{Keys, Table};

use super::clock::{Of, Stopwatch};
use super::sample::Sample;

/// Searches under equal conditions: the table is empty at the start of each.
pub(super) struct Gauge<'a, G: Game> {
    game: &'a G,
    judge: Weights,
    table: Table,
    stop: &'a Stop,
    /// Seconds of the processor that the last search took in the thread that asked for it.
    pub(super) worked: f64,
}

/// Where a search stood after an iteration; all counts are since its beginning.
#[derive(Clone, Copy)]
pub(super) struct Mark<M> {
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    pub(super) score: Score,
    pub(super) best: Option<M>,
}

impl<'a, G: Game> Gauge<'a, G> {
    pub(super) fn new(game: &'a G, hash: usize, stop: &'a Stop) -> Result<Self, Fault> {
        Ok(Self {
            game,
            judge: Weights::standard::<G>(),
            table: Table::new(hash, Keys::Short)?,
            stop,
            worked: 0.0,
        })
    }

    /// The marks of a search, one for each iteration; nothing if it was stopped.
    pub(super) fn search(
        &mut self,
        sample: &Sample<G>,
        config: &Config,
        limits: Limits,
        threads: usize,
    ) -> Result<Option<Vec<Mark<G::Move>>>, Fault> {
        self.table.keep(config.table_keys())?;
        self.table.clear();
        let search = Search {
            rules: self.game,
            judge: &self.judge,
            table: Some(&self.table),
            config,
            limits,
            lines: 1,
            threads,
        };
        let mut marks = Vec::new();
        let mut note = |report: &Report<G>| {
            if !report.finished {
                marks.push(mark(report));
            }
        };
        let watch = Stopwatch::start(Of::Thread);
        let last = search.run(&sample.pos, &sample.history, self.stop, &mut note)?;
        self.worked = watch.seconds();
        marks.push(mark(&last));
        Ok((!self.stop.asked()).then_some(marks))
    }
}

fn mark<G: Game>(report: &Report<G>) -> Mark<G::Move> {
    Mark {
        depth: report.depth,
        nodes: report.stats.nodes,
        seconds: report.time.as_secs_f64(),
        score: report.lines.first().map_or(0, |line| line.score),
        best: report.best(),
    }
}

/// The mark at a depth, or the last one if the search was settled before it.
pub(super) fn at<M: Copy>(marks: &[Mark<M>], depth: u32) -> Mark<M> {
    let at = marks.iter().find(|mark| mark.depth >= depth);
    *at.or(marks.last()).expect("a search has a last report")
}

/// A geometric mean: of ratios no other says the same whichever is the divisor.
#[derive(Clone, Copy, Default)]
pub(super) struct Mean {
    logs: f64,
    count: u32,
}

impl Mean {
    pub(super) fn add(&mut self, ratio: f64) {
        self.logs += ratio.ln();
        self.count += 1;
    }

    /// The mean; 1 of nothing.
    pub(super) fn value(self) -> f64 {
        (self.logs / f64::from(self.count.max(1))).exp()
    }
}

/// A ratio of times or counts, neither of them 0.
pub(super) fn ratio(part: f64, whole: f64) -> f64 {
    const LEAST: f64 = 1e-9;
    part.max(LEAST) / whole.max(LEAST)
}
