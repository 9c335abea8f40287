//! Settles runs.
//!
//! Rows are locked first, by ID, and schedules after them. Every operation that locks both uses this order.

use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::Timestamp;

use super::Postgres;
use super::changes::Changes;
use super::error::Failure;
use super::occurrence::{lock_open, sorted};
use super::row::{self, Columns};
use super::tenants::tenant_by_number;
use super::transaction::Tx;
use refrain_ledger::ledger::check;
use refrain_ledger::ledger::transition::SettleCheck;
use refrain_ledger::model::{Fence, Occurrence, OccurrenceId, Reason, ScheduleUid, State, Trigger};
use refrain_ledger::store::{Lease, SettleResult, Settlement};

const END: &str = include_str!("sql/settle_leased.sql");
const END_DONE: &str = include_str!("sql/settle_done.sql");
const ENDED: &str = include_str!("sql/settle_ended.sql");
const TENANTS: &str = include_str!("sql/settle_tenants.sql");

impl Postgres {
    pub(super) async fn settle_rows(
        &self,
        tx: &Tx,
        settlements: &[Settlement],
        now: Timestamp,
    ) -> Result<Vec<SettleResult>, Failure> {
        // Tenant numbers are assigned before the transaction begins.
        let items = settlements.iter().flat_map(|settlement| &settlement.enqueue);
        let tenants = self.tenants.numbers(tx, items.map(|item| &item.tenant)).await?;
        let mut rows = end_leased(tx, settlements, now).await?;
        let mut just_ended: HashSet<OccurrenceId> = rows.keys().copied().collect();
        let mut ids = sorted(settlements.iter().map(|settlement| settlement.lease.id));
        ids.retain(|id| !rows.contains_key(&OccurrenceId(*id)));
        if !ids.is_empty() {
            rows.extend(lock_open(tx, &ids).await?);
        }
        let missing: Vec<i64> = ids.into_iter().filter(|id| !rows.contains_key(&OccurrenceId(*id))).collect();
        if !missing.is_empty() {
            for line in tx.query(ENDED, &[&missing]).await? {
                let row = row::open(&line)?;
                rows.insert(row.id, row);
            }
        }
        self.check_work(tx, settlements).await?;
        let mut changes = Changes::default();
        let mut work = Vec::new();
        let mut makes_work = false;
        let mut results = Vec::with_capacity(settlements.len());
        for settlement in settlements {
            let Some(row) = rows.get_mut(&settlement.lease.id) else {
                results.push(SettleResult::LeaseLost);
                continue;
            };
            // The first settlement under the lease is the one that completed the row; any other finds it completed.
            let has_ended = row.fence == settlement.lease.fence && just_ended.remove(&row.id);
            if !has_ended {
                if let SettleCheck::Answer(answer) = row.settle_check(settlement.lease, &settlement.ending) {
                    results.push(answer);
                    continue;
                }
                changes.attempt(row.id, row.settle(&settlement.ending, now));
                changes.row(row.clone());
            }
            if row.state.is_terminal() {
                changes.count(row, !row.was_stopped_before_start(), now);
                changes.complete(row);
            }
            if let Some(at) = settlement.next_due_at {
                changes.due(row.schedule_uid, at);
            }
            makes_work |=
                settlement.next_due_at.is_some() || !row.state.is_terminal() || !settlement.enqueue.is_empty();
            work.extend(&settlement.enqueue);
            results.push(SettleResult::recorded(row.state));
        }
        if results.iter().any(|answer| matches!(answer, SettleResult::Failed { .. })) {
            let failures = changes.count_failures(tx, now).await?;
            for (settlement, answer) in settlements.iter().zip(&mut results) {
                if let (SettleResult::Failed { in_a_row }, Some(row)) = (answer, rows.get(&settlement.lease.id)) {
                    *in_a_row = failures.get(&row.schedule_uid).copied().unwrap_or_default();
                }
            }
        }
        changes.write(tx, now);
        super::queue::add_later(tx, &tenants, &work, now);
        if makes_work {
            tx.wake();
        }
        Ok(results)
    }

