//! All interleavings of two threads on one line:
//! `RUSTFLAGS="--cfg loom" cargo test --release -p ponder-table --test loom`.
#![cfg(loom)]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use loom::thread;
use ponder_table::{Bound, Entry, Line, Reason, SixLine};

/// In the upper halves, which short tags are made of, they differ too.
const KEYS: [u64; 2] = [0x1111_2222_3333_4444, 0x9999_8888_7777_6666];

fn truth(index: usize) -> Entry {
    // Writers come with more than what is there, so that it has to make room for them.
    Entry::new(100 * (index as i32 + 1), 20 - index as u8, Bound::Exact)
}

/// Two threads store and look at the same time: nobody finds anything but what was stored for his
/// key. Both keys are found in some of the interleavings, by whom they were not stored.
fn nothing_is_torn<L: Default + Send + Sync + 'static>(
    preemptions: usize,
    before: usize,
    store: fn(&L, u64, Entry) -> Reason,
    probe: fn(&L, u64) -> Option<Entry>,
) {
    let met = Arc::new([const { AtomicBool::new(false) }; 2]);
    let meetings = Arc::clone(&met);
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(preemptions);
    model.check(move || {
        let line = Arc::new(L::default());
        for index in 0..before {
            let (key, entry) = (0x5555_0000_aaaa_ffff << index, truth(2 + index));
            store(&line, key, entry);
            assert_eq!(probe(&line, key), Some(entry), "nobody else is there yet");
        }
        let work = |own: usize| {
            let (line, met) = (Arc::clone(&line), Arc::clone(&met));
            move || {
                store(&line, KEYS[own], truth(own));
                for index in [own, 1 - own] {
                    if let Some(found) = probe(&line, KEYS[index]) {
                        assert_eq!(found, truth(index));
                        met[index].fetch_or(index != own, Relaxed);
                    }
                }
            }
        };
        let other = thread::spawn(work(0));
        work(1)();
        other.join().expect("no panic");
    });
    let met = meetings.each_ref().map(|met| met.load(Relaxed));
    assert_eq!(met, [true; 2], "the threads saw each other's work");
}

#[test]
fn a_line_of_whole_keys_never_shows_a_torn_entry() {
    nothing_is_torn::<Line>(
        3,
        1,
        |line, key, entry| line.store(key, u64::MAX, entry),
        |line, key| line.probe(key, u64::MAX),
    );
}

/// The default table's line, empty but for one place, so that both want the next; and so full that
/// a newcomer moves another entry, whose data and tags may be torn on the way.
#[test]
fn a_line_of_short_entries_never_shows_a_torn_entry() {
    for before in [1, 4] {
        nothing_is_torn::<SixLine>(3, before, SixLine::store, SixLine::probe);
    }
}
