//! Reads and locks rows of the ledger.

use std::collections::HashMap;

use super::error::Failure;
use super::row::{self, Columns};
use super::transaction::Tx;
use refrain_ledger::model::{Occurrence, OccurrenceId, Tenant};
use refrain_ledger::store::StoreError;

/// Locks open rows by ID. The result is read by [`row::open`].
pub(super) const LOCK_OPEN: &str = include_str!("sql/occurrence_lock_open.sql");
/// Locks the open rows of a schedule. The result is read by [`row::open`].
pub(super) const LOCK_OF_SCHEDULE: &str = include_str!("sql/occurrence_lock_of_schedule.sql");
/// Locks the rows of schedules that have started or wait, except those with the given IDs. The result is read by
/// [`row::open`].
pub(super) const LOCK_OTHERS: &str = include_str!("sql/occurrence_lock_others.sql");
const ONE: &str = include_str!("sql/occurrence.sql");

/// Returns the row with this ID if it belongs to the tenant.
pub(super) async fn find(
    tx: &Tx,
    (number, tenant): (i32, &Tenant),
    id: OccurrenceId,
) -> Result<Option<Occurrence>, Failure> {
    let rows = tx.query(ONE, &[&id.0, &number]).await?;
    let names = HashMap::from([(number, tenant.clone())]);
    Ok(rows.first().map(|row| row::occurrence(&mut Columns::new(row), &names)).transpose()?)
}

/// Returns the open rows with these IDs, locked until the end of the transaction.
pub(super) async fn lock_open(tx: &Tx, ids: &[i64]) -> Result<HashMap<OccurrenceId, Occurrence>, Failure> {
    let lines = tx.query(LOCK_OPEN, &[&ids]).await?;
    let rows = lines.iter().map(|line| row::open(line).map(|row| (row.id, row)));
    Ok(rows.collect::<Result<_, StoreError>>()?)
}

/// Returns IDs in the order in which rows are locked, each once.
pub(super) fn sorted(ids: impl Iterator<Item = OccurrenceId>) -> Vec<i64> {
    let mut ids: Vec<i64> = ids.map(|id| id.0).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}
