//! The full screen: a board to be played on with keys, mouse or typed moves.
//!
//! One loop: hear what the engines found, draw, wait a moment for the person. Nothing in it takes
//! long, so the screen never stands still.

mod hands;
mod view;

use std::io::{self, Stdout};
use std::time::Duration;

use crossterm::event;
use ponder_core::{Board, CellId, Fault};
use ponder_engine::{AnalysisView, PieceView, Stop};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Position, Rect};

use crate::colours::Colours;
use crate::layout::Layout;
use crate::paint::Look;
use crate::seized::Seized;
use crate::table::{Table, refusal};
use crate::thinking::News;
use crate::walk::Walk;
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
p                pass, where that is a move; pause, where two engines play
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
    /// What decided the game.
    decisive: Vec<CellId>,
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
            decisive: Vec::new(),
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
        screen.say("Welcome. Press ? for help");
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
        let cells = |names: Vec<String>| -> Vec<CellId> {
            let found = names.iter().filter_map(|name| self.board.find(name));
            found.collect()
        };
        self.last = cells(path);
        self.decisive = cells(place.decisive);
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
