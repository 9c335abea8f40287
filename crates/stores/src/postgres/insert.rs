//! Inserts occurrences unless their keys exist, and plans superseded rows of these keys again.

use std::collections::HashSet;

use jiff::Timestamp;

use super::error::{Failure, corrupt};
use super::schedule::not_found;
use super::transaction::{Param, Tx, borrowed, params};
use super::{Postgres, row};
use refrain_ledger::ledger::change;
use refrain_ledger::ledger::transition::Origin;
use refrain_ledger::model::{
    Fence, NewOccurrence, Occurrence, OccurrenceId, Reason, Revision, ScheduleUid, SkipReason, State,
};
use refrain_ledger::store::{Insert, InsertResult};

const ROWS: &str = include_str!("sql/insert_rows.sql");
const SUPERSEDED: &str = include_str!("sql/insert_superseded.sql");
const AGAIN: &str = include_str!("sql/insert_again.sql");
const INSERTED: &str = include_str!("sql/insert_existing.sql");

/// The schedule that rows belong to.
pub(super) struct RowOwner<'a> {
    pub(super) uid: ScheduleUid,
    pub(super) tenant: i32,
    pub(super) revision: i64,
    pub(super) tzdb: &'a str,
}

impl RowOwner<'_> {
    /// Returns these rows as rows of this schedule.
    pub(super) fn of<'a>(&'a self, rows: &'a [NewOccurrence]) -> Vec<NewRow<'a>> {
        rows.iter().map(|row| (self, row)).collect()
    }
}

/// A row to insert, with its schedule.
pub(super) type NewRow<'a> = (&'a RowOwner<'a>, &'a NewOccurrence);

/// Inserts rows unless their keys exist, and plans superseded rows of these keys again. Returns the rows that are
/// planned now.
pub(super) async fn add_rows(
    tx: &Tx,
    rows: &[NewRow<'_>],
    now: Timestamp,
) -> Result<Vec<(OccurrenceId, ScheduleUid)>, Failure> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let inserted = tx.query(ROWS, &borrowed(&columns(rows, now))).await?;
    let inserted = inserted.iter().map(|row| (OccurrenceId(row.get(0)), ScheduleUid(row.get(1))));
    let mut planned: Vec<(OccurrenceId, ScheduleUid)> = inserted.collect();
    if planned.len() < rows.len() {
        planned.extend(plan_again(tx, rows, now).await?);
    }
    Ok(planned)
}

