//! Several threads, several lines, and a table that remembers other searches: minimax's values
//! all the same.

use ponder_core::Rules;
use ponder_search::{Config, Driver, Limits, Search, Stop, Switch, Switches};
use ponder_testkit::Case;

use crate::samples::{self, DEPTH, Sample};
use crate::{Bench, configs};

/// Positions a game: fewer, because threads are dear.
const POSITIONS: usize = 12;

/// Few sets of switches that differ much, each with both drivers.
fn some_configs() -> Vec<Config> {
    let all = configs();
    let rich = |config: &&Config| config.switches.iter().count() > 4;
    let mut some: Vec<_> = all.iter().filter(rich).step_by(9).cloned().collect();
    some.push(Config::sound());
    some
}

/// The values of the lines that a search finds, none of them beginning like another.
fn lines<R: Rules>(
    bench: &Bench<'_, R>,
    case: &Case<R>,
    config: &Config,
    (depth, lines, threads): (u32, usize, usize),
) -> Vec<(i32, R::Move)> {
    let search = Search {
        rules: bench.rules,
        judge: &bench.oracle,
        table: Some(&bench.table),
        config,
        limits: Limits::depth(depth),
        lines,
        threads,
    };
    let report = search.run(&case.pos, &case.history, &Stop::new(), &mut |_| ());
    let report = report.expect("an unfinished game");
    let found = report.lines.iter().map(|line| (line.score, line.moves[0]));
    found.collect()
}

fn threads_agree<R: Rules>(samples: &[Sample<R>]) {
    for sample in samples {
        let mut bench = Bench::new(&sample.rules, 64);
        for case in &sample.cases {
            let truth = bench.truth(case, DEPTH);
            for (number, config) in some_configs().iter().enumerate() {
                let mut apart = config.clone();
                apart.switches = config.switches.with(Switch::Abdada);
                for config in [config, &apart] {
                    bench.table.clear();
                    let found = lines(&bench, case, config, (DEPTH, 1, 2 + number % 2))[0];
                    assert!(
                        found.0 == truth[0].0 && truth.contains(&found),
                        "{config}: {found:?} instead of {:?} in {case:?}",
                        truth[0]
                    );
                }
            }
        }
    }
}

#[test]
fn threads() {
    threads_agree(&samples::othello(POSITIONS));
    threads_agree(&samples::gothello(POSITIONS));
    threads_agree(&samples::connect_four(POSITIONS));
    threads_agree(&samples::checkers(POSITIONS));
    threads_agree(&samples::abalone(POSITIONS));
    threads_agree(&samples::expendibots(POSITIONS));
}

/// The k lines have the k best values, each is of its own move, and there are never more of them
/// than moves.
fn several_lines_are_the_best<R: Rules>(samples: &[Sample<R>]) {
    for sample in samples {
        let mut bench = Bench::new(&sample.rules, 64);
        for case in &sample.cases {
            for depth in 1..=DEPTH {
                let truth = bench.truth(case, depth);
                for config in &some_configs() {
                    for count in [2, 3, 100] {
                        bench.table.clear();
                        let found = lines(&bench, case, config, (depth, count, 1));
                        let place = || format!("{config} at depth {depth} of {case:?}");
                        assert_eq!(found.len(), count.min(truth.len()), "{}", place());
                        for (index, line) in found.iter().enumerate() {
                            assert_eq!(line.0, truth[index].0, "{}", place());
                            assert!(truth.contains(line), "{}", place());
                            assert!(!found[..index].contains(line), "{}", place());
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn lines_are_the_best() {
    several_lines_are_the_best(&samples::othello(POSITIONS));
    several_lines_are_the_best(&samples::gothello(POSITIONS));
    several_lines_are_the_best(&samples::connect_four(POSITIONS));
    several_lines_are_the_best(&samples::checkers(POSITIONS));
    several_lines_are_the_best(&samples::abalone(POSITIONS));
    several_lines_are_the_best(&samples::expendibots(POSITIONS));
}

/// Sound searches of different depths and configurations may share a table.
fn memories_do_no_harm<R: Rules>(samples: &[Sample<R>]) {
    for sample in samples {
        let mut bench = Bench::new(&sample.rules, 4096);
        let sets = [
            Switches::of(&[Switch::Table, Switch::TableMove, Switch::Etc]),
            Switches::of(&[Switch::Table, Switch::Folding, Switch::Deepening]),
        ];
        for case in &sample.cases {
            for depth in (1..=DEPTH).chain((1..=DEPTH).rev()) {
                let truth = bench.truth(case, depth);
                for switches in sets {
                    for driver in [Driver::Window, Driver::Mtdf] {
                        let config = Config {
                            driver,
                            switches,
                            ..Config::plain()
                        };
                        bench.table.next_search();
                        let found = lines(&bench, case, &config, (depth, 1, 1))[0];
                        assert_eq!(found.0, truth[0].0, "{config} at {depth} of {case:?}");
                        assert!(truth.contains(&found), "{config} at {depth} of {case:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_table_serves_many_searches() {
    memories_do_no_harm(&samples::othello(50));
    memories_do_no_harm(&samples::gothello(50));
    memories_do_no_harm(&samples::connect_four(50));
    memories_do_no_harm(&samples::checkers(50));
    memories_do_no_harm(&samples::abalone(50));
    memories_do_no_harm(&samples::expendibots(50));
}
