//! All interleavings of two writers and a reader on one line:
//! `RUSTFLAGS="--cfg loom" cargo test --release -p ponder-table --test loom`.
#![cfg(loom)]

use std::sync::Arc;

use loom::thread;
use ponder_table::{Bound, Entry, Line};

const KEYS: [u64; 2] = [0x1111_2222_3333_4444, 0x9999_8888_7777_6666];

fn truth(index: usize) -> Entry {
    Entry::new(100 * (index as i32 + 1), 5 + index as u8, Bound::Exact)
}

#[test]
fn a_line_never_shows_a_torn_entry() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(|| {
        let line = Arc::new(Line::default());
        let writers: Vec<_> = (0..2)
            .map(|index| {
                let line = Arc::clone(&line);
                thread::spawn(move || line.store(KEYS[index], u64::MAX, truth(index)))
            })
            .collect();
        for (index, key) in KEYS.into_iter().enumerate() {
            if let Some(found) = line.probe(key, u64::MAX) {
                assert_eq!(found, truth(index));
            }
        }
        for writer in writers {
            writer.join().expect("no panic");
        }
        // Both may have chosen the same place, but who wrote last is there.
        let found = KEYS.into_iter().zip(0..);
        let found = found.filter_map(|(key, index)| Some((line.probe(key, u64::MAX)?, index)));
        let found: Vec<_> = found.collect();
        assert!(!found.is_empty(), "nothing was stored");
        assert!(found.iter().all(|(entry, index)| *entry == truth(*index)));
    });
}
