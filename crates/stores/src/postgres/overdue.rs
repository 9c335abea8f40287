//! Finds occurrences that were due and are not running.

use jiff::Timestamp;

use super::Postgres;
use super::error::Failure;
use super::row::occurrences;
use super::transaction::Tx;
use refrain_ledger::model::Occurrence;

const OVERDUE: &str = include_str!("sql/overdue.sql");

impl Postgres {
    pub(super) async fn list_overdue(
        &self,
        tx: &Tx,
        before: Timestamp,
        limit: usize,
    ) -> Result<Vec<Occurrence>, Failure> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows = tx.read(OVERDUE, &[&before, &limit]).await?;
        let names = self.tenants.names(tx, rows.iter().map(|row| row.get(1))).await?;
        Ok(occurrences(&rows, &names)?)
    }
}
