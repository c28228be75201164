//! The program sprung: simulate, inspect, convert, compare, export, smooth, fit, draw and replay springs.
//!
//! A library so that tests can call its readers; [`main`] is the whole program.

mod columns;
mod compare;
mod convert;
mod export;
mod fit;
mod inspect;
mod network;
mod output;
mod page;
mod plot;
mod progress;
#[doc(hidden)]
pub mod readers;
mod recording;
mod replay;
mod resonance;
mod shell;
mod simulate;
mod smooth;
mod spec;
mod step_response;
mod timeline;
mod typed_number;

use std::io::ErrorKind;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Arg, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};

use output::Reported;

/// Springs for anything that moves: exact, the same at every frame rate, unconditionally stable.
#[derive(Parser, Debug)]
#[command(name = "sprung", version = env!("SPRUNG_VERSION"), after_help = help())]
struct Cli {
    /// Colors in messages and figures; auto heeds NO_COLOR, TERM and whether it is a terminal
    #[arg(long, value_enum, default_value = "auto", global = true, value_name = "WHEN")]
    color: ColorChoice,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Show every property of a spring and draw its step response
    #[command(after_help = inspect::EXAMPLES)]
    Inspect(inspect::Inspect),
    /// Move a spring or another motion step by step and print time, position and velocity
    #[command(after_help = simulate::EXAMPLES)]
    Simulate(Reported<simulate::Setup>),
    Convert(convert::Convert),
    /// Compare the exact motion with the integrators that games use, at several frame rates
    #[command(after_help = compare::EXAMPLES)]
    Compare(Reported<compare::Setup>),
    Export(export::Export),
    Timeline(timeline::Exported),
    Smooth(smooth::Smooth),
    Resonance(resonance::Resonance),
    Fit(fit::Fit),
    Plot(plot::Plot),
    Network(network::Simulated),
    Replay(replay::Replayed),
    Completions(shell::Completions),
    Man(shell::Man),
}

impl Command {
    /// Runs the command; `fit` and `replay` have exit codes of their own.
    fn run(&self) -> Result<ExitCode> {
        let done = match self {
            Command::Inspect(command) => command.run(),
            Command::Simulate(command) => command.run(),
            Command::Convert(command) => command.run(),
            Command::Compare(command) => command.run(),
            Command::Export(command) => command.run(),
            Command::Timeline(command) => command.run(),
            Command::Smooth(command) => command.run(),
            Command::Resonance(command) => command.run(),
            Command::Fit(command) => return command.run(),
            Command::Plot(command) => command.run(),
            Command::Network(command) => command.run(),
            Command::Replay(command) => return command.run(),
            Command::Completions(command) => command.run(program()),
            Command::Man(command) => command.run(program()),
        };
        done.map(|()| ExitCode::SUCCESS)
    }
}

const EXIT_STATUS: &str = "\
Exit status:
  0  done, also if the reader of the output left early
  1  fit: done, but no spring explains the recording
     replay: done, but a state differs
  2  refused, or failed: the output is as it was before, whole or absent
An interrupted run ends by its signal (130 for ctrl-C in a shell).";

fn help() -> String {
    format!("{}\n\n{EXIT_STATUS}", spec::help())
}

/// The program with its options, each of which takes a negative number, so that its own rule refuses it.
fn program() -> clap::Command {
    fn with_negative_numbers(command: clap::Command) -> clap::Command {
        let takes_them = |option: Arg| {
            let takes_values = option.get_action().takes_values();
            let takes_any = option.is_allow_hyphen_values_set();
            if takes_values && !takes_any { option.allow_negative_numbers(true) } else { option }
        };
        command.mut_args(takes_them).mut_subcommands(with_negative_numbers)
    }
    with_negative_numbers(Cli::command())
}

/// Runs the program with the arguments that it was started with.
pub fn main() -> ExitCode {
    let matches = program().try_get_matches();
    let command = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => {
            let choice = match cli.color {
                ColorChoice::Auto => anstream::ColorChoice::Auto,
                ColorChoice::Always => anstream::ColorChoice::Always,
                ColorChoice::Never => anstream::ColorChoice::Never,
            };
            choice.write_global();
            cli.command
        }
        Err(error) => return tell(&error),
    };
    match command.run() {
        Ok(code) => code,
        Err(error) if reader_has_left(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}", output::printable(&format!("{error:#}")));
            ExitCode::from(2)
        }
    }
}

/// Prints a message of the parser: help, the version or a usage error.
fn tell(message: &clap::Error) -> ExitCode {
    match message.print() {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => ExitCode::from(2),
        _ if message.use_stderr() => ExitCode::from(2),
        _ => ExitCode::SUCCESS,
    }
}

/// Returns whether the error is a closed pipe, as after `sprung … | head`, which is not a failure.
fn reader_has_left(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = match cause.downcast_ref::<csv::Error>().map(csv::Error::kind) {
            Some(csv::ErrorKind::Io(error)) => Some(error),
            _ => cause.downcast_ref::<std::io::Error>(),
        };
        io.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
    })
}
