//! Where the depth is used up: judge, or look on while things happen.

use ponder_core::{INFINITE, Judge, MoveList, Rules, Score};
use ponder_table::Transpositions;

use crate::config::Switch;
use crate::order::{Candidate, Picker};
use crate::trace::Why;
use crate::worker::{MAX_PLY, Worker};

impl<R: Rules, J: Judge<R>, T: Transpositions> Worker<'_, R, J, T> {
    /// The value of an unfinished position at the horizon.
    pub(crate) fn horizon(&mut self, pos: &R::Pos, alpha: Score, beta: Score, ply: usize) -> Score {
        if self.has(Switch::Quiescence) {
            return self.quiesce(pos, alpha, beta, ply);
        }
        let value = self.judge(pos, ply);
        if self.has(Switch::Inverted)
            && !self.beyond
            && ply < MAX_PLY / 2
            && self.nothing_happened(pos, value)
        {
            self.beyond = true;
            let depth = self.numbers().inverted_depth;
            let value = if beta - alpha > 1 {
                self.node::<true>(pos, depth, alpha, beta, ply)
            } else {
                self.node::<false>(pos, depth, alpha, beta, ply)
            };
            self.beyond = false;
            return value;
        }
        value
    }

    /// True if a position at the horizon need not be recorded: the past cannot end the game there,
    /// and nobody searches on.
    pub(crate) fn light_leaves(&self) -> bool {
        !self.has(Switch::Inverted) && !self.history.draw_near::<R>(&self.draw_rules)
    }

    /// A [light](Self::light_leaves) position at the horizon.
    pub(crate) fn leaf(&mut self, pos: &R::Pos, alpha: Score, beta: Score, ply: usize) -> Score {
        let before = self.enter(ply, 0, (alpha, beta));
        if !self.count_node() {
            return 0;
        }
        self.stack[ply].pv.clear();
        let (value, why) = match self.ended(pos, ply) {
            Some(value) => (value, Why::Finished),
            None => (self.horizon(pos, alpha, beta, ply), Why::Horizon),
        };
        self.why = why;
        self.leave(ply, value, before);
        value
    }

    /// Judges a position, which settles nothing.
    fn judge(&mut self, pos: &R::Pos, ply: usize) -> Score {
        self.judged = true;
        self.stats.deepest = self.stats.deepest.max(ply as u32);
        self.stats.boards += 1;
        let value = self.task.judge.judge(self.task.rules, pos);
        self.faded(pos, value)
    }

    /// True if a judgement is about what it was at the root: the line has led nowhere yet.
    fn nothing_happened(&self, pos: &R::Pos, value: Score) -> bool {
        let same = self.task.rules.turn(pos) == self.root_mover;
        let value = if same { value } else { -value };
        (value - self.root_eval).abs() <= self.numbers().quiet_threshold
    }

    /// Plays noisy moves out before judging. The mover may stand on the judgement instead, unless
    /// he must make noise.
    fn quiesce(&mut self, pos: &R::Pos, mut alpha: Score, beta: Score, ply: usize) -> Score {
        let (rules, judge) = (self.task.rules, self.task.judge);
        let mut best = -INFINITE;
        if !judge.restless(rules, pos) || ply >= MAX_PLY {
            best = self.judge(pos, ply);
            if best >= beta || ply >= MAX_PLY {
                return best;
            }
            alpha = alpha.max(best);
        }
        let mut list = MoveList::<R>::new();
        judge.noise(rules, pos, &mut list);
        let mut picker = Picker::<R>::new();
        for &m in &list {
            picker.push(m, 0, judge.promise(rules, pos, m));
        }
        while let Some(Candidate { m, .. }) = picker.next(|_| false) {
            let child = rules.play(pos, m);
            self.history.push(rules, &child);
            let value = -self.quiet_node(&child, -beta, -alpha, ply + 1);
            self.history.pop();
            if self.stopped {
                return best;
            }
            best = best.max(value);
            if value >= beta {
                break;
            }
            if value > alpha {
                alpha = value;
                self.extend_line(m, ply, value);
            }
        }
        best
    }

    /// A node beyond the horizon.
    fn quiet_node(&mut self, pos: &R::Pos, alpha: Score, beta: Score, ply: usize) -> Score {
        if !self.count_node() {
            return 0;
        }
        self.stats.quiescence += 1;
        self.stack[ply].pv.clear();
        match self.finished(pos, ply) {
            Some(value) => value,
            None => self.quiesce(pos, alpha, beta, ply),
        }
    }
}
