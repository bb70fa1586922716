//! A program of others on the other side of three pipes: started without a shell, listened to
//! within bounds, and never left behind.
//!
//! Writing and reading have threads of their own, since a program that neither reads nor ends
//! would otherwise hold up whoever talks to it. What it says is queued in a short channel: one
//! that says too much waits at its own pipe, and the one who asked counts.

use std::io::Write;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ponder_core::Fault;
use ponder_engine::{Lapse, Stop};

use crate::lines::{LineError, Lines};

/// Lines that wait to be heard, and lines that wait to be read by the program: more than any host
/// has to say before it waits for an answer.
const HEARD: usize = 256;
const SAID: usize = 1024;

/// What a program may say before it has answered a question.
const MOST_LINES: usize = 200_000;
const MOST_BYTES: usize = 32 << 20;

/// How often a wait looks whether it should end.
const GLANCE: Duration = Duration::from_millis(20);

/// How long a program may take to end by itself once it is told to.
const FAREWELL: Duration = Duration::from_millis(300);

/// A program that can be started again.
pub(crate) struct Program {
    words: Vec<String>,
    running: Option<Running>,
}

struct Running {
    child: Child,
    /// None once the program is told that there is no more to come.
    to: Option<SyncSender<String>>,
    from: Receiver<Result<String, LineError>>,
    /// Whether it has said anything yet.
    spoke: bool,
    /// The first lines of its standard error and the last one, and the thread that keeps them.
    complaints: Arc<Mutex<Vec<String>>>,
    listener: Option<JoinHandle<()>>,
    guard: Option<Guard>,
}

/// A wait for an answer: until when, for whom, and how much may be said meanwhile.
pub(crate) struct Wait<'a> {
    begun: Instant,
    most: Duration,
    stop: Option<&'a Stop>,
    lines: usize,
    bytes: usize,
}

impl<'a> Wait<'a> {
    /// A wait that ends after `most`, or when `stop` is asked.
    pub(crate) fn new(most: Duration, stop: Option<&'a Stop>) -> Self {
        Self {
            begun: Instant::now(),
            most,
            stop,
            lines: 0,
            bytes: 0,
        }
    }
}

impl Program {
    /// The program that a command names: its words are split as a shell splits them, and the
    /// first one is started.
    pub(crate) fn start(command: &str) -> Result<Self, Fault> {
        let words = shlex::split(command).ok_or_else(|| {
            Fault::new(format!(
                "the command {command:?} has a quote without its end"
            ))
            .hint("quote as in a shell: \"my engine\" --level 3")
        })?;
        if words.is_empty() {
            return Err(Fault::new("the command of an engine is empty")
                .hint("write the program and its arguments, as in cmd=\"ponder engine\""));
        }
        let mut program = Self {
            words,
            running: None,
        };
        program.running = Some(program.launch()?);
        Ok(program)
    }

    /// True if it runs as far as anybody knows.
    pub(crate) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Starts it again if it does not run.
    pub(crate) fn restart(&mut self) -> Result<(), Fault> {
        if self.running.is_none() {
            self.running = Some(self.launch()?);
        }
        Ok(())
    }

