//! Reads schedules: single ones, pages, those due for planning, and earlier revisions.

use std::collections::HashMap;

use jiff::Timestamp;
use tokio_postgres::Row;

use super::Postgres;
use super::error::Failure;
use super::row::{self, Columns};
use super::schedules::not_found;
use super::transaction::Tx;
use refrain_ledger::ledger::stored::StoredSchedule;
use refrain_ledger::ledger::wanted::{PageScan, ScheduleMatcher};
use refrain_ledger::model::{Revision, RevisionRecord, Schedule, ScheduleKey, ScheduleUid, Status, Tenant};
use refrain_ledger::store::{
    DefinitionResult, DueSchedules, ListPage, ListedSchedule, NoDefinition, Page, ScheduleCounts, ScheduleFilter,
    StoreError,
};

/// Reads the schedule with a key that is not deleted.
pub(super) const READ: &str = include_str!("sql/schedule.sql");
const LIST: &str = include_str!("sql/schedules.sql");
const LOOKED_AT: &str = include_str!("sql/schedules_looked_at.sql");
const COUNT: &str = include_str!("sql/schedules_by_status.sql");
const REVISIONS: &str = include_str!("sql/revisions.sql");
const DEFINITIONS: &str = include_str!("sql/definitions.sql");
const DUE: &str = include_str!("sql/due_for_planning.sql");
const SCAN: &str = include_str!("sql/scan.sql");

impl Postgres {
    pub(super) async fn read_schedule(&self, tx: &Tx, key: &ScheduleKey) -> Result<Option<Schedule>, Failure> {
        Ok(self.read_stored(tx, key).await?.map(StoredSchedule::whole).transpose()?)
    }

    /// Reads a schedule even if its definition cannot be read.
    pub(super) async fn read_stored(&self, tx: &Tx, key: &ScheduleKey) -> Result<Option<StoredSchedule>, Failure> {
        let Some(tenant) = self.tenants.known(tx, &key.tenant).await? else { return Ok(None) };
        let names = HashMap::from([(tenant, key.tenant.clone())]);
        let rows = tx.read(READ, &[&tenant, &key.id.as_str()]).await?;
        Ok(rows.first().map(|row| row::stored(row, &names)).transpose()?)
    }

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

    pub(super) async fn list_revisions(
        &self,
        tx: &Tx,
        key: &ScheduleKey,
        page: &Page,
    ) -> Result<ListPage<RevisionRecord>, Failure> {
        let found = self.read_stored(tx, key).await?.ok_or_else(|| not_found(key))?;
        let uid = found.known().uid;
        let before = page.number()?.unwrap_or(i64::MAX);
        let rows = tx.read(REVISIONS, &[&uid.0, &before, &limit(page)]).await?;
        let records = rows.iter().map(|row| {
            let mut columns = Columns::new(row);
            let (revision, at) = (Revision(columns.take()?), columns.take()?);
            let (by, change) = (columns.take()?, columns.take()?);
            let brought = columns.take::<Option<&str>>()?.map(|text| NoDefinition::read(Some(text)));
            let (definition, problem) = NoDefinition::split(brought);
            Ok::<_, StoreError>(RevisionRecord { revision, at, by, change, definition, problem })
        });
        let found = records.collect::<Result<_, _>>()?;
        Ok(ListPage::cut(found, page.rows(), |record: &RevisionRecord| record.revision.to_string()))
    }

    pub(super) async fn list_due(&self, tx: &Tx, until: Timestamp, limit: usize) -> Result<DueSchedules, Failure> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows = tx.read(DUE, &[&until, &limit]).await?;
        let names = self.tenants.names(tx, rows.iter().map(|row| row.get(1))).await?;
        Ok(listed(&rows, &names)?.into_iter().collect())
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

fn listed(rows: &[Row], names: &HashMap<i32, Tenant>) -> Result<Vec<ListedSchedule>, StoreError> {
    rows.iter().map(|row| Ok(row::stored(row, names)?.listed())).collect()
}

pub(super) async fn read_definitions(
    tx: &Tx,
    wanted: &[(ScheduleUid, Revision)],
) -> Result<Vec<DefinitionResult>, Failure> {
    let (uids, revisions): (Vec<i64>, Vec<i64>) = wanted.iter().map(|(uid, revision)| (uid.0, revision.0)).unzip();
    let rows = tx.read(DEFINITIONS, &[&uids, &revisions]).await?;
    Ok(rows.iter().map(|row| NoDefinition::read(row.get(0))).collect())
}

/// Returns the number of rows to read: one more than the page size, which shows whether there is another page.
pub(super) fn limit(page: &Page) -> i64 {
    i64::try_from(page.rows()).unwrap_or(i64::MAX - 1) + 1
}
