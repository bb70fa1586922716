//! `ponder match`.

use ponder_core::Fault;

use crate::args::MatchArgs;
use crate::output::{Failure, Output};

pub(crate) fn run(args: &MatchArgs, _out: &mut Output) -> Result<(), Failure> {
    Err(Fault::new(format!("{}: not here yet", args.game)).into())
}
