//! Distributions that predictions are made of, and how far measurements lie from them.

/// The chances of 0, 1, 2 and so on below `most` events, of which `mean` are expected, and last that
/// of `most` or more.
pub fn poisson(mean: f64, most: usize) -> Vec<f64> {
    let mut chances = Vec::with_capacity(most + 1);
    let mut left = 1.0;
    // In logarithms: for a large mean the first chances are too small to be multiplied up.
    let mut log = -mean;
    for k in 0..most {
        let chance = log.exp().min(left);
        chances.push(chance);
        left -= chance;
        log += (mean.max(f64::MIN_POSITIVE) / (k + 1) as f64).ln();
    }
    chances.push(left.max(0.0));
    chances
}

/// The lengths of rows that hold `held` entries in the mean and none more than `ways`, if keys fall
/// on rows at random: the chances of 0, 1 and so on to `ways`, by Poisson with all beyond cut off.
pub fn cut_poisson(held: f64, ways: usize) -> Vec<f64> {
    let (mut low, mut high) = (0.0, 64.0 + 8.0 * ways as f64);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if mean(&poisson(middle, ways)) < held {
            low = middle;
        } else {
            high = middle;
        }
    }
    poisson(high, ways)
}

/// The mean of a number with chances for 0, 1, 2 and so on.
pub fn mean(chances: &[f64]) -> f64 {
    let each = chances.iter().enumerate();
    each.map(|(k, chance)| k as f64 * chance).sum()
}

/// The chances of 0, 1, 2 and so on below `most`, and of `most` or more, if each further one is as
/// likely as the one before was.
pub fn geometric(mean: f64, most: usize) -> Vec<f64> {
    let further = mean / (1.0 + mean);
    let mut chances: Vec<_> = (0..most)
        .map(|k| (1.0 - further) * further.powi(k as i32))
        .collect();
    chances.push(further.powi(most as i32));
    chances
}

/// The chances of 0, 1, 2 and so on below `most`, and of `most` or more, by the power law
/// (k + 1)^-exponent.
pub fn power_law(exponent: f64, most: usize) -> Vec<f64> {
    /// Terms beyond are an integral, near enough.
    const FAR: usize = 10_000;
    let weight = |k: usize| ((k + 1) as f64).powf(-exponent);
    let tail = |from: usize| {
        let end = FAR.max(from);
        let near: f64 = (from..end).map(weight).sum();
        near + (end as f64 + 0.5).powf(1.0 - exponent) / (exponent - 1.0)
    };
    let whole = tail(0);
    let mut chances: Vec<_> = (0..most).map(|k| weight(k) / whole).collect();
    chances.push(tail(most) / whole);
    chances
}

/// The exponent of the power law that makes counts of 0, 1, 2 and so on most likely.
pub fn power_law_exponent(counts: &[u64]) -> f64 {
    let (mut low, mut high) = (1.01_f64, 20.0_f64);
    let likelihood = |exponent: f64| -> f64 {
        let chances = power_law(exponent, counts.len().max(1));
        let each = counts.iter().zip(&chances);
        each.map(|(&count, chance)| count as f64 * chance.max(1e-300).ln())
            .sum()
    };
    // It has one maximum, as a likelihood of one exponent has.
    for _ in 0..40 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if likelihood(a) < likelihood(b) {
            low = a;
        } else {
            high = b;
        }
    }
    f64::midpoint(low, high)
}

/// Counts of 0, 1, 2 and so on with all from `most` on in one.
pub fn folded(counts: &[u64], most: usize) -> Vec<u64> {
    let mut folded = vec![0; most + 1];
    for (k, count) in counts.iter().enumerate() {
        folded[k.min(most)] += count;
    }
    folded
}

/// The total variation distance of counts and chances: the share that would have to be moved.
pub fn distance(counts: &[u64], chances: &[f64]) -> f64 {
    let all = counts.iter().sum::<u64>().max(1) as f64;
    let pairs = (0..counts.len().max(chances.len())).map(|k| {
        let count = counts.get(k).map_or(0.0, |&count| count as f64 / all);
        (count - chances.get(k).copied().unwrap_or(0.0)).abs()
    });
    pairs.sum::<f64>() / 2.0
}

/// The variance of what was counted as 0, 1, 2 and so on against its mean: 1 for what falls at random.
pub fn dispersion(counts: &[u64]) -> f64 {
    let all = counts.iter().sum::<u64>().max(1) as f64;
    let shares: Vec<_> = counts.iter().map(|&count| count as f64 / all).collect();
    let middle = mean(&shares);
    let each = shares.iter().enumerate();
    let variance: f64 = each
        .map(|(k, share)| share * (k as f64 - middle).powi(2))
        .sum();
    variance / middle.max(f64::MIN_POSITIVE)
}

