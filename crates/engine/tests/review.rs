//! A review finds the mistakes of a game, and only those; a tree can be walked.

use ponder_engine::{AnalysisRequest, Limits, ReviewView, Session, Stop, open, review};

fn played(game: &str, moves: &str) -> Box<dyn Session> {
    let mut session = open(game).expect("a game");
    for word in moves.split_whitespace() {
        session.play(word).expect("a legal move");
    }
    session
}

fn reviewed(session: &dyn Session, stop: &Stop) -> ReviewView {
    let request = AnalysisRequest {
        hash: 1 << 20,
        ..AnalysisRequest::within(Limits::nodes(5000))
    };
    let mut heard = Vec::new();
    let view = review(session, &request, stop, &mut |ply| heard.push(ply.ply));
    let view = view.expect("a review");
    // The last move comes first.
    assert!(heard.is_sorted_by(|a, b| a > b));
    assert_eq!(heard.len(), view.plies.len());
    view
}

#[test]
fn a_blunder_is_named_with_what_was_better() {
    // Yellow does not see three in a column.
    let session = played("connect-four", "a g a g a f a");
    let view = reviewed(&*session, &Stop::new());
    assert_eq!(view.plies.len(), 7);
    assert!(!view.stopped);
    let blunder = &view.plies[5];
    assert_eq!((blunder.turn, blunder.class), ("yellow", "blunder"));
    assert_eq!(blunder.best, "a");
    assert!(blunder.chance_after < 0.01 && blunder.loss > 0.15);
    assert!(blunder.chance_first > 0.99);
    assert!(blunder.words.contains("win in 1 ply"), "{}", blunder.words);
    let last = &view.plies[6];
    assert_eq!((last.class, last.best.as_str()), ("best", "a"));
    let players = &view.players;
    assert!(players["yellow"].blunders >= 1);
    assert!(players["yellow"].accuracy < players["red"].accuracy);
    assert_eq!(players["red"].moves, 4);
    assert_eq!(session.line().len(), 7, "the session stands where it stood");
}

#[test]
fn forced_moves_are_no_mistakes() {
    // Black must capture, whatever comes of it.
    let mut session = played("checkers", "11-15 22-18");
    let capture = session.move_texts(true);
    assert_eq!(capture.len(), 1, "{capture:?}");
    session.play(&capture[0]).expect("a legal move");
    let view = reviewed(&*session, &Stop::new());
    let forced = &view.plies[2];
    assert_eq!(forced.class, "best");
    assert!(forced.loss.abs() < 1e-12);
    assert!(forced.words.contains("only move"), "{}", forced.words);
    assert_eq!(view.players["black"].moves, 1);
}

#[test]
fn a_review_can_be_stopped_and_needs_a_move() {
    let stop = Stop::new();
    stop.ask();
    let session = played("othello", "d3 c5 d6");
    let view = reviewed(&*session, &stop);
    assert!(view.stopped && view.plies.is_empty());
    let nothing = open("othello").expect("a game");
    let request = AnalysisRequest::within(Limits::nodes(100));
    let fault = review(&*nothing, &request, &Stop::new(), &mut |_| ());
    assert!(fault.expect_err("nothing to review").hint.is_some());
}

#[test]
fn the_tree_of_a_traced_search_can_be_walked() {
    let session = played("othello", "d3 c5");
    let request = AnalysisRequest {
        trace: true,
        hash: 1 << 20,
        ..AnalysisRequest::within(Limits::depth(6))
    };
    let view = session.analyse(&request, &Stop::new(), &mut |_| ());
    let view = view.expect("an unfinished game");
    let tree = view.tree.clone().expect("a tree");
    assert_eq!(tree.depth, 6);
    let root = tree.at::<&str>(&[]).expect("the root");
    assert_eq!(root.node.text, None);
    assert_eq!(root.node.value, view.score.value);
    assert_eq!(root.children.len(), session.move_texts(true).len());
    // The principal variation is there as far as the record goes.
    for length in 1..=3 {
        let at = tree.at(&view.pv[..length]).expect("recorded");
        assert_eq!(at.node.kind, "pv");
        assert_eq!(at.node.text.as_deref(), Some(view.pv[length - 1].as_str()));
        assert_eq!(at.node.children, at.children.len());
    }
    let fault = tree.at(&["a1"]).expect_err("not legal");
    assert!(fault.hint.expect("a hint").contains(&view.best));
    let without = AnalysisRequest {
        trace: false,
        ..request
    };
    let plain = session.analyse(&without, &Stop::new(), &mut |_| ());
    let plain = plain.expect("an unfinished game");
    assert!(plain.tree.is_none());
    assert_eq!(plain.nodes, view.nodes);
}
