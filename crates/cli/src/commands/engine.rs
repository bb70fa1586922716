//! `ponder engine`: a protocol over standard input and output.

use std::io;

use ponder_engine::Limits;
use ponder_wire::{gtp, nboard, referee, ugi};

use crate::args::{EngineArgs, Protocol};
use crate::commands::{analyse, place};
use crate::output::{Failure, Output};

pub(crate) fn run(args: &EngineArgs, out: &mut Output) -> Result<(), Failure> {
    let usual = match args.protocol {
        Protocol::Referee => "expendibots",
        Protocol::Ugi | Protocol::Nboard | Protocol::Gtp => "othello",
    };
    let session = place::game(args.game.as_deref().unwrap_or(usual))?;
    let request = analyse::request(&args.search, &*session, Limits::default())?;
    let (input, output) = (io::stdin(), out.stream());
    match args.protocol {
        Protocol::Ugi => Ok(ugi::serve(session, request, input, output)?),
        Protocol::Nboard => {
            nboard::check(&*session)?;
            Ok(nboard::serve(session, request, input, output)?)
        }
        Protocol::Gtp => Ok(gtp::serve(session, request, input, output)?),
        Protocol::Referee => {
            referee::check(&*session)?;
            Ok(referee::serve(session, request, input, output)?)
        }
    }
}
