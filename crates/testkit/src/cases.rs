//! Positions with a past, for tests of searches: random, but with trees of a known size, and with
//! repetitions in their pasts.

use std::collections::HashSet;

use ponder_core::{Game, History, MoveList, Piece, Player, Random, Rules};

/// A position and how the game came there.
#[derive(Clone, Debug)]
pub struct Case<R: Rules> {
    /// The position.
    pub pos: R::Pos,
    /// Its past, the position itself last.
    pub history: History,
}

impl<R: Rules> Case<R> {
    /// A position without a past.
    pub fn new(rules: &R, pos: R::Pos) -> Self {
        let history = History::new(rules, &pos);
        Self { pos, history }
    }

    fn push(&mut self, rules: &R, pos: R::Pos) {
        self.history.push(rules, &pos);
        self.pos = pos;
    }

    fn over(&self, rules: &R) -> bool {
        rules.ended(&self.pos).is_some() || rules.drawn(&self.pos, &self.history).is_some()
    }

    /// Plays at most `plies` random plies and, now and then, goes round in a circle on the way;
    /// ends before the game does.
    fn wander(&mut self, rules: &R, plies: usize, random: &mut Random) {
        for _ in 0..plies {
            let before = self.clone();
            let steps = match random.below(3) {
                0 => circle(rules, &self.pos, random),
                _ => None,
            };
            let steps = steps.unwrap_or_else(|| vec![any_successor(rules, &self.pos, random)]);
            for pos in steps {
                self.push(rules, pos);
            }
            if self.over(rules) {
                *self = before;
                return;
            }
        }
    }
}

fn successors<R: Rules>(rules: &R, pos: &R::Pos) -> Vec<R::Pos> {
    let mut list = MoveList::<R>::new();
    rules.moves(pos, &mut list);
    list.iter().map(|m| rules.play(pos, *m)).collect()
}

fn any_successor<R: Rules>(rules: &R, pos: &R::Pos, random: &mut Random) -> R::Pos {
    let successors = successors(rules, pos);
    successors[random.below(successors.len())]
}

/// Four plies that lead back to where they began, if a random beginning can be undone so.
fn circle<R: Rules>(rules: &R, pos: &R::Pos, random: &mut Random) -> Option<Vec<R::Pos>> {
    rules.draw_rules().repetition?;
    let first = any_successor(rules, pos, random);
    rules.ended(&first).is_none().then_some(())?;
    let second = any_successor(rules, &first, random);
    let back = |third: &R::Pos| successors(rules, third).contains(pos);
    let third = successors(rules, &second).into_iter().find(back)?;
    Some(vec![first, second, third, *pos])
}

/// What is to be found below a position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tree {
    /// Positions at the horizon and finished games above it.
    pub leaves: u64,
    /// Leaves at the horizon in which the game goes on.
    pub open: u64,
    /// Leaves that the past has made a draw, or otherwise ended.
    pub past: u64,
    /// The most that one of the first two components of [`Progress`](ponder_core::Progress)
    /// gains in one ply: where pieces can go, those of one player that are gone at once.
    pub leap: u8,
}

impl Tree {
    /// The tree to `depth`, if it has no more than `most` leaves. The root is never finished.
    pub fn grow<R: Rules>(rules: &R, case: &Case<R>, depth: u32, most: u64) -> Option<Self> {
        let mut tree = Self::default();
        let mut history = case.history.clone();
        tree.below(rules, &case.pos, &mut history, depth, most)
            .then_some(tree)
    }

    fn below<R: Rules>(
        &mut self,
        rules: &R,
        pos: &R::Pos,
        history: &mut History,
        depth: u32,
        most: u64,
    ) -> bool {
        if depth == 0 {
            self.leaves += 1;
            self.open += 1;
            return self.leaves <= most;
        }
        let progress = rules.progress(pos).0;
        for child in successors(rules, pos) {
            let gains = progress.iter().zip(rules.progress(&child).0).take(2);
            let leap = gains.map(|(before, after)| after - before).max();
            self.leap = self.leap.max(leap.unwrap_or(0));
            history.push(rules, &child);
            let ended = rules.ended(&child).is_some();
            let past = !ended && rules.drawn(&child, history).is_some();
            let small = if ended || past {
                self.leaves += 1;
                self.past += u64::from(past);
                self.leaves <= most
            } else {
                self.below(rules, &child, history, depth - 1, most)
            };
            history.pop();
            if !small {
                return false;
            }
        }
        true
    }
}

/// Draws distinct cases, none of them finished, until there are `count` of which `keep` likes the
/// tree to `depth`; it has at most `most` leaves. A case begins with `start` and wanders on for a
/// number of plies within `plies`.
pub fn draw_cases<R: Rules>(
    rules: &R,
    start: impl Fn(&mut Random) -> Option<R::Pos>,
    plies: std::ops::Range<usize>,
    (depth, most): (u32, u64),
    keep: impl Fn(&Tree) -> bool,
    count: usize,
) -> Vec<Case<R>> {
    /// Enough for the pickiest of wishes; a test that asks for the impossible should not hang.
    const TRIES: usize = 200_000;
    let random = &mut Random::new(most);
    let mut seen = HashSet::new();
    let mut cases = Vec::new();
    for _ in 0..TRIES {
        let Some(pos) = start(random).filter(|pos| rules.ended(pos).is_none()) else {
            continue;
        };
        let mut case = Case::new(rules, pos);
        case.wander(rules, plies.start + random.below(plies.len()), random);
        let liked = Tree::grow(rules, &case, depth, most).is_some_and(|tree| keep(&tree));
        let salt = case.history.salt::<R>(&rules.draw_rules(), depth);
        if liked && seen.insert((case.history.key(), salt)) {
            cases.push(case);
        }
        if cases.len() == count {
            return cases;
        }
    }
    panic!("only {} of {count} positions were found", cases.len());
}

/// A position with so many pieces of each player, of any kind and as many as `tallest` on one
/// another, on random cells; none if the rules cannot hold it.
pub fn random_setup<G: Game>(
    game: &G,
    pieces: [usize; 2],
    tallest: usize,
    random: &mut Random,
) -> Option<G::Pos> {
    let cells = game.board().cells.len();
    let mut board = vec![None; cells];
    for owner in Player::BOTH {
        for _ in 0..pieces[owner.index()] {
            board[random.below(cells)] = Some(Piece {
                owner,
                kind: random.below(G::KINDS.len()) as u8,
                count: 1 + random.below(tallest) as u8,
            });
        }
    }
    let turn = Player::BOTH[random.below(2)];
    game.assemble(&board, turn).ok()
}
