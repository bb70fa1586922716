//! Options that games have named: `--stonescore 2` is `--weight stonescore=2`.
//!
//! A game may call a weight as an earlier program called its option. The names are the games' own
//! (`ponder games GAME` lists them), so they are put into the general form before the arguments
//! are read.

use std::ffi::OsString;

use ponder_engine::GAMES;

/// The arguments with every option that some game has named written out.
pub(crate) fn written_out(mut args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut out = Vec::new();
    while let Some(arg) = args.next() {
        let Some((name, value)) = arg.to_str().and_then(named) else {
            out.push(arg);
            continue;
        };
        let mut weight = OsString::from(format!("{name}="));
        match value.map(OsString::from).or_else(|| args.next()) {
            Some(value) => {
                weight.push(value);
                out.extend(["--weight".into(), weight]);
            }
            // Without a value it is left to the parser of arguments to refuse.
            None => out.push(arg),
        }
    }
    out
}

/// The name of a weight and its value, if the argument is an option that a game has named.
fn named(arg: &str) -> Option<(&str, Option<&str>)> {
    let option = arg.strip_prefix("--")?;
    let (name, value) = match option.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (option, None),
    };
    let mut names = GAMES.iter().flat_map(|entry| entry.aliases);
    names
        .any(|(alias, _)| *alias == name)
        .then_some((name, value))
}
