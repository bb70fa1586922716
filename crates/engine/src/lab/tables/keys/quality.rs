//! How near keys come to random numbers, in the bits that choose a row and in those of the tag.

use serde::{Deserialize, Serialize};

/// What the keys of distinct positions have in common, beside what random ones would have.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Quality {
    /// Keys.
    pub keys: usize,
    /// How unevenly they fill 65,536 rows (bits 16 to 31): chi-square less its mean, in standard
    /// deviations. Random keys stay within -3 and 3, but for once in some hundred times.
    pub rows: f64,
    /// The same for tags of 16 bits (48 to 63).
    pub tags: f64,
    /// Pairs of positions with the same lower half, which chooses rows.
    pub equal_rows: u64,
    /// Pairs of positions with the same upper half, a tag of 32 bits.
    pub equal_tags: u64,
    /// Such pairs among random keys in the mean, of either kind.
    pub expected: f64,
    /// Pairs of positions with the same key.
    pub equal_keys: u64,
}

impl Quality {
    /// Looks at keys of which no two are of the same position.
    pub fn of(keys: &[u64]) -> Self {
        let count = keys.len() as f64;
        Self {
            keys: keys.len(),
            rows: unevenness(keys.iter().map(|key| (key >> 16) as u16)),
            tags: unevenness(keys.iter().map(|key| (key >> 48) as u16)),
            equal_rows: pairs(keys.iter().map(|&key| key & 0xffff_ffff)),
            equal_tags: pairs(keys.iter().map(|&key| key >> 32)),
            expected: count * (count - 1.0) / 2.0 / 2_f64.powi(32),
            equal_keys: pairs(keys.iter().copied()),
        }
    }
}

/// Chi-square of numbers that should be equally frequent, as standard deviations from its mean.
fn unevenness(numbers: impl ExactSizeIterator<Item = u16>) -> f64 {
    const KINDS: usize = 1 << 16;
    let mean = numbers.len() as f64 / KINDS as f64;
    let mut counts = vec![0_u32; KINDS];
    for number in numbers {
        counts[usize::from(number)] += 1;
    }
    let squares = counts
        .iter()
        .map(|&count| (f64::from(count) - mean).powi(2));
    let chi_square = squares.sum::<f64>() / mean.max(f64::MIN_POSITIVE);
    let freedom = (KINDS - 1) as f64;
    (chi_square - freedom) / (2.0 * freedom).sqrt()
}

/// Pairs of equal numbers.
fn pairs(numbers: impl Iterator<Item = u64>) -> u64 {
    let mut numbers: Vec<_> = numbers.collect();
    numbers.sort_unstable();
    let runs = numbers.chunk_by(|a, b| a == b);
    runs.map(|run| (run.len() as u64) * (run.len() as u64 - 1) / 2)
        .sum()
}

#[cfg(test)]
mod tests {
    use ponder_core::Random;

    use super::*;

    #[test]
    fn random_keys_pass_and_others_do_not() {
        let mut random = Random::new(4);
        let keys: Vec<_> = (0..1 << 18).map(|_| random.next()).collect();
        let good = Quality::of(&keys);
        assert!(good.rows.abs() < 4.0 && good.tags.abs() < 4.0, "{good:?}");
        // Eight pairs in the mean.
        assert!((good.expected - 8.0).abs() < 0.01);
        assert!((1..=20).contains(&good.equal_tags), "{good:?}");
        assert!((1..=20).contains(&good.equal_rows), "{good:?}");
        assert_eq!(good.equal_keys, 0);
        let counted: Vec<_> = (0..1 << 18).collect();
        let bad = Quality::of(&counted);
        assert!(bad.rows > 100.0 && bad.tags > 100.0, "{bad:?}");
        assert_eq!((bad.equal_rows, bad.equal_keys), (0, 0));
        assert_eq!(bad.equal_tags, (1 << 17) * ((1 << 18) - 1));
    }
}
