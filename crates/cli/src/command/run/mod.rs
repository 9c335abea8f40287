//! Commands on runs: occurrences of schedules, with their attempts.

mod change;
mod get;
mod list;
mod logs;
mod table;

use clap::{Args, Subcommand};

pub(super) use self::list::DEFAULT_LIMIT;
pub(super) use self::table::{RUNS, state};
use crate::session::{Outcome, Session, SessionArgs};

/// List, show, retry, skip and cancel runs
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain run list --schedule digest --state failed
  refrain run logs 42
  refrain run retry 42 --note 'the receiver is back'
  refrain run cancel 43 44")]
pub struct RunCommand {
    #[command(flatten)]
    pub(super) session: SessionArgs,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    List(Box<list::List>),
    Get(get::Get),
    Logs(logs::Logs),
    Retry(change::Retry),
    Skip(change::Skip),
    Cancel(change::Cancel),
}

impl RunCommand {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        match &self.verb {
            Verb::List(verb) => verb.run(session).await,
            Verb::Get(verb) => verb.run(session).await,
            Verb::Logs(verb) => verb.run(session).await,
            Verb::Retry(verb) => verb.run(session).await,
            Verb::Skip(verb) => verb.run(session).await,
            Verb::Cancel(verb) => verb.run(session).await,
        }
    }
}
