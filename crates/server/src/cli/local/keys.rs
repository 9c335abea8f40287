//! API keys.

use jiff::SignedDuration;
use refrain::Refrain;
use refrain::model::{By, Tenant};
use refrain::store::Page;
use refrain_client::types::{CreateKeyRequest, KeyReach, Permission as PermissionName, Role as RoleName};
use serde_json::Value;

use super::{LocalError, response, wrong};
use crate::auth::{KeyRecord, KeyUsage, Keys, NewKey, Permission, Role};
use crate::cli::store_access::{open, open_existing};
use crate::config::Config;
use crate::http::keys::{KeyView, KeyWithSecret};
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;
use crate::tenant::system_tenant;

/// Actor in the audit log for changes made directly in the store.
const ACTOR: &str = "refrain key";
/// Number of keys per page of a list.
const PAGE_ROWS: usize = 500;
/// Maximum time for which an old secret keeps working, in seconds: seven days.
const KEEP_OLD_SECONDS_MAX: u32 = 7 * 24 * 60 * 60;

/// Lists the keys of a tenant, those that reach all tenants, or all.
pub(super) async fn list(config: &Config, tenant: Option<&Tenant>, reaches_all: bool) -> Result<Value, LocalError> {
    let refrain = open_existing(config).await?;
    let (keys, mut items, mut page) = (Keys::new(refrain.clone()), Vec::new(), Page::first(PAGE_ROWS));
    loop {
        let wanted = |key: &crate::auth::ApiKey| match tenant {
            _ if reaches_all => key.tenant.is_none(),
            Some(tenant) => key.tenant.as_ref() == Some(tenant),
            None => true,
        };
        let (kept, next) = keys.list(&page, wanted).await?;
        for record in kept {
            items.push(view(&refrain, record).await?);
        }
        let Some(next) = next else { return Ok(Value::Array(items)) };
        page = Page::after(PAGE_ROWS, next);
    }
}

/// Returns a key.
pub(super) async fn get(config: &Config, id: &str) -> Result<Value, LocalError> {
    let refrain = open_existing(config).await?;
    let record = find(&Keys::new(refrain.clone()), id).await?;
    view(&refrain, record).await
}

/// Creates a key. Also creates a store that does not exist: the first key of a server is created before its start.
pub(super) async fn create(
    config: &Config,
    tenant: Option<Tenant>,
    request: CreateKeyRequest,
) -> Result<Value, LocalError> {
    let reaches_all = request.reach == Some(KeyReach::All);
    let tenant = match tenant {
        Some(_) if reaches_all => return Err(wrong("expected --tenant or --all-tenants, found both").into()),
        None if !reaches_all => {
            let hint = "name the tenant of the key with `--tenant acme`, or create an operator's key";
            return Err(wrong("expected --tenant or --all-tenants, found neither").with_hint(hint).into());
        }
        Some(tenant) if tenant == system_tenant() => {
            let detail = format!("tenant {tenant} is reserved for the server and cannot have keys");
            return Err(wrong(detail).into());
        }
        tenant => tenant,
    };
    let permissions = request.permissions.iter().flatten().map(permission).collect::<Result<_, _>>()?;
    let (role, note) = (role(&request.role)?, request.note.unwrap_or_default());
    let refrain = open(config).await?;
    let now = refrain.now();
    if let Some(expires_at) = request.expires_at.filter(|expires_at| *expires_at <= now) {
        let detail = format!("{expires_at} is in the past; the expiry of a key must be in the future");
        return Err(wrong(detail).into());
    }
    let new = NewKey { id: None, tenant, role, permissions, note, expires_at: request.expires_at };
    let (text, key) = Keys::new(refrain).create(new, &By::new(ACTOR)).await?;
    response(&KeyWithSecret::new(&text, key, now))
}

/// Revokes a key.
pub(super) async fn revoke(config: &Config, id: &str) -> Result<Value, LocalError> {
    let keys = Keys::new(open_existing(config).await?);
    keys.revoke(id, &By::new(ACTOR)).await?;
    Ok(Value::Null)
}

/// Replaces the secret of a key.
pub(super) async fn rotate(config: &Config, id: &str, keep_old_seconds: u32) -> Result<Value, LocalError> {
    if keep_old_seconds > KEEP_OLD_SECONDS_MAX {
        return Err(wrong(format!("{keep_old_seconds} seconds is more than seven days")).into());
    }
    let refrain = open_existing(config).await?;
    let keys = Keys::new(refrain.clone());
    if let Some(revoked_at) = find(&keys, id).await?.key.revoked_at {
        let problem = Problem::new(ProblemCode::Revoked, format!("key {id} was revoked at {revoked_at}"));
        return Err(problem.with_hint("create a new key").into());
    }
    let keep_for = SignedDuration::from_secs(keep_old_seconds.into());
    let (text, key) = keys.rotate(id, keep_for, &By::new(ACTOR)).await?;
    response(&KeyWithSecret::new(&text, key, refrain.now()))
}

async fn find(keys: &Keys, id: &str) -> Result<KeyRecord, LocalError> {
    let key = keys.find(id).await?.ok_or_else(|| Problem::not_found(format!("key {id} does not exist")))?;
    Ok(KeyRecord { id: id.to_owned(), key })
}

async fn view(refrain: &Refrain, record: KeyRecord) -> Result<Value, LocalError> {
    let last_used_at = KeyUsage::new(refrain.clone()).last(&record.id).await?;
    response(&KeyView::new(record, last_used_at, refrain.now()))
}

fn role(name: &RoleName) -> Result<Role, LocalError> {
    match name {
        RoleName::Viewer => Ok(Role::Viewer),
        RoleName::Operator => Ok(Role::Operator),
        RoleName::Editor => Ok(Role::Editor),
        RoleName::Admin => Ok(Role::Admin),
        other => Err(wrong(format!("{other} is not a role")).into()),
    }
}

fn permission(name: &PermissionName) -> Result<Permission, LocalError> {
    let found = Permission::ALL.into_iter().find(|permission| permission.as_str() == name.as_str());
    found.ok_or_else(|| wrong(format!("{name} is not a permission")).into())
}
