//! Commands on queues of work items.

mod claim;
mod enqueue;
mod list;
mod settle;
mod stats;
mod table;

use clap::{Args, Subcommand};

use crate::session::{Outcome, Session, SessionArgs};

/// List, enqueue, claim and complete work items
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain queue stats
  refrain queue list emails --state dead
  refrain queue claim emails --lease 5m
  refrain queue complete 7 --fence 1")]
pub struct QueueCommand {
    #[command(flatten)]
    pub(super) session: SessionArgs,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    List(list::List),
    Stats(stats::Stats),
    Enqueue(enqueue::Enqueue),
    Claim(claim::Claim),
    Extend(settle::Extend),
    Complete(settle::Complete),
    Fail(settle::Fail),
}

impl QueueCommand {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        match &self.verb {
            Verb::List(verb) => verb.run(session).await,
            Verb::Stats(verb) => verb.run(session).await,
            Verb::Enqueue(verb) => verb.run(session).await,
            Verb::Claim(verb) => verb.run(session).await,
            Verb::Extend(verb) => verb.run(session).await,
            Verb::Complete(verb) => verb.run(session).await,
            Verb::Fail(verb) => verb.run(session).await,
        }
    }
}
