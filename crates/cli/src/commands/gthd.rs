//! `ponder gthd`.

use ponder_core::Fault;

use crate::args::GthdArgs;
use crate::output::{Failure, Output};

pub(crate) fn run(args: &GthdArgs, _out: &mut Output) -> Result<(), Failure> {
    Err(Fault::new(format!("{}: not here yet", args.game)).into())
}
