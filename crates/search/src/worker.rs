//! One thread's search: its state, and how an iteration is driven from the root.

use std::time::{Duration, Instant};

use arrayvec::ArrayVec;
use ponder_core::{DrawRules, History, INFINITE, Judge, MoveList, Player, Rules, Score, WON};
use ponder_table::Transpositions;

use crate::config::{Config, Driver, Switch};
use crate::limits::{Deadlines, Limits, Stop};
use crate::memory::Memory;
use crate::numbers::Numbers;
use crate::pace::Pace;
use crate::parallel::{Busy, Race};
use crate::ranks::Ranks;
use crate::report::{Line, Report, Stats, branching};
use crate::trace::{Recorder, Why};

/// No line is longer; deeper nodes are judged.
pub(crate) const MAX_PLY: usize = 120;

/// Leans on nothing above.
pub(crate) const NO_LEAN: i32 = i32::MAX;

/// What is fixed for a whole search.
pub(crate) struct Task<'a, R: Rules, J, T> {
    pub(crate) rules: &'a R,
    pub(crate) judge: &'a J,
    pub(crate) table: Option<&'a T>,
    pub(crate) config: &'a Config,
    pub(crate) limits: Limits,
    pub(crate) stop: &'a Stop,
    /// Tells the helping threads that the answer is found.
    pub(crate) done: &'a Stop,
    /// The moves being searched, where several threads are to keep apart.
    pub(crate) busy: Option<&'a Busy>,
    /// The iterations that some thread has finished, where one is enough.
    pub(crate) race: Option<&'a Race<R>>,
    pub(crate) begun: Instant,
    /// How many lines are wanted.
    pub(crate) lines: usize,
    /// True if the top of the tree is to be recorded.
    pub(crate) traced: bool,
}

/// What belongs to one ply of the line being searched.
pub(crate) struct Frame<R: Rules> {
    pub(crate) killers: [u16; 2],
    /// The move made here.
    pub(crate) code: u16,
    /// A move not to be looked at, while it is asked whether it stands alone; no move's code
    /// (`u16::MAX`) while a null move is verified, which must not use another one.
    pub(crate) excluded: u16,
    /// The best line from here.
    pub(crate) pv: ArrayVec<R::Move, MAX_PLY>,
}

/// What is known of the best root move.
#[derive(Clone, Copy, Default)]
pub(crate) struct RootValue {
    pub(crate) score: Score,
    /// True if it is only known to be at least so much, without a line below the move.
    pub(crate) bound: bool,
}

/// One thread's search.
pub(crate) struct Worker<'a, R: Rules, J, T> {
    pub(crate) task: &'a Task<'a, R, J, T>,
    pub(crate) history: History,
    pub(crate) stack: Vec<Frame<R>>,
    pub(crate) memory: Memory,
    pub(crate) ranks: Ranks,
    pub(crate) stats: Stats,
    pub(crate) draw_rules: DrawRules,
    /// The draw rules that keep table entries apart.
    pub(crate) salt_rules: DrawRules,
    /// Keeps apart what differs by who asks the judge.
    pub(crate) judge_salt: u64,
    /// How judgements fade, if they do.
    pub(crate) fading: Option<Fading>,
    /// The lowest ply whose repetition the value of the present subtree leans on.
    pub(crate) lean: i32,
    /// True if a judgement went into the value of the present subtree.
    pub(crate) judged: bool,
    pub(crate) stopped: bool,
    /// The judgement of the root, from the view of `root_mover`; for the inverted quiescence.
    pub(crate) root_eval: Score,
    pub(crate) root_mover: Player,
    /// What a draw costs the side that searches.
    pub(crate) contempt: Score,
    /// The value of the best root move so far.
    pub(crate) root: RootValue,
    /// True beyond the horizon of the inverted quiescence.
    pub(crate) beyond: bool,
    /// Root moves whose lines are already known.
    pub(crate) taken: Vec<R::Move>,
    /// The root move to look at first.
    pub(crate) first: Option<R::Move>,
    /// Why the last node ended.
    pub(crate) why: Why,
    /// Records the top of the tree, where somebody wants to see it.
    pub(crate) recorder: Option<Box<Recorder>>,
    deadlines: Deadlines,
    /// When the clock is looked at.
    pace: Pace,
    /// How long the search was held.
    held: Duration,
    /// The depth of the present iteration.
    iteration: u32,
    /// Plies by which a helping thread runs ahead.
    pub(crate) offset: u32,
    /// The nodes that it may look at.
    pub(crate) share: Option<u64>,
}

