//! Answers whatever needs no search: a place in, a view out. Nothing is remembered but the
//! archive, so that a page that is loaded anew, or a link, needs nobody to have kept its game.

use ponder_core::Fault;
use ponder_engine::{
    self as engine, Entry, GAMES, GameText, JudgeChoice, LEVELS, Place, Session, open,
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::archive::{Archive, Kept};
use crate::budgets::Budgets;
use crate::protocol::{
    Assemble, AtPlace, Find, Judgement, Keyed, OfGame, Recognise, Refusal, Save, Tags, Weights,
    Write,
};

/// How many tags a game has at most, and how long each may be.
const MOST_TAGS: usize = 40;
const LONGEST_TAG: usize = 400;

/// What a clerk says.
pub(crate) type Answer = Result<Value, Refusal>;

/// See the module.
pub(crate) struct Clerk {
    pub(crate) budgets: Budgets,
    pub(crate) archive: Option<Archive>,
    /// The answer to `hello`, which never changes.
    hello: Value,
}

impl Clerk {
    /// A clerk with or without an archive.
    pub(crate) fn new(budgets: Budgets, archive: Option<Archive>) -> Self {
        let hello = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "games": GAMES.iter().map(Entry::view).collect::<Vec<_>>(),
            "levels": LEVELS,
            "budgets": budgets,
            "cores": budgets.threads,
            "archive": archive.is_some(),
        });
        Self {
            budgets,
            archive,
            hello,
        }
    }

    /// What there is, and what it may cost.
    pub(crate) fn hello(&self) -> Value {
        self.hello.clone()
    }

    /// What a page asks that shows the first game to a new visitor, as it writes it, with the
    /// answers. What is refused is left out: who asks for it is told why.
    pub(crate) fn first_answers(&self) -> Value {
        let game = GAMES[0].name.to_owned();
        let place = Place {
            game: game.clone(),
            start: None,
            moves: Vec::new(),
        };
        let asked = [
            r#"{"do":"hello"}"#.to_owned(),
            format!(r#"{{"do":"game","game":"{game}"}}"#),
            format!(r#"{{"do":"position","place":{{"game":"{game}","start":null,"moves":[]}}}}"#),
        ];
        let answers = [
            Ok(self.hello()),
            self.game(&OfGame { game }),
            self.position(&AtPlace { place }),
        ];
        let pairs = asked.into_iter().zip(answers);
        pairs
            .filter_map(|(asked, answer)| Some((asked, answer.ok()?)))
            .collect()
    }

    /// A game's board.
    pub(crate) fn game(&self, of: &OfGame) -> Answer {
        value(&self.open(&of.game)?.board_view())
    }

    /// A game's rules, for people.
    pub(crate) fn rules(&self, of: &OfGame) -> Answer {
        value(&self.open(&of.game)?.rules_page())
    }

    /// What can be changed about the search of a game.
    pub(crate) fn techniques(&self, of: &OfGame) -> Answer {
        value(&self.open(&of.game)?.techniques())
    }

    /// A place, with all that a screen shows of it.
    pub(crate) fn position(&self, at: &AtPlace) -> Answer {
        let mut view = value(&self.go_to(&at.place)?.place())?;
        // Where a move leads is asked for when it is made; a third of the bytes would be this.
        for m in view["moves"].as_array_mut().into_iter().flatten() {
            m.as_object_mut().and_then(|fields| fields.remove("result"));
        }
        Ok(view)
    }

    /// A judgement, term by term.
    pub(crate) fn eval(&self, asked: Judgement) -> Answer {
        let session = self.go_to(&asked.place)?;
        let judge = judge(&*session, asked.eval, asked.weights)?;
        value(&session.explain(&judge)?)
    }

    /// The position of some pieces.
    pub(crate) fn assemble(&self, board: &Assemble) -> Answer {
        let session = self.open(&board.game)?;
        let position = session.assemble(&board.pieces, &board.turn)?;
        Ok(json!({ "position": position }))
    }

    /// Opens a game by its id, if its board is not too large for this server.
    pub(crate) fn open(&self, id: &str) -> Result<Box<dyn Session>, Refusal> {
        let session = open(id).map_err(Refusal::of(id))?;
        let (cells, most) = (session.board().cells.len(), self.budgets.cells);
        if cells > most {
            let what = format!("this server plays on boards of at most {most} cells, not {cells}");
            return Err(Fault::new(what).hint("choose a smaller board").into());
        }
        Ok(session)
    }

    /// A session that stands at a place.
    pub(crate) fn go_to(&self, place: &Place) -> Result<Box<dyn Session>, Refusal> {
        let mut session = self.open(&place.game)?;
        if let Some(start) = &place.start {
            session.set_position(start).map_err(Refusal::of(start))?;
        }
        let mut at = 0;
        for word in &place.moves {
            session.play(word).map_err(|fault| Refusal {
                fault: fault.shifted(at),
                text: place.moves.join(" "),
            })?;
            at += word.len() + 1;
        }
        Ok(session)
    }

    /// A game in a format.
    pub(crate) fn write(&self, write: Write) -> Answer {
        let session = self.go_to(&write.place)?;
        let game = GameText {
            tags: write.tags.0,
            start: write.place.start,
            moves: session.line(),
            comments: write.comments,
            result: None,
        };
        Ok(json!({ "text": session.write(&write.format, &[game])? }))
    }

    /// Keeps a game.
    pub(crate) fn save(&self, save: Save) -> Answer {
        let archive = self.archive()?;
        let session = self.go_to(&save.place)?;
        check_tags(&save.tags)?;
        let (result, reason) = if let Some(outcome) = session.outcome() {
            // What the rules say nobody can say otherwise.
            let result = outcome.winner.unwrap_or("draw");
            (result, outcome.reason.to_owned())
        } else {
            let said = save.result.as_deref().unwrap_or("open");
            let reason = save.reason.unwrap_or_default();
            (
                result(&*session, said)?,
                reason.chars().take(LONGEST_TAG).collect(),
            )
        };
        let kept = Kept {
            game: session.id().to_owned(),
            start: save.place.start,
            moves: session.line(),
            tags: save.tags,
            result: result.to_owned(),
            reason,
            when: String::new(),
        };
        Ok(json!({ "key": archive.save(&kept, save.key)? }))
    }

    /// The games that are looked for.
    pub(crate) fn list(&self, find: &Find) -> Answer {
        value(&self.archive()?.list(find)?)
    }

    /// Deletes a game.
    pub(crate) fn delete(&self, of: &Keyed) -> Answer {
        self.archive()?.delete(of.key)?;
        Ok(json!({}))
    }

    /// A game that was kept.
    pub(crate) fn load(&self, of: &Keyed) -> Answer {
        let kept = self.archive()?.load(of.key)?;
        Ok(json!({
            "key": of.key,
            "place": { "game": kept.game, "start": kept.start, "moves": kept.moves },
            "tags": kept.tags,
            "result": kept.result,
            "reason": kept.reason,
            "when": kept.when,
        }))
    }

    fn archive(&self) -> Result<&Archive, Fault> {
        self.archive.as_ref().ok_or_else(|| {
            Fault::new("this server keeps no archive").hint("start it without --no-archive")
        })
    }
}

/// What a text is.
pub(crate) fn recognise(asked: &Recognise) -> Answer {
    let recognised = engine::recognise(&asked.text, asked.game.as_deref());
    value(&recognised.map_err(Refusal::of(&asked.text))?)
}

/// The weights that a request chooses.
pub(crate) fn judge(
    session: &dyn Session,
    eval: Option<String>,
    weights: Option<Weights>,
) -> Result<JudgeChoice, Refusal> {
    let base = eval.map_or(JudgeChoice::Standard, JudgeChoice::Preset);
    let (choice, file) = match weights {
        None => (base, String::new()),
        Some(Weights::File(file)) => (JudgeChoice::File(file.clone()), file),
        Some(Weights::Changes(changes)) => {
            (JudgeChoice::Changed(Box::new(base), changes), String::new())
        }
    };
    session.weight_file(&choice).map_err(Refusal::of(&file))?;
    Ok(choice)
}

/// A result that only people know of: somebody resigned, or ran out of time.
fn result(session: &dyn Session, said: &str) -> Result<&'static str, Fault> {
    let [first, second] = session.players();
    let mut known = [first, second, "draw", "open"].into_iter();
    known.find(|known| *known == said).ok_or_else(|| {
        Fault::new(format!("\"{said}\" is no result of this game"))
            .hint(format!("a result is {first}, {second}, draw or open"))
    })
}

fn check_tags(tags: &Tags) -> Result<(), Fault> {
    let tags = &tags.0;
    if tags.len() > MOST_TAGS {
        return Err(
            Fault::new(format!("a game with {} tags is too much", tags.len()))
                .hint(format!("give at most {MOST_TAGS}")),
        );
    }
    let long = |text: &String| text.chars().count() > LONGEST_TAG;
    match tags.iter().find(|(name, value)| long(name) || long(value)) {
        Some((name, _)) => {
            let name: String = name.chars().take(40).collect();
            Err(Fault::new(format!("the tag \"{name}\" is too long"))
                .hint(format!("write at most {LONGEST_TAG} letters")))
        }
        None => Ok(()),
    }
}

/// A view as JSON.
fn value(view: &impl Serialize) -> Answer {
    serde_json::to_value(view)
        .map_err(|error| Fault::new(format!("the answer cannot be written: {error}")).into())
}
