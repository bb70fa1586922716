//! The bench: fixed positions of all games, searched to fixed depths.
//!
//! Its signature, a hash of all node counts, is the same on every machine and changes exactly
//! when the search does.

use ponder_core::{Fault, Random};
use ponder_search::{Limits, Stop};
use serde::Serialize;

use crate::analysis::AnalysisRequest;
use crate::registry::open;

/// Game, plies of random play before the search, depth.
const POSITIONS: &[(&str, usize, u32)] = &[
    ("abalone", 0, 8),
    ("abalone:layout=belgian-daisy", 12, 8),
    ("checkers", 0, 18),
    ("checkers", 10, 18),
    ("connect-four", 0, 20),
    ("connect-four", 8, 20),
    ("expendibots", 0, 8),
    ("expendibots", 8, 8),
    ("gothello", 0, 14),
    ("gothello", 8, 14),
    ("othello", 0, 19),
    ("othello", 20, 17),
    ("othello:size=10x10", 10, 14),
];

/// The result of a bench.
#[derive(Clone, Debug, Serialize)]
pub struct BenchView {
    /// A hash of all node counts.
    pub signature: String,
    /// All nodes.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: f64,
    /// The positions.
    pub games: Vec<BenchRow>,
}

/// One position of a bench.
#[derive(Clone, Debug, Serialize)]
pub struct BenchRow {
    /// The game id.
    pub game: String,
    /// The depth.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Wall time.
    pub seconds: f64,
}

/// Runs the bench on one thread.
pub fn bench_search() -> Result<BenchView, Fault> {
    let mut rows = Vec::new();
    for &(game, plies, depth) in POSITIONS {
        let mut session = open(game)?;
        let mut random = Random::new(plies as u64);
        for _ in 0..plies {
            let moves = session.move_texts(true);
            session.play(&moves[random.below(moves.len())])?;
        }
        let request = AnalysisRequest {
            hash: 16 << 20,
            ..AnalysisRequest::within(Limits::depth(depth))
        };
        let view = session.analyse(&request, &Stop::new(), &mut |_| ())?;
        rows.push(BenchRow {
            game: game.to_owned(),
            depth,
            nodes: view.nodes,
            seconds: view.seconds,
        });
    }
    let nodes = rows.iter().map(|row| row.nodes).sum();
    let seconds: f64 = rows.iter().map(|row| row.seconds).sum();
    let mix = |hash: u64, row: &BenchRow| Random::new(hash ^ row.nodes).next();
    Ok(BenchView {
        signature: format!("{:016x}", rows.iter().fold(0, mix)),
        nodes,
        nps: nodes as f64 / seconds.max(1e-9),
        games: rows,
    })
}
