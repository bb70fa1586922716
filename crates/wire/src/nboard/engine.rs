//! The engine's side of `NBoard`.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::time::{Duration, Instant};

use ponder_core::Fault;
use ponder_engine::{AnalysisRequest, AnalysisView, Clock, Limits, LineView, RecordView, Session};

use super::GGF;
use super::words::{
    parts, read_clock, read_move, read_seconds, write_eval, write_line, write_move,
};
use crate::desk::{Desk, Event, GRACE, Parting};

/// Answers a GUI until it quits or has no more to say; `session` must be a game that
/// [`check`](super::check) accepts.
pub fn serve(
    session: Box<dyn Session>,
    request: AnalysisRequest,
    input: impl Read + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    let mut engine = Engine {
        desk: Desk::new(input),
        request,
        session,
        refused: false,
        depth: USUAL_DEPTH,
        clocks: [None; 2],
        work: None,
        waiting: VecDeque::new(),
        parting: None,
        deadline: None,
        output,
    };
    engine.run()
}

struct Engine<W> {
    desk: Desk,
    request: AnalysisRequest,
    session: Box<dyn Session>,
    /// The last game was refused: what the GUI shows is not what is here.
    refused: bool,
    depth: u32,
    /// What is left on the clocks, the first mover's first.
    clocks: [Option<Clock>; 2],
    work: Option<Work>,
    /// What was said during a search and must wait for its end.
    waiting: VecDeque<String>,
    /// How the GUI has taken its leave.
    parting: Option<Parting>,
    /// When to end the search that is going on, once it has.
    deadline: Option<Instant>,
    output: W,
}

/// What a search is for.
enum Work {
    /// A move.
    Move,
    /// Hints, until the GUI wants something else.
    Hint,
    /// The value of every position of the game, from its end back: those that are still to come,
    /// the last of which is searched now.
    Analysis(Vec<Box<dyn Session>>),
    /// Nothing any more.
    Nothing,
}

/// The depth for a GUI that sets none.
const USUAL_DEPTH: u32 = 10;

/// Endings with at most so many plies beyond the depth, and so many in all, are played out: how
/// deep to look in the ending is the engine's affair.
const BEYOND: u32 = 6;
const ENDING: u32 = 16;

/// Lines that may wait for the end of a search.
const MOST_WAITING: usize = 4096;

impl<W: Write> Engine<W> {
    fn run(&mut self) -> io::Result<()> {
        loop {
            match self.desk.next(self.deadline) {
                None => {
                    self.deadline = None;
                    self.desk.stop();
                }
                Some(Event::Line(_) | Event::End) if self.parting.is_some() => {}
                Some(Event::Line(line)) if first_word(&line) == "quit" => self.part(Parting::Quit),
                Some(Event::Line(line)) if self.desk.is_busy() => {
                    self.interrupt(&line);
                    if self.waiting.len() < MOST_WAITING {
                        self.waiting.push_back(line);
                    }
                }
                Some(Event::Line(line)) => self.waiting.push_back(line),
                Some(Event::Overlong(longest)) => {
                    self.say(&format!(
                        "status error: a line is longer than {longest} bytes"
                    ))?;
                }
                Some(Event::End) => self.part(Parting::End),
                Some(Event::Report(view)) => self.report(&view)?,
                Some(Event::Found(found)) => self.found(found)?,
                Some(Event::Done(_)) => {}
            }
            while !self.desk.is_busy() {
                let Some(line) = self.waiting.pop_front() else {
                    if self.parting.is_some() {
                        return Ok(());
                    }
                    break;
                };
                self.obey(&line)?;
            }
        }
    }

    fn part(&mut self, parting: Parting) {
        self.parting = Some(parting);
        self.hurry();
    }

    /// After the GUI has taken its leave: ends the search that is going on at once, or bounds it,
    /// so that it is answered and does not go on for ever.
    fn hurry(&mut self) {
        self.deadline = match self.parting {
            Some(Parting::Quit) => {
                self.desk.stop();
                None
            }
            Some(Parting::End) if self.desk.is_busy() => Some(Instant::now() + GRACE),
            _ => None,
        };
    }

    /// Ends a search that a line makes useless: hints and analyses by any line, the choice of a
    /// move by a ping.
    fn interrupt(&mut self, line: &str) {
        let useless = match &self.work {
            Some(Work::Move) => first_word(line) == "ping",
            Some(Work::Hint | Work::Analysis(_)) => true,
            Some(Work::Nothing) | None => false,
        };
        if useless {
            self.work = Some(Work::Nothing);
            self.desk.stop();
        }
    }

