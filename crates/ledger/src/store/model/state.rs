//! The whole state of the model.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use crate::ledger::admission::{WaitingOccurrence, resumed, woken};
use crate::ledger::stored::StoredSchedule;
use crate::model::{
    Attempt, AuditEntry, CompletedRun, CounterChange, Gap, NewEntry, Node, NodeId, Occurrence, OccurrenceId, QueueName,
    Reason, Revision, RevisionRecord, Schedule, ScheduleKey, ScheduleUid, State as RowState, Status, Tenant, Tip,
    WorkItem, WorkItemId,
};
use crate::store::{Document, DocumentKey, Mark, MarkName, StoreError};

/// The unique key of the ledger.
pub(super) type RowKey = (ScheduleUid, String, String);

#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub(super) schedules: BTreeMap<ScheduleUid, Schedule>,
    pub(super) revisions: BTreeMap<ScheduleUid, Vec<RevisionRecord>>,
    pub(super) rows: BTreeMap<OccurrenceId, Occurrence>,
    pub(super) keys: BTreeMap<RowKey, OccurrenceId>,
    pub(super) attempts: BTreeMap<OccurrenceId, Vec<Attempt>>,
    pub(super) gaps: BTreeMap<i64, (ScheduleUid, Gap)>,
    pub(super) work: BTreeMap<WorkItemId, WorkItem>,
    pub(super) work_keys: BTreeMap<(Tenant, QueueName, String), WorkItemId>,
    pub(super) documents: BTreeMap<DocumentKey, Document>,
    /// Last version of every name that was ever used.
    pub(super) versions: BTreeMap<DocumentKey, i64>,
    pub(super) marks: BTreeMap<MarkName, Mark>,
    pub(super) counts: BTreeMap<MarkName, (u64, Timestamp)>,
    pub(super) nodes: BTreeMap<NodeId, (Node, Timestamp)>,
    pub(super) audit: BTreeMap<Tenant, Vec<AuditEntry>>,
    /// End of each chain, kept separately: the rest of a truncated chain is still a valid chain.
    pub(super) tips: BTreeMap<Tenant, Tip>,
    /// Texts that replace damaged definitions, by revision.
    pub(super) damaged: BTreeMap<(ScheduleUid, Revision), String>,
    /// Rows that cannot be read.
    pub(super) damaged_rows: BTreeSet<OccurrenceId>,
    last_number: i64,
}

impl State {
    /// Returns a number that no row had before.
    pub(super) fn next_number(&mut self) -> i64 {
        self.last_number += 1;
        self.last_number
    }

    /// Returns the schedule with this key that is not deleted.
    pub(super) fn live(&self, key: &ScheduleKey) -> Option<&Schedule> {
        self.schedules.values().find(|schedule| schedule.key == *key && schedule.status != Status::Deleted)
    }

    /// Returns a schedule as it can be read. Its definition is that of the last revision that had one.
    pub(super) fn stored(&self, schedule: &Schedule) -> StoredSchedule {
        let defined = self.definition(schedule.uid, schedule.revision);
        StoredSchedule::new(defined, &schedule.gate(), |definition| Schedule { definition, ..schedule.clone() })
    }

    pub(super) fn live_or_error(&self, key: &ScheduleKey) -> Result<&Schedule, StoreError> {
        self.live(key).ok_or_else(|| StoreError::NotFound(format!("schedule {key}")))
    }

    /// Returns the IDs of a schedule's open rows, in order.
    pub(super) fn open_rows(&self, uid: ScheduleUid) -> Vec<OccurrenceId> {
        let is_open = |row: &&Occurrence| row.schedule_uid == uid && !row.state.is_terminal();
        self.rows.values().filter(is_open).map(|row| row.id).collect()
    }

    /// Settles a row that its worker has not settled, and counts it. Returns whether the run had started.
    pub(super) fn end_row(
        &mut self,
        id: OccurrenceId,
        reason: Reason,
        blocker: Option<OccurrenceId>,
        now: Timestamp,
    ) -> bool {
        let Some(row) = self.rows.get_mut(&id) else { return false };
        let was_started = row.is_started();
        row.end(reason.state(), Some(reason), None, now);
        row.blocker = blocker;
        self.count_end(id, was_started, now);
        was_started
    }

    /// Counts a row that has just been settled.
    pub(super) fn count_end(&mut self, id: OccurrenceId, was_started: bool, now: Timestamp) {
        let Some(row) = self.rows.get(&id) else { return };
        let mut change = CounterChange::default();
        change.add(CompletedRun::of(row, was_started, now));
        if let Some(schedule) = self.schedules.get_mut(&row.schedule_uid) {
            change.apply(&mut schedule.counters);
        }
    }

    /// Makes the first waiting occurrence of a lane claimable, after a run of the lane has completed. An
    /// occurrence that is already claimable was woken before.
    pub(super) fn wake_lane(&mut self, uid: ScheduleUid, discriminator: &str, now: Timestamp) {
        let Some(overlap) = self.schedules.get(&uid).map(|schedule| schedule.definition.overlap) else { return };
        let open = self.open_rows(uid);
        let waiting = open.iter().filter_map(|id| self.rows.get(id)).filter(|row| row.waits && row.ready_at > now);
        let waiting = waiting.map(|row| WaitingOccurrence {
            discriminator: Some(&row.planned.discriminator),
            standing: row.standing(),
            key: (row.planned.nominal_at, row.id),
        });
        for id in woken(overlap, discriminator, 1, waiting) {
            if let Some(row) = self.rows.get_mut(&id) {
                row.ready_at = now;
            }
        }
    }

    /// Makes the first waiting occurrences of each lane claimable, after the schedule became active or was edited.
    pub(super) fn wake_lanes(&mut self, uid: ScheduleUid, now: Timestamp) {
        let Some(gate) = self.schedules.get(&uid).map(Schedule::gate) else { return };
        let open = self.open_rows(uid);
        for id in resumed(&gate, open.iter().filter_map(|id| self.rows.get(id)), now) {
            if let Some(row) = self.rows.get_mut(&id) {
                row.ready_at = now;
            }
        }
    }

    /// Skips planned occurrences and asks running ones to stop.
    pub(super) fn withdraw(&mut self, uid: ScheduleUid, reason: Reason, now: Timestamp) {
        for id in self.open_rows(uid) {
            match self.rows.get_mut(&id) {
                Some(row) if row.state == RowState::Running => row.request_cancel(now),
                Some(_) => {
                    self.end_row(id, reason, None, now);
                }
                None => {}
            }
        }
    }

    /// Appends an entry to a tenant's chain.
    pub(super) fn append(&mut self, tenant: &Tenant, entry: NewEntry, now: Timestamp) -> AuditEntry {
        let tip = self.tips.entry(tenant.clone()).or_insert(Tip::START);
        let chained = AuditEntry::chained(tenant.clone(), *tip, now, entry);
        *tip = chained.tip();
        self.audit.entry(tenant.clone()).or_default().push(chained.clone());
        chained
    }
}
