//! Bradley-Terry ratings and likelihoods of superiority.
//!
//! Every player has a strength, and scores against another as the difference of the two says; a
//! draw is half a win. The ratings are those that make the results most likely, with a mean of 0.
//! Their errors come from playing the tournament again and again with its own results: pairs of
//! games are drawn with replacement, because the two games of a pair are not independent.
//!
//! Players whom no chain of games connects cannot be compared and form groups of their own. Where
//! somebody has won (or lost) everything against the rest of a group no finite rating is the most
//! likely one; then a drawn game is added to each meeting of the group, and its ratings say so.

mod solve;

use ponder_core::Random;
use serde::Serialize;

use solve::{Group, groups};

/// How often a tournament is played again with its own results.
const RESAMPLES: usize = 500;

/// Half the width of an interval that holds 95 % of a normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// Elo points in a unit of strength.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Some games between two players that belong together: a pair with colours swapped, or a game
/// alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// The players.
    pub players: [usize; 2],
    /// The points of the first, a draw counting half.
    pub points: f64,
    /// The games.
    pub games: f64,
}

/// The rating of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Its strength in Elo; the mean of a group is 0.
    pub elo: f64,
    /// Half the width of the interval that holds it with 95 % certainty; none if nobody was met.
    pub error: Option<f64>,
    /// Points won, a draw counting half.
    pub points: f64,
    /// Games played.
    pub games: f64,
    /// Players of other groups cannot be compared.
    pub group: usize,
    /// True if the group's ratings are finite only because a drawn game was added to each meeting.
    pub guarded: bool,
}

/// The ratings of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ratings {
    /// Each player's, in the players' order.
    pub players: Vec<Rating>,
    /// How likely it is that one player is stronger than another; none for itself and for those
    /// who cannot be compared.
    pub superiority: Vec<Vec<Option<f64>>>,
}

/// Rates `players` players by their meetings; the same seed gives the same errors.
///
/// Meetings of a player with itself or with nobody's number, without games, or with points that
/// games cannot have, are left out.
pub fn rate(players: usize, meetings: &[Meeting], seed: u64) -> Ratings {
    let sensible = |meeting: &&Meeting| {
        let [a, b] = meeting.players;
        let fits = (0.0..=meeting.games).contains(&meeting.points);
        a < players && b < players && a != b && fits && meeting.games > 0.0
    };
    let meetings: Vec<_> = meetings.iter().filter(sensible).copied().collect();
    let mut ratings = Ratings {
        players: totals(players, &meetings),
        superiority: vec![vec![None; players]; players],
    };
    let mut random = Random::new(seed);
    for (number, members) in groups(players, &meetings).into_iter().enumerate() {
        let inside = |meeting: &&Meeting| members.contains(&meeting.players[0]);
        let own: Vec<_> = meetings.iter().filter(inside).copied().collect();
        let group = Group::new(&members, &own);
        for &member in &members {
            ratings.players[member].group = number;
        }
        if members.len() > 1 {
            rate_group(&mut ratings, &group, &own, &mut random);
        }
    }
    ratings
}

/// Games and points; nothing is rated yet.
fn totals(players: usize, meetings: &[Meeting]) -> Vec<Rating> {
    let nothing = Rating {
        elo: 0.0,
        error: None,
        points: 0.0,
        games: 0.0,
        group: 0,
        guarded: false,
    };
    let mut rows = vec![nothing; players];
    for meeting in meetings {
        let [a, b] = meeting.players;
        rows[a].points += meeting.points;
        rows[b].points += meeting.games - meeting.points;
        rows[a].games += meeting.games;
        rows[b].games += meeting.games;
    }
    rows
}

fn rate_group(ratings: &mut Ratings, group: &Group<'_>, meetings: &[Meeting], random: &mut Random) {
    let strengths = group.strengths();
    let spread = resampled(group, meetings, random);
    let spread = spread.unwrap_or_else(|| group.spread(&strengths));
    for (i, &member) in group.members.iter().enumerate() {
        let row = &mut ratings.players[member];
        row.elo = strengths[i] * ELO;
        row.error = Some(Z * spread[i][i].sqrt() * ELO);
        row.guarded = group.guarded;
        for (j, &other) in group.members.iter().enumerate() {
            let variance = spread[i][i] + spread[j][j] - 2.0 * spread[i][j];
            let difference = strengths[i] - strengths[j];
            ratings.superiority[member][other] =
                (i != j).then(|| exceeds(difference, variance.max(0.0)));
        }
    }
}

/// How likely a normal number with this mean and variance is above 0.
fn exceeds(mean: f64, variance: f64) -> f64 {
    match variance {
        0.0 if mean == 0.0 => 0.5,
        _ => f64::midpoint(1.0, libm::erf(mean / (2.0 * variance).sqrt())),
    }
}

/// The covariances of the strengths when the meetings are drawn anew, each from its own pairing;
/// none if that shows no spread for somebody, as when all pairs of games ended alike.
fn resampled(
    group: &Group<'_>,
    meetings: &[Meeting],
    random: &mut Random,
) -> Option<Vec<Vec<f64>>> {
    if group.guarded {
        return None;
    }
    let pairings = pairings(meetings);
    let n = group.members.len();
    let mut sums = vec![0.0; n];
    let mut products = vec![vec![0.0; n]; n];
    for _ in 0..RESAMPLES {
        let drawn: Vec<_> = pairings
            .iter()
            .flat_map(|pairing| std::iter::repeat_n(pairing, pairing.len()))
            .map(|pairing| pairing[random.below(pairing.len())])
            .collect();
        let strengths = Group::new(group.members, &drawn).strengths();
        for i in 0..n {
            sums[i] += strengths[i];
            for j in 0..n {
                products[i][j] += strengths[i] * strengths[j];
            }
        }
    }
    let count = RESAMPLES as f64;
    let covariance =
        |i: usize, j: usize| products[i][j] / count - sums[i] * sums[j] / count.powi(2);
    let spread: Vec<Vec<_>> = (0..n)
        .map(|i| (0..n).map(|j| covariance(i, j)).collect())
        .collect();
    (0..n).all(|i| spread[i][i] > 1e-9).then_some(spread)
}

/// The meetings of each two players.
fn pairings(meetings: &[Meeting]) -> Vec<Vec<Meeting>> {
    let mut pairings = std::collections::BTreeMap::<[usize; 2], Vec<Meeting>>::new();
    for meeting in meetings {
        let [a, b] = meeting.players;
        let key = [a.min(b), a.max(b)];
        pairings.entry(key).or_default().push(*meeting);
    }
    pairings.into_values().collect()
}
