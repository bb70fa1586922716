//! The report's table, step by step: one row, whose five fields and thresholds are computed by
//! hand from the text of `chains.rs`.
#![cfg(not(loom))]

use ponder_core::Random;
use ponder_table::chains::{Chains, Collision, Threshold, threshold};
use ponder_table::{Bound, Entry, Reason};
use proptest::prelude::*;

fn entry(depth: u8) -> Entry {
    Entry::new(0, depth, Bound::Exact)
}

/// Hashed, threshold, length, gone, references.
fn head(chains: &Chains) -> (u32, u8, u8, u16, u32) {
    let head = chains.head(0);
    (
        head.hashed,
        head.threshold,
        head.length,
        head.gone,
        head.references,
    )
}

fn keys(chains: &Chains) -> Vec<u64> {
    chains.chain(0).map(|(key, _, _)| key).collect()
}

#[test]
fn one_row_by_hand() {
    let [a, b, c, d, e, f] = [1, 2, 3, 4, 5, 6];
    // A head of 16 bytes and four nodes of 24.
    let mut chains = Chains::new(112).expect("one row");
    assert_eq!(
        (chains.rows(), chains.capacity(), chains.bytes()),
        (1, 4, 112)
    );
    assert_eq!(head(&chains), (0, 1, 0, 0, 0));

    // The first state collides with nothing.
    assert_eq!(chains.store(a, 0, entry(4)), Reason::Empty);
    assert_eq!(head(&chains), (1, 1, 1, 0, 0));

    // It is found at the first node, and B is not found there.
    assert!(matches!(chains.probe(a), (Some(_), 1)));
    assert!(matches!(chains.probe(b), (None, 1)));
    assert_eq!(head(&chains), (1, 1, 1, 0, 1));

    // B: 1 collision, 1 expected; the chain has 4 plies and one reference, worth 5, against 2.
    // 1 + 2 x 1 x 28/28 + 1 = 4.
    assert_eq!(chains.store(b, 1, entry(2)), Reason::Empty);
    assert_eq!(head(&chains), (2, 4, 2, 1, 1));
    assert_eq!(keys(&chains), [b, a]);

    // C: 2 collisions, 2 expected; the chain has (5 + 2) / 2 against 9: 1 + 2 - 1 = 2, so that B,
    // of least use, has to go.
    assert_eq!(chains.store(c, 0, entry(9)), Reason::Worth);
    assert_eq!(head(&chains), (3, 2, 2, 1, 1));
    assert_eq!(keys(&chains), [c, a]);

    // The same state again is no collision, whether the new knowledge is kept or not.
    assert_eq!(chains.store(c, 0, entry(10)), Reason::Renewed);
    let bound = Entry::new(0, 1, Bound::Upper);
    assert_eq!(chains.store(c, 0, bound), Reason::Kept);
    assert_eq!(head(&chains), (3, 2, 2, 1, 1));

    // Something is gone at the root, but not more than in one state of the row.
    chains.set_root(1);
    assert!(matches!(chains.probe(a), (Some(_), 2)));
    assert_eq!(head(&chains), (3, 2, 2, 1, 2));

    // D: 3 collisions, 3 expected; 28/29 of the marbles; C is worth 10, A 4 and 2 for two
    // references: 8 against 8. 1 + 2 x 28/29 + 0 = 2.9, so 3.
    assert_eq!(chains.store(d, 14, entry(8)), Reason::Empty);
    assert_eq!(head(&chains), (4, 3, 3, 14, 2));

    // E, with 14 gone: 28/42 of the marbles; (8 + 10 + 6) / 3 = 8 against 20:
    // 1 + 2 x 2/3 - 1 = 1.3, so 1, and the whole chain goes for it.
    chains.set_root(14);
    assert_eq!(chains.store(e, 14, entry(20)), Reason::Worth);
    assert_eq!(head(&chains), (5, 1, 1, 14, 2));
    assert_eq!(keys(&chains), [e]);

    // One more is gone: the row is out of date and begins anew.
    chains.set_root(15);
    assert!(matches!(chains.probe(e), (None, 0)));
    assert_eq!(head(&chains), (0, 1, 0, 0, 0));
    assert_eq!(chains.store(f, 15, entry(3)), Reason::Empty);
    assert_eq!(head(&chains), (1, 1, 1, 15, 0));
}

/// Two rows of one pool, long chains allowed: seven states of one row and one of the other empty the
/// pool, and what the hand then takes from one row for the other is no collision there.
#[test]
fn what_the_hand_frees_elsewhere_is_no_collision() {
    let long = Threshold {
        base: 16.0,
        longest: 16,
        ..Threshold::FIRST
    };
    let mut chains = Chains::with(2 * Chains::ROW, long).expect("two rows");
    let of_row = |row| {
        (1_u64..).map(|seed| Random::new(seed).next()).filter({
            let rows = Chains::with(2 * Chains::ROW, long).expect("two rows");
            move |&key| rows.row(key) == row
        })
    };
    for key in of_row(0).take(7).chain(of_row(1).take(1)) {
        assert_eq!(chains.store(key, 0, entry(5)), Reason::Empty);
    }
    // The hand stands at row 0, which has most of the pool, and gives of it to row 1.
    let second = of_row(1).nth(1).expect("a key");
    assert_eq!(chains.store(second, 0, entry(5)), Reason::Elsewhere);
    assert!(!Reason::Elsewhere.collides());
    // It goes on to row 1, and takes from it what is for it.
    let third = of_row(1).nth(2).expect("a key");
    assert_eq!(chains.store(third, 0, entry(5)), Reason::Turn);
    assert_eq!((chains.head(0).length, chains.head(1).length), (6, 2));
}

