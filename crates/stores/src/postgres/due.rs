//! Finds the schedules that must be planned, and the time of the next wake-up.

use jiff::Timestamp;

use super::Postgres;
use super::error::Failure;
use super::row::listed;
use super::transaction::Tx;
use refrain_ledger::store::{DueSchedules, NextWakeup};

const DUE: &str = include_str!("sql/due_for_planning.sql");
const NEXT_WAKEUP: &str = include_str!("sql/due_next_wakeup.sql");

impl Postgres {
    pub(super) async fn list_due(&self, tx: &Tx, until: Timestamp, limit: usize) -> Result<DueSchedules, Failure> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows = tx.read(DUE, &[&until, &limit]).await?;
        let names = self.tenants.names(tx, rows.iter().map(|row| row.get(1))).await?;
        Ok(listed(&rows, &names)?.into_iter().collect())
    }
}

pub(super) async fn next_wakeup(tx: &Tx) -> Result<NextWakeup, Failure> {
    let rows = tx.read(NEXT_WAKEUP, &[]).await?;
    let times = rows.first().map(|row| NextWakeup { plan_at: row.get(0), claim_at: row.get(1) });
    Ok(times.unwrap_or_default())
}
