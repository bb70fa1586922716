//! The arithmetic of ratings: who is connected with whom, and the most likely strengths.

use super::Meeting;

/// Steps after which Newton's method has long converged.
const STEPS: usize = 100;

/// Players whom chains of games connect, and the sums of their meetings.
pub(super) struct Group<'m> {
    /// Their numbers.
    pub(super) members: &'m [usize],
    /// Points of one against another.
    points: Vec<Vec<f64>>,
    /// True if a drawn game was added to each meeting.
    pub(super) guarded: bool,
}

impl<'m> Group<'m> {
    pub(super) fn new(members: &'m [usize], meetings: &[Meeting]) -> Self {
        let n = members.len();
        let place = |player| members.iter().position(|member| *member == player);
        let mut points = vec![vec![0.0; n]; n];
        for meeting in meetings {
            let [a, b] = meeting.players;
            if let (Some(a), Some(b)) = (place(a), place(b)) {
                points[a][b] += meeting.points;
                points[b][a] += meeting.games - meeting.points;
            }
        }
        let guarded = !is_balanced(&points);
        if guarded {
            let met: Vec<_> = (0..n)
                .flat_map(|a| (0..n).map(move |b| (a, b)))
                .filter(|&(a, b)| points[a][b] + points[b][a] > 0.0)
                .collect();
            for (a, b) in met {
                points[a][b] += 0.5;
            }
        }
        Self {
            members,
            points,
            guarded,
        }
    }

    /// The most likely strengths, natural logarithms with a mean of 0: Newton's method on a
    /// concave function, with steps that are halved until they gain something.
    pub(super) fn strengths(&self) -> Vec<f64> {
        let n = self.members.len();
        let mut strengths = vec![0.0; n];
        let mut likelihood = self.likelihood(&strengths);
        for _ in 0..STEPS {
            let gradient = self.gradient(&strengths);
            let mut step = solve(self.information(&strengths), gradient);
            let next = loop {
                let next: Vec<_> = strengths.iter().zip(&step).map(|(s, d)| s + d).collect();
                let better = self.likelihood(&next) >= likelihood;
                if better || step.iter().all(|d| d.abs() < 1e-12) {
                    break next;
                }
                for d in &mut step {
                    *d /= 2.0;
                }
            };
            strengths = next;
            likelihood = self.likelihood(&strengths);
            if step.iter().all(|d| d.abs() < 1e-10) {
                break;
            }
        }
        let mean = strengths.iter().sum::<f64>() / n as f64;
        strengths.iter().map(|strength| strength - mean).collect()
    }

    /// The covariances of the strengths by the curvature of the likelihood.
    pub(super) fn spread(&self, strengths: &[f64]) -> Vec<Vec<f64>> {
        let n = strengths.len();
        let information = self.information(strengths);
        let column = |i: usize| {
            let unit = (0..n).map(|j| f64::from(u8::from(i == j))).collect();
            let column = solve(information.clone(), unit);
            // What was added to make the matrix regular goes again.
            column.into_iter().map(|x| x - 1.0 / n as f64).collect()
        };
        (0..n).map(column).collect()
    }

    fn likelihood(&self, strengths: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (a, row) in self.points.iter().enumerate() {
            for (b, points) in row.iter().enumerate() {
                if *points > 0.0 {
                    sum -= points * (strengths[b] - strengths[a]).exp().ln_1p();
                }
            }
        }
        sum
    }

    fn gradient(&self, strengths: &[f64]) -> Vec<f64> {
        let n = strengths.len();
        let mut gradient = vec![0.0; n];
        for a in 0..n {
            for b in 0..n {
                let games = self.points[a][b] + self.points[b][a];
                gradient[a] += self.points[a][b] - games * expected(strengths[a] - strengths[b]);
            }
        }
        gradient
    }

    /// The curvature, made regular: all strengths may rise together without any change, and the
    /// mean is to stay.
    fn information(&self, strengths: &[f64]) -> Vec<Vec<f64>> {
        let n = strengths.len();
        let mut matrix = vec![vec![1.0 / n as f64; n]; n];
        for a in 0..n {
            for b in 0..n {
                let games = self.points[a][b] + self.points[b][a];
                let score = expected(strengths[a] - strengths[b]);
                let weight = games * score * (1.0 - score);
                matrix[a][a] += weight;
                matrix[a][b] -= weight;
            }
        }
        matrix
    }
}

/// The score that a difference of strengths promises.
fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// The groups of players whom games connect.
pub(super) fn groups(players: usize, meetings: &[Meeting]) -> Vec<Vec<usize>> {
    let mut met = vec![vec![false; players]; players];
    for meeting in meetings {
        let [a, b] = meeting.players;
        (met[a][b], met[b][a]) = (true, true);
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for player in 0..players {
        if !groups.iter().any(|group| group.contains(&player)) {
            let reached = reached(players, player, |a, b| met[a][b]);
            groups.push((0..players).filter(|other| reached[*other]).collect());
        }
    }
    groups
}

/// True if nobody, and no set of players, has won or lost everything against the others: then
/// there are finite strengths that are the most likely ones.
fn is_balanced(points: &[Vec<f64>]) -> bool {
    let n = points.len();
    let all = |reached: Vec<bool>| reached.into_iter().all(|reached| reached);
    n < 2
        || all(reached(n, 0, |a, b| points[a][b] > 0.0))
            && all(reached(n, 0, |a, b| points[b][a] > 0.0))
}

/// Whom one reaches from a player by steps.
fn reached(players: usize, from: usize, step: impl Fn(usize, usize) -> bool) -> Vec<bool> {
    let mut reached = vec![false; players];
    let mut ahead = vec![from];
    reached[from] = true;
    while let Some(at) = ahead.pop() {
        for (next, reached) in reached.iter_mut().enumerate() {
            if !*reached && step(at, next) {
                *reached = true;
                ahead.push(next);
            }
        }
    }
    reached
}

/// Solves a system of linear equations (Gauss, with pivots); what has no pivot stays 0.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for column in 0..n {
        let size = |row: &usize| matrix[*row][column].abs();
        let pivot = (column..n).max_by(|a, b| size(a).total_cmp(&size(b)));
        let Some(pivot) = pivot.filter(|row| size(row) > 1e-300) else {
            continue;
        };
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (upper, lower) = matrix.split_at_mut(column + 1);
        let top = &upper[column];
        for (row, below) in lower.iter_mut().enumerate() {
            let factor = below[column] / top[column];
            for (x, y) in below[column..].iter_mut().zip(&top[column..]) {
                *x -= factor * y;
            }
            right[column + 1 + row] -= factor * right[column];
        }
    }
    for column in (0..n).rev() {
        let known: f64 = (column + 1..n)
            .map(|index| matrix[column][index] * right[index])
            .sum();
        right[column] = if matrix[column][column].abs() > 1e-300 {
            (right[column] - known) / matrix[column][column]
        } else {
            0.0
        };
    }
    right
}
