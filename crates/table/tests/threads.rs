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
            // What the root has left behind is free space, also while somebody reads it.
            if round % 64 == 0 {
                table.root(Progress([(round >> 6) as u8 % 8; 4]));
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
#[ignore = "10^9 operations for the engine's two tables, 10^8 for each other: minutes in a release build"]
fn nobody_sees_a_torn_entry_in_a_thousand_million_operations() {
    for kind in bounded() {
        let used = matches!(kind, Kind::Bucket | Kind::Whole);
        hammer(kind, if used { 1_000_000_000 } else { 100_000_000 });
    }
}

/// With short tags, what two threads have torn is taken for an entry once in a thousand times that it
/// happens, and it happens seldom, even where both do nothing but store and look in sixteen lines.
#[test]
fn torn_entries_of_the_default_table_are_hardly_ever_believed() {
    const OPERATIONS: u64 = 4_000_000;
    let table = AnyTable::new(Kind::Bucket, 1 << 10, Keys::Short).expect("a table");
    let work = |seed| {
        let mut random = Random::new(seed);
        let (mut hits, mut wrong) = (0_u64, 0_u64);
        for _ in 0..OPERATIONS {
            let key = Random::new(random.next() % 256).next();
            match table.probe(key) {
                Some(found) if found == truth(key) => hits += 1,
                Some(_) => wrong += 1,
                None => table.store(key, Progress::default(), truth(key)),
            }
        }
        (hits, wrong)
    };
    let (hits, wrong) = thread::scope(|scope| {
        let threads = [1, 2].map(|seed| scope.spawn(move || work(seed)));
        let counts = threads.map(|thread| thread.join().expect("no panic"));
        (counts[0].0 + counts[1].0, counts[0].1 + counts[1].1)
    });
    assert!(hits > OPERATIONS / 50, "only {hits} hits");
    assert!(wrong * 10_000 < OPERATIONS, "{wrong} wrong answers");
}

/// Both threads store strange keys and ask for others: whatever is found is a false hit. Each of the
/// places looked at is taken for the position with a chance of 2^-16; in the default table, which has
/// longer tags, of 2^-20.
#[test]
fn short_tags_err_as_often_as_predicted() {
    for (kind, places, bits, probes) in [
        (Kind::Bucket, 6, 20, 10_000_000),
        (Kind::Cluster3, 3, 16, 1_000_000),
        (Kind::Adaptive, 6, 16, 1_000_000),
    ] {
        // Once in 370 times chance goes beyond three deviations, and hardly ever twice in a row.
        let errors = [1, 3].map(|seed| error(kind, places, bits, probes, seed));
        assert!(
            errors.iter().any(|error| error.abs() < 3.0),
            "{kind:?}: {errors:?} standard deviations from what is expected"
        );
    }
}

/// How many standard deviations there are more false hits than expected in a table whose lines have
/// so many places.
fn error(kind: Kind, places: u32, bits: i32, probes: u32, seed: u64) -> f64 {
    let table = AnyTable::counting(kind, 1 << 14, Keys::Short).expect("a table");
    let strange = |random: &mut Random| {
        let mut entry = truth(random.next());
        entry.depth = 1;
        table.store(random.next(), Progress::default(), entry);
    };
    let mut random = Random::new(7);
    (0..20_000).for_each(|_| strange(&mut random));
    let work = |seed| {
        let mut random = Random::new(seed);
        for _ in 0..probes {
            table.probe(random.next());
            strange(&mut random);
        }
    };
    thread::scope(|scope| {
        for seed in [seed, seed + 1] {
            scope.spawn(move || work(seed));
        }
    });
    let counts = table.counts().expect("it counts");
    let found = counts.hits.iter().sum::<u64>() as f64;
    let looked = counts.lines as f64 * f64::from(places);
    let expected = looked / 2_f64.powi(bits);
    (found - expected) / expected.sqrt()
}
