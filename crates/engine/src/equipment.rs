//! A configuration meets its game: not every game has what a technique lives on.

use ponder_core::{Fault, Features};
use ponder_search::{Config, Switch};

/// The configuration with the game's own error models, unless it brings others.
pub(crate) fn with_models<R: Features>(rules: &R, mut config: Config) -> Config {
    if config.probcut.is_empty() {
        config.probcut = rules.error_models().to_vec();
    }
    config
}

/// The configuration with error models if it uses them. Refuses a technique that somebody asked for
/// and that would silently do nothing; what is on by default may be idle.
pub(crate) fn equipped<R: Features>(rules: &R, mut config: Config) -> Result<Config, Fault> {
    let usual = Config::of::<R>().switches;
    for switch in config.switches.iter().filter(|on| !usual.has(*on)) {
        if let Some(missing) = missing(rules, &config, switch) {
            return Err(missing);
        }
    }
    let cuts = [Switch::ProbCut, Switch::MultiProbCut];
    if cuts.iter().any(|cut| config.switches.has(*cut)) {
        config = with_models(rules, config);
    }
    Ok(config)
}

/// What a technique lacks in a game to do anything at all, if it does.
pub(crate) fn missing<R: Features>(rules: &R, config: &Config, switch: Switch) -> Option<Fault> {
    let draws = rules.draw_rules();
    let (there, lacks) = match switch {
        Switch::Null => (
            rules.null(&rules.start()).is_some(),
            "nobody may pass a turn even in thought, since having to move can hurt",
        ),
        Switch::ProbCut | Switch::MultiProbCut => {
            let known = !(config.probcut.is_empty() && rules.error_models().is_empty());
            if !known {
                let what = format!("{} has no error models for this game", switch.name());
                let hint = "fit them with: ponder lab probcut GAME";
                return Some(Fault::new(what).hint(hint));
            }
            return None;
        }
        Switch::Folding => (rules.symmetries() > 1, "no two positions are symmetric"),
        Switch::Opening => (
            !R::OPENER.is_empty(),
            "no evaluation knows an opening by heart",
        ),
        Switch::FirstRepetition => (
            draws.repetition.is_some(),
            "a repetition does not end the game",
        ),
        Switch::Fade => (
            draws.quiet.is_some(),
            "plies without progress never make a draw",
        ),
        _ => return None,
    };
    let what = format!("{} can do nothing in this game: {lacks}", switch.name());
    (!there).then(|| Fault::new(what).hint("leave it off"))
}
