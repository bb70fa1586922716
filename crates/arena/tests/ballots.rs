//! The ballots are legal, distinct, and as many as the associations list.

use std::collections::HashSet;

use ponder_arena::ballots::{self, Deck, Status, ballots};
use ponder_engine::open;

#[test]
fn there_are_174_in_three_classes() {
    let count = |deck| ballots(deck).len();
    assert_eq!(count(Deck::All), 174);
    assert_eq!(count(Deck::Only(Status::Crossboard)), 144);
    assert_eq!(count(Deck::Only(Status::Mailplay)), 12);
    assert_eq!(count(Deck::Only(Status::Barred)), 18);
    assert_eq!(count(Deck::Playable), 156);
    assert_eq!(count(Deck::Tough), 50);
}

#[test]
fn every_ballot_is_legal_and_no_two_are_the_same() {
    let fresh = open("checkers").expect("a game");
    let (mut positions, mut lines) = (HashSet::new(), HashSet::new());
    for (number, ballot) in (1..).zip(ballots(Deck::All)) {
        assert_eq!(ballot.number, number);
        let mut session = fresh.fork();
        for word in ballot.moves {
            let played = session.play(word);
            assert_eq!(played.as_deref(), Ok(word), "ballot {number}");
        }
        assert!(positions.insert(session.position_text()), "ballot {number}");
        assert!(lines.insert(ballot.moves), "ballot {number}");
    }
}

#[test]
fn known_ballots_stand_at_their_numbers() {
    let all = ballots(Deck::All);
    let at = |number: usize| &all[number - 1];
    assert_eq!(at(1).moves, ["9-13", "21-17", "5-9"]);
    assert_eq!(at(68).name, Some("White Doctor"));
    assert_eq!(at(68).moves, ["10-14", "22-18", "12-16"]);
    assert_eq!(at(153).status, Status::Mailplay);
    assert_eq!(at(171).status, Status::Barred);
    assert_eq!(at(174).moves, ["12-16", "24-20", "10-15"]);
    let barred = ballots(Deck::Only(Status::Barred));
    let barred: Vec<_> = barred.iter().map(|ballot| ballot.number).collect();
    let known = [
        3, 13, 26, 35, 44, 45, 48, 52, 77, 88, 94, 109, 114, 137, 145, 156, 168, 171,
    ];
    assert_eq!(barred, known);
}

#[test]
fn ballots_are_openings_of_checkers_only() {
    let fresh = open("checkers").expect("a game");
    assert!(ballots::belong_to(&*fresh).is_ok());
    for opening in ballots::openings(Deck::All) {
        let session = opening.session(&*fresh).expect("legal");
        assert_eq!(session.line().len(), 3);
    }
    let other = open("othello").expect("a game");
    let fault = ballots::belong_to(&*other).expect_err("no ballots");
    assert!(fault.to_string().contains("othello has no ballots"));
    let fault = Deck::named("easy").expect_err("no such deck");
    assert!(fault.to_string().contains("crossboard"));
}
