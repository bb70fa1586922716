//! The engine's options: what a host may set, how it is told, and the request they make.

use std::fs;

use ponder_core::Fault;
use ponder_engine::{AnalysisRequest, GAMES, JudgeChoice, Session, Switch, find, open};

/// What the host has set.
pub(super) struct Options {
    /// The search that follows from it.
    pub(super) request: AnalysisRequest,
}

/// What setting an option has changed.
pub(super) enum Change {
    /// Nothing that a search would notice.
    Nothing,
    /// How to search: what was remembered is of no more use.
    Search,
    /// Everything was to be forgotten, and nothing else changes.
    Forget,
    /// The game; and whether settings had to go that the new game does not know.
    Game(Box<dyn Session>, Option<Fault>),
}

/// Table sizes that a host may ask for, in MiB.
const HASH: (usize, usize) = (1, 1 << 20);
const THREADS: (usize, usize) = (1, 1024);
const LINES: (usize, usize) = (1, 256);

impl Options {
    /// The lines that tell the options; defaults are what is set now.
    pub(super) fn describe(&self, session: &dyn Session) -> Vec<String> {
        let request = &self.request;
        let spin = |name: &str, value: usize, (min, max): (usize, usize)| {
            format!("option name {name} type spin default {value} min {min} max {max}")
        };
        let string = |name: &str, value: &str| {
            let value = if value.is_empty() { "<empty>" } else { value };
            format!("option name {name} type string default {value}")
        };
        let check =
            |name: &str, value: bool| format!("option name {name} type check default {value}");
        let combo = |name: &str, value: &str, words: Vec<&str>| {
            let mut line = format!("option name {name} type combo default {value}");
            for word in words {
                line.push_str(" var ");
                line.push_str(word);
            }
            line
        };
        let id = session.id();
        let mut games: Vec<_> = GAMES.iter().map(|entry| entry.name).collect();
        if !games.contains(&id) {
            games.insert(0, id);
        }
        let presets = find(id).map_or(Vec::new(), |(entry, _)| {
            entry.presets.iter().map(|preset| preset.name).collect()
        });
        let (eval, changes) = named(&request.judge);
        let eval = eval.or(presets.first().copied()).unwrap_or("standard");
        vec![
            combo("Game", id, games),
            spin("Hash", request.hash >> 20, HASH),
            spin("Threads", request.threads, THREADS),
            spin("MultiPV", request.lines, LINES),
            check("Ponder", false),
            "option name Clear Hash type button".to_owned(),
            combo("Eval", eval, presets),
            string("Weights", ""),
            string("Weight", &changes.join(" ")),
            string("With", &request.with),
            string("Without", &request.without),
            string("Set", &request.set),
            check("MTDF", request.mtdf),
            check("Exact", request.exact),
            string("Ties", request.ties.as_deref().unwrap_or_default()),
        ]
    }

    /// Sets an option; a value that is refused changes nothing. Names may be in any case.
    pub(super) fn set(
        &mut self,
        name: &str,
        value: &str,
        session: &dyn Session,
    ) -> Result<Change, Fault> {
        let value = if value == "<empty>" { "" } else { value };
        let mut request = self.request.clone();
        match name.to_ascii_lowercase().as_str() {
            "game" => return self.change_game(value, session),
            "hash" => request.hash = number(name, value, HASH)? << 20,
            "threads" => request.threads = number(name, value, THREADS)?,
            "multipv" => request.lines = number(name, value, LINES)?,
            "ponder" => {
                flag(name, value)?;
                return Ok(Change::Nothing);
            }
            "clear hash" => return Ok(Change::Forget),
            "eval" => request.judge = changed(JudgeChoice::Preset(value.to_owned()), &request),
            "weights" if value.is_empty() => {
                request.judge = changed(JudgeChoice::Standard, &request);
            }
            "weights" => request.judge = changed(JudgeChoice::File(read(value)?), &request),
            "weight" => {
                let words = value.split_whitespace().map(str::to_owned).collect();
                request.judge = with_changes(base(&request.judge).clone(), words);
            }
            "with" => value.clone_into(&mut request.with),
            "without" => value.clone_into(&mut request.without),
            "set" => value.clone_into(&mut request.set),
            "mtdf" => request.mtdf = flag(name, value)?,
            "exact" => request.exact = flag(name, value)?,
            "ties" => request.ties = (!value.is_empty()).then(|| value.to_owned()),
            _ => {
                return Err(Fault::new(format!("there is no option \"{name}\""))
                    .hint("the answer to ugi lists the options"));
            }
        }
        fits(&request, session)?;
        self.request = request;
        Ok(Change::Search)
    }

