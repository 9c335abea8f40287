//! Requests by people are fulfilled. Every occurrence of a backfill runs, or ends for a reason that is
//! documented for backfills. No instant of a schedule runs under two keys. A re-created schedule shows only
//! its own runs. A schedule that is created paused is paused from the start.

use std::collections::BTreeMap;

use jiff::Timestamp;
use refrain::model::{
    Occurrence, OccurrenceId, Reason, Schedule, ScheduleKey, ScheduleUid, SkipReason, Status, Trigger,
};

use super::Ledger;
use crate::watch::Observer;

pub(super) fn judge(watch: &mut Observer, ledger: &Ledger) {
    for row in ledger.all_rows().filter(|row| row.planned.trigger == Trigger::Backfill) {
        if let Some(Reason::Skipped(reason)) = row.reason.filter(|reason| !may_end_backfill(*reason)) {
            let text = format!("row {} of {} was skipped as {reason}", row.id, row.schedule);
            watch.report_violation("every occurrence of a backfill runs", text);
        }
    }
    no_instant_twice(watch, ledger);
}

/// Returns whether a backfilled occurrence may end for this reason.
fn may_end_backfill(reason: Reason) -> bool {
    match reason {
        Reason::Failed(_) => true,
        Reason::Skipped(reason) => match reason {
            // A pause after the request withdraws planned occurrences.
            SkipReason::Paused
            | SkipReason::Canceled
            | SkipReason::Hold
            | SkipReason::Inactive
            | SkipReason::Disabled
            | SkipReason::Quota
            | SkipReason::Suppressed
            | SkipReason::Throttled
            | SkipReason::Deduplicated
            | SkipReason::ScheduleDeleted => true,
            SkipReason::Overlap
            | SkipReason::Missed
            | SkipReason::Superseded
            | SkipReason::Excluded
            | SkipReason::Deadline
            | SkipReason::BufferFull => false,
        },
    }
}

fn no_instant_twice(watch: &mut Observer, ledger: &Ledger) {
    let mut seen: BTreeMap<(ScheduleUid, Timestamp, &str), OccurrenceId> = BTreeMap::new();
    let is_of_recurrence = |row: &&Occurrence| !row.planned.period_key.starts_with("manual:");
    // A person may reopen what an edit has superseded.
    let is_opened_again = |row: &Occurrence| row.planned.trigger == Trigger::Retry;
    let ran = ledger.rows.iter().filter(|row| row.attempt > 0 && !is_opened_again(row));
    for row in ran.filter(is_of_recurrence) {
        let key = (row.schedule_uid, row.planned.nominal_at, row.planned.discriminator.as_str());
        let other = seen.insert(key, row.id);
        // After a clock was set back, an edit that renames periods plans them again in the range ahead. A
        // backfill always recognizes existing occurrences.
        let is_excused = watch.stepped_back && row.planned.trigger != Trigger::Backfill;
        if let Some(other) = other.filter(|_| !is_excused) {
            let text = format!("rows {other} and {} of {} at {}", row.id, row.schedule, row.planned.nominal_at);
            watch.report_violation("no instant runs under two keys", text);
        }
    }
}

impl Observer {
    /// Checks the rows that were listed for the name of a schedule.
    pub(crate) fn rows_listed(&mut self, key: &ScheduleKey, rows: &[Occurrence]) {
        let last = self.schedules.iter().rev().find(|(_, known)| known.key == *key);
        let Some(uid) = last.filter(|(_, known)| known.status != Status::Deleted).map(|(uid, _)| *uid) else { return };
        if let Some(other) = rows.iter().find(|row| row.schedule_uid != uid) {
            let text = format!("row {} of schedule {} was listed for {uid}", other.id, other.schedule_uid);
            self.report_violation("a schedule shows only its own runs", text);
        }
    }

    /// Checks a schedule that was to be created paused.
    pub(crate) fn created_paused(&mut self, schedule: &Schedule) {
        if schedule.status != Status::Paused {
            let text = format!("{} is {}", schedule.key, schedule.status.as_str());
            self.report_violation("a schedule created paused is paused from the start", text);
        }
    }

    /// Checks the open rows of a schedule that a plan finished.
    pub(crate) fn finished_with(&mut self, uid: ScheduleUid, open: &[Occurrence]) {
        if let Some(row) = open.iter().find(|row| row.planned.trigger.is_counted()) {
            let text = format!("schedule {uid}: row {} is {}", row.id, row.state.as_str());
            self.report_violation("a finished schedule has no open occurrence", text);
        }
    }
}
