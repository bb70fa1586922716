//! A configuration as words: `driver=window switches=table,etc quiet-threshold=25 probcut=none`.
//!
//! These words are printed with every result and are read back here. Whatever else tells a
//! configuration something, a command line or a file, ends in [`Config::set`].

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

use ponder_core::{ErrorModel, Fault, JUDGEMENT, text};

use crate::config::{Config, Driver, Switches, parse_switches};
use crate::worker::MAX_PLY;

/// A number of a configuration, by name.
pub struct Number {
    /// Its name on the command line and in files.
    pub name: &'static str,
    /// What it means, one line.
    pub about: &'static str,
    /// What it may be.
    pub allowed: RangeInclusive<i32>,
    get: fn(&Config) -> i32,
    put: fn(&mut Config, i32),
}

/// The numbers. A new one is a field of [`Config`] and an entry here.
pub const NUMBERS: &[Number] = &[
    Number {
        name: "quiet-threshold",
        about: "inverted: how far a judgement must move before a line is not quiet",
        allowed: 0..=JUDGEMENT,
        get: |config| config.quiet_threshold,
        put: |config, number| config.quiet_threshold = number,
    },
    Number {
        name: "inverted-depth",
        about: "inverted: how far it goes beyond the horizon",
        allowed: 1..=MAX_PLY as i32 / 2,
        get: |config| config.inverted_depth as i32,
        put: |config, number| config.inverted_depth = number as u32,
    },
];

/// What stands for an empty list.
const NONE: &str = "none";

impl Number {
    /// Its value in a configuration.
    pub fn of(&self, config: &Config) -> i32 {
        (self.get)(config)
    }

    fn read(&self, config: &mut Config, word: &str) -> Result<(), Fault> {
        let number = word.parse().ok().filter(|n| self.allowed.contains(n));
        let number = number.ok_or_else(|| {
            let (least, most) = (self.allowed.start(), self.allowed.end());
            Fault::new(format!("\"{word}\" is no {}", self.name))
                .hint(format!("a whole number from {least} to {most}"))
        })?;
        (self.put)(config, number);
        Ok(())
    }
}

impl Config {
    /// What [`set`](Self::set) can set.
    pub fn keys() -> impl Iterator<Item = &'static str> {
        let numbers = NUMBERS.iter().map(|number| number.name);
        ["driver", "switches", "ties"]
            .into_iter()
            .chain(numbers)
            .chain(["probcut"])
    }

    /// Sets one thing by name. Whether all of it makes sense together is left to
    /// [`check`](Self::check).
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), Fault> {
        let listed = if value == NONE { "" } else { value };
        match key {
            "driver" => self.driver = Driver::read(value)?,
            "switches" => self.switches = Switches::of(&parse_switches(listed)?),
            "ties" => self.ties = value.parse()?,
            "probcut" => self.probcut = parse_models(listed)?,
            _ => {
                let number = NUMBERS.iter().find(|number| number.name == key);
                let number = number.ok_or_else(|| {
                    let keys: Vec<_> = Self::keys().collect();
                    Fault::new(format!("there is no setting \"{key}\""))
                        .hint(format!("the settings are: {}", keys.join(", ")))
                })?;
                number.read(self, value)?;
            }
        }
        Ok(())
    }

    /// The same with some settings changed, words `key=value`; again unchecked as a whole.
    pub fn amended(mut self, words: &str) -> Result<Self, Fault> {
        for (at, word) in text::words(words) {
            let (key, value) = word.split_once('=').ok_or_else(|| {
                Fault::at(at, format!("\"{word}\" sets nothing"))
                    .hint("write NAME=VALUE, as in quiet-threshold=30")
            })?;
            self.set(key, value).map_err(|fault| fault.shifted(at))?;
        }
        Ok(self)
    }
}

impl FromStr for Config {
    type Err = Fault;

    /// Reads what `Display` wrote.
    fn from_str(words: &str) -> Result<Self, Fault> {
        Self::plain().amended(words)?.check()
    }
}

impl Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let or_none = |list: String| if list.is_empty() { NONE.into() } else { list };
        let switches = or_none(self.switches.to_string());
        let (driver, ties) = (self.driver.name(), self.ties);
        write!(f, "driver={driver} switches={switches} ties={ties}")?;
        for number in NUMBERS {
            write!(f, " {}={}", number.name, number.of(self))?;
        }
        let models: Vec<_> = self.probcut.iter().map(ErrorModel::to_string).collect();
        write!(f, " probcut={}", or_none(models.join(",")))
    }
}

impl Driver {
    /// All drivers.
    pub const ALL: &'static [Self] = &[Self::Window, Self::Mtdf];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Window => "window",
            Self::Mtdf => "mtdf",
        }
    }

    fn read(word: &str) -> Result<Self, Fault> {
        let driver = Self::ALL.iter().find(|driver| driver.name() == word);
        driver.copied().ok_or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|driver| driver.name()).collect();
            Fault::new(format!("there is no driver \"{word}\""))
                .hint(format!("the drivers are: {}", names.join(", ")))
        })
    }
}

fn parse_models(list: &str) -> Result<Vec<ErrorModel>, Fault> {
    let words = list.split(',').filter(|word| !word.is_empty());
    words.map(str::parse).collect()
}
