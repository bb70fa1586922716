//! A search's configuration as a file that a person can read and change: TOML.
//!
//! A file may say as little as one line: it changes a *base*, which is the game's own standard
//! configuration unless it says otherwise. What [`write`] writes is complete and reads back as
//! the same configuration.

use std::fmt::Write;

use ponder_core::{ErrorModel, Fault};
use ponder_search::{Config, NUMBERS, Switch};
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

/// Keys that only a file has; the others are [`Config::keys`].
const BASE: &str = "base";
const WITH: &str = "with";
const WITHOUT: &str = "without";

/// Reads a file for a game whose own configuration is `standard`.
pub(crate) fn read(file: &str, standard: &Config) -> Result<Config, Fault> {
    let table = DeTable::parse(file).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let message = error.message().lines().next().unwrap_or_default();
        Fault::at(at, format!("the configuration is not TOML: {message}"))
            .hint("lines such as: without = [\"lmr\"]")
    })?;
    let mut config = standard.clone();
    let mut settings = Vec::new();
    let (mut with, mut without) = (String::new(), String::new());
    for (key, value) in table.get_ref() {
        let words = words(value)?;
        match &**key.get_ref() {
            BASE => config = base(&words, standard).map_err(|fault| placed(fault, value))?,
            WITH => with = words,
            WITHOUT => without = words,
            name if Config::keys().any(|known| known == name) => {
                settings.push((name, value, words));
            }
            name => return Err(unknown(name, key.span().start, &known_keys())),
        }
    }
    for (name, value, words) in settings {
        config
            .set(name, &words)
            .map_err(|fault| placed(fault, value))?;
    }
    config.changed(&with, &without)
}

/// Writes a configuration, whole, with what can be changed in it.
pub fn write(config: &Config) -> String {
    let mut file = format!("driver = \"{}\"\nswitches = [\n", config.driver.name());
    for switch in Switch::ALL {
        let mark = if config.switches.has(*switch) {
            ""
        } else {
            "# "
        };
        let name = format!("{mark}\"{}\",", switch.name());
        let sound = if switch.sound() { "sound" } else { "" };
        let _ = writeln!(file, "    {name:22} # {sound:5}  {}", switch.about());
    }
    let _ = write!(file, "]\nties = \"{}\"\n", config.ties);
    for number in NUMBERS {
        let line = format!("{} = {}", number.name, number.of(&config.numbers));
        let _ = writeln!(file, "{line:26} # {}", number.about);
    }
    if config.probcut.is_empty() {
        file.push_str("probcut = []\n");
    }
    for model in &config.probcut {
        file.push_str("\n[[probcut]]\n");
        let model = model.to_string();
        for (part, number) in ErrorModel::PARTS.iter().zip(model.split('/')) {
            let _ = writeln!(file, "{part} = {number}");
        }
    }
    file
}

fn base(name: &str, standard: &Config) -> Result<Config, Fault> {
    match name {
        "standard" => Ok(standard.clone()),
        "sound" => Ok(Config {
            numbers: standard.numbers,
            ..Config::sound()
        }),
        "plain" => Ok(Config::plain()),
        _ => Err(Fault::new(format!("there is no base \"{name}\""))
            .hint("the bases are: standard, sound, plain")),
    }
}

/// A value as [`Config::set`] reads it.
fn words(value: &Spanned<DeValue<'_>>) -> Result<String, Fault> {
    Ok(match value.get_ref() {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .map_or_else(|_| number.to_string(), |number| number.to_string()),
        DeValue::Float(number) => number.to_string(),
        DeValue::Array(list) => list_words(list)?,
        DeValue::Table(table) => model_words(table, value.span().start)?,
        other @ (DeValue::Boolean(_) | DeValue::Datetime(_)) => {
            let what = format!("a {} sets nothing here", other.type_str());
            return Err(Fault::at(value.span().start, what)
                .hint("give a number, a text, or a list of texts"));
        }
    })
}

fn list_words(list: &DeArray<'_>) -> Result<String, Fault> {
    let words: Result<Vec<_>, _> = list.iter().map(words).collect();
    Ok(words?.join(","))
}

/// An error model: a table with all its parts and no others.
fn model_words(table: &DeTable<'_>, at: usize) -> Result<String, Fault> {
    let mut parts = [const { None }; ErrorModel::PARTS.len()];
    for (key, value) in table {
        let name = &**key.get_ref();
        let index = ErrorModel::PARTS.iter().position(|part| *part == name);
        let index = index.ok_or_else(|| unknown(name, key.span().start, &ErrorModel::PARTS))?;
        parts[index] = Some(words(value)?);
    }
    let mut found = Vec::new();
    for (part, name) in parts.into_iter().zip(ErrorModel::PARTS) {
        found.push(part.ok_or_else(|| {
            Fault::at(at, format!("this error model has no {name}"))
                .hint(format!("it has: {}", ErrorModel::PARTS.join(", ")))
        })?);
    }
    Ok(found.join("/"))
}

