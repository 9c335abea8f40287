//! Lists and counts schedules.

use std::collections::HashMap;

use super::Postgres;
use super::error::Failure;
use super::row::{Columns, limit, listed};
use super::transaction::Tx;
use refrain_ledger::ledger::wanted::{PageScan, ScheduleMatcher};
use refrain_ledger::model::{ScheduleUid, Status, Tenant};
use refrain_ledger::store::{ListPage, ListedSchedule, Page, ScheduleCounts, ScheduleFilter};

const LIST: &str = include_str!("sql/schedules_by_uid.sql");
const LOOKED_AT: &str = include_str!("sql/schedules_page.sql");
const COUNT: &str = include_str!("sql/schedules_by_status.sql");
const SCAN: &str = include_str!("sql/schedules_scan.sql");

impl Postgres {
    pub(super) async fn list_schedules(
        &self,
        tx: &Tx,
        tenant: &Tenant,
        filter: &ScheduleFilter,
        page: &Page,
    ) -> Result<ListPage<ListedSchedule>, Failure> {
        let mut after = page.name()?.unwrap_or_default().to_owned();
        let prefix = filter.id_prefix.as_deref().unwrap_or_default();
        let number = self.tenants.known(tx, tenant).await?;
        let Some(number) = number else { return Ok(ListPage { rows: Vec::new(), next: None }) };
        let (wanted, mut walk) = (ScheduleMatcher::by(filter), PageScan::new(filter, page));
        while walk.scans_left() > 0 {
            let chunk = walk.chunk() as i64;
            let rows = tx.read(LOOKED_AT, &[&number, &after, &prefix, &wanted.needs_definitions(), &chunk]).await?;
            for row in &rows {
                let mut columns = Columns::new(row);
                let (uid, id) = (columns.take::<i64>()?, columns.take::<&str>()?);
                let status = columns.code("status", Status::from_code)?;
                let definition = columns.take::<Option<&str>>()?;
                walk.look(id, || {
                    (wanted.matches_status(status) && wanted.matches_stored(id, definition)).then_some(uid)
                });
            }
            if (rows.len() as i64) < chunk {
                break;
            }
            after = walk.last().unwrap_or_default().to_owned();
        }
        let found = walk.page();
        let rows = tx.read(LIST, &[&found.rows, &limit(page)]).await?;
        let names = HashMap::from([(number, tenant.clone())]);
        Ok(ListPage { rows: listed(&rows, &names)?, next: found.next })
    }

    pub(super) async fn count_by_status(
        &self,
        tx: &Tx,
        tenant: &Tenant,
        count_max: usize,
    ) -> Result<ScheduleCounts, Failure> {
        let mut counts = ScheduleCounts::default();
        let Some(number) = self.tenants.known(tx, tenant).await? else { return Ok(counts) };
        let rows = tx.read(COUNT, &[&number, &(count_max as i64 + 1)]).await?;
        for row in &rows {
            let mut columns = Columns::new(row);
            let (status, count) = (columns.code("status", Status::from_code)?, columns.take::<i64>()?);
            counts.by_status.insert(status, count.unsigned_abs());
        }
        counts.is_cut = counts.of(&[]) > count_max as u64;
        Ok(counts)
    }

    pub(super) async fn list_scanned(
        &self,
        tx: &Tx,
        after: Option<ScheduleUid>,
        limit: usize,
    ) -> Result<Vec<ListedSchedule>, Failure> {
        let after = after.map_or(i64::MIN, |uid| uid.0);
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows = tx.read(SCAN, &[&after, &limit]).await?;
        let names = self.tenants.names(tx, rows.iter().map(|row| row.get(1))).await?;
        Ok(listed(&rows, &names)?)
    }
}
