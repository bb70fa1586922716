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
        // Nobody else is there yet: it is found. Later two writers may tear each other's entry.
        let (key, entry) = (0x5555_0000_aaaa_ffff, truth(2));
        line.store(key, u64::MAX, entry);
        assert_eq!(line.probe(key, u64::MAX), Some(entry));
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
    });
}
