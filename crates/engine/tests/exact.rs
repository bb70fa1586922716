//! Exact searches: no unsound technique, and no word of proof where the horizon had a say.

use ponder_engine::{AnalysisRequest, Keys, Limits, Player, Stop, Switch, Table, open, review};

fn exact(depth: u32) -> AnalysisRequest {
    AnalysisRequest {
        exact: true,
        hash: 1 << 20,
        ..AnalysisRequest::within(Limits::depth(depth))
    }
}

#[test]
fn unsound_switches_are_refused_one_by_one() {
    let session = open("othello:size=4x4").expect("a game");
    for switch in Switch::ALL {
        let request = AnalysisRequest {
            with: switch.name().to_owned(),
            ..exact(3)
        };
        let result = session.analyse(&request, &Stop::new(), &mut |_| ());
        match result {
            Ok(view) => {
                assert!(switch.sound(), "{} was allowed", switch.name());
                assert!(view.config.contains(switch.name()));
            }
            Err(fault) => {
                assert!(!switch.sound(), "{fault}");
                assert!(fault.what.contains(switch.name()), "{fault}");
            }
        }
    }
}

/// Iteration by iteration: an opinion until the game is searched to its end, and then the value
/// that is known for this board: 3 discs to 11, and two empty squares for the winner.
#[test]
fn proof_comes_with_the_end_of_the_game() {
    let session = open("othello:size=4x4").expect("a game");
    let mut kinds = Vec::new();
    let view = session
        .analyse(&exact(30), &Stop::new(), &mut |view| {
            kinds.push((view.depth, view.score.kind));
        })
        .expect("a search");
    assert_eq!((view.score.kind, view.score.value), ("exact", -1000));
    // Twelve squares are empty at the start; some games end before they are filled.
    for (depth, kind) in kinds {
        assert_eq!(kind == "heuristic", depth < view.depth, "depth {depth}");
        assert!(kind == "heuristic" || depth >= 8, "depth {depth}: {kind}");
    }
}

#[test]
fn a_search_that_is_not_exact_proves_no_margin() {
    let session = open("othello:size=4x4").expect("a game");
    let request = AnalysisRequest {
        hash: 1 << 20,
        ..AnalysisRequest::within(Limits::depth(30))
    };
    let view = session.analyse(&request, &Stop::new(), &mut |_| ());
    assert_eq!(view.expect("a search").score.kind, "heuristic");
}

/// A judge that adds up its terms may come to more discs than there are cells.
#[test]
fn an_opinion_is_never_more_than_the_board_can_hold() {
    let mut session = open("othello:size=4x4").expect("a game");
    session
        .set_position("XXXXXXXXXXO---XO X")
        .expect("a position");
    let request = AnalysisRequest::within(Limits::depth(1));
    let view = session
        .analyse(&request, &Stop::new(), &mut |_| ())
        .expect("a search");
    assert_eq!((view.score.kind, view.score.value), ("heuristic", 1600));
    assert!(
        view.lines[0].leaf_eval.abs() > 1600,
        "the judge itself says so"
    );
}

/// A strange entry, found because its short key is the right one by chance, would prove what is not
/// so. So whoever asks for a proof gets a table of whole keys, and a short one is refused.
#[test]
fn proofs_have_whole_keys() {
    let session = open("connect-four").expect("a game");
    let sound = AnalysisRequest {
        base: Some(
            session
                .read_config("base = \"sound\"", &exact(3))
                .expect("a configuration"),
        ),
        ..AnalysisRequest::within(Limits::depth(3))
    };
    let stop = Stop::new();
    for request in [exact(3), sound] {
        let [short, whole] = [Keys::Short, Keys::Whole].map(|keys| {
            let table = Table::new(1 << 20, keys).expect("a table");
            session.analyse_in(&table, &request, &stop, &mut |_| ())
        });
        let fault = short.expect_err("a short key proves nothing");
        assert!(fault.what.contains("short keys"), "{fault}");
        assert!(whole.is_ok());
        assert!(session.analyse(&request, &stop, &mut |_| ()).is_ok());
        let mut player = Player::new(request.clone()).expect("a player");
        let view = player.think(&*session, Limits::default(), &stop, &mut |_| ());
        assert!(view.is_ok());
        let mut played = session.fork();
        played.play("d").expect("a legal move");
        assert!(review(&*played, &request, &stop, &mut |_| ()).is_ok());
    }
}