impl<'a, R: Rules, J: Judge<R>, T: Transpositions> Worker<'a, R, J, T> {
    pub(crate) fn new(task: &'a Task<'a, R, J, T>, history: History, pos: &R::Pos) -> Self {
        let draw_rules = task.rules.draw_rules();
        let salt_rules = DrawRules {
            repetition: draw_rules.repetition.filter(|_| task.config.is_sound()),
            ..draw_rules
        };
        let frame = || Frame {
            killers: [0; 2],
            code: 0,
            excluded: 0,
            pv: ArrayVec::new(),
        };
        let root_mover = task.rules.turn(pos);
        let root_eval = task.judge.judge(task.rules, pos);
        let contempt = contempt(task.config, root_eval);
        let limit = draw_rules
            .quiet
            .filter(|_| task.config.switches.has(Switch::Fade));
        let fading = limit.map(|limit| Fading::of(limit, history.quiet(), contempt));
        Self {
            task,
            history,
            stack: std::iter::repeat_with(frame).take(MAX_PLY + 1).collect(),
            memory: Memory::new(),
            ranks: Ranks::new(),
            stats: Stats::default(),
            draw_rules,
            salt_rules,
            judge_salt: task.judge.salt()
                ^ contempt_salt(contempt, root_mover)
                ^ fading.as_ref().map_or(0, Fading::salt),
            fading,
            lean: NO_LEAN,
            judged: false,
            stopped: false,
            root_eval,
            root_mover,
            contempt,
            root: RootValue::default(),
            beyond: false,
            taken: Vec::new(),
            first: None,
            why: Why::default(),
            recorder: None,
            deadlines: task.limits.deadlines(task.begun),
            pace: Pace::new(Instant::now()),
            held: Duration::ZERO,
            share: task.limits.nodes,
            iteration: 0,
            offset: 0,
        }
    }

    pub(crate) fn has(&self, switch: Switch) -> bool {
        self.task.config.switches.has(switch)
    }

    pub(crate) fn numbers(&self) -> &Numbers {
        &self.task.config.numbers
    }

    /// Searches deeper and deeper until a limit is met, and tells of every iteration.
    pub(crate) fn deepen(
        &mut self,
        pos: &R::Pos,
        observe: &mut dyn FnMut(&Report<R>),
    ) -> Report<R> {
        let last = self
            .task
            .limits
            .depth
            .unwrap_or(MAX_PLY as u32 - 1)
            .min(MAX_PLY as u32 - 1);
        let stride = self.numbers().stride as u32;
        let first = if self.has(Switch::Deepening) {
            // Strides of two end at the last depth.
            (1 + self.offset + (last + 1) % stride).min(last)
        } else {
            last
        };
        let mut report = self.report(0, Vec::new());
        // The nodes it took to finish each depth.
        let mut costs = Vec::new();
        for depth in (first..=last).step_by(stride as usize) {
            let (before, begun) = (self.stats.nodes, self.now());
            self.trace_iteration(depth);
            self.iteration = depth;
            let lines = self.iterate(pos, depth, &report.lines);
            let lines = self.compare(depth, lines);
            self.traced_iteration();
            let complete = !self.stopped;
            costs.extend(complete.then_some(self.stats.nodes));
            let moves = |lines: &[Line<R>]| lines.first().map(|line| line.moves.clone());
            if complete || moves(&lines) != moves(&report.lines) {
                report = self.report(depth, lines);
                report.iteration_nodes = self.stats.nodes - before;
                report.iteration_time = self.now() - begun;
                report.branching = branching(&costs, stride as usize);
                report.complete = complete;
            }
            let settled = complete
                && !report.lines.is_empty()
                && report.lines.iter().all(|line| line.is_settled(depth));
            report.finished = self.stopped || depth == last || settled || self.out_of_time();
            report.stats = self.stats;
            report.time = self.now() - self.task.begun;
            if report.finished {
                break;
            }
            observe(&report);
        }
        if report.lines.is_empty() {
            report.lines.extend(self.any_line(pos));
        }
        report.trace = self.traced();
        observe(&report);
        report
    }

