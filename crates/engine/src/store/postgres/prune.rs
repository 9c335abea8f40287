//! Removing old history.

use super::Postgres;
use super::error::Failure;
use super::transaction::{Tx, params};
use crate::store::{Prune, Pruned};
use crate::work_item::WorkState;

const ROWS: &str = include_str!("sql/prune_rows.sql");
const DELETE: &str = include_str!("sql/prune_delete.sql");
const GAPS: &str = include_str!("sql/prune_gaps.sql");
const WORK: &str = include_str!("sql/prune_work.sql");
const SCHEDULES: &str = include_str!("sql/prune_schedules.sql");

impl Postgres {
    pub(super) async fn prune_rows(&self, tx: &Tx, prune: &Prune) -> Result<Pruned, Failure> {
        let tenant = match &prune.tenant {
            None => None,
            Some(tenant) => match self.tenants.known(tx, tenant).await? {
                Some(number) => Some(number),
                None => return Ok(Pruned::default()),
            },
        };
        let keep = i64::from(prune.keep_per_schedule);
        let limit = i64::try_from(prune.limit).unwrap_or(i64::MAX);
        let before = prune.ended_before;
        let rows: Vec<i64> =
            tx.query(ROWS, &[&tenant, &before, &keep, &limit]).await?.iter().map(|row| row.get(0)).collect();
        let occurrences = rows.len();
        if occurrences > 0 {
            tx.later(DELETE, params![rows]);
            // A deleted schedule goes with its last row.
            tx.flush().await?;
        }
        let gaps = tx.query(GAPS, &[&tenant, &before]).await?.len();
        let (done, dead) = (prune.work_before(WorkState::Done), prune.work_before(WorkState::Dead));
        let work_items = tx.query(WORK, &[&tenant, &done, &dead]).await?.len();
        let schedules: i64 = tx.query(SCHEDULES, &[&tenant]).await?.first().map_or(0, |row| row.get(0));
        Ok(Pruned { occurrences, gaps, schedules: usize::try_from(schedules).unwrap_or(usize::MAX), work_items })
    }
}
