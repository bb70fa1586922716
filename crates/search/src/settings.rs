//! A configuration as words: `driver=window switches=table,etc quiet-threshold=25 probcut=none`.
//!
//! These words are printed with every result and are read back here. Whatever else tells a
//! configuration something, a command line or a file, ends in [`Config::set`].

use std::fmt::{self, Display};
use std::str::FromStr;

use ponder_core::{ErrorModel, Fault, text};

use crate::config::{Config, Driver, Switches, parse_switches};
use crate::numbers::{NUMBERS, Number};

/// What stands for an empty list.
const NONE: &str = "none";

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
                let number = Number::named(key).ok_or_else(|| {
                    let keys: Vec<_> = Self::keys().collect();
                    Fault::new(format!("there is no setting \"{key}\""))
                        .hint(format!("the settings are: {}", keys.join(", ")))
                })?;
                number.read(&mut self.numbers, value)?;
            }
        }
        Ok(())
    }

    /// The same with some settings changed, words `key=value`; again unchecked as a whole.
    pub fn amended(mut self, words: &str) -> Result<Self, Fault> {
        let mut seen: Vec<&str> = Vec::new();
        for (at, word) in text::words(words) {
            let (key, value) = word.split_once('=').ok_or_else(|| {
                Fault::at(at, format!("\"{word}\" sets nothing"))
                    .hint("write NAME=VALUE, as in quiet-threshold=30")
            })?;
            if seen.contains(&key) {
                let what = format!("\"{key}\" is set twice");
                return Err(Fault::at(at, what).hint("set it once"));
            }
            seen.push(key);
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
            write!(f, " {}={}", number.name, number.of(&self.numbers))?;
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