fn known_keys() -> Vec<&'static str> {
    let own = [BASE, WITH, WITHOUT].into_iter();
    own.chain(Config::keys()).collect()
}

fn unknown(name: &str, at: usize, known: &[&str]) -> Fault {
    Fault::at(at, format!("there is no setting \"{name}\""))
        .hint(format!("the settings are: {}", known.join(", ")))
}

/// A fault of a value, where the value stands in the file.
fn placed(fault: Fault, value: &Spanned<DeValue<'_>>) -> Fault {
    Fault {
        at: Some(value.span().start),
        ..fault
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use ponder_search::{Driver, Switches, Ties};

    fn models() -> impl Strategy<Value = Vec<ErrorModel>> {
        let model = (
            2..119_u32,
            any::<u32>(),
            0.001..100_f32,
            -900.0..900_f32,
            0.0..900_f32,
        )
            .prop_map(|(deep, shallow, slope, offset, sigma)| ErrorModel {
                deep,
                shallow: shallow % deep,
                slope,
                offset,
                sigma,
            });
        proptest::collection::vec(model, 0..4)
    }

    prop_compose! {
        /// Configurations that make sense, with any numbers.
        fn configs()(
            set in proptest::collection::vec(proptest::sample::select(Switch::ALL), 0..20),
            mtdf: bool,
            numbers in proptest::collection::vec(any::<u32>(), NUMBERS.len()),
            probcut in models(),
            ties in proptest::sample::select(vec![Ties::First, Ties::Judge, Ties::Random(7)]),
        ) -> Option<Config> {
            let mut config = Config { probcut, ties, switches: Switches::of(&set), ..Config::plain() };
            if mtdf {
                config.driver = Driver::Mtdf;
            }
            for (number, random) in NUMBERS.iter().zip(numbers) {
                let (least, most) = (*number.allowed.start(), *number.allowed.end());
                let value = i64::from(least) + i64::from(random) % i64::from(most - least + 1);
                config.set(number.name, &value.to_string()).expect("allowed");
            }
            config.check().ok()
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(config in configs(), base in configs()) {
            if let (Some(config), Some(base)) = (config, base) {
                prop_assert_eq!(&read(&write(&config), &base).expect("readable"), &config);
                let words = config.to_string();
                prop_assert_eq!(&words.parse::<Config>().expect("readable"), &config);
                prop_assert_eq!(&base.amended(&words).expect("readable"), &config);
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[a-z\\[\\]=\"0-9.,# \n-]{0,60}") {
            if let Err(fault) = read(&text, &Config::standard()) {
                prop_assert!(fault.hint.is_some());
                prop_assert!(fault.at.is_none_or(|at| at <= text.len()));
            }
        }
    }

    #[test]
    fn a_file_changes_its_base() {
        let standard = Config::standard();
        let same = read("", &standard).expect("nothing is something");
        assert_eq!(same, standard);
        let file = "base = \"sound\"\ndriver = \"mtdf\"\nwith = [\"null\"]\nwithout = \"killers\"\n\
                    quiet-threshold = 0x1E\n[[probcut]]\ndeep = 8\nshallow = 4\nslope = 1\n\
                    offset = -2.5\nsigma = 40\n";
        let config = read(file, &standard).expect("valid");
        assert_eq!(config.driver, Driver::Mtdf);
        assert!(config.switches.has(Switch::Null) && !config.switches.has(Switch::Killers));
        assert!(!config.switches.has(Switch::Late), "sound has no lmr");
        assert_eq!(config.numbers.quiet_threshold, 30);
        assert_eq!(config.probcut[0].to_string(), "8/4/1/-2.5/40");
    }

    #[test]
    fn faults_point_at_their_place() {
        let refused = |file: &str, word: &str, place: &str| {
            let fault = read(file, &Config::standard()).expect_err(file);
            assert!(fault.to_string().contains(word), "{fault}");
            let at = fault.at.expect(word);
            assert!(file[at..].starts_with(place), "{fault} at {}", &file[at..]);
        };
        refused("\nwiht = [\"null\"]", "\"wiht\"", "wiht");
        refused("base = \"best\"", "\"best\"", "\"best\"");
        refused("with = []\nquiet-threshold = -3", "quiet-threshold", "-3");
        refused("driver = true", "boolean", "true");
        refused("[[probcut]]\ndeep = 4", "no shallow", "[[probcut]]");
        refused("[[probcut]]\nwide = 4", "\"wide\"", "wide");
        refused("driver = ", "not TOML", "");
        let clash = read("with = [\"inverted\", \"quiescence\"]", &Config::standard());
        assert!(clash.is_err_and(|fault| fault.what.contains("contradict")));
    }
}
