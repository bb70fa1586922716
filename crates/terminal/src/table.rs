//! The table at which a game is played: the game, those who play it, and who writes it down.
//!
//! Whatever both ways to play have in common is here, with its answers in sentences.

use std::fmt::Write;
use std::path::Path;

use ponder_core::Fault;
use ponder_core::text::printable;
use ponder_engine::{Choice, JudgeChoice, Lapse};

use crate::command::{COMMANDS, Command};
use crate::game::{Game, capital};
use crate::players::{self, Opponents};
use crate::scribe::{self, Scribe};
use crate::thinking::Thinking;
use crate::{Left, Options};

/// A game with everybody who takes part.
pub(crate) struct Table {
    pub(crate) game: Game,
    pub(crate) thinking: Thinking,
    opponents: Opponents,
    scribe: Option<Scribe>,
}

impl Table {
    /// Sits down; refuses players who cannot play this game.
    pub(crate) fn new(options: Options) -> Result<Self, Fault> {
        let Options {
            session,
            person,
            opponents,
            clock,
            save,
            ..
        } = options;
        let mut seats = [None, None];
        for side in (0..2).filter(|side| !person[*side]) {
            seats[side] = Some(opponents.open(side, &*session)?);
        }
        Ok(Self {
            game: Game::new(session, person, clock),
            thinking: Thinking::new(seats),
            opponents,
            scribe: save.map(Scribe::new),
        })
    }

    /// The players' names: `you`, or what an opponent is called.
    pub(crate) fn names(&self) -> [String; 2] {
        let name = |side: usize| {
            if self.game.person[side] {
                "you".to_owned()
            } else {
                self.opponents.title(side)
            }
        };
        [name(0), name(1)]
    }

    /// Asks whoever is to move, unless somebody is being asked already.
    pub(crate) fn think(&mut self) {
        if self.game.others_turn() && !self.game.paused() && self.thinking.since().is_none() {
            let allowance = self.game.allowance();
            self.thinking.ask(&*self.game.session, allowance);
        }
    }

    /// What an opponent has chosen happens, in a sentence.
    pub(crate) fn settle(&mut self, choice: Result<Choice, Lapse>) -> String {
        let side = self.game.session.turn();
        let name = self.game.turn();
        let played = choice.and_then(|choice| Ok((self.game.play(&choice.play)?, choice.score)));
        match played {
            Ok((play, Some(score))) => {
                capital(&format!("{name} plays {play} (sees {score} for {name})"))
            }
            Ok((play, None)) => capital(&format!("{name} plays {play}")),
            Err(lapse) => {
                let word = match lapse {
                    Lapse::Resigned => "resignation",
                    _ => "forfeit",
                };
                let reason = printable(&format!("{name} {lapse}"));
                let sentence = capital(&reason);
                self.game.lose(side, word, reason);
                sentence
            }
        }
    }

    /// Lets two engines rest or go on, in a sentence. Who plays against a person waits anyway.
    pub(crate) fn pause(&mut self) -> Result<String, Fault> {
        if !self.game.unattended() {
            return Err(
                Fault::new("the game waits for you whenever it is your turn")
                    .hint("pause is for engines that play each other"),
            );
        }
        if !self.game.goes_on() {
            return Ok("The game is over".to_owned());
        }
        let paused = !self.game.paused();
        self.thinking.forget_move();
        self.game.pause(paused);
        let said = if paused { "Paused" } else { "The game goes on" };
        Ok(said.to_owned())
    }

    /// Who looks back at a game of engines wants to look, and not to see the move made again.
    fn look_back(&mut self) {
        self.thinking.forget_move();
        if self.game.unattended() {
            self.game.pause(true);
        }
    }

    /// Takes back, in a sentence.
    pub(crate) fn take_back(&mut self) -> String {
        self.look_back();
        let ended = !self.game.goes_on();
        match self.game.take_back() {
            0 if ended && self.game.goes_on() => "The game goes on".to_owned(),
            0 => "There is no move of yours to take back".to_owned(),
            1 => "One move was taken back".to_owned(),
            taken => format!("{taken} moves were taken back, yours and the answer"),
        }
    }

    /// Makes moves again, in a sentence.
    pub(crate) fn make_again(&mut self) -> String {
        self.look_back();
        match self.game.make_again() {
            0 => "There is nothing to make again".to_owned(),
            1 => "One move was made again".to_owned(),
            made => format!("{made} moves were made again"),
        }
    }

    /// The person gives up.
    pub(crate) fn resign(&mut self) {
        self.thinking.forget_move();
        self.game.resign();
    }

