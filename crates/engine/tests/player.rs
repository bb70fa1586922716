//! Whole games within a budget.

use std::time::{Duration, Instant};

use ponder_engine::{AnalysisRequest, Budget, Limits, Player, Stop, open};

#[test]
fn a_game_of_expendibots_stays_within_its_budget() {
    let mut session = open("expendibots").expect("a game");
    let contest = session.contest().expect("a contest");
    assert_eq!(contest.time, Duration::from_mins(1));
    let budget = Budget {
        time: Duration::from_secs(2),
        ..contest
    };
    let request = AnalysisRequest {
        hash: 4 << 20,
        ..AnalysisRequest::within(Limits::default())
    };
    let player = || Player::with_budget(budget, request.clone()).expect("it fits");
    let mut players = [player(), player()];
    let mut spent = [Duration::ZERO; 2];
    for ply in 0.. {
        if session.position().outcome.is_some() {
            break;
        }
        let side = ply % 2;
        let begun = Instant::now();
        let view = players[side].think(&*session, Limits::default(), &Stop::new(), &mut |_| ());
        spent[side] += begun.elapsed();
        let best = view.expect("a move").best;
        session.play(&best).expect("legal");
    }
    assert!(session.line().len() > 10, "{:?}", session.line());
    for (player, spent) in players.iter().zip(spent) {
        assert!(spent < budget.time, "{spent:?}");
        assert!(spent > budget.time / 20, "only {spent:?} of it was used");
        assert!(player.left() > Some(Duration::ZERO));
    }
}

#[test]
fn a_player_that_does_not_fit_is_refused() {
    let budget = Budget {
        time: Duration::from_secs(1),
        memory: 1 << 20,
    };
    let refused = Player::with_budget(budget, AnalysisRequest::within(Limits::default()));
    let fault = refused.err().expect("there is no room");
    assert!(fault.what.contains("does not fit"), "{fault}");
}
