//! The full screen: a board to be played on with keys, mouse or typed moves.
//!
//! One loop: hear what the engines found, draw, wait a moment for the person. Nothing in it takes
//! long, so the screen never stands still.

use std::io::{self, IsTerminal, Stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute};
use ponder_core::{Board, CellId, Fault};
use ponder_engine::{AnalysisView, LEVELS, PieceView, Stop};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Margin, Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use ratatui::{Frame, Terminal};

use crate::colours::Colours;
use crate::command::Command;
use crate::layout::{Direction, Layout};
use crate::paint::{self, Look, Marks};
use crate::panel::{self, cut};
use crate::table::{Table, refusal};
use crate::thinking::News;
use crate::walk::{Click, Walk};
use crate::{Left, Options, Trouble};

/// How long to wait for the person before looking at engines and clocks again.
const GLANCE: Duration = Duration::from_millis(40);
/// The same when nothing can happen by itself, but for the end of the program.
const REST: Duration = Duration::from_millis(200);
/// The least width of the panel.
const PANEL: u16 = 26;
/// Nothing is gained by a wider one.
const WIDEST_PANEL: u16 = 48;
/// Lines above and below the board: the title; the state, two lines of message, the keys.
const AROUND: u16 = 5;
/// So many pieces that can move are worth a mark.
const FEW: usize = 6;
/// No move is longer.
const LONGEST_ENTRY: usize = 200;

const KEYS: &str = "\
arrows, mouse    walk over the board, choose cells
Enter, Space     choose the cell under the cursor
Tab              the next cell that can be chosen
t : / or a digit type a move in notation, or a word
Esc              take the choice back, close a window
p                pass, where that is a move
h                hint: the best moves and their lines
u, Backspace     take back        r  make again
l                another opponent
f                turn the board round
e                judge the position, term by term
n                new game         R  resign
Ctrl-C           let the engine move at once; else leave
?                this help        q  leave";

/// Plays until the person leaves, or the program is to end.
pub(crate) fn play(options: Options, stop: &Stop) -> Result<Left, Trouble> {
    let colours = Colours::of_terminal(options.colour);
    let mouse = options.mouse;
    let mut screen = Screen::new(Table::new(options)?, colours);
    let mut terminal = Seized::new(mouse)?;
    screen.run(&mut terminal.terminal, stop)?;
    drop(terminal);
    Ok(screen.table.leave())
}

/// The terminal while it is ours; given back however the program goes on.
struct Seized {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

/// True while the terminal has to be given back.
static SEIZED: AtomicBool = AtomicBool::new(false);

impl Seized {
    fn new(mouse: bool) -> io::Result<Self> {
        let owner = thread::current().id();
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // A search that breaks down on its own thread is told as a lost game instead.
            if thread::current().id() == owner || !SEIZED.load(Ordering::Relaxed) {
                give_back();
                usual(info);
            }
        }));
        SEIZED.store(true, Ordering::Relaxed);
        let seize = || {
            enable_raw_mode()?;
            execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste)?;
            if mouse {
                execute!(io::stdout(), EnableMouseCapture)?;
            }
            Terminal::new(CrosstermBackend::new(io::stdout()))
        };
        match seize() {
            Ok(terminal) => {
                thread::spawn(leave_with_the_terminal);
                Ok(Self { terminal })
            }
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }
}

impl Drop for Seized {
    fn drop(&mut self) {
        give_back();
    }
}

/// Ends the program once its terminal is gone. The reader of events never returns then: it takes
/// the end of the input for a pause. Every move has been saved where a file was asked for.
fn leave_with_the_terminal() {
    const HANGUP: i32 = 128 + 1;
    while SEIZED.load(Ordering::Relaxed) {
        thread::sleep(REST);
        if !io::stdin().is_terminal() && SEIZED.load(Ordering::Relaxed) {
            std::process::exit(HANGUP);
        }
    }
}

