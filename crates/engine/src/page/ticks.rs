//! Where the marks of an axis stand, and what is written at them.

/// What the numbers of an axis are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Nothing but numbers.
    Plain,
    /// Bytes, as in 64K.
    Bytes,
    /// Shares of 1, shown in hundredths.
    Percent,
}

impl Unit {
    /// A number as it stands at an axis.
    pub fn shown(self, number: f64) -> String {
        match self {
            _ if !number.is_finite() => "\u{221e}".to_owned(),
            Self::Percent => format!("{} %", short(100.0 * number)),
            Self::Plain if number.abs() >= 1e4 => scaled(number, 1000.0),
            Self::Plain => short(number),
            Self::Bytes => scaled(number, 1024.0),
        }
    }
}

/// With a letter for thousands, millions and so on.
fn scaled(mut number: f64, step: f64) -> String {
    let mut letters = ["", "K", "M", "G", "T"].into_iter();
    let mut letter = letters.next().unwrap_or_default();
    while number.abs() >= step
        && let Some(next) = letters.next()
    {
        number /= step;
        letter = next;
    }
    format!("{}{letter}", short(number))
}

/// As few decimals as tell it, and a power of ten where decimals would tell nothing.
fn short(number: f64) -> String {
    if number != 0.0 && number.abs() < 0.0005 {
        return format!("{number:.0e}");
    }
    let text = format!("{number:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0" } else { text }.to_owned()
}

/// Round numbers from `low` to `high`, about `count` of them.
pub(super) fn linear(low: f64, high: f64, count: usize) -> Vec<f64> {
    // An end that is a tick is one in spite of rounding.
    const NEAR: f64 = 1e-9;
    let rough = (high - low) / count as f64;
    if !(rough.is_finite() && rough > 0.0) {
        return vec![low];
    }
    let power = 10_f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 2.5, 5.0, 10.0];
    let step = steps.into_iter().map(|step| step * power);
    let step = step.clone().find(|step| *step >= rough).unwrap_or(rough);
    let first = (low / step - NEAR).ceil() as i64;
    let last = (high / step + NEAR).floor() as i64;
    (first..=last).map(|k| k as f64 * step).collect()
}

/// Powers between `low` and `high`, both above 0, at most about `count`: of two for bytes, else of
/// ten, with 2 and 5 between where there are few.
pub(super) fn logarithmic(low: f64, high: f64, unit: Unit, count: usize) -> Vec<f64> {
    if unit == Unit::Bytes {
        let (first, last) = (low.log2().ceil() as i32, high.log2().floor() as i32);
        let stride = 1.max((last - first + 1) as usize / count + 1);
        return (first..=last)
            .step_by(stride)
            .map(|k| 2_f64.powi(k))
            .collect();
    }
    let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    let few = last - first <= 3;
    let parts: &[f64] = if few { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let stride = 1.max((last - first) as usize / count);
    let powers = (first..=last).step_by(stride).map(|k| 10_f64.powi(k));
    let within = |tick: &f64| (low * 0.999..=high * 1.001).contains(tick);
    let ticks: Vec<_> = powers
        .flat_map(|power| parts.iter().map(move |part| part * power))
        .filter(within)
        .collect();
    // Less than a decade may hold no such number.
    if ticks.len() < 2 {
        return linear(low, high, count.min(4));
    }
    ticks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: &[f64], wanted: &[f64]) {
        assert_eq!(found.len(), wanted.len(), "{found:?}");
        for (found, wanted) in found.iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-9, "{found} is not {wanted}");
        }
    }

    #[test]
    fn ticks_are_round_and_inside() {
        near(&linear(0.93, 1.31, 4), &[1.0, 1.1, 1.2, 1.3]);
        near(&linear(2.0, 2.0, 4), &[2.0]);
        near(
            &logarithmic(3.0, 700.0, Unit::Plain, 6),
            &[5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0],
        );
        near(
            &logarithmic(65536.0, 2_f64.powi(28), Unit::Bytes, 7),
            &[16, 18, 20, 22, 24, 26, 28].map(|k| 2_f64.powi(k)),
        );
        near(
            &logarithmic(1.1, 1.4, Unit::Plain, 6),
            &[1.1, 1.2, 1.3, 1.4],
        );
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(Unit::Bytes.shown(65536.0), "64K");
        assert_eq!(Unit::Bytes.shown(268_435_456.0), "256M");
        assert_eq!(Unit::Plain.shown(2_500_000.0), "2.5M");
        assert_eq!(Unit::Plain.shown(0.05), "0.05");
        assert_eq!(Unit::Plain.shown(-0.0), "0");
        assert_eq!(Unit::Plain.shown(0.000_001), "1e-6", "not nothing");
        assert_eq!(Unit::Percent.shown(0.125), "12.5 %");
    }
}
