//! The next run of a schedule according to its recurrence, for the log record about a run and for the gauge
//! of a schedule.
//!
//! Computing it reads nothing: a log record must not cost a query to the store. It uses the compiled
//! recurrences that the planner caches, so a node that did not plan the schedule lately has no answer. There
//! is also no answer if more than the recurrence decides: `max_runs` or a named calendar.

use std::sync::Arc;

use jiff::Timestamp;

use crate::model::{Definition, Occurrence};
use crate::timing::{RecurrenceCache, next_after_end};

/// Source of the next run time of schedules.
#[derive(Clone, Debug, Default)]
pub(crate) struct NextRuns {
    rules: Arc<RecurrenceCache>,
}

impl NextRuns {
    /// Creates a source that uses the recurrences cached by the planner.
    pub(crate) fn new(rules: Arc<RecurrenceCache>) -> Self {
        Self { rules }
    }

    /// Returns the first instant after `now` and after the occurrence's nominal time, under the revision that
    /// planned the occurrence. Returns `None` if there is none or it is unknown on this node.
    pub(crate) fn after(
        &self,
        occurrence: &Occurrence,
        definition: Option<&Definition>,
        now: Timestamp,
    ) -> Option<Timestamp> {
        let spec = &definition?.spec;
        if let Some(next) = next_after_end(&spec.recurrence, now) {
            return Some(next);
        }
        let is_fixed = spec.max_runs.is_none() && spec.calendars.is_empty();
        let rule = self.rules.known(occurrence.schedule_uid, occurrence.revision).filter(|_| is_fixed)?;
        rule.next_after(now.max(occurrence.planned.nominal_at)).map(|next| next.at())
    }
}
