//! Every algorithm and every sound switch finds plain minimax's value, with a judge whose
//! opinions are random: no error can hide behind a smooth evaluation.
//!
//! Every configuration meets every position at every depth. What makes that possible is that the
//! trees are small, not that anything is left out.

mod samples;
mod several;

use std::ops::AddAssign;

use ponder_core::{INFINITE, Player, Random, Rules, Score};
use ponder_search::textbook::Textbook;
use ponder_search::{Config, Driver, Limits, Numbers, Report, Search, Stop, Switch, Switches};
use ponder_table::{Keys, Table};
use ponder_testkit::{Case, Oracle, Tree};

use samples::{DEPTH, Sample};

/// Trees with more leaves are not compared.
const MOST_LEAVES: u64 = 200_000;

/// Positions a game that must have unfinished positions at the full depth.
const POSITIONS: usize = 200;

/// What is needed to search the positions of a sample.
struct Bench<'a, R> {
    rules: &'a R,
    oracle: Oracle,
    table: Table,
}

impl<'a, R: Rules> Bench<'a, R> {
    /// A small table, so that entries must give way to others.
    fn new(rules: &'a R, lines: usize) -> Self {
        Self {
            rules,
            oracle: Oracle::new(),
            table: Table::new(lines * 64, Keys::Whole).expect("a table"),
        }
    }

    /// The values of all root moves by negamax, the best first.
    fn truth(&self, case: &Case<R>, depth: u32) -> Vec<(Score, R::Move)> {
        let mut textbook = Textbook::new(self.rules, &self.oracle, case.history.clone());
        textbook.root_values(&case.pos, depth)
    }

    fn search(&mut self, case: &Case<R>, depth: u32, config: &Config) -> Report<R> {
        self.table.clear();
        let search = Search {
            rules: self.rules,
            judge: &self.oracle,
            table: Some(&self.table),
            config,
            limits: Limits::depth(depth),
            lines: 1,
            threads: 1,
        };
        let report = search.run(&case.pos, &case.history, &Stop::new(), &mut |_| ());
        report.expect("an unfinished game")
    }

    /// The textbook family agrees with itself.
    fn check_textbook(&self, case: &Case<R>, depth: u32, value: Score) {
        let new = || Textbook::new(self.rules, &self.oracle, case.history.clone());
        let sign = match self.rules.turn(&case.pos) {
            Player::First => 1,
            Player::Second => -1,
        };
        let pos = &case.pos;
        assert_eq!(new().minimax(pos, depth) * sign, value);
        assert_eq!(new().negamax(pos, depth), value);
        assert_eq!(new().alpha_beta(pos, depth, -INFINITE, INFINITE), value);
        assert_eq!(new().pvs(pos, depth, -INFINITE, INFINITE), value);
        assert_eq!(new().mtdf(pos, depth, 0), value);
    }

    /// A search finds the value, and a move that has it.
    fn check(&mut self, case: &Case<R>, depth: u32, config: &Config, truth: &[(Score, R::Move)]) {
        let report = self.search(case, depth, config);
        let line = &report.lines[0];
        let (value, best) = (truth[0].0, line.moves[0]);
        let place = || format!("{config} at depth {depth} of {case:?}");
        assert_eq!(line.score, value, "{}", place());
        assert!(truth.contains(&(value, best)), "{best:?}: {}", place());
    }
}

/// No switch, all sound ones, each alone, all pairs, 50 random sets; each with both drivers.
fn configs() -> Vec<Config> {
    let sound: Vec<_> = Switch::ALL.iter().copied().filter(|s| s.sound()).collect();
    let mut sets = vec![Switches::NONE, Switches::of(&sound)];
    for (index, &a) in sound.iter().enumerate() {
        sets.push(Switches::of(&[a]));
        let later = sound[index + 1..].iter();
        sets.extend(later.map(|&b| Switches::of(&[a, b])));
    }
    let mut random = Random::new(11);
    for _ in 0..50 {
        let chosen = sound.iter().copied().filter(|_| random.below(2) == 0);
        sets.push(Switches::of(&chosen.collect::<Vec<_>>()));
    }
    let drivers = [Driver::Window, Driver::Mtdf];
    let config = |driver, switches| Config {
        driver,
        switches,
        ..Config::plain()
    };
    let both = |switches| drivers.map(|driver| config(driver, switches));
    let mut configs: Vec<_> = sets.into_iter().flat_map(both).collect();
    // The numbers of sound techniques are sound as well; every third set has others.
    for config in configs.iter_mut().step_by(3) {
        let mut below = |most| 1 + random.below(most) as Score;
        config.numbers = Numbers {
            stride: below(2),
            aspiration_margin: below(60),
            table_depth: below(3),
            etc_depth: below(4),
            promise_depth: below(4),
            ..config.numbers
        };
    }
    configs
}

