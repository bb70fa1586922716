//! Our own search as a player: from settings in words to a request.

use std::fs;
use std::time::Duration;

use ponder_core::Fault;
use ponder_engine::{
    AnalysisRequest, Budget, Config, Contender, JudgeChoice, Limits, Player, Session, Switch,
};

use super::Description;
use crate::quantities;

/// The settings of players that search, beside those that all players have.
pub(super) const KEYS: &[&str] = &[
    "eval",
    "weights",
    "weight.NAME",
    "config",
    "with",
    "without",
    "set",
    "mtdf",
    "exact",
    "ties",
    "threads",
    "hash",
    "memory",
    "budget",
];

/// What a kind of player is before its settings are read.
pub(super) struct Kind {
    /// Search as the game likes it best; otherwise plain alpha-beta.
    pub(super) standard: bool,
    /// How deep, if it is not said.
    pub(super) depth: Option<u32>,
    /// Deepen step by step where something other than depth limits the search.
    pub(super) deepening: bool,
    /// How to choose among equals, if it is not said.
    pub(super) ties: Option<&'static str>,
}

/// A table for a search of unknown length.
const HASH: usize = 16 << 20;
/// The least table that is worth having.
const LEAST_HASH: usize = 1 << 18;
/// Bytes of table for each node of a move: entries for a whole game.
const HASH_PER_NODE: u64 = 1024;
/// No file of settings is longer.
const LONGEST_FILE: u64 = 16 << 20;

/// Opens a player that searches.
pub(super) fn open(
    description: &Description,
    kind: &Kind,
    session: &dyn Session,
    limits: Limits,
) -> Result<Box<dyn Contender>, Fault> {
    let request = request(description, kind, session, limits)?;
    let player = match description.get("budget") {
        None => Player::new(request)?,
        Some(word) => Player::with_budget(budget(word, &request, session)?, request)?,
    };
    Ok(Box::new(player))
}

/// The search that a description asks for; refuses what the game does not know.
fn request(
    description: &Description,
    kind: &Kind,
    session: &dyn Session,
    limits: Limits,
) -> Result<AnalysisRequest, Fault> {
    let text = |key: &str| description.get(key).unwrap_or_default().to_owned();
    let size = |key: &str| quantity(description, key, quantities::bytes);
    let limits = Limits {
        depth: limits.depth.or(kind.depth),
        clock: None,
        ..limits
    };
    let request = AnalysisRequest {
        threads: threads(description)?,
        hash: size("hash")?.unwrap_or_else(|| default_hash(limits)),
        memory: size("memory")?,
        playing: true,
        base: base(description, kind, session, limits)?,
        with: text("with"),
        without: text("without"),
        set: text("set"),
        mtdf: flag(description, "mtdf")?,
        exact: flag(description, "exact")?,
        judge: judge(description)?,
        ties: description.get("ties").or(kind.ties).map(str::to_owned),
        ..AnalysisRequest::within(limits)
    };
    session.config(&request)?;
    session.explain(&request.judge)?;
    Ok(request)
}

/// How many threads a description asks for.
pub(super) fn threads(description: &Description) -> Result<usize, Fault> {
    let read = |text: &str| match text.parse() {
        Ok(threads @ 1..=1024) => Ok(threads),
        _ => Err("write a number from 1 to 1024".to_owned()),
    };
    Ok(quantity(description, "threads", read)?.unwrap_or(1))
}

fn base(
    description: &Description,
    kind: &Kind,
    session: &dyn Session,
    limits: Limits,
) -> Result<Option<Config>, Fault> {
    if let Some(path) = description.get("config") {
        let request = AnalysisRequest {
            playing: true,
            exact: flag(description, "exact")?,
            ..AnalysisRequest::within(limits)
        };
        return session.read_config(&file(path)?, &request).map(Some);
    }
    if kind.standard {
        return Ok(None);
    }
    let mut plain = Config::plain();
    let only_depth = limits.depth.is_some() && limits.nodes.is_none() && limits.time.is_none();
    if kind.deepening && !only_depth {
        plain.switches = plain.switches.with(Switch::Deepening);
    }
    Ok(Some(plain))
}

fn judge(description: &Description) -> Result<JudgeChoice, Fault> {
    let base = match (description.get("eval"), description.get("weights")) {
        (Some(_), Some(_)) => {
            return Err(Fault::new("eval and weights are given at once")
                .hint("name an evaluation or a file, and change it with weight.NAME=VALUE"));
        }
        (Some(name), None) => JudgeChoice::Preset(name.to_owned()),
        (None, Some(path)) => JudgeChoice::File(file(path)?),
        (None, None) => JudgeChoice::Standard,
    };
    let changes: Vec<_> = description
        .settings
        .iter()
        .filter_map(|(key, value)| Some(format!("{}={value}", key.strip_prefix("weight.")?)))
        .collect();
    Ok(if changes.is_empty() {
        base
    } else {
        JudgeChoice::Changed(Box::new(base), changes)
    })
}

fn budget(word: &str, request: &AnalysisRequest, session: &dyn Session) -> Result<Budget, Fault> {
    if word == "contest" {
        return session.contest().ok_or_else(|| {
            Fault::new(format!("{} has no contest with a budget", session.id()))
                .hint("give a time, as in budget=60s")
        });
    }
    let time: Duration = quantities::duration(word)
        .map_err(|hint| Fault::new(format!("\"{word}\" is no budget")).hint(hint))?;
    let memory = request.memory.unwrap_or(usize::MAX);
    Ok(Budget { time, memory })
}

/// A table for what the limits allow: clearing a large one for every short game would take longer
/// than the game.
fn default_hash(limits: Limits) -> usize {
    match (limits.nodes, limits.depth) {
        (Some(nodes), _) => {
            let bytes = nodes.saturating_mul(HASH_PER_NODE).min(4 * HASH as u64) as usize;
            bytes.max(LEAST_HASH)
        }
        (None, Some(..=4)) => LEAST_HASH,
        _ => HASH,
    }
}

fn flag(description: &Description, key: &str) -> Result<bool, Fault> {
    let read = |text: &str| match text {
        "true" | "on" | "yes" | "1" => Ok(true),
        "false" | "off" | "no" | "0" => Ok(false),
        _ => Err("write on or off".to_owned()),
    };
    Ok(quantity(description, key, read)?.unwrap_or(false))
}

/// A setting read by a function that says in words what it would like.
pub(super) fn quantity<T>(
    description: &Description,
    key: &str,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>, Fault> {
    let refused = |text: &str, hint: String| {
        let kind = &description.kind;
        Fault::new(format!("\"{text}\" is no {key} of {kind}")).hint(hint)
    };
    let value = description.get(key);
    value
        .map(|text| read(text).map_err(|hint| refused(text, hint)))
        .transpose()
}

/// The text of a small file.
fn file(path: &str) -> Result<String, Fault> {
    let refused = |why: &dyn std::fmt::Display| {
        Fault::new(format!("the file {path} cannot be read: {why}"))
            .hint("give the path of a text file")
    };
    let size = fs::metadata(path).map_err(|error| refused(&error))?.len();
    if size > LONGEST_FILE {
        return Err(refused(&"it is too long"));
    }
    fs::read_to_string(path).map_err(|error| refused(&error))
}
