//! What every table of the family must do, whatever its rule of replacement.
#![cfg(not(loom))]

use std::collections::HashMap;

use ponder_core::{Progress, Random, Score};
use ponder_table::{AnyTable, Bound, Entry, Keys, Kind, Reason, Replace, Silent, Transpositions};

fn progress(number: u8) -> Progress {
    Progress([number, 0, 0, 0])
}

fn bounded() -> impl Iterator<Item = Kind> {
    Kind::ALL.iter().copied().filter(|kind| kind.bounded())
}

fn whole(kind: Kind, bytes: usize) -> AnyTable {
    AnyTable::new(kind, bytes, Keys::Whole).expect("a table")
}

#[test]
fn what_is_stored_is_found() {
    for &kind in Kind::ALL {
        for keys in [Keys::Short, Keys::Whole] {
            let mut table = AnyTable::new(kind, 1 << 16, keys).expect("a table");
            let mut stored = Entry::new(-31_990, 77, Bound::Lower);
            (stored.code, stored.eval, stored.settled) = (0xfedc, -29_000, true);
            for key in [42 << 48, 0, u64::MAX] {
                assert_eq!(table.probe(key), None, "{kind:?} is empty");
                table.prefetch(key);
                table.store(key, progress(3), stored);
                let found = table.probe(key);
                // A short entry that tells how the game ends has a seal for a judgement.
                let mut known = stored;
                known.eval = if kind.short() {
                    Entry::NO_EVAL
                } else {
                    stored.eval
                };
                assert_eq!(found, (kind != Kind::None).then_some(known), "{kind:?}");
            }
            assert_eq!(table.probe(43 << 48), None, "{kind:?}");
            assert_eq!(table.is_empty(), kind == Kind::None, "{kind:?}");
            table.clear();
            assert!(table.is_empty() && table.probe(0).is_none(), "{kind:?}");
        }
    }
}

#[test]
fn sizes_are_bytes_of_any_number() {
    for kind in bounded() {
        for bytes in [112, 1000, 4096, 65_537, 1_000_003] {
            let table = whole(kind, bytes);
            let taken = table.bytes();
            assert!(taken <= bytes && taken > bytes - 112, "{kind:?}: {taken}");
            for key in (0..2000).map(|seed| Random::new(seed).next()) {
                table.store(key, progress(1), Entry::new(0, 1, Bound::Exact));
                table.probe(key);
            }
            let held = table.len();
            assert!(held <= table.capacity() && held > 0, "{kind:?}: {held}");
            let most = table.capacity().min(2000);
            assert!(2 * held > most, "{kind:?} holds {held} of {most}");
            assert!(table.permille() > 0, "{kind:?}");
        }
    }
}

#[test]
fn what_holds_nothing_or_does_not_fit_is_refused() {
    for kind in bounded() {
        for (bytes, word) in [
            (0, "holds nothing"),
            (15, "holds nothing"),
            (usize::MAX / 2, "no memory"),
        ] {
            for keys in [Keys::Short, Keys::Whole] {
                let fault = AnyTable::new(kind, bytes, keys).err().expect("refused");
                let said = fault.what.contains(word) && fault.hint.is_some();
                assert!(said, "{kind:?}: {fault}");
            }
        }
    }
    assert!(Kind::named("hash").is_err());
    for &kind in Kind::ALL {
        assert_eq!(Kind::named(kind.name()), Ok(kind));
    }
}

#[test]
fn the_report_s_table_has_four_million_rows() {
    let rows = Replace::<Silent>::ROWS;
    let table = Replace::<Silent>::new(16 * rows).expect("a table");
    assert_eq!((table.rows(), table.capacity()), (1 << 22, 1 << 22));
}

/// What happens to a table in a game of some searches: the entries found, as one number.
fn life(table: &mut AnyTable, seed: u64) -> u64 {
    let mut random = Random::new(seed);
    let mut sum = 0_u64;
    for search in 0..5 {
        table.next_search();
        table.root(progress(search));
        for _ in 0..4000 {
            let key = Random::new(random.next() % 3000).next();
            let found = table
                .probe(key)
                .map_or(7, |entry| entry.value as u64 + u64::from(entry.depth));
            sum = sum.wrapping_mul(31).wrapping_add(found);
            let value = (random.next() % 1000) as Score;
            let entry = Entry::new(value, random.below(20) as u8, Bound::Upper);
            table.store(key, progress(search + random.below(10) as u8), entry);
        }
    }
    sum
}

