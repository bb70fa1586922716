//! What a search promises beside its value: lines that can be played, limits that are kept, the
//! same tree twice, wins in the right number of plies.

use std::time::{Duration, Instant};

use ponder_core::{Features, Game, History, MoveList, Notation, Rules, WIN, Weights};
use ponder_games::abalone::Abalone;
use ponder_games::connect_four::ConnectFour;
use ponder_games::expendibots::Expendibots;
use ponder_games::gothello::Gothello;
use ponder_search::{Clock, Config, Driver, Kind, Limits, Report, Search, Stop, Switch};
use ponder_table::Table;
use ponder_testkit::{open, random_line, read};

struct Setting<'a> {
    config: &'a Config,
    limits: Limits,
    lines: usize,
    threads: usize,
}

fn search<G: Features>(game: &G, pos: &G::Pos, setting: &Setting<'_>) -> Report<G> {
    search_after(game, pos, &History::new(game, pos), setting)
}

fn search_after<G: Features>(
    game: &G,
    pos: &G::Pos,
    history: &History,
    setting: &Setting<'_>,
) -> Report<G> {
    let table = Table::new(1 << 20, setting.config.table_keys()).expect("a table");
    let judge = Weights::standard::<G>();
    let search = Search {
        rules: game,
        judge: &judge,
        table: Some(&table),
        config: setting.config,
        limits: setting.limits,
        lines: setting.lines,
        threads: setting.threads,
    };
    let report = search.run(pos, history, &Stop::new(), &mut |_| ());
    report.expect("an unfinished game")
}

fn plain(limits: Limits, config: &Config) -> Setting<'_> {
    Setting {
        config,
        limits,
        lines: 1,
        threads: 1,
    }
}

/// Positions of a random game that are not over.
fn positions<G: Rules>(game: &G, seed: u64) -> Vec<G::Pos> {
    let mut line = random_line(game, game.start(), seed, 30);
    line.retain(|pos| game.ended(pos).is_none());
    line
}

fn lines_can_be_played<G: Game>(game: &G) {
    let config = Config::standard();
    for pos in positions(game, 5).into_iter().step_by(3) {
        let setting = Setting {
            lines: 3,
            ..plain(Limits::depth(5), &config)
        };
        let report = search(game, &pos, &setting);
        let mut firsts = Vec::new();
        for line in &report.lines {
            let mut at = pos;
            for &m in &line.moves {
                let mut list = MoveList::<G>::new();
                game.moves(&at, &mut list);
                assert!(list.contains(&m), "{m:?} in {at:?}");
                at = game.play(&at, m);
            }
            assert_eq!(at, line.leaf);
            assert!(!firsts.contains(&line.moves[0]), "two lines begin alike");
            firsts.push(line.moves[0]);
        }
        assert!(report.lines.is_sorted_by_key(|line| -line.score));
    }
}

#[test]
fn lines_of_every_game_can_be_played() {
    lines_can_be_played(&open::<Abalone>("abalone"));
    lines_can_be_played(&open::<ConnectFour>("connect-four"));
    lines_can_be_played(&open::<Expendibots>("expendibots"));
    lines_can_be_played(&open::<Gothello>("gothello"));
}

fn same_twice<G: Game>(game: &G) {
    let config = Config::standard();
    for nodes in [1, 17, 300, 5_000, 40_000] {
        let setting = plain(Limits::nodes(nodes), &config);
        let [a, b] = [0, 1].map(|_| search(game, &game.start(), &setting));
        assert_eq!(a.stats, b.stats);
        assert_eq!(a.lines[0].moves, b.lines[0].moves);
        assert_eq!(a.lines[0].score, b.lines[0].score);
        assert!(a.stats.nodes <= nodes, "{} of {nodes} nodes", a.stats.nodes);
        assert!(a.best().is_some());
    }
}

#[test]
fn one_thread_searches_the_same_tree_twice() {
    same_twice(&open::<Abalone>("abalone"));
    same_twice(&open::<ConnectFour>("connect-four"));
    same_twice(&open::<Expendibots>("expendibots"));
    same_twice(&open::<Gothello>("gothello"));
}

