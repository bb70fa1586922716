//! `ponder boom`.

use ponder_core::Fault;

use crate::args::BoomArgs;
use crate::output::{Failure, Output};

pub(crate) fn run(args: &BoomArgs, _out: &mut Output) -> Result<(), Failure> {
    Err(Fault::new(format!("{}: not here yet", args.game)).into())
}
