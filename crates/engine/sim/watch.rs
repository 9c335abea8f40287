//! The observer: what can be seen of the world from outside, which is every commit of the store, every send
//! and every fault. It knows nothing about the engine, so the invariants are checked against what happened,
//! not against what was intended.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use refrain::dispatch::Hold;
use refrain::model::{
    Definition, DocumentName, Fence, IdempotencyKey, NewGap, Occurrence, OccurrenceId, Revision, Schedule, ScheduleKey,
    ScheduleUid, Source, State, Status, Tenant,
};

use crate::clock::ROUND_TRIP_MAX;
use crate::coverage::{Coverage, Fault, Point};
use crate::features::{Feature, Features};
use crate::invariants::{CalendarVersion, RunRequests};
use crate::trace::{Line, Trace};

/// Number of store calls at one instant that only a busy loop makes.
const CALLS_AT_ONCE_MAX: u32 = 3_000;

/// Violated invariant.
#[derive(Clone, Debug)]
pub(crate) struct Violation {
    pub(crate) invariant: &'static str,
    pub(crate) text: String,
    pub(crate) at: SignedDuration,
}

/// Row of the ledger, as far as its leases and sends were observed.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) uid: ScheduleUid,
    /// The row as the last claim left it.
    pub(crate) last: Arc<Occurrence>,
    /// When the row was first claimed, in steady time.
    pub(crate) claimed_at: Option<SignedDuration>,
    pub(crate) discriminator: String,
    pub(crate) fence: Fence,
    pub(crate) lease: Option<Lease>,
    /// Node and lease expiry of each granted fence, as far as observed.
    pub(crate) grants: BTreeMap<Fence, (usize, Timestamp)>,
    /// Fences that were taken over while one of the two nodes did not know the time.
    pub(crate) excused_fences: BTreeSet<Fence>,
    /// Final state, until the row is reopened.
    pub(crate) ended: Option<State>,
    pub(crate) key: Option<IdempotencyKey>,
    pub(crate) sends: Vec<Send>,
    /// The row as it was each time a person reopened it.
    pub(crate) reopened: Vec<Occurrence>,
}

/// Lease on a row.
#[derive(Clone, Debug)]
pub(crate) struct Lease {
    pub(crate) node: usize,
    pub(crate) until: Timestamp,
    /// When the lease was granted or last renewed, in steady time.
    pub(crate) renewed_at: SignedDuration,
    /// Number of faults that the node had met by then.
    pub(crate) faults: u64,
    /// Whether the node knew the time then.
    pub(crate) had_correct_time: bool,
    /// Whether the node knew the time when the lease was granted. A run is judged from then on.
    pub(crate) was_claimed_by_correct_time: bool,
    /// Whether the node received the answer that granted the lease.
    pub(crate) is_known: bool,
    /// Whether the lease was granted before the row was due.
    pub(crate) is_ahead: bool,
    /// The store's answer to the confirmation: whether the run may start.
    pub(crate) may_start: Option<bool>,
    pub(crate) is_sent: bool,
    /// When the node learned that the run is to stop.
    pub(crate) stop_requested_at: Option<SignedDuration>,
}

/// Call that the store has just executed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    pub(crate) node: usize,
    /// Time according to the caller.
    pub(crate) now: Timestamp,
    /// Time according to the store.
    pub(crate) store_now: Timestamp,
    /// When the call was made, in steady time, and the number of faults that the node had met by then.
    pub(crate) made_at: SignedDuration,
    pub(crate) faults: u64,
    /// Whether the caller receives the answer.
    pub(crate) is_answer_received: bool,
}

impl Call {
    /// Returns whether the caller's clock was right to within a second, which is enough for the duration of a
    /// call.
    pub(crate) fn had_correct_time(&self) -> bool {
        self.now.duration_since(self.store_now).abs() < SignedDuration::from_secs(1)
    }
}

