//! Commands on dead letters: runs and work items that failed and are not retried.

mod change;
mod discard;
mod list;
mod replay;

use clap::{Args, Subcommand, ValueEnum};

use crate::session::{Outcome, Session, SessionArgs};

/// List, replay and discard failed runs and work items
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain dead-letter list --schedule digest
  refrain dead-letter replay 42 43
  refrain dead-letter replay --schedule digest --yes
  refrain dead-letter discard 44 --note 'sent by hand'")]
pub struct DeadLetterCommand {
    #[command(flatten)]
    pub(super) session: SessionArgs,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    List(list::List),
    Replay(replay::Replay),
    Discard(discard::Discard),
}

/// Kind of a dead letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// A run of a schedule
    #[value(alias = "occurrence")]
    Run,
    /// A work item of a queue
    #[value(alias = "work_item")]
    WorkItem,
}

impl Kind {
    /// Returns the name of the kind in the API.
    fn as_str(self) -> &'static str {
        match self {
            Self::Run => "occurrence",
            Self::WorkItem => "work_item",
        }
    }
}

impl DeadLetterCommand {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        match &self.verb {
            Verb::List(verb) => verb.run(session).await,
            Verb::Replay(verb) => verb.run(session).await,
            Verb::Discard(verb) => verb.run(session).await,
        }
    }
}