    /// Refuses work items that an occurrence enqueues for another tenant.
    async fn check_work(&self, tx: &Tx, settlements: &[Settlement]) -> Result<(), Failure> {
        let handing: Vec<&Settlement> =
            settlements.iter().filter(|settlement| !settlement.enqueue.is_empty()).collect();
        if handing.is_empty() {
            return Ok(());
        }
        let ids = sorted(handing.iter().map(|settlement| settlement.lease.id));
        let rows = tx.query(TENANTS, &[&ids]).await?;
        let owners: HashMap<i64, i32> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
        let names = self.tenants.names(tx, owners.values().copied()).await?;
        for settlement in handing {
            if let Some(owner) = owners.get(&settlement.lease.id.0) {
                check::work_of(tenant_by_number(&names, *owner)?, &settlement.enqueue)?;
            }
        }
        Ok(())
    }
}

/// Completes the rows whose leases are held, in one statement. Returns the completed rows with only the known
/// fields set.
///
/// A batch that contains a retry takes the other path: its rows are locked, changed and written.
async fn end_leased(
    tx: &Tx,
    settlements: &[Settlement],
    now: Timestamp,
) -> Result<HashMap<OccurrenceId, Occurrence>, Failure> {
    if settlements.iter().any(|settlement| !settlement.ending.state().is_terminal()) {
        return Ok(HashMap::new());
    }
    // Of several settlements under one lease, the first counts.
    let mut ended: BTreeMap<(OccurrenceId, Fence), Occurrence> = BTreeMap::new();
    for settlement in settlements {
        let Lease { id, fence } = settlement.lease;
        ended.entry((id, fence)).or_insert_with(|| {
            let mut row = row::blank(id, ScheduleUid(0));
            row.state = State::Running;
            row.fence = fence;
            // The occurrence completes, so the row itself records the attempt.
            let _ = row.settle(&settlement.ending, now);
            row
        });
    }
    fn all<'a, T>(
        rows: &'a BTreeMap<(OccurrenceId, Fence), Occurrence>,
        column: impl Fn(&'a Occurrence) -> T,
    ) -> Vec<T> {
        rows.values().map(column).collect()
    }
    let ids = all(&ended, |row| row.id.0);
    let fences = all(&ended, |row| row.fence.0);
    let is_done = |row: &Occurrence| row.state == State::Succeeded && row.target.is_none() && row.message.is_none();
    let are_done = ended.values().all(is_done);
    let lines = if are_done {
        tx.query(END_DONE, &[&ids, &fences, &now]).await?
    } else {
        tx.query(
            END,
            &[
                &ids,
                &fences,
                &all(&ended, |row| row.state.code()),
                &all(&ended, |row| row.reason.map(Reason::as_str)),
                &all(&ended, |row| row.message.as_deref()),
                &all(&ended, |row| row.target.as_ref().map(|target| target.kind.as_str())),
                &all(&ended, |row| row.target.as_ref().map(|target| target.id.as_str())),
                &now,
            ],
        )
        .await?
    };
    let mut held = HashMap::with_capacity(lines.len());
    for line in &lines {
        let mut columns = Columns::new(line);
        let lease = (OccurrenceId(columns.take()?), Fence(columns.take()?));
        let Some(mut row) = ended.remove(&lease) else { continue };
        row.schedule_uid = ScheduleUid(columns.take()?);
        row.planned.discriminator = columns.take::<Option<String>>()?.unwrap_or_default();
        row.planned.trigger = columns.code("trigger", Trigger::from_code)?;
        // Counters depend on whether a skipped occurrence had started.
        if !are_done {
            row.attempt = columns.count::<i32, _>()?;
        }
        held.insert(row.id, row);
    }
    Ok(held)
}
