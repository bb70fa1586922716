//! Play in lines of text, for pipes and screen readers: every answer is a sentence, and nothing is
//! drawn over.

use std::io::{self, Write};
use std::time::Duration;

use ponder_arena::typed::{Heard, Typed};

use crate::command::Command;
use crate::game::capital;
use crate::table::{Table, refusal};
use crate::thinking::News;
use crate::{Interrupts, Left, Options, Trouble};

/// How often to look whether somebody interrupts.
const GLANCE: Duration = Duration::from_millis(50);

/// Plays until the person leaves or the input ends.
pub(crate) fn play(
    options: Options,
    interrupts: &Interrupts,
    output: &mut dyn Write,
) -> Result<Left, Trouble> {
    let mut plain = Plain {
        table: Table::new(options)?,
        input: Typed::standard_input(),
        output,
        interrupts,
        heard: interrupts.count(),
    };
    plain.greet()?;
    plain.run()?;
    Ok(plain.table.leave())
}

struct Plain<'a> {
    table: Table,
    input: Typed,
    output: &'a mut dyn Write,
    interrupts: &'a Interrupts,
    /// The interrupts that were answered.
    heard: u32,
}

/// What a person said, or did not say.
enum Said {
    Line(String),
    Leave,
}

impl Plain<'_> {
    fn greet(&mut self) -> io::Result<()> {
        let id = self.table.game.session.id().to_owned();
        let players = self.table.game.session.players();
        let names = self.table.names();
        let seats: Vec<_> = players
            .iter()
            .zip(names)
            .map(|(side, name)| format!("{side} is {name}"))
            .collect();
        self.say(&format!(
            "A game of {id}: {}. Type a move, or help.",
            seats.join(", ")
        ))?;
        self.show()
    }

    fn run(&mut self) -> io::Result<()> {
        loop {
            if let Err(fault) = self.table.keep() {
                self.say(&format!("{}.", refusal(&fault)))?;
            }
            if self.table.game.others_turn() {
                let unwatched = self.table.game.unattended();
                let interrupted = self.wait_for_move()?;
                // Two engines need nobody to tell them when to end.
                if unwatched && (interrupted || !self.table.game.goes_on()) {
                    return Ok(());
                }
                continue;
            }
            match self.listen()? {
                Said::Leave => return Ok(()),
                Said::Line(line) => match Command::read(&line) {
                    Command::Quit => return Ok(()),
                    command => self.obey(command)?,
                },
            }
        }
    }

    /// A line of the person's; the end of the input and a second interrupt are a farewell.
    fn listen(&mut self) -> io::Result<Said> {
        let mut warned = false;
        loop {
            match self.input.wait(GLANCE) {
                Heard::Line(line) => return Ok(Said::Line(line)),
                Heard::End => return Ok(Said::Leave),
                Heard::Nothing if self.interrupted() => {
                    if warned {
                        return Ok(Said::Leave);
                    }
                    warned = true;
                    self.say("Type quit to leave, or press Ctrl-C again.")?;
                }
                Heard::Nothing => self.look_at_clock()?,
            }
        }
    }

    fn look_at_clock(&mut self) -> io::Result<()> {
        let went_on = self.table.game.goes_on();
        self.table.game.look_at_clock();
        if went_on && !self.table.game.goes_on() {
            let state = self.table.state();
            self.say(&format!("{state}."))?;
        }
        Ok(())
    }

    /// Waits until the opponent has moved; an interrupt makes it hurry. True if there was one.
    fn wait_for_move(&mut self) -> io::Result<bool> {
        let mut interrupted = false;
        while self.table.game.others_turn() {
            // Somebody who is still on the way home is asked a little later.
            self.table.think();
            match self.table.thinking.hear(GLANCE) {
                Some(News::Move(choice)) => {
                    let sentence = self.table.settle(choice);
                    self.say(&format!("{sentence}."))?;
                    self.show()?;
                    return Ok(interrupted);
                }
                _ if self.interrupted() => {
                    interrupted = true;
                    self.table.thinking.hurry();
                }
                _ => self.look_at_clock()?,
            }
        }
        self.table.thinking.forget_move();
        Ok(interrupted)
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Nothing | Command::Quit => Ok(()),
            Command::Play(text) => match self.table.game.play(&text) {
                Ok(play) => {
                    let turn = self.table.game.session.turn();
                    let mover = self.table.game.session.players()[1 - turn];
                    self.say(&format!("{} plays {play}.", capital(mover)))?;
                    if self.table.game.others_turn() {
                        return Ok(());
                    }
                    self.show()
                }
                Err(fault) => {
                    let hint = if fault.hint.is_some() {
                        ""
                    } else {
                        " Type moves for a list."
                    };
                    self.say(&format!("{}.{hint}", refusal(&fault)))
                }
            },
            Command::Hint => self.hint(),
            Command::Pause => {
                let answer = self.table.pause();
                self.tell(answer)
            }
            Command::Undo => {
                let sentence = self.table.take_back();
                self.say(&format!("{sentence}."))?;
                self.show()
            }
            Command::Redo => {
                let sentence = self.table.make_again();
                self.say(&format!("{sentence}."))?;
                self.show()
            }
            Command::Resign if self.table.game.goes_on() => {
                self.table.resign();
                self.show()
            }
            Command::Resign => self.say("The game is over already."),
            Command::New => {
                self.table.restart();
                self.say("A new game begins.")?;
                self.show()
            }
            Command::Level(Some(words)) => {
                let answer = self.table.change_level(&words);
                self.tell(answer)
            }
            command => {
                let answer = self.table.answer(&command);
                self.tell(answer)
            }
        }
    }

    fn hint(&mut self) -> io::Result<()> {
        if !self.table.game.goes_on() {
            return self.say("The game is over: there is nothing to advise.");
        }
        self.table.thinking.advise(&*self.table.game.session);
        let mut last = None;
        loop {
            match self.table.thinking.hear(GLANCE) {
                Some(News::Hint(view)) => last = Some(view),
                Some(News::HintDone(Err(fault))) => return self.tell(Err(fault)),
                Some(News::HintDone(Ok(()))) => break,
                _ if self.interrupted() => self.table.thinking.hurry_hint(),
                _ => {}
            }
        }
        let turn = self.table.game.turn();
        for line in last.iter().flat_map(|view| &view.lines) {
            let score = line.score;
            let mut moves = line.pv.iter();
            let Some(first) = moves.next() else { continue };
            let rest: Vec<_> = moves.map(String::as_str).collect();
            let then = if rest.is_empty() {
                String::new()
            } else {
                format!(", then {}", rest.join(" "))
            };
            self.say(&format!("{first} is worth {score} to {turn}{then}."))?;
        }
        Ok(())
    }

    /// The board, what is to be said about it, and whose turn it is.
    fn show(&mut self) -> io::Result<()> {
        let board = self.table.game.session.draw(false);
        self.say(&format!("\n{board}"))?;
        let game = &self.table.game;
        let tallies = game.session.tally().into_iter();
        let tallies =
            tallies.map(|tally| format!("{} {}-{}", tally.label, tally.values[0], tally.values[1]));
        let tallies: Vec<_> = tallies.collect();
        let [first, second] = game.session.players();
        let mut words = vec![self.table.state()];
        let decisive = game.session.place().decisive;
        if !decisive.is_empty() {
            words.push(format!("It was decided on {}", decisive.join(", ")));
        }
        if game.persons_turn() {
            words.extend(game.session.remark());
        }
        if !tallies.is_empty() {
            words.push(format!(
                "{}-{second}: {}",
                capital(first),
                tallies.join(", ")
            ));
        }
        self.say(&format!("{}.", words.join(". ")))
    }

    fn tell(&mut self, answer: Result<String, ponder_core::Fault>) -> io::Result<()> {
        let sentence = answer.unwrap_or_else(|fault| refusal(&fault));
        // A board or a table needs no full stop.
        let stop = if sentence.contains('\n') { "" } else { "." };
        self.say(&format!("{sentence}{stop}"))
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    /// True once for every interrupt.
    fn interrupted(&mut self) -> bool {
        let count = self.interrupts.count();
        std::mem::replace(&mut self.heard, count) != count
    }
}
