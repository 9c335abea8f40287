//! Commands on schedules.

mod backfill;
mod create;
mod delete;
mod edit;
mod effect;
mod export;
mod get;
mod list;
mod next;
mod revisions;
mod rollback;
mod run;
mod runs;
mod select;
mod status;
mod table;
mod why;

use clap::{Args, Subcommand};

use crate::session::{Outcome, Session, SessionArgs};

/// Create, list, change, pause, run and explain schedules
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain schedule list --status active
  refrain schedule get digest -o yaml
  refrain schedule pause digest --note 'the receiver is being moved'
  refrain schedule run digest --wait")]
pub struct ScheduleCommand {
    #[command(flatten)]
    pub(super) session: SessionArgs,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    List(list::List),
    Get(get::Get),
    Create(Box<create::Create>),
    Edit(edit::Edit),
    Delete(delete::Delete),
    Pause(status::Pause),
    Resume(status::Resume),
    Cancel(status::Cancel),
    /// Run a schedule now, also while it is paused
    ///
    /// The run is in addition to the occurrences of the schedule.
    Run(run::Run),
    Backfill(backfill::Backfill),
    Next(next::Next),
    /// List the runs of a schedule, newest first
    ///
    /// Planned runs are in the list, too.
    Runs(runs::Runs),
    Why(why::Why),
    Revisions(revisions::Revisions),
    Rollback(rollback::Rollback),
    Export(export::Export),
}

impl ScheduleCommand {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        match &self.verb {
            Verb::List(verb) => verb.run(session).await,
            Verb::Get(verb) => verb.run(session).await,
            Verb::Create(verb) => verb.run(session).await,
            Verb::Edit(verb) => verb.run(session).await,
            Verb::Delete(verb) => verb.run(session).await,
            Verb::Pause(verb) => verb.run(session).await,
            Verb::Resume(verb) => verb.run(session).await,
            Verb::Cancel(verb) => verb.run(session).await,
            Verb::Run(verb) => verb.run(session).await,
            Verb::Backfill(verb) => verb.run(session).await,
            Verb::Next(verb) => verb.run(session).await,
            Verb::Runs(verb) => verb.run(session).await,
            Verb::Why(verb) => verb.run(session).await,
            Verb::Revisions(verb) => verb.run(session).await,
            Verb::Rollback(verb) => verb.run(session).await,
            Verb::Export(verb) => verb.run(session).await,
        }
    }
}
