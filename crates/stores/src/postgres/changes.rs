//! Collects the changes of an operation row by row and writes them together with the commit, one statement per table.

use std::collections::{BTreeMap, HashMap};

use jiff::Timestamp;
use tokio_postgres::Row;

use super::error::Failure;
use super::transaction::{Param, Tx, borrowed, params};
use refrain_ledger::ledger::transition::Grant;
use refrain_ledger::model::{
    Attempt, CompletedRun, CounterChange, NodeId, Occurrence, OccurrenceId, Reason, ScheduleUid,
};

const OPEN: &str = include_str!("sql/changes_open.sql");
const LEASES: &str = include_str!("sql/changes_leases.sql");
const CLOSE: &str = include_str!("sql/changes_close.sql");
const ENDS: &str = include_str!("sql/changes_ends.sql");
const COUNTERS: &str = include_str!("sql/changes_counters.sql");
const ATTEMPTS: &str = include_str!("sql/changes_attempts.sql");
const COUNT_DONE: &str = include_str!("sql/changes_count_done.sql");
const WAKE_LANES: &str = include_str!("sql/changes_wake_lanes.sql");
const NEXT_DUE: &str = include_str!("sql/changes_next_due.sql");

/// All changes of an operation to rows and counters. Each row is contained once, in its final state.
#[derive(Debug, Default)]
pub(super) struct Changes {
    rows: BTreeMap<OccurrenceId, Occurrence>,
    attempts: Vec<(OccurrenceId, Attempt)>,
    counters: BTreeMap<ScheduleUid, CounterChange>,
    /// Number of completed runs by schedule and discriminator.
    completed: BTreeMap<(ScheduleUid, String), i64>,
    next_due: BTreeMap<ScheduleUid, Timestamp>,
}

impl Changes {
    /// Adds a changed row.
    pub(super) fn row(&mut self, row: Occurrence) {
        self.rows.insert(row.id, row);
    }