    /// Who finishes an iteration first ends it for all threads: the others take its line.
    fn compare(&mut self, depth: u32, lines: Vec<Line<R>>) -> Vec<Line<R>> {
        let Some(race) = self.task.race else {
            return lines;
        };
        if !self.stopped {
            if let Some(line) = lines.first() {
                race.finish(depth, line);
            }
            return lines;
        }
        match race.line(depth) {
            None => lines,
            Some(line) => {
                self.stopped = self.must_stop() || self.spent();
                vec![line]
            }
        }
    }

    /// A legal move, for searches that were not given the time to look at one.
    fn any_line(&self, pos: &R::Pos) -> Option<Line<R>> {
        let mut list = MoveList::<R>::new();
        self.task.rules.moves(pos, &mut list);
        let m = *list.first()?;
        Some(Line {
            score: self.root_eval,
            exact: false,
            bound: false,
            moves: vec![m],
            leaf: self.task.rules.play(pos, m),
        })
    }

    /// One iteration: the best lines at this depth. If it is broken off, what is known so far.
    fn iterate(&mut self, pos: &R::Pos, depth: u32, last: &[Line<R>]) -> Vec<Line<R>> {
        self.taken.clear();
        let mut list = MoveList::<R>::new();
        self.task.rules.moves(pos, &mut list);
        let mut lines: Vec<Line<R>> = Vec::new();
        for index in 0..self.task.lines.min(list.len()) {
            let old = last.get(index);
            self.first = old.and_then(|line| line.moves.first().copied());
            let guess = old.map(|line| line.score);
            let Some(mut line) = self.search_root(pos, depth as i32, guess) else {
                break;
            };
            // Of a move that was best before a whole line is worth more than a bound.
            let known = last.iter().find(|old| old.moves[0] == line.moves[0]);
            if line.bound
                && let Some(known) = known
            {
                line = known.clone();
            }
            self.taken.push(line.moves[0]);
            lines.push(line);
            if self.stopped {
                break;
            }
        }
        if self.stopped {
            // Lines that were not reached stand as they were, unless they begin alike.
            for line in last {
                if lines.len() < self.task.lines
                    && !lines.iter().any(|new| new.moves[0] == line.moves[0])
                {
                    lines.push(line.clone());
                }
            }
        }
        lines.sort_by_key(|line| -line.score);
        lines
    }

    /// The best line from the root, apart from those taken.
    fn search_root(&mut self, pos: &R::Pos, depth: i32, guess: Option<Score>) -> Option<Line<R>> {
        self.stack[0].pv.clear();
        self.lean = NO_LEAN;
        self.judged = false;
        let score = match (self.task.config.driver, guess) {
            (Driver::Mtdf, guess) => self.mtdf(pos, depth, guess.unwrap_or(0)),
            (Driver::Window, Some(guess)) if self.has(Switch::Aspiration) && depth >= 3 => {
                self.aspire(pos, depth, guess)
            }
            _ => self.node::<true>(pos, depth, -INFINITE, INFINITE, 0),
        };
        let moves = self.stack[0].pv.to_vec();
        if moves.is_empty() {
            return None;
        }
        let leaf = moves
            .iter()
            .fold(*pos, |pos, &m| self.task.rules.play(&pos, m));
        // A broken-off iteration has proven no loss: there are moves it has not looked at.
        let so_far = self.root.score.max(1 - WON);
        Some(Line {
            score: if self.stopped { so_far } else { score },
            exact: !self.judged && !self.stopped && self.task.config.is_sound(),
            bound: self.stopped && self.root.bound,
            moves,
            leaf,
        })
    }

