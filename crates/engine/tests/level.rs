//! Levels of play: repeatable, legal, obedient, and ordered by what their moves cost.

use std::time::{Duration, Instant};

use ponder_engine::{
    AnalysisRequest, Clock, Keys, LEVELS, Level, Limits, Session, Stop, Table, open, reply,
};

const HASH: usize = 1 << 20;

fn level(name: &str) -> &'static Level {
    Level::named(name).expect("a level")
}

/// A move at a level, with nothing known from before.
fn fresh(session: &dyn Session, name: &str, seed: u64) -> String {
    let table = Table::new(HASH, Keys::Short).expect("a table");
    let limits = Limits::default();
    let reply = reply(session, level(name), &table, limits, seed, &Stop::new());
    reply.expect("a move").play
}

/// Stands where these moves lead.
fn after(game: &str, moves: &str) -> Box<dyn Session> {
    let mut session = open(game).expect("a game");
    for word in moves.split_whitespace() {
        session.play(word).expect("a legal move");
    }
    session
}

#[test]
fn the_same_seed_gives_the_same_move_and_others_vary() {
    let session = open("othello").expect("a game");
    let after_two = after("othello", "d3 c5");
    let moves = |seed| fresh(&*after_two, "newcomer", seed);
    assert_eq!(moves(7), moves(7));
    let mut seen: Vec<_> = (0..20).map(moves).collect();
    seen.sort();
    seen.dedup();
    assert!(seen.len() > 1, "always {seen:?}");
    for level in &LEVELS[..6] {
        let play = fresh(&*session, level.name, 1);
        assert!(session.move_texts(false).contains(&play));
    }
}

/// How much win chance a level's moves cost on average, as a deeper search sees it.
fn mean_loss(game: &str, name: &str) -> f64 {
    const GAMES: u64 = 16;
    const PLIES: usize = 12;
    let judged = |session: &dyn Session| {
        let request = AnalysisRequest {
            hash: HASH,
            ..AnalysisRequest::within(Limits::depth(5))
        };
        let view = session.analyse(&request, &Stop::new(), &mut |_| ());
        view.expect("an unfinished game").chance
    };
    let (mut sum, mut count) = (0.0, 0);
    for seed in 0..GAMES {
        let mut session = open(game).expect("a game");
        for _ in 0..PLIES {
            let best = judged(&*session);
            let play = fresh(&*session, name, seed);
            session.play(&play).expect("a legal move");
            if session.outcome().is_some() {
                break;
            }
            sum += (best - (1.0 - judged(&*session))).max(0.0);
            count += 1;
        }
    }
    sum / f64::from(count)
}

#[test]
fn lower_levels_lose_more() {
    for game in ["othello:size=6x6", "checkers"] {
        let losses = ["newcomer", "casual", "strong"].map(|name| mean_loss(game, name));
        assert!(
            losses.is_sorted_by(|low, high| low > high),
            "{game}: {losses:?}"
        );
    }
}

#[test]
fn a_win_at_hand_is_taken_and_a_loss_at_once_is_seen() {
    // Red has three in column a, yellow three in column g.
    let win = after("connect-four", "a g a g a g");
    let threat = after("connect-four", "a g b g a g");
    for level in &LEVELS[1..7] {
        for seed in 0..5 {
            assert_eq!(fresh(&*win, level.name, seed), "a", "{}", level.name);
            assert_eq!(fresh(&*threat, level.name, seed), "g", "{}", level.name);
        }
    }
}

#[test]
fn clocks_and_stops_are_obeyed() {
    let session = open("abalone").expect("a game");
    let table = Table::new(HASH, Keys::Short).expect("a table");
    let hurry = Limits {
        clock: Some(Clock {
            left: Duration::from_millis(50),
            increment: Duration::ZERO,
            moves: None,
        }),
        ..Limits::default()
    };
    let asked = Stop::new();
    asked.ask();
    for level in LEVELS {
        let begun = Instant::now();
        let in_time = reply(&*session, level, &table, hurry, 1, &Stop::new());
        session
            .fork()
            .play(&in_time.expect("a move").play)
            .expect("a legal move");
        let stopped = reply(&*session, level, &table, Limits::default(), 1, &asked);
        session
            .fork()
            .play(&stopped.expect("a move").play)
            .expect("a legal move");
        assert!(begun.elapsed() < Duration::from_secs(5), "{}", level.name);
    }
}

#[test]
fn a_finished_game_has_no_reply() {
    let session = after("connect-four", "a g a g a g a");
    let table = Table::new(HASH, Keys::Short).expect("a table");
    let limits = Limits::default();
    let fault = reply(&*session, level("club"), &table, limits, 1, &Stop::new());
    assert!(
        fault
            .expect_err("nothing to play")
            .to_string()
            .contains("over")
    );
}
