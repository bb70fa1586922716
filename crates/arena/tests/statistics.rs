//! Published results reproduced, simulated tests that err as rarely as they promise, and counts
//! from which nothing follows.

use ponder_arena::statistics::{Decision, Model, NORMALIZED, Pentanomial, Sprt};
use ponder_core::Random;
use proptest::prelude::*;

/// A published result: counts, bounds in normalised Elo, Elo, normalised Elo, likelihood of
/// superiority, log likelihood ratio exact and closed.
struct Published {
    counts: [u64; 5],
    bounds: (f64, f64),
    elo: (f64, f64),
    normalized: (f64, f64),
    superiority: f64,
    ratio: (f64, f64),
}

const PUBLISHED: [Published; 4] = [
    Published {
        counts: [405, 3786, 7175, 3906, 486],
        bounds: (0.0, 3.0),
        elo: (3.11, 2.29),
        normalized: (5.20, 3.84),
        superiority: 0.9961,
        ratio: (2.901, 2.900),
    },
    Published {
        counts: [457, 4273, 9516, 4350, 467],
        bounds: (-3.0, 0.0),
        elo: (0.88, 1.98),
        normalized: (1.56, 3.49),
        superiority: 0.8089,
        ratio: (2.895, 2.894),
    },
    Published {
        counts: [73, 2286, 6071, 2418, 75],
        bounds: (-2.75, 0.25),
        elo: (2.16, 2.27),
        normalized: (4.39, 4.61),
        superiority: 0.9692,
        ratio: (3.063, 3.062),
    },
    Published {
        counts: [1721, 77704, 208246, 77189, 1732],
        bounds: (-1.75, 0.25),
        elo: (-0.23, 0.38),
        normalized: (-0.49, 0.80),
        superiority: 0.115,
        ratio: (3.194, 3.194),
    },
];

fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
    Sprt {
        elo0,
        elo1,
        alpha: 0.05,
        beta: 0.05,
        model,
    }
}

#[track_caller]
fn near(value: f64, wanted: f64, tolerance: f64) {
    assert!((value - wanted).abs() <= tolerance, "{value} for {wanted}");
}

#[test]
fn published_results_are_reproduced() {
    for row in &PUBLISHED {
        let counts = Pentanomial(row.counts);
        let (elo, normalized) = (counts.elo(), counts.normalized_elo());
        near(elo.value, row.elo.0, 0.005);
        near(elo.error, row.elo.1, 0.005);
        near(normalized.value, row.normalized.0, 0.005);
        near(normalized.error, row.normalized.1, 0.005);
        near(counts.superiority(), row.superiority, 0.0005);
        let test = test(row.bounds.0, row.bounds.1, Model::Normalized);
        near(test.log_ratio(&counts), row.ratio.0, 0.0005);
        near(test.log_ratio_approximately(&counts), row.ratio.1, 0.0005);
    }
}

#[test]
fn bounds_are_walds() {
    let even = test(0.0, 10.0, Model::Normalized);
    near(even.bounds().0, -2.944, 0.0005);
    near(even.bounds().1, 2.944, 0.0005);
    let uneven = Sprt { beta: 0.10, ..even };
    near(uneven.bounds().0, -2.251, 0.0005);
    near(uneven.bounds().1, 2.890, 0.0005);
}

#[test]
fn the_logistic_forms_agree_where_differences_are_small() {
    for row in &PUBLISHED {
        let counts = Pentanomial(row.counts);
        let test = test(row.bounds.0, row.bounds.1, Model::Logistic);
        let (exact, closed) = (
            test.log_ratio(&counts),
            test.log_ratio_approximately(&counts),
        );
        near(exact, closed, 0.02);
    }
}

