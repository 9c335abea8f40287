//! Commands on secrets. None shows the value of a secret, or takes it as an argument.

mod delete;
mod list;
mod rotate;
mod set;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::backend::Backend;
use crate::local::{LocalStore, StoreArgs};
use crate::session::{Outcome, Session, SessionArgs};

/// Set, list and delete secrets, which actions use as `{{secret.NAME}}`
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain secret set slack --allow webhook:hooks.slack.com < token.txt
  refrain secret list
  refrain secret delete slack

With --local, the commands work on the store and with the master keys of `refrain serve`.")]
pub struct SecretCommand {
    #[command(flatten)]
    pub(super) session: SessionArgs,
    #[command(flatten)]
    store: StoreArgs,
    /// Master key file; `set` creates it. Default: that of the configuration
    #[arg(long, global = true, value_name = "FILE", hide_short_help = true, help_heading = "Without a server")]
    key_file: Option<PathBuf>,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    Set(set::Set),
    #[command(visible_alias = "ls")]
    List(list::List),
    #[command(visible_aliases = ["rm", "remove"])]
    Delete(delete::Delete),
    Rotate(rotate::Rotate),
}

impl SecretCommand {
    pub(super) async fn run(&self, session: &Session, local: &dyn LocalStore) -> Outcome {
        let connection = &self.session.connection;
        let backend = Backend::choose(session, connection, local, &self.store, self.key_file.as_ref())?;
        match &self.verb {
            Verb::Set(_) if connection.key.as_deref() == Some("-") => Err(set::taken()),
            Verb::Set(verb) => verb.run(&backend).await,
            Verb::List(verb) => verb.run(&backend).await,
            Verb::Delete(verb) => verb.run(&backend).await,
            Verb::Rotate(verb) => verb.run(&backend).await,
        }
    }
}
