//! Finds the request behind an occurrence: a manual run, a backfill, or a reopening. The row records that there
//! was a request; the audit log records who made it, when, and for which range.

use std::fmt;

use jiff::Timestamp;
use serde::Deserialize;

use super::Control;
use crate::error::Error;
use crate::model::{AuditEntry, Occurrence, Trigger};
use crate::store::{PAGE_ROWS_MAX, Page};

/// Maximum number of pages of the audit log that are searched.
const PAGES_MAX: usize = 20;

/// The request that created an occurrence or reopened it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OccurrenceRequest {
    /// Kind of the request.
    pub trigger: Trigger,
    /// Time of the request. For a reopened occurrence without an audit entry, the time at which the row was created.
    pub at: Timestamp,
    /// Caller, if the audit log still has the entry.
    pub by: Option<String>,
    /// Range of a backfill by nominal time, if the audit log has it.
    pub range: Option<(Timestamp, Timestamp)>,
}

/// Detail of an audit entry about a backfill.
#[derive(Deserialize)]
struct Range {
    from: Timestamp,
    to: Timestamp,
}

impl<R> Control<R> {
    /// Returns the request behind an occurrence; `None` if its schedule created it.
    pub(super) async fn request_of(&self, row: &Occurrence) -> Result<Option<OccurrenceRequest>, Error> {
        let trigger = row.planned.trigger;
        if !trigger.is_user_requested() {
            return Ok(None);
        }
        let entry = self.entry_of(row).await?;
        Ok(Some(OccurrenceRequest {
            trigger,
            at: entry.as_ref().map_or(row.created_at, |entry| entry.at),
            by: entry.as_ref().map(|entry| entry.entry.by.actor.clone()),
            range: entry.and_then(|entry| {
                let range: Range = serde_json::from_str(&entry.entry.detail).ok()?;
                Some((range.from, range.to))
            }),
        }))
    }

    /// Returns the latest audit entry that created the occurrence or reopened it.
    async fn entry_of(&self, row: &Occurrence) -> Result<Option<AuditEntry>, Error> {
        let (schedule, occurrence) = (format!("schedule/{}", row.schedule.id), format!("occurrence/{}", row.id));
        let is_it = |entry: &AuditEntry| match entry.entry.action.as_str() {
            "occurrence.reopen" => entry.entry.object == occurrence,
            "schedule.fire" | "schedule.backfill" => entry.entry.object == schedule && entry.at == row.created_at,
            _ => false,
        };
        let mut page = Page::first(PAGE_ROWS_MAX);
        for _ in 0..PAGES_MAX {
            let read = self.store.entries(&row.schedule.tenant, &page).await?;
            let is_before = read.rows.last().is_some_and(|entry| entry.at < row.created_at);
            if let Some(found) = read.rows.into_iter().find(is_it) {
                return Ok(Some(found));
            }
            let Some(next) = read.next.filter(|_| !is_before) else { return Ok(None) };
            page = Page::after(PAGE_ROWS_MAX, next);
        }
        Ok(None)
    }
}

impl fmt::Display for OccurrenceRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.trigger {
            Trigger::Backfill => {
                f.write_str("requested by a backfill")?;
                if let Some((from, to)) = self.range {
                    write!(f, " of {from} to {to}")?;
                }
            }
            Trigger::Retry => f.write_str("reopened manually")?,
            Trigger::Manual | Trigger::Schedule | Trigger::CatchUp => f.write_str("requested manually")?,
        }
        match &self.by {
            Some(by) => write!(f, " by {by} at {}", self.at),
            None => write!(f, " at {}", self.at),
        }
    }
}
