//! Lines: legal whatever techniques are on, the same every time, and, where all techniques are
//! sound, worth what their leaf is worth.

use ponder_core::{
    ErrorModel, Game, History, Judge, MoveList, Random, Rules, Score, WON, Weights, outcome_score,
};
use ponder_games::abalone::Abalone;
use ponder_games::checkers::Checkers;
use ponder_games::connect_four::ConnectFour;
use ponder_games::expendibots::Expendibots;
use ponder_games::gothello::Gothello;
use ponder_games::othello::Othello8;
use ponder_search::{Config, Driver, Limits, Line, Report, Search, Stop, Switch, Switches};
use ponder_table::{Silent, Table, Transpositions, Whole};
use ponder_testkit::{Case, draw_cases, open};

/// A random configuration that makes sense, of sound techniques or of any.
fn random_config(random: &mut Random, sound: bool) -> Config {
    loop {
        let switches = Switch::ALL.iter().copied();
        let chosen = switches.filter(|s| (s.sound() || !sound) && random.below(2) == 0);
        let chosen: Vec<_> = chosen.collect();
        let model = |deep, shallow| ErrorModel {
            deep,
            shallow,
            slope: 1.0,
            offset: 0.0,
            sigma: 80.0,
        };
        let config = Config {
            driver: [Driver::Window, Driver::Mtdf][random.below(2)],
            switches: Switches::of(&chosen),
            probcut: vec![model(3, 1), model(4, 1), model(4, 2)],
            ..Config::plain()
        };
        if let Ok(config) = config.check() {
            return config;
        }
    }
}

fn search<G: Game>(
    game: &G,
    case: &Case<G>,
    config: &Config,
    limits: Limits,
    lines: usize,
) -> Report<G> {
    let table = Table::new(1 << 16, config.table_keys()).expect("a table");
    search_in(&table, game, case, config, limits, lines)
}

fn search_in<G: Game>(
    table: &impl Transpositions,
    game: &G,
    case: &Case<G>,
    config: &Config,
    limits: Limits,
    lines: usize,
) -> Report<G> {
    let search = Search {
        rules: game,
        judge: &Weights::standard::<G>(),
        table: Some(table),
        config,
        limits,
        lines,
        threads: 1,
    };
    let report = search.run(&case.pos, &case.history, &Stop::new(), &mut |_| ());
    report.expect("an unfinished game")
}

/// Positions of random games.
fn cases<G: Game>(game: &G, count: usize) -> Vec<Case<G>> {
    let start = |_: &mut Random| Some(game.start());
    draw_cases(game, start, 0..40, (1, 1000), |_| true, count)
}

/// Plays a line; every move must be legal, the past must end nothing before the last, and it must
/// lead to the leaf. Returns the past with the line.
fn replay<G: Rules>(game: &G, case: &Case<G>, line: &Line<G>, place: &str) -> History {
    let (mut pos, mut history) = (case.pos, case.history.clone());
    for (index, &m) in line.moves.iter().enumerate() {
        let mut list = MoveList::<G>::new();
        game.moves(&pos, &mut list);
        assert!(list.contains(&m), "move {index} of {line:?} {place}");
        let over = index > 0 && game.drawn(&pos, &history).is_some();
        assert!(!over, "move {index} after the end: {line:?} {place}");
        pos = game.play(&pos, m);
        history.push(game, &pos);
    }
    assert_eq!(pos, line.leaf, "{line:?} {place}");
    history
}

/// What a leaf is worth to the player to move at the root.
fn leaf_value<G: Game>(game: &G, case: &Case<G>, line: &Line<G>, past: &History) -> Score {
    let (leaf, mover) = (&line.leaf, game.turn(&case.pos));
    let over = game.ended(leaf).or_else(|| game.drawn(leaf, past));
    let plies = line.moves.len() as u32;
    match over {
        Some(outcome) => outcome_score(outcome, mover, G::MARGINS, plies),
        None if game.turn(leaf) == mover => Weights::standard::<G>().judge(game, leaf),
        None => -Weights::standard::<G>().judge(game, leaf),
    }
}

fn lines_hold<G: Game>(id: &str, depth: u32) {
    let game: G = open(id);
    let mut random = Random::new(17);
    for case in cases(&game, 25) {
        for round in 0..24 {
            let sound = round % 2 == 0;
            let config = random_config(&mut random, sound);
            let limits = match random.below(3) {
                0 => Limits::nodes(1 + random.below(3000) as u64),
                _ => Limits {
                    depth: Some(1 + random.below(depth as usize) as u32),
                    nodes: Some(200_000),
                    ..Limits::default()
                },
            };
            let report = search(&game, &case, &config, limits, 1 + random.below(3));
            let place = format!("with {config}, {limits:?} in {:?}", case.pos);
            assert!(!report.lines.is_empty(), "{place}");
            let complete = report.complete || report.depth > 0;
            for line in &report.lines {
                let past = replay(&game, &case, line, &place);
                assert!(!line.bound || !report.complete, "{place}");
                // A search that is broken off has a whole line too, or says that it has a bound;
                // only losses it does not claim.
                if sound && complete && !line.bound && line.score != 1 - WON {
                    let value = leaf_value(&game, &case, line, &past);
                    assert_eq!(line.score, value, "{line:?} {place}");
                }
            }
        }
    }
}

#[test]
fn abalone_lines() {
    lines_hold::<Abalone>("abalone:layout=belgian-daisy,repetition=2", 3);
}

