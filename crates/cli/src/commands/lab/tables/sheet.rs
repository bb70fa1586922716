//! The figures of `ponder lab table`, row by row.

use ponder_engine::lab::{Standing, TablesRow, TablesView};
use ponder_engine::page::{Cell, Sheet};

/// All figures.
pub(super) fn sheet(views: &[TablesView]) -> Sheet {
    let mut sheet = Sheet::new(&[
        "game",
        "table",
        "bytes",
        "taken",
        "keys",
        "depth",
        "positions",
        "nodes",
        "seconds",
        "node_ratio",
        "low",
        "high",
        "cluster3_nodes",
        "cluster3_nodes_low",
        "cluster3_nodes_high",
        "cluster3_seconds",
        "cluster3_seconds_low",
        "cluster3_seconds_high",
        "values_agree",
        "pressed",
        "short_nodes",
        "short_other_values",
        "probes",
        "hits",
        "hits_percent",
        "cutoffs",
        "stores",
        "found_upper",
        "found_lower",
        "found_exact",
        "lines_per_probe",
        "entries",
        "capacity",
        "bytes_in_use",
        "chain_lengths",
        "row_collisions",
        "empty",
        "renewed",
        "kept",
        "dead",
        "worth",
        "turn",
        "always",
        "refused",
        "elsewhere",
    ]);
    for row in views.iter().flat_map(|view| &view.rows) {
        sheet.push(cells(row));
    }
    sheet
}

fn cells(row: &TablesRow) -> Vec<Cell> {
    let number = |number: f64| Cell::Number(number, 3);
    let mut cells = vec![
        row.game.as_str().into(),
        row.table.as_str().into(),
        row.bytes.into(),
        row.taken.into(),
        row.keys.as_str().into(),
        row.depth.into(),
        row.positions.into(),
        row.nodes.into(),
        number(row.seconds),
        number(row.node_ratio),
        Cell::number(row.low, 3),
        Cell::number(row.high, 3),
    ];
    cells.extend(match row.cluster3 {
        None => [const { Cell::Nothing }; 6],
        Some(beside) => {
            let (n, s) = (beside.nodes, beside.seconds);
            let cells = [Some(n.ratio), n.low, n.high, Some(s.ratio), s.low, s.high];
            cells.map(|cell| Cell::number(cell, 3))
        }
    });
    cells.extend([
        row.values_agree.into(),
        row.pressed.into(),
        row.short.map(|short| short.nodes).into(),
        row.short.map(|short| short.other_values).into(),
        row.probes.into(),
        row.hits.into(),
        Cell::Number(100.0 * row.hits as f64 / row.probes.max(1) as f64, 1),
        row.cutoffs.into(),
        row.stores.into(),
    ]);
    if let Some(counts) = &row.counts {
        cells.extend([
            counts.upper.into(),
            counts.lower.into(),
            counts.exact.into(),
            number(counts.lines_per_probe()),
            counts.entries.into(),
            counts.capacity.into(),
            counts.bytes_in_use.into(),
            list(&counts.lengths),
            list(&counts.collisions),
        ]);
        cells.extend(counts.stores.iter().map(|(_, count)| Cell::from(*count)));
    }
    cells
}

/// Several counts in one cell.
fn list(counts: &[u64]) -> Cell {
    let texts: Vec<_> = counts.iter().map(u64::to_string).collect();
    texts.join(" ").into()
}

/// Every table beside the Stockfish layout.
pub(super) fn ranking(standings: &[Standing]) -> Sheet {
    let mut sheet = Sheet::new(&[
        "table",
        "nodes",
        "low",
        "high",
        "time",
        "low",
        "high",
        "comparisons",
        "pressed nodes",
        "low",
        "high",
        "comparisons",
    ]);
    for row in standings {
        let pressed = row.pressed;
        sheet.push(vec![
            row.table.as_str().into(),
            Cell::number(row.node_ratio, 3),
            Cell::number(row.node_low, 3),
            Cell::number(row.node_high, 3),
            Cell::number(row.time_ratio, 3),
            Cell::number(row.time_low, 3),
            Cell::number(row.time_high, 3),
            row.comparisons.into(),
            Cell::number(pressed.map(|pressed| pressed.ratio), 3),
            Cell::number(pressed.and_then(|pressed| pressed.low), 3),
            Cell::number(pressed.and_then(|pressed| pressed.high), 3),
            row.pressed_comparisons.into(),
        ]);
    }
    sheet
}
