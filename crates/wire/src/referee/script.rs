//! A game of Expendibots told in the words of the course.
//!
//! The game's own formats read and write these words, each for a whole game; so what was said is
//! kept, and a new action is read as the last one of it.

use ponder_core::Fault;
use ponder_engine::Session;

/// How actions are spelt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// `MOVE 1 3 1 4 1`.
    Wire,
    /// `["MOVE",1,[3,1],[4,1]]`.
    Json,
}

impl Spelling {
    /// The game's format.
    const fn format(self) -> &'static str {
        match self {
            Self::Wire => "wire",
            Self::Json => "json",
        }
    }

    fn joined(self, actions: &[String]) -> String {
        match self {
            Self::Wire => actions.join("\n"),
            Self::Json => format!("[{}]", actions.join(",")),
        }
    }

    /// The last action of a game.
    fn last(self, game: &str) -> Option<String> {
        match self {
            Self::Wire => game.lines().last().map(str::to_owned),
            Self::Json => {
                let actions: Vec<serde_json::Value> = serde_json::from_str(game).ok()?;
                actions.last().map(ToString::to_string)
            }
        }
    }
}

/// Refuses games that are not told in these words.
pub fn check(session: &dyn Session) -> Result<(), Fault> {
    let formats = session.formats();
    let known = |spelling: Spelling| formats.iter().any(|view| view.name == spelling.format());
    if known(Spelling::Wire) && known(Spelling::Json) {
        return Ok(());
    }
    let what = format!("{} is not played with this protocol", session.id());
    Err(Fault::new(what).hint("it is made for expendibots"))
}

/// A game in progress and what was said of it.
pub(crate) struct Script {
    session: Box<dyn Session>,
    spelling: Spelling,
    said: Vec<String>,
}

impl Script {
    /// A new game; refuses other games than Expendibots.
    pub(crate) fn new(session: Box<dyn Session>, spelling: Spelling) -> Result<Self, Fault> {
        let formats = session.formats();
        let known = |format| formats.iter().any(|view| view.name == format);
        if session.contest().is_none() || !known("wire") || !known("json") {
            return Err(
                Fault::new(format!("{} is not played with this protocol", session.id()))
                    .hint("it is made for expendibots"),
            );
        }
        Ok(Self {
            session,
            spelling,
            said: Vec::new(),
        })
    }

    pub(crate) fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Makes an action of the player of this colour, who must be to move. Returns the move.
    pub(crate) fn make(&mut self, colour: &str, action: &str) -> Result<String, Fault> {
        let turn = self.session.position().turn;
        if colour != turn {
            return Err(
                Fault::new(format!("it is not {colour}'s turn")).hint(format!("{turn} is to move"))
            );
        }
        self.said.push(action.to_owned());
        let made = self.read_last().and_then(|play| self.session.play(&play));
        if made.is_err() {
            self.said.pop();
        }
        made
    }

    /// The move that was said last.
    fn read_last(&self) -> Result<String, Fault> {
        let format = self.spelling.format();
        let mut records = self
            .session
            .records(format, &self.spelling.joined(&self.said))
            .map_err(|fault| Fault { at: None, ..fault })?;
        let record = records.pop().filter(|_| records.is_empty());
        let moves = record.map_or(Vec::new(), |record| record.moves);
        if moves.len() != self.said.len() {
            return Err(Fault::new("this is not one action"));
        }
        Ok(moves.into_iter().next_back().unwrap_or_default())
    }

    /// A move of the player to move in the words of the course.
    pub(crate) fn spell(&self, play: &str) -> Result<String, Fault> {
        let mut moves = self.session.line();
        moves.push(play.to_owned());
        let game = format!("startpos moves {}", moves.join(" "));
        let format = self.spelling.format();
        let told = self.session.convert("game", format, &game)?;
        let last = self.spelling.last(&told);
        last.ok_or_else(|| Fault::new(format!("{play} has no words")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponder_engine::open;

    fn script(spelling: Spelling) -> Script {
        let session = open("expendibots").expect("a game");
        Script::new(session, spelling).expect("the right game")
    }

    #[test]
    fn actions_go_in_and_out() {
        for (spelling, moves, boom) in [
            (Spelling::Wire, "MOVE 1 3 1 4 1", "BOOM 7 6"),
            (
                Spelling::Json,
                "[\"MOVE\",1,[3,1],[4,1]]",
                "[\"BOOM\",[7,6]]",
            ),
        ] {
            let mut script = script(spelling);
            assert_eq!(script.spell("1d2e2").as_deref(), Ok(moves));
            assert_eq!(script.make("white", moves).as_deref(), Ok("1d2e2"));
            assert_eq!(script.spell("h7!").as_deref(), Ok(boom));
            assert_eq!(script.make("black", boom).as_deref(), Ok("h7!"));
            assert_eq!(script.session().line(), ["1d2e2", "h7!"]);
        }
    }

    #[test]
    fn what_is_no_action_changes_nothing() {
        let mut wire = script(Spelling::Wire);
        for action in ["", "MOVE", "BOOM 9 9", "MOVE 2 0 0 0 1", "BOOM 2 0", "x"] {
            assert!(wire.make("white", action).is_err(), "{action}");
        }
        assert!(wire.make("black", "BOOM 7 6").is_err(), "white's turn");
        assert!(wire.make("green", "BOOM 7 6").is_err());
        assert!(wire.make("white", "BOOM 0 0\nBOOM 7 7").is_err(), "two");
        let mut json = script(Spelling::Json);
        for action in [
            "[]",
            "{}",
            "null",
            "[[\"BOOM\",[0,0]]]",
            "[\"BOOM\",[0,0]],[\"BOOM\",[7,7]]",
        ] {
            assert!(json.make("white", action).is_err(), "{action}");
        }
        for script in [&wire, &json] {
            assert!(script.session().line().is_empty());
        }
        assert!(wire.make("white", "boom 0 0").is_ok());
    }

    #[test]
    fn other_games_are_refused() {
        let session = open("gothello").expect("a game");
        assert!(Script::new(session, Spelling::Wire).is_err());
    }
}
