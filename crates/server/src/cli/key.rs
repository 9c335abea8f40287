//! `refrain key`: creates, lists and revokes API keys directly in the store. Access to the store is enough; no key
//! is required.

use std::fmt::Write as _;

use clap::{Args, Subcommand, ValueEnum};
use jiff::Timestamp;
use refrain::model::{By, Tenant};
use refrain::store::Page;
use refrain_recurrence::ErrorCode;

use super::output::{Failure, Report, table};
use super::store_access::{StoreFlags, open, open_existing, refused};
use crate::auth::{ApiKey, Keys, NewKey, Permission, Role};
use crate::input::problem::Problem;
use crate::tenant::system_tenant;

/// Actor in the audit log for changes made directly in the store.
const ACTOR: &str = "refrain key";
/// Number of keys per page of a list.
const PAGE_ROWS: usize = 500;

/// Create, list and revoke API keys
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain key create --tenant acme --role admin --all-permissions
  refrain key create --all-tenants --role admin --all-permissions --note 'the operators'
  refrain key list
  refrain key revoke k3m9x0q7c2ab

The first key closes the server: from then on, every request needs a key. The store is the one that `refrain serve`
uses with the same flags, variables and refrain.toml. `create` also creates a missing store; the other commands never
do.")]
pub(super) struct Key {
    #[command(flatten)]
    store: StoreFlags,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    Create(Create),
    /// List all keys
    List,
    /// Revoke a key; its record is kept
    Revoke {
        /// Key ID: the part between `rfn_` and the next `_`
        id: String,
    },
}

/// Create a key and print it; it cannot be shown again
#[derive(Args, Debug)]
struct Create {
    /// Tenant of the key: `acme`, or `production/acme` with a namespace
    #[arg(long, value_name = "TENANT", required_unless_present = "all_tenants")]
    tenant: Option<String>,
    /// Create an operator's key that is valid for all tenants
    #[arg(long, conflicts_with = "tenant")]
    all_tenants: bool,
    /// Role of the key
    #[arg(long, value_enum)]
    role: RoleChoice,
    /// Additional permission; repeatable
    #[arg(long = "permission", value_enum, value_name = "PERMISSION")]
    permissions: Vec<PermissionChoice>,
    /// Grant all permissions
    #[arg(long, conflicts_with = "permissions")]
    all_permissions: bool,
    /// Note about the purpose of the key
    #[arg(long, default_value = "", hide_default_value = true)]
    note: String,
    /// Expiry of the key, an instant such as 2027-01-01T00:00:00Z [default: never]
    #[arg(long, value_name = "T")]
    expires_at: Option<Timestamp>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum RoleChoice {
    Viewer,
    Operator,
    Editor,
    Admin,
}

impl From<RoleChoice> for Role {
    fn from(choice: RoleChoice) -> Self {
        match choice {
            RoleChoice::Viewer => Self::Viewer,
            RoleChoice::Operator => Self::Operator,
            RoleChoice::Editor => Self::Editor,
            RoleChoice::Admin => Self::Admin,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum PermissionChoice {
    Backfill,
    Fire,
    Command,
    Secrets,
    Payloads,
    Audit,
}

impl From<PermissionChoice> for Permission {
    fn from(choice: PermissionChoice) -> Self {
        match choice {
            PermissionChoice::Backfill => Self::Backfill,
            PermissionChoice::Fire => Self::Fire,
            PermissionChoice::Command => Self::Command,
            PermissionChoice::Secrets => Self::Secrets,
            PermissionChoice::Payloads => Self::Payloads,
            PermissionChoice::Audit => Self::Audit,
        }
    }
}

impl Key {
    pub(super) fn run(&self) -> Result<Report, Failure> {
        let config = self.store.config()?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failure::Output)?;
        runtime.block_on(async {
            let refrain = match &self.verb {
                Verb::Create(_) => open(&config).await?,
                Verb::List | Verb::Revoke { .. } => open_existing(&config).await?,
            };
            let keys = Keys::new(refrain.clone());
            match &self.verb {
                Verb::Create(create) => create.run(&keys, refrain.now()).await,
                Verb::List => list(&keys, refrain.now()).await,
                Verb::Revoke { id } => {
                    keys.revoke(id, &By::new(ACTOR)).await.map_err(failed)?;
                    Ok(Report::new(format!("revoked key {id}\n")))
                }
            }
        })
    }
}

impl Create {
    async fn run(&self, keys: &Keys, now: Timestamp) -> Result<Report, Failure> {
        let tenant = self.tenant.as_deref().map(tenant).transpose()?;
        if let Some(expires_at) = self.expires_at.filter(|expires_at| *expires_at <= now) {
            return Err(wrong(format!("{expires_at} is in the past; the expiry of a key must be in the future")));
        }
        let permissions = self.permissions.iter().copied().map(Permission::from).collect();
        let new = NewKey {
            id: None,
            tenant,
            role: self.role.into(),
            permissions: if self.all_permissions { Permission::ALL.to_vec() } else { permissions },
            note: self.note.clone(),
            expires_at: self.expires_at,
        };
        let (text, _) = keys.create(new, &By::new(ACTOR)).await.map_err(failed)?;
        // Scripts expect only the key on standard output.
        Ok(Report::new(format!("{}\n", text.expose())))
    }
}

async fn list(keys: &Keys, now: Timestamp) -> Result<Report, Failure> {
    let (mut rows, mut page) = (Vec::new(), Page::first(PAGE_ROWS));
    loop {
        let (kept, next) = keys.list(&page, |_| true).await.map_err(failed)?;
        rows.extend(kept.into_iter().map(|kept| row(kept.id, &kept.key, now)));
        let Some(next) = next else { break };
        page = Page::after(PAGE_ROWS, next);
    }
    let header = ["id", "tenant", "role", "permissions", "status", "expires", "note"];
    let mut text = table(&header, &rows);
    if rows.is_empty() {
        text.clear();
        let _ = writeln!(text, "there are no keys: anyone who can reach the server has full access");
    }
    Ok(Report::new(text))
}

fn row(id: String, key: &ApiKey, now: Timestamp) -> Vec<String> {
    let permissions: Vec<&str> = key.permissions.iter().map(|permission| permission.as_str()).collect();
    let status = if key.revoked_at.is_some() {
        "revoked"
    } else if key.expires_at.is_some_and(|expires_at| expires_at <= now) {
        "expired"
    } else {
        "active"
    };
    vec![
        id,
        key.tenant.as_ref().map_or("all".to_owned(), ToString::to_string),
        key.role.as_str().to_owned(),
        permissions.join(","),
        status.to_owned(),
        key.expires_at.map_or(String::new(), |expires_at| expires_at.to_string()),
        key.note.clone(),
    ]
}

fn tenant(text: &str) -> Result<Tenant, Failure> {
    let (namespace, name) = text.split_once('/').unwrap_or(("default", text));
    let tenant = Tenant::new(namespace, name).map_err(|error| wrong(error.to_string()))?;
    if tenant == system_tenant() {
        return Err(wrong(format!("tenant {tenant} is reserved for the server and cannot have keys")));
    }
    Ok(tenant)
}

fn failed(error: impl Into<refrain::Error>) -> Failure {
    refused(error.into())
}

fn wrong(detail: String) -> Failure {
    Failure::Input(Problem::new(ErrorCode::BadValue, detail))
}
