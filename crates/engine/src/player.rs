//! The engine as a player of whole games: it keeps its table from move to move and, where a game
//! has a budget, lives within it.

use std::time::{Duration, Instant};

use ponder_core::{Budget, Fault};
use ponder_search::{Account, Limits, Stop};
use ponder_table::{Keys, Table};

use crate::analysis::{AnalysisRequest, AnalysisView};
use crate::contender::{Allowance, Choice, Contender, Lapse};
use crate::memory;
use crate::session::Session;

/// A player that searches.
pub struct Player {
    request: AnalysisRequest,
    table: Table,
    budget: Option<Duration>,
    account: Option<Account>,
    /// True if equal moves are drawn by lot, and the lots by nobody in particular.
    chancy: bool,
}

impl Player {
    /// A player that searches as `request` says.
    pub fn new(request: AnalysisRequest) -> Result<Self, Fault> {
        let bytes = memory::table_bytes(request.hash, request.memory, request.threads)?;
        Ok(Self {
            chancy: request.ties.as_deref() == Some("random"),
            request: AnalysisRequest {
                playing: true,
                ..request
            },
            table: Table::new(bytes, Keys::Short)?,
            budget: None,
            account: None,
        })
    }

    /// A player that spends no more than `budget` on a game: the table is made smaller to fit,
    /// and other limits of the request hold as well.
    pub fn with_budget(budget: Budget, request: AnalysisRequest) -> Result<Self, Fault> {
        let begun = Instant::now();
        let mut player = Self::new(AnalysisRequest {
            memory: Some(budget.memory),
            ..request
        })?;
        let mut account = Account::new(budget.time);
        account.charge(begun.elapsed());
        player.budget = Some(budget.time);
        player.account = Some(account);
        Ok(player)
    }

    /// Thinks about the session's position, at the player's own expense.
    pub fn think(
        &mut self,
        session: &dyn Session,
        limits: Limits,
        stop: &Stop,
        observe: &mut dyn FnMut(&AnalysisView),
    ) -> Result<AnalysisView, Fault> {
        let begun = Instant::now();
        self.table
            .keep(session.config(&self.request)?.table_keys())?;
        self.table.next_search();
        let own = self
            .account
            .as_ref()
            .and_then(|account| account.limits(session.moves_ahead()).clock);
        let request = AnalysisRequest {
            limits: Limits {
                clock: own.or(limits.clock),
                ..self.request.limits.and(limits)
            },
            ..self.request.clone()
        };
        let view = session.analyse_in(&self.table, &request, stop, observe);
        if let Some(account) = &mut self.account {
            account.charge(begun.elapsed());
        }
        view
    }

    /// The time left for the rest of the game, if there is a budget.
    pub fn left(&self) -> Option<Duration> {
        self.account.as_ref().map(Account::left)
    }
}

impl Player {
    /// A new game begins: nothing of the last one counts.
    pub fn forget(&mut self) {
        let begun = Instant::now();
        self.table.clear();
        self.account = self.budget.map(Account::new);
        if let Some(account) = &mut self.account {
            account.charge(begun.elapsed());
        }
    }
}

impl Contender for Player {
    fn reseed(&mut self, seed: u64) {
        if self.chancy {
            self.request.ties = Some(format!("random:{seed}"));
        }
    }

    fn begin(&mut self, _session: &dyn Session, _stop: &Stop) -> Result<(), Lapse> {
        self.forget();
        Ok(())
    }

    fn choose(
        &mut self,
        session: &dyn Session,
        allowance: &Allowance,
        stop: &Stop,
    ) -> Result<Choice, Lapse> {
        let view = self.think(session, allowance.limits, stop, &mut |_| ())?;
        if view.best.is_empty() {
            return Err(Lapse::Stopped);
        }
        Ok(Choice {
            play: view.best,
            score: Some(view.score),
            depth: Some(view.depth),
            nodes: Some(view.nodes),
        })
    }
}
