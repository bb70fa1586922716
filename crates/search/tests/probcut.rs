//! `ProbCut` believes its models, but never at the root.

use ponder_core::{ErrorModel, Game, History, Judge, Rules, Score, Settings, Weights};
use ponder_games::connect_four::ConnectFour;
use ponder_search::{Config, Driver, Limits, Report, Search, Stop};
use ponder_table::Table;

fn search(
    judge: &impl Judge<ConnectFour>,
    model: ErrorModel,
    driver: Driver,
    depth: u32,
) -> Report<ConnectFour> {
    let game = ConnectFour::new(&Settings::defaults("connect-four", &[])).expect("a game");
    let mut config = Config::sound().changed("probcut", "").expect("a switch");
    config.driver = driver;
    config.probcut = vec![model];
    let table = Table::new(1 << 20, config.table_keys()).expect("a table");
    let search = Search {
        rules: &game,
        judge,
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

/// Thinks that the game is won at the start, and of nothing later.
struct Proud;

impl Judge<ConnectFour> for Proud {
    fn judge(&self, rules: &ConnectFour, pos: &<ConnectFour as Rules>::Pos) -> Score {
        if *pos == rules.start() { 20_000 } else { 0 }
    }
}

/// A model that promises everything would lead MTD(f) up to the root's judgement step by step.
#[test]
fn the_root_is_never_cut() {
    let model = ErrorModel::new(3, 1, 1.0, 30_000.0, 0.0);
    let report = search(&Proud, model, Driver::Mtdf, 3);
    assert!(report.stats.nodes < 10_000, "{} nodes", report.stats.nodes);
    assert!(report.best().is_some());
}

/// Models that are sure of themselves cut; models that are not do nothing but cost.
#[test]
fn models_are_believed() {
    let judge = Weights::standard::<ConnectFour>();
    let nodes = |sigma| {
        let model = ErrorModel::new(6, 2, 1.0, 0.0, sigma);
        search(&judge, model, Driver::Window, 9).stats.nodes
    };
    assert!(nodes(1.0) < nodes(20_000.0));
}
