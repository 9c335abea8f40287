//! Commands on API keys.

mod create;
mod get;
mod list;
mod revoke;
mod rotate;
mod table;

use clap::{Args, Subcommand};

use super::backend::Backend;
use crate::local::{LocalStore, StoreArgs};
use crate::session::{Outcome, Session, SessionArgs};

/// Create, list, rotate and revoke API keys
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain key create --local --tenant acme --role admin --all-permissions
  refrain key list
  refrain key revoke k3m9x0q7c2ab

The first key closes the server: from then on, every request needs a key.
With --local, the commands work on the store of `refrain serve` and need no key.")]
pub struct KeyCommand {
    #[command(flatten)]
    pub(super) session: SessionArgs,
    #[command(flatten)]
    store: StoreArgs,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    Create(create::Create),
    #[command(visible_alias = "ls")]
    List(list::List),
    Get(get::Get),
    Rotate(rotate::Rotate),
    Revoke(revoke::Revoke),
}

impl KeyCommand {
    pub(super) async fn run(&self, session: &Session, local: &dyn LocalStore) -> Outcome {
        let backend = Backend::choose(session, &self.session.connection, local, &self.store, None)?;
        match &self.verb {
            Verb::Create(verb) => verb.run(&backend).await,
            Verb::List(verb) => verb.run(&backend).await,
            Verb::Get(verb) => verb.run(&backend).await,
            Verb::Rotate(verb) => verb.run(&backend).await,
            Verb::Revoke(verb) => verb.run(&backend).await,
        }
    }
}