/// One send.
#[derive(Clone, Debug)]
pub(crate) struct Send {
    pub(crate) fence: Fence,
    /// Number of times the row had been reopened.
    pub(crate) generation: usize,
    /// Whether the receiver definitely did nothing.
    pub(crate) is_refused: bool,
    /// When the send ended, however it ended.
    pub(crate) ended_at: Option<SignedDuration>,
}

/// Schedule, as its commits describe it.
#[derive(Clone, Debug)]
pub(crate) struct ScheduleState {
    pub(crate) key: ScheduleKey,
    pub(crate) status: Status,
    pub(crate) revision: Revision,
    /// Revision that introduced the definition.
    pub(crate) defined_by: Revision,
    pub(crate) definition: Arc<Definition>,
    pub(crate) watermark: Timestamp,
    pub(crate) created_at: Timestamp,
    pub(crate) attempts_max: u32,
    /// Number of the change that paused or disabled the schedule.
    pub(crate) stopped_by: u64,
    /// What was in force since when, by the times of the changes.
    pub(crate) history: Vec<(Timestamp, Status, Arc<Definition>)>,
}

/// Time range for which one commit planned a schedule.
#[derive(Clone, Debug)]
pub(crate) struct Span {
    pub(crate) uid: ScheduleUid,
    pub(crate) definition: Arc<Definition>,
    pub(crate) from: Timestamp,
    pub(crate) to: Timestamp,
    /// When the commit was made, in steady time.
    pub(crate) at: SignedDuration,
}

/// Node, as seen from outside.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeState {
    pub(crate) is_alive: bool,
    /// Whether people use this node. It plans only on their request.
    pub(crate) belongs_to_people: bool,
    /// Number of faults that its calls met.
    pub(crate) faults: u64,
    /// When the node was last frozen or continued.
    pub(crate) frozen_at: Option<SignedDuration>,
    pub(crate) is_frozen: bool,
    /// When the node last learned the store's time.
    pub(crate) synced_at: SignedDuration,
    /// When its clock jumped forward by more than is trusted.
    pub(crate) jumped_at: Option<SignedDuration>,
    /// When its clock was last set back.
    pub(crate) went_back_at: Option<SignedDuration>,
    /// Size of the forward jump, minus later steps back.
    pub(crate) jumped_by: SignedDuration,
    /// Newest time zone database version that the node has read, and when.
    pub(crate) newest_zones: Option<(String, SignedDuration)>,
}

