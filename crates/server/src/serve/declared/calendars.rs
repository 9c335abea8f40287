//! Calendars declared in the file. They are written like calendars in the API, so that their schedules follow.
//!
//! A document in the store lists the calendars that the file has declared. A calendar that the file no longer
//! declares can thus be removed, also after a restart. Invariant: a calendar that schedules use is never removed.

use std::collections::BTreeSet;

use refrain::Refrain;
use refrain::control::DocumentChange;
use refrain::control::Rights;
use refrain::model::{DocumentName, Tenant};
use refrain::store::{Document, DocumentKey, DocumentKind, ExpectedVersion, StoreError};
use refrain::{Error, ErrorCode};
use serde::{Deserialize, Serialize};

use super::{ApplyResult, by};
use crate::config::{FileCalendar, LoadedConfig};
use crate::tenant::system_tenant;

/// A calendar that the file has declared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct DeclaredCalendars {
    namespace: String,
    tenant: String,
    name: String,
}

impl DeclaredCalendars {
    fn new(calendar: &FileCalendar) -> Self {
        let Tenant { namespace, name: tenant } = &calendar.tenant;
        Self { namespace: namespace.to_string(), tenant: tenant.to_string(), name: calendar.name.clone() }
    }

    fn change(&self) -> Result<DocumentChange, Error> {
        let bad = |error: refrain::model::InvalidName| Error::invalid(ErrorCode::BadName, error.to_string());
        let tenant = Tenant::new(&self.namespace, &self.tenant).map_err(bad)?;
        Ok(DocumentChange {
            tenant,
            name: DocumentName::new(&self.name).map_err(bad)?,
            expect: ExpectedVersion::Any,
            by: by(),
        })
    }
}

/// Writes the calendars of the file, and replans the schedules that use them.
pub(super) async fn save(
    refrain: &Refrain,
    calendars: &[FileCalendar],
    applied: &mut ApplyResult,
) -> Result<(), Error> {
    for calendar in calendars {
        if let Err(error) = save_one(refrain, calendar).await {
            refuse(applied, &DeclaredCalendars::new(calendar), error)?;
        }
    }
    Ok(())
}

async fn save_one(refrain: &Refrain, calendar: &FileCalendar) -> Result<(), Error> {
    let change = DeclaredCalendars::new(calendar).change()?;
    let key = DocumentKey { tenant: change.tenant.clone(), kind: DocumentKind::Calendar, name: change.name.clone() };
    let body = serde_json::to_value(&calendar.calendar).expect("a calendar has string keys");
    let found = readable(refrain, &key).await?;
    if found.is_some_and(|found| found.body == body) {
        // Schedules may still be out of date: a server may have stopped after it wrote the calendar.
        return refrain
            .control()
            .acting_as(Rights::configuration())
            .refresh_calendar(&change.tenant, &change.name)
            .await;
    }
    refrain.control().acting_as(Rights::configuration()).save_calendar(&change, &calendar.calendar).await.map(drop)
}

/// Removes the calendars that an earlier file declared and this one does not, if `prune` is set.
pub(super) async fn remove_undeclared(
    refrain: &Refrain,
    loaded: &LoadedConfig,
    applied: &mut ApplyResult,
) -> Result<(), Error> {
    let wanted: BTreeSet<DeclaredCalendars> = loaded.calendars.iter().map(DeclaredCalendars::new).collect();
    let before = read(refrain).await?;
    let mut kept = wanted.clone();
    for gone in before.iter().filter(|before| !wanted.contains(before)) {
        if !loaded.config.schedules.prune {
            kept.insert(gone.clone());
            continue;
        }
        match refrain.control().acting_as(Rights::configuration()).remove_calendar(&gone.change()?).await {
            Ok(()) | Err(Error::Store(StoreError::NotFound(_))) => {}
            Err(error) => {
                // The next reload retries the removal.
                kept.insert(gone.clone());
                refuse(applied, gone, error)?;
            }
        }
    }
    if kept == before {
        return Ok(());
    }
    let body = serde_json::to_value(&kept).expect("names are strings");
    match refrain.store().put(&document(), &body, ExpectedVersion::Any, &by(), refrain.now()).await {
        Err(error) if error.is_transient() => return Err(error.into()),
        // The next reload writes the list again.
        Err(error) => applied.refused_calendars.push(format!("the list of calendars could not be written: {error}")),
        Ok(_) => {}
    }
    Ok(())
}

/// Records the error of one calendar, or fails if the store is unavailable.
fn refuse(applied: &mut ApplyResult, calendar: &DeclaredCalendars, error: Error) -> Result<(), Error> {
    let DeclaredCalendars { namespace, tenant, name } = calendar;
    let sentence = match error {
        Error::Store(error) if error.is_transient() => return Err(error.into()),
        Error::CalendarInUse { .. } => {
            format!("the file no longer declares a calendar of {namespace}/{tenant}, but it cannot be removed: {error}")
        }
        error => format!("calendar {name} of {namespace}/{tenant} could not be written: {error}"),
    };
    applied.refused_calendars.push(sentence);
    Ok(())
}

/// Returns the calendars declared when the file was last applied. An unreadable list counts as empty, so nothing is
/// removed.
async fn read(refrain: &Refrain) -> Result<BTreeSet<DeclaredCalendars>, Error> {
    let found = readable(refrain, &document()).await?;
    Ok(found.and_then(|found| serde_json::from_value(found.body).ok()).unwrap_or_default())
}

/// Returns a document, or `None` if it cannot be read: writing it again repairs it.
async fn readable(refrain: &Refrain, key: &DocumentKey) -> Result<Option<Document>, Error> {
    match refrain.store().document(key).await {
        Ok(found) => Ok(found),
        Err(StoreError::Corrupt(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn document() -> DocumentKey {
    let name = DocumentName::new("calendars").expect("the name is valid");
    DocumentKey { tenant: system_tenant(), kind: DocumentKind::Declaration, name }
}
