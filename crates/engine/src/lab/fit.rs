//! Least squares: a straight line through points, and how far they lie from it.

/// A line and what it leaves over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The slope.
    pub slope: f64,
    /// The value at 0.
    pub offset: f64,
    /// The standard deviation of the points round the line.
    pub sigma: f64,
    /// How well the line explains the points, from -1 to 1.
    pub correlation: f64,
    /// Points used.
    pub points: usize,
    /// Points left out because they lie far from the line.
    pub outliers: usize,
}

/// Fits y = slope x + offset. Points more than three deviations away are left out and the line is
/// drawn anew, once: again and again would make ever finer lines out of coarse points. Nothing if
/// fewer than eight points remain or all x are equal.
pub fn fit(points: &[(f64, f64)]) -> Option<Fit> {
    const FAR: f64 = 3.0;
    let rough = line(points)?;
    let near =
        |(x, y): &(f64, f64)| (y - rough.slope * x - rough.offset).abs() <= FAR * rough.sigma;
    let kept: Vec<_> = points.iter().copied().filter(near).collect();
    if kept.len() == points.len() {
        return Some(rough);
    }
    Some(Fit {
        outliers: points.len() - kept.len(),
        ..line(&kept)?
    })
}

fn line(points: &[(f64, f64)]) -> Option<Fit> {
    const FEWEST: usize = 8;
    if points.len() < FEWEST {
        return None;
    }
    let n = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x_mean, y_mean) = (mean(|point| point.0), mean(|point| point.1));
    let sum = |term: fn(f64, f64) -> f64| -> f64 {
        let terms = points.iter().map(|(x, y)| term(x - x_mean, y - y_mean));
        terms.sum()
    };
    let (xx, xy, yy) = (sum(|x, _| x * x), sum(|x, y| x * y), sum(|_, y| y * y));
    if xx <= 0.0 {
        return None;
    }
    let slope = xy / xx;
    let left = (yy - slope * xy).max(0.0);
    Some(Fit {
        slope,
        offset: y_mean - slope * x_mean,
        sigma: (left / (n - 2.0)).sqrt(),
        correlation: if yy > 0.0 { xy / (xx * yy).sqrt() } else { 1.0 },
        points: points.len(),
        outliers: 0,
    })
}
