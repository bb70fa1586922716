//! `ponder engine`.

use ponder_core::Fault;

use crate::args::EngineArgs;
use crate::output::{Failure, Output};

pub(crate) fn run(args: &EngineArgs, _out: &mut Output) -> Result<(), Failure> {
    Err(Fault::new(format!("{}: not here yet", args.game)).into())
}
