//! The page of `ponder lab table`: who stands where, and how it changes with the size.

use ponder_engine::lab::{
    Estimate, SizeStanding, TableRun, TablesRow, TablesView, standings, standings_by_size,
};
use ponder_engine::page::{Axis, Page, Plot, Point, Unit};

use super::SHOWN;
use super::sheet::{ranking, sheet};

/// The whole page.
pub(super) fn page(views: &[TablesView], runs: &[TableRun], seed: u64) -> Page {
    let positions = views.iter().map(|view| view.positions).max().unwrap_or(0);
    let mut page = Page::new(
        "Transposition tables at equal bytes",
        &format!("ponder lab table, {positions} positions of each game, seed {seed}"),
    );
    page.text(
        "Every position is searched to a fixed depth with every table, with sound techniques only \
         and cut-offs at equal depth only, so that every table must lead to the same value of every \
         root. Nodes are counted with whole keys; time is processor time, each table with the keys it \
         has room for. Positions come in short games of four, in which the table is kept. Intervals \
         hold 95 % and come from drawing short games again and again.",
    );
    page.note(if views.iter().all(|view| view.check().is_ok()) {
        "All root values were equal."
    } else {
        "Some root values differed: the figures below say nothing."
    });
    let standings = standings(runs);
    if !standings.is_empty() {
        page.heading("Beside the Stockfish layout");
        page.text(
            "Ratios to cluster3 (three entries of 10 bytes in 32) at equal bytes, geometric means over \
             games and sizes. Pressed are the sizes that hold less than the table without bounds came \
             to hold.",
        );
        page.sheet(&ranking(&standings));
        let by_size = standings_by_size(runs);
        page.plots(
            "Ratios to cluster3 at equal bytes, geometric means over all games. Below 1 is better.",
            &[
                beside(&by_size, "Nodes to depth", |row| row.beside.nodes),
                beside(&by_size, "Time to depth", |row| row.beside.seconds),
            ],
        );
    }
    page.heading("Beside the table without bounds");
    let games = |plot: fn(&TablesView) -> Plot| views.iter().map(plot).collect::<Vec<_>>();
    page.plots(
        "Nodes to depth against a table that forgets nothing, game by game. A table can do better \
         than that by chance: what it forgets may have led to a worse order of moves.",
        &games(nodes),
    );
    page.plots("Look-ups that found their position.", &games(hits));
    page.heading("All figures");
    for view in views {
        let none = view.rows.iter().find(|row| row.table == "none");
        let none = none.map_or(String::new(), |row| {
            format!("; without a table {:.2} times the nodes", row.node_ratio)
        });
        let sheet = sheet(std::slice::from_ref(view)).only(SHOWN);
        let title = format!("{}, depth {}{none}", view.game, view.depth);
        page.folded(&title, &sheet);
    }
    page
}

fn beside(rows: &[SizeStanding], title: &str, part: fn(&SizeStanding) -> Estimate) -> Plot {
    let points = rows.iter().map(|row| {
        let estimate = part(row);
        let point = Point {
            x: row.bytes as f64,
            y: estimate.ratio,
            bar: estimate.interval(),
        };
        (row.table.as_str(), point)
    });
    let ratio = Axis::linear("ratio to cluster3", Unit::Plain);
    Plot::of(title, sizes(), ratio, points).level(1.0)
}

fn nodes(view: &TablesView) -> Plot {
    by_game(view, Axis::linear("nodes", Unit::Plain), |row, x| Point {
        x,
        y: row.node_ratio,
        bar: row.low.zip(row.high),
    })
    .level(1.0)
}

fn hits(view: &TablesView) -> Plot {
    by_game(view, Axis::linear("hits", Unit::Percent), |row, x| Point {
        x,
        y: row.hits as f64 / row.probes.max(1) as f64,
        bar: None,
    })
}

/// A plot over the sizes, to which a function puts what is shown of a row.
fn by_game(view: &TablesView, y: Axis, point: fn(&TablesRow, f64) -> Point) -> Plot {
    let rows = view.rows.iter();
    let points = rows.filter_map(|row| Some((row.table.as_str(), point(row, row.bytes? as f64))));
    let title = format!("{}, depth {}", view.game, view.depth);
    Plot::of(&title, sizes(), y, points)
}

/// The axis of sizes.
pub(in crate::commands::lab) fn sizes() -> Axis {
    Axis::log("bytes of the table", Unit::Bytes)
}