/// More lines than moves cost no more than a line for each move.
#[test]
fn there_are_no_more_lines_than_moves() {
    let game = ConnectFour::default();
    for driver in [Driver::Window, Driver::Mtdf] {
        let config = Config {
            driver,
            ..Config::sound()
        };
        let nodes = [7, 100].map(|lines| {
            let setting = Setting {
                lines,
                ..plain(Limits::depth(4), &config)
            };
            let report = search(&game, &game.start(), &setting);
            assert_eq!(report.lines.len(), 7);
            report.stats.nodes
        });
        assert_eq!(nodes[0], nodes[1], "{config}");
    }
}

#[test]
fn a_report_tells_whether_its_iteration_was_broken_off() {
    let game: Gothello = open("gothello");
    let config = Config::standard();
    let run = |limits| search(&game, &game.start(), &plain(limits, &config));
    let costs: Vec<_> = (1..=7)
        .map(|depth| run(Limits::depth(depth)).stats.nodes)
        .collect();
    let mut broken = 0;
    for nodes in (1..costs[6]).step_by(97) {
        let report = run(Limits::nodes(nodes));
        let finished = report.depth > 0 && costs[report.depth as usize - 1] <= nodes;
        assert_eq!(
            report.complete, finished,
            "depth {} in {nodes} nodes",
            report.depth
        );
        broken += u32::from(!report.complete);
    }
    assert!(broken > 0, "no line changed within an iteration");
}

#[test]
fn wins_are_counted_in_plies() {
    let game = ConnectFour::default();
    let config = Config::sound();
    // Red has three in a row with an open end; with both ends open yellow is lost in two plies.
    let pos = read(&game, "......./......./......./......./yyy..../rrr.... r");
    let report = search(&game, &pos, &plain(Limits::depth(6), &config));
    assert_eq!(report.lines[0].kind(), Kind::Win(1));
    assert_eq!(report.lines[0].score, WIN - 1);
    let pos = read(&game, "......./......./......./......./..yy.../..rrr.. y");
    let report = search(&game, &pos, &plain(Limits::depth(6), &config));
    assert_eq!(report.lines[0].kind(), Kind::Loss(2), "both ends are open");
}

#[test]
fn settled_values_end_the_search() {
    let game: Gothello = open("gothello:size=3x3");
    let config = Config::sound();
    let report = search(&game, &game.start(), &plain(Limits::depth(60), &config));
    assert_eq!(report.lines[0].kind(), Kind::Exact);
    assert_eq!(report.lines[0].score, 100);
    assert!(report.depth < 30, "depth {}", report.depth);
}

#[test]
fn time_limits_are_kept() {
    let game: Abalone = open("abalone");
    let config = Config::standard();
    let clock = Clock {
        left: Duration::from_secs(2),
        increment: Duration::ZERO,
        moves: None,
    };
    let limits = [
        Limits::time(Duration::from_millis(100)),
        Limits {
            clock: Some(clock),
            ..Limits::default()
        },
    ];
    for limits in limits {
        let begun = Instant::now();
        let report = search(&game, &game.start(), &plain(limits, &config));
        assert!(report.best().is_some());
        // A ceiling to catch hangs, far above what is asked for.
        assert!(begun.elapsed() < Duration::from_secs(10));
    }
}

#[test]
fn a_stop_is_obeyed() {
    let game: Abalone = open("abalone");
    let (config, judge) = (Config::standard(), Weights::standard::<Abalone>());
    let table = Table::new(1 << 20, config.table_keys()).expect("a table");
    let search = Search {
        rules: &game,
        judge: &judge,
        table: Some(&table),
        config: &config,
        limits: Limits::default(),
        lines: 1,
        threads: 2,
    };
    let (pos, stop) = (game.start(), Stop::new());
    let history = History::new(&game, &pos);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(200));
            stop.ask();
        });
        let begun = Instant::now();
        let report = search
            .run(&pos, &history, &stop, &mut |_| ())
            .expect("a search");
        assert!(report.best().is_some());
        assert!(begun.elapsed() < Duration::from_secs(10));
    });
}

#[test]
fn threads_find_the_same_value() {
    let game: Gothello = open("gothello:size=4x3");
    let abdada = Config::sound().changed("abdada", "").expect("valid");
    for config in [Config::sound(), abdada] {
        let setting = Setting {
            threads: 3,
            ..plain(Limits::depth(40), &config)
        };
        assert_eq!(search(&game, &game.start(), &setting).lines[0].score, 200);
    }
}

