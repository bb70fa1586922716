//! The arguments of `ponder boom`.

use std::time::Duration;

use super::{BudgetArg, ThinkArgs, budget};

#[derive(Debug, clap::Args)]
pub(crate) struct BoomArgs {
    #[command(subcommand)]
    pub(crate) command: BoomCommand,
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum BoomCommand {
    /// Find an opponent on a server and play a game; the server draws the colours
    Play(Box<BoomPlayArgs>),
}

#[derive(Debug, clap::Args)]
pub(crate) struct BoomPlayArgs {
    /// The server's host
    #[arg(long)]
    pub(crate) host: String,
    /// The server's port
    #[arg(long, default_value_t = 54321)]
    pub(crate) port: u16,
    /// Play who else asks for this channel; servers may play themselves in random and greedy
    /// [default: the open channel]
    #[arg(long, default_value = "", hide_default_value = true)]
    pub(crate) channel: String,
    /// The name to play under
    #[arg(long, default_value = "ponder")]
    pub(crate) name: String,
    /// Time for the whole game, as in 60s; or contest, for what the referee grants (time and
    /// memory); network games have no clock of their own
    #[arg(long, value_name = "TIME", value_parser = budget)]
    pub(crate) budget: Option<BudgetArg>,
    #[command(flatten)]
    pub(crate) think: ThinkArgs,
}

impl BoomPlayArgs {
    /// The time and memory of the budget; the game's own contest is `contest`.
    pub(crate) fn budget(
        &self,
        contest: Option<ponder_engine::Budget>,
    ) -> Option<(Duration, Option<usize>)> {
        match self.budget? {
            BudgetArg::Contest => contest.map(|budget| (budget.time, Some(budget.memory))),
            BudgetArg::Time(time) => Some((time, None)),
        }
    }
}
