//! `ponder perft GAME`: count leaves, with a progress bar where it takes long.

use std::num::NonZeroUsize;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use ponder_core::perft::Status;
use ponder_engine::PerftRequest;

use crate::args::PerftArgs;
use crate::commands::place;
use crate::output::{Failure, Output, grouped, natural};

pub(crate) fn run(args: &PerftArgs, out: &mut Output) -> Result<(), Failure> {
    let session = place::session(&args.place)?;
    let request = PerftRequest {
        depth: args.depth,
        threads: NonZeroUsize::new(args.threads.into()).unwrap_or(NonZeroUsize::MIN),
        finished: args.finished.map(Into::into),
        passes: args.passes.map(Into::into),
        merge: args.merge,
    };
    let bar = progress_bar();
    let mut view = session.perft(&request, &|status| observe(&bar, status));
    bar.finish_and_clear();
    view.divide.sort_by_cached_key(|root| natural(&root.text));
    if !args.divide {
        view.divide.clear();
    }
    if out.json() {
        return out.value(&view);
    }
    let width = view.divide.iter().map(|root| root.text.len()).max();
    for root in &view.divide {
        let width = width.unwrap_or(0);
        out.line(format_args!(
            "{:width$}  {}",
            root.text,
            grouped(root.leaves)
        ))?;
    }
    out.line(format_args!(
        "{} depth {}: {} {} in {:.3} s, {:.1} M leaves/s, {} {}",
        view.game,
        view.depth,
        grouped(view.leaves),
        if view.leaves == 1 { "leaf" } else { "leaves" },
        view.seconds,
        view.leaves_per_second / 1e6,
        view.threads,
        if view.threads == 1 {
            "thread"
        } else {
            "threads"
        },
    ))
}

/// A bar on standard error; it hides itself where that is no terminal.
fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::new(0);
    let style = "{elapsed} [{wide_bar}] {percent}%, {msg} leaves, {eta} left";
    bar.set_style(
        ProgressStyle::with_template(style)
            .expect("a valid template")
            .progress_chars("=> "),
    );
    bar
}

/// Shows progress once a count has taken longer than a blink.
fn observe(bar: &ProgressBar, status: Status) {
    if bar.elapsed() > Duration::from_millis(500) {
        bar.set_length(status.jobs as u64);
        bar.set_message(grouped(status.leaves));
        bar.set_position(status.done as u64);
    }
}