    /// A new game.
    pub(crate) fn restart(&mut self) {
        self.thinking.forget_move();
        self.thinking.forget_hint();
        self.game.restart();
    }

    /// Other players for all sides that the person does not play.
    pub(crate) fn change_level(&mut self, words: &str) -> Result<String, Fault> {
        let player = players::read(words)?;
        let opponents = Opponents {
            players: [player.clone(), player],
            ..self.opponents.clone()
        };
        let sides: Vec<_> = (0..2).filter(|side| !self.game.person[*side]).collect();
        if sides.is_empty() {
            return Err(Fault::new("you play both sides").hint("begin with --as black or white"));
        }
        for &side in &sides {
            let opponent = opponents.open(side, &*self.game.session)?;
            self.thinking.seat(side, opponent);
        }
        self.opponents = opponents;
        Ok(format!(
            "You now play against {}",
            self.opponents.title(sides[0])
        ))
    }

    /// Writes the game into the file that was asked for.
    pub(crate) fn keep(&mut self) -> Result<(), Fault> {
        let Some(mut scribe) = self.scribe.take() else {
            return Ok(());
        };
        let kept = scribe.keep(&self.game, self.names());
        self.scribe = Some(scribe);
        kept
    }

    /// Everybody goes home.
    pub(crate) fn leave(mut self) -> Left {
        self.thinking.end(&*self.game.session);
        Left {
            game: self.game.session.id().to_owned(),
            start: self.game.start(),
            moves: self.game.session.line(),
            opponents: self.opponents.players,
            result: self.game.result(),
        }
    }

    /// Whose turn it is, or how the game ended.
    pub(crate) fn state(&self) -> String {
        if let Some(result) = self.game.result() {
            return result;
        }
        let turn = capital(self.game.turn());
        if self.game.paused() {
            return format!("Paused: {} to move", self.game.turn());
        }
        if self.game.person == [true; 2] || self.game.others_turn() {
            format!("{turn} to move")
        } else {
            format!("{turn} to move: your turn")
        }
    }

    /// The answer to a command that changes nothing.
    pub(crate) fn answer(&self, command: &Command) -> Result<String, Fault> {
        let session = &self.game.session;
        match command {
            Command::Help => Ok(help()),
            Command::Moves => Ok(match session.move_texts(false) {
                moves if moves.is_empty() => "There are no moves: the game is over".to_owned(),
                moves => format!("The legal moves are: {}", moves.join(" ")),
            }),
            Command::Line => Ok(match session.line() {
                moves if moves.is_empty() => "No move has been made yet".to_owned(),
                moves => format!("The moves so far: {}", moves.join(" ")),
            }),
            Command::Board => Ok(session.draw(false).trim_end_matches('\n').to_owned()),
            Command::Position => Ok(format!("The position is: {}", session.position_text())),
            Command::Eval => self.judgement(),
            Command::Level(None) => Ok(format!(
                "You play against {}; {}",
                self.names().join(" and "),
                players::choices()
            )),
            Command::Save(None) => {
                Err(Fault::new("save needs a file").hint("as in: save game.txt"))
            }
            Command::Save(Some(path)) => {
                scribe::save(&self.game, self.names(), Path::new(path))?;
                Ok(format!("The game is in the file {path}"))
            }
            _ => Ok(String::new()),
        }
    }

    /// The judgement without search, the weightiest terms first.
    fn judgement(&self) -> Result<String, Fault> {
        const SHOWN: usize = 8;
        let session = &self.game.session;
        if let Some(result) = self.game.result() {
            return Ok(result);
        }
        let view = session.explain(&JudgeChoice::Standard)?;
        let mut text = format!(
            "Without search the position is worth {:+.2} to {}; what counts, for {}:",
            f64::from(view.score) / 100.0,
            self.game.turn(),
            session.players()[0]
        );
        let mut terms = view.terms;
        terms.sort_by(|a, b| b.share.total_cmp(&a.share));
        for term in terms.iter().filter(|term| term.share > 0.0).take(SHOWN) {
            let value = term.value / 100.0 + 0.0;
            let _ = write!(text, "\n  {:16} {value:+8.2}  {}", term.name, term.about);
        }
        Ok(text)
    }
}

fn help() -> String {
    let mut text = "Type a move, or one of these words:".to_owned();
    for (word, about) in COMMANDS {
        let _ = write!(text, "\n  {word:12} {about}");
    }
    text
}

/// A fault in a sentence, with whatever was typed made fit to be shown.
pub(crate) fn refusal(fault: &Fault) -> String {
    printable(&fault.to_string())
}
