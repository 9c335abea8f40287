//! Commands on providers and their circuit breakers.

mod circuit;
mod get;
mod list;
mod switch;
mod test;

use clap::{Args, Subcommand};

use crate::session::{Outcome, Session, SessionArgs};

/// List and test providers, and open or close their circuits
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain provider list
  refrain provider get webhook
  refrain provider trip webhook hooks.example.com --note 'the receiver is being moved'
  refrain provider test log")]
pub struct ProviderCommand {
    #[command(flatten)]
    pub(super) session: SessionArgs,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    #[command(visible_alias = "ls")]
    List(list::List),
    Get(get::Get),
    Test(test::Test),
    Trip(switch::Trip),
    Reset(switch::Reset),
}

impl ProviderCommand {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        match &self.verb {
            Verb::List(verb) => verb.run(session).await,
            Verb::Get(verb) => verb.run(session).await,
            Verb::Test(verb) => verb.run(session).await,
            Verb::Trip(verb) => verb.run(session).await,
            Verb::Reset(verb) => verb.run(session).await,
        }
    }
}
