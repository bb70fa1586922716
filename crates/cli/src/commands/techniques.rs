//! `ponder techniques`: every switch of the search.

use ponder_engine::Switch;

use crate::output::{Failure, Output};

pub(crate) fn run(out: &mut Output) -> Result<(), Failure> {
    if out.json() {
        let rows: Vec<_> = Switch::ALL
            .iter()
            .map(|switch| {
                serde_json::json!({
                    "name": switch.name(),
                    "sound": switch.sound(),
                    "about": switch.about(),
                })
            })
            .collect();
        return out.value(&serde_json::json!({ "techniques": rows }));
    }
    for switch in Switch::ALL {
        let kind = if switch.sound() { "sound" } else { "" };
        out.line(format_args!(
            "{:17} {kind:6} {}",
            switch.name(),
            switch.about()
        ))?;
    }
    Ok(())
}
