//! How far a mean may be trusted: the bootstrap, which asks what would have been found with other
//! games of the same kind, by drawing from those that were played.

use ponder_core::Random;
use serde::{Deserialize, Serialize};

/// A mean of ratios and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The geometric mean.
    pub ratio: f64,
    /// The lower end of its interval, if there is one.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl Estimate {
    /// Both ends.
    pub fn interval(&self) -> Option<(f64, f64)> {
        self.low.zip(self.high)
    }
}

/// The geometric mean of ratios given as logarithms, in groups that are drawn whole: positions of
/// one game share a table, so that they are no independent witnesses. One group alone says nothing
/// of others, and has no interval.
pub(super) fn geometric_mean(groups: &[Vec<f64>], seed: u64) -> Estimate {
    const DRAWS: usize = 2000;
    let sums: Vec<_> = groups
        .iter()
        .filter(|group| !group.is_empty())
        .map(|group| (group.iter().sum::<f64>(), group.len() as f64))
        .collect();
    let mean = |picked: &mut dyn Iterator<Item = (f64, f64)>| {
        let (logs, count) = picked.fold((0.0, 0.0), |all, one| (all.0 + one.0, all.1 + one.1));
        (logs / f64::max(count, 1.0)).exp()
    };
    let ratio = mean(&mut sums.iter().copied());
    if sums.len() < 2 {
        let (low, high) = (None, None);
        return Estimate { ratio, low, high };
    }
    let mut random = Random::new(seed);
    let mut draws: Vec<f64> = (0..DRAWS)
        .map(|_| {
            let mut drawn = (0..sums.len()).map(|_| sums[random.below(sums.len())]);
            mean(&mut drawn)
        })
        .collect();
    draws.sort_by(f64::total_cmp);
    let at = |share: f64| draws[(share * (DRAWS - 1) as f64).round() as usize];
    Estimate {
        ratio,
        low: Some(at(0.025).min(ratio)),
        high: Some(at(0.975).max(ratio)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ratios_leave_no_doubt_and_different_ones_do() {
        let sure = geometric_mean(&[vec![2_f64.ln(); 4], vec![2_f64.ln(); 3]], 1);
        for end in [Some(sure.ratio), sure.low, sure.high] {
            assert!(end.is_some_and(|end| (end - 2.0).abs() < 1e-9), "{sure:?}");
        }
        let groups: Vec<_> = (0..12).map(|k| vec![f64::from(k % 5) / 10.0; 4]).collect();
        let found = geometric_mean(&groups, 1);
        let ratio = Some(found.ratio);
        assert!(found.low < ratio && ratio < found.high);
        assert_eq!(found, geometric_mean(&groups, 1), "a seed tells all");
        let nothing = geometric_mean(&[], 1);
        assert!((nothing.ratio - 1.0).abs() < 1e-9);
        let alone = geometric_mean(&[vec![0.1, 0.2]], 1);
        assert_eq!((alone.low, alone.high), (None, None), "one says nothing");
    }

    /// Groups are drawn whole: four witnesses that say the same are one.
    #[test]
    fn a_group_counts_once() {
        let logs = [0.0, 0.1, 0.3, 0.05, 0.2, 0.15];
        let width = |groups: &[Vec<f64>]| {
            let found = geometric_mean(groups, 5);
            let (low, high) = found.interval().expect("several groups");
            high - low
        };
        let apart: Vec<_> = logs.iter().map(|&log| vec![log]).collect();
        let fourfold: Vec<_> = logs.iter().map(|&log| vec![log; 4]).collect();
        assert!((width(&apart) - width(&fourfold)).abs() < 1e-9);
    }
}
