//! The engine's side of UGI.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::time::Instant;

use ponder_core::Fault;
use ponder_engine::{
    AnalysisRequest, AnalysisView, Limits, PerftRequest, Session, bench_search, open,
};

use super::options::{Change, Options, techniques};
use super::words::{Go, write_info};
use crate::desk::{Desk, Event, GRACE, Parting, TASK_GRACE};

/// Answers a host until it quits or has no more to say: plays what `session` plays until it is
/// told otherwise, and searches as `request` says.
pub fn serve(
    session: Box<dyn Session>,
    request: AnalysisRequest,
    input: impl Read + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    let mut engine = Engine {
        desk: Desk::new(input),
        options: Options { request },
        session,
        trouble: None,
        thought: None,
        waiting: VecDeque::new(),
        parting: None,
        deadline: None,
        output,
    };
    engine.run()
}

struct Engine<W> {
    desk: Desk,
    options: Options,
    session: Box<dyn Session>,
    /// Why the session does not stand where the host thinks it does.
    trouble: Option<Fault>,
    /// The search that is going on.
    thought: Option<Thought>,
    /// What was said during a search and must wait for its end.
    waiting: VecDeque<String>,
    /// How the host has taken its leave.
    parting: Option<Parting>,
    /// When to give up what is going on, once it has.
    deadline: Option<Instant>,
    output: W,
}

/// A search, and when its answer may be given.
struct Thought {
    /// Where it began.
    session: Box<dyn Session>,
    /// The limits that hold from `ponderhit` on.
    limits: Limits,
    phase: Phase,
    /// The move, once it is found, if it may not be told yet.
    held: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The answer comes with the end of the search.
    Bounded,
    /// The answer comes when it is asked for.
    Infinite,
    /// The same, unless the opponent plays the expected move.
    Pondering,
    /// The opponent has: once this search has ended, it begins anew within the limits.
    Hit,
}

/// Lines that may wait for the end of a search.
const MOST_WAITING: usize = 4096;

impl<W: Write> Engine<W> {
    fn run(&mut self) -> io::Result<()> {
        loop {
            match self.desk.next(self.deadline) {
                None if self.thought.is_some() => {
                    self.deadline = None;
                    self.stop()?;
                }
                None => {
                    let what = "what was asked for takes too long, and nobody waits for it";
                    return self.complain(&Fault::new(what));
                }
                Some(Event::Line(_) | Event::End) if self.parting.is_some() => {}
                Some(Event::Line(line)) => self.hear(line)?,
                Some(Event::Overlong(longest)) => {
                    self.complain(&Fault::new(format!(
                        "a line is longer than {longest} bytes"
                    )))?;
                }
                Some(Event::End) => self.part(Parting::End)?,
                Some(Event::Report(view)) => self.report(&view)?,
                Some(Event::Found(found)) => self.found(found)?,
                Some(Event::Done(lines)) => self.say_all(&lines)?,
            }
            while !self.is_busy() {
                let Some(line) = self.waiting.pop_front() else {
                    if self.parting.is_some() {
                        return Ok(());
                    }
                    break;
                };
                self.obey(&line)?;
                self.hurry()?;
            }
        }
    }

    fn part(&mut self, parting: Parting) -> io::Result<()> {
        self.parting = Some(parting);
        self.hurry()
    }

    /// After the host has taken its leave: ends a search that has no end of its own, or for which
    /// nobody waits, and bounds what else is going on.
    fn hurry(&mut self) -> io::Result<()> {
        let Some(parting) = self.parting else {
            return Ok(());
        };
        let now = Instant::now();
        self.deadline = match &self.thought {
            Some(thought) if parting == Parting::Quit || thought.phase != Phase::Bounded => {
                self.stop()?;
                None
            }
            Some(_) => Some(now + GRACE),
            None => self.desk.is_busy().then_some(now + TASK_GRACE),
        };
        Ok(())
    }

    fn is_busy(&self) -> bool {
        self.desk.is_busy() || self.thought.is_some()
    }

    /// Takes a line: what may come during a search is obeyed at once, the rest in its turn.
    fn hear(&mut self, line: String) -> io::Result<()> {
        match first_word(&line) {
            "isready" => {
                if let Err(fault) = self.desk.prepare(&self.options.request) {
                    self.complain(&fault)?;
                }
                self.say("readyok")?;
            }
            "stop" => self.stop()?,
            "ponderhit" => self.ponderhit()?,
            "quit" => self.part(Parting::Quit)?,
            _ if self.is_busy() && self.waiting.len() == MOST_WAITING => {
                let what = "too many commands wait for the end of the search";
                self.complain(&Fault::new(what).hint("send stop first"))?;
            }
            _ if self.is_busy() => self.waiting.push_back(line),
            _ => self.obey(&line)?,
        }
        Ok(())
    }

