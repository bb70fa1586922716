//! Leaves per second of every move generator: one thread, no hash, no symmetry, counting at the
//! last ply. `ponder bench perft` counts the same at the depths of the published figures.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ponder_engine::{PerftRequest, open};

const ROWS: &[(&str, u32)] = &[
    ("othello", 9),
    ("othello:size=6x6", 9),
    ("othello:size=10x10", 8),
    ("othello:size=16x16", 8),
    ("checkers", 9),
    ("abalone", 4),
    ("expendibots", 4),
    ("gothello", 5),
    ("connect-four", 8),
];

fn perft(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    group.sample_size(10);
    for &(game, depth) in ROWS {
        let session = open(game).expect("a registered game");
        let request = PerftRequest::plain(depth);
        let leaves = session.perft(&request, &|_| ()).leaves;
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(format!("{game} depth {depth}"), |bencher| {
            bencher.iter(|| session.perft(&request, &|_| ()).leaves);
        });
    }
    group.finish();
}

criterion_group!(benches, perft);
criterion_main!(benches);
