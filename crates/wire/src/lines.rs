//! Lines of text from anything that can be read: pipes and sockets, in whatever pieces they
//! bring them.
//!
//! Programs end lines with LF, CRLF or CR. A line is given as soon as its first ending byte is
//! there: whoever waits for the LF that may follow a CR waits for ever on a peer that sends none.

use std::fmt;
use std::io::{self, Read};
use std::time::{Duration, Instant};

/// The longest line that is read where nothing else is said, in bytes.
pub const LONGEST: usize = 64 << 10;

/// Reads lines, each at most so long.
pub struct Lines<R> {
    source: R,
    longest: usize,
    /// Bytes that were read and not looked at yet.
    chunk: Vec<u8>,
    at: usize,
    /// The line so far.
    line: Vec<u8>,
    /// The last line ended with CR: an LF at once belongs to it.
    after_cr: bool,
    /// The rest of a line that was too long is passed over.
    skipping: bool,
    /// The time after which a call returns without a line, if it is bounded.
    glance: Option<Duration>,
}

/// Why there is no line.
#[derive(Debug)]
pub enum LineError {
    /// A line was longer than so many bytes; the next call goes on behind it.
    Overlong(usize),
    /// The source failed. After a time-out the next call goes on where this one was.
    Io(io::Error),
}

impl<R: Read> Lines<R> {
    /// The lines of a source, each at most [`LONGEST`] bytes.
    pub fn new(source: R) -> Self {
        Self::at_most(LONGEST, source)
    }

    /// The lines of a source, each at most `longest` bytes.
    pub fn at_most(longest: usize, source: R) -> Self {
        Self {
            source,
            longest,
            chunk: Vec::new(),
            at: 0,
            line: Vec::new(),
            after_cr: false,
            skipping: false,
            glance: None,
        }
    }

    /// The same, but a call that has no line after some time says that it is late, although
    /// bytes keep coming: whoever sends a line that never ends does not hold up its reader.
    #[must_use]
    pub fn glancing(mut self, every: Duration) -> Self {
        self.glance = Some(every);
        self
    }

    /// The next line without its end, or none at the end of the source. What is no UTF-8 is
    /// replaced; a last line need not be ended.
    #[expect(
        clippy::should_implement_trait,
        reason = "an iterator would end at the first error, and these do not"
    )]
    pub fn next(&mut self) -> Result<Option<String>, LineError> {
        let late = self.glance.map(|glance| Instant::now() + glance);
        loop {
            while let Some(&byte) = self.chunk.get(self.at) {
                self.at += 1;
                let after_cr = std::mem::replace(&mut self.after_cr, byte == b'\r');
                match byte {
                    b'\n' if after_cr => {}
                    b'\n' | b'\r' if std::mem::take(&mut self.skipping) => {}
                    b'\n' | b'\r' => return Ok(Some(self.take())),
                    _ if self.skipping => {}
                    _ if self.line.len() == self.longest => {
                        self.line.clear();
                        self.skipping = true;
                        return Err(LineError::Overlong(self.longest));
                    }
                    _ => self.line.push(byte),
                }
            }
            if late.is_some_and(|late| Instant::now() >= late) {
                self.chunk.clear();
                self.at = 0;
                return Err(LineError::Io(io::ErrorKind::TimedOut.into()));
            }
            if !self.refill()? {
                let rest = !self.line.is_empty();
                return Ok(rest.then(|| self.take()));
            }
        }
    }

    /// Reads on; false at the end.
    fn refill(&mut self) -> Result<bool, LineError> {
        const CHUNK: usize = 4096;
        self.at = 0;
        self.chunk.resize(CHUNK, 0);
        loop {
            match self.source.read(&mut self.chunk) {
                Ok(count) => {
                    self.chunk.truncate(count);
                    return Ok(count > 0);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.chunk.clear();
                    return Err(LineError::Io(error));
                }
            }
        }
    }

    fn take(&mut self) -> String {
        let bytes = std::mem::take(&mut self.line);
        String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
    }

    /// The source.
    pub fn source(&self) -> &R {
        &self.source
    }
}

impl LineError {
    /// True if there was no line in time: the source has a time-out and it passed.
    pub fn is_timeout(&self) -> bool {
        use io::ErrorKind::{TimedOut, WouldBlock};
        matches!(self, Self::Io(error) if matches!(error.kind(), WouldBlock | TimedOut))
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overlong(longest) => write!(f, "a line is longer than {longest} bytes"),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LineError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that brings its bytes in given pieces; an empty piece is a time-out.
    struct Pieces(Vec<&'static [u8]>);

    impl Read for Pieces {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            let piece = self.0.remove(0);
            if piece.is_empty() {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            into[..piece.len()].copy_from_slice(piece);
            Ok(piece.len())
        }
    }

    fn all(pieces: &[&'static [u8]]) -> Vec<String> {
        let mut lines = Lines::at_most(8, Pieces(pieces.to_vec()));
        let mut found = Vec::new();
        loop {
            match lines.next() {
                Ok(Some(line)) => found.push(line),
                Ok(None) => return found,
                Err(error) if error.is_timeout() => found.push("(late)".to_owned()),
                Err(error) => found.push(format!("({error})")),
            }
        }
    }

    #[test]
    fn every_line_end_counts_once() {
        let lines = ["one", "two", "three", "", "five"];
        assert_eq!(all(&[b"one\ntwo\r\nthree\r\rfive"]), lines);
        assert_eq!(all(&[b"on", b"e\ntwo\r", b"\nthree\r", b"\rfive\n"]), lines);
    }

    #[test]
    fn a_line_is_given_before_the_byte_behind_its_cr() {
        let mut lines = Lines::new(Pieces(vec![b"go\r", b"", b"\nstop\r"]));
        assert_eq!(lines.next().expect("a line").as_deref(), Some("go"));
        assert!(lines.next().expect_err("nothing yet").is_timeout());
        assert_eq!(lines.next().expect("a line").as_deref(), Some("stop"));
    }

    #[test]
    fn a_time_out_loses_nothing() {
        assert_eq!(all(&[b"on", b"", b"e\n"]), ["(late)", "one"]);
    }

    #[test]
    fn a_line_that_never_ends_is_late() {
        let pieces = vec![b"on".as_slice(), b"e\ntwo"];
        let mut lines = Lines::new(Pieces(pieces)).glancing(Duration::ZERO);
        assert!(lines.next().expect_err("no time").is_timeout());
        lines.glance = None;
        assert_eq!(lines.next().expect("a line").as_deref(), Some("one"));
    }

    #[test]
    fn a_line_too_long_is_passed_over() {
        let lines = all(&[b"12345678\n123456789", b"0123456789\nnext\r\n"]);
        let long = "(a line is longer than 8 bytes)";
        assert_eq!(lines, ["12345678", long, "next"]);
        assert_eq!(all(&[b"123456789\r\nnext"]), [long, "next"]);
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        assert_eq!(all(&[b"a\xffb\n"]), ["a\u{fffd}b"]);
    }
}
