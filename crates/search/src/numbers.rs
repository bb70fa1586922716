//! The numbers of the techniques: depths from which they work, margins, strides.
//!
//! Like the switches they have names and can be set from a file or the command line. A game that
//! counts in another unit than most sets its own.

use std::ops::RangeInclusive;

use ponder_core::{Fault, JUDGEMENT, Score};

/// Declares the numbers: field, name, default, what it may be, what it means.
macro_rules! numbers {
    ($($field:ident $name:literal $default:literal $allowed:expr, $about:literal;)*) => {
        /// All numbers of a configuration.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Numbers {
            $(#[doc = $about] pub $field: Score,)*
        }

        impl Default for Numbers {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        /// The numbers by name.
        pub const NUMBERS: &[Number] = &[
            $(Number {
                name: $name,
                about: $about,
                allowed: $allowed,
                get: |numbers| numbers.$field,
                put: |numbers, number| numbers.$field = number,
            },)*
        ];
    };
}

/// A number of a configuration, by name.
pub struct Number {
    /// Its name on the command line and in files.
    pub name: &'static str,
    /// What it means, one line.
    pub about: &'static str,
    /// What it may be.
    pub allowed: RangeInclusive<Score>,
    get: fn(&Numbers) -> Score,
    put: fn(&mut Numbers, Score),
}

numbers! {
    stride "stride" 1 1..=2, "deepening: plies from one iteration to the next";
    aspiration_margin "aspiration-margin" 50 1..=JUDGEMENT, "aspiration: half of the first window";
    table_depth "table-depth" 1 1..=10, "table: the least depth at which it is asked";
    etc_depth "etc-depth" 3 1..=20, "etc: the least depth at which successors are looked up";
    promise_depth "promise-depth" 2 1..=20, "promise: the least depth at which the judge is asked";
    late_divisor "lmr-divisor" 220 50..=1000, "lmr: the greater, the less is reduced (hundredths)";
    razor_margin "razor-margin" 300 0..=JUDGEMENT, "razor: hope for each ply";
    futility_margin "futility-margin" 150 0..=JUDGEMENT, "futility: hope for each ply of a quiet move";
    futility_base "futility-base" 100 0..=JUDGEMENT, "futility: hope at no depth";
    lead_margin "lead-margin" 120 0..=JUDGEMENT, "futility: what the opponent may win back each ply";
    probcut_sigmas "probcut-sigmas" 150 0..=1000, "probcut: certainty asked for, hundredths of sigma";
    rankcut_doubt "rankcut-doubt" 75 0..=10_000, "rankcut: the chance of a later move that is given up (ten thousandths)";
    quiet_threshold "quiet-threshold" 25 0..=JUDGEMENT, "inverted: a judgement within this of the root's is quiet";
    inverted_depth "inverted-depth" 2 1..=60, "inverted: how far it goes beyond the horizon";
    contempt "contempt" 0 -JUDGEMENT..=JUDGEMENT, "fade: what a draw costs the side that searches";
}

impl Number {
    /// Its value.
    pub fn of(&self, numbers: &Numbers) -> Score {
        (self.get)(numbers)
    }

    /// The number with a name.
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        NUMBERS.iter().find(|number| number.name == name)
    }

    pub(crate) fn read(&self, numbers: &mut Numbers, word: &str) -> Result<(), Fault> {
        let number = word.parse().ok().filter(|n| self.allowed.contains(n));
        let number = number.ok_or_else(|| {
            let (least, most) = (self.allowed.start(), self.allowed.end());
            Fault::new(format!("\"{word}\" is no {}", self.name))
                .hint(format!("a whole number from {least} to {most}"))
        })?;
        (self.put)(numbers, number);
        Ok(())
    }
}
