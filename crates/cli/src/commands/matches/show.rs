//! How a match is shown: a live table while it runs, and the block that people paste.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ponder_arena::matches::{Plan, Progress, StandingView, counts_words, lapses_words};

use crate::output::{Failure, Output, say};

/// How often a log that nobody watches gets a line.
const LOG: Duration = Duration::from_secs(30);
/// How often a terminal is drawn.
const DRAW: Duration = Duration::from_millis(250);

/// The table on standard error.
pub(super) struct Live {
    title: String,
    bar: Option<ProgressBar>,
    quiet: bool,
    last: Instant,
    games: u64,
}

impl Live {
    /// A table for these players; a person's own board is not drawn over.
    pub(super) fn new(names: &[String; 2], quiet: bool) -> Self {
        let bar = (io::stderr().is_terminal() && !quiet).then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar
        });
        Self {
            title: format!("{} - {}", names[0], names[1]),
            bar,
            quiet,
            last: Instant::now(),
            games: 0,
        }
    }

    pub(super) fn show(&mut self, progress: &Progress) {
        let every = if self.bar.is_some() { DRAW } else { LOG };
        if self.quiet || self.last.elapsed() < every {
            return;
        }
        self.last = Instant::now();
        let view = progress.standing.view();
        if let Some(bar) = &self.bar {
            bar.set_message(table(&self.title, progress, &view));
        } else if view.games != self.games {
            say(line(progress, &view));
        }
        self.games = view.games;
    }

    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// How far it is, in words.
fn distance(progress: &Progress) -> String {
    let played = progress.before + progress.now;
    let games = match progress.games {
        Some(games) => format!("{played}/{games} games"),
        None => format!("{played} games"),
    };
    let rate = progress.now as f64 / progress.seconds.max(1e-9);
    let left = progress.left().map_or_else(
        || "?".to_owned(),
        |seconds| format!("about {}", span(seconds)),
    );
    format!("{games}, {rate:.1} a second, {left} left")
}

fn span(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

fn table(title: &str, progress: &Progress, view: &StandingView) -> String {
    let mut rows = vec![format!("{title}: {}", distance(progress))];
    rows.extend(figures(view));
    rows.join("\n")
}

fn line(progress: &Progress, view: &StandingView) -> String {
    let llr = view
        .llr
        .map_or(String::new(), |llr| format!(", LLR {llr:.2}"));
    format!(
        "{}: +{} ={} -{}, Elo {}{llr}",
        distance(progress),
        view.wins,
        view.draws,
        view.losses,
        estimate(view.elo, view.error)
    )
}

/// An estimate with its error; what does not exist has no digits.
fn estimate(value: f64, error: f64) -> String {
    let error = if error.is_finite() {
        format!("{error:.2}")
    } else {
        "?".to_owned()
    };
    if value.is_nan() {
        return "?".to_owned();
    }
    format!("{value:.2} +/- {error}")
}

fn percent(share: f64) -> String {
    if share.is_finite() {
        format!("{:.2} %", share * 100.0)
    } else {
        "?".to_owned()
    }
}

/// The rows of figures that people paste.
fn figures(view: &StandingView) -> Vec<String> {
    let ratio = if view.pairs_ratio.is_nan() {
        "?".to_owned()
    } else {
        format!("{:.2}", view.pairs_ratio)
    };
    let mut rows = vec![
        format!(
            "Elo: {}, nElo: {}",
            estimate(view.elo, view.error),
            estimate(view.nelo, view.nelo_error)
        ),
        format!(
            "LOS: {}, DrawRatio: {}, PairsRatio: {ratio}",
            percent(view.los),
            percent(view.draw_ratio)
        ),
        format!(
            "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({})",
            view.games,
            view.wins,
            view.losses,
            view.draws,
            view.points,
            percent(view.score)
        ),
        format!("Ptnml(0-2): {:?}", view.pentanomial),
    ];
    if let (Some(llr), Some(test)) = (view.llr, view.sprt) {
        let bound = if llr < 0.0 { test.lower } else { test.upper };
        let verdict = match test.decision {
            Some("elo1") => ": elo1 accepted",
            Some(_) => ": elo0 accepted",
            None => "",
        };
        rows.push(format!(
            "LLR: {llr:.2} ({:.1}%) ({:.2}, {:.2}) [{:.2}, {:.2}]{verdict}",
            100.0 * llr / bound * llr.signum(),
            test.lower,
            test.upper,
            test.elo0,
            test.elo1,
        ));
    }
    rows
}

/// The final block.
pub(super) fn block(
    plan: &Plan,
    names: &[String; 2],
    limits: &[String; 2],
    progress: &Progress,
    out: &mut Output,
) -> Result<(), Failure> {
    let view = progress.standing.view();
    let [first, second] = names;
    out.line(format_args!(
        "Results of {first} vs {second} ({}, seed {}; {}):",
        plan.game,
        plan.seed,
        if limits[0] == limits[1] {
            limits[0].clone()
        } else {
            limits.join(" vs ")
        }
    ))?;
    for row in figures(&view) {
        out.line(row)?;
    }
    let movers = view.first_mover;
    out.line(format_args!(
        "Moving first: +{} ={} -{}",
        movers.wins, movers.draws, movers.losses
    ))?;
    out.line(format_args!("Ended by: {}", counts_words(&view.reasons)))?;
    let lapses = view.lapses.iter().zip(&view.first_lapses);
    for (name, (lapses, first)) in names.iter().zip(lapses) {
        if let Some(how) = lapses_words(lapses, first.as_deref()) {
            out.row(format_args!("{name} lost by: {how}"))?;
        }
    }
    if view.uncounted > 0 {
        let why = match progress.standing.decision {
            Some(_) => "ended after the decision",
            None => "are ahead of pairs that are not over",
        };
        let games = view.uncounted;
        out.line(format_args!("Games that {why} and do not count: {games}"))?;
    }
    let rate = progress.now as f64 / progress.seconds.max(1e-9);
    let overhead = progress.overhead_per_move().unwrap_or(0.0);
    out.line(format_args!(
        "{} games in {:.1} s, {rate:.1} a second; {overhead:.0} us a move beside thinking",
        progress.now, progress.seconds
    ))
}
