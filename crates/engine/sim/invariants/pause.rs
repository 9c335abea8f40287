//! After a pause or a cancel is committed, nothing of the schedule may start, except what a person requests
//! during the pause. An occurrence leased ahead of time starts only after the store has confirmed it.

use jiff::Timestamp;
use refrain::model::{Occurrence, OccurrenceId, ScheduleKey, ScheduleUid, Status, Trigger};
use refrain::store::{ConfirmResult, Lease};

use crate::trace::Line;
use crate::watch::Observer;

impl Observer {
    /// Checks that the store may let a row start, by a claim of a due row or by a confirmation.
    fn allowed(&mut self, uid: ScheduleUid, id: OccurrenceId, trigger: Option<Trigger>) {
        let Some(known) = self.schedules.get(&uid) else { return };
        let is_user_requested = trigger.is_none_or(Trigger::is_user_requested);
        let is_requested_since = self.requested_by.get(&id).is_none_or(|step| *step > known.stopped_by);
        let may = match known.status {
            Status::Active | Status::Finished => true,
            Status::Paused | Status::Disabled => is_user_requested && is_requested_since,
            Status::Canceled | Status::Deleted => false,
        };
        if !may {
            let text = format!("row {id} may start although its schedule is {}", known.status.as_str());
            self.report_violation("nothing starts after a pause", text);
        }
    }

    pub(crate) fn claimed_due(&mut self, occurrence: &Occurrence) {
        self.allowed(occurrence.schedule_uid, occurrence.id, Some(occurrence.planned.trigger));
    }

    pub(crate) fn confirmed(&mut self, node: usize, lease: Lease, answer: ConfirmResult, trigger: Option<Trigger>) {
        let may_start = answer == ConfirmResult::Go;
        self.line(Line::ConfirmResult { node, row: lease.id.0, fence: lease.fence.0, may_start });
        let Some(row) = self.rows.get_mut(&lease.id) else { return };
        let uid = row.uid;
        if let Some(held) = row.lease.as_mut().filter(|_| row.fence == lease.fence) {
            held.may_start = Some(may_start);
        }
        if may_start {
            self.allowed(uid, lease.id, trigger);
        }
    }

    /// Reports that the engine ended a pause early.
    pub(crate) fn pause_ended_early(&mut self, key: &ScheduleKey, until: Timestamp, now: Timestamp) {
        self.report_violation("a pause does not end early", format!("{key} until {until}, ended at {now}"));
    }

    /// Checks that a send was allowed to start.
    pub(super) fn check_confirmed(&mut self, occurrence: &Occurrence) {
        let id = occurrence.id;
        let Some(lease) = self.rows.get(&id).and_then(|row| row.lease.clone()) else { return };
        match lease.may_start {
            Some(false) => {
                self.report_violation("nothing starts after a pause", format!("row {id} started after a refusal"));
            }
            None if lease.is_ahead => {
                self.report_violation(
                    "a run leased ahead is confirmed",
                    format!("row {id} started without confirmation"),
                );
            }
            Some(true) | None => {}
        }
    }
}
