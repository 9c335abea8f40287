//! Settles runs.

use jiff::Timestamp;
use rusqlite::Connection;

use super::counters::{Tally, consecutive_failures};
use super::error::Result;
use super::occurrence::add_attempt;
use super::queue::enqueue_one;
use super::schedule::key_of;
use super::settle_rows::{SettlementRows, SettlementWriter};
use refrain_ledger::ledger::check;
use refrain_ledger::ledger::transition::SettleCheck;
use refrain_ledger::model::Occurrence;
use refrain_ledger::store::{SettleResult, Settlement};

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
