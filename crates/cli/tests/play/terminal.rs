//! A terminal without a window: `ponder play` on a pseudo-terminal, and what it shows.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};
use rustix::pty::OpenptFlags;
use rustix::termios::{LocalModes, Winsize};

pub(crate) const PONDER: &str = env!("CARGO_BIN_EXE_ponder");

/// Nothing here takes a hundredth of it; a busy machine may need some.
const CEILING: Duration = Duration::from_mins(2);

/// A terminal with `ponder play` on it.
pub(crate) struct Terminal {
    master: File,
    /// Held open, so that what the program leaves behind can be looked at.
    slave: OwnedFd,
    child: Child,
    screen: Arc<Mutex<vt100::Parser>>,
}

impl Terminal {
    /// Starts a game on a terminal of a size.
    pub(crate) fn open(columns: u16, rows: u16, args: &[&str]) -> Self {
        Self::with(columns, rows, args, &[("COLORTERM", "truecolor")])
    }

    /// The same in another environment.
    pub(crate) fn with(columns: u16, rows: u16, args: &[&str], vars: &[(&str, &str)]) -> Self {
        let (master, slave, child) = start(columns, rows, args, vars);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(rows, columns, 0)));
        let shown = Arc::clone(&screen);
        let mut output = master.try_clone().expect("another handle");
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                shown.lock().expect("no panic").process(&bytes[..count]);
            }
        });
        Self {
            master,
            slave,
            child,
            screen,
        }
    }

    /// Types.
    pub(crate) fn send(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).expect("a terminal");
    }

    /// Presses the left button at a place, and lets it go.
    pub(crate) fn click(&mut self, (column, row): (u16, u16)) {
        let (x, y) = (column + 1, row + 1);
        self.send(&format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m"));
    }

    /// Makes the window larger or smaller.
    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        let mut screen = self.screen.lock().expect("no panic");
        screen.screen_mut().set_size(rows, columns);
        drop(screen);
        rustix::termios::tcsetwinsize(&self.master, size(columns, rows)).expect("a size");
    }

    /// Looks at the screen.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&vt100::Screen) -> T) -> T {
        look(self.screen.lock().expect("no panic").screen())
    }

    /// What the screen shows.
    pub(crate) fn text(&self) -> String {
        self.look(vt100::Screen::contents)
    }

    /// Waits until the screen shows something.
    #[track_caller]
    pub(crate) fn wait(&self, until: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let text = self.text();
            if until(&text) {
                return text;
            }
            assert!(begun.elapsed() < CEILING, "the screen still shows:\n{text}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits for words.
    #[track_caller]
    pub(crate) fn wait_for(&self, words: &str) -> String {
        self.wait(|text| text.contains(words))
    }

    /// The process.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the end of the program; what the terminal shows then, and whether it is as it was.
    #[track_caller]
    pub(crate) fn left(mut self) -> (ExitStatus, String) {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                break status;
            }
            let text = self.text();
            assert!(begun.elapsed() < CEILING, "still running:\n{text}");
            thread::sleep(Duration::from_millis(10));
        };
        let modes = rustix::termios::tcgetattr(&self.slave).expect("a terminal");
        let usual = LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG;
        assert!(modes.local_modes.contains(usual), "lines are not edited");
        // The last words may still be on their way.
        self.wait(|_| self.look(|screen| !screen.alternate_screen() && !screen.hide_cursor()));
        let mouse = self.look(vt100::Screen::mouse_protocol_mode);
        assert_eq!(mouse, vt100::MouseProtocolMode::None);
        (status, self.text())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A test that failed leaves nobody behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a game on a new terminal: both ends of it, and the program.
fn start(columns: u16, rows: u16, args: &[&str], vars: &[(&str, &str)]) -> (File, OwnedFd, Child) {
    // Kept from the program: a window that it held itself would never close.
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let master = rustix::pty::openpt(flags).expect("a pty");
    rustix::pty::grantpt(&master).expect("granted");
    rustix::pty::unlockpt(&master).expect("unlocked");
    rustix::termios::tcsetwinsize(&master, size(columns, rows)).expect("a size");
    let name = rustix::pty::ptsname(&master, Vec::new()).expect("a name");
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    let slave = rustix::fs::open(name.as_c_str(), flags, Mode::empty()).expect("a terminal");
    let end = || slave.try_clone().expect("another handle");
    // The game gets the terminal as its own, so that it hears of new sizes.
    let child = Command::new("setsid")
        .args(["--ctty", PONDER, "play"])
        .args(args)
        .env("TERM", "xterm-256color")
        .env_remove("NO_COLOR")
        .envs(vars.iter().copied())
        .stdin(end())
        .stdout(end())
        .stderr(end())
        .spawn()
        .expect("setsid runs");
    (File::from(master), slave, child)
}

/// Starts a game and closes its window as soon as it shows something; how the program ended.
pub(crate) fn close_the_window(args: &[&str]) -> ExitStatus {
    let (mut master, slave, mut child) = start(80, 24, args, &[]);
    drop(slave);
    let shown = master.read(&mut [0; 4096]).expect("a screen");
    assert!(shown > 0);
    drop(master);
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            return status;
        }
        if begun.elapsed() > CEILING {
            let _ = child.kill();
            panic!("{args:?} goes on without a window");
        }
        thread::sleep(Duration::from_millis(10));
    }
}

fn size(columns: u16, rows: u16) -> Winsize {
    Winsize {
        ws_row: rows,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    }
}