/// All observations.
#[derive(Debug, Default)]
pub(crate) struct Observer {
    pub(crate) now: SignedDuration,
    pub(crate) violations: Vec<Violation>,
    pub(crate) trace: Trace,
    pub(crate) coverage: Coverage,
    pub(crate) rows: BTreeMap<OccurrenceId, Row>,
    pub(crate) schedules: BTreeMap<ScheduleUid, ScheduleState>,
    pub(crate) spans: Vec<Span>,
    /// Rows that edits requested in the range that was already planned ahead.
    pub(crate) requested: BTreeSet<(ScheduleUid, String, String)>,
    /// Recorded gaps, with their schedules.
    pub(crate) gaps: Vec<(ScheduleUid, NewGap)>,
    /// Holds in force, and since when, in steady time.
    pub(crate) holds: BTreeMap<(Tenant, DocumentName), (Hold, SignedDuration)>,
    /// Every version of each calendar.
    pub(crate) calendars: BTreeMap<(Tenant, String), Vec<CalendarVersion>>,
    /// When rows of schedules with calendars were planned, in steady time.
    pub(crate) planned_at: BTreeMap<(ScheduleUid, String, String), SignedDuration>,
    /// Rows that retention has removed.
    pub(crate) pruned: Vec<Occurrence>,
    /// Gaps that retention has removed.
    pub(crate) pruned_gaps: Vec<(ScheduleUid, NewGap)>,
    /// Features that each schedule has met, and features that the whole world has met.
    pub(crate) features: BTreeMap<ScheduleUid, Features>,
    pub(crate) world_features: Features,
    /// Whether nodes send through the dispatch pipeline.
    pub(crate) has_pipeline: bool,
    /// Whether people are generating occurrences right now.
    pub(crate) is_generating: bool,
    /// Whether people are creating a paused schedule right now.
    pub(crate) is_creating_paused: bool,
    /// Number of changes of schedules and of requests for rows so far.
    pub(crate) steps: u64,
    /// Number of the step in which a person last requested a row.
    pub(crate) requested_by: BTreeMap<OccurrenceId, u64>,
    /// Payloads of single runs, and discarded rows.
    pub(crate) run_requests: RunRequests,
    /// Number of superseded rows that were planned again.
    pub(crate) planned_again: BTreeMap<ScheduleUid, u64>,
    /// Expected number of audit entries.
    pub(crate) changes: BTreeMap<Tenant, i64>,
    pub(crate) nodes: Vec<NodeState>,
    /// When the store's clock was last stepped.
    pub(crate) stepped_at: Option<SignedDuration>,
    pub(crate) stepped_back: bool,
    pub(crate) sends: u64,
    /// Settlements that a node could not make, until it retries them.
    pub(crate) unsettled: BTreeSet<(usize, OccurrenceId, Fence)>,
    pub(crate) effects: BTreeMap<u64, u32>,
    /// Highest fence of each idempotency key before the last restore.
    pub(crate) fences_before: BTreeMap<u64, Fence>,
    pub(crate) calm_since: Option<SignedDuration>,
    /// Number of calls at the current instant.
    calls_at_once: (SignedDuration, u32),
}

impl Observer {
    pub(crate) fn report_violation(&mut self, invariant: &'static str, text: String) {
        self.violations.push(Violation { invariant, text, at: self.now });
    }

    pub(crate) fn line(&mut self, line: Line) {
        self.trace.add(self.now, line);
    }

    pub(crate) fn fault(&mut self, node: usize, fault: Fault, point: Point) {
        self.coverage.hit(fault, point);
        self.line(Line::Fault { node, fault, point });
        if let Some(seen) = self.nodes.get_mut(node) {
            seen.faults += 1;
        }
    }

    /// Records that a schedule met a feature.
    pub(crate) fn meets(&mut self, uid: ScheduleUid, feature: Feature) {
        self.features.entry(uid).or_default().add(feature);
    }

    /// Records that a schedule was saved.
    pub(crate) fn saved(
        &mut self,
        schedule: &Schedule,
        key: &ScheduleKey,
        was_there: bool,
        is_edit: bool,
        source: Source,
    ) {
        let is_known = self.schedules.values().any(|known| known.key == *key && known.status == Status::Deleted);
        let others = [
            (was_there && is_edit, Feature::ScheduleEdit),
            (was_there && source == Source::File, Feature::Reload),
            (!was_there && is_known, Feature::Recreation),
        ];
        for (_, feature) in others.into_iter().filter(|(is_met, _)| *is_met) {
            self.meets(schedule.uid, feature);
        }
    }

    /// Records that the status of a schedule was changed.
    pub(crate) fn status_changed(&mut self, schedule: &Schedule) {
        match schedule.status {
            Status::Paused => self.meets(schedule.uid, Feature::Pause),
            Status::Active => self.meets(schedule.uid, Feature::Resume),
            Status::Canceled | Status::Disabled | Status::Finished | Status::Deleted => {}
        }
    }

    /// Counts the pairs of features that every schedule has met.
    pub(crate) fn count_pairs(&mut self) {
        for features in self.features.values() {
            self.coverage.meet(features.with(self.world_features));
        }
    }

