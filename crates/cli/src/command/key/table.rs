//! How API keys are shown.

use std::io::{IsTerminal as _, Write as _, stderr};

use refrain_client::types::{ApiKey, KeyReach, Permission};
use serde_json::Value;

use crate::output::{Cell, Column, Format, Table};
use crate::session::{Outcome, Session};

/// Columns of a list of keys.
pub(super) const KEYS: Table<ApiKey> = Table {
    name: |key| key.id.clone(),
    columns: &[
        Column::new("id", |key, _| key.id.as_str().into()),
        Column::new("tenant", |key, _| tenant(key).into()),
        Column::new("role", |key, _| key.role.as_str().into()),
        Column::new("permissions", |key, _| permissions(key).into()),
        Column::new("status", |key, _| Cell::state(key.status.as_str())),
        Column::new("expires", |key, view| view.time.at_optional(key.expires_at).into()),
        Column::new("used", |key, view| view.time.at_optional(key.last_used_at).into()),
        Column::wide("created", |key, view| view.time.at(key.created_at).into()),
        Column::wide("by", |key, _| key.created_by.as_str().into()),
        Column::wide("old secret", |key, view| view.time.at_optional(key.old_secret_until).into()),
        Column::new("note", |key, _| key.note.as_str().into()),
    ],
};

/// Returns the tenant of a key, or `all`.
pub(super) fn tenant(key: &ApiKey) -> &str {
    if key.reach == KeyReach::All { "all" } else { key.tenant.as_deref().unwrap_or_default() }
}

/// Returns the permissions of a key, separated by commas.
pub(super) fn permissions(key: &ApiKey) -> String {
    key.permissions.iter().map(Permission::as_str).collect::<Vec<_>>().join(",")
}

/// Shows a key that cannot be shown again: alone, so that scripts can read it, unless the whole response is wanted.
/// What a person should know goes to standard error.
pub(super) fn show_secret(session: &Session, response: &Value, what: &str) -> Outcome {
    let text = |name: &str| response[name].as_str().unwrap_or_default();
    match session.output().format() {
        Format::Json | Format::Yaml => session.output().value(response, |_| String::new()),
        Format::Table | Format::Csv | Format::Name => {
            session.output().value(response, |_| format!("{}\n", text("key")));
            if stderr().is_terminal() {
                writeln!(stderr().lock(), "{what} {}. Store it now: it cannot be shown again.", text("id"))?;
            }
        }
    }
    Ok(())
}
