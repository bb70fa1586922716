//! A bar on standard error for work that takes a while.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar up to `length`, or a mere sign of life if that is 0. Nothing is drawn unless standard
/// error is a terminal.
pub(crate) fn bar(length: u64) -> ProgressBar {
    let (bar, template) = match length {
        0 => (
            ProgressBar::new_spinner(),
            "{spinner} {pos} {msg} [{elapsed}]",
        ),
        _ => (
            ProgressBar::new(length),
            "[{elapsed}] {bar:30} {pos}/{len} {msg}, {eta} left",
        ),
    };
    bar.enable_steady_tick(Duration::from_millis(200));
    let style = ProgressStyle::with_template(template);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
