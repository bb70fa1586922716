//! What a learner is told of a weight is what a change of it does.

use ponder_core::{Features, Game, Judge, Player, Weights};
use ponder_games::abalone::Abalone;
use ponder_games::checkers::Checkers;
use ponder_games::connect_four::ConnectFour;
use ponder_games::expendibots::Expendibots;
use ponder_games::gothello::Gothello;
use ponder_games::othello::Othello8;
use ponder_testkit::{draw_cases, open};

fn gradient_is_the_slope<G: Game>(id: &str) {
    let game: G = open(id);
    let start = |_: &mut ponder_core::Random| Some(game.start());
    let features = <G as Features>::FEATURES.len();
    let mut moved = vec![false; features];
    for case in draw_cases(&game, start, 0..40, (1, u64::MAX), |_| true, 60) {
        let gradient = Weights::gradient(&game, &case.pos);
        assert_eq!(gradient.len(), features);
        let sign = match game.turn(&case.pos) {
            Player::First => 1.0,
            Player::Second => -1.0,
        };
        for (feature, slopes) in gradient.iter().enumerate() {
            for (end, slope) in slopes.iter().enumerate() {
                let mut pairs = vec![[0; 2]; features];
                pairs[feature][end] = 10;
                let value = Weights::new(pairs).judge(&game, &case.pos);
                let expected = sign * 10.0 * slope;
                let name = G::FEATURES[feature].name;
                assert!(
                    (f64::from(value) - expected).abs() <= 1.0,
                    "{id} {name}[{end}]: {value}, not {expected} in {:?}",
                    case.pos
                );
                moved[feature] |= value != 0;
            }
        }
    }
    let still: Vec<_> = moved.iter().filter(|moved| !**moved).collect();
    assert!(still.len() < features, "{id}: no feature was ever seen");
}

#[test]
fn the_gradient_is_the_slope_of_every_weight() {
    gradient_is_the_slope::<Abalone>("abalone");
    gradient_is_the_slope::<Checkers>("checkers");
    gradient_is_the_slope::<ConnectFour>("connect-four");
    gradient_is_the_slope::<Expendibots>("expendibots");
    gradient_is_the_slope::<Gothello>("gothello");
    gradient_is_the_slope::<Othello8>("othello");
}
