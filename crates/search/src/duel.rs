//! A small match within one process: two ways to search, from random openings, colours swapped.

use ponder_core::{History, Judge, MoveList, Outcome, Player, Random, Rules};
use ponder_table::Table;

use crate::config::Config;
use crate::limits::{Limits, Stop};
use crate::search::Search;

/// One side of a duel.
pub struct Duellist<'a, J> {
    /// Its judge.
    pub judge: &'a J,
    /// Its techniques.
    pub config: &'a Config,
    /// What it may spend on a move.
    pub limits: Limits,
    /// Bytes of its table.
    pub table: usize,
}

/// The games of a duel, from the first side's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Tally {
    /// Points over games, a draw counting half.
    pub fn score(&self) -> f64 {
        let games = self.wins + self.draws + self.losses;
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(games.max(1))
    }
}

/// Plays `pairs` pairs of games. Each pair begins with the same `plies` random plies (or one more,
/// so that both colours begin), chosen by `seed`; games longer than `longest` plies are drawn.
///
/// # Panics
/// If a table cannot be had.
pub fn duel<R: Rules, A: Judge<R>, B: Judge<R>>(
    rules: &R,
    (a, b): (&Duellist<'_, A>, &Duellist<'_, B>),
    pairs: u32,
    plies: usize,
    longest: u32,
    seed: u64,
) -> Tally {
    let mut tally = Tally::default();
    for pair in 0..pairs {
        let opening = opening(
            rules,
            plies + pair as usize % 2,
            seed ^ u64::from(pair) << 20,
        );
        for side in Player::BOTH {
            let outcome = game(rules, a, b, side, &opening, longest);
            match outcome.map_or(0, |outcome| outcome.margin_for(side)) {
                1.. => tally.wins += 1,
                0 => tally.draws += 1,
                _ => tally.losses += 1,
            }
        }
    }
    tally
}

/// Random moves that do not end the game.
fn opening<R: Rules>(rules: &R, plies: usize, seed: u64) -> Vec<R::Move> {
    let mut random = Random::new(seed);
    loop {
        let mut pos = rules.start();
        let mut moves = Vec::new();
        while moves.len() < plies && rules.ended(&pos).is_none() {
            let mut list = MoveList::<R>::new();
            rules.moves(&pos, &mut list);
            let m = list[random.below(list.len())];
            moves.push(m);
            pos = rules.play(&pos, m);
        }
        if rules.ended(&pos).is_none() {
            return moves;
        }
    }
}

/// One game, `a` playing `side`.
fn game<R: Rules, A: Judge<R>, B: Judge<R>>(
    rules: &R,
    a: &Duellist<'_, A>,
    b: &Duellist<'_, B>,
    side: Player,
    opening: &[R::Move],
    longest: u32,
) -> Option<Outcome> {
    let mut pos = rules.start();
    let mut history = History::new(rules, &pos);
    let mut tables = [a.table, b.table].map(|bytes| Table::new(bytes).expect("a table"));
    let mut opening = opening.iter();
    loop {
        let over = rules.ended(&pos).or_else(|| rules.drawn(&pos, &history));
        if over.is_some() || history.plies() >= longest {
            return over;
        }
        let m = match opening.next() {
            Some(m) => *m,
            None if rules.turn(&pos) == side => choose(rules, a, &mut tables[0], &pos, &history),
            None => choose(rules, b, &mut tables[1], &pos, &history),
        };
        pos = rules.play(&pos, m);
        history.push(rules, &pos);
    }
}

fn choose<R: Rules, J: Judge<R>>(
    rules: &R,
    side: &Duellist<'_, J>,
    table: &mut Table,
    pos: &R::Pos,
    history: &History,
) -> R::Move {
    table.next_search();
    let search = Search {
        rules,
        judge: side.judge,
        table: Some(table),
        config: side.config,
        limits: side.limits,
        lines: 1,
        threads: 1,
    };
    let report = search.run(pos, history, &Stop::new(), &mut |_| ());
    let best = report.ok().and_then(|report| report.best());
    best.expect("an unfinished game has a move")
}
