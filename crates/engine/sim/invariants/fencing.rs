//! A worker whose lease was taken over cannot commit. Fences only increase, and every row ends once. A lease
//! is taken over only after it has expired by the store's clock. A healthy node that renews its leases never
//! loses one.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use refrain::model::{Fence, NewOccurrence, Occurrence, OccurrenceId, Reason, SkipReason, State};
use refrain::store::{self, Ending, RenewResult, SettleResult};

use super::Ledger;
use crate::features::Feature;
use crate::trace::Line;
use crate::watch::{Call, Lease, Observer};

/// Maximum number of faults since the last renewal at which a node still had enough time to renew again.
const FAULTS_MAX: u64 = 1;

/// Maximum time until a worker learns that its own run ended. A slow read may come in between.
const HEARD_WITHIN: SignedDuration = SignedDuration::from_secs(10);

impl Observer {
    /// Checks a lease that a claim granted.
    pub(crate) fn leased(&mut self, call: Call, occurrence: &Occurrence) {
        let node = call.node;
        let id = occurrence.id;
        self.line(Line::Claimed { node, row: id.0, fence: occurrence.fence.0, attempt: occurrence.attempt });
        self.check_not_discarded(occurrence);
        let row = self.row(occurrence).clone();
        if occurrence.fence <= row.fence {
            self.report_violation(
                "fences only increase",
                format!("row {id}: {} after {}", occurrence.fence, row.fence),
            );
        }
        if let Some(state) = row.ended {
            self.report_violation(
                "every row ends once",
                format!("row {id} was {} and was claimed again", state.as_str()),
            );
        }
        if let Some(lease) = &row.lease {
            self.taken_over(occurrence, lease, call);
        }
        let until = occurrence.lease_until.unwrap_or(Timestamp::MIN);
        let row = self.row(occurrence);
        row.grants.insert(occurrence.fence, (node, until));
        row.claimed_at.get_or_insert(call.made_at);
        row.last = Arc::new(occurrence.clone());
        row.fence = occurrence.fence;
        row.lease = Some(Lease {
            node,
            until,
            renewed_at: call.made_at,
            faults: call.faults,
            had_correct_time: call.had_correct_time(),
            was_claimed_by_correct_time: call.had_correct_time(),
            is_known: call.is_answer_received,
            is_ahead: occurrence.planned.due_at > call.now,
            may_start: None,
            is_sent: false,
            stop_requested_at: None,
        });
    }

    /// Checks a row that a claim ended.
    pub(crate) fn ended_by_claim(&mut self, call: Call, occurrence: &Occurrence) {
        let id = occurrence.id;
        let reason = occurrence.reason.map_or("", Reason::as_str);
        self.line(Line::EndedByClaim { node: call.node, row: id.0, reason });
        let row = self.row(occurrence).clone();
        if row.ended.is_some() {
            self.report_violation("every row ends once", format!("row {id} ended twice, now as {reason}"));
        }
        if occurrence.reason.is_none() {
            self.report_violation("every skip and failure has a reason", format!("row {id} ended by a claim"));
        }
        self.check_overlap_time(call, occurrence);
        if let Some(lease) = &row.lease {
            self.taken_over(occurrence, lease, call);
        }
        let row = self.row(occurrence);
        row.lease = None;
        row.fence = occurrence.fence;
        row.ended = Some(occurrence.state);
    }