/// Whoever finishes an iteration first ends it for all: every depth has the value that one thread
/// finds, and a line that leads to it.
#[test]
fn iterations_that_others_finish_have_the_same_value() {
    let game = ConnectFour::default();
    let sound = Config::sound();
    let apart = sound.clone().changed("abdada", "").expect("valid");
    for line in ["", "d1 d2", "d1 c1 e1", "a1 g1 d1 d2 d3"] {
        let moves = line.split_whitespace().map(|word| &word[..1]);
        let pos = moves.fold(game.start(), |pos, word| {
            game.play(&pos, game.read_move(&pos, word).expect("a move"))
        });
        for depth in 1..=11 {
            let one = search(&game, &pos, &plain(Limits::depth(depth), &sound));
            let setting = Setting {
                threads: 3,
                ..plain(Limits::depth(depth), &apart)
            };
            let many = search(&game, &pos, &setting);
            let found = [&one, &many].map(|report| (report.depth, report.lines[0].score));
            assert_eq!(found[0], found[1], "{line}, depth {depth}");
            assert!(many.complete, "{line}, depth {depth}");
            let moves = many.lines[0].moves.iter();
            let leaf = moves.fold(pos, |pos, &m| game.play(&pos, m));
            assert_eq!(leaf, many.lines[0].leaf, "{line}, depth {depth}");
        }
    }
}

/// Whatever the number of threads, all of them together look at no more nodes than were allowed;
/// one that is alone, or has what cannot be shared, at just as many.
#[test]
fn threads_share_the_nodes() {
    let game: Gothello = open("gothello");
    let config = Config::standard();
    for (threads, nodes) in [(1, 5001), (3, 5001), (3, 2), (4, 7)] {
        let setting = Setting {
            threads,
            ..plain(Limits::nodes(nodes), &config)
        };
        let looked = search(&game, &game.start(), &setting).stats.nodes;
        let own = nodes - nodes / threads as u64 * (threads as u64 - 1);
        assert!(
            (own..=nodes).contains(&looked),
            "{threads}: {looked} of {nodes}"
        );
    }
}

#[test]
fn a_finished_game_is_not_searched() {
    let game = ConnectFour::default();
    let pos = read(&game, "......./......./......./......./yyy..../rrrr... y");
    let (config, judge) = (Config::standard(), Weights::standard::<ConnectFour>());
    let search = Search {
        rules: &game,
        judge: &judge,
        table: None::<&ponder_table::Table>,
        config: &config,
        limits: Limits::depth(3),
        lines: 1,
        threads: 1,
    };
    let fault = search.run(&pos, &History::new(&game, &pos), &Stop::new(), &mut |_| ());
    assert!(fault.is_err_and(|fault| fault.what.contains("over")));
}

#[test]
fn contradictions_are_refused() {
    let refused = |with, without, word: &str| {
        let fault = Config::standard().changed(with, without).expect_err(word);
        assert!(fault.to_string().contains(word), "{fault}");
    };
    refused("inverted,quiescence", "", "contradict");
    refused("lmr", "lmr", "on and off");
    refused("frobnicate", "", "there is no switch");
    refused("deeper", "table", "needs table");
    refused("singular", "table-move", "needs table-move");
    refused("iir", "deepening", "needs deepening");
    let twice = Config::standard().amended("stride=1 stride=2");
    assert!(twice.is_err_and(|fault| fault.what.contains("set twice")));
    let inverted = Config::standard().changed("inverted", "");
    let inverted = inverted.expect("one for the other").switches;
    assert!(inverted.has(Switch::Inverted) && !inverted.has(Switch::Quiescence));
    let without = Config::standard().changed("", "table").expect("both go");
    assert!(!without.switches.has(Switch::Table) && !without.switches.has(Switch::Deeper));
}

/// A root whose value leans on the past may not be kept in the table. It is searched as deep as was
/// asked for all the same: with nothing to shorten them, lines are as long as the search is deep.
#[test]
fn roots_that_lean_on_the_past_are_not_reduced() {
    let game: Abalone = open("");
    let (mut pos, mut history) = (game.start(), History::new(&game, &game.start()));
    for text in "a1b2 i9h8 d4c3 f6g7 a1b2 i9h8 d4c3".split(' ') {
        let m = game.read_move(&pos, text).expect("a move");
        pos = game.play(&pos, m);
        history.push(&game, &pos);
    }
    let config = Config::plain().changed("deepening,table,table-move,iir", "");
    let config = config.expect("a configuration");
    for depth in [4, 5] {
        let setting = plain(Limits::depth(depth), &config);
        let report = search_after(&game, &pos, &history, &setting);
        assert_eq!(report.lines[0].moves.len(), depth as usize);
    }
}

