//! Ratings find the strengths that results were made from, and stay sane where there are none.

use ponder_arena::ratings::{Meeting, Ratings, rate};
use ponder_core::Random;
use proptest::prelude::*;

fn meeting(a: usize, b: usize, points: f64, games: f64) -> Meeting {
    Meeting {
        players: [a, b],
        points,
        games,
    }
}

fn score(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

fn elos(ratings: &Ratings) -> Vec<f64> {
    ratings.players.iter().map(|player| player.elo).collect()
}

#[test]
fn two_players_reduce_to_the_elo_formula() {
    for (points, games) in [(60.0, 100.0), (13.5, 20.0), (1.0, 2.0), (999.0, 1000.0)] {
        let ratings = rate(2, &[meeting(0, 1, points, games)], 1);
        let s: f64 = points / games;
        let elo = -400.0 * (1.0 / s - 1.0).log10();
        assert!((ratings.players[0].elo - elo / 2.0).abs() < 1e-6);
        assert!((ratings.players[1].elo + elo / 2.0).abs() < 1e-6);
        assert!(!ratings.players[0].guarded);
    }
}

#[test]
fn strengths_are_found_again_from_expected_scores() {
    let strengths = [310.0, 120.0, 40.0, -60.0, -410.0];
    let mut meetings = Vec::new();
    for a in 0..5 {
        for b in 0..a {
            let games = 10.0 + 7.0 * (a + b) as f64;
            meetings.push(meeting(
                a,
                b,
                games * score(strengths[a] - strengths[b]),
                games,
            ));
        }
    }
    for (found, true_one) in elos(&rate(5, &meetings, 1)).into_iter().zip(strengths) {
        assert!((found - true_one).abs() < 1e-4, "{found} for {true_one}");
    }
}

#[test]
fn a_gauntlet_is_enough_to_compare_all() {
    let strengths = [50.0, 250.0, -100.0, -200.0];
    let meetings: Vec<_> = (1..4)
        .map(|b| meeting(0, b, 100.0 * score(strengths[0] - strengths[b]), 100.0))
        .collect();
    let ratings = rate(4, &meetings, 1);
    for (found, true_one) in elos(&ratings).into_iter().zip(strengths) {
        assert!((found - true_one).abs() < 1e-4);
    }
    assert!(ratings.superiority[1][3].expect("compared") > 0.99);
}

/// Pairs of games as chance makes them: errors must cover the truth about as often as they say.
#[test]
fn errors_cover_the_truth() {
    let strengths = [100.0, 0.0, -100.0];
    let mut random = Random::new(5);
    let mut chance = move || random.next() as f64 / u64::MAX as f64;
    let (mut covered, mut all) = (0, 0);
    for seed in 0..60 {
        let mut meetings = Vec::new();
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            let expected = score(strengths[a] - strengths[b]);
            for _ in 0..50 {
                let points = (0..2).filter(|_| chance() < expected).count() as f64;
                meetings.push(meeting(a, b, points, 2.0));
            }
        }
        for (rating, true_one) in rate(3, &meetings, seed).players.iter().zip(strengths) {
            let error = rating.error.expect("somebody was met");
            all += 1;
            covered += usize::from((rating.elo - true_one).abs() <= error);
        }
    }
    let share = f64::from(covered as u32) / f64::from(all);
    assert!((0.88..=0.995).contains(&share), "{share} of {all}");
}

#[test]
fn pairs_that_always_split_are_surer_than_single_games() {
    // Colours decide: every pair is 1-1 but for a few, so that the pairs know more than games do.
    let mut meetings = vec![meeting(0, 1, 1.0, 2.0); 46];
    meetings.extend([meeting(0, 1, 2.0, 2.0); 3]);
    meetings.push(meeting(0, 1, 0.0, 2.0));
    let singles = |points: f64, count: usize| vec![meeting(0, 1, points, 1.0); count];
    let alone: Vec<_> = [singles(1.0, 52), singles(0.0, 48)].concat();
    let (pairs, games) = (rate(2, &meetings, 3), rate(2, &alone, 3));
    assert!((pairs.players[0].elo - games.players[0].elo).abs() < 1e-6);
    let error = |ratings: &Ratings| ratings.players[0].error.expect("met");
    assert!(error(&pairs) * 2.0 < error(&games));
}

#[test]
fn the_same_seed_gives_the_same_errors() {
    let meetings = [
        meeting(0, 1, 1.5, 2.0),
        meeting(0, 1, 0.5, 2.0),
        meeting(1, 2, 1.0, 2.0),
    ];
    assert_eq!(rate(3, &meetings, 9), rate(3, &meetings, 9));
}

#[test]
fn perfect_scores_are_guarded_and_finite() {
    let ratings = rate(3, &[meeting(0, 1, 10.0, 10.0), meeting(1, 2, 6.0, 10.0)], 1);
    let first = &ratings.players[0];
    assert!(first.guarded && first.elo.is_finite());
    assert!(first.elo > ratings.players[1].elo + 300.0);
    let error = first.error.expect("met");
    assert!(error.is_finite() && error > 100.0);
    let likely = ratings.superiority[0][1].expect("compared");
    assert!(likely > 0.9 && likely < 1.0);
    let all_alike = rate(2, &[meeting(0, 1, 1.0, 2.0); 10], 1);
    assert!(
        all_alike.players[0].error.expect("met") > 1.0,
        "no spread is no certainty"
    );
    assert_eq!(all_alike.superiority[0][1], Some(0.5));
}

#[test]
fn players_without_a_chain_of_games_are_not_compared() {
    let ratings = rate(5, &[meeting(0, 1, 3.0, 4.0), meeting(2, 3, 1.0, 4.0)], 1);
    let groups: Vec<_> = ratings.players.iter().map(|player| player.group).collect();
    assert_eq!(groups, [0, 0, 1, 1, 2]);
    assert_eq!(ratings.superiority[0][2], None);
    assert!(ratings.superiority[0][1].is_some());
    assert_eq!(ratings.players[4].error, None);
    assert!(ratings.players[4].games < 0.5);
}

#[test]
fn nonsense_is_left_out() {
    let nonsense = [
        meeting(0, 0, 1.0, 2.0),
        meeting(0, 9, 1.0, 2.0),
        meeting(0, 1, 3.0, 2.0),
        meeting(0, 1, f64::NAN, 2.0),
        meeting(0, 1, 0.0, 0.0),
    ];
    let ratings = rate(2, &nonsense, 1);
    assert_eq!(elos(&ratings), [0.0, 0.0]);
    assert!(rate(0, &nonsense, 1).players.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    /// Whatever the results are, ratings are finite, with a mean of 0, and sure to a degree.
    #[test]
    fn ratings_are_always_sane(results in prop::collection::vec((0..6_usize, 0..6_usize, 0..5_u8), 0..40)) {
        let meetings: Vec<_> = results
            .iter()
            .map(|&(a, b, points)| meeting(a, b, f64::from(points) / 2.0, 2.0))
            .collect();
        let ratings = rate(6, &meetings, 1);
        for group in 0..6 {
            let members = ratings.players.iter().filter(|player| player.group == group);
            let sum: f64 = members.map(|player| player.elo).sum();
            prop_assert!(sum.abs() < 1e-6);
        }
        for (player, row) in ratings.players.iter().zip(&ratings.superiority) {
            prop_assert!(player.elo.is_finite());
            prop_assert!(player.error.is_none_or(|error| error.is_finite() && error > 0.0));
            for likely in row.iter().flatten() {
                prop_assert!((0.0..=1.0).contains(likely));
            }
        }
    }
}
