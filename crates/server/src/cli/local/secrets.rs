//! Secrets. No request returns the value of one.

use std::sync::Arc;

use refrain::Refrain;
use refrain::control::{DocumentChange, Rights, SaveLimits};
use refrain::model::{By, DocumentName, Tenant};
use refrain::secret::{Allowances, KeyRing, NewSecret, Secret, Secrets};
use refrain::store::{ExpectedVersion, PAGE_ROWS_MAX, Page};
use serde_json::Value;

use super::{LocalError, response, wrong};
use crate::cli::store_access::open_existing;
use crate::config::{Config, MissingKeys};
use crate::http::secrets::{RotationResult, SecretView};
use crate::preview::ScheduleWarning;

/// Actor in the audit log for changes made directly in the store.
const ACTOR: &str = "cli";
/// Hint for errors about missing master keys.
const KEYS_HINT: &str = "set --key-file, or `key_file` under [secrets] in refrain.toml";

/// Lists secrets.
pub(super) async fn list(config: &Config, tenant: &Tenant) -> Result<Value, LocalError> {
    let refrain = open_existing(config).await?;
    let secrets = secrets(&refrain, config, MissingKeys::UseTemporary)?;
    let (mut items, mut page) = (Vec::new(), Page::first(PAGE_ROWS_MAX));
    loop {
        let found = secrets.list(tenant, &page).await?;
        for secret in found.rows {
            items.push(response(&SecretView::of(secret))?);
        }
        let Some(cursor) = found.next else { return Ok(Value::Array(items)) };
        page = Page::after(PAGE_ROWS_MAX, cursor);
    }
}

/// Creates or replaces a secret, and the master keys if there are none.
pub(super) async fn put(
    config: &Config,
    tenant: Tenant,
    name: &str,
    secret: refrain_client::types::NewSecret,
) -> Result<Value, LocalError> {
    let change = change(tenant, name)?;
    let allow = secret.allow.map(Allowances::parse).transpose()?;
    let new = NewSecret { value: Secret::new(secret.value)?, allow };
    let refrain = open_existing(config).await?;
    let secrets = secrets(&refrain, config, MissingKeys::Create)?;
    let limits = SaveLimits { secrets_are_bound: config.tenancy.multi, ..SaveLimits::default() };
    let written = secrets.put(&Rights::all().with_limits(limits), &change, &new).await?;
    let mut warnings = Vec::new();
    for provider in written.allow.providers() {
        // The server that has the provider may not be running.
        if provider != "webhook" && !config.providers.contains_key(provider) {
            warnings.extend(refrain.control().provider_warning(provider).await?.map(ScheduleWarning::from));
        }
    }
    response(&SecretView::of(written).with_warnings(warnings))
}

/// Deletes a secret.
pub(super) async fn delete(config: &Config, tenant: Tenant, name: &str) -> Result<Value, LocalError> {
    let change = change(tenant, name)?;
    let refrain = open_existing(config).await?;
    let secrets = secrets(&refrain, config, MissingKeys::UseTemporary)?;
    secrets.remove(&Rights::all(), &change).await?;
    Ok(Value::Null)
}

/// Encrypts all secrets of a tenant with the newest master key.
pub(super) async fn rotate(config: &Config, tenant: &Tenant, adds_key: bool) -> Result<Value, LocalError> {
    let refrain = open_existing(config).await?;
    let ring = match config.master_key_file()? {
        Some(path) if adds_key => KeyRing::add_to_file(&path)?,
        Some(path) => KeyRing::from_file(&path)?,
        None if adds_key => {
            let detail = "--new-key needs a master key file, and the configuration names none";
            return Err(wrong(detail).with_hint(KEYS_HINT).into());
        }
        None => keys(config, MissingKeys::UseTemporary)?,
    };
    let rotated = refrain.secrets(ring).rotate(&Rights::all(), tenant, &By::new(ACTOR)).await?;
    response(&RotationResult::of(rotated))
}

fn change(tenant: Tenant, name: &str) -> Result<DocumentChange, LocalError> {
    let name = DocumentName::new(name)?;
    Ok(DocumentChange { tenant, name, expect: ExpectedVersion::Any, by: By::new(ACTOR) })
}

fn secrets(refrain: &Refrain, config: &Config, missing: MissingKeys) -> Result<Arc<Secrets>, LocalError> {
    Ok(refrain.secrets(keys(config, missing)?))
}

/// Returns the master keys of the server. A store on another machine has none until the configuration names them.
fn keys(config: &Config, missing: MissingKeys) -> Result<KeyRing, LocalError> {
    let detail = "the configuration names no master keys for the secrets of this store";
    config.master_keys(missing)?.ok_or_else(|| wrong(detail).with_hint(KEYS_HINT).into())
}
