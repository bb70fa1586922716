//! What the root decides: which of equal moves is chosen, for whom a judge speaks, and whether a
//! search is needed at all.

use ponder_core::{History, Judge, Player, Random, Rules, Score, Weights};
use ponder_games::connect_four::ConnectFour;
use ponder_games::expendibots::Expendibots;
use ponder_games::gothello::Gothello;
use ponder_search::textbook::Textbook;
use ponder_search::{Config, Driver, Limits, Report, Search, Stop, Switch, Switches, Ties};
use ponder_table::{Keys, Table};
use ponder_testkit::{open, random_line, read};

/// Has three opinions only, so that many moves are equal; prefers moves by a hash.
struct Coarse;

impl<R: Rules> Judge<R> for Coarse {
    fn judge(&self, rules: &R, pos: &R::Pos) -> Score {
        let keys = (0..rules.symmetries()).map(|s| rules.key(&rules.turned(pos, s)));
        let key = keys.min().expect("there is the identity");
        (key >> 40) as Score % 3 - 1
    }

    /// Sometimes the same for two moves.
    fn tie(&self, rules: &R, pos: &R::Pos, m: R::Move) -> i32 {
        Random::new(rules.code(pos, m).into()).below(5) as i32
    }
}

struct Case<R: Rules> {
    pos: R::Pos,
    history: History,
}

fn cases<R: Rules>(rules: &R, start: R::Pos, count: usize, plies: usize) -> Vec<Case<R>> {
    let case = |seed: u64| {
        let line = random_line(rules, start, seed, seed as usize % (plies + 1));
        let mut history = History::new(rules, &line[0]);
        line[1..].iter().for_each(|pos| history.push(rules, pos));
        Case {
            pos: *line.last().expect("a line is never empty"),
            history,
        }
    };
    let open = |case: &Case<R>| rules.ended(&case.pos).is_none();
    (0..).map(case).filter(open).take(count).collect()
}

fn run<R: Rules, J: Judge<R>>(
    rules: &R,
    judge: &J,
    case: &Case<R>,
    depth: u32,
    config: &Config,
    table: &Table,
) -> Report<R> {
    let search = Search {
        rules,
        judge,
        table: Some(table),
        config,
        limits: Limits::depth(depth),
        lines: 1,
        threads: 1,
    };
    let report = search.run(&case.pos, &case.history, &Stop::new(), &mut |_| ());
    report.expect("an unfinished game")
}

fn table() -> Table {
    Table::new(1 << 18, Keys::Whole).expect("a table")
}

/// No switch, each sound switch alone, all that are in the sound set, all sound ones; with windows
/// and with MTD(f).
fn sound_configs() -> Vec<Config> {
    let sound = Switch::ALL.iter().copied().filter(|switch| switch.sound());
    let mut sets: Vec<_> = sound
        .clone()
        .map(|switch| Switches::of(&[switch]))
        .collect();
    sets.push(Switches::NONE);
    sets.push(Config::sound().switches);
    sets.push(sound.fold(Switches::NONE, Switches::with));
    let config = |driver| {
        let with = move |switches| Config {
            switches,
            driver,
            ..Config::plain()
        };
        sets.iter().copied().map(with).collect::<Vec<_>>()
    };
    let configs = [config(Driver::Window), config(Driver::Mtdf)].concat();
    configs.into_iter().filter_map(|c| c.check().ok()).collect()
}

/// Compares the chosen move with the preferred one of those that negamax finds best.
fn chooses_the_preferred<R: Rules>(rules: &R, start: R::Pos, plies: usize) {
    let configs = sound_configs();
    let mut tied = 0;
    for (number, case) in cases(rules, start, 40, plies).iter().enumerate() {
        for depth in 1..=4 {
            let mut textbook = Textbook::new(rules, &Coarse, case.history.clone());
            let (value, moves) = textbook.best_moves(&case.pos, depth);
            tied += usize::from(moves.len() > 1);
            let wish = |m: &R::Move| {
                let code = rules.code(&case.pos, *m);
                (Coarse.tie(rules, &case.pos, *m), -i32::from(code))
            };
            let expected = moves.into_iter().max_by_key(wish);
            let turn = configs
                .iter()
                .skip((number + depth as usize) % 4)
                .step_by(4);
            for config in turn {
                let config = Config {
                    ties: Ties::Judge,
                    ..config.clone()
                };
                let report = run(rules, &Coarse, case, depth, &config, &table());
                let text = format!("{config} depth {depth} of {:?}", case.pos);
                assert_eq!(report.lines[0].score, value, "{text}");
                assert_eq!(report.best(), expected, "{text}");
                assert_eq!(report.lines[0].moves[0], report.best().expect("a move"));
            }
        }
    }
    assert!(tied > 40, "only {tied} ties");
}

