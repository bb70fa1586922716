//! `ponder book`: grow, show and export opening books.

use std::fmt::Write as _;
use std::path::Path;

use ponder_arena::book::{Book, Growth, MoveRow, Summary, Wish};
use ponder_arena::openings;
use ponder_core::Fault;
use ponder_engine::{Limits, Session};
use serde::Serialize;

use crate::args::{
    BookArgs, BookBuildArgs, BookCommand, BookExportArgs, BookShowArgs, ExportFormat, Place,
};
use crate::commands::delivery::{Kind, deliver, vacant};
use crate::commands::{analyse, place, progress};
use crate::output::{Failure, Output, grouped, say};

pub(crate) fn run(args: &BookArgs, out: &mut Output) -> Result<(), Failure> {
    match &args.what {
        BookCommand::Build(args) => build(args, out),
        BookCommand::Show(args) => show(args, out),
        BookCommand::Export(args) => export(args, out),
    }
}

fn build(args: &BookBuildArgs, out: &mut Output) -> Result<(), Failure> {
    let session = place::game(&args.game)?;
    let wish = wish(args)?;
    let mut book = begun(args, &*session)?;
    let stop = analyse::interrupted();
    let bar = progress::bar(wish.expansions.unwrap_or(0));
    let grown = book.grow(&*session, &wish, &args.out, &stop, &mut |growth: Growth| {
        bar.set_position(growth.expansions);
        bar.set_message(format!(
            "expansions, {} positions, score {}, ply {}",
            grouped(growth.positions as u64),
            score(growth.value),
            growth.ply
        ));
    });
    bar.finish_and_clear();
    let more = grown?;
    if !more {
        say("nothing is left to expand: every line of the book ends in a proven result");
    }
    let summary = book.summary(&*session);
    if out.json() {
        out.value(&summary)?;
    } else {
        head(&summary, out)?;
    }
    out.finish_work(!(more && stop.asked()))
}

fn wish(args: &BookBuildArgs) -> Result<Wish, Fault> {
    if !(0.0..=1000.0).contains(&args.deviation) {
        return Err(
            Fault::new(format!("no book deviates by {}", args.deviation))
                .hint("give --deviation a number from 0 to 1000"),
        );
    }
    let expansions = args.time.is_none().then_some(100);
    let nodes = args.depth.is_none().then_some(20_000);
    Ok(Wish {
        limits: Limits {
            nodes: args.nodes.or(nodes),
            depth: args.depth,
            ..Limits::default()
        },
        expansions: args.expansions.or(expansions),
        time: args.time,
        deviation: args.deviation,
        threads: args.threads.into(),
    })
}

/// The book to grow: a new one, or the one that is there.
fn begun(args: &BookBuildArgs, session: &dyn Session) -> Result<Book, Fault> {
    if !args.out.exists() {
        return Ok(Book::new(session));
    }
    if !args.resume {
        return Err(
            Fault::new(format!("{} is there already", args.out.display()))
                .hint("--resume goes on with it; or give --out another name"),
        );
    }
    let book = Book::read(&args.out)?;
    book.fits(session)?;
    Ok(book)
}

#[derive(Serialize)]
struct ShowView<'a> {
    #[serde(flatten)]
    summary: &'a Summary,
    /// The position looked at.
    position: String,
    moves: &'a [MoveRow],
}

fn show(args: &BookShowArgs, out: &mut Output) -> Result<(), Failure> {
    let (book, start) = opened(&args.file)?;
    let session = place::session(&Place {
        game: book.game().to_owned(),
        position: None,
        format: None,
        moves: args.moves.clone(),
    })?;
    let summary = book.summary(&*start);
    let rows = book.rows(&*session);
    if out.json() {
        return out.value(&ShowView {
            summary: &summary,
            position: session.position_text(),
            moves: &rows,
        });
    }
    head(&summary, out)?;
    if rows.is_empty() {
        return out.line("the book has no moves here");
    }
    let width = rows.iter().map(|row| row.text.chars().count()).max();
    let width = width.unwrap_or(0).max(4);
    out.row(format_args!(
        "\n{:<width$} {:>8} {:>10}  best line",
        "move", "score", "positions"
    ))?;
    for row in &rows {
        out.row(format_args!(
            "{:<width$} {:>8} {:>10}  {}",
            row.text,
            score(row.score),
            grouped(row.positions as u64),
            row.line.join(" ")
        ))?;
    }
    Ok(())
}

fn head(summary: &Summary, out: &mut Output) -> Result<(), Failure> {
    out.line(format_args!(
        "{}: {} positions, {} expanded, {} proven, up to ply {}; score {}",
        summary.game,
        grouped(summary.positions as u64),
        grouped(summary.expanded as u64),
        grouped(summary.proven as u64),
        summary.plies,
        score(summary.score)
    ))?;
    out.row(format_args!("best line: {}", summary.line.join(" ")))
}

fn export(args: &BookExportArgs, out: &mut Output) -> Result<(), Failure> {
    vacant(args.out.as_deref(), Kind::Work)?;
    let (book, session) = opened(&args.file)?;
    let mut text = String::new();
    match args.format {
        ExportFormat::Json => {
            for row in book.positions(&*session) {
                text += &serde_json::to_string(&row).map_err(std::io::Error::from)?;
                text.push('\n');
            }
        }
        ExportFormat::Positions => {
            for row in book.positions(&*session) {
                let _ = writeln!(text, "{} # {}", row.position, score(row.score));
            }
        }
        ExportFormat::Lines => {
            if !(0.0..=300.0).contains(&args.margin) {
                return Err(Fault::new(format!("no score is within {}", args.margin))
                    .hint("give --margin a number from 0 to 300")
                    .into());
            }
            let lines = book.lines(&*session, (args.margin * 100.0).round() as i32);
            let about = format!("from a book of {}, margin {}", book.game(), args.margin);
            text = openings::write(&about, &lines);
        }
    }
    deliver(&text, args.out.as_deref(), Kind::Work, out)
}

/// A book, and a session that stands where it begins.
fn opened(file: &Path) -> Result<(Book, Box<dyn Session>), Failure> {
    let book = Book::read(file)?;
    let session = place::game(book.game())?;
    Ok((book, session))
}

/// A score in the game's unit.
fn score(score: i32) -> String {
    format!("{:+.2}", f64::from(score) / 100.0)
}