    /// Obeys a line when nothing is going on. Unknown commands are passed over.
    fn obey(&mut self, line: &str) -> io::Result<()> {
        let word = first_word(line);
        let rest = line.trim_start()[word.len()..].trim();
        match word {
            "nboard" => self.say("set myname ponder"),
            "set" => self.set(rest),
            "move" | "hint" | "go" | "analyze" | "analyse" if self.refused => {
                let what = "the last game was refused: there is nothing to play or search";
                self.complain(&Fault::new(what))
            }
            "move" => self.play(rest),
            "hint" => self.hint(rest),
            "go" => self.go(),
            "ping" => self.say(format!("pong {rest}").trim_end()),
            // There is no book that could learn, but the GUI waits for an answer.
            "learn" => self.say("learned"),
            "analyze" | "analyse" => self.analyse(),
            // Version 1 sends bare moves.
            cell if self.is_cell(cell) => self.play(cell),
            _ => Ok(()),
        }
    }

    fn is_cell(&self, word: &str) -> bool {
        self.session.board().find(word).is_some()
    }

    fn set(&mut self, text: &str) -> io::Result<()> {
        let word = first_word(text);
        let value = text[word.len()..].trim();
        match word {
            "depth" => {
                let Ok(depth) = value.parse::<u32>() else {
                    return self.complain(&Fault::new(format!("\"{value}\" is no depth")));
                };
                self.depth = depth.max(1);
                self.say(&format!("set myname ponder{depth}"))
            }
            "game" => self.set_game(value),
            _ => Ok(()),
        }
    }

    fn set_game(&mut self, text: &str) -> io::Result<()> {
        let mut session = self.session.fork();
        let loaded = session.load(GGF, text);
        let records = self.session.records(GGF, text);
        match (loaded, records.as_deref()) {
            (Ok(()), Ok([record])) => {
                self.clocks = clocks(record, &*session);
                self.session = session;
                self.refused = false;
                Ok(())
            }
            (Err(fault), _) => {
                self.refused = true;
                self.complain(&fault)
            }
            (Ok(()), _) => Ok(()),
        }
    }

    fn play(&mut self, text: &str) -> io::Result<()> {
        let (play, _, time) = parts(text);
        let play = read_move(play);
        // Some programs leave passes out.
        if play != "pass" && self.session.move_texts(true) == ["pass"] {
            let _ = self.session.play("pass");
        }
        let mover = self.mover();
        match self.session.play(&play) {
            Ok(_) => {
                if let Some(clock) = &mut self.clocks[mover] {
                    spend(clock, read_seconds(time).unwrap_or_default());
                }
                Ok(())
            }
            Err(fault) => self.complain(&fault),
        }
    }

    /// The number of the player to move.
    fn mover(&self) -> usize {
        mover(&*self.session)
    }

    fn go(&mut self) -> io::Result<()> {
        match self.session.move_texts(true).as_slice() {
            [] => {
                self.say("status the game is over")?;
                self.say("=== PA")
            }
            [only] if only == "pass" => self.say("=== PA"),
            _ => {
                let limits = Limits {
                    clock: self.clocks[self.mover()],
                    ..self.deepest(&*self.session)
                };
                self.say("status thinking")?;
                self.think(Work::Move, self.session.fork(), 1, limits)
            }
        }
    }

    fn hint(&mut self, text: &str) -> io::Result<()> {
        let lines = text.parse().unwrap_or(1_usize).clamp(1, 256);
        if self.session.move_texts(true).is_empty() {
            return self.say("status the game is over");
        }
        self.say("status analysing")?;
        let limits = self.deepest(&*self.session);
        self.think(Work::Hint, self.session.fork(), lines, limits)
    }

    fn analyse(&mut self) -> io::Result<()> {
        let mut positions = Vec::new();
        let mut session = self.session.fork();
        loop {
            positions.push(session.fork());
            if !session.undo() {
                break;
            }
        }
        positions.reverse();
        self.analyse_rest(positions)
    }