    /// Obeys a line when nothing is going on. Unknown commands are passed over.
    fn obey(&mut self, line: &str) -> io::Result<()> {
        let word = first_word(line);
        let rest = line.trim_start()[word.len()..].trim();
        match word {
            "ugi" => self.introduce()?,
            "setoption" => self.set_option(rest)?,
            "uginewgame" => self.desk.forget(),
            "position" => self.set_position(rest)?,
            "go" => self.go(rest)?,
            "query" => self.query(rest)?,
            "moves" => self.query("moves")?,
            "d" => {
                let lines = format!(
                    "{}\ngame {}\nfen {}",
                    self.session.draw(false).trim_end(),
                    self.session.id(),
                    self.session.position_text()
                );
                self.say(&lines)?;
            }
            "eval" => self.eval()?,
            "perft" => self.perft(rest)?,
            "bench" => self.desk.task(bench),
            "techniques" => self.say(&format!("info string techniques {}", techniques()))?,
            _ => {}
        }
        Ok(())
    }

    fn introduce(&mut self) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        self.say(&format!("id name ponder {version}"))?;
        self.say("id author The ponder developers")?;
        let options = self.options.describe(&*self.session);
        self.say_all(&options)?;
        self.say("ugiok")
    }

    fn set_option(&mut self, text: &str) -> io::Result<()> {
        let (name, value) = option(text);
        match self.options.set(name, value, &*self.session) {
            Ok(Change::Nothing) => Ok(()),
            Ok(Change::Search) => {
                self.desk.renew();
                Ok(())
            }
            Ok(Change::Forget) => {
                self.desk.forget();
                Ok(())
            }
            Ok(Change::Game(session, trouble)) => {
                self.session = session;
                self.trouble = None;
                self.desk.renew();
                match trouble {
                    None => Ok(()),
                    Some(fault) => self.complain(&Fault::new(format!(
                        "the options of the search are reset for the new game: {fault}"
                    ))),
                }
            }
            Err(fault) => self.complain(&fault),
        }
    }

    /// A position that is refused leaves no other one behind that the host does not know of.
    fn set_position(&mut self, text: &str) -> io::Result<()> {
        match placed(self.session.id(), text) {
            Ok(session) => {
                self.session = session;
                self.trouble = None;
                Ok(())
            }
            Err(fault) => {
                self.complain(&fault)?;
                self.trouble = Some(fault);
                Ok(())
            }
        }
    }

    fn go(&mut self, text: &str) -> io::Result<()> {
        let go = match Go::read(text) {
            Ok(go) => go,
            Err(fault) => {
                self.complain(&fault)?;
                return self.say("bestmove none");
            }
        };
        if self.trouble.is_some() {
            let what = "the last position was refused, there is nothing to search";
            self.complain(&Fault::new(what))?;
            return self.say("bestmove none");
        }
        let first = self.session.position().turn == self.session.players()[0];
        let limits = Limits {
            clock: go.clocks[usize::from(!first)],
            ..go.limits
        };
        let unlimited = limits.depth.is_none()
            && limits.nodes.is_none()
            && limits.time.is_none()
            && limits.clock.is_none();
        let phase = match go.ponder {
            true => Phase::Pondering,
            false if go.infinite || unlimited => Phase::Infinite,
            false => Phase::Bounded,
        };
        let now = match phase {
            Phase::Bounded => limits,
            _ => Limits::default(),
        };
        self.think(self.session.fork(), now, limits, phase)
    }

    /// Begins a search within `now`.
    fn think(
        &mut self,
        session: Box<dyn Session>,
        now: Limits,
        limits: Limits,
        phase: Phase,
    ) -> io::Result<()> {
        let begun = self.desk.search(session.fork(), &self.options.request, now);
        if let Err(fault) = begun {
            self.complain(&fault)?;
            return self.say("bestmove none");
        }
        self.thought = Some(Thought {
            session,
            limits,
            phase,
            held: None,
        });
        Ok(())
    }

    fn report(&mut self, view: &AnalysisView) -> io::Result<()> {
        for (number, line) in (1..).zip(&view.lines) {
            self.say(&write_info(view, number, line))?;
        }
        Ok(())
    }

    fn found(&mut self, found: Result<Box<AnalysisView>, Fault>) -> io::Result<()> {
        let Some(mut thought) = self.thought.take() else {
            return Ok(());
        };
        if thought.phase == Phase::Hit {
            // The table remembers what was found while the opponent thought.
            let limits = thought.limits;
            return self.think(thought.session, limits, limits, Phase::Bounded);
        }
        let answer = match found {
            Ok(view) => {
                let ponder = view.pv.get(1).map(|reply| format!(" ponder {reply}"));
                format!("bestmove {}{}", view.best, ponder.unwrap_or_default())
            }
            Err(fault) => {
                self.complain(&fault)?;
                // There is nothing that could be held back.
                return self.say("bestmove none");
            }
        };
        if thought.phase == Phase::Bounded {
            return self.say(&answer);
        }
        thought.held = Some(answer);
        self.thought = Some(thought);
        Ok(())
    }

    /// Ends the search; its answer is due.
    fn stop(&mut self) -> io::Result<()> {
        let Some(thought) = &mut self.thought else {
            return Ok(());
        };
        thought.phase = Phase::Bounded;
        if let Some(answer) = thought.held.take() {
            self.thought = None;
            return self.say(&answer);
        }
        self.desk.stop();
        Ok(())
    }

    fn ponderhit(&mut self) -> io::Result<()> {
        let Some(thought) = &mut self.thought else {
            return Ok(());
        };
        if thought.phase != Phase::Pondering {
            return Ok(());
        }
        // A search that has ended by itself knows all there is to know.
        if thought.held.is_some() {
            return self.stop();
        }
        thought.phase = Phase::Hit;
        self.desk.stop();
        Ok(())
    }

    fn query(&mut self, what: &str) -> io::Result<()> {
        let view = self.session.position();
        let [first, _] = self.session.players();
        let response = match what {
            "p1turn" => (view.turn == first).to_string(),
            "gameover" => view.outcome.is_some().to_string(),
            "result" => match view.outcome {
                None => "none".to_owned(),
                Some(outcome) => match outcome.winner {
                    None => "draw".to_owned(),
                    Some(winner) if winner == first => "p1win".to_owned(),
                    Some(_) => "p2win".to_owned(),
                },
            },
            "reason" => view
                .outcome
                .map_or("none", |outcome| outcome.reason)
                .to_owned(),
            "moves" => self.session.move_texts(false).join(" "),
            "fen" => view.position,
            "game" => view.game,
            _ => {
                let fault = Fault::new(format!("there is no query \"{what}\""))
                    .hint("the queries are: p1turn, gameover, result, reason, moves, fen, game");
                return self.complain(&fault);
            }
        };
        self.say(format!("response {response}").trim_end())
    }

    fn eval(&mut self) -> io::Result<()> {
        let view = match self.session.explain(&self.options.request.judge) {
            Ok(view) => view,
            Err(fault) => return self.complain(&fault),
        };
        for term in &view.terms {
            self.say(&format!(
                "info string term {} count {} weight {:.2} value {:.2}",
                term.name, term.count, term.weight, term.value
            ))?;
        }
        self.say(&format!("info score cp {}", view.score))
    }

    fn perft(&mut self, text: &str) -> io::Result<()> {
        const DEEPEST: u32 = 30;
        let Some(depth) = text.parse().ok().filter(|depth| *depth <= DEEPEST) else {
            let fault = Fault::new(format!("\"{text}\" is no depth of a perft"));
            return self.complain(&fault.hint(format!("give a number from 0 to {DEEPEST}")));
        };
        let session = self.session.fork();
        let threads = NonZeroUsize::new(self.options.request.threads).unwrap_or(NonZeroUsize::MIN);
        self.desk.task(move || {
            let request = PerftRequest {
                threads,
                ..PerftRequest::plain(depth)
            };
            let view = session.perft(&request, &|_| ());
            let roots = view.divide.iter();
            let mut lines: Vec<_> = roots
                .map(|root| format!("{}: {}", root.text, root.leaves))
                .collect();
            lines.push(format!(
                "info depth {depth} nodes {} time {:.0} nps {:.0}",
                view.leaves,
                view.seconds * 1000.0,
                view.leaves_per_second
            ));
            lines.push(format!("leaves {}", view.leaves));
            lines
        });
        Ok(())
    }

    fn complain(&mut self, fault: &Fault) -> io::Result<()> {
        let text = fault.to_string().replace(['\n', '\r'], " ");
        self.say(&format!("info string error: {text}"))
    }

    fn say_all(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| self.say(line))
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }
}

fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

/// The name and the value of `name N value V`, both of which may have blanks.
fn option(text: &str) -> (&str, &str) {
    let text = text.strip_prefix("name").unwrap_or(text).trim();
    if let Some((name, value)) = text.split_once(" value ") {
        return (name.trim(), value.trim());
    }
    (text.strip_suffix(" value").unwrap_or(text).trim(), "")
}

/// A session of the game at the place that `startpos [moves ...]` or `fen F [moves ...]` says.
fn placed(id: &str, text: &str) -> Result<Box<dyn Session>, Fault> {
    let (place, moves) = match text.split_once("moves") {
        Some((place, moves)) => (place.trim(), moves),
        None => (text, ""),
    };
    let mut session = open(id)?;
    let (kind, position) = place.split_once(' ').unwrap_or((place, ""));
    match kind {
        "startpos" => {}
        "fen" => session.set_position(position.trim())?,
        _ => {
            let what = format!("\"{place}\" is no position");
            return Err(Fault::new(what).hint("write startpos, or fen and a position"));
        }
    }
    for word in moves.split_whitespace() {
        session.play(word)?;
    }
    Ok(session)
}

fn bench() -> Vec<String> {
    match bench_search() {
        Ok(view) => vec![format!(
            "bench signature {} nodes {} nps {:.0}",
            view.signature, view.nodes, view.nps
        )],
        Err(fault) => vec![format!("info string error: {fault}")],
    }
}
