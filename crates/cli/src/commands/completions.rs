//! `ponder completions SHELL`.

use clap::CommandFactory;

use crate::args::{Args, CompletionsArgs};
use crate::output::{Failure, Output};

pub(crate) fn run(args: &CompletionsArgs, out: &mut Output) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "ponder", &mut script);
    out.text(String::from_utf8_lossy(&script))
}
