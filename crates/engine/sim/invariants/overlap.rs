//! The overlap policy holds. Under `skip` and the buffer policies, two runs of one discriminator never
//! overlap. Under `allow_all`, there are never more runs than allowed.
//!
//! An occurrence is skipped for overlap only when it is due, because of a run of its own discriminator, and
//! only if it was not created by a person or by catch-up.

use refrain::model::{Occurrence, Overlap, Reason, SkipReason, Trigger};

use crate::watch::{Call, Observer};

impl Observer {
    /// Checks that an occurrence that a claim skipped for overlap was due.
    pub(super) fn check_overlap_time(&mut self, call: Call, row: &Occurrence) {
        let is_for_others = match row.reason {
            Some(Reason::Skipped(reason)) => matches!(reason, SkipReason::Overlap | SkipReason::BufferFull),
            Some(Reason::Failed(_)) | None => false,
        };
        // An occurrence that was due before the clock was set back stays due. The store's time counts,
        // because the node's time at the call may be long past.
        let at = call.store_now;
        if is_for_others && !self.stepped_back && at + self.ahead_max() < row.planned.due_at {
            let text = format!("row {} is due at {} and was skipped at {at}", row.id, row.planned.due_at);
            self.report_violation("overlap is judged when an occurrence is due", text);
        }
        if is_for_others {
            self.check_blocker(row);
        }
    }

    fn check_blocker(&mut self, row: &Occurrence) {
        let Occurrence { id, planned, .. } = row;
        let overlap = self.schedules.get(&row.schedule_uid).map(|known| known.definition.overlap);
        let is_queued = match planned.trigger {
            Trigger::Schedule | Trigger::Manual => false,
            // A live run may replace a catch-up run.
            Trigger::CatchUp => overlap != Some(Overlap::CancelOther),
            Trigger::Backfill | Trigger::Retry => true,
        };
        if is_queued {
            let text = format!("row {id}, created as {}, was skipped because of another run", planned.trigger.as_str());
            self.report_violation("occurrences created together all run", text);
        }
        let blocker = row.blocker.and_then(|blocker| self.rows.get(&blocker));
        if let Some(blocker) = blocker
            && blocker.discriminator != planned.discriminator
        {
            let text =
                format!("row {id} of {:?} was blocked by a run of {:?}", planned.discriminator, blocker.discriminator);
            self.report_violation("discriminators do not block each other", text);
        }
    }

    /// Checks the open rows of a schedule after a claim let a row start for the first time.
    ///
    /// Runs of other discriminators may exceed the current limit, if an edit changed the policy after they
    /// started.
    pub(crate) fn check_concurrency(&mut self, row: &Occurrence, open: &[Occurrence]) {
        let uid = row.schedule_uid;
        let Some(known) = self.schedules.get(&uid) else { return };
        let (overlap, lane) = (known.definition.overlap, &row.planned.discriminator);
        let most = match overlap {
            Overlap::AllowAll => known.definition.max_concurrent.map_or(usize::MAX, |most| most as usize),
            Overlap::Skip | Overlap::BufferOne | Overlap::BufferAll | Overlap::CancelOther => 1,
        };
        let shares_lane = |other: &&Occurrence| {
            other.is_started() && (overlap == Overlap::AllowAll || other.planned.discriminator == *lane)
        };
        // A backfill with its own concurrency runs beside other runs, unless the schedule limits all of its
        // runs.
        let of_backfill =
            |other: &&Occurrence| other.planned.trigger == Trigger::Backfill && other.planned.concurrency.is_some();
        let beside: Vec<_> =
            open.iter().filter(shares_lane).filter(|other| of_backfill(other) == of_backfill(&row)).collect();
        let concurrency = beside.iter().filter_map(|other| other.planned.concurrency).max().unwrap_or(1) as usize;
        let most = if of_backfill(&row) { most.max(concurrency) } else { most };
        let begun = beside.len();
        if begun > most {
            let text = format!("schedule {uid}: {begun} runs of {lane:?} under {overlap:?}");
            self.report_violation("runs overlap only as the policy allows", text);
        }
    }
}
