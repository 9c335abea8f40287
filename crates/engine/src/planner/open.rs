//! The open occurrences of a schedule: planned or running, and therefore not counted yet.

use jiff::Timestamp;

use crate::model::{Counters, Schedule};
use crate::store::{PAGE_ROWS_MAX, Store, StoreError};

/// The open occurrences of a schedule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenOccurrences {
    /// Number of open occurrences of any kind.
    pub rows: usize,
    /// Nominal times of the open occurrences that count against `max_runs`, in no order.
    pub counted: Vec<Timestamp>,
    /// Due time of the latest open occurrence, or its creation time if that is later.
    pub since: Option<Timestamp>,
}

impl OpenOccurrences {
    /// Reads the open occurrences of a schedule.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn read(store: &dyn Store, schedule: &Schedule) -> Result<Self, StoreError> {
        let mut open = Self::default();
        let mut after = None;
        loop {
            let rows = store.open_occurrences(schedule.uid, after, PAGE_ROWS_MAX).await?;
            for row in &rows {
                open.rows += 1;
                open.since = open.since.max(Some(row.planned.due_at.max(row.created_at)));
                if row.planned.trigger.is_counted() {
                    open.counted.push(row.planned.nominal_at);
                }
            }
            match rows.last() {
                Some(last) if rows.len() == PAGE_ROWS_MAX => after = Some(last.id),
                Some(_) | None => return Ok(open),
            }
        }
    }

    /// Reads the open occurrences of a schedule, and then its counters. In this order, a run that ends in between
    /// is in both, and never in neither.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn read_with_counters(store: &dyn Store, schedule: &Schedule) -> Result<(Self, Counters), StoreError> {
        let open = Self::read(store, schedule).await?;
        let counters = match store.schedule(&schedule.key).await {
            Ok(found) => found.filter(|found| found.uid == schedule.uid).map(|found| found.counters),
            Err(StoreError::Corrupt(_)) => None,
            Err(error) => return Err(error),
        };
        Ok((open, counters.unwrap_or_else(|| schedule.counters.clone())))
    }
}
