//! Versions of documents, and the audit entries of their changes. An entry never contains a body, which may be a
//! secret.

use serde_json::{Value, json};

use crate::ledger::change::expect_version;
use crate::ledger::{ExpectedVersion, StoreError, check as ledger_check};
use crate::model::{By, DocumentKey, NewEntry};

/// Checks a document to be written and returns the body's text.
///
/// # Errors
/// If a part cannot be stored.
pub fn check(body: &Value, by: &By) -> Result<String, StoreError> {
    ledger_check::by(by)?;
    ledger_check::document(body)
}

/// Returns the version of a document that is being written. `last` is the highest version that its name ever had.
///
/// # Errors
/// If the stored version differs from the expected one.
pub fn version_after(
    key: &DocumentKey,
    expect: ExpectedVersion,
    found: Option<i64>,
    last: Option<i64>,
) -> Result<i64, StoreError> {
    expect_version(|| name(key), expect, found)?;
    Ok(last.or(found).unwrap_or(0) + 1)
}

/// Returns the version of a document that is being removed.
///
/// # Errors
/// If there is no document, or if its version differs from the expected one.
pub fn removed_version(key: &DocumentKey, expect: ExpectedVersion, found: Option<i64>) -> Result<i64, StoreError> {
    expect_version(|| name(key), expect, found)?;
    found.ok_or_else(|| StoreError::NotFound(name(key)))
}

/// Builds the audit entry of a change to a document.
pub fn entry(key: &DocumentKey, change: &str, version: i64, by: &By) -> NewEntry {
    NewEntry {
        by: by.clone(),
        action: format!("document.{change}"),
        object: format!("{}/{}", key.kind.label(), key.name),
        detail: json!({"version": version}).to_string(),
    }
}

fn name(key: &DocumentKey) -> String {
    format!("{} {}", key.kind.label(), key.name)
}
