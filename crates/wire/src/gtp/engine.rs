//! The engine's side of GTP. Commands are done one after the other; those that were sent before
//! a `quit` are done first.

use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::time::{Duration, Instant};

use ponder_core::Fault;
use ponder_engine::{AnalysisRequest, GAMES, Limits, Player, Session, Stop, find, open};

use super::commands::{Command, cleaned};
use super::times::{Times, seconds};
use super::vertices;
use crate::lines::{LineError, Lines};

/// Answers a host until it quits or has no more to say.
pub fn serve(
    session: Box<dyn Session>,
    request: AnalysisRequest,
    input: impl Read,
    mut output: impl Write,
) -> io::Result<()> {
    let mut engine = Engine {
        session,
        request,
        player: None,
        times: Times::default(),
        limits: Limits::default(),
    };
    let mut lines = Lines::new(input);
    loop {
        let line = match lines.next() {
            Ok(None) => return Ok(()),
            Ok(Some(line)) => cleaned(&line),
            Err(LineError::Overlong(longest)) => {
                write!(output, "? a line is longer than {longest} bytes\n\n")?;
                output.flush()?;
                continue;
            }
            Err(LineError::Io(error)) => return Err(error),
        };
        let Some(command) = Command::read(&line) else {
            continue;
        };
        let answer = command.answer(engine.obey(command.name, &command.words));
        output.write_all(answer.as_bytes())?;
        output.flush()?;
        if command.name == "quit" {
            return Ok(());
        }
    }
}

struct Engine {
    session: Box<dyn Session>,
    request: AnalysisRequest,
    /// Made when the first move is wanted.
    player: Option<Player>,
    times: Times,
    /// What the host allows beside the clock.
    limits: Limits,
}

/// What is said: a text, or why not.
type Answer = Result<String, String>;

