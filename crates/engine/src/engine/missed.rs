//! Reports expected runs that have not started in time: planned and not started, or waiting for another attempt.
//! Running occurrences are not reported, since their timeout and lease end them. Nor are occurrences that a
//! person requested, which may be due in the past from the beginning.
//!
//! Invariant: this node reports an occurrence once, as long as it remembers it.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::Engine;
use crate::model::{Occurrence, OccurrenceId};
use crate::observe::Alarm;
use crate::recent::RecentCache;
use crate::store::{DefinitionResult, StoreError};
use crate::timing::ON_TIME_FOR;

/// Maximum number of occurrences per check, the earliest first. If more are overdue, [`Alarm::Overdue`] shows
/// since when.
const OVERDUE_MAX: usize = 1_000;

/// Occurrences that were already reported.
pub(super) type ReportedRuns = RecentCache<OccurrenceId, ()>;

impl Engine {
    /// Performs one check.
    pub(super) async fn check_missed(&self, now: Timestamp) -> Result<(), StoreError> {
        let late_at = now.saturating_sub(ON_TIME_FOR).unwrap_or(Timestamp::MIN);
        let mut rows = self.store.overdue(late_at, OVERDUE_MAX).await?;
        rows.retain(|row| !row.planned.trigger.is_user_requested());
        self.events.metrics().overdue_planned(rows.len());
        rows.retain(|row| self.reported_runs.get(&row.id).is_none());
        let wanted: Vec<_> = rows.iter().map(|row| (row.schedule_uid, row.revision)).collect();
        let definitions = self.store.definitions(&wanted).await?;
        for (row, defined) in rows.into_iter().zip(definitions) {
            if now.duration_since(row.planned.due_at) > expected_within(&defined) {
                self.reported_runs.keep(row.id, Arc::new(()));
                let Occurrence { id: occurrence, schedule, planned, .. } = row;
                self.events.alarm(Alarm::MissedRun { schedule, occurrence, nominal_at: planned.nominal_at });
            }
        }
        Ok(())
    }
}

/// Returns how late a run may be: up to the start deadline of its schedule.
fn expected_within(defined: &DefinitionResult) -> SignedDuration {
    let deadline = defined.as_ref().ok().and_then(|definition| definition.start_deadline);
    deadline.map_or(ON_TIME_FOR, |deadline| deadline.duration().max(ON_TIME_FOR))
}