#[test]
fn the_judge_chooses_among_equals() {
    let gothello: Gothello = open("gothello:size=3x3");
    chooses_the_preferred(&gothello, gothello.start(), 5);
    let four: ConnectFour = open("connect-four");
    chooses_the_preferred(&four, four.start(), 30);
    let bots: Expendibots = open("expendibots:repetition=2,plies=9");
    let start = "......../.b....../......../......../......../......../......w./........ w";
    chooses_the_preferred(&bots, read(&bots, start), 6);
}

#[test]
fn chance_chooses_each_of_the_equals_and_no_other() {
    let rules: Gothello = open("gothello:size=3x3");
    let configs = [
        Config::sound(),
        Config {
            driver: Driver::Mtdf,
            ..Config::sound()
        },
        Config::plain(),
    ];
    for (number, case) in cases(&rules, rules.start(), 12, 5).iter().enumerate() {
        let depth = 3;
        let mut textbook = Textbook::new(&rules, &Coarse, case.history.clone());
        let (_, best) = textbook.best_moves(&case.pos, depth);
        let choose = |seed| {
            let config = Config {
                ties: Ties::Random(seed),
                ..configs[number % configs.len()].clone()
            };
            let report = run(&rules, &Coarse, case, depth, &config, &table());
            report.best().expect("a move")
        };
        let chosen: Vec<_> = (0..80).map(choose).collect();
        assert!(chosen.iter().all(|m| best.contains(m)), "a worse move");
        for m in &best {
            assert!(chosen.contains(m), "{m:?} of {best:?} is never chosen");
        }
        assert_eq!(choose(7), chosen[7], "the same number, another move");
    }
}

/// The default takes the first, and all the unsound techniques keep to one of the lines.
#[test]
fn ties_of_a_full_search_can_be_played() {
    let rules: Gothello = open("gothello");
    let judge = Weights::preset::<Gothello>("number").expect("a preset");
    for case in cases(&rules, rules.start(), 6, 6) {
        for ties in [Ties::Judge, Ties::Random(3)] {
            let config = Config {
                ties,
                ..Config::standard()
            };
            let report = run(&rules, &judge, &case, 5, &config, &table());
            let line = &report.lines[0];
            let leaf = line
                .moves
                .iter()
                .fold(case.pos, |pos, m| rules.play(&pos, *m));
            assert_eq!(leaf, line.leaf);
        }
    }
}

#[test]
fn ways_to_choose_can_be_read() {
    for ties in [Ties::First, Ties::Judge, Ties::Random(0), Ties::Random(12)] {
        assert_eq!(ties.to_string().parse(), Ok(ties));
    }
    assert_eq!("random".parse(), Ok(Ties::Random(0)));
    for wrong in ["", "last", "random:", "random:-1", "random7"] {
        assert!(wrong.parse::<Ties>().is_err(), "{wrong}");
    }
}

/// A judge that prefers trades for whoever is asking; both players use one table in turn.
#[test]
fn a_judge_for_each_root_shares_a_table_without_harm() {
    let rules: Expendibots = open("expendibots");
    let boomers = Weights::preset::<Expendibots>("boomers").expect("a preset");
    let config = Config {
        switches: Config::sound().switches.with(Switch::Folding),
        ..Config::sound()
    };
    let shared = table();
    let mut differ = 0;
    for seed in 0..5 {
        let line = random_line(&rules, rules.start(), seed, 6);
        let mut pos = *line.last().expect("a line is never empty");
        for _ in 0..6 {
            let history = History::new(&rules, &pos);
            let case = Case { pos, history };
            // The search to depth 2 asks what the opponent's to depth 3 has found before.
            for depth in [2, 3] {
                let value = |player| {
                    let judge = boomers.for_root::<Expendibots>(player);
                    Textbook::new(&rules, &judge, case.history.clone()).negamax(&pos, depth)
                };
                let (own, foreign) = (value(rules.turn(&pos)), value(rules.turn(&pos).other()));
                differ += usize::from(own != foreign);
                let report = run(&rules, &boomers, &case, depth, &config, &shared);
                assert_eq!(report.lines[0].score, own, "{pos:?} depth {depth}");
            }
            let report = run(&rules, &boomers, &case, 3, &config, &shared);
            pos = rules.play(&pos, report.best().expect("a move"));
            if rules.ended(&pos).is_some() {
                break;
            }
        }
    }
    assert!(differ > 20, "the root hardly matters: {differ}");
}

#[test]
fn an_opening_needs_no_search() {
    let rules: Expendibots = open("expendibots");
    let boomers = Weights::preset::<Expendibots>("boomers").expect("a preset");
    let pos = rules.start();
    let case = Case {
        pos,
        history: History::new(&rules, &pos),
    };
    let report = run(&rules, &boomers, &case, 3, &Config::standard(), &table());
    let opening = Judge::<Expendibots>::opening(&boomers, &rules, &pos);
    assert_eq!((report.best(), report.stats.nodes), (opening, 0));
    assert!(report.finished);
    let searched = run(&rules, &boomers, &case, 3, &Config::sound(), &table());
    assert_eq!(searched.depth, 3, "an exact search knows no opening");
    assert_eq!(rules.turn(&pos), Player::First);
}
