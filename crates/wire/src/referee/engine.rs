//! The engine's end of the pipe.

use std::io::{self, Read, Write};
use std::time::Duration;

use ponder_core::Fault;
use ponder_engine::{Allowance, AnalysisRequest, Budget, Contender, Player, Session, Stop};

use super::script::{Script, Spelling};
use crate::lines::{LineError, Lines};

/// Answers a player of the referee until it quits or has no more to say: plays `session`'s game
/// and searches as `request` says, within the budget of the game's contest unless the player
/// grants another.
pub fn serve(
    session: Box<dyn Session>,
    request: AnalysisRequest,
    input: impl Read,
    mut output: impl Write,
) -> io::Result<()> {
    let mut engine = Engine {
        start: session,
        request,
        game: None,
    };
    let mut lines = Lines::at_most(4096, input);
    loop {
        let answer = match lines.next() {
            Ok(None) => return Ok(()),
            Ok(Some(line)) => {
                let line = line.trim();
                if line == "quit" {
                    return Ok(());
                }
                if line.is_empty() {
                    continue;
                }
                engine.answer(line)
            }
            Err(LineError::Io(error)) => return Err(error),
            Err(error) => Err(Fault::new(error.to_string())),
        };
        match answer {
            Ok(answer) => writeln!(output, "{answer}")?,
            Err(fault) => writeln!(output, "error {}", one_line(&fault))?,
        }
        output.flush()?;
    }
}

fn one_line(fault: &Fault) -> String {
    let text = fault.to_string();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

struct Engine {
    start: Box<dyn Session>,
    request: AnalysisRequest,
    game: Option<Game>,
}

/// A game that we play.
struct Game {
    script: Script,
    player: Player,
    colour: &'static str,
}

impl Engine {
    fn answer(&mut self, line: &str) -> Result<String, Fault> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if word == "init" {
            // A game goes on unless another one can begin.
            self.game = Some(self.begin(rest)?);
            return Ok("ok".to_owned());
        }
        let game = self.game.as_mut().ok_or_else(|| {
            Fault::new(format!("\"{word}\" before a game")).hint("begin with init white")
        });
        match word {
            "go" => game?.action(),
            "update" => {
                let (colour, action) = rest
                    .trim()
                    .split_once(char::is_whitespace)
                    .ok_or_else(|| Fault::new("update needs a colour and an action"))?;
                game?.script.make(colour, action.trim())?;
                Ok("ok".to_owned())
            }
            "left" => {
                let left = game?.player.left().unwrap_or_default();
                Ok(format!("left {:.3}", left.as_secs_f64()))
            }
            _ => Err(Fault::new(format!("there is no command \"{word}\""))
                .hint("the commands are init, go, update, left and quit")),
        }
    }

    /// `COLOUR [SECONDS [MEGABYTES]]`.
    fn begin(&self, words: &str) -> Result<Game, Fault> {
        let mut words = words.split_whitespace();
        let colour = words.next().unwrap_or_default();
        let script = Script::new(self.start.fork(), Spelling::Wire)?;
        let mut players = self.start.players().into_iter();
        let colour = players.find(|name| *name == colour).ok_or_else(|| {
            let [first, second] = self.start.players();
            Fault::new(format!("nobody plays \"{colour}\""))
                .hint(format!("it is {first} or {second}"))
        })?;
        let contest = self.start.contest();
        let mut budget = contest.ok_or_else(|| Fault::new("the game has no contest"))?;
        if let Some(word) = words.next() {
            budget.time = seconds(word)?;
        }
        if let Some(word) = words.next() {
            budget.memory = megabytes(word)?;
        }
        let budget = Budget {
            memory: self.request.memory.unwrap_or(usize::MAX).min(budget.memory),
            ..budget
        };
        Ok(Game {
            script,
            player: Player::with_budget(budget, self.request.clone())?,
            colour,
        })
    }
}

fn seconds(word: &str) -> Result<Duration, Fault> {
    let seconds = word.parse().ok().filter(|seconds| *seconds > 0.0);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| Fault::new(format!("\"{word}\" is no number of seconds")))
}

fn megabytes(word: &str) -> Result<usize, Fault> {
    let number: Option<usize> = word.parse().ok();
    let bytes = number.and_then(|number| number.checked_mul(1 << 20));
    bytes.ok_or_else(|| Fault::new(format!("\"{word}\" is no number of megabytes")))
}

impl Game {
    /// What we do; it is made when the referee tells it to all.
    fn action(&mut self) -> Result<String, Fault> {
        let session = self.script.session();
        let view = session.position();
        if let Some(outcome) = view.outcome {
            return Err(Fault::new(format!("the game is over: {}", outcome.reason)));
        }
        if view.turn != self.colour {
            return Err(Fault::new(format!("it is {}'s turn, not ours", view.turn)));
        }
        let allowance = Allowance::default();
        let choice = self.player.choose(session, &allowance, &Stop::new());
        // Whatever keeps the player from choosing, any action is better than none.
        let any = || session.move_texts(true).into_iter().next();
        let play = choice.ok().map(|choice| choice.play).or_else(any);
        let play = play.ok_or_else(|| Fault::new("there is nothing to do"))?;
        self.script.spell(&play)
    }
}
