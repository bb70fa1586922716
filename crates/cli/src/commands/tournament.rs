//! `ponder tournament`.

use ponder_core::Fault;

use crate::args::TournamentArgs;
use crate::output::{Failure, Output};

pub(crate) fn run(args: &TournamentArgs, _out: &mut Output) -> Result<(), Failure> {
    Err(Fault::new(format!("{}: not here yet", args.game)).into())
}
