//! How a set of distinct, balanced openings is made.
//!
//! Few plies lead to few positions: then all of them are listed, and it is known when there are
//! no more. Otherwise lines are drawn at random. Either way each candidate that no symmetry and
//! no other order of moves makes the same as an earlier one is judged by a search, and kept if
//! neither side is better off. Candidates are judged in the order in which they come, however
//! many threads judge them, so that a seed means one set everywhere.

use std::collections::HashSet;

use ponder_core::{Fault, Random, Score};
use ponder_engine::{Limits, Session, Stop};

use super::Line;
use crate::judging::judge_all;

/// So many positions are listed; where there are more, lines are drawn at random.
const LISTED: usize = 20_000;

/// So many lines in a row that lead to nothing new mean that there is nothing new.
const DRAWS: u32 = 10_000;

/// So many candidates are judged for each opening wanted before the wish counts as too much.
const PATIENCE: usize = 500;

/// What openings are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// Moves of each.
    pub plies: u32,
    /// How much better off either side may be, in hundredths of the game's unit.
    pub max_score: Score,
    /// How many.
    pub count: usize,
    /// The same number gives the same openings.
    pub seed: u64,
    /// The search that judges; nodes or depth, so that it judges alike everywhere.
    pub limits: Limits,
    /// How many candidates are judged at once.
    pub threads: usize,
}

/// How far the making has come.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Openings found.
    pub found: usize,
    /// Candidates judged.
    pub judged: usize,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The openings.
    pub lines: Vec<Line>,
    /// Candidates judged.
    pub judged: usize,
    /// How many distinct positions there are after so many plies, if they were few enough to
    /// list.
    pub distinct: Option<usize>,
    /// The score nearest to equality among those judged.
    pub fairest: Option<Score>,
    /// True if it was stopped before it was done.
    pub stopped: bool,
}

/// Makes openings from where the session stands.
pub fn generate(
    session: &dyn Session,
    wish: &Wish,
    stop: &Stop,
    observe: &mut dyn FnMut(Step),
) -> Result<Found, Fault> {
    let mut random = Random::new(wish.seed);
    let mut source = Source::new(session, wish.plies, &mut random);
    if let Source::Listed(all) = &source
        && all.is_empty()
    {
        return Err(Fault::new(format!(
            "no game of {} lasts longer than {} plies from there",
            session.id(),
            wish.plies
        ))
        .hint("ask for shorter openings"));
    }
    let mut found = Found {
        lines: Vec::new(),
        judged: 0,
        distinct: source.size(),
        fairest: None,
        stopped: false,
    };
    let batch = wish.threads.max(1) * 4;
    let most = wish.count.saturating_mul(PATIENCE);
    while found.lines.len() < wish.count && found.judged < most {
        let candidates: Vec<_> = (0..batch)
            .map_while(|_| source.next(session, wish.plies, &mut random))
            .collect();
        if candidates.is_empty() {
            break;
        }
        let judgements = judge_all(&candidates, wish.limits, wish.threads, stop);
        for (candidate, judgement) in candidates.iter().zip(judgements) {
            let Some(judgement) = judgement? else {
                found.stopped = true;
                return Ok(found);
            };
            let score = judgement.score;
            found.judged += 1;
            let fairest = found.fairest.into_iter().chain([score]);
            found.fairest = fairest.min_by_key(|score| score.abs());
            if score.abs() <= wish.max_score && found.lines.len() < wish.count {
                found.lines.push(Line {
                    moves: candidate.line(),
                    score,
                });
            }
            observe(Step {
                found: found.lines.len(),
                judged: found.judged,
            });
        }
    }
    Ok(found)
}

/// Where candidates come from.
enum Source {
    /// All there are, in the order in which they are taken (from the end).
    Listed(Vec<Box<dyn Session>>),
    /// Random lines; the keys of those that have been drawn.
    Drawn(HashSet<u64>),
}

impl Source {
    fn new(session: &dyn Session, plies: u32, random: &mut Random) -> Self {
        let Some(mut all) = list(session, plies) else {
            return Self::Drawn(HashSet::new());
        };
        for end in (1..all.len()).rev() {
            all.swap(end, random.below(end + 1));
        }
        Self::Listed(all)
    }

    fn size(&self) -> Option<usize> {
        match self {
            Self::Listed(all) => Some(all.len()),
            Self::Drawn(_) => None,
        }
    }

    fn next(
        &mut self,
        session: &dyn Session,
        plies: u32,
        random: &mut Random,
    ) -> Option<Box<dyn Session>> {
        match self {
            Self::Listed(all) => all.pop(),
            Self::Drawn(seen) => {
                let mut drawn = (0..DRAWS).filter_map(|_| draw(session, plies, random));
                drawn.find(|candidate| seen.insert(candidate.symmetric_key()))
            }
        }
    }
}

/// Every position after so many plies once, if there are not too many.
fn list(session: &dyn Session, plies: u32) -> Option<Vec<Box<dyn Session>>> {
    let mut layer = vec![session.fork()];
    for _ in 0..plies {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for at in &layer {
            for text in at.move_texts(true) {
                let mut after = at.fork();
                let legal = after.play(&text).is_ok() && after.final_score().is_none();
                if legal && seen.insert(after.symmetric_key()) {
                    next.push(after);
                }
            }
            if next.len() > LISTED {
                return None;
            }
        }
        layer = next;
    }
    Some(layer)
}

/// So many random moves, if they do not end the game.
fn draw(session: &dyn Session, plies: u32, random: &mut Random) -> Option<Box<dyn Session>> {
    let mut session = session.fork();
    for _ in 0..plies {
        let moves = session.move_texts(true);
        if moves.is_empty() {
            return None;
        }
        session.play(&moves[random.below(moves.len())]).ok()?;
    }
    session.final_score().is_none().then_some(session)
}