    /// Words that the new game does not know go back to what it likes.
    fn change_game(&mut self, id: &str, session: &dyn Session) -> Result<Change, Fault> {
        let new = open(id)?;
        if new.id() == session.id() {
            return Ok(Change::Nothing);
        }
        // A configuration read from a file belongs to its game.
        self.request.base = None;
        let trouble = fits(&self.request, &*new).err();
        if trouble.is_some() {
            self.request = AnalysisRequest {
                hash: self.request.hash,
                memory: self.request.memory,
                threads: self.request.threads,
                lines: self.request.lines,
                ..AnalysisRequest::within(self.request.limits)
            };
        }
        Ok(Change::Game(new, trouble))
    }
}

/// Whether a game can be searched so.
fn fits(request: &AnalysisRequest, session: &dyn Session) -> Result<(), Fault> {
    session.config(request)?;
    session.weight_file(&request.judge).map(drop)
}

fn number(name: &str, value: &str, (min, max): (usize, usize)) -> Result<usize, Fault> {
    let number = value
        .parse()
        .ok()
        .filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| {
        Fault::new(format!("\"{value}\" is no value of the option {name}"))
            .hint(format!("give a number from {min} to {max}"))
    })
}

fn flag(name: &str, value: &str) -> Result<bool, Fault> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "on" | "1" => Ok(true),
        "false" | "off" | "0" => Ok(false),
        _ => Err(
            Fault::new(format!("\"{value}\" is no value of the option {name}"))
                .hint("give true or false"),
        ),
    }
}

fn read(path: &str) -> Result<String, Fault> {
    const MOST: u64 = 16 << 20;
    let unreadable = |why: String| {
        Fault::new(format!("the file {path} cannot be read: {why}"))
            .hint("give a weight file, as `ponder eval GAME --write-weights` prints it")
    };
    let meta = fs::metadata(path).map_err(|error| unreadable(error.to_string()))?;
    if !meta.is_file() || meta.len() > MOST {
        return Err(unreadable("it is no weight file".to_owned()));
    }
    fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))
}

/// A choice of weights without changes.
fn base(judge: &JudgeChoice) -> &JudgeChoice {
    match judge {
        JudgeChoice::Changed(base, _) => base,
        judge => judge,
    }
}

fn with_changes(base: JudgeChoice, changes: Vec<String>) -> JudgeChoice {
    if changes.is_empty() {
        return base;
    }
    JudgeChoice::Changed(Box::new(base), changes)
}

/// Other weights, with the changes that a request has.
fn changed(judge: JudgeChoice, request: &AnalysisRequest) -> JudgeChoice {
    with_changes(judge, named(&request.judge).1.to_vec())
}

/// The preset's name, if it is one, and the changes.
fn named(judge: &JudgeChoice) -> (Option<&str>, &[String]) {
    match judge {
        JudgeChoice::Preset(name) => (Some(name), &[]),
        JudgeChoice::Changed(base, changes) => (named(base).0, changes),
        JudgeChoice::Standard | JudgeChoice::File(_) => (None, &[]),
    }
}

/// The names of all techniques, for those who set `With` and `Without`.
pub(super) fn techniques() -> String {
    let names: Vec<_> = Switch::ALL.iter().map(|switch| switch.name()).collect();
    names.join(" ")
}