/// What the positions of a game had to show.
#[derive(Debug, Default)]
struct Shown {
    /// Positions with unfinished games at the full depth.
    deep: usize,
    /// Positions whose value is another without draws by the past.
    past: usize,
    /// The most pieces that left the board at once.
    leap: u8,
}

impl AddAssign for Shown {
    fn add_assign(&mut self, other: Self) {
        self.deep += other.deep;
        self.past += other.past;
        self.leap = self.leap.max(other.leap);
    }
}

/// Compares all configurations on a sample, at every depth whose tree is small enough.
fn compare<R: Rules>(sample: &Sample<R>) -> Shown {
    let configs = configs();
    let mut shown = Shown::default();
    let mut bench = Bench::new(&sample.rules, 64);
    for (number, case) in sample.cases.iter().enumerate() {
        bench.table = Table::new([16, 64, 1024][number % 3] * 64, Keys::Whole).expect("a table");
        for depth in 1..=DEPTH {
            let Some(tree) = Tree::grow(&sample.rules, case, depth, MOST_LEAVES) else {
                break;
            };
            let truth = bench.truth(case, depth);
            bench.check_textbook(case, depth, truth[0].0);
            for config in &configs {
                bench.check(case, depth, config, &truth);
            }
            if depth == DEPTH {
                shown += Shown {
                    deep: usize::from(tree.open > 0),
                    past: usize::from(tree.past > 0 && differs(sample, case, truth[0].0)),
                    leap: tree.leap,
                };
            }
        }
    }
    shown
}

/// True if a position's value is another without draws by the past.
fn differs<R: Rules>(sample: &Sample<R>, case: &Case<R>, value: Score) -> bool {
    sample.free.as_ref().is_some_and(|free| {
        let oracle = Oracle::new();
        let mut textbook = Textbook::new(free, &oracle, case.history.clone());
        textbook.negamax(&case.pos, DEPTH) != value
    })
}

fn compare_all<R: Rules>(samples: &[Sample<R>]) -> Vec<Shown> {
    let shown: Vec<_> = samples.iter().map(compare).collect();
    let deep: usize = shown.iter().map(|shown| shown.deep).sum();
    assert!(deep >= POSITIONS, "{deep} positions reach depth {DEPTH}");
    shown
}

/// Each variant with draws by the past has positions in which they matter.
fn the_past_matters(shown: &[Shown]) {
    for variant in shown {
        assert!(variant.past >= 5, "{shown:?}");
    }
}

#[test]
fn othello() {
    compare_all(&samples::othello(POSITIONS));
}

#[test]
fn gothello() {
    compare_all(&samples::gothello(POSITIONS));
}

#[test]
fn connect_four() {
    compare_all(&samples::connect_four(POSITIONS));
}

#[test]
fn checkers() {
    let shown = compare_all(&samples::checkers(POSITIONS));
    the_past_matters(&shown);
    assert!(shown.iter().any(|shown| shown.leap >= 2), "several jumps");
}

#[test]
fn abalone() {
    let shown = compare_all(&samples::abalone(POSITIONS));
    the_past_matters(&shown);
    assert!(shown.iter().any(|shown| shown.leap >= 1), "ejections");
}

#[test]
fn expendibots() {
    let shown = compare_all(&samples::expendibots(POSITIONS));
    the_past_matters(&shown);
    assert!(shown.iter().any(|shown| shown.leap >= 2), "explosions");
}

/// Compares without asking what the positions show.
fn compare_starts<R: Rules>(samples: &[Sample<R>]) {
    for sample in samples {
        compare(sample);
    }
}

#[test]
fn starts_of_games() {
    compare_starts(&samples::starts::othello());
    compare_starts(&samples::starts::gothello());
    compare_starts(&samples::starts::connect_four());
    compare_starts(&samples::starts::checkers());
    compare_starts(&samples::starts::abalone());
    compare_starts(&samples::starts::expendibots());
}
