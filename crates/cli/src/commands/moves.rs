//! `ponder moves GAME`: the legal moves.

use crate::args::MovesArgs;
use crate::commands::place;
use crate::output::{Failure, Output, natural};

pub(crate) fn run(args: &MovesArgs, out: &mut Output) -> Result<(), Failure> {
    let session = place::session(&args.place)?;
    let view = session.position();
    let mut moves = session.move_texts(args.merge);
    moves.sort_by_cached_key(|text| natural(text));
    let mut details = Vec::new();
    if args.details {
        details = session.move_views(args.merge);
        details.sort_by_cached_key(|detail| natural(&detail.text));
    }
    if out.json() {
        let mut value = serde_json::json!({
            "game": view.game,
            "position": view.position,
            "turn": view.turn,
            "outcome": view.outcome,
            "count": moves.len(),
            "moves": moves,
        });
        if args.details {
            value["details"] = serde_json::json!(details);
        }
        return out.value(&value);
    }
    if !args.details {
        return moves.iter().try_for_each(|text| out.line(text));
    }
    for detail in &details {
        out.line(format_args!("{}", detail.text))?;
        if !detail.path.is_empty() {
            out.line(format_args!("  path: {}", detail.path.join(" ")))?;
        }
        for effect in &detail.effects {
            let to = effect
                .to
                .as_ref()
                .map_or(String::new(), |to| format!(" to {to}"));
            out.line(format_args!("  {} {}{to}", effect.kind, effect.cell))?;
        }
        out.line(format_args!("  gives {}", detail.result))?;
    }
    Ok(())
}
