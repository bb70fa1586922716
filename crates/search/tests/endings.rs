//! Endings that are solved here by other means: the search must find the true values and the true
//! distances, and must call nothing proven that is not.

use std::collections::HashMap;

use ponder_core::{
    Game, Judge, MoveList, Random, Rules, Score, WIN, WON, Weights, outcome_score, to_node, to_root,
};
use ponder_games::checkers::Checkers;
use ponder_games::connect_four::ConnectFour;
use ponder_games::expendibots::Expendibots;
use ponder_games::gothello::Gothello;
use ponder_games::othello::Othello8;
use ponder_search::{Config, Driver, Kind, Limits, Line, Search, Stop};
use ponder_table::{Keys, Table};
use ponder_testkit::{Case, Oracle, draw_cases, open, random_setup};

fn successors<R: Rules>(rules: &R, pos: &R::Pos) -> Vec<R::Pos> {
    let mut list = MoveList::<R>::new();
    rules.moves(pos, &mut list);
    list.iter().map(|m| rules.play(pos, *m)).collect()
}

/// The value of an unfinished game, if it is over by the board.
fn ended<R: Rules>(rules: &R, pos: &R::Pos) -> Option<Score> {
    let score = |outcome| outcome_score(outcome, rules.turn(pos), R::MARGINS, 0);
    rules.ended(pos).map(score)
}

/// Solves a game that never returns to a position: negamax to the end, remembering all.
fn solve<R: Rules>(rules: &R, pos: &R::Pos, known: &mut HashMap<u64, Score>) -> Score {
    let key = rules.key(pos);
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let value = ended(rules, pos).unwrap_or_else(|| {
        let below = successors(rules, pos);
        let values = below.iter().map(|p| -to_root(solve(rules, p, known), 1));
        values.max().expect("an unfinished game has moves")
    });
    known.insert(key, value);
    value
}

/// Solves a game that can go round in circles, backwards from its ends: in the n-th sweep over
/// all positions that can follow `pos`, those that are won or lost in n plies are found. What is
/// never found is a draw and left out.
fn solve_backwards<R: Rules>(rules: &R, pos: &R::Pos) -> Vec<(R::Pos, Score)> {
    let mut below = HashMap::new();
    let mut waiting = vec![*pos];
    let mut values = HashMap::new();
    let mut positions = Vec::new();
    while let Some(pos) = waiting.pop() {
        let key = rules.key(&pos);
        if below.contains_key(&key) || values.contains_key(&key) {
            continue;
        }
        if let Some(value) = ended(rules, &pos) {
            values.insert(key, value);
            continue;
        }
        let next = successors(rules, &pos);
        below.insert(key, next.iter().map(|p| rules.key(p)).collect::<Vec<_>>());
        waiting.extend(next);
        positions.push(pos);
    }
    for plies in 1.. {
        let found: Vec<_> = below
            .iter()
            .filter_map(|(key, next)| {
                let known = next.iter().map(|key| values.get(key).copied());
                let worst = known.clone().flatten().min();
                if worst.is_some_and(|worst| worst <= -WON) {
                    return Some((*key, WIN - plies));
                }
                let lost = known.clone().all(|value| value.is_some_and(|v| v >= WON));
                lost.then_some((*key, plies - WIN))
            })
            .collect();
        if found.is_empty() {
            break;
        }
        for (key, value) in found {
            below.remove(&key);
            values.insert(key, value);
        }
    }
    let value = |pos: R::Pos| values.get(&rules.key(&pos)).map(|value| (pos, *value));
    positions.into_iter().filter_map(value).collect()
}

fn search<R: Rules>(
    rules: &R,
    judge: &impl Judge<R>,
    case: &Case<R>,
    config: &Config,
    limits: Limits,
) -> Line<R> {
    let table = Table::new(1 << 18, Keys::Whole).expect("a table");
    let search = Search {
        rules,
        judge,
        table: Some(&table),
        config,
        limits,
        lines: 1,
        threads: 1,
    };
    let report = search.run(&case.pos, &case.history, &Stop::new(), &mut |_| ());
    report.expect("an unfinished game").lines[0].clone()
}

fn sound_configs() -> [Config; 3] {
    let folded = Config::sound()
        .changed("folding,shallow", "")
        .expect("valid");
    let mtdf = Config {
        driver: Driver::Mtdf,
        ..Config::sound()
    };
    [Config::sound(), folded, mtdf]
}

/// Wins and losses in as many plies as they take, found at that depth and not before.
fn distances_are_true<G: Game>(game: &G, case: &Case<G>, value: Score, deepest: u32) -> bool {
    let plies = (WIN - value.abs()) as u32;
    if value == 0 || plies > deepest {
        return false;
    }
    let oracle = Oracle::new();
    for config in &sound_configs() {
        let line = search(game, &oracle, case, config, Limits::depth(plies));
        assert_eq!(line.score, value, "{config} in {:?}", case.pos);
        assert_eq!(line.moves.len() as u32, plies, "{config} in {:?}", case.pos);
        if plies > 1 {
            let line = search(game, &oracle, case, config, Limits::depth(plies - 1));
            assert!(line.score.abs() < WON, "{config} in {:?}", case.pos);
        }
    }
    let (with, without) = G::TECHNIQUES;
    let config = Config::standard().changed(with, without).expect("valid");
    let judge = Weights::standard::<G>();
    let line = search(game, &judge, case, &config, Limits::depth(plies + 4));
    assert_eq!(line.score.signum(), value.signum(), "{:?}", case.pos);
    assert!(line.score.abs() >= WON, "{} in {:?}", line.score, case.pos);
    true
}

