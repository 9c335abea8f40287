//! The work in progress of a worker. Plain data: free slots, due occurrences, leases to renew.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tokio::task::AbortHandle;
use tokio_util::sync::CancellationToken;

use super::slots::SlotLimits;
use super::tenure::{Moment, Tenure};
use super::{AttemptResult, LeasedOccurrence};
use crate::model::{Definition, Delivery, FailReason, Occurrence, OccurrenceId};
use crate::store::{Ending, Lease, Release};

/// Time that a run has to stop by itself after it was asked to.
const CANCEL_FOR: SignedDuration = SignedDuration::from_secs(10);

/// Everything that a worker holds.
#[derive(Debug, Default)]
pub(super) struct WorkInProgress {
    /// Occurrences leased ahead of their due time.
    ahead: BinaryHeap<Reverse<LeaseAhead>>,
    /// Runs that were started and have not reported. Ordered, so that a seed of the simulation is reproducible.
    running: BTreeMap<OccurrenceId, Running>,
    /// Attempts that have ended and are not settled yet.
    attempted: Vec<AttemptResult>,
    /// Number of occurrences that are being confirmed and will run.
    pub(super) confirming: usize,
    /// Number of occurrences that are at the store, to be settled or released.
    pub(super) at_store: usize,
    /// Slots per tenant and provider.
    slots: SlotLimits,
    /// Leases of occurrences that found no slot, and when they come back.
    without_slot: Vec<Release>,
}

#[derive(Debug)]
struct LeaseAhead {
    due_at: Timestamp,
    id: OccurrenceId,
    leased: LeasedOccurrence,
}

/// A run that was started.
#[derive(Debug)]
struct Running {
    occurrence: Arc<Occurrence>,
    /// Definition of its schedule. None if the definition could not be read.
    definition: Option<Arc<Definition>>,
    tenure: Tenure,
    /// Whether a renewal of the lease is in progress. There is only one at a time: of two requests, the older one
    /// might arrive last.
    is_renewing: bool,
    cancel: CancellationToken,
    task: AbortHandle,
    /// Time after which the worker no longer waits for a run that was asked to stop.
    stop_at: Option<Timestamp>,
}

impl WorkInProgress {
    /// Starts with nothing in progress.
    pub(super) fn new(slots: SlotLimits) -> Self {
        Self { slots, ..Self::default() }
    }

    /// Returns the number of leases held.
    pub(super) fn len(&self) -> usize {
        self.slots_taken() + self.idle()
    }

    /// Returns the number of slots in use: by runs, and by occurrences that are about to start.
    pub(super) fn slots_taken(&self) -> usize {
        self.running.len() + self.confirming
    }

    /// Returns the number of leases held without a slot: occurrences that are not due yet, and those that have
    /// run and are not settled.
    pub(super) fn idle(&self) -> usize {
        self.ahead.len() + self.attempted.len() + self.at_store + self.without_slot.len()
    }

    /// Takes a slot of the tenant and the provider, if both have one. Otherwise the lease is kept aside to be
    /// released.
    pub(super) fn take_slot(&mut self, leased: &LeasedOccurrence, now: Timestamp) -> bool {
        let LeasedOccurrence { occurrence, definition, .. } = leased;
        match self.slots.take(&occurrence.schedule.tenant, definition.as_deref().ok(), now) {
            Ok(()) => true,
            Err(back_at) => {
                self.without_slot.push(Release { lease: lease_of(occurrence), ready_at: Some(back_at) });
                false
            }
        }
    }

    /// Takes the leases of occurrences that found no slot.
    pub(super) fn take_without_slot(&mut self) -> Vec<Release> {
        std::mem::take(&mut self.without_slot)
    }

    pub(super) fn hold_until_due(&mut self, leased: LeasedOccurrence) {
        let Occurrence { id, planned, .. } = &*leased.occurrence;
        self.ahead.push(Reverse(LeaseAhead { due_at: planned.due_at, id: *id, leased }));
    }

    /// Returns the due time of the first waiting occurrence.
    pub(super) fn next_due_at(&self) -> Option<Timestamp> {
        self.ahead.peek().map(|Reverse(first)| first.due_at)
    }

    /// Takes at most `most` occurrences that are due.
    pub(super) fn take_due(&mut self, now: Timestamp, most: usize) -> Vec<LeasedOccurrence> {
        let mut due = Vec::new();
        while due.len() < most && self.next_due_at().is_some_and(|due_at| due_at <= now) {
            due.extend(self.ahead.pop().map(|Reverse(first)| first.leased));
        }
        due
    }

    /// Takes occurrences that should have started by then and found no slot.
    pub(super) fn take_crowded_out(&mut self, due_by: Timestamp) -> Vec<Lease> {
        self.take_due(due_by, usize::MAX).iter().map(|leased| lease_of(&leased.occurrence)).collect()
    }

