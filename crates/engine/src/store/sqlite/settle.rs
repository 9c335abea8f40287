//! Recording how runs went, and what people do to single occurrences.

use jiff::Timestamp;
use rusqlite::Connection;

use super::audit::append_one;
use super::counters::Tally;
use super::error::Result;
use super::occurrence::{SettleRow, WriteRow, add_attempt, find};
use super::queue::enqueue_one;
use super::schedule::{self, key_of};
use super::tenants;
use crate::audit::By;
use crate::id::{OccurrenceId, Tenant};
use crate::ledger::transition::SettleCheck;
use crate::ledger::{change, check};
use crate::moves::State;
use crate::occurrence::Occurrence;
use crate::store::{OccurrenceChange, Settled, Settlement, StoreError};

pub(super) fn settle(conn: &Connection, settlements: &[Settlement], now: Timestamp) -> Result<Vec<Settled>> {
    let mut rows = SettleRow::new(conn)?;
    let mut tally = Tally::default();
    let mut settle_one = |settlement: &Settlement| {
        let Some(mut row) = rows.read(settlement.lease.id)? else { return Ok(Settled::LeaseLost) };
        if !settlement.enqueue.is_empty() {
            check::work_of(&key_of(conn, row.schedule_uid)?.tenant, &settlement.enqueue)?;
        }
        match row.settle_check(settlement.lease, &settlement.ending) {
            SettleCheck::Answer(answer) => return Ok(answer),
            SettleCheck::Apply => {}
        }
        if let Some(attempt) = row.settle(&settlement.ending, now) {
            add_attempt(conn, row.id, &attempt)?;
        }
        rows.write(&row)?;
        if row.state.is_terminal() {
            tally.count(&row, true, now);
            tally.free(row.schedule_uid, 1);
        }
        if let Some(next_due_at) = settlement.next_due_at {
            tally.due(row.schedule_uid, next_due_at);
        }
        for item in &settlement.enqueue {
            enqueue_one(conn, item, now)?;
        }
        Ok(Settled::Done)
    };
    let settled = settlements.iter().map(&mut settle_one).collect::<Result<_>>()?;
    tally.write(conn, now)?;
    Ok(settled)
}

pub(super) fn change_occurrence(
    conn: &Connection,
    tenant: &Tenant,
    id: OccurrenceId,
    change: &OccurrenceChange,
    by: &By,
    now: Timestamp,
) -> Result<Occurrence> {
    let not_found = || StoreError::NotFound(format!("occurrence {id}"));
    let number = tenants::find(conn, tenant)?.ok_or_else(not_found)?;
    let row = find(conn, number, id)?.ok_or_else(not_found)?;
    let schedule = schedule::read(conn, row.schedule_uid)?.ok_or_else(not_found)?;
    let moved = change::change_occurrence(&row, &schedule, change, now)?;
    WriteRow::new(conn)?.write(&moved.row)?;
    if let Some(attempt) = &moved.attempt {
        add_attempt(conn, id, attempt)?;
    }
    if moved.row.state == State::Skipped {
        let mut tally = Tally::default();
        tally.count(&moved.row, row.is_started(), now);
        tally.free(row.schedule_uid, usize::from(row.is_started()));
        tally.write(conn, now)?;
    }
    append_one(conn, tenant, change::occurrence_entry(&moved.row.schedule, id, change, by), now)?;
    Ok(moved.row)
}
