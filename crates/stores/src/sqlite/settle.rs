//! Settles runs and applies changes that people request for single occurrences.

use jiff::Timestamp;
use rusqlite::Connection;

use super::audit::append_one;
use super::counters::{Tally, consecutive_failures};
use super::error::Result;
use super::occurrence::{RowWriter, add_attempt, find};
use super::queue::enqueue_one;
use super::report::{SettlementRows, SettlementWriter};
use super::schedule::{self, key_of};
use super::tenants;
use refrain_ledger::ledger::transition::SettleCheck;
use refrain_ledger::ledger::{change, check};
use refrain_ledger::model::{By, Occurrence, OccurrenceId, State, Tenant};
use refrain_ledger::store::{OccurrenceChange, SettleResult, Settlement, StoreError};

pub(super) fn settle(conn: &Connection, settlements: &[Settlement], now: Timestamp) -> Result<Vec<SettleResult>> {
    let mut rows = SettlementRows::read(conn, settlements.iter().map(|settlement| settlement.lease.id))?;
    let mut settling = Settler { conn, write: SettlementWriter::new(conn), tally: Tally::default(), now };
    let mut settled = Vec::with_capacity(settlements.len());
    for settlement in settlements {
        settled.push(match rows.get(settlement.lease.id) {
            Some(mut row) => {
                let answer = settling.settle(&mut row, settlement)?;
                rows.moved(&row);
                (Some(row.schedule_uid), answer)
            }
            None => (None, SettleResult::LeaseLost),
        });
    }
    settling.write.finish(now)?;
    settling.tally.write(conn, now)?;
    for (uid, answer) in &mut settled {
        if let (SettleResult::Failed { in_a_row }, Some(uid)) = (answer, uid) {
            *in_a_row = consecutive_failures(conn, *uid)?;
        }
    }
    Ok(settled.into_iter().map(|(_, answer)| answer).collect())
}

struct Settler<'conn> {
    conn: &'conn Connection,
    write: SettlementWriter<'conn>,
    tally: Tally,
    now: Timestamp,
}

impl Settler<'_> {
    fn settle(&mut self, row: &mut Occurrence, settlement: &Settlement) -> Result<SettleResult> {
        if !settlement.enqueue.is_empty() {
            check::work_of(&key_of(self.conn, row.schedule_uid)?.tenant, &settlement.enqueue)?;
        }
        match row.settle_check(settlement.lease, &settlement.ending) {
            SettleCheck::Answer(answer) => return Ok(answer),
            SettleCheck::Apply => {}
        }
        if let Some(attempt) = row.settle(&settlement.ending, self.now) {
            add_attempt(self.conn, row.id, &attempt)?;
        }
        self.write.write(row)?;
        if row.state.is_terminal() {
            self.tally.count(row, !row.was_stopped_before_start(), self.now).complete(&row.planned.discriminator);
        }
        if let Some(next_due_at) = settlement.next_due_at {
            self.tally.due(row.schedule_uid, next_due_at);
        }
        for item in &settlement.enqueue {
            enqueue_one(self.conn, item, self.now)?;
        }
        Ok(SettleResult::recorded(row.state))
    }
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
    RowWriter::new(conn)?.write(&moved.row)?;
    if let Some(attempt) = &moved.attempt {
        add_attempt(conn, id, attempt)?;
    }
    if moved.row.state == State::Skipped {
        let mut tally = Tally::default();
        let effect = tally.count(&moved.row, row.is_started(), now);
        if moved.wakes_lane {
            effect.complete(&row.planned.discriminator);
        }
        tally.write(conn, now)?;
    }
    append_one(conn, tenant, change::occurrence_entry(&moved.row.schedule, id, change, by), now)?;
    Ok(moved.row)
}