/// Gives the terminal back; a terminal that is gone cannot complain.
fn give_back() {
    if SEIZED.swap(false, Ordering::Relaxed) {
        let _ = execute!(
            io::stdout(),
            DisableMouseCapture,
            DisableBracketedPaste,
            LeaveAlternateScreen,
            cursor::Show
        );
        let _ = disable_raw_mode();
    }
}

/// What the keys mean just now.
enum Mode {
    /// Walking over the board.
    Board,
    /// Typing a move or a word.
    Typing(String),
    /// Choosing among moves with the same clicks.
    Choosing(Vec<String>),
    /// Choosing an opponent.
    Levels(usize),
    /// Answering yes or no.
    Asking(Question),
    /// Reading something.
    Reading(&'static str, String),
}

/// What is asked before it is done.
#[derive(Clone, Copy)]
enum Question {
    Resign,
    New,
    Leave,
}

struct Screen {
    table: Table,
    /// The game's name for people.
    title: &'static str,
    look: Look,
    board: Board,
    walk: Walk,
    pieces: Vec<Option<PieceView>>,
    /// What there is to know about the position.
    remark: String,
    /// Where the last move went.
    last: Vec<CellId>,
    cursor: CellId,
    /// The column that the cursor keeps to on its way up and down.
    aim: f32,
    turned: bool,
    mode: Mode,
    /// What was last said, and whether it was a refusal.
    message: (String, bool),
    hint: Option<Box<AnalysisView>>,
    /// Where the board was last drawn.
    layout: Option<Layout>,
    /// Where the mouse went down.
    pressed: Option<CellId>,
    /// The screen has to be drawn anew from nothing.
    stale: bool,
    left: bool,
}

impl Screen {
    fn new(table: Table, colours: Colours) -> Self {
        let session = &table.game.session;
        let board = session.board();
        let view = session.board_view();
        let look = Look::of(&view, colours);
        let mut screen = Self {
            cursor: middle(&board),
            aim: 0.0,
            title: view.title,
            table,
            look,
            board,
            walk: Walk::default(),
            pieces: Vec::new(),
            remark: String::new(),
            last: Vec::new(),
            turned: false,
            mode: Mode::Board,
            message: (String::new(), false),
            hint: None,
            layout: None,
            pressed: None,
            stale: false,
            left: false,
        };
        screen.moved();
        screen.say("Welcome. Press ? for help.");
        screen
    }

    fn run(
        &mut self,
        terminal: &mut Terminal<CrosstermBackend<Stdout>>,
        stop: &Stop,
    ) -> io::Result<()> {
        while !self.left && !stop.asked() {
            self.listen();
            if std::mem::take(&mut self.stale) {
                // Unlike clearing, this asks the terminal nothing.
                let size = terminal.size()?;
                terminal.resize(Rect::from((Position::ORIGIN, size)))?;
            }
            terminal.draw(|frame| self.draw(frame))?;
            let clock = self.table.game.time_left(0).is_some() && self.table.game.goes_on();
            let quiet = self.table.thinking.is_idle() && !clock;
            let mut patience = if quiet { REST } else { GLANCE };
            // Whatever has come meanwhile is taken before the next drawing.
            while !self.left && event::poll(patience)? {
                self.heed(event::read()?);
                // Without any time the reader would not look at all.
                patience = Duration::from_millis(1);
            }
        }
        Ok(())
    }

    /// What the engines found, and what the clocks say.
    fn listen(&mut self) {
        self.table.game.look_at_clock();
        if !self.table.game.goes_on() {
            self.table.thinking.forget_move();
        }
        while let Some(news) = self.table.thinking.hear(Duration::ZERO) {
            match news {
                News::Move(choice) => {
                    let sentence = self.table.settle(choice);
                    self.say(&sentence);
                    self.moved();
                }
                News::Hint(view) => self.hint = Some(view),
                News::HintDone(Ok(())) => {}
                News::HintDone(Err(fault)) => self.refuse(&fault),
            }
        }
        self.table.think();
    }