    fn launch(&self) -> Result<Running, Fault> {
        let name = &self.words[0];
        let mut command = Command::new(name);
        command
            .args(&self.words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // An interrupt at the terminal is for us; the program should not die of it mid-game.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| {
            Fault::new(format!("the engine \"{name}\" cannot be started: {error}"))
                .hint("give the path of a program, or the name of one on the PATH")
        })?;
        let guard = Guard::new(child.id());
        let complaints = Arc::new(Mutex::new(Vec::new()));
        let (to, lines) = sync_channel(SAID);
        let (said, from) = sync_channel(HEARD);
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write(stdin, &lines));
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read(stdout, &said));
        }
        let listener = child.stderr.take().map(|stderr| {
            let complaints = Arc::clone(&complaints);
            thread::spawn(move || overhear(stderr, &complaints))
        });
        Ok(Running {
            child,
            to: Some(to),
            from,
            spoke: false,
            complaints,
            listener,
            guard,
        })
    }

    /// Says a line to it.
    pub(crate) fn say(&mut self, line: &str) -> Result<(), Lapse> {
        let running = self.running.as_mut().ok_or_else(gone)?;
        let sent = match &running.to {
            Some(to) => to.try_send(line.to_owned()),
            None => Err(TrySendError::Disconnected(String::new())),
        };
        match sent {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => {
                self.kill();
                Err(Lapse::Died("it does not read its input".to_owned()))
            }
            Err(TrySendError::Disconnected(_)) => Err(self.bury()),
        }
    }

    /// The next line it says. After any lapse but [`Lapse::Stopped`] the program is ended.
    pub(crate) fn hear(&mut self, wait: &mut Wait) -> Result<String, Lapse> {
        let mut ended = false;
        loop {
            let running = self.running.as_mut().ok_or_else(gone)?;
            let left = wait.most.saturating_sub(wait.begun.elapsed());
            let glance = if ended { GLANCE } else { left.min(GLANCE) };
            match running.from.recv_timeout(glance) {
                Ok(Ok(line)) => {
                    running.spoke = true;
                    wait.lines += 1;
                    wait.bytes += line.len();
                    if wait.lines > MOST_LINES || wait.bytes > MOST_BYTES {
                        self.kill();
                        let (lines, bytes) = (wait.lines, wait.bytes);
                        let what = format!("{lines} lines and {bytes} bytes without an answer");
                        return Err(Lapse::Flooded(what));
                    }
                    return Ok(line);
                }
                Ok(Err(LineError::Overlong(longest))) => {
                    self.kill();
                    let what = format!("a line of more than {longest} bytes");
                    return Err(Lapse::Flooded(what));
                }
                Ok(Err(LineError::Io(error))) => {
                    self.kill();
                    return Err(Lapse::Died(format!("its output cannot be read: {error}")));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.bury()),
                // The program is gone and what it said last was heard, although something that
                // it has started holds the pipe open.
                Err(RecvTimeoutError::Timeout) if ended => return Err(self.bury()),
                Err(RecvTimeoutError::Timeout) => {
                    ended = matches!(running.child.try_wait(), Ok(Some(_)));
                    if ended {
                        continue;
                    }
                    if wait.stop.is_some_and(Stop::asked) {
                        return Err(Lapse::Stopped);
                    }
                    if wait.begun.elapsed() >= wait.most {
                        self.kill();
                        return Err(Lapse::Hung(wait.most));
                    }
                }
            }
        }
    }

    /// Ends it at once.
    pub(crate) fn kill(&mut self) {
        self.running = None;
    }

    /// Passes a result on. Nobody knows what state a program is in that failed to answer: it is
    /// ended, to be started again for the next game.
    pub(crate) fn keep_only_if<T>(&mut self, result: Result<T, Lapse>) -> Result<T, Lapse> {
        if result.is_err() {
            self.kill();
        }
        result
    }

    /// Says farewell, and ends it if it does not go.
    pub(crate) fn dismiss(&mut self, farewell: &str) {
        if let Some(running) = &mut self.running {
            if let Some(to) = running.to.take() {
                let _ = to.try_send(farewell.to_owned());
            }
            running.status(FAREWELL);
        }
        self.kill();
    }

    /// How it came to its end, once its pipes are closed.
    fn bury(&mut self) -> Lapse {
        let Some(mut running) = self.running.take() else {
            return gone();
        };
        let status = running.status(FAREWELL);
        // What it has started may hold its standard error.
        running.guard = None;
        running.hear_complaints(FAREWELL);
        let mut how = status.map_or("it closed its pipes".to_owned(), |status| {
            format!("it ended ({status})")
        });
        let complaints = running.complaints.lock();
        let complaints = complaints.unwrap_or_else(PoisonError::into_inner);
        // Who never got to speak tells at first what it lacks; who breaks down, at last.
        let told = match complaints.last() {
            Some(last) if running.spoke => last.clone(),
            _ => complaints.join(" | "),
        };
        if !told.is_empty() {
            how = format!("{how}, saying: {told}");
        }
        if running.spoke {
            Lapse::Died(how)
        } else {
            Lapse::Stillborn(how)
        }
    }
}

impl Running {
    /// The status with which it ends within some time.
    fn status(&mut self, within: Duration) -> Option<ExitStatus> {
        let mut status = None;
        wait_until(within, || {
            status = self.child.try_wait().ok().flatten();
            status.is_some()
        });
        status
    }

    /// Lets what it wrote to standard error arrive; a program that left its group may still hold
    /// the pipe, so that the end is not waited for at any price.
    fn hear_complaints(&self, within: Duration) {
        wait_until(within, || {
            self.listener.as_ref().is_none_or(JoinHandle::is_finished)
        });
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A program that has ended already may have left behind what it has started.
        self.guard = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Ends a program with all that it has started, when it is dropped: a script around an engine
/// would leave it behind. It is a process that waits for the end of a pipe whose other end is
/// ours, so that it does the same if we are killed and can drop nothing: then an engine that is
/// thinking, or does not read its input, would go on for ever. Where there is no shell the
/// program alone is ended.
struct Guard(Child);

impl Guard {
    fn new(leader: u32) -> Option<Self> {
        let mut guard = Command::new("sh");
        guard
            .args(["-c", &format!("read -r _; kill -s KILL -- -{leader}")])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // What ends us at the terminal should not end the guard.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut guard, 0);
        guard.spawn().ok().map(Self)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

/// Looks again and again until something is so, or some time has passed.
fn wait_until(within: Duration, mut so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !so() && begun.elapsed() < within {
        thread::sleep(Duration::from_millis(2));
    }
}

fn gone() -> Lapse {
    Lapse::Died("it does not run".to_owned())
}

fn write(mut stdin: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        let written = stdin.write_all(format!("{line}\n").as_bytes());
        if written.and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read(stdout: ChildStdout, said: &SyncSender<Result<String, LineError>>) {
    let mut lines = Lines::new(stdout);
    while let Some(line) = lines.next().transpose() {
        let over = matches!(line, Err(LineError::Io(_)));
        if said.send(line).is_err() || over {
            return;
        }
    }
}

/// Keeps the first lines of standard error and the last one, for the case that the program dies.
fn overhear(stderr: ChildStderr, complaints: &Mutex<Vec<String>>) {
    const KEPT: usize = 4;
    const LONGEST: usize = 1024;
    let mut lines = Lines::at_most(LONGEST, stderr);
    loop {
        match lines.next() {
            Ok(Some(line)) if line.trim().is_empty() => {}
            Ok(Some(line)) => {
                let mut kept = complaints.lock().unwrap_or_else(PoisonError::into_inner);
                kept.truncate(KEPT - 1);
                kept.push(line.trim().to_owned());
            }
            Err(LineError::Overlong(_)) => {}
            Ok(None) | Err(LineError::Io(_)) => return,
        }
    }
}