    /// A narrow window round the last value, opened wider on the side where it fails.
    fn aspire(&mut self, pos: &R::Pos, depth: i32, guess: Score) -> Score {
        let mut margin = self.numbers().aspiration_margin;
        let (mut alpha, mut beta) = (guess - margin, guess + margin);
        loop {
            let score = self.node::<true>(pos, depth, alpha.max(-INFINITE), beta.min(INFINITE), 0);
            if self.stopped {
                return score;
            }
            margin *= 3;
            if score <= alpha && alpha > -INFINITE {
                alpha = score - margin;
            } else if score >= beta && beta < INFINITE {
                beta = score + margin;
            } else {
                return score;
            }
            if margin > 2000 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Null windows until the bounds meet, then one open pass for the line.
    fn mtdf(&mut self, pos: &R::Pos, depth: i32, mut guess: Score) -> Score {
        let (mut low, mut high) = (-INFINITE, INFINITE);
        while low < high && !self.stopped {
            let beta = guess.max(low + 1);
            guess = self.node::<false>(pos, depth, beta - 1, beta, 0);
            if guess < beta {
                high = guess;
            } else {
                low = guess;
            }
        }
        if self.stopped {
            return guess;
        }
        let score = self.node::<true>(pos, depth, guess - 1, guess + 1, 0);
        // Techniques that are not sound may find another value this time.
        if score == guess || self.stopped {
            return score;
        }
        self.node::<true>(pos, depth, -INFINITE, INFINITE, 0)
    }

    fn report(&self, depth: u32, lines: Vec<Line<R>>) -> Report<R> {
        Report {
            depth,
            lines,
            stats: self.stats,
            time: self.now() - self.task.begun,
            iteration_nodes: 0,
            iteration_time: Duration::ZERO,
            branching: None,
            complete: false,
            finished: false,
            trace: None,
        }
    }

    /// Counts a node, and looks at the limits: the number of nodes always, the clock and the stop
    /// [now and then](Pace).
    pub(crate) fn count_node(&mut self) -> bool {
        if self.stopped || self.spent() {
            self.stopped = true;
            return false;
        }
        self.stats.nodes += 1;
        if self.pace.due(self.stats.nodes) {
            self.look();
        }
        !self.stopped
    }

    /// Looks at the clock and the stop, and waits where it is held.
    #[cold]
    fn look(&mut self) {
        self.held += self.task.stop.wait();
        let over = |race: &Race<R>| race.over(self.iteration);
        self.stopped = self.must_stop() || self.task.race.is_some_and(over);
        self.pace.looked(self.stats.nodes, Instant::now());
    }

    /// True if it has looked at as many nodes as it may.
    pub(crate) fn spent(&self) -> bool {
        self.share.is_some_and(|share| self.stats.nodes >= share)
    }

    /// True if the search is to end, whatever other threads have found.
    fn must_stop(&self) -> bool {
        let late = self.deadlines.hard.is_some_and(|hard| self.now() >= hard);
        late || self.task.stop.asked() || self.task.done.asked()
    }

    fn out_of_time(&self) -> bool {
        self.deadlines.soft.is_some_and(|soft| self.now() >= soft)
    }

    /// The time by the search's own clock, which stands still while the search is held.
    fn now(&self) -> Instant {
        let now = Instant::now();
        now.checked_sub(self.held).unwrap_or(now)
    }
}

/// How judgements fade towards the draw that plies without progress make.
pub(crate) struct Fading {
    /// The plies that make it.
    pub(crate) limit: u32,
    /// How much of a judgement is gone by then, and how much of the draw's worth is in its place, in
    /// hundredths; less in proportion before.
    pub(crate) judgement: Score,
    pub(crate) draw: Score,
}

impl Fading {
    /// For a root after `quiet` plies. Who scorns the draw and has half of them behind him is stuck.
    /// If all that he has built counted for ever less, he would give it away for nothing; so it keeps
    /// half of its worth, and what nobody can move is scorned the more.
    fn of(limit: u32, quiet: u32, contempt: Score) -> Self {
        let stuck = contempt > 0 && 2 * quiet >= limit;
        let (judgement, draw) = if stuck { (50, 150) } else { (100, 100) };
        Self {
            limit,
            judgement,
            draw,
        }
    }

    /// Keeps apart what differs by how it fades.
    fn salt(&self) -> u64 {
        (self.draw as u64 - 100).wrapping_mul(0xd1b5_4a32_d192_ed03)
    }
}

/// What a draw costs the side that searches, whose judgement of the root this is. Who is behind by
/// half of what he would give for a fight scorns a draw less, and who is behind by all of it is
/// glad of one: of games that stood so nearly none was won, and the others need not be lost.
fn contempt(config: &Config, judgement: Score) -> Score {
    /// So many degrees of contempt are told apart: entries of one are of no use to another.
    const DEGREES: Score = 4;
    if !config.switches.has(Switch::Fade) {
        return 0;
    }
    match config.numbers.contempt {
        whole @ 1.. => {
            let left = (2 * (whole + judgement)).clamp(0, whole);
            whole * (left * DEGREES / whole) / DEGREES
        }
        liking => liking,
    }
}

/// Keeps apart what differs by who does not want a draw, and how much.
fn contempt_salt(contempt: Score, root_mover: Player) -> u64 {
    let sign = match root_mover {
        Player::First => 1,
        Player::Second => -1,
    };
    (i64::from(sign * contempt) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
