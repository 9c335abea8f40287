//! When a schedule is due after a run, by its rule: what the line about a run says, and the gauge of a schedule.
//!
//! Rules are kept while they are used, so that mostly nothing is read. What depends on more than the rule, a number of runs
//! or a named calendar, is read each time: a wrong time in a log is worse than a slow one.

use std::sync::Arc;

use jiff::Timestamp;
use refrain_recurrence::Rule;

use crate::completion::next_after_end;
use crate::definition::Definition;
use crate::id::{Revision, ScheduleUid};
use crate::occurrence::Occurrence;
use crate::planner::{calendars_of, rules};
use crate::recent::Recent;
use crate::schedule::{Schedule, Status};
use crate::store::Store;

/// Answers when the next run is.
pub(crate) struct NextRuns {
    store: Arc<dyn Store>,
    rules: Recent<(ScheduleUid, Revision), Rule>,
}

impl NextRuns {
    pub(crate) fn new(store: Arc<dyn Store>) -> Self {
        Self { store, rules: Recent::default() }
    }

    /// The first time after now, and after this occurrence's own, that its schedule yields as it was when this was planned.
    /// None when there is none, the schedule rests, or nobody can say.
    pub(crate) async fn after(
        &self,
        occurrence: &Occurrence,
        definition: Option<&Definition>,
        now: Timestamp,
    ) -> Option<Timestamp> {
        let spec = &definition?.spec;
        if let Some(next) = next_after_end(&spec.recurrence, now) {
            return Some(next);
        }
        let key = (occurrence.schedule_uid, occurrence.revision);
        let is_fixed = spec.max_runs.is_none() && spec.calendars.is_empty();
        let rule = match self.rules.get(key).filter(|_| is_fixed) {
            Some(rule) => rule,
            None => {
                let schedule = self.schedule(occurrence).await?;
                let calendars = calendars_of(&*self.store, &schedule).await.ok()?.ok()?;
                let rule = Arc::new(rules::compile(&schedule, Some(&calendars)).ok()?);
                if is_fixed {
                    self.rules.keep(key, Arc::clone(&rule));
                }
                rule
            }
        };
        rule.next_after(now.max(occurrence.planned.nominal_at)).map(|next| next.at())
    }

    /// The schedule, if it is still the one that this was planned for, and has runs left.
    async fn schedule(&self, occurrence: &Occurrence) -> Option<Schedule> {
        let schedule = self.store.schedule(&occurrence.schedule).await.ok()??;
        let is_same = schedule.uid == occurrence.schedule_uid && schedule.revision == occurrence.revision;
        let has_runs = schedule.definition.spec.max_runs.is_none_or(|max| schedule.counters.runs < max);
        (is_same && has_runs && schedule.status == Status::Active).then_some(schedule)
    }
}
