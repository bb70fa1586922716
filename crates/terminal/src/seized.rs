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

#[cfg(test)]
mod tests {
    use std::env;
    use std::fs::File;
    use std::io::Read;
    use std::process::Command;

    use rustix::fs::{Mode, OFlags};
    use rustix::pty::OpenptFlags;
    use rustix::termios::{LocalModes, Winsize};

    use super::*;

    /// Set for the process that breaks down.
    const VICTIM: &str = "PONDER_TEST_BREAKS_DOWN";

    /// The test starts itself once more, on a terminal of its own.
    #[test]
    fn a_fault_is_told_on_a_terminal_that_has_been_given_back() {
        if env::var_os(VICTIM).is_some() {
            let _seized = Seized::new(true).expect("a terminal");
            // Whoever thinks may break without a word: only its game is lost.
            let thinker = thread::spawn(|| panic!("unheard of"));
            assert!(thinker.join().is_err());
            panic!("told to people");
        }
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let master = rustix::pty::openpt(flags).expect("a pty");
        rustix::pty::grantpt(&master).expect("granted");
        rustix::pty::unlockpt(&master).expect("unlocked");
        let size = Winsize {
            ws_row: 24,
            ws_col: 80,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        rustix::termios::tcsetwinsize(&master, size).expect("a size");
        let name = rustix::pty::ptsname(&master, Vec::new()).expect("a name");
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let slave = rustix::fs::open(name.as_c_str(), flags, Mode::empty()).expect("a terminal");
        let end = || slave.try_clone().expect("another handle");
        let name = "seized::tests::a_fault_is_told_on_a_terminal_that_has_been_given_back";
        let mut victim = Command::new("setsid")
            .arg("--ctty")
            .arg(env::current_exe().expect("this program"))
            .args(["--exact", name, "--nocapture"])
            .env(VICTIM, "1")
            .env("TERM", "xterm-256color")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .expect("setsid runs");
        let status = victim.wait().expect("a child");
        assert!(!status.success());
        let modes = rustix::termios::tcgetattr(&slave).expect("a terminal");
        let usual = LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG;
        assert!(modes.local_modes.contains(usual), "lines are not edited");
        // All of it fits into the terminal's own buffer; a closed terminal ends the reading.
        drop(slave);
        let mut shown = Vec::new();
        let _ = File::from(master).read_to_end(&mut shown);
        let shown = String::from_utf8_lossy(&shown);
        let at = |words: &str| {
            let place = shown.find(words);
            place.unwrap_or_else(|| panic!("{words:?} is not in {shown:?}"))
        };
        let (taken, given_back) = (at("\x1b[?1049h"), at("\x1b[?1049l"));
        assert!(taken < given_back && given_back < at("told to people"));
        assert!(at("\x1b[?1000l") < at("told to people"), "the mouse");
        assert!(!shown.contains("unheard of"));
    }
}
