//! The terminal as a full screen: taken, watched, and given back however the program goes on.

use std::io::{self, IsTerminal, Stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

/// How often to look whether the terminal is still there.
const WATCH: Duration = Duration::from_millis(200);

/// The terminal while it is ours; given back however the program goes on.
pub(crate) struct Seized {
    pub(crate) terminal: Terminal<CrosstermBackend<Stdout>>,
}

/// True while the terminal has to be given back.
static SEIZED: AtomicBool = AtomicBool::new(false);

impl Seized {
    pub(crate) fn new(mouse: bool) -> io::Result<Self> {
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
        thread::sleep(WATCH);
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