    /// Looks at the board anew after a move, forwards or backwards.
    fn moved(&mut self) {
        let session = &self.table.game.session;
        self.hint = None;
        self.table.thinking.forget_hint();
        let cells = session.position().cells;
        self.pieces = cells.into_iter().map(|cell| cell.piece).collect();
        let place = session.place();
        let path = place.last.map_or(Vec::new(), |last| last.path);
        let path = path.iter().filter_map(|name| self.board.find(name));
        self.last = path.collect();
        let persons = self.table.game.persons_turn();
        let moves = if persons { place.moves } else { Vec::new() };
        self.remark = place.remark.filter(|_| persons).unwrap_or_default();
        self.walk = Walk::new(&self.board, moves);
        if matches!(self.mode, Mode::Choosing(_)) {
            self.mode = Mode::Board;
        }
        if let Err(fault) = self.table.keep() {
            self.refuse(&fault);
        }
    }

    fn say(&mut self, text: &str) {
        self.message = (text.to_owned(), false);
    }

    fn refuse(&mut self, fault: &Fault) {
        self.message = (refusal(fault), true);
    }

    fn object(&mut self, text: &str) {
        self.message = (text.to_owned(), true);
    }
}

/// What the person does.
impl Screen {
    fn heed(&mut self, event: Event) {
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
    fn under_way(&self) -> bool {
        self.table.game.goes_on() && !self.table.game.session.line().is_empty()
    }

    fn restart(&mut self) {
        self.table.restart();
        self.moved();
        self.say("A new game");
    }
}

/// What the person sees.
impl Screen {
    fn draw(&mut self, frame: &mut Frame) {
        let area = frame.area();
        let Some((layout, beside)) = self.arrange(area) else {
            self.layout = None;
            return self.draw_too_small(frame);
        };
        self.draw_title(frame, Rect { height: 1, ..area });
        let marks = self.marks();
        paint::board(
            &self.look,
            &layout,
            &self.pieces,
            &marks,
            frame.buffer_mut(),
        );
        if let Some(beside) = beside {
            let lines = panel::lines(&self.table, &self.look, self.hint.as_deref(), beside);
            frame.render_widget(Paragraph::new(lines), beside);
        }
        let below = Rect::new(area.x, area.bottom() - 4, area.width, 4).inner(Margin::new(1, 0));
        self.draw_below(frame, below, beside.is_some());
        let block = layout.blocks[usize::from(self.cursor)];
        let middle = (
            block.x + (block.width - 1) / 2,
            block.y + (block.height - 1) / 2,
        );
        self.layout = Some(layout);
        match &self.mode {
            Mode::Typing(text) => {
                let (prompt, room) = (ENTRY.len(), usize::from(below.width));
                let column = (prompt + text.chars().count()).min(room.saturating_sub(1));
                frame.set_cursor_position((below.x + column as u16, below.y + 3));
            }
            // Screen readers follow the terminal's own cursor.
            Mode::Board => frame.set_cursor_position(middle),
            _ => self.draw_window(frame),
        }
    }

    /// The board as large as it gets, and the panel beside it if there is room.
    fn arrange(&self, area: Rect) -> Option<(Layout, Option<Rect>)> {
        let room = Rect::new(
            area.x,
            area.y + 1,
            area.width,
            area.height.checked_sub(AROUND)?,
        );
        let narrow = Rect {
            width: room.width.saturating_sub(PANEL + 4),
            ..room
        };
        let Some(sketch) = Layout::fit(&self.board, narrow, self.turned) else {
            let layout = Layout::fit(&self.board, room, self.turned)?;
            return Some((layout, None));
        };
        let board = sketch.whole.width;
        let panel = (room.width - board - 4).min(WIDEST_PANEL);
        let left = (room.width - board - panel - 2) / 2;
        let place = Rect {
            x: room.x + left,
            width: board,
            ..room
        };
        let layout = Layout::fit(&self.board, place, self.turned)?;
        let beside = Rect {
            x: place.right() + 3,
            width: panel - 1,
            ..room
        };
        Some((layout, Some(beside.inner(Margin::new(0, 1)))))
    }

