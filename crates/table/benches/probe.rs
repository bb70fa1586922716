//! What a probe costs: `cargo bench -p ponder-table --bench probe`.
//!
//! Every look-up is for a key that depends on the answer to the last one and is in no table, and
//! waits behind a fence, because a processor that guesses the answer would begin the next look-up
//! before it knows: the time is that of a miss, from the nearest cache to the memory. With other
//! work before each look-up it is seen how much of that time a prefetch hides. Each figure is the
//! least mean of many short rounds: what else the machine does can only add to it.

use std::hint::black_box;
use std::time::Instant;

use ponder_core::{Progress, Random};
use ponder_table::{AnyTable, Bound, Entry, Keys, Kind, Transpositions, huge_pages};

const SIZES: [usize; 4] = [256 << 10, 4 << 20, 32 << 20, 512 << 20];

/// A round is shorter than what a system lets a program run for at once.
const PROBES: u32 = 4000;
const ROUNDS: u32 = 100;

/// Multiplications in a row that stand for the work between the prefetch and the probe.
const WORK: u32 = 100;

/// What is done before each look-up.
#[derive(Clone, Copy)]
enum Before {
    Nothing,
    Work,
    PrefetchAndWork,
}

/// Some of the answer's bits, whatever it is.
fn number(answer: Option<Entry>) -> u64 {
    answer.map_or(1, |entry| entry.value as u64 + u64::from(entry.depth))
}

fn work(mut number: u64) -> u64 {
    for _ in 0..WORK {
        number = black_box(number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    number
}

/// Lets nothing begin before all that was begun has ended.
fn wait() {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every processor of this kind has the instruction, which touches no memory.
    #[expect(
        unsafe_code,
        reason = "a fence of memory alone lets look-ups overlap: 34 ns for a miss in 512 MiB"
    )]
    unsafe {
        std::arch::x86_64::_mm_lfence();
    }
    #[cfg(not(target_arch = "x86_64"))]
    std::sync::atomic::fence(std::sync::atomic::Ordering::SeqCst);
}

/// The least time of a round, in nanoseconds for each of its steps.
fn least(mut step: impl FnMut(u64) -> u64) -> f64 {
    let mut key = 1;
    let mut round = || {
        let begun = Instant::now();
        for _ in 0..PROBES {
            key = Random::new(step(key)).next();
            wait();
        }
        begun.elapsed().as_secs_f64() * 1e9 / f64::from(PROBES)
    };
    (0..ROUNDS).map(|_| round()).fold(f64::INFINITY, f64::min)
}

/// The time that a look-up adds to what is done before it.
fn cost(table: &AnyTable, before: Before) -> f64 {
    let with = least(|key| {
        let done = match before {
            Before::Nothing => 0,
            Before::Work => work(key),
            Before::PrefetchAndWork => {
                table.prefetch(key);
                work(key)
            }
        };
        key ^ done ^ number(table.probe(key))
    });
    let without = least(|key| match before {
        Before::Nothing => key ^ 1,
        Before::Work | Before::PrefetchAndWork => key ^ work(key) ^ 1,
    });
    with - without
}

/// A table with something in every row; what is asked for later is not in it.
fn filled(kind: Kind, bytes: usize, counting: bool) -> AnyTable {
    let new = if counting {
        AnyTable::counting
    } else {
        AnyTable::new
    };
    let table = new(kind, bytes, Keys::Short).expect("memory for the table");
    let mut random = Random::new(7);
    let entries = table.capacity() + table.capacity() / 2;
    for _ in 0..entries {
        let entry = Entry::new(0, random.below(12) as u8, Bound::Lower);
        table.store(random.next(), Progress::default(), entry);
    }
    table
}

/// Cache lines that a look-up touches.
fn lines(kind: Kind) -> f64 {
    let table = filled(kind, SIZES[0], true);
    let counts = || table.counts().expect("it counts");
    let (probes, lines) = (counts().probes, counts().lines);
    let mut random = Random::new(8);
    for _ in 0..100_000 {
        table.probe(random.next());
    }
    (counts().lines - lines) as f64 / (counts().probes - probes) as f64
}

#[expect(clippy::print_stdout, reason = "the figures are what it is for")]
fn main() {
    // Without `--bench` somebody only wants to see that it runs.
    let whole = std::env::args().any(|word| word == "--bench");
    let sizes = if whole { &SIZES[..] } else { &SIZES[..1] };
    println!("| table | size | lines | huge pages | small pages | after work | with prefetch |");
    println!("|---|---|---|---|---|---|---|");
    for &kind in Kind::ALL.iter().filter(|kind| kind.bounded()) {
        let lines = lines(kind);
        for &bytes in sizes {
            huge_pages(false);
            let table = filled(kind, bytes, false);
            let small = cost(&table, Before::Nothing);
            drop(table);
            huge_pages(true);
            let table = filled(kind, bytes, false);
            let [huge, after, prefetched] =
                [Before::Nothing, Before::Work, Before::PrefetchAndWork]
                    .map(|before| cost(&table, before));
            println!(
                "| `{}` | {} KiB | {lines:.2} | {huge:.1} | {small:.1} | {after:.1} | {prefetched:.1} |",
                kind.name(),
                bytes >> 10,
            );
        }
    }
}
