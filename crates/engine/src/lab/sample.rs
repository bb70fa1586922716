//! Positions to experiment with: distinct, unfinished, undecided, reached by random play.

use std::collections::HashSet;

use ponder_core::{Fault, Game, History, MoveList, Random, WON, Weights};
use ponder_search::{Limits, Search, Stop};

use crate::analysis::AnalysisRequest;
use crate::duel::opening;

/// What positions are wanted.
pub(super) struct Sampling {
    pub(super) count: usize,
    /// Plies of random play: least and most.
    pub(super) plies: (usize, usize),
    /// Leave out the more lopsided half of what random play gives.
    pub(super) even: bool,
    pub(super) seed: u64,
}

/// A position and how it came about.
pub(super) struct Sample<G: Game> {
    pub(super) pos: G::Pos,
    pub(super) history: History,
    pub(super) moves: Vec<G::Move>,
}

/// Finds positions. Which half of them is even is for a shallow search to say, not for a bar in
/// some unit: games differ in what a small advantage is.
pub(super) fn sample<G: Game>(game: &G, sampling: &Sampling) -> Result<Vec<Sample<G>>, Fault> {
    let wanted = sampling.count * if sampling.even { 2 } else { 1 };
    let attempts = 1000 + 50 * wanted;
    let judge = Weights::standard::<G>();
    let mut random = Random::new(sampling.seed);
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for _ in 0..attempts {
        if found.len() >= wanted {
            break;
        }
        let (least, most) = sampling.plies;
        let plies = least + random.below(most - least + 1);
        let candidate = opening(game, plies, &mut random).map(|moves| replayed(game, moves));
        if let Some(candidate) = candidate
            && seen.insert(game.key(&candidate.pos))
            && let Some(score) = undecided(game, &judge, &candidate)?
        {
            found.push((score.abs(), candidate));
        }
    }
    if found.len() < wanted {
        let (least, most) = sampling.plies;
        let what = format!(
            "random play of {least} to {most} plies gives {} undecided positions, not {wanted}",
            found.len()
        );
        return Err(Fault::new(what).hint("ask for fewer positions, or a larger board"));
    }
    if sampling.even {
        found.sort_by_key(|(score, _)| *score);
        found.truncate(sampling.count);
    }
    Ok(found.into_iter().map(|(_, sample)| sample).collect())
}

/// The position after these moves from the start.
pub(super) fn replayed<G: Game>(game: &G, moves: Vec<G::Move>) -> Sample<G> {
    let mut pos = game.start();
    let mut history = History::new(game, &pos);
    for &m in &moves {
        pos = game.play(&pos, m);
        history.push(game, &pos);
    }
    Sample {
        pos,
        history,
        moves,
    }
}

/// What a shallow search thinks of a position in which there is something to choose.
fn undecided<G: Game>(game: &G, judge: &Weights, sample: &Sample<G>) -> Result<Option<i32>, Fault> {
    let mut list = MoveList::<G>::new();
    game.moves(&sample.pos, &mut list);
    if list.len() < 2 || game.drawn(&sample.pos, &sample.history).is_some() {
        return Ok(None);
    }
    let limits = Limits::depth(3);
    let config = AnalysisRequest::within(limits).config::<G>()?;
    let search = Search {
        rules: game,
        judge,
        table: None::<&ponder_table::Table>,
        config: &config,
        limits,
        lines: 1,
        threads: 1,
    };
    let report = search.run(&sample.pos, &sample.history, &Stop::new(), &mut |_| ())?;
    let score = report.lines.first().map_or(0, |line| line.score);
    Ok((score.abs() < WON).then_some(score))
}
