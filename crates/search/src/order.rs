//! In which order moves are looked at.

use arrayvec::ArrayVec;
use ponder_core::{INFINITE, Judge, MoveList, Rules};

use crate::config::Switch;
use crate::parts::Place;
use crate::worker::Worker;

/// A move, its code and how early it should be looked at.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<M> {
    pub(crate) m: M,
    pub(crate) code: u16,
    rank: i32,
}

/// The moves of a node.
type Candidates<R> = ArrayVec<Candidate<<R as Rules>::Move>, 256>;

const FIRST: i32 = 1 << 30;
const KILLER: i32 = 1 << 20;
/// Shallow searches rank before everything but the first moves: scores times this.
const SHALLOW: i32 = 1 << 14;

impl<R: Rules, J: Judge<R>> Worker<'_, R, J> {
    /// Ranks the moves of a node. `table_code` is the table's move in the table's own words. The
    /// picker is filled in place: handed on by value, all of its 256 slots would be copied.
    #[expect(
        clippy::too_many_arguments,
        reason = "everything a node knows helps to order its moves"
    )]
    pub(crate) fn rank(
        &mut self,
        pos: &R::Pos,
        list: &MoveList<R>,
        table_code: u16,
        place: Place,
        depth: i32,
        ply: usize,
        picker: &mut Picker<R>,
    ) {
        let rules = self.task.rules;
        let mover = rules.turn(pos);
        let previous = if ply > 0 { self.stack[ply - 1].code } else { 0 };
        let counter = self.memory.counter(mover, previous);
        let shallow = self.has(Switch::Shallow) && depth >= 5;
        for &m in list {
            let code = rules.code(pos, m);
            let mut rank = 0;
            if self.has(Switch::Promise) {
                rank += self.task.judge.promise(rules, pos, m);
            }
            if self.has(Switch::History) {
                rank += self.memory.history(mover, code);
            }
            if self.has(Switch::Killers) {
                let killers = self.stack[ply].killers;
                rank +=
                    KILLER * (i32::from(killers[0] == code) * 2 + i32::from(killers[1] == code));
            }
            if self.has(Switch::Counter) && counter == code && previous != 0 {
                rank += KILLER;
            }
            if shallow {
                rank = self.shallow_value(pos, m, ply) * SHALLOW + rank.clamp(-SHALLOW, SHALLOW);
            }
            let known = self.has(Switch::TableMove)
                && table_code != 0
                && self.table_code(pos, m, place) == table_code;
            if known || ply == 0 && self.first == Some(m) {
                rank = FIRST;
            }
            picker.candidates.push(Candidate { m, code, rank });
        }
    }

    /// What a move is worth to a search of one or two plies.
    fn shallow_value(&mut self, pos: &R::Pos, m: R::Move, ply: usize) -> i32 {
        let child = self.task.rules.play(pos, m);
        // Only the order comes of it: the value of the node leans on nothing found here.
        let leans = (self.lean, self.judged);
        self.history.push(self.task.rules, &child);
        let value = -self.node::<false>(&child, 1, -INFINITE, INFINITE, ply + 1);
        self.history.pop();
        (self.lean, self.judged) = leans;
        value
    }
}

/// Hands out the moves of a node, best first; those put off come last, in their order.
pub(crate) struct Picker<R: Rules> {
    candidates: Candidates<R>,
    next: usize,
    /// How many at the end were put off.
    late: usize,
}

impl<R: Rules> Picker<R> {
    pub(crate) fn new() -> Self {
        Self {
            candidates: Candidates::<R>::new(),
            next: 0,
            late: 0,
        }
    }

    /// The best move of all.
    pub(crate) fn first(&mut self) -> Option<Candidate<R::Move>> {
        self.select(0);
        self.candidates.first().copied()
    }

    /// The next move. `put_off` is asked once for each.
    pub(crate) fn next(&mut self, put_off: impl Fn(u16) -> bool) -> Option<Candidate<R::Move>> {
        while self.next < self.candidates.len() - self.late {
            self.select(self.next);
            if !put_off(self.candidates[self.next].code) {
                break;
            }
            self.candidates[self.next..].rotate_left(1);
            self.late += 1;
        }
        let candidate = self.candidates.get(self.next).copied()?;
        if self.next >= self.candidates.len() - self.late {
            self.late -= 1;
        }
        self.next += 1;
        Some(candidate)
    }

    /// Brings the best of the moves not yet handed out to `index`. A cut-off usually comes early,
    /// so that sorting all of them would be wasted.
    fn select(&mut self, index: usize) {
        let end = self.candidates.len() - self.late;
        let mut best = index;
        for other in index + 1..end {
            if self.candidates[other].rank > self.candidates[best].rank {
                best = other;
            }
        }
        if best > index {
            // Keep the others in their order, so that equal ranks come as generated.
            self.candidates[index..=best].rotate_right(1);
        }
    }
}
