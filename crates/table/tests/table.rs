//! The table of whole keys remembers, replaces by worth, and never mixes entries up, whoever writes.
#![cfg(not(loom))]

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use ponder_core::{Progress, Random, Score};
use ponder_table::{AnyTable, Bound, Entry, Keys, Kind, Silent, Table, Transpositions, Whole};

fn entry(value: Score, depth: u8) -> Entry {
    Entry::new(value, depth, Bound::Exact)
}

#[test]
fn what_is_stored_is_found() {
    let table = Whole::<Silent>::new(1 << 20).expect("a table");
    let mut stored = Entry::new(-31_990, 77, Bound::Lower);
    stored.code = 0xfedc;
    stored.eval = -29_000;
    stored.settled = true;
    assert_eq!(table.probe(42), None);
    table.store(42, stored);
    assert_eq!(table.probe(42), Some(stored));
    assert_eq!(table.probe(43), None);
    assert_eq!(table.probe(0), None, "an empty place is no entry for key 0");
}

#[test]
fn deep_entries_outlive_shallow_ones() {
    // One line: four places.
    let table = Whole::<Silent>::new(64).expect("a table");
    for key in 0..4 {
        table.store(key, entry(key as Score, 10 + key as u8));
    }
    table.store(9, entry(9, 5));
    assert_eq!(table.probe(0), None, "the shallowest went");
    assert!(table.probe(3).is_some() && table.probe(9).is_some());
}

#[test]
fn old_searches_give_way() {
    let mut table = Whole::<Silent>::new(64).expect("a table");
    for key in 0..4 {
        table.store(key, entry(0, 20));
    }
    for _ in 0..3 {
        table.next_search();
    }
    for key in 10..14 {
        table.store(key, entry(0, 1));
    }
    let old = (0..4).filter(|key| table.probe(*key).is_some()).count();
    assert_eq!(old, 0, "three searches are worth more than nineteen plies");
    table.clear();
    assert_eq!(table.probe(10), None);
}

#[test]
fn a_shallow_bound_does_not_replace_deep_knowledge_of_the_same_position() {
    let table = Whole::<Silent>::new(64).expect("a table");
    table.store(7, entry(100, 12));
    table.store(7, Entry::new(5, 3, Bound::Upper));
    assert_eq!(table.probe(7).map(|entry| entry.depth), Some(12));
    let mut moved = entry(50, 12);
    moved.code = 3;
    table.store(7, moved);
    table.store(7, entry(60, 13));
    assert_eq!(
        table.probe(7).map(|entry| entry.code),
        Some(3),
        "a known move is kept"
    );
}

#[test]
fn impossible_sizes_are_refused() {
    for (bytes, word) in [
        (0, "holds nothing"),
        (63, "holds nothing"),
        (usize::MAX / 2, "no memory"),
    ] {
        let fault = Whole::<Silent>::new(bytes).err().expect("refused");
        assert!(fault.what.contains(word) && fault.hint.is_some(), "{fault}");
    }
    assert!(Whole::<Silent>::with_tag(1 << 10, 0).is_err());
    assert!(Whole::<Silent>::with_tag(1 << 10, 65).is_err());
    assert_eq!(
        Whole::<Silent>::new(1000).expect("a table").bytes(),
        960,
        "whole lines only"
    );
}

/// What every writer stores for a key: any other answer is a foreign or torn entry.
fn truth(key: u64) -> Entry {
    let mut entry = Entry::new(
        Score::from((key >> 8) as i16) / 2,
        key as u8 % 100,
        Bound::Exact,
    );
    entry.code = (key >> 16) as u16 | 1;
    entry.eval = Score::from((key >> 32) as i16) / 4;
    entry
}

#[test]
fn threads_never_see_torn_entries() {
    // Few lines and many keys: every store replaces something that somebody reads.
    let table = Whole::<Silent>::new(1 << 10).expect("a table");
    let stop = AtomicBool::new(false);
    let hits: u64 = thread::scope(|scope| {
        let work = |seed| {
            let (table, stop) = (&table, &stop);
            scope.spawn(move || {
                let mut random = Random::new(seed);
                let mut hits = 0;
                for round in 0..2_000_000 {
                    let key = Random::new(random.next() % 256).next();
                    match table.probe(key) {
                        Some(found) => {
                            assert_eq!(found, truth(key), "round {round}");
                            hits += 1;
                        }
                        None => table.store(key, truth(key)),
                    }
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                }
                hits
            })
        };
        let threads: Vec<_> = (0..4).map(work).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("no torn entry"))
            .sum()
    });
    assert!(hits > 100_000, "only {hits} hits");
}

#[test]
fn short_tags_fail_as_often_as_predicted() {
    let bits = 8;
    let table = Whole::<Silent>::with_tag(1 << 16, bits).expect("a table");
    let mut random = Random::new(1);
    for _ in 0..100_000 {
        table.store(random.next(), entry(0, 1));
    }
    // A strange key is taken for one of the four in its line with probability 1 - (1 - p)^4.
    let miss = (1.0 - 0.5_f64.powi(bits as i32)).powi(4);
    let trials = 1_000_000;
    let found = (0..trials)
        .filter(|_| table.probe(random.next()).is_some())
        .count();
    let expected = f64::from(trials) * (1.0 - miss);
    let sigma = (expected * miss).sqrt();
    let error = (found as f64 - expected).abs();
    assert!(
        error < 3.0 * sigma,
        "{found} false hits, expected {expected:.0} +- {sigma:.0}"
    );
}

#[test]
fn the_engine_s_table_forgets_when_its_keys_change() {
    let mut table = Table::new(1 << 16, Keys::Short).expect("a table");
    let bytes = table.bytes();
    for keys in [Keys::Short, Keys::Whole, Keys::Short] {
        let before = table.keys();
        table.store(42, Progress::default(), entry(7, 3));
        assert_eq!(table.probe(42), Some(entry(7, 3)), "{keys:?}");
        table.keep(keys).expect("memory");
        assert_eq!((table.keys(), table.bytes()), (keys, bytes));
        assert_eq!(table.probe(42).is_some(), before == keys, "{keys:?}");
    }
    assert!(table.capacity() > Table::new(bytes, Keys::Whole).expect("a table").capacity());
}

/// A win that is not there would be believed before everything else, so that short entries that tell
/// how the game ends are told apart by 16 bits more.
#[test]
fn no_strange_entry_decides_a_game() {
    let found = |value: Score| {
        let table = AnyTable::new(Kind::Cluster3, 1 << 14, Keys::Short).expect("a table");
        let mut random = Random::new(3);
        for _ in 0..20_000 {
            table.store(random.next(), Progress::default(), entry(value, 1));
        }
        let strange = (0..1_000_000).filter(|_| table.probe(random.next()).is_some());
        strange.count()
    };
    assert!(found(100) > 20, "46 are to be expected");
    assert_eq!(found(31_990) + found(-31_990), 0);
}
