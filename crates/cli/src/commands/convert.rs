//! `ponder convert GAME --from F --to F`: one format into another.

use crate::args::ConvertArgs;
use crate::commands::place;
use crate::output::{Failure, Output};

pub(crate) fn run(args: &ConvertArgs, out: &mut Output) -> Result<(), Failure> {
    let session = place::game(&args.game)?;
    let text = place::input(args.file.as_deref())?;
    let refuse = Failure::of(&text);
    let written = match &args.to {
        Some(to) => Some(session.convert(&args.from, to, &text).map_err(&refuse)?),
        None => None,
    };
    if !out.json() {
        return out.text(written.unwrap_or_default());
    }
    out.value(&serde_json::json!({
        "game": session.id(),
        "from": args.from,
        "to": args.to,
        "text": written,
        "records": session.records(&args.from, &text).map_err(&refuse)?,
    }))
}