/// Plans the superseded rows of these keys again, each as the first of the new rows with its key. Returns them.
///
/// The rows are locked after their schedule, unlike in a reopening. The server detects the rare deadlock, and the
/// transaction is tried again.
async fn plan_again(tx: &Tx, rows: &[NewRow<'_>], now: Timestamp) -> Result<Vec<(OccurrenceId, ScheduleUid)>, Failure> {
    let uids = all(rows, |home, _| home.uid.0);
    let keys = all(rows, |_, row| row.period_key.clone());
    let discriminators = all(rows, |_, row| row.discriminator.clone());
    let found = tx.query(SUPERSEDED, &[&uids, &keys, &discriminators]).await?;
    let mut again: Vec<Occurrence> = Vec::new();
    for line in &found {
        let (ordinal, id, fence): (i64, i64, i64) = (line.get(0), line.get(1), line.get(2));
        let place = usize::try_from(ordinal - 1).ok();
        let Some(&(home, new)) = place.and_then(|place| rows.get(place)) else { continue };
        if again.last().is_some_and(|last| last.id.0 == id) {
            continue;
        }
        let mut row = row::blank(OccurrenceId(id), home.uid);
        (row.state, row.fence) = (State::Skipped, Fence(fence));
        row.reason = Some(Reason::Skipped(SkipReason::Superseded));
        if row.is_superseded() {
            let (schedule, revision) = (row.schedule.clone(), Revision(home.revision));
            let origin = Origin { schedule, uid: home.uid, revision, tzdb: home.tzdb.to_owned() };
            row.plan_again(&origin, new.clone(), now);
            again.push(row);
        }
    }
    if !again.is_empty() {
        write_again(tx, &again, now).await?;
    }
    Ok(again.into_iter().map(|row| (row.id, row.schedule_uid)).collect())
}

async fn write_again(tx: &Tx, again: &[Occurrence], now: Timestamp) -> Result<(), Failure> {
    fn column<T>(rows: &[Occurrence], column: impl Fn(&Occurrence) -> T) -> Vec<T> {
        rows.iter().map(column).collect()
    }
    let params = params![
        column(again, |row| row.id.0),
        column(again, |row| row.fence.0),
        column(again, |row| row.revision.0),
        column(again, |row| row.tzdb.clone()),
        column(again, |row| row.planned.nominal_at),
        column(again, |row| row.planned.due_at),
        column(again, |row| row.planned.period.map(|(from, _)| from)),
        column(again, |row| row.planned.period.map(|(_, to)| to)),
        column(again, |row| row.planned.priority.rank()),
        column(again, |row| row.planned.trigger.code()),
        column(again, |row| row.planned.correlation_id.clone()),
        column(again, |row| row.planned.note.clone()),
        column(again, |row| row.planned.concurrency.map(row::stored_concurrency)),
        now,
        column(again, |row| row::stored_payload(&row.planned)),
    ];
    tx.query(AGAIN, &borrowed(&params)).await.map(drop)
}

/// Returns one column of rows.
pub(super) fn all<T>(rows: &[NewRow<'_>], column: impl Fn(&RowOwner<'_>, &NewOccurrence) -> T) -> Vec<T> {
    rows.iter().map(|(home, row)| column(home, row)).collect()
}

fn columns(rows: &[NewRow<'_>], now: Timestamp) -> Vec<Param> {
    params![
        all(rows, |home, _| home.uid.0),
        all(rows, |home, _| home.tenant),
        all(rows, |home, _| home.revision),
        all(rows, |home, _| home.tzdb.to_owned()),
        all(rows, |_, row| row.period_key.clone()),
        all(rows, |_, row| row.discriminator.clone()),
        all(rows, |_, row| row.nominal_at),
        all(rows, |_, row| row.due_at),
        all(rows, |_, row| row.period.map(|(from, _)| from)),
        all(rows, |_, row| row.period.map(|(_, to)| to)),
        all(rows, |_, row| row.priority.rank()),
        all(rows, |_, row| row.trigger.code()),
        all(rows, |_, row| row.correlation_id.clone()),
        all(rows, |_, row| row.note.clone()),
        all(rows, |_, row| row.concurrency.map(row::stored_concurrency)),
        now,
        all(rows, |_, row| row::stored_payload(row)),
    ]
}

impl Postgres {
    pub(super) async fn insert_rows(
        &self,
        tx: &Tx,
        insert: &Insert,
        now: Timestamp,
    ) -> Result<Vec<InsertResult>, Failure> {
        let (tenant, schedule) = self.locked(tx, &insert.key).await?;
        let schedule = schedule.ok_or_else(|| not_found(&insert.key))?.whole()?;
        change::check_insertable(&schedule)?;
        let home = RowOwner { uid: schedule.uid, tenant, revision: schedule.revision.0, tzdb: &insert.tzdb };
        let added = add_rows(tx, &home.of(&insert.occurrences), now).await?;
        let mut new: HashSet<i64> = added.iter().map(|(id, _)| id.0).collect();
        let count = new.len();
        let keys: Vec<&str> = insert.occurrences.iter().map(|row| row.period_key.as_str()).collect();
        let discriminators: Vec<&str> = insert.occurrences.iter().map(|row| row.discriminator.as_str()).collect();
        let mut results = Vec::with_capacity(keys.len());
        for row in tx.query(INSERTED, &[&schedule.uid.0, &keys, &discriminators]).await? {
            let (id, code): (i64, i16) = (row.get(1), row.get(2));
            let state = State::from_code(code).ok_or_else(|| corrupt("state", code))?;
            // A repeated key finds the row that its first mention inserted.
            let is_new = new.remove(&id);
            let id = OccurrenceId(id);
            results.push(if is_new { InsertResult::New(id) } else { InsertResult::Existing(id, state) });
        }
        if results.len() != keys.len() {
            // A row with the same key was pruned between the two statements.
            return Err(Failure::Conflict);
        }
        if let Some(entry) = change::insert_entry(insert, count) {
            self.append_entry(tx, tenant, &insert.key.tenant, entry, now).await?;
        }
        tx.wake();
        Ok(results)
    }
}
