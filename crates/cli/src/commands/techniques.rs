//! `ponder techniques`: every switch of the search, and the configuration of a game.

use ponder_engine::{AnalysisRequest, Limits, Session, Switch, write_config};

use crate::args::{ConfigArgs, TechniquesArgs};
use crate::commands::place;
use crate::output::{Failure, Output};

pub(crate) fn run(args: &TechniquesArgs, out: &mut Output) -> Result<(), Failure> {
    let config = match &args.game {
        None => None,
        Some(game) => {
            let session = place::game(game)?;
            let request = request(&args.config, &*session, Limits::default())?;
            Some(session.config(&request)?)
        }
    };
    if let (Some(config), Some(game), true) = (&config, &args.game, args.toml) {
        out.line(format_args!("# How to search {game}."))?;
        return out.text(write_config(config));
    }
    let on = |switch: Switch| config.as_ref().map(|config| config.switches.has(switch));
    if out.json() {
        let row = |switch: &Switch| {
            serde_json::json!({
                "name": switch.name(),
                "sound": switch.sound(),
                "about": switch.about(),
                "on": on(*switch),
            })
        };
        let rows: Vec<_> = Switch::ALL.iter().map(row).collect();
        let config = config.as_ref().map(ToString::to_string);
        return out.value(&serde_json::json!({ "techniques": rows, "config": config }));
    }
    for switch in Switch::ALL {
        let kind = if switch.sound() { "sound" } else { "" };
        let state = match on(*switch) {
            Some(true) => "on  ",
            Some(false) => "off ",
            None => "",
        };
        out.line(format_args!(
            "{:17} {state}{kind:6} {}",
            switch.name(),
            switch.about()
        ))?;
    }
    Ok(())
}

/// A search with the configuration that the arguments ask for.
pub(crate) fn request(
    args: &ConfigArgs,
    session: &dyn Session,
    limits: Limits,
) -> Result<AnalysisRequest, Failure> {
    let base = match &args.config {
        None => None,
        Some(file) => {
            let text = place::input(Some(file))?;
            Some(session.read_config(&text).map_err(Failure::of(&text))?)
        }
    };
    let request = AnalysisRequest {
        base,
        with: args.with.join(","),
        without: args.without.join(","),
        set: args.set.clone(),
        mtdf: args.mtdf,
        exact: args.exact,
        ties: args.ties.clone(),
        ..AnalysisRequest::within(limits)
    };
    // Only settings are told where they are wrong; the other wishes are short.
    session.config(&request).map_err(Failure::of(&args.set))?;
    Ok(request)
}
