//! A configuration meets its game: `ProbCut` needs to know how far a shallow search may be believed.

use ponder_core::{Fault, Features};
use ponder_search::{Config, Switch};

/// The configuration with the game's own error models, unless it brings others.
pub(crate) fn with_models<R: Features>(rules: &R, mut config: Config) -> Config {
    if config.probcut.is_empty() {
        config.probcut = rules.error_models().to_vec();
    }
    config
}

/// The configuration with error models if it uses them. Refuses a `ProbCut` that knows nothing,
/// since it would silently do nothing.
pub(crate) fn equipped<R: Features>(rules: &R, config: Config) -> Result<Config, Fault> {
    let mut cuts = [Switch::ProbCut, Switch::MultiProbCut].into_iter();
    let Some(cut) = cuts.find(|cut| config.switches.has(*cut)) else {
        return Ok(config);
    };
    let config = with_models(rules, config);
    if config.probcut.is_empty() {
        let what = format!("{} has no error models for this game", cut.name());
        return Err(Fault::new(what).hint("fit them with: ponder lab probcut GAME"));
    }
    Ok(config)
}
