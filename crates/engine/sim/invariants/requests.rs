//! What people ask for: every occurrence of a backfill runs, or ends for a reason that is documented for backfills; no instant
//! of a schedule runs under two keys; a schedule that is created again shows its own runs; what is to be paused is paused from
//! the beginning.

use std::collections::BTreeMap;

use jiff::Timestamp;
use refrain::id::{OccurrenceId, ScheduleKey, ScheduleUid};
use refrain::occurrence::{Occurrence, Reason, Trigger};
use refrain::reason::SkipReason;
use refrain::schedule::{Schedule, Status};

use super::Ledger;
use crate::watch::Watch;

pub(super) fn judge(watch: &mut Watch, ledger: &Ledger) {
    for row in ledger.all_rows().filter(|row| row.planned.trigger == Trigger::Backfill) {
        if let Some(Reason::Skipped(reason)) = row.reason.filter(|reason| !may_end_backfill(*reason)) {
            let text = format!("row {} of {} was skipped as {reason}", row.id, row.schedule);
            watch.broken("every occurrence of a backfill runs", text);
        }
    }
    no_instant_twice(watch, ledger);
}

/// Whether a backfilled occurrence may end for this reason.
fn may_end_backfill(reason: Reason) -> bool {
    match reason {
        Reason::Failed(_) => true,
        Reason::Skipped(reason) => match reason {
            // A pause that comes after the request withdraws what is planned.
            SkipReason::Paused
            | SkipReason::Canceled
            | SkipReason::Hold
            | SkipReason::Inactive
            | SkipReason::Disabled
            | SkipReason::Capacity
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

fn no_instant_twice(watch: &mut Watch, ledger: &Ledger) {
    let mut seen: BTreeMap<(ScheduleUid, Timestamp, &str), OccurrenceId> = BTreeMap::new();
    let is_of_recurrence = |row: &&Occurrence| !row.planned.period_key.starts_with("manual:");
    // What an edit has superseded, a person may open again.
    let is_opened_again = |row: &Occurrence| row.planned.trigger == Trigger::Retry;
    let ran = ledger.rows.iter().filter(|row| row.attempt > 0 && !is_opened_again(row));
    for row in ran.filter(is_of_recurrence) {
        let key = (row.schedule_uid, row.planned.nominal_at, row.planned.discriminator.as_str());
        let other = seen.insert(key, row.id);
        // After a clock that went back, an edit that names periods anew plans again what lies ahead. A backfill always knows
        // what is there.
        let is_excused = watch.stepped_back && row.planned.trigger != Trigger::Backfill;
        if let Some(other) = other.filter(|_| !is_excused) {
            let text = format!("rows {other} and {} of {} at {}", row.id, row.schedule, row.planned.nominal_at);
            watch.broken("no instant runs under two keys", text);
        }
    }
}

impl Watch {
    /// Someone was shown rows of a schedule by its name.
    pub(crate) fn shown(&mut self, key: &ScheduleKey, rows: &[Occurrence]) {
        let last = self.schedules.iter().rev().find(|(_, known)| known.key == *key);
        let Some(uid) = last.filter(|(_, known)| known.status != Status::Deleted).map(|(uid, _)| *uid) else { return };
        if let Some(other) = rows.iter().find(|row| row.schedule_uid != uid) {
            let text = format!("row {} of schedule {} was shown for {uid}", other.id, other.schedule_uid);
            self.broken("a schedule shows its own runs", text);
        }
    }

    /// A schedule came to be that was to be paused from the beginning.
    pub(crate) fn created_paused(&mut self, schedule: &Schedule) {
        if schedule.status != Status::Paused {
            let text = format!("{} is {}", schedule.key, schedule.status.as_str());
            self.broken("what is created paused is paused at once", text);
        }
    }

    /// A plan finished a schedule that has these open rows.
    pub(crate) fn finished_with(&mut self, uid: ScheduleUid, open: &[Occurrence]) {
        if let Some(row) = open.iter().find(|row| row.planned.trigger.is_counted()) {
            let text = format!("schedule {uid}: row {} is {}", row.id, row.state.as_str());
            self.broken("finished means that nothing is open", text);
        }
    }
}