    /// Takes all occurrences that have not started.
    pub(super) fn take_waiting(&mut self) -> Vec<Lease> {
        self.ahead.drain().map(|Reverse(waiting)| lease_of(&waiting.leased.occurrence)).collect()
    }

    pub(super) fn started(&mut self, leased: LeasedOccurrence, cancel: CancellationToken, task: AbortHandle) {
        let LeasedOccurrence { occurrence, definition, tenure } = leased;
        let (id, definition) = (occurrence.id, definition.ok());
        let running = Running { occurrence, definition, tenure, is_renewing: false, cancel, task, stop_at: None };
        // A node that lost a lease without noticing may be granted the next one. The old run must not continue
        // beside the new one.
        if let Some(old) = self.running.insert(id, running) {
            old.cancel.cancel();
            old.task.abort();
            self.free_slot(&old);
        }
    }

    /// Takes the result of an attempt. Ignores it if the lease was lost in the meantime: the new owner reports
    /// the result.
    pub(super) fn ended(&mut self, mut attempted: AttemptResult) {
        let Some(running) = self.remove(lease_of(&attempted.occurrence)) else { return };
        let was_canceled = running.stop_at.is_some() && !matches!(attempted.ending, Ending::Succeeded { .. });
        if was_canceled {
            attempted = AttemptResult { ending: canceled(), delayed_until: None, ..attempted };
        }
        self.attempted.push(attempted);
    }

    pub(super) fn has_attempted(&self) -> bool {
        !self.attempted.is_empty()
    }

    /// Returns whether there are few results and more may follow shortly.
    pub(super) fn should_linger(&self, few: usize) -> bool {
        self.has_attempted() && self.attempted.len() < few && !self.running.is_empty()
    }

    pub(super) fn take_attempted(&mut self, most: usize) -> Vec<AttemptResult> {
        let rest = self.attempted.split_off(self.attempted.len().min(most));
        std::mem::replace(&mut self.attempted, rest)
    }

    /// Keeps results that could not be settled.
    pub(super) fn keep_attempted(&mut self, attempted: Vec<AttemptResult>) {
        self.attempted.extend(attempted);
    }

    /// Starts to renew leases: those of which a third has passed, and that are not being renewed.
    pub(super) fn renew_due(&mut self, now: Moment, lease_for: SignedDuration) -> Vec<Lease> {
        let is_old = |running: &Running| running.tenure.left(now) <= lease_for * 2 / 3;
        let mut leases = Vec::new();
        for running in self.running.values_mut().filter(|it| is_old(it) && !it.is_renewing) {
            running.is_renewing = true;
            running.tenure.renewing(now.at.saturating_add(lease_for).unwrap_or(now.at));
            leases.push(lease_of(&running.occurrence));
        }
        leases
    }

    /// Ends the renewal of these leases, whether the store answered or failed.
    pub(super) fn renewal_over(&mut self, leases: &[Lease]) {
        for lease in leases {
            if let Some(running) = self.under(*lease) {
                running.is_renewing = false;
            }
        }
    }

    /// Records that a lease was extended. A run that must stop is asked to, once.
    pub(super) fn renewed(&mut self, lease: Lease, asked_at: Moment, lease_for: SignedDuration, is_to_stop: bool) {
        let Some(running) = self.under(lease) else { return };
        let now = asked_at.at;
        running.tenure.renewed(now.saturating_add(lease_for).unwrap_or(now), asked_at, lease_for);
        if is_to_stop && running.stop_at.is_none() {
            running.cancel.cancel();
            running.stop_at = Some(now.saturating_add(CANCEL_FOR).unwrap_or(now));
        }
    }

    /// Records that a lease was lost: the run is stopped, and its result no longer counts.
    pub(super) fn lost(&mut self, lease: Lease) -> Option<Arc<Occurrence>> {
        let running = self.remove(lease)?;
        running.cancel.cancel();
        running.task.abort();
        Some(running.occurrence)
    }

    /// Returns the run under exactly this lease. The same occurrence may run under a newer lease, to which
    /// answers for an old one do not apply.
    fn under(&mut self, lease: Lease) -> Option<&mut Running> {
        self.running.get_mut(&lease.id).filter(|running| running.occurrence.fence == lease.fence)
    }

    /// Removes the run under exactly this lease.
    fn remove(&mut self, lease: Lease) -> Option<Running> {
        self.under(lease)?;
        self.take_running(lease.id)
    }

    fn take_running(&mut self, id: OccurrenceId) -> Option<Running> {
        let running = self.running.remove(&id)?;
        self.free_slot(&running);
        Some(running)
    }

    fn free_slot(&mut self, running: &Running) {
        self.slots.free(&running.occurrence.schedule.tenant, running.definition.as_deref());
    }

