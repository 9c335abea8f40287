//! Inserts occurrences unless their keys exist, and plans superseded rows of these keys again.

use jiff::Timestamp;
use rusqlite::{CachedStatement, Connection, params};

use super::audit::append_one;
use super::error::{Result, damaged};
use super::ids;
use super::occurrence::{RowReader, RowWriter};
use super::row::{self, code, get, micros, stored_payload, turn};
use super::schedule::{count_rows, key_of, live_or_error};
use refrain_ledger::ledger::change;
use refrain_ledger::ledger::transition::Origin;
use refrain_ledger::model::{NewOccurrence, Occurrence, OccurrenceId, Revision, ScheduleUid, State};
use refrain_ledger::store::{Insert, InsertResult};

/// The schedule that new rows belong to.
pub(super) struct Owner<'a> {
    pub(super) uid: ScheduleUid,
    pub(super) revision: Revision,
    pub(super) tzdb: &'a str,
}

/// Result of inserting a row.
#[derive(Clone, Copy, Debug)]
pub(super) enum Inserted {
    /// The row is new.
    New,
    /// An edit had superseded this row. It is planned again.
    Again(OccurrenceId),
    /// This row exists, in this state.
    Existing(OccurrenceId, State),
}

impl Inserted {
    /// Returns whether the schedule has one more row.
    pub(super) fn is_new_row(self) -> bool {
        matches!(self, Self::New)
    }
}

/// Prepared statement that inserts rows.
pub(super) struct RowInserter<'conn> {
    conn: &'conn Connection,
    insert: CachedStatement<'conn>,
}

impl<'conn> RowInserter<'conn> {
    pub(super) fn new(conn: &'conn Connection) -> Result<Self> {
        Ok(Self { conn, insert: conn.prepare_cached(include_str!("sql/insert_row.sql"))? })
    }

    /// Inserts a row unless its key exists, or plans a superseded row of this key again.
    pub(super) fn insert(&mut self, id: i64, of: &Owner<'_>, new: &NewOccurrence, now: Timestamp) -> Result<Inserted> {
        let inserted = self.insert.execute(params![
            id,
            of.uid.0,
            turn(new.priority, false),
            micros(new.due_at),
            micros(new.nominal_at),
            new.trigger.code(),
            of.revision.0,
            micros(now),
            new.period_key,
            new.discriminator,
            of.tzdb,
            new.period.map(|(start, _)| micros(start)),
            new.period.map(|(_, end)| micros(end)),
            new.correlation_id,
            new.note,
            new.concurrency,
            stored_payload(new),
        ])?;
        if inserted == 1 { Ok(Inserted::New) } else { self.plan_again(of, new, now) }
    }

    /// Plans the existing row of a key again, if an edit superseded it.
    fn plan_again(&self, of: &Owner<'_>, new: &NewOccurrence, now: Timestamp) -> Result<Inserted> {
        let mut find = self.conn.prepare_cached(include_str!("sql/insert_existing.sql"))?;
        let mut rows = find.query(params![new.period_key, of.uid.0, new.discriminator])?;
        let found = rows.next()?.ok_or_else(|| damaged("a row that exists", "missing"))?;
        let (id, state) = (OccurrenceId(get(found, 0)?), code(found, 1, "an occurrence's state", State::from_code)?);
        // Only a skipped row needs to be read whole.
        if state != State::Skipped {
            return Ok(Inserted::Existing(id, state));
        }
        let row = match RowReader::new(self.conn)?.read(id, |uid| key_of(self.conn, uid)) {
            // A damaged row must not prevent the planning of others.
            Err(failure) if failure.is_corrupt() => None,
            row => row?,
        };
        let Some(mut row) = row.filter(Occurrence::is_superseded) else { return Ok(Inserted::Existing(id, state)) };
        let schedule = row.schedule.clone();
        let origin = Origin { schedule, uid: of.uid, revision: of.revision, tzdb: of.tzdb.to_owned() };
        row.plan_again(&origin, new.clone(), now);
        RowWriter::new(self.conn)?.write(&row)?;
        let planned = &row.planned;
        let mut write = self.conn.prepare_cached(include_str!("sql/insert_again.sql"))?;
        write.execute(params![
            micros(row.created_at),
            row.tzdb,
            planned.period.map(|(start, _)| micros(start)),
            planned.period.map(|(_, end)| micros(end)),
            planned.correlation_id,
            planned.note,
            stored_payload(planned),
            id.0,
        ])?;
        Ok(Inserted::Again(id))
    }
}

/// Inserts rows that a person requested.
pub(super) fn insert(conn: &Connection, insert: &Insert, now: Timestamp) -> Result<Vec<InsertResult>> {
    let schedule = live_or_error(conn, &insert.key)?;
    change::check_insertable(&schedule)?;
    let owner = Owner { uid: schedule.uid, revision: schedule.revision, tzdb: &insert.tzdb };
    let first = ids::reserve(conn, insert.occurrences.len())?;
    let mut insert_row = RowInserter::new(conn)?;
    let mut new_rows = 0;
    let mut results = Vec::with_capacity(insert.occurrences.len());
    for (id, new) in (first..).zip(&insert.occurrences) {
        let outcome = insert_row.insert(id, &owner, new, now)?;
        new_rows += usize::from(outcome.is_new_row());
        results.push(match outcome {
            Inserted::New => InsertResult::New(OccurrenceId(id)),
            Inserted::Again(id) => InsertResult::New(id),
            Inserted::Existing(id, state) => InsertResult::Existing(id, state),
        });
    }
    let new = results.iter().filter(|result| matches!(result, InsertResult::New(_))).count();
    count_rows(conn, schedule.uid, row::rows(new_rows))?;
    if let Some(entry) = change::insert_entry(insert, new) {
        append_one(conn, &insert.key.tenant, entry, now)?;
    }
    Ok(results)
}
