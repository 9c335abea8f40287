//! Every attempt carries the same key. Nothing is sent without a lease, or twice under one lease. With
//! at-most-once delivery, nothing is sent again after a call with an uncertain outcome.
//!
//! So every duplicate has a known cause: a retry, a lease that was lost or released, or a person who reopened
//! the row.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use refrain::delivery::Run;
use refrain::model::{Delivery, Fence, IdempotencyKey, Occurrence, OccurrenceId, Trigger};

use crate::features::{Feature, Features};
use crate::trace::Line;
use crate::watch::{Observer, Send};

/// Maximum time until a run whose lease has expired is stopped. The worker checks its leases six times per
/// lease duration.
const STOP_WITHIN: SignedDuration = SignedDuration::from_millis(2_500);

/// Maximum time until a run is asked to stop, after its node learned that it must, and after the node
/// continued.
const TOLD_WITHIN: SignedDuration = SignedDuration::from_secs(1);

impl Observer {
    /// Checks a run that the engine sends.
    pub(crate) fn sent(
        &mut self,
        node: usize,
        run: &Run,
        key: IdempotencyKey,
        (now, store_now): (Timestamp, Timestamp),
    ) {
        let occurrence = &*run.occurrence;
        let (id, fence) = (occurrence.id, occurrence.fence);
        self.sends += 1;
        self.line(Line::Sent { node, row: id.0, fence: fence.0 });
        self.check_confirmed(occurrence);
        self.check_not_early(node, occurrence, now, store_now);
        self.check_attempt_number(run);
        self.check_deadline(run);
        self.check_holds(node, run);
        self.check_day_off(run);
        self.record_features(run);
        let row = self.row(occurrence);
        let was_given = row.grants.get(&fence).is_some_and(|(to, _)| *to == node);
        let is_holder = row.fence == fence && row.lease.is_some();
        let is_excused = row.excused_fences.contains(&fence);
        let had_key = row.key.replace(key);
        let was_sent = row.sends.iter().any(|send| send.fence == fence);
        let generation = row.reopened.len();
        let is_uncertain = row.sends.iter().any(|send| send.generation == generation && !send.is_refused);
        row.sends.push(Send { fence, generation, is_refused: false, ended_at: None });
        if let Some(lease) = row.lease.as_mut().filter(|_| is_holder) {
            lease.is_sent = true;
        }
        // If one of two nodes did not know the time, both may consider the lease theirs.
        if !was_given || !(is_holder || is_excused) {
            self.report_violation("nothing is sent without a lease", format!("row {id}: fence {fence} by node {node}"));
        }
        if was_sent {
            self.report_violation("nothing is sent twice under one lease", format!("row {id}: fence {fence}"));
        }
        // A fence is above the time of its claim, so fences only increase while the clock does.
        let before = self.fences_before.get(&key.low_bits()).copied().filter(|_| !self.stepped_back);
        if let Some(before) = before.filter(|before| fence <= *before) {
            self.report_violation(
                "fences only increase",
                format!("row {id}: {fence} after a restore, {before} before it"),
            );
        }
        if had_key.is_some_and(|had| had != key) {
            self.report_violation("every attempt has the same key", format!("row {id}: {key} after {had_key:?}"));
        }
        if run.definition.delivery == Delivery::AtMostOnce && is_uncertain {
            self.report_violation("an at-most-once run is never sent twice", format!("row {id}: fence {fence}"));
        }
    }

    /// Returns the row of a run as the store leased it.
    pub(crate) fn leased_row(&self, run: &Run) -> Option<Arc<Occurrence>> {
        let row = self.rows.get(&run.occurrence.id)?;
        Some(Arc::clone(&row.last)).filter(|row| row.fence == run.occurrence.fence)
    }

    /// Records the features that a send exercises.
    fn record_features(&mut self, run: &Run) {
        let occurrence = &run.occurrence;
        let features = self.features.entry(occurrence.schedule_uid).or_default();
        *features = features.with(Features::of(&run.definition));
        if occurrence.attempt > 1 {
            features.add(Feature::Retry);
        }
        match occurrence.planned.trigger {
            Trigger::Schedule | Trigger::CatchUp => {}
            Trigger::Manual => features.add(Feature::ManualRun),
            Trigger::Backfill if occurrence.planned.concurrency.is_some() => features.add(Feature::BackfillBeside),
            Trigger::Backfill => features.add(Feature::Backfill),
            Trigger::Retry => features.add(Feature::Reopen),
        }
    }

    /// Records that the receiver did the work.
    pub(crate) fn effect(&mut self, node: usize, run: &Run, key: IdempotencyKey) {
        self.line(Line::Effect { node, row: run.occurrence.id.0, fence: run.occurrence.fence.0 });
        *self.effects.entry(key.low_bits()).or_default() += 1;
    }

    /// Records that the receiver definitely did nothing.
    pub(crate) fn refused(&mut self, run: &Run) {
        let Some(row) = self.rows.get_mut(&run.occurrence.id) else { return };
        if let Some(send) = row.sends.iter_mut().rev().find(|send| send.fence == run.occurrence.fence) {
            send.is_refused = true;
        }
    }

    /// Records that a run ended, however it ended.
    pub(crate) fn run_over(&mut self, id: OccurrenceId, fence: Fence) {
        let now = self.now;
        let Some(row) = self.rows.get_mut(&id) else { return };
        if let Some(send) = row.sends.iter_mut().rev().find(|send| send.fence == fence) {
            send.ended_at = Some(now);
        }
    }

    /// Checks whether a run in progress still has its lease. Returns since when it has none.
    pub(crate) fn check_lease(
        &mut self,
        node: usize,
        run: &Run,
        now: Timestamp,
        over_since: Option<SignedDuration>,
    ) -> Option<SignedDuration> {
        let id = run.occurrence.id;
        let row = self.rows.get(&id)?;
        let lease = row.lease.as_ref().filter(|_| row.fence == run.occurrence.fence);
        let stop_requested_at = lease.and_then(|lease| lease.stop_requested_at);
        let frozen_at = self.nodes[node].frozen_at;
        let is_late = |since| self.now - since > TOLD_WITHIN && frozen_at.is_none_or(|still| still < since);
        if stop_requested_at.is_some_and(is_late) && !run.cancel.is_cancelled() {
            self.report_violation("a canceled run is notified", format!("row {id} on node {node}"));
            return over_since;
        }
        let has_lease = row.grants.get(&run.occurrence.fence).is_some_and(|(_, until)| *until > now);
        if has_lease || self.nodes[node].is_frozen {
            return None;
        }
        let since = over_since.unwrap_or(self.now);
        let was_frozen = self.nodes[node].frozen_at.is_some_and(|at| at >= since);
        let since = if was_frozen { self.now } else { since };
        if self.now - since > STOP_WITHIN {
            let text = format!("row {id}: fence {} still runs on node {node}", run.occurrence.fence);
            self.report_violation("a run without a lease is stopped", text);
        }
        Some(since)
    }
}
