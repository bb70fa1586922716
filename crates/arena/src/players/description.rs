//! A player in words: `name` or `name:key=value,...`.
//!
//! A value that holds a comma, a blank or a quotation mark stands in double quotes, within which
//! `\"` and `\\` mean `"` and `\`. What is printed is read back as the same description.

use std::fmt;
use std::str::FromStr;

use ponder_core::Fault;
use ponder_core::text::visible;

/// A player in words. What the words mean is asked only when it is opened.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Description {
    /// Which kind of player.
    pub kind: String,
    /// Its settings, in the order given.
    pub settings: Vec<(String, String)>,
}

impl Description {
    /// A player of a kind without settings.
    pub fn of(kind: impl Into<String>) -> Self {
        Self {
            kind: kind.into(),
            settings: Vec::new(),
        }
    }

    /// The value of a setting.
    pub fn get(&self, key: &str) -> Option<&str> {
        let found = self.settings.iter().find(|(name, _)| name == key);
        found.map(|(_, value)| value.as_str())
    }

    /// The same with a setting changed or added.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<String>) -> Self {
        self.settings.retain(|(name, _)| name != key);
        self.settings.push((key.to_owned(), value.into()));
        self
    }

    /// What tables call the player: its setting `name`, or all its words, without anything that
    /// could play with a terminal.
    pub fn title(&self) -> String {
        match self.get("name") {
            Some(name) => visible(name),
            None => visible(&self.to_string()),
        }
    }
}

impl FromStr for Description {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Self, Fault> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let name = kind.trim();
        if name.is_empty() {
            return Err(Fault::at(0, "the player has no name")
                .hint("write a player as in best, or alphabeta:depth=4,eval=eye"));
        }
        let mut description = Self::of(name.to_ascii_lowercase());
        let mut reader = Reader {
            text,
            at: text.len() - rest.len(),
        };
        while let Some((at, key, value)) = reader.setting()? {
            if description.get(&key).is_some() {
                return Err(
                    Fault::at(at, format!("{key} is given twice")).hint("give each setting once")
                );
            }
            description.settings.push((key, value));
        }
        Ok(description)
    }
}

/// What stands behind the colon.
struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    /// The next setting with its place.
    fn setting(&mut self) -> Result<Option<(usize, String, String)>, Fault> {
        let rest = &self.text[self.at..];
        let at = self.at + rest.len() - rest.trim_start().len();
        if rest.trim().is_empty() {
            return Ok(None);
        }
        let end = rest.find(['=', ',', '"']).unwrap_or(rest.len());
        let key = rest[..end].trim();
        if !rest[end..].starts_with('=') || key.is_empty() {
            return Err(Fault::at(at, format!("\"{key}\" has no value"))
                .hint("write key=value, with commas between"));
        }
        self.at += end + 1;
        let value = self.value()?;
        Ok(Some((at, key.to_owned(), value)))
    }

    /// The value that begins here, and the comma behind it.
    fn value(&mut self) -> Result<String, Fault> {
        let rest = &self.text[self.at..];
        let begin = self.at + rest.len() - rest.trim_start().len();
        let Some(quoted) = rest.trim_start().strip_prefix('"') else {
            let end = rest.find(',').unwrap_or(rest.len());
            if let Some(quote) = rest[..end].find('"') {
                let at = self.at + quote;
                return Err(Fault::at(at, "a quotation mark stands within a value")
                    .hint("put the whole value into quotation marks"));
            }
            self.at += (end + 1).min(rest.len());
            return Ok(rest[..end].trim().to_owned());
        };
        let mut value = String::new();
        let mut letters = quoted.char_indices();
        loop {
            match letters.next() {
                None => {
                    return Err(Fault::at(begin, "the quotation mark is not closed")
                        .hint("write \" at the end of the value"));
                }
                Some((_, '\\')) => match letters.next() {
                    Some((_, letter @ ('"' | '\\'))) => value.push(letter),
                    Some((_, letter)) => value.extend(['\\', letter]),
                    None => {}
                },
                Some((index, '"')) => {
                    let after = begin + 1 + index + 1;
                    let rest = &self.text[after..];
                    let tail = rest.trim_start();
                    if !tail.is_empty() && !tail.starts_with(',') {
                        return Err(Fault::at(after, "something follows the quotation mark")
                            .hint("write a comma before the next setting"));
                    }
                    self.at = self.text.len() - tail.len() + usize::from(!tail.is_empty());
                    return Ok(value);
                }
                Some((_, letter)) => value.push(letter),
            }
        }
    }
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind)?;
        let mut separator = ':';
        for (key, value) in &self.settings {
            write!(f, "{separator}{key}=")?;
            separator = ',';
            let plain = !value.is_empty()
                && !value.contains(|c: char| c.is_whitespace() || c == ',' || c == '"');
            if plain {
                f.write_str(value)?;
            } else {
                let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
                write!(f, "\"{escaped}\"")?;
            }
        }
        Ok(())
    }
}
