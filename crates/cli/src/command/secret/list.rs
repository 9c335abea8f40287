//! `refrain secret list`.

use clap::Args;
use refrain_client::types::Secret;

use crate::command::backend::Backend;
use crate::local::StoreRequest;
use crate::output::{Column, Table};
use crate::session::Outcome;

/// Columns of a list of secrets.
pub(super) const SECRETS: Table<Secret> =
    Table {
        name: |secret| secret.name.clone(),
        columns: &[
            Column::new("name", |secret, _| secret.name.as_str().into()),
            Column::new("version", |secret, _| secret.version.to_string().into()),
            Column::new("updated", |secret, view| view.time.at(secret.updated_at).into()),
            Column::new("master key", |secret, _| secret.encrypted_by.as_deref().unwrap_or("cannot be read").into()),
            Column::new("allow", |secret, _| {
                if secret.allow.is_empty() { "anywhere".into() } else { secret.allow.join(", ").into() }
            }),
        ],
    };

/// List secrets, without their values
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain secret list
  refrain secret list -o json | jq -r '.[] | select(.allow == []) | .name'")]
pub(super) struct List {}

impl List {
    pub(super) async fn run(&self, backend: &Backend<'_>) -> Outcome {
        let response = backend.send(StoreRequest::ListSecrets).await?;
        let items = response.as_array().map_or(&[][..], Vec::as_slice);
        let output = backend.session().output();
        output.list(items, &SECRETS)?;
        if items.is_empty() {
            output.line("No secrets found.");
        }
        Ok(())
    }
}
