//! What the person does: keys, clicks, pastes and typed words become moves and commands.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ponder_core::CellId;
use ponder_engine::LEVELS;
use ratatui::layout::Position;

use super::{KEYS, LONGEST_ENTRY, Mode, Question, Screen};
use crate::command::Command;
use crate::layout::Direction;
use crate::walk::Click;

impl Screen {
    pub(super) fn heed(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Paste(text) => self.paste(&text),
            _ => {}
        }
    }

    fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => self.interrupt(),
                KeyCode::Char('l') => self.stale = true,
                _ => {}
            }
            return;
        }
        match std::mem::replace(&mut self.mode, Mode::Board) {
            Mode::Board => self.board_key(key.code),
            Mode::Typing(text) => self.typing_key(key.code, text),
            Mode::Choosing(moves) => self.choosing_key(key.code, moves),
            Mode::Levels(at) => self.levels_key(key.code, at),
            Mode::Asking(question) => self.answer_key(key.code, question),
            // Any key closes it.
            Mode::Reading(..) => {}
        }
    }

    /// The first interrupt stops whoever thinks, or asks; the second leaves.
    fn interrupt(&mut self) {
        if matches!(self.mode, Mode::Asking(Question::Leave)) {
            self.left = true;
        } else {
            self.table.thinking.hurry();
            self.table.thinking.hurry_hint();
            self.mode = Mode::Asking(Question::Leave);
        }
    }

    fn board_key(&mut self, code: KeyCode) {
        match code {
            KeyCode::Left => self.walk_to(Direction::Left),
            KeyCode::Right => self.walk_to(Direction::Right),
            KeyCode::Up => self.walk_to(Direction::Up),
            KeyCode::Down => self.walk_to(Direction::Down),
            KeyCode::Char('p' | ' ') if self.table.game.unattended() => self.obey(Command::Pause),
            KeyCode::Enter | KeyCode::Char(' ') => self.choose(self.cursor),
            KeyCode::Tab => self.next_choice(true),
            KeyCode::BackTab => self.next_choice(false),
            KeyCode::Esc => {
                if !self.walk.clear() {
                    self.hint = None;
                    self.table.thinking.forget_hint();
                }
                self.say("");
            }
            KeyCode::Backspace | KeyCode::Char('u') => self.obey(Command::Undo),
            KeyCode::Char('r') => self.obey(Command::Redo),
            KeyCode::Char('h') => self.obey(Command::Hint),
            KeyCode::Char('e') => self.obey(Command::Eval),
            KeyCode::Char('R') => self.obey(Command::Resign),
            KeyCode::Char('n') => self.obey(Command::New),
            KeyCode::Char('l') => self.obey(Command::Level(None)),
            KeyCode::Char('?') => self.obey(Command::Help),
            KeyCode::Char('q') => self.obey(Command::Quit),
            KeyCode::Char('f') => {
                self.turned = !self.turned;
            }
            KeyCode::Char('p') => match self.walk.pass().map(str::to_owned) {
                Some(pass) => self.play(&pass),
                None => self.object("You cannot pass here"),
            },
            KeyCode::Char('t' | ':' | '/') => self.mode = Mode::Typing(String::new()),
            KeyCode::Char(digit) if digit.is_ascii_digit() => {
                self.mode = Mode::Typing(digit.to_string());
            }
            KeyCode::Char(letter) => {
                self.object(&format!(
                    "The key {letter} does nothing: t types a move, ? helps"
                ));
            }
            _ => {}
        }
    }

    fn typing_key(&mut self, code: KeyCode, mut text: String) {
        match code {
            KeyCode::Esc => return,
            KeyCode::Enter if text.trim().is_empty() => return,
            KeyCode::Enter => {
                // The field stays open for the next move, unless the word opens something else.
                self.mode = Mode::Typing(String::new());
                return self.enter(&text);
            }
            KeyCode::Backspace => {
                text.pop();
            }
            KeyCode::Char(letter) if text.len() < LONGEST_ENTRY => text.push(letter),
            _ => {}
        }
        self.mode = Mode::Typing(text);
    }

    fn choosing_key(&mut self, code: KeyCode, moves: Vec<String>) {
        if let KeyCode::Char(digit) = code
            && let Some(index) = digit.to_digit(36)
            && let Some(play) = (index as usize)
                .checked_sub(1)
                .and_then(|index| moves.get(index))
        {
            let play = play.clone();
            return self.play(&play);
        }
        match code {
            KeyCode::Esc | KeyCode::Char('q') => {
                self.walk.clear();
            }
            _ => self.mode = Mode::Choosing(moves),
        }
    }

    fn levels_key(&mut self, code: KeyCode, at: usize) {
        match code {
            KeyCode::Up => self.mode = Mode::Levels(at.saturating_sub(1)),
            KeyCode::Down => self.mode = Mode::Levels((at + 1).min(LEVELS.len() - 1)),
            KeyCode::Enter | KeyCode::Char(' ') => {
                self.obey(Command::Level(Some(LEVELS[at].name.to_owned())));
            }
            KeyCode::Char(digit @ '1'..='9') => {
                let index = digit as usize - '1' as usize;
                match LEVELS.get(index) {
                    Some(level) => self.obey(Command::Level(Some(level.name.to_owned()))),
                    None => self.mode = Mode::Levels(at),
                }
            }
            KeyCode::Esc | KeyCode::Char('q' | 'l') => {}
            _ => self.mode = Mode::Levels(at),
        }
    }

    fn answer_key(&mut self, code: KeyCode, question: Question) {
        match (code, question) {
            (KeyCode::Char('y' | 'Y') | KeyCode::Enter, Question::Leave) => self.left = true,
            (KeyCode::Char('y' | 'Y') | KeyCode::Enter, Question::Resign) => {
                self.table.resign();
                self.say("");
                self.moved();
            }
            (KeyCode::Char('y' | 'Y') | KeyCode::Enter, Question::New) => self.restart(),
            (KeyCode::Char('n' | 'N') | KeyCode::Esc, _) => self.say(""),
            _ => self.mode = Mode::Asking(question),
        }
    }

    fn paste(&mut self, text: &str) {
        let line = text.lines().next().unwrap_or_default();
        let clean = line.chars().filter(|letter| !letter.is_control());
        let mut entry = match &self.mode {
            Mode::Typing(text) => text.clone(),
            _ => String::new(),
        };
        entry.extend(clean.take(LONGEST_ENTRY.saturating_sub(entry.len())));
        self.mode = Mode::Typing(entry);
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let at = Position::new(mouse.column, mouse.row);
        let cell = self.layout.as_ref().and_then(|layout| layout.cell_at(at));
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                if matches!(self.mode, Mode::Reading(..)) {
                    self.mode = Mode::Board;
                    return;
                }
                if matches!(
                    self.mode,
                    Mode::Asking(_) | Mode::Levels(_) | Mode::Choosing(_)
                ) {
                    return;
                }
                self.pressed = cell;
                if let Some(cell) = cell {
                    self.put_cursor(cell);
                    self.choose(cell);
                }
            }
            // A piece that is dragged is dropped where the button is let go.
            MouseEventKind::Up(MouseButton::Left) => {
                let from = self.pressed.take();
                if let (Some(from), Some(to)) = (from, cell)
                    && from != to
                    && self.walk.clicked().last() == Some(&from)
                {
                    self.put_cursor(to);
                    self.choose(to);
                }
            }
            MouseEventKind::Down(MouseButton::Right) => {
                self.walk.clear();
            }
            _ => {}
        }
    }

    fn put_cursor(&mut self, cell: CellId) {
        self.cursor = cell;
        if let Some(layout) = &self.layout {
            self.aim = layout.board.cells[usize::from(cell)].x;
        }
    }

    fn walk_to(&mut self, direction: Direction) {
        let Some(layout) = &self.layout else { return };
        let Some(cell) = layout.step(self.cursor, direction, self.aim) else {
            return;
        };
        let sideways = matches!(direction, Direction::Left | Direction::Right);
        self.cursor = cell;
        if sideways {
            self.put_cursor(cell);
        }
    }

    /// Moves the cursor to the next cell that can be chosen, in the order of reading.
    fn next_choice(&mut self, forwards: bool) {
        let cells = self.walk.next();
        let found = if forwards {
            let after = cells.iter().find(|cell| **cell > self.cursor);
            after.or(cells.first())
        } else {
            let before = cells.iter().rev().find(|cell| **cell < self.cursor);
            before.or(cells.last())
        };
        if let Some(&cell) = found {
            self.put_cursor(cell);
        }
    }

    /// Chooses a cell: one step on the way to a move.
    fn choose(&mut self, cell: CellId) {
        if !self.table.game.goes_on() {
            return self.say("The game is over: n begins a new one, u takes back");
        }
        if !self.table.game.persons_turn() {
            return self.object("It is not your turn");
        }
        match self.walk.click(cell) {
            Click::On | Click::Back => self.say(""),
            Click::Move(play) => self.play(&play),
            Click::Several(moves) => self.mode = Mode::Choosing(moves),
            Click::Nowhere => {
                let name = &self.board.cells[usize::from(cell)].name;
                let said = if self.walk.clicked().is_empty() {
                    format!("No legal move begins at {name}: Tab goes to those that do")
                } else {
                    format!("No legal move goes on to {name}: Esc takes the choice back")
                };
                self.object(&said);
            }
        }
    }

    fn play(&mut self, text: &str) {
        match self.table.game.play(text) {
            Ok(_) => {
                self.say("");
                self.moved();
            }
            Err(fault) => self.refuse(&fault),
        }
    }

    /// Does what was typed.
    fn enter(&mut self, text: &str) {
        match Command::read(text) {
            Command::Play(_) if self.table.game.others_turn() => {
                self.object("It is not your turn");
            }
            Command::Play(text) => self.play(&text),
            command => self.obey(command),
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            // The board is always there.
            Command::Nothing | Command::Board => {}
            Command::Play(text) => self.play(&text),
            Command::Hint if !self.table.game.goes_on() => {
                self.say("The game is over: there is nothing to advise");
            }
            Command::Hint => {
                self.hint = None;
                self.table.thinking.advise(&*self.table.game.session);
                self.say("");
            }
            Command::Undo => {
                let sentence = self.table.take_back();
                self.moved();
                self.say(&sentence);
            }
            Command::Redo => {
                let sentence = self.table.make_again();
                self.moved();
                self.say(&sentence);
            }
            Command::Pause => match self.table.pause() {
                Ok(sentence) => self.say(&sentence),
                Err(fault) => self.refuse(&fault),
            },
            Command::Resign if self.table.game.goes_on() => {
                self.mode = Mode::Asking(Question::Resign);
            }
            Command::Resign => self.object("The game is over already"),
            Command::New if self.under_way() => self.mode = Mode::Asking(Question::New),
            Command::New => self.restart(),
            Command::Quit if self.under_way() => self.mode = Mode::Asking(Question::Leave),
            Command::Quit => self.left = true,
            Command::Help => self.mode = Mode::Reading("Keys", KEYS.to_owned()),
            Command::Level(None) => self.mode = Mode::Levels(0),
            Command::Level(Some(words)) => match self.table.change_level(&words) {
                Ok(sentence) => self.say(&sentence),
                Err(fault) => self.refuse(&fault),
            },
            command @ (Command::Save(_) | Command::Position) => match self.table.answer(&command) {
                Ok(sentence) => self.say(&sentence),
                Err(fault) => self.refuse(&fault),
            },
            command @ (Command::Moves | Command::Line | Command::Eval) => {
                match self.table.answer(&command) {
                    Ok(text) => self.mode = Mode::Reading("", text),
                    Err(fault) => self.refuse(&fault),
                }
            }
        }
    }

    /// True if a game has begun and not ended.
    pub(super) fn under_way(&self) -> bool {
        self.table.game.goes_on() && !self.table.game.session.line().is_empty()
    }

    fn restart(&mut self) {
        self.table.restart();
        self.moved();
        self.say("A new game");
    }
}
