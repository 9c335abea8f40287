//! Confirms, renews and releases leases. A lease is valid only if its fence is the fence of the row.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp};

use super::changes::Changes;
use super::error::Failure;
use super::occurrence::{lock_open, sorted};
use super::row::{self, Columns};
use super::transaction::Tx;
use refrain_ledger::ledger::admission::stop_reason;
use refrain_ledger::model::{Fence, Occurrence, OccurrenceId, Revision, State, Trigger};
use refrain_ledger::store::{ConfirmResult, Lease, Release, RenewResult};

const CONFIRM: &str = include_str!("sql/lease_confirm.sql");
const RENEW: &str = include_str!("sql/lease_renew.sql");

pub(super) async fn confirm(tx: &Tx, leases: &[Lease], now: Timestamp) -> Result<Vec<ConfirmResult>, Failure> {
    let ids: Vec<i64> = leases.iter().map(|lease| lease.id.0).collect();
    let mut held: HashMap<Lease, ConfirmResult> = HashMap::with_capacity(leases.len());
    for row in tx.read(CONFIRM, &[&ids]).await? {
        let mut columns = Columns::new(&row);
        let lease = Lease { id: OccurrenceId(columns.take()?), fence: Fence(columns.take()?) };
        let trigger = columns.code("trigger", Trigger::from_code)?;
        let revision = Revision(columns.take()?);
        let due_at: Timestamp = columns.take()?;
        let gate = row::gate(&mut columns)?;
        let confirmed = match stop_reason(&gate, trigger, revision) {
            Some(reason) => ConfirmResult::Stop(reason),
            None if due_at > now => ConfirmResult::Early(due_at),
            None => ConfirmResult::Go,
        };
        held.insert(lease, confirmed);
    }
    Ok(leases.iter().map(|lease| held.get(lease).copied().unwrap_or(ConfirmResult::LeaseLost)).collect())
}

pub(super) async fn renew(
    tx: &Tx,
    leases: &[Lease],
    lease_for: SignedDuration,
    now: Timestamp,
) -> Result<Vec<RenewResult>, Failure> {
    let until = now.saturating_add(lease_for).unwrap_or(now);
    // Sorted, so that two calls that renew the same rows lock them in the same order.
    let mut sorted: Vec<(i64, i64)> = leases.iter().map(|lease| (lease.id.0, lease.fence.0)).collect();
    sorted.sort_unstable();
    sorted.dedup();
    let (ids, fences): (Vec<i64>, Vec<i64>) = sorted.into_iter().unzip();
    let mut held: HashMap<Lease, bool> = HashMap::with_capacity(leases.len());
    for row in tx.change(RENEW, &[&ids, &fences, &until]).await? {
        held.insert(Lease { id: OccurrenceId(row.get(0)), fence: Fence(row.get(1)) }, row.get(2));
    }
    let renewed = |lease: &Lease| match held.get(lease) {
        Some(cancel_requested) => RenewResult::Held { cancel_requested: *cancel_requested },
        None => RenewResult::LeaseLost,
    };
    Ok(leases.iter().map(renewed).collect())
}

pub(super) async fn release(tx: &Tx, releases: &[Release], now: Timestamp) -> Result<Vec<bool>, Failure> {
    let mut rows = lock_open(tx, &sorted(releases.iter().map(|release| release.lease.id))).await?;
    let mut changes = Changes::default();
    let mut results = Vec::with_capacity(releases.len());
    for Release { lease, ready_at } in releases {
        let leased = |row: &&mut Occurrence| row.state == State::Running && row.fence == lease.fence;
        let Some(row) = rows.get_mut(&lease.id).filter(leased) else {
            results.push(false);
            continue;
        };
        row.release(*ready_at);
        if !row.is_started() {
            changes.complete(row);
        }
        changes.row(row.clone());
        results.push(true);
    }
    changes.write(tx, now);
    if results.contains(&true) {
        tx.wake();
    }
    Ok(results)
}
