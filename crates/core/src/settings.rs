//! Options of a game by name: what is allowed, what was chosen, and the game id that says so.
//!
//! A game declares its options once, as [`Spec`]s; from them come parsing, defaults, error
//! messages that list what is valid, help texts and the canonical id.

use std::fmt::Write;

use crate::Fault;

/// One option of a game.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// Its name in a game id.
    pub key: &'static str,
    /// The value it has when the id does not mention it.
    pub default: &'static str,
    /// The values it can have.
    pub allowed: Allowed,
    /// What it means, one line.
    pub about: &'static str,
}

/// The values an option can have.
#[derive(Clone, Copy, Debug)]
pub enum Allowed {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number between two bounds.
    Number(u32, u32),
    /// A whole number between two bounds, or `off`.
    NumberOrOff(u32, u32),
    /// `ROWSxCOLUMNS`, each between two bounds.
    Size(u8, u8),
}

impl Allowed {
    /// What is allowed, in words, for messages and help.
    pub fn describe(self) -> String {
        match self {
            Self::Words(words) => words.join(", "),
            Self::Number(low, high) => format!("a number from {low} to {high}"),
            Self::NumberOrOff(low, high) => format!("a number from {low} to {high}, or off"),
            Self::Size(low, high) => {
                format!("ROWSxCOLUMNS, each from {low} to {high}, as in {high}x{high}")
            }
        }
    }

    /// The canonical spelling of `text`, if it is allowed.
    fn canonical(self, text: &str) -> Option<String> {
        let text = text.trim().to_ascii_lowercase();
        match self {
            Self::Words(words) => words.contains(&text.as_str()).then_some(text),
            Self::NumberOrOff(..) if text == "off" => Some(text),
            Self::Number(low, high) | Self::NumberOrOff(low, high) => {
                let number: u32 = text.parse().ok()?;
                (low..=high).contains(&number).then(|| number.to_string())
            }
            Self::Size(low, high) => {
                let (rows, columns) = parse_size(&text)?;
                let fits = |side| (low..=high).contains(&side);
                (fits(rows) && fits(columns)).then(|| format!("{rows}x{columns}"))
            }
        }
    }
}

fn parse_size(text: &str) -> Option<(u8, u8)> {
    let (rows, columns) = text.split_once('x')?;
    Some((rows.parse().ok()?, columns.parse().ok()?))
}

/// The options of one game as chosen, complete and valid.
#[derive(Clone, Debug)]
pub struct Settings {
    name: &'static str,
    specs: &'static [Spec],
    /// Canonical values, one for each spec.
    values: Vec<String>,
}

impl Settings {
    /// All options at their defaults.
    pub fn defaults(name: &'static str, specs: &'static [Spec]) -> Self {
        let values = specs.iter().map(|spec| spec.default.to_owned()).collect();
        Self {
            name,
            specs,
            values,
        }
    }

    /// Reads `key=value,key=value`, the part of a game id after the colon.
    pub fn parse(name: &'static str, specs: &'static [Spec], text: &str) -> Result<Self, Fault> {
        let mut settings = Self::defaults(name, specs);
        let mut chosen = vec![false; specs.len()];
        let mut at = 0;
        for item in text.split(',') {
            let (key, value) = item.split_once('=').ok_or_else(|| {
                Fault::at(at, format!("the option \"{item}\" of {name} has no value"))
                    .hint(format!("write key=value; {}", settings.known()))
            })?;
            let index = specs
                .iter()
                .position(|spec| spec.key == key.trim())
                .ok_or_else(|| {
                    Fault::at(at, format!("{name} has no option \"{}\"", key.trim()))
                        .hint(settings.known())
                })?;
            if std::mem::replace(&mut chosen[index], true) {
                return Err(Fault::at(at, format!("the option {key} is given twice"))
                    .hint("give each option once"));
            }
            let allowed = specs[index].allowed;
            settings.values[index] = allowed.canonical(value).ok_or_else(|| {
                let what = format!(
                    "\"{}\" is not a value of {name}'s option {key}",
                    value.trim()
                );
                Fault::at(at + key.len() + 1, what).hint(format!("allowed: {}", allowed.describe()))
            })?;
            at += item.len() + 1;
        }
        Ok(settings)
    }

    fn known(&self) -> String {
        if self.specs.is_empty() {
            return format!("{} has no options", self.name);
        }
        let keys: Vec<_> = self.specs.iter().map(|spec| spec.key).collect();
        format!("its options are: {}", keys.join(", "))
    }

    /// The canonical game id: the name, and the options that are not at their default.
    pub fn id(&self) -> String {
        let mut id = self.name.to_owned();
        let mut separator = ':';
        for (spec, value) in self.specs.iter().zip(&self.values) {
            if value != spec.default {
                let _ = write!(id, "{separator}{}={value}", spec.key);
                separator = ',';
            }
        }
        id
    }

    /// The value of an option that the game declares.
    ///
    /// # Panics
    /// If the game does not declare `key`: a fault in the game's code, not in a user's text.
    pub fn word(&self, key: &str) -> &str {
        let index = self.specs.iter().position(|spec| spec.key == key);
        &self.values[index.unwrap_or_else(|| panic!("{} declares no option {key}", self.name))]
    }

    /// The value of a numeric option; `None` for `off`.
    ///
    /// # Panics
    /// If the game does not declare `key` as a number.
    pub fn number(&self, key: &str) -> Option<u32> {
        let word = self.word(key);
        (word != "off").then(|| word.parse().expect("validated when it was read"))
    }

    /// The value of a size option, rows first.
    ///
    /// # Panics
    /// If the game does not declare `key` as a size.
    pub fn size(&self, key: &str) -> (u8, u8) {
        parse_size(self.word(key)).expect("validated when it was read")
    }
}