/// Where nothing else tells moves apart, who scorns draws takes the one that leaves the least stiff
/// position as the draw comes near, and any other one if he does not.
#[test]
fn who_scorns_draws_loosens_the_position() {
    let game: Abalone = open("");
    let judge = Weights::preset::<Abalone>("material").expect("a preset");
    let pos = game.start();
    let history = History::continued(&game, &pos, 60, 60);
    let mut config = Config::plain().changed("fade", "").expect("a switch");
    let mut left = |contempt: i32| {
        config.numbers.contempt = contempt;
        let search = Search {
            rules: &game,
            judge: &judge,
            table: None::<&Table>,
            config: &config,
            limits: Limits::depth(1),
            lines: 1,
            threads: 1,
        };
        let report = search.run(&pos, &history, &Stop::new(), &mut |_| ());
        let best = report.expect("an unfinished game").lines[0].moves[0];
        game.stiffness(&game.play(&pos, best))
    };
    let mut list = MoveList::<Abalone>::new();
    game.moves(&pos, &mut list);
    let after = list.iter().map(|m| game.stiffness(&game.play(&pos, *m)));
    let least = after.min().expect("a move");
    assert_eq!(left(200), least);
    assert!(left(0) > least, "the first move of all is not so loose");
}

/// After 97 of 100 plies without an ejection a lead is nearly a draw, and who scorns draws would
/// rather have less; at the 100th ply it is one.
#[test]
fn judgements_fade_as_a_draw_comes_near() {
    let game: Abalone = open("");
    let lead = "...../....../......./..bbb.../..bbbb.../..ww..../......./....../..... b 0 4";
    let pos = read(&game, lead);
    let score = |quiet: u32, contempt: i32, fade: bool| {
        let words = if fade { "fade" } else { "" };
        let mut config = Config::plain().changed(words, "").expect("a configuration");
        config.numbers.contempt = contempt;
        let history = History::continued(&game, &pos, 120, quiet);
        let setting = plain(Limits::depth(2), &config);
        search_after(&game, &pos, &history, &setting).lines[0].score
    };
    let lead = score(0, 0, false);
    assert!(lead > 100, "{lead} is no lead");
    assert_eq!(score(97, 0, false), lead, "without the switch");
    let near = score(97, 0, true);
    assert!(0 < near && near <= lead / 20, "{near} of {lead}");
    assert!(score(50, 0, true) > near && score(50, 0, true) < lead);
    let scorn = |quiet: u32| score(quiet, 0, true) - score(quiet, 200, true);
    assert!(
        0 < scorn(10) && 2 * scorn(10) < scorn(40),
        "contempt weighs as the draw comes near"
    );
    // Who scorns the draw and is stuck keeps half of what he has built.
    let [even, scornful] =
        [0, 1].map(|contempt| [40, 60].map(|quiet| score(quiet, contempt, true)));
    assert!((even[0] - scornful[0]).abs() <= 1, "too early");
    assert!(scornful[1] > even[1] + lead / 4, "{scornful:?} {even:?}");
    assert_eq!(score(98, 200, true), -200, "a draw in two plies");
    assert_eq!(score(98, 200, false), 0);
}

/// Who is far behind does not scorn the draw that would save him.
#[test]
fn who_is_behind_is_glad_of_a_draw() {
    let game: Abalone = open("");
    let board = "...../....../......./..bbb.../..bbbb.../..ww..../......./....../.....";
    let judge = Weights::preset::<Abalone>("material").expect("a preset");
    let mut config = Config::plain().changed("fade", "").expect("a switch");
    config.numbers.contempt = 200;
    // Both of these two plies lead to the 100th without an ejection.
    let worth = |lost: &str| {
        let pos = read(&game, &format!("{board} b {lost}"));
        let search = Search {
            rules: &game,
            judge: &judge,
            table: None::<&Table>,
            config: &config,
            limits: Limits::depth(2),
            lines: 1,
            threads: 1,
        };
        let history = History::continued(&game, &pos, 120, 98);
        let report = search.run(&pos, &history, &Stop::new(), &mut |_| ());
        report.expect("an unfinished game").lines[0].score
    };
    assert_eq!(["0 0", "1 0", "2 0", "3 0"].map(worth), [-200, -200, 0, 0]);
}