/// Solves an ending with so many pieces, and compares some of the positions that follow it and
/// are decided within `deepest` plies.
fn endings_are_true<G: Game>(id: &str, pieces: [usize; 2], deepest: u32) {
    const COMPARED: usize = 100;
    let game: G = open(id);
    let mut random = Random::new(1);
    let ending = std::iter::repeat_with(|| random_setup(&game, pieces, 1, &mut random))
        .flatten()
        .find(|pos| game.ended(pos).is_none());
    let mut solved = solve_backwards(&game, &ending.expect("there is always another"));
    solved.retain(|(_, value)| WIN - value.abs() <= deepest as Score);
    assert!(solved.len() >= COMPARED, "{} positions", solved.len());
    for (pos, value) in solved.iter().step_by(solved.len() / COMPARED) {
        let case = Case::new(&game, *pos);
        assert!(distances_are_true(&game, &case, *value, deepest));
    }
}

#[test]
fn distances_in_checkers() {
    endings_are_true::<Checkers>("checkers:repetition=off,quiet=off", [2, 1], 9);
    endings_are_true::<Checkers>("checkers:repetition=off,quiet=off", [1, 2], 9);
}

#[test]
fn distances_in_expendibots() {
    endings_are_true::<Expendibots>("expendibots:repetition=off,plies=off", [2, 1], 5);
}

/// Positions of random games that are over after `plies` more plies at the latest.
fn late_connect_four(game: &ConnectFour, plies: u32, count: usize) -> Vec<Case<ConnectFour>> {
    let start = |_: &mut Random| Some(game.start());
    let size = (plies, 5000);
    draw_cases(game, start, 26..40, size, |tree| tree.open == 0, count)
}

#[test]
fn distances_in_connect_four() {
    let game: ConnectFour = open("connect-four");
    let cases = late_connect_four(&game, 12, 100);
    let (mut decided, mut known) = (0, HashMap::new());
    for case in cases {
        let value = solve(&game, &case.pos, &mut known);
        decided += usize::from(distances_are_true(&game, &case, value, 12));
    }
    assert!(decided >= 50, "{decided} decided positions");
}

/// What a line claims must be so.
fn claims_are_true<R: Rules>(line: &Line<R>, value: Score, place: &str) {
    match line.kind() {
        Kind::Heuristic => (),
        Kind::Exact => assert_eq!(line.score, value, "{place}"),
        Kind::Win(plies) => assert_eq!(value, to_node(WIN - plies as Score, 0), "{place}"),
        Kind::Loss(plies) => assert_eq!(value, to_node(plies as Score - WIN, 0), "{place}"),
    }
}

/// At every depth, nothing is called proven that the horizon has to do with; deep enough,
/// everything is.
fn proofs_are_proofs<R: Rules>(rules: &R, cases: &[Case<R>], deepest: u32) {
    let (oracle, mut known, mut open) = (Oracle::new(), HashMap::new(), 0);
    for case in cases {
        let value = solve(rules, &case.pos, &mut known);
        for config in &sound_configs() {
            for depth in 1..=deepest {
                let line = search(rules, &oracle, case, config, Limits::depth(depth));
                let place = format!("{config} at depth {depth} of {:?}", case.pos);
                claims_are_true(&line, value, &place);
                open += u32::from(line.kind() == Kind::Heuristic);
                if depth == deepest {
                    assert_ne!(line.kind(), Kind::Heuristic, "{place}");
                }
            }
        }
    }
    assert!(open > 0, "every search reached the end of the game");
}

#[test]
fn proofs_in_othello() {
    let game: Othello8 = open("othello:size=4x4");
    let start = |_: &mut Random| Some(game.start());
    // At most eight empty squares, and a pass between any two moves.
    let cases = draw_cases(&game, start, 4..10, (1, 16), |_| true, 60);
    proofs_are_proofs(&game, &cases, 17);
}

#[test]
fn proofs_in_connect_four() {
    let game: ConnectFour = open("connect-four");
    let cases = late_connect_four(&game, 10, 60);
    proofs_are_proofs(&game, &cases, 10);
}

#[test]
fn proofs_in_gothello() {
    let game: Gothello = open("gothello:size=3x3");
    let start = |_: &mut Random| Some(game.start());
    let cases = draw_cases(&game, start, 0..9, (1, 10), |_| true, 40);
    proofs_are_proofs(&game, &cases, 30);
}

/// An iteration that is broken off knows the moves it has looked at, no more: a move that loses
/// proves no loss while others are left.
#[test]
fn broken_off_searches_claim_nothing_false() {
    let game: ConnectFour = open("connect-four");
    let cases = late_connect_four(&game, 12, 100);
    let (oracle, mut known) = (Oracle::new(), HashMap::new());
    for case in cases {
        let value = solve(&game, &case.pos, &mut known);
        for config in &sound_configs() {
            for nodes in (1..300).step_by(7) {
                let line = search(&game, &oracle, &case, config, Limits::nodes(nodes));
                // A win may turn out to be nearer.
                let place = format!("{config} after {nodes} nodes of {:?}", case.pos);
                match line.kind() {
                    Kind::Win(_) => assert!(value >= line.score, "{place}"),
                    _ => claims_are_true(&line, value, &place),
                }
            }
        }
    }
}