    fn draw_too_small(&self, frame: &mut Frame) {
        let area = frame.area();
        let (width, height) = Layout::least(&self.board);
        let text = format!(
            "This window is too small for the board: it needs {} x {}, and has {} x {}. Make it \
             larger; q leaves.",
            width.max(30),
            height + AROUND,
            area.width,
            area.height
        );
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
    }

    fn draw_title(&self, frame: &mut Frame, area: Rect) {
        let style = Style::new().add_modifier(Modifier::REVERSED);
        let bold = style.add_modifier(Modifier::BOLD);
        let id = self.table.game.session.id();
        let named = if id.contains(':') {
            format!("   {id}")
        } else {
            String::new()
        };
        let text = format!("{}{named}", self.title);
        let line = Line::from(vec![
            Span::styled(" ponder ", bold),
            Span::styled(cut(&text, area.width.saturating_sub(8)), style),
        ]);
        frame.render_widget(Paragraph::new(line).style(style), area);
    }

    /// The state, what was said, and the keys or the field.
    fn draw_below(&self, frame: &mut Frame, area: Rect, beside: bool) {
        let line = |row: u16, height: u16| Rect {
            y: area.y + row,
            height,
            ..area
        };
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let mut state = vec![Span::styled(self.table.state(), bold)];
        if let Some(since) = self.table.thinking.since() {
            let waited = since.elapsed();
            let dots = ".".repeat(1 + (waited.as_millis() / 400 % 3) as usize);
            state.push(Span::raw(format!(
                ": thinking{dots} {} s",
                waited.as_secs()
            )));
        }
        if !self.walk.clicked().is_empty() {
            let names = self.walk.clicked().iter();
            let names: Vec<_> = names.map(|cell| self.name(*cell)).collect();
            state.push(Span::raw(format!(
                "  \u{2014}  {} \u{2026}",
                names.join(" ")
            )));
        }
        if !beside {
            let players = self.table.game.session.line();
            if let Some(last) = players.last() {
                state.push(Span::raw(format!("  last: {last}")));
            }
        }
        frame.render_widget(Paragraph::new(Line::from(state)), line(0, 1));
        let (message, refusal) = &self.message;
        let said = [message.as_str(), self.remark.as_str()].into_iter();
        let said: Vec<_> = said.filter(|text| !text.is_empty()).collect();
        let text = said.join(". ");
        let style = if *refusal {
            Style::new().fg(self.look.colours.letters(Color::LightRed))
        } else {
            Style::new()
        };
        let said = Paragraph::new(text).style(style).wrap(Wrap { trim: true });
        frame.render_widget(said, line(1, 2));
        let faint = Style::new().add_modifier(Modifier::DIM);
        let last = if let Mode::Typing(text) = &self.mode {
            let help = "   Enter plays, Esc leaves the field";
            Line::from(vec![
                Span::styled(ENTRY, bold),
                Span::raw(text.clone()),
                Span::styled(help, faint),
            ])
        } else {
            let pass = if self.walk.pass().is_some() {
                "p pass  "
            } else {
                ""
            };
            let keys = format!(
                "arrows, Enter choose  t type  {pass}h hint  u undo  l level  n new  ? help  q leave"
            );
            Line::styled(cut(&keys, area.width), faint)
        };
        frame.render_widget(Paragraph::new(last), line(3, 1));
    }

