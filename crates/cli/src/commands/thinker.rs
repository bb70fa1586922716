//! Our player on servers of others: it thinks as the arguments say and keeps what it thought, so
//! that it can be told.

use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ponder_engine::{
    Allowance, AnalysisRequest, AnalysisView, Budget, Choice, Contender, Lapse, Limits, Player,
    Session, Stop,
};

use crate::args::ThinkArgs;
use crate::commands::analyse;
use crate::output::{Failure, Output, grouped};

/// The time for a move where neither the arguments nor a clock limit it.
const USUAL: Duration = Duration::from_secs(1);

/// A player whose last thought can be looked at.
pub(crate) struct Thinker {
    player: Player,
    /// For moves without a clock.
    usual: Limits,
    thought: Thought,
}

/// The last search.
#[derive(Clone, Default)]
pub(crate) struct Thought(Arc<Mutex<Option<AnalysisView>>>);

impl Thought {
    fn keep(&self, view: AnalysisView) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(view);
    }

    /// The last search, once.
    pub(crate) fn take(&self) -> Option<AnalysisView> {
        let mut thought = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        thought.take()
    }
}

/// The search that the arguments ask for in a game.
pub(crate) fn request(args: &ThinkArgs, session: &dyn Session) -> Result<AnalysisRequest, Failure> {
    let limits = Limits {
        depth: args.depth,
        nodes: args.nodes,
        time: args.move_time,
        clock: None,
    };
    let mut request = analyse::request(&args.search, session, limits)?;
    if request.ties.as_deref() == Some("random") {
        // On servers of others nobody waits for the same game again.
        request.ties = Some(format!("random:{}", RandomState::new().hash_one(())));
    }
    Ok(request)
}

impl Thinker {
    /// A player for a request, within a budget for the game if there is one.
    pub(crate) fn new(request: AnalysisRequest, budget: Option<Budget>) -> Result<Self, Failure> {
        let usual = if request.limits.any() || budget.is_some() {
            Limits::default()
        } else {
            Limits::time(USUAL)
        };
        let player = match budget {
            Some(budget) => Player::with_budget(budget, request)?,
            None => Player::new(request)?,
        };
        Ok(Self {
            player,
            usual,
            thought: Thought::default(),
        })
    }

    /// Where to look for what it thought.
    pub(crate) fn thought(&self) -> Thought {
        self.thought.clone()
    }
}

impl Contender for Thinker {
    fn begin(&mut self, session: &dyn Session, stop: &Stop) -> Result<(), Lapse> {
        self.player.begin(session, stop)
    }

    fn choose(
        &mut self,
        session: &dyn Session,
        allowance: &Allowance,
        stop: &Stop,
    ) -> Result<Choice, Lapse> {
        let limits = match allowance.limits.clock {
            Some(_) => allowance.limits,
            None => allowance.limits.and(self.usual),
        };
        let view = self.player.think(session, limits, stop, &mut |_| ())?;
        if view.best.is_empty() {
            return Err(Lapse::Stopped);
        }
        let choice = Choice {
            play: view.best.clone(),
            score: Some(view.score),
            depth: Some(view.depth),
            nodes: Some(view.nodes),
        };
        self.thought.keep(view);
        Ok(choice)
    }
}

/// Tells a thought in one line, or as a JSON event.
pub(crate) fn tell(view: &AnalysisView, out: &mut Output) -> Result<(), Failure> {
    if out.json() {
        return out.value(&serde_json::json!({ "event": "thought", "analysis": view }));
    }
    out.line(format_args!(
        "  {} {} at depth {}: {} nodes, {} cutoffs, first move cuts {:.0}%, table hits {:.0}%, {:.2} s",
        view.best,
        view.score,
        view.depth,
        grouped(view.nodes),
        grouped(view.stats.cutoffs),
        view.stats.first_cut_rate * 100.0,
        view.stats.hit_rate * 100.0,
        view.seconds
    ))
}
