//! `refrain audit list`.

use clap::Args;
use refrain_client::types::AuditEntry;
use serde_json::Value;

use crate::command::backend::Backend;
use crate::local::StoreRequest;
use crate::output::{Column, Table};
use crate::session::Outcome;

const ENTRIES: Table<AuditEntry> = Table {
    name: |entry| entry.seq.to_string(),
    columns: &[
        Column::new("seq", |entry, _| entry.seq.to_string().into()),
        Column::new("at", |entry, view| view.time.at(entry.at).into()),
        Column::new("actor", |entry, _| entry.actor.as_str().into()),
        Column::new("action", |entry, _| entry.action.as_str().into()),
        Column::new("object", |entry, _| entry.object.as_str().into()),
        Column::wide("request", |entry, _| entry.request_id.as_deref().unwrap_or_default().into()),
        Column::wide("hash", |entry, _| entry.hash.as_str().into()),
        Column::wide("detail", |entry, _| detail(&entry.detail).into()),
        Column::new("reason", |entry, _| entry.reason.as_deref().unwrap_or_default().into()),
    ],
};

fn detail(detail: &Value) -> String {
    if detail.is_null() { String::new() } else { detail.to_string() }
}

/// List the newest entries of the audit log
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain audit list
  refrain audit list -n 0 -o json | jq '.[] | select(.object == \"schedule/digest\")'
  refrain audit list --wide")]
pub(super) struct List {
    /// Number of entries; 0 for all. Default: 50
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 50, hide_default_value = true)]
    limit: usize,
}

impl List {
    pub(super) async fn run(&self, backend: &Backend<'_>) -> Outcome {
        let response = backend.send(StoreRequest::ListAuditEntries { limit: self.limit }).await?;
        let items = response.as_array().map_or(&[][..], Vec::as_slice);
        let output = backend.session().output();
        output.list(items, &ENTRIES)?;
        if items.is_empty() {
            output.line("The audit log is empty.");
        }
        Ok(())
    }
}