    /// A window over the board: a list, a question, a text.
    fn draw_window(&self, frame: &mut Frame) {
        let (title, text) = match &self.mode {
            Mode::Board | Mode::Typing(_) => return,
            Mode::Reading(title, text) => (*title, format!("{text}\n\nAny key goes back.")),
            Mode::Choosing(moves) => {
                let keys = (1..).map(|index| char::from_digit(index, 36).unwrap_or('?'));
                let lines = keys.zip(moves).map(|(key, play)| format!("{key}  {play}"));
                let lines: Vec<_> = lines.collect();
                (
                    "Which move?",
                    format!("{}\n\nEsc goes back.", lines.join("\n")),
                )
            }
            Mode::Levels(at) => {
                let lines = LEVELS.iter().enumerate().map(|(index, level)| {
                    let mark = if index == *at { '>' } else { ' ' };
                    format!("{mark} {}  {:10} {}", index + 1, level.title, level.about)
                });
                let lines: Vec<_> = lines.collect();
                (
                    "Play against",
                    format!("{}\n\nEnter chooses, Esc goes back.", lines.join("\n")),
                )
            }
            Mode::Asking(question) => {
                let question = match question {
                    Question::Resign => "Give this game up?",
                    Question::New => "Leave this game and begin a new one?",
                    Question::Leave if self.under_way() => {
                        "Leave? The moves are printed, so that you can go on later."
                    }
                    Question::Leave => "Leave?",
                };
                ("", format!("{question}\n\ny yes   n no"))
            }
        };
        let area = frame.area();
        let text = Text::from(text);
        let widest = area.width.saturating_sub(2);
        let width = (text.width() as u16 + 4)
            .clamp(24, widest.max(24))
            .min(area.width);
        let inside = usize::from(width.saturating_sub(4).max(1));
        let rows: usize = text
            .lines
            .iter()
            .map(|line| line.width().div_ceil(inside).max(1))
            .sum();
        let height = (rows as u16 + 2).min(area.height);
        let window = Rect::new(
            area.x + (area.width - width) / 2,
            area.y + (area.height - height) / 2,
            width,
            height,
        );
        let block = Block::bordered()
            .title(title)
            .padding(ratatui::widgets::Padding::horizontal(1));
        let paragraph = Paragraph::new(text).block(block).wrap(Wrap { trim: false });
        frame.render_widget(Clear, window);
        frame.render_widget(paragraph, window);
    }

    fn name(&self, cell: CellId) -> &str {
        &self.board.cells[usize::from(cell)].name
    }

    /// What is to be seen on the cells besides the pieces.
    fn marks(&self) -> Vec<Marks> {
        let mut marks = vec![Marks::default(); self.board.cells.len()];
        for cell in &self.last {
            marks[usize::from(*cell)].last = true;
        }
        let next = self.walk.next();
        // Where most pieces can move, marking them all tells nothing.
        let telling = next.len() <= FEW || !self.walk.clicked().is_empty();
        for cell in next.into_iter().map(usize::from) {
            marks[cell].next = telling || self.pieces[cell].is_none();
        }
        for cell in self.walk.clicked() {
            marks[usize::from(*cell)].chosen = true;
        }
        let best = self
            .hint
            .as_ref()
            .and_then(|hint| self.walk.find(&hint.best));
        for cell in best
            .iter()
            .flat_map(|way| way.paths.iter().take(1).flatten())
        {
            marks[usize::from(*cell)].hint = true;
        }
        marks[usize::from(self.cursor)].cursor = true;
        if let Some(play) = self.walk.completed_by(self.cursor) {
            for effect in &play.effects {
                let sign = match effect.kind {
                    "flip" => '~',
                    "capture" | "eject" => 'x',
                    "push" => '>',
                    "explode" => '*',
                    _ => continue,
                };
                if let Some(cell) = self.board.find(&effect.cell) {
                    marks[usize::from(cell)].effect = Some(sign);
                }
            }
        }
        marks
    }
}

/// What stands before the field.
const ENTRY: &str = "move: ";

/// The cell nearest to the middle of the board.
fn middle(board: &Board) -> CellId {
    let count = board.cells.len().max(1) as f32;
    let (x, y) = board.cells.iter().fold((0.0, 0.0), |(x, y), cell| {
        (x + cell.x / count, y + cell.y / count)
    });
    let far = |cell: &ponder_core::Cell| (cell.x - x).hypot(cell.y - y);
    let cells = (0..).zip(&board.cells);
    let nearest = cells.min_by(|(_, a), (_, b)| far(a).total_cmp(&far(b)));
    nearest.map_or(0, |(id, _)| id)
}
