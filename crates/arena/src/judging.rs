//! Many positions judged by searches, several at once.
//!
//! Each search has a table of its own, so that a judgement depends on the position and the limits
//! alone, never on how many threads there are or which of them was faster.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use ponder_core::{Fault, Score};
use ponder_engine::{AnalysisRequest, Limits, Session, Stop};

/// The table of one search.
const HASH: usize = 4 << 20;

/// What a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Judgement {
    /// To the player to move, in hundredths.
    pub(crate) score: Score,
    /// True if it does not depend on how deep the search looked.
    pub(crate) proven: bool,
}

/// Judges positions, in their order; nothing for those that a stop came before.
pub(crate) fn judge_all(
    positions: &[Box<dyn Session>],
    limits: Limits,
    threads: usize,
    stop: &Stop,
) -> Vec<Result<Option<Judgement>, Fault>> {
    let next = AtomicUsize::new(0);
    let judgements = Mutex::new(vec![Ok(None); positions.len()]);
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(position) = positions.get(index) else {
                return;
            };
            let judgement = judge(&**position, limits, stop);
            judgements.lock().unwrap_or_else(PoisonError::into_inner)[index] = judgement;
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(positions.len()) {
            scope.spawn(work);
        }
        work();
    });
    let judgements = judgements.into_inner();
    judgements.unwrap_or_else(PoisonError::into_inner)
}

fn judge(session: &dyn Session, limits: Limits, stop: &Stop) -> Result<Option<Judgement>, Fault> {
    if let Some(score) = session.final_score() {
        let proven = true;
        return Ok(Some(Judgement { score, proven }));
    }
    if stop.asked() {
        return Ok(None);
    }
    let request = AnalysisRequest {
        hash: HASH,
        ..AnalysisRequest::within(limits)
    };
    let view = session.analyse(&request, stop, &mut |_| ())?;
    Ok((!stop.asked()).then_some(Judgement {
        score: view.score.value,
        proven: view.score.kind != "heuristic",
    }))
}
