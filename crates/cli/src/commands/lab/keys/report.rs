//! The page of `ponder lab keys`: what a key costs, and what a part of one leads to.

use ponder_engine::lab::{KeysRow, TagsRow};
use ponder_engine::page::{Axis, Page, Plot, Point, Series, Sheet, Style, Unit};

/// The whole page.
pub(super) fn page(
    ways: &[KeysRow],
    tags: &[TagsRow],
    [ways_sheet, tags_sheet]: [&Sheet; 2],
    seed: u64,
) -> Page {
    let mut page = Page::new(
        "Keys of positions",
        &format!("ponder lab keys, seed {seed}"),
    );
    page.heading("Ways to make a key");
    page.text(
        "The same searches with keys made in each way, by rules that differ in nothing else, in a table \
         that holds the tree. Time is processor time, the least of three searches of each position; \
         ratios are geometric means over positions. The Expendibots document measured a whole search \
         with Zobrist keys and with hashed tuples in Python: 2.475 s against 4.533 s, a ratio of 1.83.",
    );
    page.note(if ways.iter().all(|row| row.values_agree) {
        "All root values were equal."
    } else {
        "Some root values differed: the figures below say nothing."
    });
    let cost = |game: &str| {
        let rows = ways.iter().filter(|row| row.game == game);
        let points = rows.map(|row| {
            let beside = row.beside_folded;
            let point = Point {
                x: row.nanoseconds,
                y: beside.ratio,
                bar: beside.interval(),
            };
            (row.way.as_str(), point)
        });
        let x = Axis::log("nanoseconds for a key", Unit::Plain);
        let y = Axis::linear("time to depth beside folded", Unit::Plain);
        Plot::of(game, x, y, points).level(1.0)
    };
    page.plots(
        "What a key costs by itself, and what a search with it takes beside one with the engine's own.",
        &each(ways.iter().map(|row| row.game.as_str()), cost),
    );
    page.text(
        "How random the keys of distinct positions are that stand near each other: sigmas are chi-square \
         over 65,536 rows and tags in standard deviations from its mean; equal are pairs that share the \
         lower or the upper half of their keys, beside what random keys have in the mean.",
    );
    page.folded("All figures of the ways", ways_sheet);
    page.heading("Bits of a key");
    page.text(
        "Tables that compare only some upper bits of a key. A stranger is the entry of another position \
         that was taken for the right one. Expected is what random keys lead to: entries in the row by \
         the chance that the bits are equal, over all look-ups whose position is not there.",
    );
    let games = || tags.iter().map(|row| row.game.as_str());
    page.plots(
        "Strangers per look-up, with three standard deviations; lines: expected.",
        &each(games(), |game| strangers(tags, game)),
    );
    let roots = |game: &str| {
        let rows = tags.iter().filter(|row| row.game == game);
        let points: Vec<_> = rows
            .flat_map(|row| {
                let point = |count: usize| Point {
                    x: f64::from(row.bits),
                    y: count as f64 / row.roots.max(1) as f64,
                    bar: None,
                };
                let size = size(row);
                [
                    (format!("another value, {size}"), point(row.other_values)),
                    (format!("another move, {size}"), point(row.other_moves)),
                ]
            })
            .collect();
        let named = points.iter().map(|(name, point)| (name.as_str(), *point));
        let y = Axis::linear("roots", Unit::Percent);
        Plot::of(game, bits(), y, named)
    };
    page.plots(
        "Roots with another value or another best move than with whole keys.",
        &each(games(), roots),
    );
    page.folded("All figures of the bits", tags_sheet);
    page
}

fn bits() -> Axis {
    Axis::linear("bits compared", Unit::Plain)
}

fn size(row: &TagsRow) -> String {
    Unit::Bytes.shown(row.bytes as f64)
}

/// A plot for each game of some rows.
fn each<'a>(games: impl Iterator<Item = &'a str>, plot: impl Fn(&str) -> Plot) -> Vec<Plot> {
    let mut games: Vec<_> = games.collect();
    games.dedup();
    games.into_iter().map(plot).collect()
}

/// What was found as marks, what was expected as lines.
fn strangers(rows: &[TagsRow], game: &str) -> Plot {
    let y = Axis::log("strangers per look-up", Unit::Plain);
    let mut plot = Plot::of(game, bits(), y, []);
    let rows: Vec<_> = rows.iter().filter(|row| row.game == game).collect();
    for of_size in rows.chunk_by(|a, b| a.bytes == b.bytes) {
        let size = size(of_size[0]);
        let mut series = |name: String, style, point: fn(&TagsRow) -> Point| {
            let points = of_size.iter().map(|row| point(row)).collect();
            plot.series.push(Series {
                name,
                style,
                points,
            });
        };
        series(format!("found, {size}"), Style::Marks, |row| {
            let band = 3.0 * row.deviation / row.probes.max(1) as f64;
            let (x, y) = (f64::from(row.bits), row.rate());
            let bar = Some((y - band, y + band));
            Point { x, y, bar }
        });
        series(format!("expected, {size}"), Style::Line, |row| Point {
            x: f64::from(row.bits),
            y: row.expected_rate(),
            bar: None,
        });
    }
    plot
}
