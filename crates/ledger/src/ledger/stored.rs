//! A schedule as a store found it: complete, or with a definition that cannot be read. Operations that do not
//! need the definition still work: an edit, a deletion, a quarantine. Everything else is refused for this one
//! schedule.

use std::sync::Arc;

use crate::model::cut;
use jiff::Timestamp;
use refrain_recurrence::{CronRecurrence, Recurrence, Spec};
use serde_json::Value;

use crate::ledger::{DefinitionResult, ListedSchedule, StoreError, UnreadableSchedule};
use crate::model::{Action, By, Definition, Gate, MESSAGE_BYTES_MAX, Revision, Schedule, Status, StatusNote};

/// A schedule as read from a store.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredSchedule {
    schedule: Schedule,
    problem: Option<String>,
}

impl StoredSchedule {
    /// Combines the parts that were read. `schedule` builds the schedule from a definition. An unreadable
    /// definition is replaced by a placeholder that agrees with `gate`, so that writing the schedule back does
    /// not change how claims treat it.
    pub fn new(defined: DefinitionResult, gate: &Gate, schedule: impl FnOnce(Arc<Definition>) -> Schedule) -> Self {
        match defined {
            Ok(definition) => Self { schedule: schedule(definition), problem: None },
            Err(problem) => Self {
                schedule: schedule(Arc::new(placeholder_definition(gate))),
                problem: Some(problem.into_problem()),
            },
        }
    }

    /// Returns the schedule, even with a placeholder definition. It must not be returned to callers of the store.
    pub fn known(&self) -> &Schedule {
        &self.schedule
    }

    /// Returns whether the definition was read.
    pub fn is_readable(&self) -> bool {
        self.problem.is_none()
    }

    /// Returns the schedule, for operations that need its definition.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if the definition cannot be read.
    pub fn whole(self) -> Result<Schedule, StoreError> {
        match self.problem {
            None => Ok(self.schedule),
            Some(problem) => {
                let key = &self.schedule.key;
                Err(StoreError::Corrupt(format!("the definition of schedule {key} cannot be read: {problem}")))
            }
        }
    }

    /// Returns the entry of the schedule in a list.
    pub fn listed(self) -> ListedSchedule {
        let Some(problem) = self.problem else { return Ok(self.schedule) };
        let Schedule { uid, key, revision, status, watermark, created_at, .. } = self.schedule;
        Err(Box::new(UnreadableSchedule { uid, key, revision, status, watermark, created_at, problem }))
    }

    /// Returns the quarantined schedule: disabled, with the problem as its note. None if the schedule has changed
    /// since, or is already stopped.
    pub fn quarantined(&self, found: &UnreadableSchedule, by: &By, now: Timestamp) -> Option<Schedule> {
        let old = &self.schedule;
        let is_same = old.uid == found.uid && old.revision == found.revision;
        let text = cut(&found.problem, MESSAGE_BYTES_MAX).to_owned();
        (is_same && old.status.may_become(Status::Disabled)).then(|| Schedule {
            revision: Revision(old.revision.0 + 1),
            status: Status::Disabled,
            status_note: StatusNote { by: by.actor.clone(), text: Some(text), until: None },
            updated_at: old.changed_at(now),
            ..old.clone()
        })
    }
}

fn placeholder_definition(gate: &Gate) -> Definition {
    let spec = Spec::new(Recurrence::Cron(CronRecurrence::default()), "UTC");
    let mut definition = Definition::new(spec, Action::new("", Value::Null));
    definition.overlap = gate.overlap;
    definition.max_concurrent = gate.max_concurrent;
    definition.delivery = gate.delivery;
    definition.retry.max_attempts = gate.max_attempts;
    definition
}
