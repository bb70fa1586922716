//! A person at the terminal: sees the board, types a move.

use std::io::{self, Write};
use std::time::Duration;

use ponder_core::text::visible;
use ponder_engine::{Allowance, Choice, Contender, Lapse, Session, Stop};

use crate::typed::{Heard, Typed};

/// How often somebody who waits for a line looks up.
const GLANCE: Duration = Duration::from_millis(50);

/// No game has moves of so many letters.
const LONGEST: usize = 200;

/// A person.
pub(super) struct Human {
    lines: Typed,
    screen: Box<dyn Write + Send>,
}

impl Human {
    /// The person at the terminal, who is talked to on standard error.
    pub(super) fn at_terminal() -> Self {
        Self::new(Typed::standard_input(), Box::new(io::stderr()))
    }

    fn new(lines: Typed, screen: Box<dyn Write + Send>) -> Self {
        Self { lines, screen }
    }

    /// Tells the person something; a terminal that is gone will not answer either.
    fn tell(&mut self, text: &str) {
        let _ = self.screen.write_all(text.as_bytes());
        let _ = self.screen.flush();
    }

    fn line(&self, stop: &Stop) -> Result<String, Lapse> {
        loop {
            match self.lines.wait(GLANCE) {
                Heard::Line(line) => return Ok(line),
                Heard::End => return Err(Lapse::Died("the input has ended".to_owned())),
                Heard::Nothing if stop.asked() => return Err(Lapse::Stopped),
                Heard::Nothing => {}
            }
        }
    }
}

impl Contender for Human {
    fn begin(&mut self, session: &dyn Session, _stop: &Stop) -> Result<(), Lapse> {
        let id = session.id().to_owned();
        self.tell(&format!(
            "a new game of {id}: type a move, or moves for a list, or resign\n"
        ));
        Ok(())
    }

    fn choose(
        &mut self,
        session: &dyn Session,
        _allowance: &Allowance,
        stop: &Stop,
    ) -> Result<Choice, Lapse> {
        if let Some(last) = session.line().last() {
            self.tell(&format!("\nthe last move was {last}\n"));
        }
        self.tell(&format!("\n{}\n", session.draw(false)));
        let player = session.players()[session.turn()];
        loop {
            self.tell(&format!("{player}: "));
            let line = self.line(stop)?;
            match line.trim() {
                "" => {}
                "resign" | "quit" => return Err(Lapse::Resigned),
                "moves" | "help" | "?" => {
                    let moves = session.move_texts(false).join(" ");
                    self.tell(&format!("{moves}\n"));
                }
                word if word.len() > LONGEST => {
                    let begin: String = word.chars().take(20).collect();
                    let begin = visible(&begin);
                    self.tell(&format!("\"{begin}\u{2026}\" is too long for a move\n"));
                }
                word => match session.fork().play(word) {
                    Ok(play) => {
                        return Ok(Choice {
                            play,
                            ..Choice::default()
                        });
                    }
                    // A person may try again.
                    Err(fault) => self.tell(&format!("{}\n", visible(&fault.to_string()))),
                },
            }
        }
    }

    fn end(&mut self, session: &dyn Session) {
        let end = session.outcome().map_or_else(
            || "the game is over".to_owned(),
            |outcome| outcome.to_string(),
        );
        self.tell(&format!("\n{}\n{end}\n", session.draw(false)));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex, mpsc};

    use super::*;

    #[derive(Clone, Default)]
    struct Screen(Arc<Mutex<Vec<u8>>>);

    impl Write for Screen {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("no panic").extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn human(typed: &[&str]) -> (Human, Screen) {
        let (sender, receiver) = mpsc::channel();
        for line in typed {
            sender.send(format!("{line}\n")).expect("open");
        }
        let screen = Screen::default();
        let human = Human::new(receiver.into(), Box::new(screen.clone()));
        (human, screen)
    }

    #[test]
    fn a_person_may_err_and_ask() {
        let session = ponder_engine::open("othello").expect("a game");
        let (mut human, screen) = human(&["a1", "moves", "", " D3 "]);
        let choice = human.choose(&*session, &Allowance::default(), &Stop::new());
        assert_eq!(choice.expect("a move").play, "d3");
        let said = String::from_utf8(screen.0.lock().expect("no panic").clone()).expect("text");
        assert!(said.contains("a1 turns no disc"), "{said}");
        assert!(said.contains("d3 c4 f5 e6"), "{said}");
    }

    #[test]
    fn a_long_line_is_refused_and_not_repeated() {
        let session = ponder_engine::open("othello").expect("a game");
        let long = "\u{1b}".repeat(4000);
        let (mut human, screen) = human(&[&long, "\u{1b}[2J", "d3"]);
        let choice = human.choose(&*session, &Allowance::default(), &Stop::new());
        assert_eq!(choice.expect("a move").play, "d3");
        let said = String::from_utf8(screen.0.lock().expect("no panic").clone()).expect("text");
        assert!(said.contains("is too long for a move"), "{said}");
        assert!(said.len() < 1500 && !said.contains('\u{1b}'), "{said}");
    }

    #[test]
    fn a_person_may_resign_or_leave() {
        let session = ponder_engine::open("othello").expect("a game");
        let ask = |mut human: Human, stop: &Stop| {
            let choice = human.choose(&*session, &Allowance::default(), stop);
            choice.expect_err("no move")
        };
        assert_eq!(ask(human(&["resign"]).0, &Stop::new()), Lapse::Resigned);
        assert!(matches!(
            ask(human(&["a1"]).0, &Stop::new()),
            Lapse::Died(_)
        ));
    }
}
