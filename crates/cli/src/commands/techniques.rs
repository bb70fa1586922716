//! `ponder techniques`: every switch of the search, and the configuration of a game.

use ponder_engine::{AnalysisRequest, Limits, Session, Switch, write_config};

use crate::args::{ConfigArgs, TechniquesArgs};
use crate::commands::place;
use crate::output::{Failure, Output};

pub(crate) fn run(args: &TechniquesArgs, out: &mut Output) -> Result<(), Failure> {
    let found = match &args.game {
        None => None,
        Some(game) => {
            let session = place::game(game)?;
            let request = request(&args.config, &*session, Limits::default())?;
            let config = session.config(&request)?;
            Some((session.techniques_of(&config), config))
        }
    };
    if let (Some((_, config)), Some(game), true) = (&found, &args.game, args.toml) {
        out.line(format_args!("# How to search {game}."))?;
        return out.text(write_config(config));
    }
    if out.json() {
        return out.value(&match &found {
            None => serde_json::json!({
                "techniques": Switch::ALL.iter().copied().map(general).collect::<Vec<_>>(),
                "config": null,
            }),
            Some((view, config)) => serde_json::json!({
                "techniques": view.switches,
                "numbers": view.numbers,
                "drivers": view.drivers,
                "ties": view.ties,
                "config": config.to_string(),
            }),
        });
    }
    for (index, switch) in Switch::ALL.iter().enumerate() {
        let kind = if switch.sound() { "sound" } else { "" };
        let state = match &found {
            Some((view, _)) if view.switches[index].on => "on  ",
            Some(_) => "off ",
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

/// A switch where no game says whether it is on.
fn general(switch: Switch) -> serde_json::Value {
    serde_json::json!({
        "name": switch.name(),
        "sound": switch.sound(),
        "about": switch.about(),
        "on": null,
    })
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
            let request = AnalysisRequest {
                exact: args.exact,
                ..AnalysisRequest::within(limits)
            };
            let config = session.read_config(&text, &request);
            Some(config.map_err(Failure::of(&text))?)
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