/// Without draws and without pairs that hang together a pair varies by 1/8, and the logistic
/// test costs what the textbook says: 6,401 games for [0, 10] at the upper hypothesis.
#[test]
fn the_ratio_drifts_as_the_textbook_says() {
    let share: f64 = 1.0 / (1.0 + 10_f64.powf(-10.0 / 400.0));
    let pairs = 1e9;
    let counts = [
        (1.0 - share).powi(2) * pairs,
        0.0,
        2.0 * share * (1.0 - share) * pairs,
        0.0,
        share * share * pairs,
    ];
    let counts = Pentanomial(counts.map(|count| count as u64));
    let drift = test(0.0, 10.0, Model::Logistic).log_ratio(&counts) / pairs;
    // Wald: the expected length is that of the way to the bounds.
    let games = 2.0 * 0.9 * 2.944 / drift;
    near(games, 6401.0, 15.0);
}

/// Frequencies of pairs with a given difference in normalised Elo: a fixed shape, tilted.
fn shape(normalized: f64, shape: [f64; 5]) -> [f64; 5] {
    let shares = [0.0, 0.25, 0.5, 0.75, 1.0];
    let tilted = |tilt: f64| {
        let raw: Vec<f64> = (0..5)
            .map(|i| shape[i] * (tilt * (shares[i] - 0.5)).exp())
            .collect();
        let whole: f64 = raw.iter().sum();
        let p: [f64; 5] = std::array::from_fn(|i| raw[i] / whole);
        let mean: f64 = (0..5).map(|i| p[i] * shares[i]).sum();
        let variance: f64 = (0..5).map(|i| p[i] * (shares[i] - mean).powi(2)).sum();
        (p, (mean - 0.5) / (2.0 * variance).sqrt() * NORMALIZED)
    };
    let (mut low, mut high) = (-9.0, 9.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if tilted(middle).1 < normalized {
            low = middle;
        } else {
            high = middle;
        }
    }
    tilted(low).0
}

/// A test played with simulated pairs.
fn simulated(test: &Sprt, pairs: &[f64; 5], random: &mut Random) -> Decision {
    let mut counts = Pentanomial::default();
    loop {
        let mut lot = (random.next() >> 11) as f64 / (1_u64 << 53) as f64;
        let mut points = 0;
        while points < 4 && lot >= pairs[usize::from(points)] {
            lot -= pairs[usize::from(points)];
            points += 1;
        }
        counts.count(points);
        if let Some(decision) = test.decide(&counts) {
            return decision;
        }
        assert!(counts.pairs() < 100_000, "a test without end: {counts:?}");
    }
}

#[test]
fn five_thousand_tests_err_as_rarely_as_they_promise() {
    const TESTS: u32 = 5000;
    let allowed = 0.05 + 3.0 * (0.05 * 0.95 / f64::from(TESTS)).sqrt();
    let test = test(0.0, 70.0, Model::Normalized);
    // A game with many draws, and one with none.
    for (seed, form) in [[0.03, 0.24, 0.46, 0.24, 0.03], [0.2, 0.0, 0.6, 0.0, 0.2]]
        .into_iter()
        .enumerate()
    {
        for (truth, wrong) in [(test.elo0, Decision::Upper), (test.elo1, Decision::Lower)] {
            let pairs = shape(truth, form);
            let mut random = Random::new(seed as u64 + 1);
            let errors = (0..TESTS).filter(|_| simulated(&test, &pairs, &mut random) == wrong);
            let rate = errors.count() as f64 / f64::from(TESTS);
            assert!(rate <= allowed, "{rate} wrong at {truth} with {form:?}");
            // A test that never errs has played too long.
            assert!(rate >= 0.01, "{rate} wrong at {truth} with {form:?}");
        }
    }
}

