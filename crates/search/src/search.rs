//! The door to the engine: what to search, how, and for how long.

use std::time::{Duration, Instant};

use ponder_core::{Fault, History, Judge, Rules};
use ponder_table::{Table, Transpositions};

use crate::config::{Config, Switch};
use crate::limits::{Limits, Stop};
use crate::parallel::{self, Busy, Race};
use crate::report::{Line, Report, Stats};
use crate::worker::Task;

/// A search to be made, compiled for the table it uses.
pub struct Search<'a, R, J, T = Table> {
    /// The rules.
    pub rules: &'a R,
    /// The judge.
    pub judge: &'a J,
    /// The memory; without, no table technique works.
    pub table: Option<&'a T>,
    /// The techniques.
    pub config: &'a Config,
    /// When it ends.
    pub limits: Limits,
    /// How many lines are wanted.
    pub lines: usize,
    /// How many threads search.
    pub threads: usize,
}

impl<R: Rules, J: Judge<R>, T: Transpositions> Search<'_, R, J, T> {
    /// Searches the last position of `history`. `observe` hears of every iteration.
    ///
    /// Refuses a position in which the game is over, and more threads than the system starts.
    pub fn run(
        &self,
        pos: &R::Pos,
        history: &History,
        stop: &Stop,
        observe: &mut dyn FnMut(&Report<R>),
    ) -> Result<Report<R>, Fault> {
        self.search(pos, history, stop, observe, false)
    }

    /// The same search, with the [top of its tree](Report::trace) in the last report.
    pub fn traced(
        &self,
        pos: &R::Pos,
        history: &History,
        stop: &Stop,
        observe: &mut dyn FnMut(&Report<R>),
    ) -> Result<Report<R>, Fault> {
        self.search(pos, history, stop, observe, true)
    }

    fn search(
        &self,
        pos: &R::Pos,
        history: &History,
        stop: &Stop,
        observe: &mut dyn FnMut(&Report<R>),
        traced: bool,
    ) -> Result<Report<R>, Fault> {
        if let Some(outcome) = self.rules.ended(pos) {
            return Err(
                Fault::new("there is nothing to search: the game is over").hint(outcome.reason)
            );
        }
        let rooted = self.judge.at_root(self.rules, pos);
        let judge = rooted.as_ref().unwrap_or(self.judge);
        if self.lines <= 1
            && self.config.switches.has(Switch::Opening)
            && let Some(m) = judge.opening(self.rules, pos)
        {
            let report = self.opening(judge, pos, m);
            observe(&report);
            return Ok(report);
        }
        if let Some(table) = self.table {
            table.root(self.rules.progress(pos));
        }
        let done = Stop::new();
        let apart = self.threads > 1 && self.config.switches.has(Switch::Abdada);
        let busy = apart.then(Busy::new);
        // A recorded tree is one thread's own, and of several lines each is an iteration.
        let race = (apart && self.lines <= 1 && !traced).then(Race::new);
        let task = Task {
            rules: self.rules,
            judge,
            table: self.table,
            config: self.config,
            limits: self.limits,
            stop,
            done: &done,
            busy: busy.as_ref(),
            race: race.as_ref(),
            begun: Instant::now(),
            lines: self.lines.max(1),
            traced,
        };
        parallel::run(&task, pos, history, self.threads.max(1), observe)
    }

    /// What is told of a move that needs no search.
    fn opening(&self, judge: &J, pos: &R::Pos, m: R::Move) -> Report<R> {
        let line = Line {
            score: judge.judge(self.rules, pos),
            exact: false,
            bound: false,
            moves: vec![m],
            leaf: self.rules.play(pos, m),
        };
        Report {
            depth: 0,
            lines: vec![line],
            stats: Stats::default(),
            time: Duration::ZERO,
            iteration_nodes: 0,
            iteration_time: Duration::ZERO,
            branching: None,
            complete: true,
            finished: true,
            trace: None,
        }
    }
}