#[test]
fn the_same_seed_gives_the_same_results() {
    for &kind in Kind::ALL {
        let once = life(&mut whole(kind, 1 << 14), 5);
        let mut table = whole(kind, 1 << 14);
        assert_eq!(once, life(&mut table, 5), "{kind:?}");
        table.clear();
        assert_eq!(once, life(&mut table, 5), "{kind:?} forgets when told to");
        let mut counting = AnyTable::counting(kind, 1 << 14, Keys::Whole).expect("a table");
        assert_eq!(once, life(&mut counting, 5), "{kind:?} counted");
        assert!(kind == Kind::None || once != life(&mut whole(kind, 1 << 14), 6));
    }
}

#[test]
fn nothing_is_found_that_was_not_stored() {
    for &kind in Kind::ALL {
        let mut table = whole(kind, 5000);
        let mut stored: HashMap<u64, Vec<Score>> = HashMap::new();
        let mut random = Random::new(9);
        let mut hits = 0;
        for round in 0..20_000 {
            let key = Random::new(random.next() % 2000).next();
            if let Some(found) = table.probe(key) {
                hits += 1;
                assert!(stored[&key].contains(&found.value), "{kind:?}");
            }
            stored.entry(key).or_default().push(round);
            let entry = Entry::new(round, random.below(30) as u8, Bound::Exact);
            table.store(key, progress((round / 1000) as u8), entry);
            if round % 3000 == 0 {
                table.next_search();
                table.root(progress((round / 1000) as u8));
            }
        }
        assert!(kind == Kind::None || hits > 300, "{kind:?}: {hits}");
    }
}

#[test]
fn statistics_add_up() {
    for &kind in Kind::ALL {
        let mut table = AnyTable::counting(kind, 1 << 14, Keys::Whole).expect("a table");
        life(&mut table, 1);
        let Some(counts) = table.counts() else {
            assert_eq!(kind, Kind::None);
            continue;
        };
        assert_eq!(counts.probes, 20_000, "{kind:?}");
        assert!(counts.lines >= counts.probes, "{kind:?}");
        assert_eq!(counts.stores.iter().sum::<u64>(), 20_000, "{kind:?}");
        let hits: u64 = counts.hits.iter().sum();
        assert!(hits > 0 && counts.hits[0] == hits, "only upper bounds");
        assert!(counts.collisions.iter().sum::<u64>() <= table.rows() as u64);
        let full = Reason::ALL.iter().zip(counts.stores);
        let full: u64 = full
            .filter(|(reason, _)| reason.collides())
            .map(|(_, n)| n)
            .sum();
        assert_eq!(full > 0, kind != Kind::Unbounded, "{kind:?}");
        assert_eq!(table.lengths().iter().sum::<u64>(), table.rows() as u64);
        assert!(whole(kind, 1 << 14).counts().is_none());
        assert!(
            table.used() <= table.bytes() && table.used() > 0,
            "{kind:?}: {} of {} bytes",
            table.used(),
            table.bytes()
        );
    }
}

/// Half the entries of every row belong to positions that can still occur. However many new ones
/// come to take the place of the others, none of these is lost.
#[test]
fn what_can_still_occur_is_not_lost_to_what_cannot() {
    let table = whole(Kind::Adaptive, 64);
    table.root(progress(10));
    for key in 1..=6_u64 {
        table.store(
            key << 40,
            progress(9 + key as u8),
            Entry::new(0, 5, Bound::Exact),
        );
    }
    for gone in 11..=15 {
        table.root(progress(gone));
        let new = 1000 + u64::from(gone);
        table.store(new << 40, progress(20), Entry::new(0, 1, Bound::Exact));
        for key in 1..=6_u64 {
            let alive = 9 + key as u8 >= gone;
            assert_eq!(table.probe(key << 40).is_some(), alive, "{key} at {gone}");
        }
    }
}

#[test]
fn rows_of_chains_are_dropped_only_whole_and_only_when_dead() {
    let table = whole(Kind::Chained, 1 << 16);
    let keys: Vec<u64> = (0..200).map(|seed| Random::new(seed).next()).collect();
    let gone = |index: usize| (index % 20) as u8;
    for (index, key) in keys.iter().enumerate() {
        table.store(*key, progress(gone(index)), Entry::new(0, 5, Bound::Exact));
    }
    let mut left = keys.len();
    for root in 0..=20 {
        table.root(progress(root));
        for (index, key) in keys.iter().enumerate() {
            let found = table.probe(*key).is_some();
            assert!(found || gone(index) < root, "{index} lost at {root}");
        }
        assert!(table.len() <= left);
        left = table.len();
    }
    assert_eq!(left, 0, "at last nothing can come again");
}
