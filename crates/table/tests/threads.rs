//! Two threads hammer one table: with whole keys nothing torn or foreign is ever found, with short
//! ones as much as chance allows.
#![cfg(not(loom))]

use std::thread;

use ponder_core::{Progress, Random, Score};
use ponder_table::{AnyTable, Bound, Entry, Keys, Kind, Transpositions};

/// What every writer stores for a key: any other answer is a foreign or torn entry.
fn truth(key: u64) -> Entry {
    let value = Score::from((key >> 8) as i16) / 2;
    let mut entry = Entry::new(value, key as u8 % 100, Bound::Exact);
    entry.code = (key >> 16) as u16 | 1;
    entry.eval = Score::from((key >> 32) as i16) / 4;
    entry
}

fn bounded() -> Vec<Kind> {
    let kinds = Kind::ALL.iter().copied();
    kinds.filter(|kind| kind.bounded()).collect()
}

/// Few rows and many keys: every store replaces something that somebody reads.
fn hammer(kind: Kind, operations: u64) {
    let table = AnyTable::new(kind, 1 << 10, Keys::Whole).expect("a table");
    let work = |seed| {
        let mut random = Random::new(seed);
        let mut hits = 0_u64;
        for round in 0..operations / 2 {
            let key = Random::new(random.next() % 256).next();
            match table.probe(key) {
                Some(found) => {
                    assert_eq!(found, truth(key), "{kind:?}, round {round}");
                    hits += 1;
                }
                None => table.store(key, Progress([round as u8 % 8; 4]), truth(key)),
            }
        }
        hits
    };
    let hits: u64 = thread::scope(|scope| {
        let threads = [1, 2].map(|seed| scope.spawn(move || work(seed)));
        let joined = threads.map(|thread| thread.join().expect("no torn entry"));
        joined.iter().sum()
    });
    assert!(hits > operations / 100, "{kind:?}: only {hits} hits");
}

#[test]
fn nobody_sees_a_torn_entry() {
    let kinds = bounded();
    for kind in &kinds {
        hammer(*kind, 10_000_000 / kinds.len() as u64);
    }
}

#[test]
#[ignore = "10^9 operations: a minute in a release build, some ten without"]
fn nobody_sees_a_torn_entry_in_a_thousand_million_operations() {
    let kinds = bounded();
    for kind in &kinds {
        hammer(*kind, 1_000_000_000 / kinds.len() as u64);
    }
}

/// Both threads store strange keys and ask for others: whatever is found is a false hit. Each of the
/// places looked at is taken for the position with a chance of 2^-16, torn or not; in the default
/// table, which has longer tags, of 2^-21.
#[test]
fn short_tags_err_as_often_as_predicted() {
    for (kind, places, bits, probes) in [
        (Kind::Bucket, 6, 21, 10_000_000_u64),
        (Kind::Cluster3, 3, 16, 1_000_000),
    ] {
        let table = AnyTable::new(kind, 1 << 14, Keys::Short).expect("a table");
        let mut random = Random::new(7);
        let mut fill = || {
            let mut entry = truth(random.next());
            entry.depth = 1;
            table.store(random.next(), Progress::default(), entry);
        };
        (0..20_000).for_each(|_| fill());
        let work = |seed| {
            let mut random = Random::new(seed);
            let mut found = 0_u64;
            for _ in 0..probes {
                found += u64::from(table.probe(random.next()).is_some());
                let mut entry = truth(random.next());
                entry.depth = 1;
                table.store(random.next(), Progress::default(), entry);
            }
            found
        };
        let counts = thread::scope(|scope| {
            let threads = [1, 2].map(|seed| scope.spawn(move || work(seed)));
            threads.map(|thread| thread.join().expect("no panic"))
        });
        let found = counts[0] + counts[1];
        let expected = 2.0 * probes as f64 * f64::from(places) / 2_f64.powi(bits);
        let error = (found as f64 - expected).abs();
        assert!(
            error < 4.0 * expected.sqrt(),
            "{kind:?}: {found} false hits, expected {expected:.0}"
        );
    }
}
