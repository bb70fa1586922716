//! `ponder convert GAME [--from F] --to F`: one format into another.

use ponder_engine::format_of;

use crate::args::ConvertArgs;
use crate::commands::place;
use crate::output::{Failure, Output};

pub(crate) fn run(args: &ConvertArgs, out: &mut Output) -> Result<(), Failure> {
    let session = place::game(&args.game)?;
    let text = place::input(args.file.as_deref())?;
    let refuse = Failure::of(&text);
    let from = match &args.from {
        Some(from) => from.as_str(),
        None => format_of(&*session, &text).map_err(&refuse)?,
    };
    let written = match &args.to {
        Some(to) => Some(session.convert(from, to, &text).map_err(&refuse)?),
        None => None,
    };
    if !out.json() {
        return out.text(written.unwrap_or_default());
    }
    out.value(&serde_json::json!({
        "game": session.id(),
        "from": from,
        "to": args.to,
        "text": written,
        "records": session.records(from, &text).map_err(&refuse)?,
    }))
}
