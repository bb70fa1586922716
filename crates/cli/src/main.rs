//! The `ponder` command: arguments and printing, no logic.
//!
//! Data goes to standard output, everything else to standard error.

mod aliases;
mod args;
mod commands;
mod cpu;
mod output;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};
use output::Output;

fn main() -> ExitCode {
    if let Err(sentence) = cpu::verify() {
        return output::refuse_to_start(sentence);
    }
    let args = Args::parse_from(aliases::written_out(std::env::args_os()));
    let mut out = Output::new(args.json);
    let result = match args.command {
        None => commands::overview::run(&mut out),
        #[cfg(feature = "web")]
        Some(Command::Serve(args)) => commands::serve::run(&args, &mut out),
        Some(Command::Games(games)) => commands::games::run(&games, &mut out),
        Some(Command::Rules(rules)) => commands::rules::run(&rules, &mut out),
        Some(Command::Show(show)) => commands::show::run(&show, &mut out),
        Some(Command::Play(play)) => commands::play::run(&play, &mut out),
        Some(Command::Moves(moves)) => commands::moves::run(&moves, &mut out),
        Some(Command::Analyse(analyse)) => commands::analyse::run(&analyse, &mut out),
        Some(Command::Eval(eval)) => commands::eval::run(&eval, &mut out),
        Some(Command::Techniques(args)) => commands::techniques::run(&args, &mut out),
        Some(Command::Match(args)) => commands::matches::run(&args, &mut out),
        Some(Command::Tournament(args)) => commands::tournament::run(&args, &mut out),
        Some(Command::Openings(args)) => commands::openings::run(&args, &mut out),
        Some(Command::Book(args)) => commands::book::run(&args, &mut out),
        Some(Command::Engine(args)) => commands::engine::run(&args, &mut out),
        Some(Command::Gthd(args)) => commands::gthd::run(&args, &mut out),
        Some(Command::Boom(args)) => commands::boom::run(&args, &mut out),
        Some(Command::Perft(perft)) => commands::perft::run(&perft, &mut out),
        Some(Command::Convert(convert)) => commands::convert::run(&convert, &mut out),
        Some(Command::Bench(bench)) => commands::bench::run(&bench, &mut out),
        Some(Command::Lab(lab)) => commands::lab::run(&lab, &mut out),
        Some(Command::Completions(shell)) => commands::completions::run(&shell, &mut out),
    };
    output::exit_code(result.and_then(|()| out.finish()))
}
