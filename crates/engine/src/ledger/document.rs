//! Versions of documents, and the audit entries of their changes. An entry never holds a body: it may be a secret.

use serde_json::{Value, json};

use crate::audit::{By, NewEntry};
use crate::ledger::change::expect_version;
use crate::ledger::check as ledger_check;
use crate::store::{DocumentKey, Expect, StoreError};

/// Checks what is to be written and gives the body's text.
///
/// # Errors
/// When a part cannot be kept.
pub fn check(body: &Value, by: &By) -> Result<String, StoreError> {
    ledger_check::by(by)?;
    ledger_check::document(body)
}

/// The version of a document that is written now; `last` is the highest its name ever had.
///
/// # Errors
/// When something else was found than expected.
pub fn version_after(
    key: &DocumentKey,
    expect: Expect,
    found: Option<i64>,
    last: Option<i64>,
) -> Result<i64, StoreError> {
    expect_version(|| name(key), expect, found)?;
    Ok(last.or(found).unwrap_or(0) + 1)
}

/// The version of a document that is removed now.
///
/// # Errors
/// When nothing or something else was found than expected.
pub fn removed_version(key: &DocumentKey, expect: Expect, found: Option<i64>) -> Result<i64, StoreError> {
    expect_version(|| name(key), expect, found)?;
    found.ok_or_else(|| StoreError::NotFound(name(key)))
}

/// The audit entry of a change.
pub fn entry(key: &DocumentKey, change: &str, version: i64, by: &By) -> NewEntry {
    NewEntry {
        by: by.clone(),
        action: format!("document.{change}"),
        object: format!("{}/{}", key.kind.as_str(), key.name),
        detail: json!({"version": version}).to_string(),
    }
}

fn name(key: &DocumentKey) -> String {
    format!("{} {}", key.kind.as_str(), key.name)
}
