//! `ponder bench perft`: the speed of every move generator.

use ponder_engine::{PerftRequest, PerftView};

use crate::args::{BenchArgs, BenchCommand};
use crate::commands::place;
use crate::output::{Failure, Output, grouped, say};

/// What is counted: from the start, at depths that take about a second.
const ROWS: &[(&str, u32)] = &[
    ("othello", 11),
    ("othello:size=6x6", 11),
    ("othello:size=10x10", 9),
    ("othello:size=16x16", 9),
    ("checkers", 11),
    ("abalone", 5),
    ("expendibots", 5),
    ("gothello", 6),
    ("connect-four", 9),
];

pub(crate) fn run(args: &BenchArgs, out: &mut Output) -> Result<(), Failure> {
    let BenchCommand::Perft { runs } = args.what;
    let mut rows = Vec::new();
    for &(game, depth) in ROWS {
        say(format_args!("counting {game} to depth {depth}"));
        rows.push(best(game, depth, runs)?);
    }
    if out.json() {
        return out.value(&serde_json::json!({ "runs": runs, "rows": rows }));
    }
    out.line(format_args!(
        "{:22} {:>5} {:>15} {:>9} {:>13}",
        "game", "depth", "leaves", "seconds", "M leaves/s"
    ))?;
    for row in rows {
        out.line(format_args!(
            "{:22} {:>5} {:>15} {:>9.3} {:>13.1}",
            row.game,
            row.depth,
            grouped(row.leaves),
            row.seconds,
            row.leaves_per_second / 1e6
        ))?;
    }
    Ok(())
}

/// The fastest of some runs: the one the machine disturbed least.
fn best(game: &str, depth: u32, runs: u32) -> Result<PerftView, Failure> {
    let session = place::game(game)?;
    let count = || session.perft(&PerftRequest::plain(depth), &|_| ());
    let views = (0..runs).map(|_| count());
    let best = views.min_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let mut best = best.expect("there is at least one run");
    best.divide.clear();
    Ok(best)
}
