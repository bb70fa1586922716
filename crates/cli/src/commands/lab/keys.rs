//! `ponder lab keys`: ways to make a key, and what comes of comparing fewer bits of it.

mod report;
mod sheet;

use std::sync::Arc;

use ponder_engine::Stop;
use ponder_engine::lab::{
    Experiment, Findings, KeysRequest, KeysRow, KeysRun, Plan, Preset, TagsRequest, TagsRow,
    TagsRun, table_depth,
};
use serde::Serialize;

use self::sheet::{joined, tags, ways};
use super::study::{self, Study};
use crate::args::KeysArgs;
use crate::output::{Failure, Output};

/// What is printed as JSON.
#[derive(Serialize)]
struct Printed<'a> {
    seed: u64,
    values_agree: bool,
    ways: &'a [KeysRow],
    tags: &'a [TagsRow],
}

/// How much is made of the experiment.
struct Scope {
    positions: u32,
    /// Distinct positions whose keys are looked at.
    keys: usize,
    sizes: &'static [usize],
}

/// Bytes of the table with which ways are compared: it holds the trees.
const ROOMY: usize = 16 << 20;
/// Searches of every position with every way.
const ROUNDS: usize = 3;
/// All bits of a key: what fewer are compared with.
const WHOLE: u32 = 64;

pub(super) fn run(args: &KeysArgs, stop: &Arc<Stop>, out: &mut Output) -> Result<(), Failure> {
    let mut study = Study::open(&args.study, stop)?;
    let preset = study.preset();
    let scope = match preset {
        Preset::Smoke => Scope {
            positions: 8,
            keys: 1 << 18,
            sizes: &[64 << 10, 1 << 20],
        },
        Preset::Paper => Scope {
            positions: 16,
            keys: 1 << 20,
            sizes: &[64 << 10, 1 << 20],
        },
    };
    let sizes = match &args.sizes[..] {
        [] => scope.sizes,
        given => given,
    };
    let mut bits = args.bits.clone();
    if !bits.contains(&WHOLE) {
        bits.push(WHOLE);
    }
    let seed = study.seed();
    let plan = |hash| Plan {
        positions: args.positions.unwrap_or(scope.positions) as usize,
        seed,
        hash,
    };
    let games = study.games();
    study.expect(games.len() * (1 + sizes.len() * bits.len()));
    let (mut keys, mut tagged): (Vec<KeysRun>, Vec<TagsRun>) = Default::default();
    'games: for game in &games {
        let depth = args.depth.unwrap_or_else(|| table_depth(game, preset));
        let request = KeysRequest {
            plan: plan(ROOMY),
            depth,
            rounds: ROUNDS,
            keys: scope.keys,
        };
        let name = format!(
            "{}, {} keys: ways",
            about(game, depth, request.plan),
            request.keys
        );
        let experiment = Experiment::Keys(request);
        let run = study.part(&name, || {
            match study::experiment(game, &experiment, stop)? {
                Findings::Keys(run) => Ok(run),
                _ => Ok(None),
            }
        })?;
        let Some(run) = run else { break };
        // Figures of keys that disagree say nothing: there is no use in going on.
        let wrong = run.check().is_err();
        keys.push(run);
        if wrong {
            break;
        }
        for &bytes in sizes {
            for &bits in &bits {
                let plan = plan(bytes);
                let name = format!("{}: {bits} bits, {bytes}", about(game, depth, plan));
                let experiment = Experiment::Tags(TagsRequest { plan, depth, bits });
                let run = study.part(&name, || {
                    match study::experiment(game, &experiment, stop)? {
                        Findings::Tags(run) => Ok(run),
                        _ => Ok(None),
                    }
                })?;
                let Some(run) = run else { break 'games };
                tagged.push(run);
            }
        }
    }
    let ways_rows: Vec<_> = keys.iter().flat_map(KeysRun::rows).collect();
    let tags_rows = TagsRow::of(&tagged);
    let (ways, tags) = (ways(&keys, &ways_rows), tags(&tags_rows));
    let files = study.close(&joined(&[("ways", &ways), ("tags", &tags)]), || {
        report::page(&ways_rows, &tags_rows, [&ways, &tags], seed)
    });
    if out.json() {
        let printed = Printed {
            seed,
            values_agree: ways_rows.iter().all(|row| row.values_agree),
            ways: &ways_rows,
            tags: &tags_rows,
        };
        super::tell(&printed, stop, out)?;
    } else {
        out.line(ways.text())?;
        out.text(tags.text())?;
    }
    keys.iter().try_for_each(KeysRun::check)?;
    files
}

/// What is asked of a game, in words.
fn about(game: &str, depth: u32, plan: Plan) -> String {
    format!(
        "keys of {game} depth {depth}, {} positions, seed {}",
        plan.positions, plan.seed
    )
}
