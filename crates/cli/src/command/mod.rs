//! The commands of a server, one file per noun. A command turns its arguments into requests, and the responses into
//! the output of its session.

mod alert;
mod applied;
mod apply;
mod audit;
mod backend;
mod calendar;
mod context;
mod control;
mod dead_letter;
mod events;
mod export;
mod health;
mod hidden;
mod hold;
mod import;
mod input;
mod key;
mod list;
mod many;
mod moment;
mod provider;
mod queue;
mod quota;
mod recurring;
mod response;
mod rule;
mod run;
mod schedule;
mod secret;
mod stats;
mod steps;
mod top;
mod values;
mod watch;

use std::io::{Write as _, stderr};
use std::process::ExitCode;
use std::time::Duration;

use clap::Subcommand;

use crate::exit::{Exit, Failure};
use crate::local::LocalStore;
use crate::output::write_stdout;
use crate::session::{Outcome, Session, SessionArgs};

/// A command of a server.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// A command that sends requests, prints the result and ends.
    #[command(flatten)]
    Request(RequestCommand),
    /// A command that decides itself how it connects, and when it prints and ends.
    #[command(flatten)]
    Live(LiveCommand),
}

/// A command that sends requests, prints the result and ends. `--watch` repeats it.
#[derive(Subcommand, Debug)]
pub enum RequestCommand {
    /// Create, list, change, pause, run and explain schedules
    #[command(visible_alias = "schedules")]
    Schedule(schedule::ScheduleCommand),
    /// List, show, retry, skip and cancel runs
    #[command(visible_alias = "runs")]
    Run(run::RunCommand),
    /// List and replay failed runs and work items
    #[command(visible_alias = "dead-letters")]
    DeadLetter(dead_letter::DeadLetterCommand),
    /// List, enqueue, claim and complete work items
    #[command(visible_alias = "queues")]
    Queue(queue::QueueCommand),
    /// List, change and test dispatch rules, which every action passes
    #[command(visible_alias = "rules")]
    Rule(rule::RuleCommand),
    /// Create, list and release holds, which keep schedules from running
    #[command(visible_alias = "holds")]
    Hold(hold::HoldCommand),
    /// List and change quotas, which limit runs per window of time
    #[command(visible_alias = "quotas")]
    Quota(quota::QuotaCommand),
    /// List, change and import calendars of days off
    #[command(visible_alias = "calendars")]
    Calendar(calendar::CalendarCommand),
    /// List and change alerts about failures and missed runs
    #[command(visible_alias = "alerts")]
    Alert(alert::AlertCommand),
    /// List and test providers, and open or close their circuits
    #[command(visible_alias = "providers")]
    Provider(provider::ProviderCommand),
    /// Set, list and delete secrets, which actions use as `{{secret.NAME}}`
    #[command(visible_alias = "secrets")]
    Secret(secret::SecretCommand),
    /// Create, list, rotate and revoke API keys
    #[command(visible_alias = "keys")]
    Key(key::KeyCommand),
    /// Show and verify the audit log: who changed what
    Audit(audit::AuditCommand),
    /// Create, list, change and run recurring actions of /v1/recurring
    Recurring(recurring::RecurringCommand),
    /// Create and change schedules and controls as files state
    Apply(apply::ApplyCommand),
    /// Export schedules to a crontab, Kubernetes, systemd, iCalendar or documents
    Export(export::ExportCommand),
    /// Count schedules, occurrences and nodes
    Stats(stats::Stats),
}

/// A command that decides itself how it connects, and when it prints and ends.
#[derive(Subcommand, Debug)]
pub enum LiveCommand {
    /// Add, list, choose and remove named servers with their keys
    #[command(visible_alias = "contexts")]
    Context(context::ContextCommand),
    /// Follow events as they happen
    Events(events::Events),
    /// Check whether a server is ready, for container health checks
    Health(health::Health),
    /// Watch load, nodes, and the schedules that need attention
    Top(top::Top),
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
    /// Runs the command, prints its output, and returns its exit code. Commands that need no server work on `local`.
    pub fn run(&self, local: &dyn LocalStore) -> ExitCode {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        exit_code(match runtime {
            Ok(runtime) => runtime.block_on(self.until_done(local)),
            Err(error) => Err(Failure::new(Exit::Failure, format!("the command could not start: {error}"))),
        })
    }

    async fn until_done(&self, local: &dyn LocalStore) -> Outcome {
        match self {
            Self::Request(command) => command.until_done(local).await,
            Self::Live(command) => command.run().await,
        }
    }
}

impl LiveCommand {
    async fn run(&self) -> Outcome {
        match self {
            Self::Context(command) => command.run().await,
            Self::Events(command) => command.run().await,
            Self::Health(command) => command.run().await,
            Self::Top(command) => command.run().await,
        }
    }
}

impl RequestCommand {
    async fn until_done(&self, local: &dyn LocalStore) -> Outcome {
        if let Some(seconds) = self.session().output.watch {
            let every = Duration::from_secs(u64::from(seconds));
            return watch::repeat(every, async || self.once(local).await).await;
        }
        let (text, done) = self.once(local).await;
        // What was shown before a failure is shown, too: for example the results of the other schedules.
        write_stdout(&text)?;
        done
    }

    /// Runs the command once, and returns what it shows.
    async fn once(&self, local: &dyn LocalStore) -> (String, Outcome) {
        let session = match self.session().open() {
            Ok(session) => session,
            Err(failure) => return (String::new(), Err(failure)),
        };
        let done = self.send(&session, local).await.map_err(|failure| failure.at_server(session.client().url()));
        (session.output().take(), done)
    }

    async fn send(&self, session: &Session, local: &dyn LocalStore) -> Outcome {
        match self {
            Self::Schedule(command) => command.run(session).await,
            Self::Run(command) => command.run(session).await,
            Self::DeadLetter(command) => command.run(session).await,
            Self::Queue(command) => command.run(session).await,
            Self::Rule(command) => command.run(session).await,
            Self::Hold(command) => command.run(session).await,
            Self::Quota(command) => command.run(session).await,
            Self::Calendar(command) => command.run(session).await,
            Self::Alert(command) => command.run(session).await,
            Self::Provider(command) => command.run(session).await,
            Self::Secret(command) => command.run(session, local).await,
            Self::Key(command) => command.run(session, local).await,
            Self::Audit(command) => command.run(session, local).await,
            Self::Recurring(command) => command.run(session).await,
            Self::Apply(command) => command.run(session).await,
            Self::Export(command) => command.run(session).await,
            Self::Stats(command) => command.run(session).await,
        }
    }

    fn session(&self) -> &SessionArgs {
        match self {
            Self::Schedule(command) => &command.session,
            Self::Run(command) => &command.session,
            Self::DeadLetter(command) => &command.session,
            Self::Queue(command) => &command.session,
            Self::Rule(command) => &command.session,
            Self::Hold(command) => &command.session,
            Self::Quota(command) => &command.session,
            Self::Calendar(command) => &command.session,
            Self::Alert(command) => &command.session,
            Self::Provider(command) => &command.session,
            Self::Secret(command) => &command.session,
            Self::Key(command) => &command.session,
            Self::Audit(command) => &command.session,
            Self::Recurring(command) => &command.session,
            Self::Apply(command) => &command.session,
            Self::Export(command) => &command.session,
            Self::Stats(command) => &command.session,
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
