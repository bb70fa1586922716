//! `ponder` without a command: what this is and what to try.

use ponder_engine::GAMES;

use crate::output::{Failure, Output};

pub(crate) fn run(out: &mut Output) -> Result<(), Failure> {
    if out.json() {
        let views: Vec<_> = GAMES.iter().map(ponder_engine::Entry::view).collect();
        return out.value(&serde_json::json!({
            "name": "ponder",
            "version": env!("CARGO_PKG_VERSION"),
            "games": views,
        }));
    }
    out.line("ponder: one engine and workbench for two-player board games.\n")?;
    for entry in GAMES {
        out.line(format_args!("  {:14} {}", entry.name, entry.about))?;
    }
    out.text(
        "
Try:
  ponder serve --open                               the workbench, in a browser
  ponder show abalone:layout=belgian-daisy          draw a position
  ponder moves checkers --moves \"11-15 22-18\"       list the legal moves
  ponder perft othello --depth 9 --divide           count the game tree
  ponder games othello                              options and formats of a game
  ponder bench perft                                how fast is this machine?
  ponder --help                                     everything else
",
    )
}
