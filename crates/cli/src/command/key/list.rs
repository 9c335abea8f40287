//! `refrain key list`.

use clap::Args;

use super::table::KEYS;
use crate::command::backend::Backend;
use crate::local::StoreRequest;
use crate::session::Outcome;

/// List keys, also revoked and expired ones, without their secrets
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain key list
  refrain key list --all-tenants
  refrain key list -o json | jq -r '.[] | select(.last_used_at == null) | .id'")]
pub(super) struct List {
    /// List the operators' keys, which are valid for all tenants
    #[arg(long)]
    all_tenants: bool,
}

impl List {
    pub(super) async fn run(&self, backend: &Backend<'_>) -> Outcome {
        let response = backend.send(StoreRequest::ListKeys { reaches_all: self.all_tenants }).await?;
        let items = response.as_array().map_or(&[][..], Vec::as_slice);
        let output = backend.session().output();
        output.list(items, &KEYS)?;
        if items.is_empty() {
            output.line(if self.all_tenants { "No keys for all tenants found." } else { "No keys found." });
            if !self.all_tenants {
                output.line(if backend.is_local() {
                    "Until there is a key, a server on this machine needs none."
                } else {
                    "Use `--all-tenants` for the operators' keys."
                });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_the_server_sends_it() {
        let key = serde_json::json!({
            "id": "k3m9x0q7c2ab", "reach": "all", "tenant": null, "role": "admin", "permissions": ["fire", "audit"],
            "note": "", "status": "active", "created_at": "2026-01-05T09:00:00Z", "created_by": "local",
            "expires_at": null, "revoked_at": null, "old_secret_until": null, "last_used_at": null,
        });
        let key = serde_json::from_value(key).unwrap();
        assert_eq!((super::super::table::tenant(&key), (KEYS.name)(&key).as_str()), ("all", "k3m9x0q7c2ab"));
        assert_eq!(super::super::table::permissions(&key), "fire,audit");
    }
}