    /// Checks that a lease may be taken over from another node.
    fn taken_over(&mut self, occurrence: &Occurrence, lease: &Lease, call: Call) {
        let id = occurrence.id;
        let is_over = lease.until <= call.store_now + self.ahead_max();
        // A caller whose clock was ahead of the store's, because of a step it did not know about, considered
        // the lease expired.
        if !is_over && call.now <= call.store_now + self.ahead_max() {
            let text = format!("row {id}: leased until {} and taken over at {}", lease.until, call.store_now);
            self.report_violation("a lease is taken over only after it expired", text);
        }
        if !call.had_correct_time() || !lease.had_correct_time || self.was_stepped_since(lease.renewed_at) {
            let row = self.row(occurrence);
            row.excused_fences.insert(row.fence);
        }
        let owner = &self.nodes[lease.node];
        let is_healthy = owner.is_alive
            && owner.faults - lease.faults <= FAULTS_MAX
            && owner.frozen_at.is_none_or(|at| at < lease.renewed_at)
            && lease.had_correct_time
            && call.had_correct_time()
            && !self.was_stepped_since(lease.renewed_at);
        if lease.is_sent && is_healthy {
            let text = format!("row {id} of node {}, last renewed at {}", lease.node, lease.renewed_at.as_secs_f64());
            self.report_violation("a healthy node never loses its lease", text);
        }
    }

    pub(crate) fn renewed(&mut self, call: Call, lease: store::Lease, answer: RenewResult, until: Timestamp) {
        let store::Lease { id, fence } = lease;
        let (node, now) = (call.node, self.now);
        let is_held = matches!(answer, RenewResult::Held { .. });
        self.line(Line::RenewResult { node, row: id.0, fence: fence.0, is_held });
        let Some(row) = self.rows.get_mut(&id) else { return };
        let ended_at = row.sends.iter().rev().find(|send| send.fence == fence).and_then(|send| send.ended_at);
        let frozen_at = self.nodes[node].frozen_at;
        let is_deaf = |at| call.made_at - at > HEARD_WITHIN && frozen_at.is_none_or(|still| still < at);
        if ended_at.is_some_and(is_deaf) {
            return self.report_violation(
                "a completed run is settled",
                format!("row {id}: fence {fence} renewed by node {node}"),
            );
        }
        match &mut row.lease {
            Some(lease) if is_held && row.fence == fence => {
                lease.until = until;
                row.grants.insert(fence, (node, until));
                // A node that does not receive the answer still considers the lease as old as before.
                if call.is_answer_received {
                    (lease.renewed_at, lease.faults) = (call.made_at, call.faults);
                    lease.had_correct_time = call.had_correct_time();
                }
                if call.is_answer_received && answer == (RenewResult::Held { cancel_requested: true }) {
                    lease.stop_requested_at = lease.stop_requested_at.or(Some(now));
                }
            }
            _ if is_held => {
                self.report_violation("a stale lease is rejected", format!("row {id}: fence {fence} renewed"));
            }
            Some(_) if row.fence == fence => {
                self.report_violation(
                    "the holder of a lease is accepted",
                    format!("row {id}: fence {fence} not renewed"),
                );
            }
            _ => {}
        }
    }

    pub(crate) fn settled(
        &mut self,
        node: usize,
        lease: store::Lease,
        ending: &Ending,
        answer: SettleResult,
        store_now: Timestamp,
    ) {
        let store::Lease { id, fence } = lease;
        let reported = match answer {
            SettleResult::Done | SettleResult::Failed { .. } => "done",
            SettleResult::Already(_) => "already",
            SettleResult::LeaseLost => "lease lost",
        };
        self.line(Line::SettleResult {
            node,
            row: id.0,
            fence: fence.0,
            to: ending.state().as_str(),
            answer: reported,
        });
        let Some(row) = self.rows.get_mut(&id) else { return };
        let is_holder = row.fence == fence && row.lease.is_some();
        let knew_time = |lease: &Lease| lease.was_claimed_by_correct_time && lease.had_correct_time;
        let (last, had_correct_time) = (Arc::clone(&row.last), row.lease.as_ref().is_some_and(knew_time));
        if answer == SettleResult::Done {
            self.skipped(&last, ending, store_now, had_correct_time);
        }
        let Some(row) = self.rows.get_mut(&id) else { return };
        match answer {
            SettleResult::Done | SettleResult::Failed { .. } => {
                row.lease = None;
                let ended_before = row.ended;
                if ending.state().is_terminal() {
                    row.ended = Some(ending.state());
                }
                if !is_holder {
                    self.report_violation(
                        "no stale completion is accepted",
                        format!("row {id}: fence {fence} of node {node}"),
                    );
                }
                if ended_before.is_some() {
                    self.report_violation("every row ends once", format!("row {id} was settled a second time"));
                }
                if ending.reason().is_none() && matches!(ending.state(), State::Skipped | State::Failed) {
                    self.report_violation("every skip and failure has a reason", format!("row {id}"));
                }
            }
            SettleResult::LeaseLost if is_holder => {
                self.report_violation(
                    "the holder of a lease is accepted",
                    format!("row {id}: fence {fence} not settled"),
                );
            }
            SettleResult::Already(_) | SettleResult::LeaseLost => {}
        }
    }