/// By how many standard deviations the chi-square statistic of counts lies above its mean, if the
/// chances hold. Classes in which fewer than five are expected are taken together with the next.
pub fn chi_square(counts: &[u64], chances: &[f64]) -> f64 {
    const FEW: f64 = 5.0;
    let all = counts.iter().sum::<u64>() as f64;
    let mut classes: Vec<(f64, f64)> = Vec::new();
    let mut rest = (0.0, 0.0);
    for (&count, chance) in counts.iter().zip(chances) {
        rest = (rest.0 + count as f64, rest.1 + all * chance);
        if rest.1 >= FEW {
            classes.push(rest);
            rest = (0.0, 0.0);
        }
    }
    if let Some(last) = classes.last_mut() {
        *last = (last.0 + rest.0, last.1 + rest.1);
    }
    let freedom = classes.len().saturating_sub(1) as f64;
    let sum: f64 = classes
        .iter()
        .map(|(count, expected)| (count - expected).powi(2) / expected)
        .sum();
    if freedom > 0.0 {
        (sum - freedom) / (2.0 * freedom).sqrt()
    } else {
        0.0
    }
}

/// The correlation of pairs; 0 if one side does not vary.
pub fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let n = pairs.len().max(1) as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for pair in pairs {
        let (dx, dy) = (pair.0 - x, pair.1 - y);
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
    }
    if xx > 0.0 && yy > 0.0 {
        xy / (xx * yy).sqrt()
    } else {
        0.0
    }
}

/// The place of each number, from 1 for the greatest; equal ones share the mean of their places.
pub fn ranks(numbers: &[f64]) -> Vec<f64> {
    let place = |number: &f64| {
        let above = numbers.iter().filter(|other| *other > number).count();
        let equal = numbers
            .iter()
            .filter(|other| other.total_cmp(number).is_eq());
        let equal = equal.count();
        above as f64 + f64::midpoint(1.0, equal as f64)
    };
    numbers.iter().map(place).collect()
}

/// The correlation of the places of pairs.
pub fn rank_correlation(pairs: &[(f64, f64)]) -> f64 {
    let (x, y): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
    let places: Vec<_> = ranks(&x).into_iter().zip(ranks(&y)).collect();
    correlation(&places)
}

#[cfg(test)]
mod tests {
    use ponder_core::Random;

    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-6
    }

    #[test]
    fn chances_add_up_and_have_their_means() {
        for chances in [
            poisson(0.0, 3),
            poisson(4.0, 6),
            poisson(900.0, 1200),
            geometric(2.5, 9),
            power_law(2.2, 12),
        ] {
            assert!(near(chances.iter().sum(), 1.0), "{chances:?}");
        }
        assert!(near(mean(&poisson(4.0, 60)), 4.0));
        assert!(near(mean(&poisson(900.0, 1500)), 900.0));
        assert!(near(mean(&geometric(2.5, 200)), 2.5));
        assert!(near(mean(&cut_poisson(3.0, 4)), 3.0));
        assert!(cut_poisson(4.0, 4)[4] > 0.999, "all full");
        // By hand: e^-2, 2 e^-2, and the rest.
        let two = poisson(2.0, 2);
        assert!(near(two[0], 0.135_335_283) && near(two[1], 0.270_670_566));
        // 1, 1/4, 1/9 and so on are pi^2 / 6.
        assert!((power_law(2.0, 1)[0] - 0.607_927).abs() < 1e-4);
    }

    #[test]
    fn the_power_law_that_made_counts_is_found_again() {
        let chances = power_law(2.4, 50);
        let counts: Vec<u64> = chances.iter().map(|chance| (1e6 * chance) as u64).collect();
        let exponent = power_law_exponent(&counts);
        assert!((exponent - 2.4).abs() < 0.05, "{exponent}");
    }

    #[test]
    fn distances_tell_what_fits() {
        assert!(near(distance(&[5, 5], &[0.5, 0.5]), 0.0));
        assert!(near(distance(&[10], &[0.0, 1.0]), 1.0));
        let mut random = Random::new(9);
        let rows = 4096;
        let mut states = vec![0_usize; rows];
        for _ in 0..4 * rows {
            states[random.below(rows)] += 1;
        }
        let mut counts = vec![0; 32];
        for state in states {
            counts[state] += 1;
        }
        let counts = folded(&counts, 15);
        assert!(chi_square(&counts, &poisson(4.0, 15)).abs() < 3.0);
        assert!(chi_square(&counts, &poisson(4.5, 15)) > 10.0);
        assert!(distance(&counts, &poisson(4.0, 15)) < 0.05);
        assert!((dispersion(&counts) - 1.0).abs() < 0.1);
        // 0 and 2 by halves: a variance of 1 and a mean of 1; 0 and 4: 4 and 2.
        assert!(near(dispersion(&[3, 0, 3]), 1.0) && near(dispersion(&[1, 0, 0, 0, 1]), 2.0));
    }

    #[test]
    fn places_are_shared_by_equals() {
        let places = ranks(&[3.0, 5.0, 3.0, 1.0]).into_iter();
        assert!(places.zip([2.5, 1.0, 2.5, 4.0]).all(|(a, b)| near(a, b)));
        let pairs = [(1.0, 1.0), (2.0, 8.0), (3.0, 27.0)];
        assert!(near(rank_correlation(&pairs), 1.0) && correlation(&pairs) < 1.0);
        assert!(near(correlation(&[(1.0, 2.0), (1.0, 3.0)]), 0.0));
    }
}
