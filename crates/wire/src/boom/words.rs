//! The messages: what is said, and nothing of what it does.

use ponder_core::{Fault, text};
use serde_json::{Value, json};

/// Where servers of the course listen.
pub const DEFAULT_PORT: u16 = 54321;

/// What a server says.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Said {
    /// The request is noted; or, before a game: are you still there?
    Okay,
    /// A game was found: the names of white and of black.
    Game([String; 2]),
    /// We play this colour.
    Init(String),
    /// It is our turn.
    Turn,
    /// A colour has acted.
    Update(String, Value),
    /// The game is over, and how.
    Over(String),
    /// Something is wrong, with the request or with the other client.
    Error(String),
}

impl Said {
    /// Reads a message.
    pub(super) fn read(line: &str) -> Result<Self, Fault> {
        let strange = |why: &str| {
            let start: String = line.chars().take(60).collect();
            Fault::new(format!("the server says what nobody understands: {why}"))
                .hint(format!("it said {}", text::visible(&start)))
        };
        let message: Value = serde_json::from_str(line).map_err(|_| strange("it is no JSON"))?;
        let read = |field: &str| {
            let value = message.get(field).and_then(Value::as_str);
            let missing = || strange(&format!("a message without {field}"));
            // Names and reasons are shown: whoever chose them shall not play with the terminal.
            value.map(text::visible).ok_or_else(missing)
        };
        Ok(match read("mtype")?.as_str() {
            "OKAY" => Self::Okay,
            "GAME" => Self::Game([read("white")?, read("black")?]),
            "INIT" => Self::Init(read("colour")?),
            "TURN" => Self::Turn,
            "UPD8" => {
                let action = message.get("action").cloned();
                let action = action.ok_or_else(|| strange("a message without action"))?;
                Self::Update(read("colour")?, action)
            }
            "OVER" => Self::Over(read("result")?),
            "ERRO" => Self::Error(read("reason")?),
            _ => return Err(strange("an unknown type of message")),
        })
    }
}

/// Asks for a game. The order of the fields is that of the course's own client.
pub(super) fn play(name: &str, channel: &str) -> String {
    let [name, channel] = [name, channel].map(|text| json!(text));
    format!("{{\"name\":{name},\"channel\":{channel},\"mtype\":\"PLAY\"}}")
}

pub(super) const OKAY: &str = "{\"mtype\":\"OKAY\"}";

/// Acts; the action is JSON already.
pub(super) fn act(action: &str) -> String {
    format!("{{\"action\":{action},\"mtype\":\"ACTN\"}}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read() {
        let read = |line| Said::read(line).expect("a message");
        assert_eq!(read("{\"mtype\":\"OKAY\"}"), Said::Okay);
        assert_eq!(
            read("{\"white\":\"a\",\"black\":\"b\",\"mtype\":\"GAME\"}"),
            Said::Game(["a".to_owned(), "b".to_owned()])
        );
        assert_eq!(
            read("{\"colour\":\"white\",\"action\":[\"BOOM\",[0,2]],\"mtype\":\"UPD8\"}"),
            Said::Update("white".to_owned(), json!(["BOOM", [0, 2]]))
        );
        assert_eq!(
            read("{\"reason\":\"a\\u001b[2J\\n\\u202eb\",\"mtype\":\"ERRO\"}"),
            Said::Error("a\u{fffd}[2J\u{fffd}\u{fffd}b".to_owned()),
            "nothing that plays with the terminal"
        );
        for line in [
            "",
            "hello",
            "[]",
            "{}",
            "{\"mtype\":7}",
            "{\"mtype\":\"NOPE\"}",
            "{\"mtype\":\"GAME\",\"white\":\"a\"}",
            "{\"mtype\":\"UPD8\",\"colour\":\"white\"}",
        ] {
            assert!(Said::read(line).is_err(), "{line}");
        }
    }

    #[test]
    fn messages_are_written_as_the_course_writes_them() {
        assert_eq!(
            play("a \"b\"", ""),
            "{\"name\":\"a \\\"b\\\"\",\"channel\":\"\",\"mtype\":\"PLAY\"}"
        );
        assert_eq!(
            act("[\"BOOM\",[0,2]]"),
            "{\"action\":[\"BOOM\",[0,2]],\"mtype\":\"ACTN\"}"
        );
    }
}