/// The time for a move if the host says nothing about time.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// The commands, as they are listed.
const COMMANDS: &[&str] = &[
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "gogui-analyze_commands",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_final_result",
    "gogui-rules_game_id",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "known_command",
    "komi",
    "list_commands",
    "list_games",
    "name",
    "play",
    "ponder-eval",
    "ponder-limit",
    "protocol_version",
    "quit",
    "reg_genmove",
    "set_game",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

impl Engine {
    fn obey(&mut self, name: &str, words: &[&str]) -> Answer {
        match name {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok("ponder".to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "known_command" => {
                let known = words.first().is_some_and(|word| COMMANDS.contains(word));
                Ok(known.to_string())
            }
            "list_commands" => Ok(COMMANDS.join("\n")),
            "quit" => Ok(String::new()),
            "boardsize" => self.resize(words),
            "clear_board" => self.clear(),
            "komi" => Self::komi(words),
            "play" => self.play(words),
            "genmove" => self.generate(words, true),
            "reg_genmove" => self.generate(words, false),
            "undo" if self.session.undo() => Ok(String::new()),
            "undo" => Err("cannot undo".to_owned()),
            "showboard" => Ok(format!("\n{}", self.session.draw(false))),
            "time_settings" => done(
                self.times.set(words),
                "give three numbers of seconds, seconds and stones",
            ),
            "time_left" => self.time_left(words),
            "final_score" => self.final_score(),
            "ponder-limit" => self.limit(words),
            "ponder-eval" => {
                let view = self.session.explain(&self.request.judge);
                let view = view.map_err(|fault| sentence(&fault))?;
                Ok(format!("{:+.2}", f64::from(view.score) / 100.0))
            }
            "set_game" => self.set_game(&words.join(" ")),
            "list_games" => {
                let names: Vec<_> = GAMES.iter().map(|entry| entry.name).collect();
                Ok(names.join("\n"))
            }
            "loadsgf" => Err("cannot load file: SGF is not read here, play the moves".to_owned()),
            "gogui-analyze_commands" => Ok("string/Judgement/ponder-eval\n\
                plist/Legal Moves/gogui-rules_legal_moves"
                .to_owned()),
            "gogui-rules_game_id" => Ok(title(self.session.id())),
            "gogui-rules_board" => self.board(),
            "gogui-rules_board_size" => {
                let size = vertices::size(&self.session.board());
                let (columns, rows) = size.ok_or("the board has no rows and columns")?;
                Ok(if columns == rows {
                    columns.to_string()
                } else {
                    format!("{columns} {rows}")
                })
            }
            "gogui-rules_legal_moves" => {
                let board = self.session.board();
                let moves = self.session.move_texts(false);
                let moves: Vec<_> = moves
                    .iter()
                    .map(|text| vertices::write(&board, text))
                    .collect();
                Ok(moves.join(" "))
            }
            "gogui-rules_side_to_move" => {
                let mover = vertices::mover(&*self.session);
                Ok(vertices::colours(&*self.session)[mover].to_owned())
            }
            "gogui-rules_final_result" => Ok(self.final_result()),
            _ => Err("unknown command".to_owned()),
        }
    }

    /// Another game, or the same one from its start: nothing of the old one counts.
    fn begin(&mut self, session: Box<dyn Session>) {
        if session.id() != self.session.id() {
            self.player = None;
        }
        self.session = session;
        self.times.restart();
        if let Some(player) = &mut self.player {
            player.forget();
        }
    }

    fn clear(&mut self) -> Answer {
        let session = open(self.session.id()).map_err(|fault| sentence(&fault))?;
        self.begin(session);
        Ok(String::new())
    }

    /// `boardsize N`, or `boardsize COLUMNS ROWS`.
    fn resize(&mut self, words: &[&str]) -> Answer {
        const SYNTAX: &str = "boardsize not an integer";
        let numbers: Result<Vec<u32>, _> = words.iter().map(|word| word.parse()).collect();
        let (columns, rows) = match numbers.as_deref() {
            Ok([size]) => (*size, *size),
            Ok([columns, rows]) => (*columns, *rows),
            _ => return Err(SYNTAX.to_owned()),
        };
        if vertices::size(&self.session.board()) == Some((columns, rows)) {
            return self.clear();
        }
        let session = resized(self.session.id(), columns, rows);
        self.begin(session.map_err(|_| "unacceptable size")?);
        Ok(String::new())
    }

    /// The games here know no komi; hosts send it all the same.
    fn komi(words: &[&str]) -> Answer {
        let komi = words.first().and_then(|word| word.parse::<f64>().ok());
        done(komi.map(drop), "komi not a float")
    }

    /// Any game by its id or its title.
    fn set_game(&mut self, name: &str) -> Answer {
        let mut entries = GAMES.iter();
        let titled = entries.find(|entry| entry.title.eq_ignore_ascii_case(name));
        let session = open(titled.map_or(name, |entry| entry.name));
        self.begin(session.map_err(|fault| sentence(&fault))?);
        self.limits = Limits::default();
        Ok(String::new())
    }

    /// Makes sure that a colour is to move: a side that must pass may be passed over in silence.
    fn turn(&self, colour: &str) -> Result<Box<dyn Session>, String> {
        let player = vertices::player(&*self.session, colour).ok_or("invalid color")?;
        let mut session = self.session.fork();
        if vertices::mover(&*session) != player {
            let forced = session.move_texts(false) == ["pass"];
            if !forced || session.play("pass").is_err() {
                return Err("wrong color".to_owned());
            }
        }
        Ok(session)
    }

    fn play(&mut self, words: &[&str]) -> Answer {
        let [colour, vertex] = words else {
            return Err("invalid color or coordinate".to_owned());
        };
        let text = vertices::read(&self.session.board(), vertex);
        let mut session = self.turn(colour)?;
        session
            .play(&text)
            .map_err(|fault| format!("illegal move: {}", sentence(&fault)))?;
        self.session = session;
        Ok(String::new())
    }

    fn generate(&mut self, words: &[&str], play: bool) -> Answer {
        let colour = words.first().ok_or("invalid color")?;
        if self.session.position().outcome.is_some() {
            return Err("the game is over".to_owned());
        }
        let mut session = self.turn(colour)?;
        let mover = vertices::mover(&*session);
        let begun = Instant::now();
        let best = self
            .think(&*session, mover)
            .map_err(|fault| sentence(&fault))?;
        if play {
            self.times.spend(mover, begun.elapsed());
            session.play(&best).map_err(|fault| sentence(&fault))?;
            self.session = session;
        }
        Ok(vertices::write(&self.session.board(), &best))
    }

    fn think(&mut self, session: &dyn Session, mover: usize) -> Result<String, Fault> {
        let mut limits = Limits {
            clock: self.times.clock(mover),
            ..self.limits
        };
        let Limits {
            depth,
            nodes,
            time,
            clock,
        } = limits;
        if depth.is_none() && nodes.is_none() && time.is_none() && clock.is_none() {
            limits.time = Some(USUAL_TIME);
        }
        let player = match &mut self.player {
            Some(player) => player,
            none => none.insert(Player::new(self.request.clone())?),
        };
        let view = player.think(session, limits, &Stop::new(), &mut |_| ())?;
        Ok(view.best)
    }

    fn time_left(&mut self, words: &[&str]) -> Answer {
        let [colour, rest @ ..] = words else {
            return Err("invalid color".to_owned());
        };
        let player = vertices::player(&*self.session, colour).ok_or("invalid color")?;
        done(self.times.tell(player, rest), "give seconds and stones")
    }

    /// `ponder-limit [depth N] [nodes N] [time SECONDS]`: all limits beside the clock.
    fn limit(&mut self, words: &[&str]) -> Answer {
        let mut limits = Limits::default();
        for pair in words.chunks(2) {
            let read = match pair {
                ["depth", value] => value.parse().ok().map(|depth| limits.depth = Some(depth)),
                ["nodes", value] => value.parse().ok().map(|nodes| limits.nodes = Some(nodes)),
                ["time", value] => seconds(value).map(|time| limits.time = Some(time)),
                _ => None,
            };
            read.ok_or("write depth N, nodes N or time SECONDS")?;
        }
        self.limits = limits;
        Ok(String::new())
    }

    fn final_score(&self) -> Answer {
        let outcome = self.session.position().outcome;
        let outcome = outcome.ok_or("cannot score: the game is not over")?;
        let winner = usize::from(outcome.margin < 0);
        let colour = vertices::colours(&*self.session)[winner];
        Ok(match outcome.margin {
            0 => "0".to_owned(),
            margin => format!("{}+{}", &colour[..1].to_uppercase(), margin.abs()),
        })
    }

    fn final_result(&self) -> String {
        match self.session.position().outcome {
            None => String::new(),
            Some(outcome) => match outcome.winner {
                None => format!("Draw: {}", outcome.reason),
                Some(winner) => format!("{winner} wins: {}", outcome.reason),
            },
        }
    }

    /// Rows from the highest number down, as GTP shows boards.
    fn board(&self) -> Answer {
        let board = self.session.board();
        let size = vertices::size(&board).ok_or("the board has no rows and columns")?;
        let (columns, rows) = size;
        let cells = self.session.position().cells;
        let mut text = String::new();
        for row in (1..=rows).rev() {
            for column in 0..columns as u8 {
                let name = format!("{}{row}", char::from(b'a' + column));
                let cell = board.find(&name).map(|id| &cells[usize::from(id)]);
                let owner = cell.and_then(|cell| cell.piece).map(|piece| piece.owner);
                let black = |owner| {
                    vertices::player(&*self.session, owner)
                        .map(|player| vertices::colours(&*self.session)[player] == "black")
                };
                let letter = match owner.and_then(black) {
                    None => '.',
                    Some(true) => 'X',
                    Some(false) => 'O',
                };
                let gap = if column == 0 { "" } else { " " };
                let _ = write!(text, "{gap}{letter}");
            }
            text.push('\n');
        }
        Ok(text)
    }
}

fn done(result: Option<()>, otherwise: &str) -> Answer {
    result
        .map(|()| String::new())
        .ok_or_else(|| otherwise.to_owned())
}

/// A fault on one line.
fn sentence(fault: &Fault) -> String {
    fault.to_string().replace(['\n', '\r'], " ")
}

fn title(id: &str) -> String {
    find(id).map_or(id, |(entry, _)| entry.title).to_owned()
}

/// The same game on another board, if it has such an option.
fn resized(id: &str, columns: u32, rows: u32) -> Result<Box<dyn Session>, Fault> {
    let (name, options) = id.split_once(':').unwrap_or((id, ""));
    let size = format!("size={rows}x{columns}");
    let kept = options
        .split(',')
        .filter(|option| !option.is_empty() && !option.starts_with("size="));
    let options: Vec<_> = kept.chain([size.as_str()]).collect();
    open(&format!("{name}:{}", options.join(",")))
}
