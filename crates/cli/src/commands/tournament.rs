//! `ponder tournament`: many players, one table.

use std::path::Path;

use ponder_arena::report::{Cell, Report, page};
use ponder_arena::store::Store;
use ponder_arena::tournament::{Changes, Results, Tournament};
use ponder_core::Fault;
use ponder_engine::Session;

use crate::args::TournamentArgs;
use crate::commands::delivery::{Kind, deliver, vacant};
use crate::commands::{analyse, place, progress};
use crate::output::{Failure, Output, say, unless_asked};

pub(crate) fn run(args: &TournamentArgs, out: &mut Output) -> Result<(), Failure> {
    let session = place::game(&args.game)?;
    vacant(args.html.as_deref(), Kind::Report)?;
    let tournament = read(args, &*session)?;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    for doubt in tournament.check(processors)? {
        say(format_args!("note: {doubt}"));
    }
    let stop = analyse::interrupted();
    // Players that cannot play leave no file behind.
    tournament.rehearse(&*session, &stop)?;
    unless_asked(&stop)?;
    let store = args.db.as_deref().map(Store::open).transpose()?;
    if let (Some(store), Some(file)) = (&store, &args.db)
        && args.resume
        && store.matches()?.is_empty()
    {
        let file = file.display();
        say(format_args!(
            "nothing to resume in {file}: a new tournament begins"
        ));
    }
    let bar = progress::bar(0);
    let played = tournament.run(
        store.as_ref(),
        args.resume,
        &stop,
        &mut |results: &Results| {
            bar.set_length(results.total);
            bar.set_position(results.games());
            let left = results.left().map(|seconds| format!("{seconds:.0} s left"));
            bar.set_message(format!(
                "of {} games, {}",
                results.total,
                left.unwrap_or_default()
            ));
        },
    );
    bar.finish_and_clear();
    let results = played?;
    if results.before > 0 {
        say(format_args!("{} games were there before", results.before));
    }
    if results.stopped {
        say("interrupted: this is the result so far");
        if let Some(file) = &args.db {
            say(format_args!(
                "--db {} --resume goes on with it",
                file.display()
            ));
        }
    }
    let report = Report::new(&tournament, &results);
    if let Some(file) = &args.html {
        deliver(&page(&report), Some(file), Kind::Report, out)?;
    }
    if out.json() {
        out.value(&report)?;
    } else {
        tables(&report, out)?;
    }
    out.finish_work(!results.stopped)
}

fn read(args: &TournamentArgs, session: &dyn Session) -> Result<Tournament, Failure> {
    let text = place::input(Some(&args.file))?;
    let folder = args.file.parent().unwrap_or(Path::new(""));
    let changes = Changes {
        rounds: args.rounds,
        games: args.games,
        openings: args.openings.clone(),
        seed: args.seed,
        limits: args.limits.limits(),
        concurrency: args.concurrency.map(usize::from),
        kind: args.kind.clone(),
    };
    let read = Tournament::read(&text, session, folder, &changes);
    read.map_err(|fault| {
        let what = format!("the tournament {}: {}", args.file.display(), fault.what);
        Failure::of(&text)(Fault { what, ..fault })
    })
}

fn tables(report: &Report, out: &mut Output) -> Result<(), Failure> {
    let names = report.standings.iter().map(|row| row.name.chars().count());
    let width = names.max().unwrap_or(0).max(6);
    out.row(format_args!(
        "{:>3} {:<width$} {:>7} {:>6} {:>8} {:>6} {:>7} {:>5} {:>5} {:>5}",
        "#", "player", "Elo", "+/-", "points", "games", "score", "won", "drawn", "lost"
    ))?;
    for row in &report.standings {
        let error = row
            .error
            .map_or("-".to_owned(), |error| format!("{error:.0}"));
        let mark = if row.guarded { "*" } else { "" };
        out.row(format_args!(
            "{:>3} {:<width$} {:>7} {:>6} {:>8} {:>6} {:>7} {:>5} {:>5} {:>5}",
            row.rank,
            row.name,
            format!("{:+.0}{mark}", row.elo),
            error,
            row.points,
            row.games,
            percent(row.points, row.games),
            row.wins,
            row.draws,
            row.losses
        ))?;
    }
    if report.standings.iter().any(|row| row.guarded) {
        out.line("* somebody won or lost everything: a drawn game was added to each meeting")?;
    }
    if report.standings.iter().any(|row| row.group > 0) {
        out.line("players whom no chain of games connects are not comparable")?;
    }
    for row in &report.standings {
        if let Some(how) = row.lapses_words() {
            out.row(format_args!("{} lost by: {how}", row.name))?;
        }
    }
    out.line("\npoints of the row against the column")?;
    matrix(report, width, &report.crosstable, out, |cell: &Cell| {
        format!("{}/{}", cell.points, cell.games)
    })?;
    out.line("\nlikelihood that the row is stronger than the column")?;
    matrix(report, width, &report.superiority, out, |likely| {
        format!("{:.1}%", likely * 100.0)
    })?;
    matches(report, out)
}

fn matrix<T>(
    report: &Report,
    width: usize,
    cells: &[Vec<Option<T>>],
    out: &mut Output,
    show: impl Fn(&T) -> String,
) -> Result<(), Failure> {
    let line = |name: &str, rank: String, words: Vec<String>| {
        let words: Vec<_> = words.iter().map(|word| format!("{word:>10}")).collect();
        format!("{rank:>3} {name:<width$} {}", words.join(" "))
    };
    let ranks = report.standings.iter().map(|row| row.rank.to_string());
    out.row(line("", String::new(), ranks.collect()))?;
    for (row, cells) in report.standings.iter().zip(cells) {
        let dot = || "\u{b7}".to_owned();
        let words = cells
            .iter()
            .map(|cell| cell.as_ref().map_or_else(dot, &show));
        out.row(line(&row.name, row.rank.to_string(), words.collect()))?;
    }
    Ok(())
}

fn matches(report: &Report, out: &mut Output) -> Result<(), Failure> {
    let [first, second] = report.sides;
    out.line("\nmatches, from the first one's view")?;
    for pairing in &report.pairings {
        let standing = &pairing.standing;
        let [low, high] = pairing.interval.map(|share| share * 100.0);
        let side = |name: &str, cell: Cell| match cell.games {
            0 => String::new(),
            games => format!(", {name} {}", percent(cell.points, games)),
        };
        out.row(format_args!(
            "{} - {}: +{} ={} -{}, {} (95%: {low:.0} to {high:.0}%){}{}",
            pairing.first,
            pairing.second,
            standing.wins,
            standing.draws,
            standing.losses,
            percent(standing.points, standing.games),
            side(first, pairing.moving_first),
            side(second, pairing.moving_second)
        ))?;
    }
    Ok(())
}

fn percent(points: f64, games: u64) -> String {
    if games == 0 {
        return "-".to_owned();
    }
    format!("{:.1}%", points * 100.0 / games as f64)
}
