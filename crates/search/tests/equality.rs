//! Every algorithm and every sound switch finds plain minimax's value, with a judge whose
//! opinions are random: no error can hide behind a smooth evaluation.

use ponder_core::{History, INFINITE, Judge, Player, Random, Rules, Score};
use ponder_games::connect_four::ConnectFour;
use ponder_games::expendibots::Expendibots;
use ponder_games::gothello::Gothello;
use ponder_search::textbook::Textbook;
use ponder_search::{Config, Driver, Limits, Search, Stop, Switch, Switches};
use ponder_table::Table;
use ponder_testkit::{open, random_line, read};

/// Opinions drawn from the least key of a position and its images: random, but symmetric, as
/// folding may expect.
struct Oracle;

impl<R: Rules> Judge<R> for Oracle {
    fn judge(&self, rules: &R, pos: &R::Pos) -> Score {
        let keys = (0..rules.symmetries()).map(|s| rules.key(&rules.turned(pos, s)));
        let key = keys.min().expect("there is the identity");
        (key >> 40) as Score % 201 - 100
    }
}

/// A position in the middle of a game, and its past.
struct Case<R: Rules> {
    pos: R::Pos,
    history: History,
}

fn cases<R: Rules>(rules: &R, start: R::Pos, count: u64, plies: usize) -> Vec<Case<R>> {
    let case = |seed| {
        let mut random = Random::new(seed);
        let line = random_line(rules, start, seed, random.below(plies + 1));
        let mut history = History::new(rules, &line[0]);
        line[1..].iter().for_each(|pos| history.push(rules, pos));
        Case {
            pos: *line.last().expect("a line is never empty"),
            history,
        }
    };
    (0..)
        .map(case)
        .filter(|case| rules.ended(&case.pos).is_none())
        .take(count as usize)
        .collect()
}

/// The values of all root moves by negamax.
fn truth<R: Rules>(rules: &R, case: &Case<R>, depth: u32) -> (Score, Vec<R::Move>) {
    let mut textbook = Textbook::new(rules, &Oracle, case.history.clone());
    textbook.root_values(&case.pos, depth)
}

fn check<R: Rules>(
    rules: &R,
    case: &Case<R>,
    depth: u32,
    config: &Config,
    expected: &(Score, Vec<R::Move>),
) {
    let table = Table::new(1 << 16).expect("a table");
    let search = Search {
        rules,
        judge: &Oracle,
        table: Some(&table),
        config,
        limits: Limits::depth(depth),
        lines: 1,
        threads: 1,
    };
    let report = search
        .run(&case.pos, &case.history, &Stop::new(), &mut |_| ())
        .expect("an unfinished game");
    let line = &report.lines[0];
    assert_eq!(
        line.score, expected.0,
        "{config} at depth {depth} of {:?}",
        case.pos
    );
    assert!(
        expected.1.contains(&line.moves[0]),
        "{config} at depth {depth} of {:?}",
        case.pos
    );
}

fn textbook_agrees<R: Rules>(rules: &R, case: &Case<R>, depth: u32, value: Score) {
    let new = || Textbook::new(rules, &Oracle, case.history.clone());
    let sign = if rules.turn(&case.pos) == Player::First {
        1
    } else {
        -1
    };
    assert_eq!(new().minimax(&case.pos, depth) * sign, value);
    assert_eq!(new().negamax(&case.pos, depth), value);
    assert_eq!(
        new().alpha_beta(&case.pos, depth, -INFINITE, INFINITE),
        value
    );
    assert_eq!(new().pvs(&case.pos, depth, -INFINITE, INFINITE), value);
    assert_eq!(new().mtdf(&case.pos, depth, 0), value);
}

fn configs() -> Vec<Config> {
    let sound: Vec<_> = Switch::ALL
        .iter()
        .copied()
        .filter(|switch| switch.sound())
        .collect();
    let mut sets = vec![Switches::NONE, Switches::of(&sound)];
    for (index, &a) in sound.iter().enumerate() {
        sets.push(Switches::of(&[a]));
        for &b in &sound[index + 1..] {
            sets.push(Switches::of(&[a, b]));
        }
    }
    let mut random = Random::new(11);
    for _ in 0..50 {
        let chosen: Vec<_> = sound
            .iter()
            .copied()
            .filter(|_| random.below(2) == 0)
            .collect();
        sets.push(Switches::of(&chosen));
    }
    let mut configs = Vec::new();
    for switches in sets {
        for driver in [Driver::Window, Driver::Mtdf] {
            configs.push(Config {
                driver,
                switches,
                ..Config::plain()
            });
        }
    }
    configs
}

fn equality<R: Rules>(rules: &R, plies: usize) {
    equality_from(rules, rules.start(), plies);
}

fn equality_from<R: Rules>(rules: &R, start: R::Pos, plies: usize) {
    let configs = configs();
    for (index, case) in cases(rules, start, 200, plies).iter().enumerate() {
        for depth in 1..=5 {
            let expected = truth(rules, case, depth);
            textbook_agrees(rules, case, depth, expected.0);
            // Every configuration meets several positions, every position several configurations.
            for (number, config) in configs.iter().enumerate() {
                if (number + index + depth as usize).is_multiple_of(8)
                    || config.switches.iter().count() > 5
                {
                    check(rules, case, depth, config, &expected);
                }
            }
        }
    }
}

#[test]
fn connect_four() {
    equality(&ConnectFour::default(), 36);
}

#[test]
fn gothello() {
    equality(&open::<Gothello>("gothello:size=3x3"), 12);
}

/// Two stacks each, so that the tree is small and positions recur; the limits lie within reach.
#[test]
fn expendibots_with_repetition_and_ply_limit() {
    let game: Expendibots = open("expendibots:repetition=2,plies=9");
    let pos = read(
        &game,
        "......../.b....../......../......../......../......../......w./........ w",
    );
    equality_from(&game, pos, 6);
}
