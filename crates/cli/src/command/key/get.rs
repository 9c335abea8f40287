//! `refrain key get`.

use std::fmt::Write as _;

use clap::Args;
use refrain_client::types::ApiKey;

use super::table::{KEYS, permissions, tenant};
use crate::command::backend::Backend;
use crate::local::StoreRequest;
use crate::output::{Tone, View};
use crate::session::Outcome;

/// Show a key, without its secret
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain key get k3m9x0q7c2ab
  refrain key get k3m9x0q7c2ab -o json | jq .last_used_at")]
pub(super) struct Get {
    /// Key ID: the part between `rfn_` and the next `_`
    id: String,
}

impl Get {
    pub(super) async fn run(&self, backend: &Backend<'_>) -> Outcome {
        let key = backend.send(StoreRequest::GetKey { id: self.id.clone() }).await?;
        backend.session().output().one(&key, &KEYS, text)
    }
}

fn text(key: &ApiKey, view: &View) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = writeln!(text, "{:<13} {value}", format!("{name}:"));
        }
    };
    line("ID", &key.id);
    line("Status", &view.style.paint(Tone::from(key.status.as_str()), key.status.as_str()));
    line("Tenant", tenant(key));
    line("Role", key.role.as_str());
    line("Permissions", &permissions(key));
    line("Note", &key.note);
    line("Created", &format!("{} by {}", view.time.at(key.created_at), key.created_by));
    line("Expires", &view.time.at_optional(key.expires_at));
    line("Revoked", &view.time.at_optional(key.revoked_at));
    line("Last used", &view.time.at_optional(key.last_used_at));
    line("Old secret", &key.old_secret_until.map(|until| format!("valid until {until}")).unwrap_or_default());
    text
}
