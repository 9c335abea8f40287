//! `refrain key create`.

use clap::Args;
use jiff::tz::TimeZone;
use refrain_client::types::CreateKeyRequest;

use super::table::show_secret;
use crate::command::backend::Backend;
use crate::command::moment::Moment;
use crate::local::StoreRequest;
use crate::session::Outcome;

/// All permissions that a key can have besides its role.
const PERMISSIONS: [&str; 6] = ["backfill", "fire", "command", "secrets", "payloads", "audit"];

/// Create a key and print it; it cannot be shown again
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  KEY=$(refrain key create --local --tenant acme --role admin --all-permissions)
  refrain key create --role editor --permission fire --note 'the deploy pipeline' --expires 90d
  refrain key create --all-tenants --role admin --all-permissions -o json

The key is for the tenant that --tenant names. Default: the tenant of your key.
A key cannot do more than yours.")]
pub(super) struct Create {
    /// Role: viewer, operator, editor or admin; each includes the ones before it
    #[arg(long, value_name = "ROLE", value_parser = ["viewer", "operator", "editor", "admin"],
          hide_possible_values = true)]
    role: String,
    /// Permissions in addition: backfill, fire, command, secrets, payloads, audit
    #[arg(long = "permission", value_name = "NAME", value_delimiter = ',', value_parser = PERMISSIONS,
          hide_possible_values = true)]
    permissions: Vec<String>,
    /// Grant all permissions
    #[arg(long, conflicts_with = "permissions")]
    all_permissions: bool,
    /// Create an operator's key, which is valid for all tenants
    #[arg(long)]
    all_tenants: bool,
    /// Purpose of the key
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// Expiry: an instant, or a distance from now such as 90d. Default: never
    #[arg(long = "expires", alias = "expires-at", value_name = "TIME", value_parser = Moment::parse)]
    expires_at: Option<Moment>,
}

impl Create {
    pub(super) async fn run(&self, backend: &Backend<'_>) -> Outcome {
        let session = backend.session();
        let mut request = CreateKeyRequest::new(self.role.as_str());
        if self.all_permissions {
            request = request.with_permissions(PERMISSIONS);
        } else if !self.permissions.is_empty() {
            request = request.with_permissions(self.permissions.iter().map(String::as_str));
        }
        if self.all_tenants {
            request = request.with_reach("all");
        }
        if let Some(note) = &self.note {
            request = request.with_note(note);
        }
        if let Some(expires_at) = self.expires_at {
            request = request.with_expires_at(expires_at.resolve(&TimeZone::UTC, session.output().view().time.now())?);
        }
        let created = backend.send(StoreRequest::CreateKey(request)).await?;
        show_secret(session, &created, "Created key")
    }
}
