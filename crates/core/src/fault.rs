//! Errors are sentences: what is wrong, where, and what would be right.

use std::error::Error;
use std::fmt;

/// A refusal of some text or setting that a person can act on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, one sentence without the final full stop.
    pub what: String,
    /// Where: a byte offset into the text that was read.
    pub at: Option<usize>,
    /// What would be right.
    pub hint: Option<String>,
}

impl Fault {
    /// A fault of the whole text.
    pub fn new(what: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            at: None,
            hint: None,
        }
    }

    /// A fault at byte `at` of the text.
    pub fn at(at: usize, what: impl Into<String>) -> Self {
        Self {
            at: Some(at),
            ..Self::new(what)
        }
    }

    /// Adds what would be right.
    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> Self {
        Self {
            hint: Some(hint.into()),
            ..self
        }
    }

    /// The same fault seen from a longer text in which the faulty one begins at byte `by`; a
    /// fault without a place is then at `by`.
    #[must_use]
    pub fn shifted(self, by: usize) -> Self {
        Self {
            at: Some(self.at.unwrap_or(0) + by),
            ..self
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        if let Some(hint) = &self.hint {
            write!(f, " ({hint})")?;
        }
        Ok(())
    }
}

impl Error for Fault {}
