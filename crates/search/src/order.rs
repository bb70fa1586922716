//! In which order moves are looked at.

use arrayvec::ArrayVec;
use ponder_core::{INFINITE, Judge, MoveList, Rules};
use ponder_table::Transpositions;

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

const KILLER: i32 = 1 << 20;
/// Shallow searches rank before everything else: scores times this.
const SHALLOW: i32 = 1 << 14;

impl<R: Rules, J: Judge<R>, T: Transpositions> Worker<'_, R, J, T> {
    /// Puts the moves of a node into its picker. The table's move goes first; at the root that of
    /// the last iteration. `table_code` is in the table's own words.
    pub(crate) fn line_up(
        &self,
        picker: &mut Picker<R>,
        pos: &R::Pos,
        list: &MoveList<R>,
        table_code: u16,
        place: Place,
        root: bool,
    ) {
        let known = self.has(Switch::TableMove) && table_code != 0;
        for &m in list {
            let code = self.task.rules.code(pos, m);
            let first = match self.first {
                Some(last) if root => last == m,
                _ => known && self.table_code(pos, m, place) == table_code,
            };
            if first {
                picker.push_first(m, code);
            } else {
                picker.push(m, code, 0);
            }
        }
    }

    /// The next move of a node. Most nodes end with the move that goes first, so the others are
    /// ranked only when one of them is wanted. `put_off` is asked once for each.
    pub(crate) fn next_move(
        &mut self,
        picker: &mut Picker<R>,
        pos: &R::Pos,
        depth: i32,
        ply: usize,
        put_off: impl Fn(u16) -> bool,
    ) -> Option<Candidate<R::Move>> {
        if let Some(first) = picker.first.take() {
            return Some(first);
        }
        if !picker.ranked {
            picker.ranked = true;
            self.rank(picker, pos, depth, ply);
        }
        picker.next(put_off)
    }

    /// Ranks all moves but the one that went first.
    fn rank(&mut self, picker: &mut Picker<R>, pos: &R::Pos, depth: i32, ply: usize) {
        let mover = self.task.rules.turn(pos);
        let previous = if ply > 0 { self.stack[ply - 1].code } else { 0 };
        let counter = self.memory.counter(mover, previous);
        let killers = self.stack[ply].killers;
        // Before the horizon a move costs about as much as an opinion of it.
        let promise = self.has(Switch::Promise) && depth >= self.numbers().promise_depth;
        let shallow = self.has(Switch::Shallow) && depth >= 5;
        for index in 0..picker.candidates.len() {
            let Candidate { m, code, .. } = picker.candidates[index];
            let mut rank = 0;
            if promise {
                rank += self.task.judge.promise(self.task.rules, pos, m);
            }
            if self.has(Switch::History) {
                rank += self.memory.history(mover, code);
            }
            if self.has(Switch::Killers) {
                rank +=
                    KILLER * (i32::from(killers[0] == code) * 2 + i32::from(killers[1] == code));
            }
            if self.has(Switch::Counter) && counter == code && previous != 0 {
                rank += KILLER;
            }
            if shallow {
                rank = self.shallow_value(pos, m, ply) * SHALLOW + rank.clamp(-SHALLOW, SHALLOW);
            }
            picker.candidates[index].rank = rank;
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
///
/// It is made and filled in place: handed on by value, all of its slots would be copied.
pub(crate) struct Picker<R: Rules> {
    /// The move that goes before all others.
    first: Option<Candidate<R::Move>>,
    candidates: ArrayVec<Candidate<R::Move>, 256>,
    ranked: bool,
    next: usize,
    /// How many at the end were put off.
    late: usize,
}

impl<R: Rules> Picker<R> {
    pub(crate) fn new() -> Self {
        Self {
            first: None,
            candidates: ArrayVec::new(),
            ranked: false,
            next: 0,
            late: 0,
        }
    }

    /// Adds a move.
    pub(crate) fn push(&mut self, m: R::Move, code: u16, rank: i32) {
        self.candidates.push(Candidate { m, code, rank });
    }

    /// Adds a move that goes before all others.
    pub(crate) fn push_first(&mut self, m: R::Move, code: u16) {
        match self.first {
            None => self.first = Some(Candidate { m, code, rank: 0 }),
            Some(_) => self.push(m, code, 0),
        }
    }

    /// The code of the move that goes before all others.
    pub(crate) fn first_code(&self) -> u16 {
        self.first.map_or(0, |candidate| candidate.code)
    }

    /// The best of the moves not yet handed out.
    pub(crate) fn next(&mut self, put_off: impl Fn(u16) -> bool) -> Option<Candidate<R::Move>> {
        while self.next < self.candidates.len() - self.late {
            self.select();
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

    /// Brings the best of the moves not yet handed out to the front of them. A cut-off usually
    /// comes early, so that sorting all of them would be wasted.
    fn select(&mut self) {
        let end = self.candidates.len() - self.late;
        let rest = &mut self.candidates[self.next..end];
        // Rank and place in one number: a plain maximum needs no branch for each move.
        let ranked = rest.iter().zip((0..256).rev());
        let keys = ranked.map(|(candidate, place)| i64::from(candidate.rank) << 8 | place);
        if let Some(best) = keys.max() {
            rest.swap(0, 255 - (best & 255) as usize);
        }
    }
}