    /// Stops runs that must not continue: those whose lease is about to expire, because another node will take
    /// them over, and those that were asked to stop and did not. Returns those whose leases were given up.
    pub(super) fn stop_overdue(&mut self, now: Moment, margin_for: SignedDuration) -> Vec<Arc<Occurrence>> {
        let is_over = |running: &Running| running.tenure.left(now) < margin_for;
        let ignores_cancel = |running: &Running| running.stop_at.is_some_and(|stop_at| stop_at <= now.at);
        let over: Vec<OccurrenceId> =
            self.running.iter().filter(|(_, it)| is_over(it) || ignores_cancel(it)).map(|(id, _)| *id).collect();
        let mut given_up = Vec::new();
        for id in over {
            let Some(running) = self.take_running(id) else { continue };
            running.cancel.cancel();
            running.task.abort();
            if ignores_cancel(&running) && !is_over(&running) {
                let Running { occurrence, definition, .. } = running;
                self.attempted.push(AttemptResult::new(occurrence, definition, canceled()));
            } else {
                given_up.push(running.occurrence);
            }
        }
        given_up
    }

    /// Stops all runs and returns the leases that may be released. At-most-once runs are not among them: their
    /// outcome is unknown, and they are settled as such.
    pub(super) fn stop_all(&mut self) -> Vec<Lease> {
        let mut leases = Vec::with_capacity(self.running.len());
        while let Some((id, _)) = self.running.first_key_value() {
            let Some(running) = self.take_running(*id) else { break };
            running.cancel.cancel();
            running.task.abort();
            let Running { occurrence, definition, .. } = running;
            let is_at_most_once = definition.as_ref().is_some_and(|it| it.delivery == Delivery::AtMostOnce);
            if is_at_most_once {
                self.attempted.push(AttemptResult::new(occurrence, definition, unknown()));
            } else {
                leases.push(lease_of(&occurrence));
            }
        }
        leases
    }
}

pub(super) fn lease_of(occurrence: &Occurrence) -> Lease {
    Lease { id: occurrence.id, fence: occurrence.fence }
}

fn unknown() -> Ending {
    Ending::Failed { reason: FailReason::OutcomeUnknown, message: Some("the node stopped during the run".to_owned()) }
}

fn canceled() -> Ending {
    Ending::Failed { reason: FailReason::Canceled, message: Some("the run was asked to stop".to_owned()) }
}

impl PartialEq for LeaseAhead {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for LeaseAhead {}

impl PartialOrd for LeaseAhead {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for LeaseAhead {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.due_at, self.id).cmp(&(other.due_at, other.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::fixture::leased;

    const LEASE_FOR: SignedDuration = SignedDuration::from_secs(30);

    fn after(seconds: i64) -> Moment {
        let steady = SignedDuration::from_secs(seconds);
        Moment { at: Timestamp::UNIX_EPOCH + steady, steady }
    }

    #[tokio::test]
    async fn answers_for_an_old_lease_do_not_affect_a_newer_one() {
        let (old, new) = (leased(1, 1), leased(1, 2));
        let mut in_progress = WorkInProgress::default();
        let (cancel, old_cancel) = (CancellationToken::new(), CancellationToken::new());
        let task = tokio::spawn(std::future::pending::<()>());
        in_progress.started(old.clone(), old_cancel.clone(), task.abort_handle());
        in_progress.started(new.clone(), cancel.clone(), task.abort_handle());
        assert!(old_cancel.is_cancelled(), "the old run is canceled when the new one starts");
        in_progress.lost(lease_of(&old.occurrence));
        let now = Moment { at: Timestamp::UNIX_EPOCH, steady: SignedDuration::ZERO };
        in_progress.renewed(lease_of(&old.occurrence), now, SignedDuration::ZERO, true);
        in_progress.ended(AttemptResult::new(old.occurrence, None, Ending::SUCCEEDED));
        assert!(!cancel.is_cancelled() && !in_progress.has_attempted() && in_progress.len() == 1);
        in_progress.lost(lease_of(&new.occurrence));
        assert!(cancel.is_cancelled() && in_progress.len() == 0);
    }

    #[tokio::test]
    async fn a_slow_renewal_does_not_block_others() {
        let mut in_progress = WorkInProgress::default();
        let task = tokio::spawn(std::future::pending::<()>());
        let leases = [1, 2].map(|id| {
            let leased = leased(id, 1);
            let lease = lease_of(&leased.occurrence);
            in_progress.started(leased, CancellationToken::new(), task.abort_handle());
            if id == 1 {
                let begun = in_progress.renew_due(after(10), LEASE_FOR);
                assert_eq!(begun, [lease]);
            }
            lease
        });
        assert_eq!(in_progress.renew_due(after(15), LEASE_FOR), [leases[1]], "the first is being renewed");
        in_progress.renewed(leases[1], after(15), LEASE_FOR, false);
        in_progress.renewal_over(&leases);
        assert_eq!(in_progress.renew_due(after(20), LEASE_FOR), [leases[0]], "the first one is renewed again");
    }
}
