//! When a schedule is due after a run, by its rule: what the line about a run says, and the gauge of a schedule.
//!
//! Nothing is read for it: a line in a log must not cost a question to the store. Rules are those that planning keeps, so
//! that a node which did not plan a schedule lately does not know; nor does anyone where more than the rule decides, a
//! number of runs or a named calendar.

use std::sync::Arc;

use jiff::Timestamp;

use crate::completion::next_after_end;
use crate::definition::Definition;
use crate::occurrence::Occurrence;
use crate::planner::rules::Rules;

/// Answers when the next run is.
#[derive(Clone, Debug, Default)]
pub(crate) struct NextRuns {
    rules: Arc<Rules>,
}

impl NextRuns {
    /// By the rules that planning keeps.
    pub(crate) fn new(rules: Arc<Rules>) -> Self {
        Self { rules }
    }

    /// The first time after now, and after this occurrence's own, that its schedule yields as it was when this was planned.
    /// None when there is none, or nobody here knows.
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
