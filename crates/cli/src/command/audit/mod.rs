//! Commands on the audit log.

mod list;
mod verify;

use clap::{Args, Subcommand};

use super::backend::Backend;
use crate::local::{LocalStore, StoreArgs};
use crate::session::{Outcome, Session, SessionArgs};

/// Show and verify the audit log: who changed what
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain audit list -n 20
  refrain audit verify
  refrain audit verify --store postgres://refrain@db/refrain --tenant acme -o json")]
pub struct AuditCommand {
    #[command(flatten)]
    pub(super) session: SessionArgs,
    #[command(flatten)]
    store: StoreArgs,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    #[command(visible_alias = "ls")]
    List(list::List),
    Verify(verify::Verify),
}

impl AuditCommand {
    pub(super) async fn run(&self, session: &Session, local: &dyn LocalStore) -> Outcome {
        let backend = Backend::choose(session, &self.session.connection, local, &self.store, None)?;
        match &self.verb {
            Verb::List(verb) => verb.run(&backend).await,
            Verb::Verify(verb) => verb.run(&backend).await,
        }
    }
}
