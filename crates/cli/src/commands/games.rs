//! `ponder games [GAME]`: the registry.

use ponder_engine::{Entry, GAMES, find};

use crate::args::GamesArgs;
use crate::output::{Failure, Output, wrapped};

pub(crate) fn run(args: &GamesArgs, out: &mut Output) -> Result<(), Failure> {
    let Some(id) = &args.game else {
        return list(out);
    };
    let (entry, _) = find(id).map_err(Failure::of(id))?;
    describe(entry, out)
}

fn list(out: &mut Output) -> Result<(), Failure> {
    if out.json() {
        let views: Vec<_> = GAMES.iter().map(Entry::view).collect();
        return out.value(&serde_json::json!({ "games": views }));
    }
    for entry in GAMES {
        let keys: Vec<_> = entry.specs.iter().map(|spec| spec.key).collect();
        out.line(format_args!("{:14} {}", entry.name, entry.about))?;
        if !keys.is_empty() {
            out.line(format_args!("{:14} options: {}", "", keys.join(", ")))?;
        }
    }
    Ok(())
}

fn describe(entry: &Entry, out: &mut Output) -> Result<(), Failure> {
    let view = entry.view();
    if out.json() {
        return out.value(&view);
    }
    out.line(format_args!("{}: {}", view.title, view.about))?;
    out.line("\nOptions, as in NAME:key=value,key=value")?;
    if view.options.is_empty() {
        out.line("  none")?;
    }
    for option in &view.options {
        out.line(format_args!(
            "  {:12} {} [default: {}]",
            option.key, option.about, option.default
        ))?;
        out.line(wrapped(&option.allowed, 15))?;
    }
    out.line("\nEvaluations, as in eval --eval NAME and analyse --eval NAME")?;
    for preset in &view.evaluations {
        out.line(format_args!("  {:12} {}", preset.name, preset.about))?;
    }
    for (alias, feature) in entry.aliases {
        out.line(format_args!("  --{alias} X is --weight {feature}=X"))?;
    }
    if !entry.tie.is_empty() {
        out.line(format_args!(
            "  analyse --ties {} chooses among equal moves",
            entry.tie
        ))?;
    }
    out.line("\nFormats, as in convert --from FORMAT --to FORMAT")?;
    let names = view.formats.iter().map(|format| format.name.len());
    let width = names.max().unwrap_or(0);
    for format in &view.formats {
        out.line(format_args!(
            "  {:width$}  {} ({})",
            format.name, format.about, format.holds
        ))?;
    }
    Ok(())
}
