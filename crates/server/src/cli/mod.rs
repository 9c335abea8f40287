//! The command line. Each command has its own file and turns its arguments into a report.
//!
//! Commands never print and never end the process. `run` does both, so that a closed pipe, a bad expression and a
//! full disk are handled in one place.

mod anchor;
mod backup;
pub mod batch;
mod completions;
mod config;
mod cron;
mod definition;
mod describe;
mod diff;
mod doctor;
mod foreground;
mod json;
mod leading_flags;
mod lint;
mod local;
mod man;
mod migrate;
mod next;
mod openapi;
mod output;
mod relative;
mod root;
mod schema;
mod serve;
mod store_access;
mod utc;
mod why;
mod zones;

use std::io::{Write as _, stderr};
use std::process::ExitCode;
use std::sync::LazyLock;

use clap::{FromArgMatches as _, Parser, Subcommand, ValueEnum};

use crate::cli::output::{Failure, Report, write_out};

/// Schedule recurring work, correctly across DST changes: compute run times, or run the server
#[derive(Parser, Debug)]
#[command(
    name = "refrain",
    version = version(),
    after_help = "Examples:
  refrain next '0 9 * * MON-FRI' --tz America/New_York -n 3
  refrain serve
  refrain schedule list --status active

`refrain <COMMAND> -h` explains a command briefly, `refrain man <COMMAND>` in full."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Commands of this machine.
    #[command(flatten)]
    Local(LocalCommand),
    /// Commands that talk to a server.
    #[command(flatten)]
    Server(refrain_cli::command::Command),
    /// Commands that work on files.
    #[command(flatten)]
    File(refrain_cli::command::FileCommand),
}

#[derive(Subcommand, Debug)]
enum LocalCommand {
    Next(next::Next),
    Describe(describe::Describe),
    Lint(lint::Lint),
    Diff(diff::Diff),
    Why(why::Why),
    Zones(zones::Zones),
    Serve(serve::Serve),
    Cron(cron::Cron),
    Config(config::ConfigCommand),
    Backup(backup::Backup),
    Migrate(migrate::Migrate),
    Doctor(doctor::Doctor),
    Openapi(openapi::Openapi),
    Schema(schema::SchemaCommand),
    Completions(completions::Completions),
    Man(man::Man),
}

/// Output format of a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Human-readable text
    #[default]
    Table,
    /// JSON; errors are also printed as JSON on standard output
    Json,
}

/// Runs the command line of this process.
pub fn run() -> ExitCode {
    if completions::complete(std::env::args_os()) {
        return ExitCode::SUCCESS;
    }
    let command = root::command();
    let arguments = leading_flags::moved(&command, std::env::args_os());
    let parsed = command.try_get_matches_from(arguments).and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        // Help and version are errors in clap too. clap knows the stream and the exit code of each.
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(EXIT_INPUT));
        }
    };
    match &cli.command {
        Command::Local(command) => run_local(command),
        Command::Server(command) => command.run(&local::ConfiguredStore),
        Command::File(command) => command.run(),
    }
}

fn run_local(command: &LocalCommand) -> ExitCode {
    let is_json = command.is_json();
    let result = command.run().and_then(|report| {
        write_out(&report.text)?;
        Ok(report.exit_code)
    });
    match result {
        Ok(exit_code) => ExitCode::from(exit_code),
        Err(Failure::Input(problem)) if is_json => {
            // If even this write fails, the exit code is the only signal left.
            let _ = write_out(&format!("{}\n", problem.render_json()));
            ExitCode::from(EXIT_INPUT)
        }
        Err(Failure::Configuration(problems)) if is_json => {
            let reported = serde_json::to_string(&*problems).expect("problems have string keys");
            let _ = write_out(&format!("{reported}\n"));
            ExitCode::from(EXIT_INPUT)
        }
        Err(failure) => {
            let _ = stderr().lock().write_all(failure.to_text().as_bytes());
            ExitCode::from(if matches!(failure, Failure::Output(_)) { EXIT_OUTPUT } else { EXIT_INPUT })
        }
    }
}

const EXIT_OUTPUT: u8 = 1;
const EXIT_INPUT: u8 = 2;

impl LocalCommand {
    fn run(&self) -> Result<Report, Failure> {
        match self {
            Self::Next(command) => command.run(),
            Self::Describe(command) => Ok(command.run()?),
            Self::Lint(command) => command.run(),
            Self::Diff(command) => Ok(command.run()?),
            Self::Why(command) => Ok(command.run()?),
            Self::Zones(command) => Ok(command.run()?),
            Self::Serve(command) => command.run(),
            Self::Cron(command) => command.run(),
            Self::Config(command) => command.run(),
            Self::Backup(command) => command.run(),
            Self::Migrate(command) => command.run(),
            Self::Doctor(command) => command.run(),
            Self::Openapi(command) => Ok(command.run()),
            Self::Schema(command) => Ok(command.run()),
            Self::Completions(command) => command.run(),
            Self::Man(command) => command.run(),
        }
    }

    fn is_json(&self) -> bool {
        match self {
            Self::Next(command) => command.is_json(),
            Self::Doctor(command) => command.is_json(),
            Self::Lint(command) => command.is_json(),
            Self::Serve(_)
            | Self::Cron(_)
            | Self::Openapi(_)
            | Self::Schema(_)
            | Self::Completions(_)
            | Self::Man(_) => false,
            Self::Describe(describe::Describe { format, .. })
            | Self::Diff(diff::Diff { format, .. })
            | Self::Why(why::Why { format, .. })
            | Self::Zones(zones::Zones { format, .. })
            | Self::Backup(backup::Backup { format, .. })
            | Self::Migrate(migrate::Migrate { format, .. })
            | Self::Config(config::ConfigCommand { format, .. }) => *format == Format::Json,
        }
    }
}

fn version() -> &'static str {
    static VERSION: LazyLock<String> =
        LazyLock::new(|| format!("{} (tzdb {})", env!("CARGO_PKG_VERSION"), refrain_recurrence::tzdb_version()));
    &VERSION
}

#[cfg(test)]
mod tests;
