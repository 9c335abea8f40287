//! The commands of a server, one file per noun. A command turns its arguments into requests, and the responses into
//! the output of its session.

mod applied;
mod apply;
mod import;
mod list;
mod schedule;

use std::io::{IsTerminal as _, Write as _, stderr, stdout};
use std::process::ExitCode;
use std::time::Duration;

use clap::Subcommand;

use crate::exit::{Exit, Failure};
use crate::output::write_stdout;
use crate::session::{Outcome, Session, SessionArgs};

/// Moves to the top left corner and clears the screen.
const CLEAR: &str = "\u{1b}[H\u{1b}[2J";

/// A command of a server.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Create, list, change, pause, run and explain schedules
    #[command(visible_alias = "schedules")]
    Schedule(schedule::ScheduleCommand),
    /// Create and change schedules and controls as files state
    Apply(apply::ApplyCommand),
}

/// A command that needs no server.
#[derive(Subcommand, Debug)]
pub enum FileCommand {
    /// Import schedules of another scheduler, paused, with a report of what differs
    Import(import::ImportCommand),
}

impl FileCommand {
    /// Runs the command, prints its output, and returns its exit code.
    pub fn run(&self) -> ExitCode {
        exit_code(match self {
            Self::Import(command) => command.run(),
        })
    }
}

impl Command {
    /// Runs the command, prints its output, and returns its exit code.
    pub fn run(&self) -> ExitCode {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        exit_code(match runtime {
            Ok(runtime) => runtime.block_on(self.until_done()),
            Err(error) => Err(Failure::new(Exit::Failure, format!("the command could not start: {error}"))),
        })
    }

    async fn until_done(&self) -> Outcome {
        let args = self.session();
        let Some(every) = args.output.watch else { return self.once(&args.open()?).await };
        let is_terminal = stdout().is_terminal();
        loop {
            if is_terminal {
                write_stdout(CLEAR)?;
            }
            self.once(&args.open()?).await?;
            tokio::time::sleep(Duration::from_secs(u64::from(every))).await;
        }
    }

    async fn once(&self, session: &Session) -> Outcome {
        let done = self.send(session).await;
        // What was shown before a failure is shown, too: for example the results of the other schedules.
        write_stdout(&session.output().take())?;
        done
    }

    async fn send(&self, session: &Session) -> Outcome {
        match self {
            Self::Schedule(command) => command.run(session).await,
            Self::Apply(command) => command.run(session).await,
        }
    }

    fn session(&self) -> &SessionArgs {
        match self {
            Self::Schedule(command) => &command.session,
            Self::Apply(command) => &command.session,
        }
    }
}

/// Prints why a command failed, and returns its exit code.
fn exit_code(done: Outcome) -> ExitCode {
    let exit = match done {
        Ok(()) => Exit::Ok,
        Err(failure) => {
            // If standard error is closed, the exit code is the only signal left.
            let _ = write!(stderr().lock(), "{failure}");
            failure.exit()
        }
    };
    ExitCode::from(exit as u8)
}
