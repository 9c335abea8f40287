//! The rows that workers settle: read in one batch, with only the columns that a settlement needs, and written
//! back. This happens for every run, so it touches as little as possible.

use jiff::Timestamp;
use rusqlite::{Connection, Row, params};

use super::error::Result;
use super::occurrence::check_row_count;
use super::row::{code, get, micros, optional_at, optional_text_as};
use super::span::{sorted, spans};
use refrain_ledger::ledger::transition::Origin;
use refrain_ledger::model::{
    Fence, NewOccurrence, NodeId, Occurrence, OccurrenceId, Priority, Reason, Revision, ScheduleId, ScheduleKey,
    ScheduleUid, State, Tenant, Trigger,
};

/// The rows of a batch of settlements, by ID, with only the columns that decide about a settlement.
pub(super) struct SettlementRows {
    rows: Vec<LeasedRow>,
    origin: Origin,
}

struct LeasedRow {
    id: OccurrenceId,
    uid: ScheduleUid,
    state: State,
    attempt: u32,
    fence: Fence,
    owner: Option<NodeId>,
    started_at: Option<Timestamp>,
    trigger: Trigger,
    cancel_requested: bool,
    discriminator: String,
}

impl SettlementRows {
    /// Reads the rows with these IDs.
    pub(super) fn read(conn: &Connection, ids: impl IntoIterator<Item = OccurrenceId>) -> Result<Self> {
        let ids = sorted(ids.into_iter().map(|id| id.0));
        let mut read = conn.prepare_cached(include_str!("sql/settle_rows_read.sql"))?;
        let mut rows: Vec<LeasedRow> = Vec::with_capacity(ids.len());
        for (first, last) in spans(&ids) {
            let mut found = read.query([first, last])?;
            while let Some(row) = found.next()? {
                let leased = LeasedRow::from_row(row, rows.last())?;
                rows.push(leased);
            }
        }
        // Fields that are not read stay empty and are not written.
        let schedule = ScheduleKey { tenant: Tenant::new("-", "-")?, id: ScheduleId::new("-")? };
        let origin = Origin { schedule, uid: ScheduleUid(0), revision: Revision(0), tzdb: String::new() };
        Ok(Self { rows, origin })
    }

    /// Returns the row with this ID as it was read, if it exists. Its names, keys and planning times are not
    /// filled in.
    pub(super) fn get(&self, id: OccurrenceId) -> Option<Occurrence> {
        let leased = &self.rows[self.place(id)?];
        let planned = NewOccurrence {
            period_key: String::new(),
            discriminator: leased.discriminator.clone(),
            nominal_at: Timestamp::UNIX_EPOCH,
            due_at: Timestamp::UNIX_EPOCH,
            period: None,
            priority: Priority::Normal,
            trigger: leased.trigger,
            correlation_id: None,
            note: None,
            concurrency: None,
            payload: None,
        };
        Some(Occurrence {
            schedule_uid: leased.uid,
            state: leased.state,
            attempt: leased.attempt,
            fence: leased.fence,
            lease_owner: leased.owner.clone(),
            started_at: leased.started_at,
            cancel_requested: leased.cancel_requested,
            ..Occurrence::new(id, &self.origin, planned, Timestamp::UNIX_EPOCH)
        })
    }

    /// Records the state of a row after a settlement: another settlement of it in the same batch is checked
    /// against that.
    pub(super) fn moved(&mut self, row: &Occurrence) {
        if let Some(place) = self.place(row.id) {
            self.rows[place].state = row.state;
        }
    }

    fn place(&self, id: OccurrenceId) -> Option<usize> {
        self.rows.binary_search_by_key(&id, |row| row.id).ok()
    }
}

impl LeasedRow {
    /// Reads a row. Adjacent rows mostly have the same owner; its name is then cloned instead of parsed again.
    fn from_row(row: &Row<'_>, before: Option<&Self>) -> Result<Self> {
        let owner = before.and_then(|before| before.owner.as_ref());
        Ok(Self {
            id: OccurrenceId(get(row, 0)?),
            uid: ScheduleUid(get(row, 1)?),
            state: code(row, 2, "an occurrence's state", State::from_code)?,
            attempt: get(row, 3)?,
            fence: Fence(get(row, 4)?),
            owner: optional_text_as(row, 5, |text| match owner {
                Some(owner) if owner.as_str() == text => Ok(owner.clone()),
                Some(_) | None => Ok(NodeId::new(text)?),
            })?,
            started_at: optional_at(row, 6)?,
            trigger: code(row, 7, "a trigger", Trigger::from_code)?,
            cancel_requested: get(row, 8)?,
            discriminator: get(row, 9)?,
        })
    }
}

/// Writes the changes of settlements.
pub(super) struct SettlementWriter<'conn> {
    conn: &'conn Connection,
    /// IDs of successful runs without a target or message. They are all written alike at the end of the batch.
    done: Vec<i64>,
}

impl<'conn> SettlementWriter<'conn> {
    pub(super) fn new(conn: &'conn Connection) -> Self {
        Self { conn, done: Vec::new() }
    }

    /// Writes the changes made by [`Occurrence::settle`], now or in [`Self::finish`].
    pub(super) fn write(&mut self, row: &Occurrence) -> Result<()> {
        if row.state == State::Succeeded && row.target.is_none() && row.message.is_none() {
            self.done.push(row.id.0);
            return Ok(());
        }
        let mut write = self.conn.prepare_cached(include_str!("sql/settle_rows_write.sql"))?;
        let written = write.execute(params![
            row.state.code(),
            micros(row.ready_at),
            row.waits,
            row.cancel_requested,
            row.lease_owner.as_ref().map(NodeId::as_str),
            row.reason.map(Reason::as_str),
            row.message,
            row.target.as_ref().map(|target| &target.kind),
            row.target.as_ref().map(|target| &target.id),
            row.id.0,
        ])?;
        check_row_count(written, 1)
    }

    /// Writes the remaining rows.
    pub(super) fn finish(self, now: Timestamp) -> Result<()> {
        let mut write = self.conn.prepare_cached(include_str!("sql/settle_rows_done.sql"))?;
        let done = sorted(self.done);
        let mut written = 0;
        for (first, last) in spans(&done) {
            written += write.execute(params![State::Succeeded.code(), micros(now), first, last])?;
        }
        check_row_count(written, done.len())
    }
}
