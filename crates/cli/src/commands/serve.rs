//! `ponder serve`: the workbench, for a browser.

use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use ponder_serve::{Budgets, Keep, Options, Server};
use serde_json::json;

use crate::args::WorkbenchArgs;
use crate::commands::analyse;
use crate::output::{Failure, Output, say};

/// How often to look whether to end.
const LOOK: Duration = Duration::from_millis(50);

pub(crate) fn run(args: &WorkbenchArgs, out: &mut Output) -> Result<(), Failure> {
    let usual = Options::default();
    let cores = args.searches.map_or(usual.cores, usize::from);
    let options = Options {
        host: args.host,
        port: args.port,
        assets: args.assets.clone(),
        archive: match &args.archive {
            Some(file) => Keep::File(file.clone()),
            None if args.no_archive => Keep::Nothing,
            None => Keep::Usual,
        },
        connections: args.connections.into(),
        cores,
        queue: args.queue.into(),
        memory: args.memory,
        budgets: Budgets {
            nodes: args.nodes,
            seconds: args.seconds.into(),
            hash: args.hash,
            cells: args.cells.into(),
            ..Budgets::usual(cores)
        },
        ..usual
    };
    // Asked for before there is anything to end.
    let stop = analyse::interrupted();
    let server = Server::start(&options)?;
    let url = server.url();
    if out.json() {
        out.value(&json!({ "event": "listening", "url": url, "address": server.address() }))?;
    } else {
        out.line(&url)?;
    }
    out.finish()?;
    if !args.host.is_loopback() {
        say("others on your network can use it if they know the whole address");
    }
    if args.open && !open(&url) {
        say("no browser could be opened; type the address into one");
    }
    say("the workbench is open; Ctrl-C ends it");
    while !stop.asked() {
        thread::sleep(LOOK);
    }
    server.close();
    Ok(())
}

/// Opens a browser, if there is one that can be asked to.
fn open(url: &str) -> bool {
    let openers: &[(&str, &[&str])] = match std::env::consts::OS {
        "macos" => &[("open", &[])],
        "windows" => &[("explorer", &[])],
        _ => &[("xdg-open", &[]), ("gio", &["open"])],
    };
    // Without a screen the openers of Linux try browsers of the terminal, which is taken.
    let screen = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(target_os = "linux") && !screen("DISPLAY") && !screen("WAYLAND_DISPLAY") {
        return false;
    }
    openers.iter().any(|(program, arguments)| {
        let mut command = Command::new(program);
        command.args(*arguments).arg(url);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.spawn().is_ok()
    })
}
