//! A player of whole games: it keeps its table from move to move and lives within its budget.

use std::time::{Duration, Instant};

use ponder_core::{Budget, Fault};
use ponder_search::{Account, Limits, Stop};
use ponder_table::Table;

use crate::analysis::{AnalysisRequest, AnalysisView};
use crate::memory;
use crate::session::Session;

/// A player with a budget for one game.
pub struct Player {
    request: AnalysisRequest,
    table: Table,
    account: Account,
}

impl Player {
    /// A player that searches as `request` says and spends no more than `budget`: the table is
    /// made smaller to fit, and other limits of the request hold as well.
    pub fn new(budget: Budget, request: AnalysisRequest) -> Result<Self, Fault> {
        let begun = Instant::now();
        let bytes = memory::table_bytes(request.hash, Some(budget.memory), request.threads)?;
        let table = Table::new(bytes)?;
        let mut account = Account::new(budget.time);
        account.charge(begun.elapsed());
        Ok(Self {
            request: AnalysisRequest {
                playing: true,
                ..request
            },
            table,
            account,
        })
    }

    /// Thinks about the session's position, at the player's own expense.
    pub fn choose(&mut self, session: &dyn Session, stop: &Stop) -> Result<AnalysisView, Fault> {
        let begun = Instant::now();
        self.table.next_search();
        let request = AnalysisRequest {
            limits: Limits {
                clock: self.account.limits(session.moves_ahead()).clock,
                ..self.request.limits
            },
            ..self.request.clone()
        };
        let view = session.analyse_in(&self.table, &request, stop, &mut |_| ());
        self.account.charge(begun.elapsed());
        view
    }

    /// The time left for the rest of the game.
    pub const fn left(&self) -> Duration {
        self.account.left()
    }
}
