//! A configuration meets its game: `ProbCut` needs to know how far a shallow search may be believed.

use ponder_core::{Fault, Features};
use ponder_search::{Config, Switch};

/// The configuration with the game's own error models, unless it brings others. Refuses a
/// `ProbCut` that knows nothing, since it would silently do nothing.
pub(crate) fn equipped<R: Features>(rules: &R, mut config: Config) -> Result<Config, Fault> {
    if config.probcut.is_empty() {
        config.probcut = rules.error_models().to_vec();
    }
    let mut cuts = [Switch::ProbCut, Switch::MultiProbCut].into_iter();
    match cuts.find(|cut| config.switches.has(*cut)) {
        Some(cut) if config.probcut.is_empty() => {
            let what = format!("{} has no error models for this game", cut.name());
            Err(Fault::new(what).hint("fit them with: ponder lab probcut GAME"))
        }
        _ => Ok(config),
    }
}