#[test]
fn checkers_lines() {
    lines_hold::<Checkers>("checkers:repetition=2,quiet=5", 6);
}

#[test]
fn connect_four_lines() {
    lines_hold::<ConnectFour>("connect-four", 6);
}

#[test]
fn expendibots_lines() {
    lines_hold::<Expendibots>("expendibots:repetition=2,plies=40", 3);
}

#[test]
fn gothello_lines() {
    lines_hold::<Gothello>("gothello:size=4x4", 5);
}

#[test]
fn othello_lines() {
    lines_hold::<Othello8>("othello:size=6x6", 6);
}

/// A table that compares a bit or a few of a key answers with what belongs to other positions: moves
/// that are not legal, wins that are not there. Lines are legal all the same, and end where they say.
fn lies_are_survived<G: Game>(id: &str, depth: u32) {
    let game: G = open(id);
    let mut random = Random::new(29);
    for bits in 1..=4 {
        let table = Whole::<Silent>::with_tag(1 << 14, bits).expect("a table");
        let (mut hits, mut probes) = (0, 0);
        for case in cases(&game, 5) {
            for round in 0..5 {
                let config = match round {
                    0 => Config::of::<G>(),
                    _ => random_config(&mut random, false),
                };
                let limits = Limits {
                    depth: Some(depth),
                    nodes: Some(20_000),
                    ..Limits::default()
                };
                let lines = 1 + random.below(3);
                let report = search_in(&table, &game, &case, &config, limits, lines);
                let place = format!("with {config} in {:?}", case.pos);
                assert!(!report.lines.is_empty(), "{place}");
                for line in &report.lines {
                    replay(&game, &case, line, &place);
                }
                hits += report.stats.hits;
                probes += report.stats.probes;
            }
        }
        // Of four strange entries one has the right bits by chance.
        assert!(hits * 10 > probes, "{hits} hits of {probes}: too few lies");
    }
}

#[test]
fn lines_are_legal_whatever_the_table_says() {
    lies_are_survived::<Abalone>("abalone", 4);
    lies_are_survived::<Checkers>("checkers", 7);
    lies_are_survived::<ConnectFour>("connect-four", 8);
    lies_are_survived::<Expendibots>("expendibots", 4);
    lies_are_survived::<Gothello>("gothello:size=5x5", 6);
    lies_are_survived::<Othello8>("othello", 7);
}

/// The game's own techniques are not sound, but the line they find ends in its value all the same:
/// nothing on it was guessed, and what is searched beyond the horizon is part of it.
fn defaults_hold<G: Game>(id: &str, depth: u32) {
    let game: G = open(id);
    for case in cases(&game, 25) {
        let ways = [Driver::Window, Driver::Mtdf].map(|driver| (driver, ["", "inverted"]));
        for (driver, with) in ways.into_iter().flat_map(|(d, w)| w.map(|with| (d, with))) {
            // A first repetition is worth a draw to the search, though not to the rules, and a
            // judgement that fades is the leaf's no more.
            let config = Config::of::<G>().changed(with, "first-repetition,opening,fade");
            let config = Config {
                driver,
                ..config.expect("names of techniques")
            };
            let report = search(&game, &case, &config, Limits::depth(depth), 1);
            let (line, place) = (&report.lines[0], format!("{config} in {:?}", case.pos));
            let past = replay(&game, &case, line, &place);
            let value = leaf_value(&game, &case, line, &past);
            assert_eq!(line.score, value, "{line:?} with {place}");
        }
    }
}

#[test]
fn lines_of_default_searches_end_in_their_value() {
    defaults_hold::<Abalone>("abalone", 5);
    defaults_hold::<Checkers>("checkers", 9);
    defaults_hold::<ConnectFour>("connect-four", 9);
    defaults_hold::<Expendibots>("expendibots", 5);
    defaults_hold::<Gothello>("gothello", 7);
    defaults_hold::<Othello8>("othello", 9);
}

/// The same nodes, the same moves and the same lines, whatever the number of nodes.
fn same_twice<G: Game>(id: &str) {
    let game: G = open(id);
    let mut random = Random::new(23);
    for case in cases(&game, 8) {
        for round in 0..10 {
            let config = match round {
                0 => Config::of::<G>(),
                _ => random_config(&mut random, round % 3 == 0),
            };
            let nodes = 1 + random.below(6000) as u64;
            let limits = Limits::nodes(nodes);
            let [a, b] = [0; 2].map(|_| search(&game, &case, &config, limits, 1 + round % 2));
            assert_eq!(a.stats, b.stats, "{config}");
            let lines = |report: &Report<G>| {
                let lines = report.lines.iter();
                let parts = lines.map(|line| (line.score, line.exact, line.moves.clone()));
                parts.collect::<Vec<_>>()
            };
            assert_eq!(lines(&a), lines(&b), "{config}");
            assert_eq!(a.depth, b.depth, "{config}");
            assert!(a.stats.nodes <= nodes, "{} of {nodes}", a.stats.nodes);
        }
    }
}

#[test]
fn one_thread_searches_the_same_tree_twice() {
    same_twice::<Abalone>("abalone");
    same_twice::<Checkers>("checkers");
    same_twice::<ConnectFour>("connect-four");
    same_twice::<Expendibots>("expendibots");
    same_twice::<Gothello>("gothello");
    same_twice::<Othello8>("othello");
}
