//! Lists the revisions of a schedule, and reads definitions by revision.

use rusqlite::{Connection, params};

use super::error::Result;
use super::row::{self, at, get, optional_text_as, text};
use super::schedule::live_stored;
use refrain_ledger::model::{Revision, RevisionRecord, ScheduleKey, ScheduleUid};
use refrain_ledger::store::{DefinitionResult, ListPage, NoDefinition, Page, StoreError};

pub(super) fn revisions(conn: &Connection, key: &ScheduleKey, page: &Page) -> Result<ListPage<RevisionRecord>> {
    let found = live_stored(conn, key)?.ok_or_else(|| StoreError::NotFound(format!("schedule {key}")))?;
    let uid = found.known().uid;
    let before = page.number()?.unwrap_or(i64::MAX);
    let mut read = conn.prepare_cached(include_str!("sql/revisions_page.sql"))?;
    let record = |row: &rusqlite::Row<'_>| {
        let brought = optional_text_as(row, 4, |text| Ok(NoDefinition::read(Some(text))))?;
        let (definition, problem) = NoDefinition::split(brought);
        let (revision, at) = (Revision(get(row, 0)?), at(row, 1)?);
        Ok(RevisionRecord { revision, at, by: get(row, 2)?, change: get(row, 3)?, definition, problem })
    };
    let found =
        read.query_and_then(params![uid.0, before, row::rows(page.rows() + 1)], record)?.collect::<Result<_>>()?;
    Ok(ListPage::cut(found, page.rows(), |record: &RevisionRecord| record.revision.to_string()))
}

pub(super) fn definitions(conn: &Connection, wanted: &[(ScheduleUid, Revision)]) -> Result<Vec<DefinitionResult>> {
    let mut read = conn.prepare_cached(include_str!("sql/revisions_definition.sql"))?;
    let mut found = Vec::with_capacity(wanted.len());
    for (uid, revision) in wanted {
        let mut rows = read.query([uid.0, revision.0])?;
        found.push(match rows.next()? {
            Some(row) => NoDefinition::read(Some(text(row, 0)?)),
            None => NoDefinition::read(None),
        });
    }
    Ok(found)
}
