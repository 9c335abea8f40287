//! Holds and quotas of a tenant at one moment. This module reads and evaluates them; it caches nothing.
//!
//! A control that cannot be read is treated as the strictest one possible, and is named.

use jiff::Timestamp;
use serde_json::Value;

use crate::dispatch::{Hold, Quota};
use crate::model::{Definition, DocumentName, ScheduleId, Tenant};
use crate::store::{Document, DocumentKind, PAGE_ROWS_MAX, Page, Store, StoreError};

/// Maximum number of holds, and of quotas, per tenant. All of them are read every second in which an occurrence
/// of the tenant starts.
pub const CONTROLS_MAX: usize = 1_000;

/// A hold or quota as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredControl<T> {
    /// Name.
    pub name: DocumentName,
    /// Version: number of times it was written.
    pub version: i64,
    /// Time of the last write.
    pub updated_at: Timestamp,
    /// Content, or the reason why it cannot be read.
    pub content: Result<T, String>,
}

/// All holds and quotas of a tenant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TenantControls {
    /// Holds, ordered by name.
    pub holds: Vec<StoredControl<Hold>>,
    /// Quotas, ordered by name.
    pub quotas: Vec<StoredControl<Quota>>,
}

impl TenantControls {
    /// Reads all holds and quotas of a tenant.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn read(store: &dyn Store, tenant: &Tenant) -> Result<Self, StoreError> {
        let (holds, quotas) = tokio::try_join!(
            list(store, tenant, DocumentKind::Hold, Hold::read),
            list(store, tenant, DocumentKind::Quota, Quota::read)
        )?;
        Ok(Self { holds, quotas })
    }

    /// Returns a description of the hold that covers an occurrence with this nominal time. An unreadable hold
    /// covers everything: a legal hold must not be bypassed because someone damaged it.
    pub fn hold_on(&self, schedule: &ScheduleId, definition: &Definition, nominal_at: Timestamp) -> Option<String> {
        self.holds.iter().find_map(|control| match &control.content {
            Ok(hold) => hold.covers(schedule, definition, nominal_at).then(|| hold.describe(control.name.as_str())),
            Err(problem) => {
                Some(format!("hold {} covers everything, because it cannot be read: {problem}", control.name))
            }
        })
    }

    /// Returns the unreadable controls: kind, name, version and problem.
    pub(super) fn unreadable(&self) -> impl Iterator<Item = (DocumentKind, &DocumentName, i64, &str)> {
        let holds = self.holds.iter().filter_map(|control| control.problem(DocumentKind::Hold));
        holds.chain(self.quotas.iter().filter_map(|control| control.problem(DocumentKind::Quota)))
    }
}

impl<T> StoredControl<T> {
    /// Reads a document, keeping the problem if it cannot be read.
    pub fn new(document: Document, read: fn(Value) -> Result<T, String>) -> Self {
        let Document { key, version, body, updated_at } = document;
        Self { name: key.name, version, updated_at, content: read(body) }
    }

    fn problem(&self, kind: DocumentKind) -> Option<(DocumentKind, &DocumentName, i64, &str)> {
        let problem = self.content.as_ref().err()?;
        Some((kind, &self.name, self.version, problem))
    }
}

/// Reads all documents of a kind.
pub(crate) async fn list<T>(
    store: &dyn Store,
    tenant: &Tenant,
    kind: DocumentKind,
    read: fn(Value) -> Result<T, String>,
) -> Result<Vec<StoredControl<T>>, StoreError> {
    let mut controls = Vec::new();
    let mut page = Page::first(PAGE_ROWS_MAX);
    loop {
        let found = store.documents(tenant, kind, &page).await?;
        controls.extend(found.rows.into_iter().map(|document| StoredControl::new(document, read)));
        let Some(next) = found.next else { return Ok(controls) };
        if controls.len() >= CONTROLS_MAX {
            // The documents that were not read may say anything.
            if let Some(last) = controls.last_mut() {
                last.content = Err(format!("there are more than {CONTROLS_MAX}, and the rest is not read"));
            }
            return Ok(controls);
        }
        page = Page::after(PAGE_ROWS_MAX, next);
    }
}
