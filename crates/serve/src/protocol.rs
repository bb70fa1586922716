//! What is said over the socket: the shapes of requests and answers, and nothing about what they
//! mean. docs/workbench.md describes them for those who write clients.
//!
//! Every frame is one JSON object. A request has a number of the client's choice, and every frame
//! that answers it carries the same number; 0 belongs to what could not be read at all.

use std::collections::BTreeMap;

use ponder_core::{Fault, text};
use ponder_engine::{Place, PlacedPiece};
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::Value;

/// Names and values of a game, in order; a client may also give them as an object.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Tags(pub(crate) Vec<(String, String)>);

impl<'de> Deserialize<'de> for Tags {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Given {
            Pairs(Vec<(String, String)>),
            Object(BTreeMap<String, String>),
        }
        Ok(Self(match Given::deserialize(from)? {
            Given::Pairs(pairs) => pairs,
            Given::Object(object) => object.into_iter().collect(),
        }))
    }
}

/// A request, by what it asks to do.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub(crate) enum Request {
    Hello(Nothing),
    Game(OfGame),
    Rules(OfGame),
    Techniques(OfGame),
    Position(AtPlace),
    Eval(Judgement),
    Analyse(Box<Analyse>),
    Reply(Reply),
    Review(Review),
    Tree(Tree),
    Stop(Nothing),
    Recognise(Recognise),
    Write(Write),
    Assemble(Assemble),
    #[serde(rename = "archive.save")]
    Save(Save),
    #[serde(rename = "archive.list")]
    List(Find),
    #[serde(rename = "archive.load")]
    Load(Keyed),
    #[serde(rename = "archive.delete")]
    Delete(Keyed),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OfGame {
    pub(crate) game: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AtPlace {
    pub(crate) place: Place,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Judgement {
    pub(crate) place: Place,
    pub(crate) eval: Option<String>,
    pub(crate) weights: Option<Weights>,
}

/// Other weights than those of an evaluation by name.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Weights {
    /// A whole weight file.
    File(String),
    /// Changes, each `feature=weight`.
    Changes(Vec<String>),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Analyse {
    pub(crate) place: Place,
    pub(crate) lines: Option<usize>,
    pub(crate) threads: Option<usize>,
    /// Bytes.
    pub(crate) hash: Option<usize>,
    #[serde(default)]
    pub(crate) limits: Bounds,
    #[serde(default)]
    pub(crate) search: Wishes,
    #[serde(default)]
    pub(crate) trace: bool,
}

/// What a search may spend; the server's budgets hold as well.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Bounds {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    #[serde(deserialize_with = "time")]
    pub(crate) seconds: Option<f64>,
}

/// A time that can pass.
fn time<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f64>, D::Error> {
    let seconds = Option::<f64>::deserialize(from)?;
    match seconds.filter(|seconds| *seconds < 0.0) {
        None => Ok(seconds),
        Some(_) => Err(de::Error::custom("a time is a number of seconds from 0")),
    }
}

/// How to search, where it is not the game's own way.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Wishes {
    pub(crate) with: Vec<String>,
    pub(crate) without: Vec<String>,
    pub(crate) set: Vec<String>,
    pub(crate) driver: Option<String>,
    pub(crate) exact: bool,
    pub(crate) eval: Option<String>,
    pub(crate) weights: Option<Weights>,
    pub(crate) ties: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reply {
    pub(crate) place: Place,
    pub(crate) level: String,
    pub(crate) clock: Option<Clock>,
}

/// The clocks of both players, the first mover's first; seconds.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Clock {
    pub(crate) left: [f64; 2],
    #[serde(default)]
    pub(crate) increment: f64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Review {
    pub(crate) place: Place,
    #[serde(default, deserialize_with = "time")]
    pub(crate) seconds: Option<f64>,
    pub(crate) nodes: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tree {
    #[serde(default)]
    pub(crate) path: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Recognise {
    pub(crate) text: String,
    pub(crate) game: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Write {
    pub(crate) place: Place,
    pub(crate) format: String,
    #[serde(default)]
    pub(crate) tags: Tags,
    #[serde(default)]
    pub(crate) comments: Vec<(usize, String)>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Assemble {
    pub(crate) game: String,
    pub(crate) pieces: Vec<PlacedPiece>,
    pub(crate) turn: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Save {
    pub(crate) place: Place,
    #[serde(default)]
    pub(crate) tags: Tags,
    pub(crate) result: Option<String>,
    pub(crate) reason: Option<String>,
    pub(crate) key: Option<i64>,
}

/// Which games of the archive are looked for; what is left out may be anything.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Find {
    pub(crate) game: Option<String>,
    pub(crate) opening: Option<String>,
    pub(crate) result: Option<String>,
    pub(crate) text: Option<String>,
    pub(crate) offset: Option<u64>,
    pub(crate) limit: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Keyed {
    pub(crate) key: i64,
}

/// A refusal: the fault, and the text its place points into.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) fault: Fault,
    pub(crate) text: String,
}

impl Refusal {
    /// Ties a fault to the text it is about.
    pub(crate) fn of(text: &str) -> impl Fn(Fault) -> Self + '_ {
        |fault| Self {
            fault,
            text: text.to_owned(),
        }
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Self::of("")(fault)
    }
}

/// A fault as it is sent.
#[derive(Serialize)]
struct FaultView<'f> {
    message: String,
    hint: Option<&'f str>,
    at: Option<usize>,
    shown: Option<String>,
}

/// Reads a frame: its number, 0 if it has none that can be read, and what it asks for.
pub(crate) fn read(frame: &str) -> (u64, Result<Request, Refusal>) {
    let value: Value = match serde_json::from_str(frame) {
        Ok(value) => value,
        Err(error) => {
            let what = format!("the frame is not JSON: {error}");
            return (
                0,
                Err(Fault::new(what).hint("send one JSON object a frame").into()),
            );
        }
    };
    let Value::Object(mut fields) = value else {
        let fault = Fault::new("the frame is not an object");
        return (
            0,
            Err(fault
                .hint("send {\"id\": 1, \"do\": \"hello\"}, for example")
                .into()),
        );
    };
    let id = fields.remove("id").and_then(|id| id.as_u64()).unwrap_or(0);
    if id == 0 {
        let fault = Fault::new("the request has no number");
        return (
            0,
            Err(fault
                .hint("give it an \"id\", a whole number from 1")
                .into()),
        );
    }
    let verb = fields
        .get("do")
        .and_then(Value::as_str)
        .unwrap_or("")
        .to_owned();
    let request = Request::deserialize(Value::Object(fields)).map_err(|error| {
        Fault::new(format!("the request \"{verb}\" is not understood: {error}"))
            .hint("docs/workbench.md tells what can be asked")
            .into()
    });
    (id, request)
}

/// The answer to a request that was done.
pub(crate) fn done(id: u64, answer: &impl Serialize) -> String {
    format!("{{\"id\":{id},\"ok\":{}}}", json(answer))
}

/// The answer to a request that was refused.
pub(crate) fn refused(id: u64, refusal: &Refusal) -> String {
    let Refusal { fault, text } = refusal;
    let view = FaultView {
        message: text::printable(&fault.what),
        hint: fault.hint.as_deref(),
        at: fault.at.filter(|_| !text.is_empty()),
        shown: fault
            .at
            .filter(|_| !text.is_empty())
            .map(|at| text::pointer(text, at)),
    };
    format!("{{\"id\":{id},\"fault\":{}}}", json(&view))
}

/// Something that happens before the answer; `name` names it, and `key` what it carries.
pub(crate) fn event(id: u64, name: &str, key: &str, content: &impl Serialize) -> String {
    format!(
        "{{\"id\":{id},\"event\":\"{name}\",\"{key}\":{}}}",
        json(content)
    )
}

fn json(content: &impl Serialize) -> String {
    // Only maps whose keys are no texts cannot be written, and there are none.
    serde_json::to_string(content).unwrap_or_else(|_| "null".to_owned())
}