    /// Writes the leases of rows, all with one grant.
    pub(super) fn lease<'a>(tx: &Tx, rows: impl Iterator<Item = &'a Occurrence>, grant: &Grant, now: Timestamp) {
        let leased: Vec<(i64, i32, i64)> =
            rows.map(|row| (row.id.0, attempt_number(row.attempt), row.fence.0)).collect();
        if !leased.is_empty() {
            let ids: Vec<i64> = leased.iter().map(|(id, ..)| *id).collect();
            let attempts: Vec<i32> = leased.iter().map(|(_, attempt, _)| *attempt).collect();
            let fences: Vec<i64> = leased.iter().map(|(.., fence)| *fence).collect();
            tx.later(LEASES, params![ids, attempts, fences, grant.until, grant.owner.as_str().to_owned(), now]);
        }
    }

    /// Counts an occurrence that has just completed.
    pub(super) fn count(&mut self, row: &Occurrence, was_started: bool, now: Timestamp) {
        self.counters.entry(row.schedule_uid).or_default().add(CompletedRun::of(row, was_started, now));
    }

    /// Completes an occurrence that its worker has not settled, and counts it. Returns whether it had started.
    pub(super) fn end(
        &mut self,
        row: &mut Occurrence,
        reason: Reason,
        blocker: Option<OccurrenceId>,
        now: Timestamp,
    ) -> bool {
        let was_started = row.is_started();
        row.end(reason.state(), Some(reason), None, now);
        row.blocker = blocker;
        self.count(row, was_started, now);
        was_started
    }

    /// Adds the record of an attempt, if there is one.
    pub(super) fn attempt(&mut self, id: OccurrenceId, attempt: Option<Attempt>) {
        self.attempts.extend(attempt.map(|attempt| (id, attempt)));
    }

    /// Counts a completed run: an occurrence that waits in its lane may start.
    pub(super) fn complete(&mut self, row: &Occurrence) {
        let lane = (row.schedule_uid, row.planned.discriminator.clone());
        *self.completed.entry(lane).or_default() += 1;
    }

    /// Sets the next due time of a schedule that counts from completion.
    pub(super) fn due(&mut self, uid: ScheduleUid, at: Timestamp) {
        self.next_due.insert(uid, at);
    }

    /// Returns the pending change of a schedule's counters.
    pub(super) fn counted(&self, uid: ScheduleUid) -> Option<&CounterChange> {
        self.counters.get(&uid)
    }

    /// Writes the counters immediately, and returns the number of consecutive failed runs of each schedule. The
    /// rows must be locked.
    pub(super) async fn count_failures(
        &mut self,
        tx: &Tx,
        now: Timestamp,
    ) -> Result<HashMap<ScheduleUid, u64>, Failure> {
        let (sql, params) = counter_statement(&std::mem::take(&mut self.counters), now);
        let rows = tx.query(sql, &borrowed(&params)).await?;
        let read = |row: &Row| {
            let (uid, failures): (i64, i64) = (row.get(0), row.get(1));
            (ScheduleUid(uid), u64::try_from(failures).unwrap_or_default())
        };
        Ok(rows.iter().map(read).collect())
    }

    /// Queues all changes in the transaction: rows before schedules, each in ID order.
    pub(super) fn write(self, tx: &Tx, now: Timestamp) {
        let (ended, open): (Vec<Occurrence>, Vec<Occurrence>) =
            self.rows.into_values().partition(|row| row.state.is_terminal());
        if !open.is_empty() {
            write_open(tx, &open);
        }
        if !ended.is_empty() {
            tx.later(CLOSE, params![ended.iter().map(|row| row.id.0).collect::<Vec<_>>()]);
            write_ends(tx, ended, now);
        }
        if !self.attempts.is_empty() {
            write_attempts(tx, self.attempts);
        }
        if !self.counters.is_empty() {
            let (sql, params) = counter_statement(&self.counters, now);
            tx.later(sql, params);
        }
        if !self.next_due.is_empty() {
            let (uids, ats): (Vec<i64>, Vec<Timestamp>) = self.next_due.iter().map(|(uid, at)| (uid.0, *at)).unzip();
            tx.later(NEXT_DUE, params![uids, ats]);
        }
        // This comes last: it must run after the schedules are locked, to see everything that earlier claims
        // have done.
        if !self.completed.is_empty() {
            let uids: Vec<i64> = self.completed.keys().map(|(uid, _)| uid.0).collect();
            let runs: Vec<i64> = self.completed.values().copied().collect();
            let lanes: Vec<String> = self.completed.into_keys().map(|(_, lane)| lane).collect();
            tx.later(WAKE_LANES, params![uids, lanes, runs, now]);
        }
    }
}

fn name(node: &Option<NodeId>) -> Option<String> {
    node.as_ref().map(|node| node.as_str().to_owned())
}

/// Converts an attempt number. Attempts are counted one by one, so the number never comes near the limit.
fn attempt_number(attempt: u32) -> i32 {
    i32::try_from(attempt).unwrap_or(i32::MAX)
}

fn write_open(tx: &Tx, rows: &[Occurrence]) {
    fn all<T>(rows: &[Occurrence], column: impl Fn(&Occurrence) -> T) -> Vec<T> {
        rows.iter().map(column).collect()
    }
    tx.later(
        OPEN,
        params![
            all(rows, |row| row.id.0),
            all(rows, |row| row.state.code()),
            all(rows, |row| row.ready_at),
            all(rows, |row| row.waits),
            all(rows, |row| attempt_number(row.attempt)),
            all(rows, |row| row.fence.0),
            all(rows, |row| name(&row.lease_owner)),
            all(rows, |row| row.lease_until),
            all(rows, |row| row.cancel_requested),
            all(rows, |row| row.started_at),
            all(rows, |row| row.message.clone()),
            all(rows, |row| row.blocker.map(|blocker| blocker.0)),
        ],
    );
}