#[test]
fn thresholds_follow_what_they_are_said_to_follow() {
    let mean = Collision {
        seen: 10,
        expected: 10.0,
        chain: 5.0,
        newcomer: 5.0,
        gone: 0,
    };
    assert_eq!(threshold(&mean), 3);
    assert_eq!(threshold(&Collision { seen: 20, ..mean }), 5, "(a)");
    assert_eq!(
        threshold(&Collision {
            expected: 20.0,
            ..mean
        }),
        2,
        "(b)"
    );
    assert_eq!(threshold(&Collision { chain: 6.0, ..mean }), 4, "(c)");
    assert_eq!(
        threshold(&Collision {
            newcomer: 9.0,
            ..mean
        }),
        2,
        "(c)"
    );
    assert_eq!(threshold(&Collision { gone: 28, ..mean }), 2, "(d)");
    assert_eq!(threshold(&Collision { seen: 1000, ..mean }), 8, "bounded");
    let least = Collision {
        seen: 0,
        newcomer: 9.0,
        ..mean
    };
    assert_eq!(threshold(&least), 1, "never none");
}

proptest! {
    /// Whatever happens, chains are as long as their heads say, no longer than they may be, and
    /// nodes are neither lost nor shared.
    #[test]
    fn chains_stay_whole(
        rows in 1_usize..9,
        steps in prop::collection::vec((0_u64..60, 0_u8..30, 0_u16..9, 0..3), 1..400),
    ) {
        let mut chains = Chains::new(112 * rows).expect("rows");
        let mut root = 0;
        for (seed, depth, gone, kind) in steps {
            let key = Random::new(seed).next();
            match kind {
                0 => {
                    let (found, looked) = chains.probe(key);
                    let length = u32::from(chains.head(chains.row(key)).length);
                    prop_assert!(looked <= length && (found.is_some() || looked == length));
                }
                1 => {
                    chains.store(key, root + gone, entry(depth));
                    prop_assert!(chains.probe(key).0.is_some(), "a newcomer finds a place");
                }
                _ => {
                    root = root.max(gone);
                    chains.set_root(root);
                }
            }
            let mut all = Vec::new();
            for row in 0..rows {
                let head = chains.head(row);
                let chain: Vec<u64> = chains.chain(row).map(|node| node.0).collect();
                prop_assert_eq!(chain.len(), usize::from(head.length));
                prop_assert!(head.length <= head.threshold.max(1) && head.threshold <= 8);
                prop_assert!(chain.iter().all(|key| chains.row(*key) == row));
                all.extend(chain);
            }
            prop_assert!(all.len() <= chains.capacity());
            all.sort_unstable();
            prop_assert!(all.windows(2).all(|pair| pair[0] != pair[1]));
        }
    }
}

proptest! {
    /// The bound of docs/tables.md: whatever is asked and stored in whatever order, the heads and
    /// nodes touched are at most those that every operation pays for.
    #[test]
    fn what_is_touched_is_paid_for(
        rows in 1_usize..40,
        longest in 1_u8..12,
        steps in prop::collection::vec((0_u64..400, 0_u8..30, 0_u16..9, 0..4), 1..900),
    ) {
        let threshold = Threshold { base: 4.0, longest, ..Threshold::FIRST };
        let mut chains = Chains::with(Chains::ROW * rows, threshold).expect("rows");
        let (mut root, mut probes, mut stores, mut inserted) = (0, 0_u64, 0_u64, 0_u64);
        for (seed, depth, gone, kind) in steps {
            let key = Random::new(seed).next();
            match kind {
                0 => {
                    chains.probe(key);
                    probes += 1;
                }
                3 if gone == 0 => {
                    root += 1;
                    chains.set_root(root);
                }
                _ => {
                    let reason = chains.store(key, root + gone, entry(depth));
                    stores += 1;
                    inserted += u64::from(!matches!(reason, Reason::Renewed | Reason::Kept));
                }
            }
        }
        let (rows, nodes, longest) = (rows as u64, chains.capacity() as u64, u64::from(longest));
        let hand = (inserted + longest) * (longest * rows).div_ceil(nodes) + rows;
        let paid = (probes + stores) * (1 + longest) + inserted * 2 * longest + hand;
        prop_assert!(chains.steps() <= paid, "{} > {paid}", chains.steps());
    }
}

proptest! {
    /// The amortised bound, for tellings, look-ups and roots in any order, on few rows, so that
    /// thresholds fall by several at once, rows are dropped, and the hand goes round.
    #[test]
    fn all_work_is_within_the_amortised_bound(
        seed: u64, rows in 1..6_usize, longest in 1..12_u8, base in 0..9_u8, pressure in 0..4_u8
    ) {
        let threshold = Threshold {
            base: f64::from(base),
            pressure: f64::from(pressure),
            utility: 3.0,
            marbles: 1.0,
            longest,
        };
        let mut chains = Chains::with(rows * Chains::ROW, threshold).expect("rows");
        let mut random = Random::new(seed);
        let (mut stores, mut probes, mut root) = (0, 0, 0);
        for _ in 0..600 {
            let key = Random::new(random.below(12 * rows) as u64).next();
            match random.below(20) {
                0 => {
                    root += 1;
                    chains.set_root(root);
                }
                1..=6 => {
                    probes += 1;
                    chains.probe(key);
                }
                _ => {
                    stores += 1;
                    let gone = root + random.below(3) as u16;
                    chains.store(key, gone, entry(random.below(20) as u8));
                }
            }
            let most = chains.most_steps(stores, probes);
            prop_assert!(chains.steps() <= most, "{} > {most}", chains.steps());
        }
    }
}
