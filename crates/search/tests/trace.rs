//! A search can be watched: the top of its tree is recorded, and nothing is disturbed by it.

use ponder_core::{Features, History, MoveList, Rules, Weights};
use ponder_games::abalone::Abalone;
use ponder_games::checkers::Checkers;
use ponder_games::othello::Othello8;
use ponder_search::{Config, Driver, Limits, Report, Search, Stop, Trace, Why};
use ponder_table::Table;
use ponder_testkit::open;

fn search<G: Features>(
    game: &G,
    config: &Config,
    limits: Limits,
    lines: usize,
    traced: bool,
) -> Report<G> {
    let table = Table::new(1 << 20, config.table_keys()).expect("a table");
    let judge = Weights::standard::<G>();
    let search = Search {
        rules: game,
        judge: &judge,
        table: Some(&table),
        config,
        limits,
        lines,
        threads: 1,
    };
    let pos = game.start();
    let history = History::new(game, &pos);
    let stop = Stop::new();
    let report = if traced {
        search.traced(&pos, &history, &stop, &mut |_| ())
    } else {
        search.run(&pos, &history, &stop, &mut |_| ())
    };
    report.expect("an unfinished game")
}

fn is_not_disturbed<G: Features>(game: &G, config: &Config, limits: Limits, lines: usize) -> Trace {
    let plain = search(game, config, limits, lines, false);
    let watched = search(game, config, limits, lines, true);
    assert_eq!(watched.stats, plain.stats);
    assert_eq!(watched.depth, plain.depth);
    for (a, b) in watched.lines.iter().zip(&plain.lines) {
        assert_eq!((a.score, &a.moves), (b.score, &b.moves));
    }
    assert!(plain.trace.is_none());
    watched.trace.expect("a trace")
}

#[test]
fn watching_does_not_disturb() {
    let mut mtdf = Config::standard();
    mtdf.driver = Driver::Mtdf;
    let all = Config::standard().changed("null,razor,rankcut,singular,fade,probcut", "");
    let configs = [
        Config::standard(),
        Config::plain(),
        mtdf,
        all.expect("switches"),
    ];
    for config in &configs {
        for lines in [1, 3] {
            is_not_disturbed(
                &open::<Othello8>("othello"),
                config,
                Limits::depth(5),
                lines,
            );
            is_not_disturbed(&open::<Abalone>("abalone"), config, Limits::depth(3), lines);
            let nodes = Limits::nodes(20_000);
            is_not_disturbed(&open::<Checkers>("checkers"), config, nodes, lines);
        }
    }
}

#[test]
fn the_tree_is_what_was_searched() {
    let game: Checkers = open("checkers");
    let trace = is_not_disturbed(&game, &Config::standard(), Limits::depth(8), 1);
    let report = search(&game, &Config::standard(), Limits::depth(8), 1, true);
    assert!(trace.complete);
    assert_eq!(trace.depth, 8);
    let root = &trace.nodes[0];
    assert_eq!(root.value, report.lines[0].score);
    assert!(root.nodes <= report.iteration_nodes);
    let pos = game.start();
    let mut list = MoveList::<Checkers>::new();
    game.moves(&pos, &mut list);
    assert_eq!(root.children.len(), list.len());
    let orders: Vec<_> = root
        .children
        .iter()
        .map(|&at| trace.nodes[at].order)
        .collect();
    assert_eq!(orders, (1..=list.len()).collect::<Vec<_>>());
    for node in &trace.nodes {
        let below: u64 = node.children.iter().map(|&at| trace.nodes[at].nodes).sum();
        assert!(below <= node.nodes, "{node:?}");
        match node.why {
            Why::Cut => {
                assert!(node.value >= node.beta);
                // The move that cut is the last one, unless it lies below what is recorded.
                if let Some(&last) = node.children.last() {
                    assert_eq!(-trace.nodes[last].value, node.value);
                }
            }
            Why::Horizon | Why::Finished | Why::Table => assert!(node.children.is_empty()),
            _ => {}
        }
    }
    // The best move's value is the root's.
    let best = root.children.iter().map(|&at| -trace.nodes[at].value).max();
    assert_eq!(best, Some(root.value));
}