    /// Counts a call to the store. Returns whether the number of calls at one instant shows a busy loop.
    pub(crate) fn is_busy_loop(&mut self) -> bool {
        let (at, calls) = &mut self.calls_at_once;
        if *at != self.now {
            (*at, *calls) = (self.now, 0);
        }
        *calls += 1;
        let is_busy_loop = *calls >= CALLS_AT_ONCE_MAX;
        if *calls == CALLS_AT_ONCE_MAX {
            self.report_violation("no busy loops", format!("{CALLS_AT_ONCE_MAX} calls at one instant"));
        }
        is_busy_loop
    }

    /// Returns whether the clock was stepped since then.
    pub(crate) fn was_stepped_since(&self, since: SignedDuration) -> bool {
        self.stepped_at.is_some_and(|at| at >= since)
    }

    /// Returns whether a node knows the store's time: it has read it since the last step.
    pub(crate) fn has_correct_time(&self, node: usize) -> bool {
        self.nodes.get(node).is_some_and(|seen| !self.was_stepped_since(seen.synced_at))
    }

    /// Returns by how much a node's clock may be ahead of the store's. After a step back, a slow answer may
    /// still match the old time.
    pub(crate) fn ahead_max(&self) -> SignedDuration {
        if self.stepped_at.is_some() { ROUND_TRIP_MAX } else { SignedDuration::ZERO }
    }

    /// Returns the row of a lease that was just granted or used.
    pub(crate) fn row(&mut self, occurrence: &Occurrence) -> &mut Row {
        self.rows.entry(occurrence.id).or_insert_with(|| Row {
            discriminator: occurrence.planned.discriminator.clone(),
            uid: occurrence.schedule_uid,
            last: Arc::new(occurrence.clone()),
            claimed_at: None,
            fence: Fence(0),
            lease: None,
            grants: BTreeMap::new(),
            excused_fences: BTreeSet::new(),
            ended: None,
            key: None,
            sends: Vec::new(),
            reopened: Vec::new(),
        })
    }

    /// Records a schedule as a commit left it.
    pub(crate) fn schedule(&mut self, schedule: &Schedule) {
        let attempts_max = schedule.definition.retry.max_attempts;
        let before = self.schedules.get(&schedule.uid);
        let is_same = before.is_some_and(|before| before.definition == schedule.definition);
        let defined_by = before.filter(|_| is_same).map_or(schedule.revision, |before| before.defined_by);
        let attempts_max = before.map_or(attempts_max, |before| before.attempts_max.max(attempts_max));
        self.steps += 1;
        let is_stopped = |status| matches!(status, Status::Paused | Status::Disabled);
        let was_stopped = before.filter(|before| is_stopped(before.status));
        let stopped_by = was_stopped.map_or(self.steps, |before| before.stopped_by);
        let mut history = before.map(|before| before.history.clone()).unwrap_or_default();
        history.push((schedule.updated_at, schedule.status, Arc::clone(&schedule.definition)));
        self.schedules.insert(
            schedule.uid,
            ScheduleState {
                key: schedule.key.clone(),
                status: schedule.status,
                revision: schedule.revision,
                defined_by,
                definition: Arc::clone(&schedule.definition),
                watermark: schedule.watermark,
                created_at: schedule.created_at,
                attempts_max,
                stopped_by,
                history,
            },
        );
    }

    /// Records that a person requested a row.
    pub(crate) fn row_requested(&mut self, id: OccurrenceId) {
        self.steps += 1;
        self.requested_by.insert(id, self.steps);
    }

    /// Counts superseded rows that were planned again.
    pub(crate) fn rows_planned_again(&mut self, rows: &[Occurrence]) {
        self.forget_payloads(rows);
        for row in rows {
            *self.planned_again.entry(row.schedule_uid).or_default() += 1;
        }
    }

    /// Counts a change that must have an audit entry.
    pub(crate) fn changed(&mut self, tenant: &Tenant) {
        *self.changes.entry(tenant.clone()).or_default() += 1;
    }
}
