//! Commands on schedules.

mod get;
mod list;
mod table;

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
}

impl ScheduleCommand {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        match &self.verb {
            Verb::List(verb) => verb.run(session).await,
            Verb::Get(verb) => verb.run(session).await,
        }
    }
}
