//! `ponder openings`.

use ponder_core::Fault;

use crate::args::OpeningsArgs;
use crate::output::{Failure, Output};

pub(crate) fn run(args: &OpeningsArgs, _out: &mut Output) -> Result<(), Failure> {
    Err(Fault::new(format!("{}: not here yet", args.game)).into())
}
