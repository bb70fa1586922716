//! The figures of `ponder lab keys`: a sheet for the ways to make a key, one for the bits compared,
//! and both in one for a file.

use ponder_engine::lab::{KeysRow, KeysRun, Quality, TagsRow};
use ponder_engine::page::{Cell, Sheet};

/// The ways to make a key; random numbers stand below them for comparison.
pub(super) fn ways(runs: &[KeysRun], rows: &[KeysRow]) -> Sheet {
    let mut sheet = Sheet::new(&[
        "game",
        "depth",
        "way",
        "key_ns",
        "nodes",
        "seconds",
        "beside_folded",
        "low",
        "high",
        "beside_zobrist",
        "values_agree",
        "keys",
        "rows_sigma",
        "tags_sigma",
        "equal_rows",
        "equal_tags",
        "equal_expected",
        "equal_keys",
    ]);
    for run in runs {
        for row in rows.iter().filter(|row| row.game == run.game) {
            let mut cells = vec![
                row.game.as_str().into(),
                row.depth.into(),
                row.way.as_str().into(),
                Cell::Number(row.nanoseconds, 1),
                row.nodes.into(),
                Cell::Number(row.seconds, 3),
                Cell::Number(row.beside_folded.ratio, 3),
                Cell::number(row.beside_folded.low, 3),
                Cell::number(row.beside_folded.high, 3),
                Cell::Number(row.beside_zobrist.ratio, 3),
                row.values_agree.into(),
            ];
            cells.extend(quality(&row.quality));
            sheet.push(cells);
        }
        let mut cells = vec![run.game.as_str().into(), run.depth.into(), "random".into()];
        cells.resize(11, Cell::Nothing);
        cells.extend(quality(&run.random));
        sheet.push(cells);
    }
    sheet
}

fn quality(quality: &Quality) -> [Cell; 7] {
    [
        quality.keys.into(),
        Cell::Number(quality.rows, 2),
        Cell::Number(quality.tags, 2),
        quality.equal_rows.into(),
        quality.equal_tags.into(),
        Cell::Number(quality.expected, 1),
        quality.equal_keys.into(),
    ]
}

/// The bits compared.
pub(super) fn tags(rows: &[TagsRow]) -> Sheet {
    let mut sheet = Sheet::new(&[
        "game",
        "depth",
        "bytes",
        "bits",
        "effective_bits",
        "probes",
        "strangers",
        "pairs",
        "expected",
        "deviation",
        "within_3_sigma",
        "first_strangers",
        "first_expected",
        "first_within_3_sigma",
        "roots",
        "other_values",
        "other_moves",
        "nodes",
        "node_ratio",
    ]);
    for row in rows {
        sheet.push(vec![
            row.game.as_str().into(),
            row.depth.into(),
            row.bytes.into(),
            row.bits.into(),
            Cell::Number(row.effective, 1),
            row.probes.into(),
            row.strangers.into(),
            row.pairs.into(),
            Cell::Number(row.expected, 3),
            Cell::Number(row.deviation, 3),
            row.within.into(),
            row.first_strangers.into(),
            Cell::Number(row.first_expected, 3),
            row.first_within.into(),
            row.roots.into(),
            row.other_values.into(),
            row.other_moves.into(),
            row.nodes.into(),
            Cell::Number(row.node_ratio, 3),
        ]);
    }
    sheet
}

/// Several sheets in one, which has the columns of all of them and says first which one a row is of.
pub(super) fn joined(parts: &[(&str, &Sheet)]) -> Sheet {
    let mut columns = vec!["part"];
    for name in parts.iter().flat_map(|(_, sheet)| sheet.columns()) {
        if !columns.contains(&name.as_str()) {
            columns.push(name);
        }
    }
    let mut all = Sheet::new(&columns);
    for (part, sheet) in parts {
        for row in sheet.rows() {
            let cell = |name: &&str| {
                let place = sheet.columns().iter().position(|column| column == name);
                place.map_or(Cell::Nothing, |at| row[at].clone())
            };
            let mut cells = vec![(*part).into()];
            cells.extend(columns[1..].iter().map(cell));
            all.push(cells);
        }
    }
    all
}