/// All these rows complete now.
fn write_ends(tx: &Tx, rows: Vec<Occurrence>, now: Timestamp) {
    fn all<T>(rows: &[Occurrence], column: impl Fn(&Occurrence) -> T) -> Vec<T> {
        rows.iter().map(column).collect()
    }
    tx.later(
        ENDS,
        params![
            all(&rows, |row| row.id.0),
            all(&rows, |row| row.state.code()),
            all(&rows, |row| attempt_number(row.attempt)),
            all(&rows, |row| row.fence.0),
            all(&rows, |row| name(&row.lease_owner)),
            all(&rows, |row| row.started_at),
            now,
            all(&rows, |row| row.reason.map(Reason::as_str)),
            all(&rows, |row| row.message.clone()),
            all(&rows, |row| row.blocker.map(|blocker| blocker.0)),
            all(&rows, |row| row.target.as_ref().map(|target| target.kind.clone())),
            rows.into_iter().map(|row| row.target.map(|target| target.id)).collect::<Vec<_>>(),
        ],
    );
}

fn write_attempts(tx: &Tx, attempts: Vec<(OccurrenceId, Attempt)>) {
    fn all<T>(rows: &[(OccurrenceId, Attempt)], column: impl Fn(&Attempt) -> T) -> Vec<T> {
        rows.iter().map(|(_, attempt)| column(attempt)).collect()
    }
    tx.later(
        ATTEMPTS,
        params![
            attempts.iter().map(|(id, _)| id.0).collect::<Vec<_>>(),
            all(&attempts, |attempt| attempt_number(attempt.number)),
            all(&attempts, |attempt| attempt.fence.0),
            all(&attempts, |attempt| attempt.owner.as_str().to_owned()),
            all(&attempts, |attempt| attempt.started_at),
            all(&attempts, |attempt| attempt.ended_at),
            all(&attempts, |attempt| attempt.outcome.code()),
            attempts.into_iter().map(|(_, attempt)| attempt.message).collect::<Vec<_>>(),
        ],
    );
}

/// Returns whether only successful runs completed, all of them now.
fn is_done(change: &CounterChange, now: Timestamp) -> bool {
    let CounterChange { runs, succeeded, .. } = *change;
    let done = CounterChange {
        runs,
        succeeded,
        has_success: true,
        last_ended_at: Some(now),
        last_success_at: Some(now),
        ..CounterChange::default()
    };
    *change == done
}

/// Returns the statement that updates the counters, with its parameters.
fn counter_statement(counters: &BTreeMap<ScheduleUid, CounterChange>, now: Timestamp) -> (&'static str, Vec<Param>) {
    if counters.values().all(|change| is_done(change, now)) {
        let uids: Vec<i64> = counters.keys().map(|uid| uid.0).collect();
        let all = |column: fn(&CounterChange) -> u32| -> Vec<i64> {
            counters.values().map(|change| column(change).into()).collect()
        };
        return (COUNT_DONE, params![uids, all(|change| change.succeeded), now, all(|change| change.runs)]);
    }
    let all = |column: fn(&CounterChange) -> i64| -> Vec<i64> { counters.values().map(column).collect() };
    (
        COUNTERS,
        params![
            counters.keys().map(|uid| uid.0).collect::<Vec<_>>(),
            all(|change| change.succeeded.into()),
            all(|change| change.skipped.into()),
            all(|change| change.failed.into()),
            counters.values().map(|change| change.has_success).collect::<Vec<_>>(),
            all(|change| change.consecutive_failures.into()),
            counters.values().map(|change| change.last_ended_at).collect::<Vec<_>>(),
            counters.values().map(|change| change.last_success_at).collect::<Vec<_>>(),
            counters.values().map(|change| change.last_error.clone()).collect::<Vec<_>>(),
            all(|change| change.runs.into()),
        ],
    )
}
