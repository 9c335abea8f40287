//! Lists the revisions of a schedule, and reads definitions by revision.

use super::Postgres;
use super::error::Failure;
use super::row::{Columns, limit};
use super::schedule::not_found;
use super::transaction::Tx;
use refrain_ledger::model::{Revision, RevisionRecord, ScheduleKey, ScheduleUid};
use refrain_ledger::store::{DefinitionResult, ListPage, NoDefinition, Page, StoreError};

const REVISIONS: &str = include_str!("sql/revisions_page.sql");
const DEFINITIONS: &str = include_str!("sql/revisions_definitions.sql");

impl Postgres {
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
}

pub(super) async fn read_definitions(
    tx: &Tx,
    wanted: &[(ScheduleUid, Revision)],
) -> Result<Vec<DefinitionResult>, Failure> {
    let (uids, revisions): (Vec<i64>, Vec<i64>) = wanted.iter().map(|(uid, revision)| (uid.0, revision.0)).unzip();
    let rows = tx.read(DEFINITIONS, &[&uids, &revisions]).await?;
    Ok(rows.iter().map(|row| NoDefinition::read(row.get(0))).collect())
}
