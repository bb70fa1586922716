//! A report as one page of HTML that needs nothing else: no script, no picture, no network.

use std::fmt::Write as _;

use ponder_engine::page::{escape, frame};

use super::{Cell, PairingView, Report, Row};

/// What a tournament needs beside the common look.
const STYLE: &str = "
:root { --good: 34 139 84; --bad: 190 60 50; --mark: #2f6fb2; }
@media (prefers-color-scheme: dark) {
  :root { --good: 70 180 120; --bad: 225 95 85; --mark: #6ea8e0; } }
td.name small { display: block; color: var(--soft); font-family: ui-monospace, monospace; }
svg text { fill: var(--ink); font-size: 13px; } svg .axis { stroke: var(--line); }
svg .bar { stroke: var(--mark); stroke-width: 2; } svg circle { fill: var(--mark); }
";

/// Stands near the top of every page, so that a page can be known as one of ours.
pub const MARK: &str = "<meta name=\"generator\" content=\"ponder tournament\">";

/// The report as a page.
pub fn page(report: &Report) -> String {
    let mut page = String::new();
    let colours = if report.fixed_colours {
        "each opening once, colours fixed"
    } else {
        "each opening twice, colours swapped"
    };
    let unfinished = if report.complete {
        String::new()
    } else {
        format!(" of {} (not finished)", report.total)
    };
    let _ = writeln!(
        page,
        "<p class=\"about\">{} games{unfinished}; {} rounds, {colours}; seed {}; {:.0} s</p>",
        report.games, report.rounds, report.seed, report.seconds
    );
    standings(&mut page, &report.standings);
    chart(&mut page, &report.standings);
    crosstable(&mut page, report);
    superiority(&mut page, report);
    matches(&mut page, report);
    let title = format!("{} {}", report.game, report.kind);
    frame(MARK, &title, STYLE, &page)
}

fn standings(page: &mut String, rows: &[Row]) {
    page.push_str(
        "<h2>Standings</h2>\n<div class=\"scroll\"><table>\n<tr><th>#</th>\
         <th class=\"name\">player</th><th>Elo</th><th>&plusmn;</th><th>points</th><th>games</th>\
         <th>score</th><th>won</th><th>drawn</th><th>lost</th><th>forfeits</th></tr>\n",
    );
    for row in rows {
        let error = row
            .error
            .map_or("&ndash;".to_owned(), |error| format!("{error:.0}"));
        let mark = if row.guarded { "*" } else { "" };
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td class=\"name\">{}<small>{} ({})</small></td><td>{:+.0}{mark}</td>\
             <td>{error}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>\
             <td>{}</td></tr>",
            row.rank,
            escape(&row.name),
            escape(&row.player),
            escape(&row.limits),
            row.elo,
            row.points,
            row.games,
            percent(row.points, row.games),
            row.wins,
            row.draws,
            row.losses,
            row.lapses
        );
    }
    page.push_str("</table></div>\n");
    page.push_str("<p class=\"note\">Bradley-Terry ratings, mean 0, with 95 % intervals.");
    if rows.iter().any(|row| row.guarded) {
        page.push_str(
            " * Somebody won or lost everything: the rating is a lower bound of the difference, \
             made finite by a drawn game added to each meeting.",
        );
    }
    if rows.iter().any(|row| row.group > 0) {
        page.push_str(" Players whom no chain of games connects are not comparable.");
    }
    page.push_str("</p>\n");
    for row in rows {
        if let Some(how) = row.lapses_words() {
            let (name, how) = (escape(&row.name), escape(&how));
            let _ = writeln!(page, "<p class=\"note\">{name} lost by: {how}</p>");
        }
    }
}

/// The ratings with their intervals on one scale.
fn chart(page: &mut String, rows: &[Row]) {
    const NAMES: f64 = 220.0;
    const WIDTH: f64 = 480.0;
    const HEIGHT: f64 = 26.0;
    let reach = rows
        .iter()
        .map(|row| row.elo.abs() + row.error.unwrap_or(0.0))
        .fold(1.0, f64::max);
    let x = |elo: f64| NAMES + WIDTH * (elo / reach + 1.0) / 2.0;
    let height = HEIGHT * rows.len() as f64 + 8.0;
    let _ = writeln!(
        page,
        "<svg viewBox=\"0 0 {:.0} {height:.0}\" width=\"{:.0}\" role=\"img\" \
         aria-label=\"Ratings with intervals\" style=\"max-width:100%\">\
         <line class=\"axis\" x1=\"{2:.1}\" x2=\"{2:.1}\" y1=\"0\" y2=\"{height:.0}\"/>",
        NAMES + WIDTH + 10.0,
        NAMES + WIDTH + 10.0,
        x(0.0)
    );
    for (index, row) in rows.iter().enumerate() {
        let y = HEIGHT * (index as f64 + 0.5) + 4.0;
        let error = row.error.unwrap_or(0.0);
        let name: String = row.name.chars().take(28).collect();
        let _ = writeln!(
            page,
            "<text x=\"0\" y=\"{:.1}\">{}</text><line class=\"bar\" x1=\"{:.1}\" x2=\"{:.1}\" \
             y1=\"{y:.1}\" y2=\"{y:.1}\"/><circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\"/>",
            y + 4.0,
            escape(&name),
            x(row.elo - error),
            x(row.elo + error),
            x(row.elo)
        );
    }
    page.push_str("</svg>\n");
}

fn crosstable(page: &mut String, report: &Report) {
    page.push_str("<h2>Crosstable</h2>\n");
    matrix(page, report, &report.crosstable, |cell: &Cell| {
        let share = cell.points / cell.games.max(1) as f64;
        (format!("{} / {}", cell.points, cell.games), share)
    });
}

fn superiority(page: &mut String, report: &Report) {
    page.push_str("<h2>Likelihood that the row is stronger than the column</h2>\n");
    matrix(page, report, &report.superiority, |likely: &f64| {
        (format!("{:.1} %", likely * 100.0), *likely)
    });
}

/// A table of players against players; the second number of a cell, from 0 to 1, colours it.
fn matrix<T>(
    page: &mut String,
    report: &Report,
    cells: &[Vec<Option<T>>],
    show: impl Fn(&T) -> (String, f64),
) {
    page.push_str("<div class=\"scroll\"><table>\n<tr><th></th><th class=\"name\"></th>");
    for row in &report.standings {
        let _ = write!(
            page,
            "<th title=\"{}\">{}</th>",
            escape(&row.name),
            row.rank
        );
    }
    page.push_str("</tr>\n");
    for (row, cells) in report.standings.iter().zip(cells) {
        let (rank, name) = (row.rank, escape(&row.name));
        let _ = write!(page, "<tr><td>{rank}</td><td class=\"name\">{name}</td>");
        for cell in cells {
            match cell.as_ref().map(&show) {
                None => page.push_str("<td class=\"soft\">&middot;</td>"),
                Some((text, share)) => {
                    let hue = if share >= 0.5 { "good" } else { "bad" };
                    let depth = (share - 0.5).abs() * 0.9;
                    let _ = write!(
                        page,
                        "<td style=\"background:rgb(var(--{hue}) / {depth:.2})\">{text}</td>"
                    );
                }
            }
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</table></div>\n");
}

fn matches(page: &mut String, report: &Report) {
    let [first, second] = report.sides;
    let _ = writeln!(
        page,
        "<h2>Matches</h2>\n<div class=\"scroll\"><table>\n<tr><th class=\"name\">players</th>\
         <th>won</th><th>drawn</th><th>lost</th><th>score</th><th>95 %</th><th>Elo</th>\
         <th>pairs</th><th>as {}</th><th>as {}</th><th class=\"name\">endings</th></tr>",
        escape(first),
        escape(second)
    );
    for pairing in &report.pairings {
        let standing = &pairing.standing;
        let endings: Vec<_> = standing
            .reasons
            .iter()
            .map(|(name, count)| format!("{name} {count}"))
            .collect();
        let [low, high] = pairing.interval.map(|share| share * 100.0);
        let _ = writeln!(
            page,
            "<tr><td class=\"name\">{} &ndash; {}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>\
             <td>{low:.0}&ndash;{high:.0} %</td><td>{}</td><td>{:?}</td><td>{}</td><td>{}</td>\
             <td class=\"name\">{}</td></tr>",
            escape(&pairing.first),
            escape(&pairing.second),
            standing.wins,
            standing.draws,
            standing.losses,
            percent(standing.points, standing.games),
            elo(pairing),
            standing.pentanomial,
            percent(pairing.moving_first.points, pairing.moving_first.games),
            percent(pairing.moving_second.points, pairing.moving_second.games),
            endings.join(", ")
        );
    }
    page.push_str("</table></div>\n");
}

fn elo(pairing: &PairingView) -> String {
    let standing = &pairing.standing;
    if standing.pairs > 0 && standing.elo.is_finite() && standing.error.is_finite() {
        format!("{:+.0} &plusmn; {:.0}", standing.elo, standing.error)
    } else {
        "&ndash;".to_owned()
    }
}

fn percent(points: f64, games: u64) -> String {
    if games == 0 {
        return "&ndash;".to_owned();
    }
    format!("{:.1} %", points * 100.0 / games as f64)
}