    /// Values finished positions by the rules, and begins a search of the next other one.
    fn analyse_rest(&mut self, mut positions: Vec<Box<dyn Session>>) -> io::Result<()> {
        while let Some(session) = positions.last() {
            let Some(outcome) = session.position().outcome else {
                let session = session.fork();
                let limits = self.deepest(&*session);
                return self.think(Work::Analysis(positions), session, 1, limits);
            };
            let margin = i32::from(outcome.margin);
            let own = if mover(&**session) == 0 {
                margin
            } else {
                -margin
            };
            self.say(&format!(
                "analysis {} {}",
                session.line().len(),
                write_eval(own * 100)
            ))?;
            positions.pop();
        }
        self.say("status")
    }

    fn think(
        &mut self,
        work: Work,
        session: Box<dyn Session>,
        lines: usize,
        limits: Limits,
    ) -> io::Result<()> {
        if self.request.lines != lines {
            self.request.lines = lines;
            self.desk.renew();
        }
        match self.desk.search(session, &self.request, limits) {
            Ok(()) => {
                self.work = Some(work);
                self.hurry();
                Ok(())
            }
            Err(fault) => self.complain(&fault),
        }
    }

    /// The depth that was set, unless the rest of the game can be played out.
    fn deepest(&self, session: &dyn Session) -> Limits {
        let cells = session.position().cells;
        let empty = cells.iter().filter(|cell| cell.piece.is_none()).count() as u32;
        let solve = empty <= self.depth.saturating_add(BEYOND).min(ENDING);
        Limits {
            depth: (!solve).then_some(self.depth),
            ..Limits::default()
        }
    }

    fn report(&mut self, view: &AnalysisView) -> io::Result<()> {
        if !matches!(self.work, Some(Work::Move | Work::Hint)) {
            return Ok(());
        }
        for line in &view.lines {
            self.say(&format!(
                "search {} {} 0 {}",
                write_line(&line.pv),
                write_eval(line.score.value),
                depth(view, line)
            ))?;
        }
        self.say(&format!("nodestats {} {:.3}", view.nodes, view.seconds))
    }

    fn found(&mut self, found: Result<Box<AnalysisView>, Fault>) -> io::Result<()> {
        match (self.work.take(), found) {
            (Some(Work::Nothing) | None, _) => Ok(()),
            (Some(Work::Move), Ok(view)) => {
                self.say(&format!(
                    "=== {}/{}/{:.2}",
                    write_move(&view.best),
                    write_eval(view.score.value),
                    view.seconds
                ))?;
                self.say("status")
            }
            (Some(Work::Hint), Ok(_)) => self.say("status"),
            (Some(Work::Analysis(mut positions)), Ok(view)) => {
                let made = positions.pop().map_or(0, |session| session.line().len());
                let eval = write_eval(view.score.value);
                self.say(&format!("analysis {made} {eval}"))?;
                self.analyse_rest(positions)
            }
            (Some(_), Err(fault)) => self.complain(&fault),
        }
    }

    fn complain(&mut self, fault: &Fault) -> io::Result<()> {
        let text = fault.to_string().replace(['\n', '\r'], " ");
        self.say(&format!("status error: {text}"))
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }
}

fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

fn mover(session: &dyn Session) -> usize {
    usize::from(session.position().turn != session.players()[0])
}

fn spend(clock: &mut Clock, time: Duration) {
    clock.left = clock
        .left
        .saturating_sub(time)
        .saturating_add(clock.increment);
}

/// How sure a line is: solved, or to some depth.
fn depth(view: &AnalysisView, line: &LineView) -> String {
    match line.score.kind {
        "heuristic" => view.depth.to_string(),
        _ => "100%".to_owned(),
    }
}

/// What the players have left after a game: what its tag says, less what its moves took.
fn clocks(record: &RecordView, session: &dyn Session) -> [Option<Clock>; 2] {
    let tag = record.tags.iter().find(|(name, _)| name == "TI");
    let clock = tag.and_then(|(_, value)| read_clock(value));
    let mut clocks = [clock; 2];
    let now = mover(session);
    let made = record.moves.len();
    for (after, figures) in &record.comments {
        let time = figures
            .strip_prefix('/')
            .and_then(|text| text.split('/').nth(1));
        // Players alternate, passes being moves: the last mover is not the next one.
        let player = (now + made + 1).abs_diff(*after) % 2;
        if let (Some(clock), Some(time)) = (&mut clocks[player], time.and_then(read_seconds)) {
            spend(clock, time);
        }
    }
    clocks
}
