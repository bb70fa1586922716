//! `ponder book`.

use ponder_core::Fault;

use crate::args::BookArgs;
use crate::output::{Failure, Output};

pub(crate) fn run(args: &BookArgs, _out: &mut Output) -> Result<(), Failure> {
    Err(Fault::new(format!("{}: not here yet", args.game)).into())
}
