//! What the steps of a node are made of: endings, the table, cuts, reductions.

use std::array::from_fn;
use std::cmp::Ordering;
use std::sync::LazyLock;

use arrayvec::ArrayVec;
use ponder_core::{
    ErrorModel, Judge, MoveList, Outcome, Rules, Score, WON, outcome_score, to_node, to_root,
};
use ponder_table::{Bound, Entry, Transpositions};

use crate::config::Switch;
use crate::worker::Worker;

/// Where a position is kept in the table: its key, and the symmetry that leads to the position
/// whose move codes the entry uses.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    key: u64,
    symmetry: u8,
}

impl Place {
    /// A hash of the position and one of its moves.
    pub(crate) fn hash(self, code: u16) -> u64 {
        self.key ^ (u64::from(code) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

impl<R: Rules, J: Judge<R>, T: Transpositions> Worker<'_, R, J, T> {
    /// The value of a finished game, by the board or by the past.
    pub(crate) fn finished(&mut self, pos: &R::Pos, ply: usize) -> Option<Score> {
        let ended = self.ended(pos, ply);
        if ended.is_some() || self.draw_rules.is_empty() {
            return ended;
        }
        let rules = self.task.rules;
        let occurrences = self.history.occurrences();
        let drawn = rules.drawn(pos, &self.history);
        if drawn.is_some() && occurrences > 1 {
            self.lean_on(ply, occurrences - 1);
        }
        if drawn.is_none() && occurrences > 1 && self.has(Switch::FirstRepetition) {
            // Only a repetition of what this search itself has played shows that it can be forced.
            if self
                .history
                .since(1)
                .is_some_and(|plies| plies as usize <= ply)
            {
                self.lean_on(ply, 1);
                return Some(self.draw(pos));
            }
        }
        drawn.map(|outcome| self.worth(pos, outcome, ply))
    }

    /// The value of a game that the board says is over.
    pub(crate) fn ended(&self, pos: &R::Pos, ply: usize) -> Option<Score> {
        let outcome = self.task.rules.ended(pos)?;
        Some(self.worth(pos, outcome, ply))
    }

    /// What an outcome is worth to the side to move.
    fn worth(&self, pos: &R::Pos, outcome: Outcome, ply: usize) -> Score {
        match outcome_score(outcome, self.task.rules.turn(pos), R::MARGINS, ply as u32) {
            0 => self.draw(pos),
            score => score,
        }
    }

    /// What a draw is worth to the side to move.
    fn draw(&self, pos: &R::Pos) -> Score {
        match self.contempt {
            0 => 0,
            contempt if self.task.rules.turn(pos) == self.root_mover => -contempt,
            contempt => contempt,
        }
    }

    /// A judgement, weighed against the draw to which plies without progress lead: an advantage
    /// that does not grow is worth less the longer it does not. Who scorns the draw scorns the more
    /// a position in which nothing will happen, so that he seeks a fight while there is time.
    #[inline]
    pub(crate) fn faded(&self, pos: &R::Pos, judgement: Score) -> Score {
        let Some(fading) = &self.fading else {
            return judgement;
        };
        // A leaf may not have been recorded, so that its last move could be progress.
        let progress = self.task.rules.progress(pos) != self.history.progress();
        let quiet = if progress { 0 } else { self.history.quiet() };
        let limit = fading.limit as Score;
        let of = |share: Score| share * limit.min(quiet as Score) / limit;
        let draw = match self.draw(pos) {
            0 => 0,
            draw => draw * self.task.judge.stiffness(self.task.rules, pos) / 100,
        };
        judgement + (draw * of(fading.draw) - judgement * of(fading.judgement)) / 100
    }

    /// Notes that a value leans on the present position having occurred `times` times before.
    fn lean_on(&mut self, ply: usize, times: u32) {
        if let Some(plies) = self.history.since(times) {
            self.lean = self.lean.min(ply as i32 - plies as i32);
        }
    }

    /// The judge's opinion, or the table's memory of it.
    pub(crate) fn opinion(&mut self, pos: &R::Pos, entry: Option<Entry>) -> Score {
        match entry {
            Some(entry) if entry.eval != Entry::NO_EVAL => entry.eval,
            _ => {
                self.stats.boards += 1;
                self.task.judge.judge(self.task.rules, pos)
            }
        }
    }

    /// True if a technique is on that needs an opinion at this depth before the moves are searched.
    pub(crate) fn wants_opinion(&self, depth: i32) -> bool {
        let near = [Switch::Razor, Switch::Futility];
        let anywhere = [Switch::Null, Switch::ProbCut, Switch::MultiProbCut];
        let any = |switches: &[Switch]| switches.iter().any(|switch| self.has(*switch));
        depth <= NEAR && any(&near) || any(&anywhere)
    }

    /// Where the position is kept.
    pub(crate) fn place(&self, pos: &R::Pos, depth: i32) -> Place {
        let depth = depth.max(0) as u32;
        let past = self.history.salt::<R>(&self.salt_rules, depth);
        let salt = past ^ self.judge_salt;
        let own = Place {
            key: self.history.key() ^ salt,
            symmetry: 0,
        };
        if !self.has(Switch::Folding) {
            return own;
        }
        let rules = self.task.rules;
        let images = (1..rules.symmetries())
            .filter(|s| self.task.judge.even_handed() || !rules.swaps_players(*s))
            .map(|symmetry| Place {
                key: rules.key(&rules.turned(pos, symmetry)) ^ salt,
                symmetry,
            });
        images.fold(
            own,
            |least, image| if image.key < least.key { image } else { least },
        )
    }

    pub(crate) fn probe(&mut self, place: Place) -> Option<Entry> {
        let table = self.task.table?;
        self.stats.probes += 1;
        let entry = table.probe(place.key)?;
        self.stats.hits += 1;
        Some(entry)
    }

    /// Begins to fetch what a probe with this key will look at.
    pub(crate) fn prefetch(&self, key: u64) {
        if let Some(table) = self.task.table {
            table.prefetch(key);
        }
    }

    /// True if an entry's depth lets it stand for a search to `depth`.
    pub(crate) fn deep_enough(&self, entry: Entry, depth: i32) -> bool {
        let found = i32::from(entry.depth);
        match found.cmp(&depth) {
            Ordering::Equal => true,
            Ordering::Greater => self.has(Switch::Deeper),
            // What is settled stays so at every greater depth.
            Ordering::Less => entry.settled,
        }
    }

    /// The code under which the table knows a move.
    pub(crate) fn table_code(&self, pos: &R::Pos, m: R::Move, place: Place) -> u16 {
        let rules = self.task.rules;
        if place.symmetry == 0 {
            return rules.code(pos, m);
        }
        let image = rules.turned(pos, place.symmetry);
        rules.code(&image, rules.turned_move(m, place.symmetry))
    }

    #[expect(clippy::too_many_arguments, reason = "an entry has that many parts")]
    pub(crate) fn store(
        &mut self,
        pos: &R::Pos,
        place: Place,
        value: Score,
        depth: i32,
        bound: Bound,
        best: Option<R::Move>,
        opinion: Option<Score>,
        ply: usize,
    ) {
        let Some(table) = self.task.table else { return };
        let settled = !self.judged && self.task.config.is_sound();
        let mut entry = Entry::new(to_node(value, ply as u32), depth as u8, bound);
        entry.code = best.map_or(0, |m| self.table_code(pos, m, place));
        entry.eval = opinion.unwrap_or(Entry::NO_EVAL);
        entry.settled = settled;
        self.stats.stores += 1;
        table.store(place.key, self.history.progress(), entry);
    }

    /// Null move: lets the opponent move twice, and believes a value that is still too good. Deep
    /// down the belief is checked by a search without it, for games where having to move can hurt.
    pub(crate) fn pass(
        &mut self,
        pos: &R::Pos,
        depth: i32,
        beta: Score,
        ply: usize,
    ) -> Option<Score> {
        const VERIFIED: i32 = 8;
        let passed = self.task.rules.null(pos)?;
        let below = depth - 3 - depth / 4;
        // A code of 0 tells the next node that a pass led to it.
        let code = std::mem::replace(&mut self.stack[ply].code, 0);
        self.history.push_null(self.task.rules, &passed);
        let mut value = -self.node::<false>(&passed, below, -beta, 1 - beta, ply + 1);
        self.history.pop();
        self.stack[ply].code = code;
        if value >= beta && depth >= VERIFIED && !self.stopped {
            let code = std::mem::replace(&mut self.stack[ply].excluded, u16::MAX);
            value = self.node::<false>(pos, below, beta - 1, beta, ply);
            self.stack[ply].excluded = code;
        }
        self.judged = true;
        (value >= beta && !self.stopped).then_some(value.min(WON - 1))
    }

    /// A shallow search far enough outside the window stands for the deep one. It is only tried on
    /// the side where the opinion already lies: elsewhere it would be wasted.
    pub(crate) fn probcut(
        &mut self,
        pos: &R::Pos,
        depth: i32,
        (alpha, beta): (Score, Score),
        opinion: Score,
        ply: usize,
    ) -> Option<Score> {
        let several = self.has(Switch::MultiProbCut);
        if !several && !self.has(Switch::ProbCut) {
            return None;
        }
        let fits = |model: &&ErrorModel| model.deep as i32 == depth;
        let sigmas = self.numbers().probcut_sigmas as f32 / 100.0;
        let count = if several { usize::MAX } else { 1 };
        for model in self.task.config.probcut.iter().filter(fits).take(count) {
            let margin = sigmas * model.sigma;
            let shallow = model.shallow as i32;
            let high = ((beta as f32 + margin - model.offset) / model.slope).round() as Score;
            if opinion >= beta
                && high < WON
                && self.node::<false>(pos, shallow, high - 1, high, ply) >= high
            {
                self.judged = true;
                return Some(beta);
            }
            let low = ((alpha as f32 - margin - model.offset) / model.slope).round() as Score;
            if opinion <= alpha
                && low > -WON
                && self.node::<false>(pos, shallow, low, low + 1, ply) <= low
            {
                self.judged = true;
                return Some(alpha);
            }
        }
        None
    }

    /// Looks every successor up: one that is known to be bad enough for the opponent ends the node.
    /// All are asked for before the first answer is waited for.
    pub(crate) fn known_successor(
        &mut self,
        pos: &R::Pos,
        list: &MoveList<R>,
        depth: i32,
        beta: Score,
        ply: usize,
    ) -> Option<Score> {
        let mut places = ArrayVec::<Place, 256>::new();
        for &m in list {
            let child = self.task.rules.play(pos, m);
            self.history.push(self.task.rules, &child);
            let place = self.place(&child, depth - 1);
            self.history.pop();
            self.prefetch(place.key);
            places.push(place);
        }
        for (&m, &place) in list.iter().zip(&places) {
            let known = self.probe(place).filter(|entry| {
                self.deep_enough(*entry, depth - 1)
                    && entry.bound != Bound::Lower
                    && -to_root(entry.value, ply as u32 + 1) >= beta
            });
            if let Some(entry) = known
                && !self.drawn_after(pos, m, ply)
            {
                self.judged |= !entry.settled;
                return Some(-to_root(entry.value, ply as u32 + 1));
            }
        }
        None
    }

    /// True if a move ends the game by the past, whatever the table remembers.
    fn drawn_after(&mut self, pos: &R::Pos, m: R::Move, ply: usize) -> bool {
        let child = self.task.rules.play(pos, m);
        self.history.push(self.task.rules, &child);
        let drawn = self.finished(&child, ply + 1).is_some();
        self.history.pop();
        drawn
    }

    /// True if without the table's move nothing comes near its value.
    pub(crate) fn stands_alone(
        &mut self,
        pos: &R::Pos,
        entry: Entry,
        depth: i32,
        code: u16,
        ply: usize,
    ) -> bool {
        let value = to_root(entry.value, ply as u32);
        let unfit = code == 0
            || entry.bound == Bound::Upper
            || i32::from(entry.depth) < depth - 3
            || value.abs() >= WON;
        if unfit {
            return false;
        }
        let bar = value - 2 * depth;
        self.stack[ply].excluded = code;
        let others = self.node::<false>(pos, (depth - 1) / 2, bar - 1, bar, ply);
        self.stack[ply].excluded = 0;
        others < bar
    }

    /// How much shallower a late move is searched at first.
    pub(crate) fn reduction<const PV: bool>(
        &self,
        depth: i32,
        tried: usize,
        noisy: bool,
        history: i32,
    ) -> i32 {
        if !self.has(Switch::Late) || depth < 3 || tried < 2 || noisy {
            return 0;
        }
        let late = i32::from(LATE[depth.min(63) as usize][tried.min(63)]);
        let late = (50 + 100 * late / self.numbers().late_divisor) / 100;
        let reduction = late - i32::from(PV) - history / 8192;
        reduction.max(0)
    }

    /// Remembers what cut a node off.
    pub(crate) fn cut_off(
        &mut self,
        pos: &R::Pos,
        depth: i32,
        ply: usize,
        code: u16,
        failed: &[u16],
    ) {
        self.stats.cutoffs += 1;
        self.stats.first_cutoffs += u64::from(failed.is_empty());
        let mover = self.task.rules.turn(pos);
        let killers = &mut self.stack[ply].killers;
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        self.memory.reward(mover, depth, code, failed);
        if ply > 0 {
            let previous = self.stack[ply - 1].code;
            self.memory.set_counter(mover, previous, code);
        }
    }

    /// The line through a move: the move, and the best line below it.
    pub(crate) fn extend_line(&mut self, m: R::Move, ply: usize, value: Score) {
        let (upper, lower) = self.stack.split_at_mut(ply + 1);
        let line = &mut upper[ply].pv;
        line.clear();
        line.push(m);
        line.extend(lower[0].pv.iter().copied().take(line.remaining_capacity()));
        if ply == 0 {
            self.root.score = value;
        }
    }
}

/// Futility is judged at most so far from the horizon.
pub(crate) const NEAR: i32 = 4;

/// How late a move is, by the depth and the number of moves tried before it: the product of their
/// logarithms, in hundredths.
static LATE: LazyLock<[[u16; 64]; 64]> = LazyLock::new(|| {
    from_fn(|depth| from_fn(|tried| (100.0 * (depth as f32).ln() * (tried as f32).ln()) as u16))
});

/// The value with which an entry ends a node, if its bound allows it.
pub(crate) fn cut(entry: Entry, alpha: Score, beta: Score, ply: usize) -> Option<Score> {
    let value = to_root(entry.value, ply as u32);
    let enough = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
    };
    enough.then_some(value)
}