    /// Checks that a worker skipped a run for a valid reason.
    fn skipped(&mut self, row: &Occurrence, ending: &Ending, store_now: Timestamp, had_correct_time: bool) {
        let Some(Reason::Skipped(reason)) = ending.reason() else { return };
        let NewOccurrence { period_key, discriminator, due_at, .. } = &row.planned;
        if reason == SkipReason::Hold {
            self.meets(row.schedule_uid, Feature::Hold);
        }
        if reason == SkipReason::Missed && had_correct_time {
            self.skipped_as_missed(row, store_now.duration_since(*due_at));
        }
        let slash = if discriminator.is_empty() { "" } else { "/" };
        let own = format!(" in use by {}/{period_key}{slash}{discriminator} until ", row.schedule.id);
        let names_itself = ending.message().is_some_and(|message| message.contains(&own));
        if reason == SkipReason::Deduplicated && names_itself {
            self.report_violation("an occurrence is not its own duplicate", format!("row {}", row.id));
        }
    }

    pub(crate) fn released(&mut self, node: usize, lease: store::Lease, was_held: bool) {
        let store::Lease { id, fence } = lease;
        self.line(Line::Released { node, row: id.0, fence: fence.0, was_held });
        let Some(row) = self.rows.get_mut(&id) else { return };
        if was_held {
            let is_holder = row.fence == fence && row.lease.is_some();
            row.lease = None;
            row.fence = Fence(fence.0 + 1);
            if !is_holder {
                self.report_violation("a stale lease is rejected", format!("row {id}: fence {fence} released"));
            }
        }
    }

    /// Checks that a stopped node has released its leases. Leases that it could not know about, or was
    /// prevented from releasing, may remain.
    pub(crate) fn drained(&mut self, node: usize) {
        let faults = self.nodes[node].faults;
        let frozen_at = self.nodes[node].frozen_at;
        let is_left = |lease: &Lease| {
            let was_frozen = frozen_at.is_some_and(|at| at >= lease.renewed_at);
            lease.node == node && lease.is_known && lease.faults == faults && !was_frozen
        };
        let held: Vec<OccurrenceId> =
            self.rows.iter().filter(|(_, row)| row.lease.as_ref().is_some_and(is_left)).map(|(id, _)| *id).collect();
        for id in held {
            self.report_violation("a node that drains releases its leases", format!("row {id} of node {node}"));
        }
    }
}

/// Compares the observed ends with the ledger.
pub(super) fn judge(watch: &mut Observer, ledger: &Ledger) {
    for row in &ledger.rows {
        let Some(seen) = watch.rows.get(&row.id) else { continue };
        let (fence, ended) = (seen.fence, seen.ended);
        if row.fence < fence {
            watch.report_violation("fences only increase", format!("row {}: {} after {fence}", row.id, row.fence));
        }
        if ended.is_some_and(|ended| ended != row.state) {
            let text = format!("row {} ended as {ended:?} and is {}", row.id, row.state.as_str());
            watch.report_violation("every row ends once", text);
        }
        let needs_reason = matches!(row.state, State::Skipped | State::Failed);
        if needs_reason != row.reason.is_some() || row.state.is_terminal() != row.ended_at.is_some() {
            watch.report_violation(
                "every skip and failure has a reason",
                format!("row {} is {}", row.id, row.state.as_str()),
            );
        }
    }
}
