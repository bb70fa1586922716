//! The engine proper: the node function, in numbered steps.
//!
//! Scores are the mover's. `PV` nodes have an open window and belong to the line that is being
//! built: nothing is cut off there by the table, so that the line can be replayed to its leaf.
//!
//! Three things travel beside the value, in the [`Worker`] and its stack: `lean`, the lowest ply whose
//! repetition it rests on, so that it is not remembered where that past is another one; `judged`,
//! true if a judgement or a cut without proof went into it; and `excluded`, the move that a
//! singular extension leaves out to see whether it stands alone.

use arrayvec::ArrayVec;
use ponder_core::{INFINITE, Judge, MoveList, Rules, Score, WON};
use ponder_table::{Bound, Entry, Transpositions};

use crate::config::Switch;
use crate::order::{Candidate, Picker};
use crate::parallel::Busy;
use crate::parts::{NEAR, cut};
use crate::ranks::Ranks;
use crate::trace::Why;
use crate::worker::{MAX_PLY, NO_LEAN, Worker};

impl<R: Rules, J: Judge<R>, T: Transpositions> Worker<'_, R, J, T> {
    /// The value of a position `ply` plies below the root, searched to `depth`.
    ///
    /// What the value leans on is summed up outside the recursion: each node starts with a clean
    /// slate and passes what it found on to its parent.
    pub(crate) fn node<const PV: bool>(
        &mut self,
        pos: &R::Pos,
        depth: i32,
        alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        let above = (self.lean, self.judged);
        self.lean = NO_LEAN;
        self.judged = false;
        let before = self.enter(ply, depth, (alpha, beta));
        let value = self.expand::<PV>(pos, depth, alpha, beta, ply);
        self.leave(ply, value, before);
        self.lean = self.lean.min(above.0);
        self.judged |= above.1;
        value
    }

    #[expect(
        clippy::too_many_lines,
        reason = "one node, step by step, is easier to follow whole"
    )]
    fn expand<const PV: bool>(
        &mut self,
        pos: &R::Pos,
        mut depth: i32,
        mut alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        // Step 1. Count the node; leave if the search is over.
        if !self.count_node() {
            return 0;
        }
        let root = ply == 0;
        if !root {
            self.stack[ply].pv.clear();
        }

        // Step 2. Finished is finished, by the board or by the past. The root is searched in any
        // case: somebody asks for a move.
        if !root && let Some(value) = self.finished(pos, ply) {
            self.why = Why::Finished;
            return value;
        }

        // Step 3. The horizon.
        if depth <= 0 || ply >= MAX_PLY {
            let value = self.horizon(pos, alpha, beta, ply);
            self.why = Why::Horizon;
            return value;
        }

        // Step 4. What does the table know?
        let excluded = self.stack[ply].excluded;
        let place = self.place(pos, depth);
        let table = depth >= self.numbers().table_depth;
        let entry = if table { self.probe(place) } else { None };
        let may_end = !PV && !root && excluded == 0 && self.has(Switch::Table);
        if may_end && let Some(value) = self.known(entry, depth, alpha, beta, ply) {
            return value;
        }

        // Step 5. A first opinion, for the techniques that want one, unless it would say nothing.
        // The root must bring a move, not only a bound, also where MTD(f) asks with null windows.
        let wants_opinion = !PV
            && !root
            && excluded == 0
            && self.wants_opinion(depth)
            && !self.task.judge.restless(self.task.rules, pos);
        let judgement = wants_opinion.then(|| self.opinion(pos, entry));
        let opinion = judgement.map_or(0, |judgement| self.faded(pos, judgement));
        let decided = alpha.abs() >= WON || beta.abs() >= WON;

        if wants_opinion && !decided {
            // Step 6. Razoring: far below the window near the leaves, only noise can help.
            if self.has(Switch::Razor)
                && depth <= 2
                && opinion + self.numbers().razor_margin * depth <= alpha
            {
                let value = self.horizon(pos, alpha, beta, ply);
                if value <= alpha {
                    self.why = Why::Razor;
                    return value;
                }
            }

            // Step 7. Futility of the opponent: far above the window near the leaves.
            if self.has(Switch::Futility)
                && depth <= NEAR
                && opinion - self.numbers().lead_margin * depth >= beta
            {
                self.judged = true;
                self.why = Why::Futility;
                return opinion;
            }

            // Step 8. Null move: who can afford to pass is far enough ahead.
            let passed = ply > 0 && self.stack[ply - 1].code == 0;
            if self.has(Switch::Null)
                && depth >= 3
                && opinion >= beta
                && !passed
                && let Some(value) = self.pass(pos, depth, beta, ply)
            {
                self.why = Why::Null;
                return value;
            }

            // Step 9. ProbCut: a shallow search far outside the window is believed.
            if let Some(value) = self.probcut(pos, depth, (alpha, beta), opinion, ply) {
                self.why = Why::ProbCut;
                return value;
            }
        }
        if self.stopped {
            return 0;
        }

        // Step 10. Internal iterative reduction: without a move from the table the order will be
        // poor; a shallower search finds one for the next time. The root is what was asked for, and
        // its last best move is known even where the table may not keep it.
        let table_code = entry.map_or(0, |entry| entry.code);
        if self.has(Switch::Internal) && !root && depth >= 4 && table_code == 0 && excluded == 0 {
            depth -= 1;
        }

        // Step 11. The moves.
        let mut list = MoveList::<R>::new();
        self.task.rules.moves(pos, &mut list);
        let single = list.len() == 1;

        // Step 12. Enhanced transposition cut-offs: perhaps one successor is known to be enough.
        if self.has(Switch::Etc)
            && !PV
            && !root
            && depth >= self.numbers().etc_depth
            && excluded == 0
            && let Some(value) = self.known_successor(pos, &list, depth, beta, ply)
        {
            self.why = Why::Successor;
            return value;
        }

        // Step 13. Line them up; most nodes end with the first one.
        let mut picker = Picker::<R>::new();
        self.line_up(&mut picker, pos, &list, table_code, place, root);
        let table_move = if table_code == 0 {
            0
        } else {
            picker.first_code()
        };

        // Step 14. Singular extension: does the table's move stand alone?
        let singular = self.has(Switch::Singular)
            && !root
            && depth >= 7
            && excluded == 0
            && entry.is_some_and(|entry| self.stands_alone(pos, entry, depth, table_move, ply));

        // Steps 15 to 19 are made for one move after the other, until one is too good.
        let mover = self.task.rules.turn(pos);
        let original = alpha;
        let equals = root && self.task.config.ties.matter();
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut why = Why::Searched;
        let mut searched: ArrayVec<u16, 256> = ArrayVec::new();
        let busy = self.task.busy.filter(|_| depth >= Busy::LEAST_DEPTH);
        let hash = |code: u16| place.hash(code);
        let light = depth <= 1 && self.light_leaves();
        let (ranked, whole) = (self.has(Switch::RankCut), Ranks::keeps(self.stats.nodes));
        while let Some(Candidate { m, code, .. }) =
            self.next_move(&mut picker, pos, depth, ply, |code| {
                !searched.is_empty() && busy.is_some_and(|busy| busy.has(hash(code)))
            })
        {
            if code == excluded || root && self.taken.contains(&m) {
                continue;
            }
            let tried = searched.len();
            // Another thread may have finished this node while a move of it was searched here.
            if may_end && tried > 0 && busy.is_some() {
                let entry = self.probe(place);
                if let Some(value) = self.known(entry, depth, alpha, beta, ply) {
                    return value;
                }
            }
            let noisy = self.task.judge.noisy(self.task.rules, pos, m);
            let quiet = !PV && !root && !noisy && tried > 0 && best > -WON && !decided;

            // Step 15. Futility: a quiet move will not bring back what is missing.
            if quiet && self.has(Switch::Futility) && depth <= 3 && wants_opinion {
                let numbers = self.numbers();
                let hope = opinion + numbers.futility_margin * depth + numbers.futility_base;
                if hope <= alpha {
                    self.pass_over(ply, code, tried + 1, hope);
                    self.judged = true;
                    best = best.max(hope);
                    continue;
                }
            }

            // Step 16. RankCut: where later moves hardly ever succeed, the list ends.
            if quiet
                && ranked
                && !whole
                && self
                    .ranks
                    .hopeless(depth, tried, self.numbers().rankcut_doubt)
            {
                self.judged = true;
                why = Why::RankCut;
                break;
            }

            // Step 17. Extensions and reductions.
            let extension = i32::from(single && self.has(Switch::OneReply) && ply < MAX_PLY / 2)
                .max(i32::from(singular && code == table_move));
            let below = depth - 1 + extension;
            let reduction = self
                .reduction::<PV>(depth, tried, noisy, self.memory.history(mover, code))
                .min(below - 1)
                .max(0);
            self.plan(ply, tried + 1, reduction, extension);

            // Step 18. Play the move and search below it; a leaf that nothing can change any more
            // needs no record of how it was reached.
            let child = self.task.rules.play(pos, m);
            self.stack[ply].code = code;
            let value = if below <= 0 && light {
                -self.leaf(&child, -beta, -alpha, ply + 1)
            } else {
                self.history.push(self.task.rules, &child);
                // Nodes near the horizon ask the table nothing.
                if below - reduction >= self.numbers().table_depth {
                    self.prefetch(self.history.key());
                }
                if let Some(busy) = busy {
                    busy.announce(hash(code));
                }
                let first = tried == 0;
                let value = self.below::<PV>(&child, below, reduction, first, alpha, beta, ply + 1);
                self.history.pop();
                if let Some(busy) = busy {
                    busy.withdraw(hash(code));
                }
                value
            };
            if self.stopped {
                return best;
            }

            // Step 19. Is it the best so far, and is it too good? At a root where it matters which
            // of the best is chosen, alpha stays one below them: what is as good is seen too.
            let tie = equals && value == best && self.prefers(pos, best_move, m);
            if value > alpha && (value > best || tie) {
                best_move = Some(m);
                alpha = value - i32::from(equals);
                if PV || root {
                    self.extend_line(m, ply, value);
                }
                if root {
                    self.root.bound = value >= beta;
                }
            }
            best = best.max(value);
            if best >= beta {
                self.cut_off(pos, depth, ply, code, &searched);
                why = Why::Cut;
                break;
            }
            searched.push(code);
        }
        self.why = why;
        if best == -INFINITE {
            // Every move was excluded.
            return original;
        }
        if ranked && !PV && why != Why::RankCut {
            self.ranks.record(depth, searched.len(), best >= beta);
        }

        // Step 20. Remember.
        if table && excluded == 0 && (!root || self.taken.is_empty()) && self.lean >= ply as i32 {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > original {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.store(pos, place, best, depth, bound, best_move, judgement, ply);
        }
        best
    }

    /// The value of this node if the table knows enough of it.
    fn known(
        &mut self,
        entry: Option<Entry>,
        depth: i32,
        alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Option<Score> {
        let entry = entry.filter(|entry| self.deep_enough(*entry, depth))?;
        let value = cut(entry, alpha, beta, ply)?;
        self.judged |= !entry.settled;
        self.stats.table_cutoffs += 1;
        self.why = Why::Table;
        Some(value)
    }

    /// The value of a position for the player who moved there: reduced, by a null window and with
    /// the full window, as far as each leaves the question open.
    #[expect(clippy::too_many_arguments, reason = "a move's whole situation")]
    fn below<const PV: bool>(
        &mut self,
        child: &R::Pos,
        depth: i32,
        reduction: i32,
        first: bool,
        alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        if reduction > 0 {
            self.judged = true;
            let value = -self.node::<false>(child, depth - reduction, -alpha - 1, -alpha, ply);
            if value <= alpha {
                return value;
            }
        }
        if !first && self.has(Switch::Scout) {
            let value = -self.node::<false>(child, depth, -alpha - 1, -alpha, ply);
            if value <= alpha || value >= beta {
                return value;
            }
        }
        if PV {
            -self.node::<true>(child, depth, -beta, -alpha, ply)
        } else {
            -self.node::<false>(child, depth, -beta, -alpha, ply)
        }
    }
}
