//! `ProbCut` believes its models, but never at the root.

use ponder_core::{ErrorModel, Game, History, Rules, Settings, Weights};
use ponder_games::connect_four::ConnectFour;
use ponder_search::{Config, Driver, Limits, Report, Search, Stop};
use ponder_table::Table;

fn search(model: ErrorModel, driver: Driver, depth: u32) -> Report<ConnectFour> {
    let game = ConnectFour::new(&Settings::defaults("connect-four", &[])).expect("a game");
    let mut config = Config::sound().changed("probcut", "").expect("a switch");
    config.driver = driver;
    config.probcut = vec![model];
    let judge = Weights::standard::<ConnectFour>();
    let table = Table::new(1 << 20).expect("a table");
    let search = Search {
        rules: &game,
        judge: &judge,
        table: Some(&table),
        config: &config,
        limits: Limits::depth(depth),
        lines: 1,
        threads: 1,
    };
    let start = game.start();
    let history = History::new(&game, &start);
    let report = search.run(&start, &history, &Stop::new(), &mut |_| ());
    report.expect("an unfinished game")
}

/// A model that promises the mover everything would lead MTD(f) up one step at a time.
#[test]
fn the_root_is_never_cut() {
    let model = ErrorModel::new(3, 1, 1.0, 20_000.0, 0.0);
    let report = search(model, Driver::Mtdf, 3);
    assert!(report.stats.nodes < 10_000, "{} nodes", report.stats.nodes);
    assert!(report.best().is_some());
}

/// Models that are sure of themselves cut; models that are not do nothing but cost.
#[test]
fn models_are_believed() {
    let nodes = |sigma| {
        let model = ErrorModel::new(6, 2, 1.0, 0.0, sigma);
        search(model, Driver::Window, 9).stats.nodes
    };
    assert!(nodes(1.0) < nodes(20_000.0));
}
