//! Everything that is printed goes through here: data, errors with the place they point at, and
//! exit codes.

use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use ponder_core::Fault;
use ponder_core::text::{pointer, printable};
use ponder_engine::Stop;
use ponder_wire::NoResult;
use serde::Serialize;

pub(crate) use ponder_engine::page::grouped;

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something that was given is wrong; `text` is what the fault points into.
    Refused { fault: Fault, text: String },
    /// Standard output failed.
    Io(io::Error),
    /// Something outside failed: a connection that was lost, a file that could not be written.
    Failed(Fault),
    /// The user ended it before it was done; what there was has been told.
    Interrupted,
}

impl Failure {
    /// Ties a fault to the text it is about.
    pub(crate) fn of(text: &str) -> impl Fn(Fault) -> Self + '_ {
        |fault| Self::Refused {
            fault,
            text: text.to_owned(),
        }
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Refused {
            fault,
            text: String::new(),
        }
    }
}

impl From<NoResult> for Failure {
    fn from(reason: NoResult) -> Self {
        match reason {
            NoResult::Stopped => {
                say("interrupted before the game was over");
                Self::Interrupted
            }
            NoResult::Lost(fault) => Self::Failed(fault),
            NoResult::Wrong(fault) => fault.into(),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Standard output, buffered, without colours where none belong.
pub(crate) struct Output {
    json: bool,
    colour: bool,
    /// The width of the terminal, if it is one.
    width: Option<usize>,
    stream: BufWriter<io::StdoutLock<'static>>,
}

impl Output {
    pub(crate) fn new(json: bool) -> Self {
        let stdout = io::stdout();
        let colour = AutoStream::choice(&stdout) != ColorChoice::Never;
        let size = terminal_size::terminal_size_of(&stdout);
        Self {
            json,
            colour,
            width: size.map(|(width, _)| width.0.into()),
            stream: BufWriter::new(stdout.lock()),
        }
    }

    /// True if the user wants JSON.
    pub(crate) fn json(&self) -> bool {
        self.json
    }

    /// True if text may be coloured.
    pub(crate) fn colour(&self) -> bool {
        self.colour
    }

    /// Prints a line.
    pub(crate) fn line(&mut self, line: impl Display) -> Result<(), Failure> {
        Ok(writeln!(self.stream, "{line}")?)
    }

    /// Prints a line of a table, cut to the width of the terminal.
    pub(crate) fn row(&mut self, line: impl Display) -> Result<(), Failure> {
        match self.width {
            Some(width) => self.line(cut(&line.to_string(), width)),
            None => self.line(line),
        }
    }

    /// Prints text as it is.
    pub(crate) fn text(&mut self, text: impl Display) -> Result<(), Failure> {
        Ok(write!(self.stream, "{text}")?)
    }

    /// Prints a value as one line of JSON.
    pub(crate) fn value(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.stream, value).map_err(io::Error::from)?;
        self.line("")
    }

    /// Where data goes, for those who write it themselves.
    pub(crate) fn stream(&mut self) -> &mut impl Write {
        &mut self.stream
    }

    /// Writes out what is buffered.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        Ok(self.stream.flush()?)
    }

    /// The same at the end of work that may have been interrupted.
    pub(crate) fn finish_work(&mut self, whole: bool) -> Result<(), Failure> {
        self.finish()?;
        if whole {
            Ok(())
        } else {
            Err(Failure::Interrupted)
        }
    }
}

/// The exit code of a run, after telling what went wrong. A reader that has seen enough is no
/// failure.
pub(crate) fn exit_code(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Io(error)) => {
            say(format_args!("error: the output cannot be written: {error}"));
            ExitCode::from(1)
        }
        Err(Failure::Interrupted) => ExitCode::from(130),
        Err(Failure::Failed(fault)) => {
            complain(&fault, "");
            ExitCode::from(1)
        }
        Err(Failure::Refused { fault, text }) => {
            complain(&fault, &text);
            ExitCode::from(2)
        }
    }
}

/// Tells a fault, the place in the text that it is about, and what would be right.
fn complain(fault: &Fault, text: &str) {
    say(format_args!("error: {}", printable(&fault.what)));
    // A place in a text that nobody has kept cannot be shown.
    if let Some(at) = fault.at.filter(|_| !text.is_empty()) {
        say(format_args!("\n{}", pointer(text, at)));
    }
    if let Some(hint) = &fault.hint {
        say(format_args!("\nhint: {}", printable(hint)));
    }
}

/// The exit code of a binary that this machine cannot run.
pub(crate) fn refuse_to_start(sentence: &str) -> ExitCode {
    say(format_args!("error: {sentence}"));
    ExitCode::from(1)
}

/// Ends a command that was interrupted before it had anything to tell.
pub(crate) fn unless_asked(stop: &Stop) -> Result<(), Failure> {
    if !stop.asked() {
        return Ok(());
    }
    say("interrupted");
    Err(Failure::Interrupted)
}

/// Tells a person something, beside the data.
pub(crate) fn say(line: impl Display) {
    // A standard error that is gone leaves nobody to tell.
    let _ = writeln!(io::stderr(), "{line}");
}

/// A line that is no wider than `width`; what is cut off leaves a mark.
fn cut(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_owned();
    }
    let kept = line.chars().take(width.saturating_sub(1));
    kept.chain(['\u{2026}']).collect()
}

/// A number of things, with the right one of two nouns.
pub(crate) fn counted(number: u64, one: &str, many: &str) -> String {
    let noun = if number == 1 { one } else { many };
    format!("{} {noun}", grouped(number))
}

/// A key that sorts texts as people do: 9-13 before 10-14.
pub(crate) fn natural(text: &str) -> Vec<(u64, char)> {
    let mut key = Vec::new();
    let mut number = None;
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            let upper = number.unwrap_or(0_u64).saturating_mul(10);
            number = Some(upper.saturating_add(digit.into()));
        } else {
            key.extend(number.take().map(|number| (number, '0')));
            key.push((0, letter));
        }
    }
    key.extend(number.map(|number| (number, '0')));
    key
}

/// Text in lines of at most 80 characters, all of them indented.
pub(crate) fn wrapped(text: &str, indent: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is always a line");
        if !last.is_empty() && indent + last.len() + word.len() + 1 > 80 {
            lines.push(word.to_owned());
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    let indented = lines.iter().map(|line| format!("{:indent$}{line}", ""));
    indented.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn rows_fit_the_terminal() {
        assert_eq!(cut("d3 c3 f4", 8), "d3 c3 f4");
        assert_eq!(cut("d3 c3 f4", 7), "d3 c3 \u{2026}");
        assert_eq!(cut("\u{e9}\u{e9}\u{e9}", 2), "\u{e9}\u{2026}");
        assert_eq!(cut("d3", 0), "\u{2026}");
    }
}