#[test]
fn degenerate_counts_end_cleanly() {
    let test = test(0.0, 10.0, Model::Normalized);
    let none = Pentanomial::default();
    assert_eq!(test.decide(&none), None);
    near(test.log_ratio(&none), 0.0, 0.0);
    near(none.superiority(), 0.5, 0.0);

    let level = Pentanomial([0, 0, 400, 0, 0]);
    near(level.elo().value, 0.0, 0.0);
    near(level.normalized_elo().value, 0.0, 0.0);
    near(level.superiority(), 0.5, 0.0);
    assert!(test.log_ratio(&level).is_finite());

    // Who loses or wins every pair is judged soon.
    for (counts, decision) in [
        (Pentanomial([200, 0, 0, 0, 0]), Decision::Lower),
        (Pentanomial([0, 0, 0, 0, 200]), Decision::Upper),
        (Pentanomial([0, 200, 0, 0, 0]), Decision::Lower),
        (Pentanomial([0, 0, 0, 200, 0]), Decision::Upper),
    ] {
        for model in [Model::Normalized, Model::Logistic] {
            let test = Sprt { model, ..test };
            assert_eq!(
                test.decide(&counts),
                Some(decision),
                "{counts:?} {model:?}: {}",
                test.log_ratio(&counts)
            );
        }
    }
    assert!(Pentanomial([9, 0, 0, 0, 0]).elo().value < f64::MIN);
    assert!(Pentanomial([0, 0, 0, 0, 9]).elo().value > f64::MAX);

    // Pairs that are all alike do not show how much pairs vary.
    for which in 0..5 {
        let mut alike = Pentanomial::default();
        alike.0[which] = 1 + 8 * which as u64;
        assert!(alike.elo().error.is_nan(), "{alike:?}");
        assert!(alike.normalized_elo().error.is_nan(), "{alike:?}");
        // Only who has half the points is known to be as likely to be stronger as not.
        assert_eq!(alike.superiority().is_nan(), which != 2, "{alike:?}");
    }
    near(Pentanomial([0, 0, 0, 1, 0]).elo().value, 190.85, 0.005);
}

#[test]
fn tests_are_read_or_refused() {
    let read: Sprt = "elo0=0,elo1=10,alpha=0.05,beta=0.1".parse().expect("valid");
    assert_eq!(
        (read.elo1, read.beta, read.model),
        (10.0, 0.1, Model::Normalized)
    );
    assert_eq!(read.to_string().parse::<Sprt>().expect("valid"), read);
    let wrong = [
        "",
        "elo0=0",
        "elo0=5,elo1=5",
        "elo0=5,elo1=0",
        "elo0=0,elo1=nan",
        "elo0=0,elo1=1e9",
        "elo0=0,elo1=5,alpha=0",
        "elo0=0,elo1=5,beta=0.7",
        "elo0=0,elo1=5,model=bayesian",
        "elo0=0,elo1=5,gamma=1",
    ];
    for text in wrong {
        let fault = text.parse::<Sprt>().expect_err(text);
        assert!(fault.hint.is_some(), "{text}: {fault}");
    }
    let hint = |text: &str| {
        let fault = text.parse::<Sprt>().expect_err(text);
        fault.hint.unwrap_or_default()
    };
    assert!(hint("elo0=0,elo1=0.0001").contains("at least 0.01 apart"));
    assert!(hint("elo0=5,elo1=0").contains("smaller"));
    assert!(hint("elo0=0,elo1=900").contains("between -200 and 200"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn everything_is_total(
        counts in prop::array::uniform5(prop_oneof![Just(0_u64), 1..20_u64, 1..1_000_000_u64]),
        low in -200.0..190_f64,
        wide in 0.01..200_f64,
        logistic: bool,
    ) {
        let model = if logistic { Model::Logistic } else { Model::Normalized };
        let test = test(low, (low + wide).min(200.0), model);
        let counts = Pentanomial(counts);
        prop_assert!(test.log_ratio(&counts).is_finite());
        prop_assert!(test.log_ratio_approximately(&counts).is_finite());
        let superiority = counts.superiority();
        prop_assert!(superiority.is_nan() || (0.0..=1.0).contains(&superiority));
        // The other player sees the mirror image.
        let mut mirrored = counts;
        mirrored.0.reverse();
        let mirror = Sprt { elo0: -test.elo1, elo1: -test.elo0, ..test };
        let (here, there) = (test.log_ratio(&counts), mirror.log_ratio(&mirrored));
        prop_assert!((here + there).abs() <= 1e-6 * (1.0 + here.abs()), "{} {}", here, there);
    }
}
