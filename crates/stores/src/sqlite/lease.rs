//! Confirms, renews and releases leases. A lease is valid only if its fence is the fence of the row.

use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension, params};

use super::counters::Tally;
use super::error::Result;
use super::occurrence::{RowReader, RowWriter};
use super::row::{at, code, get, micros};
use super::schedule::{BriefReader, key_of};
use refrain_ledger::ledger::admission::stop_reason;
use refrain_ledger::model::{Revision, ScheduleUid, State, Trigger};
use refrain_ledger::store::{ConfirmResult, Lease, Release, RenewResult};

pub(super) fn confirm(conn: &Connection, leases: &[Lease], now: Timestamp) -> Result<Vec<ConfirmResult>> {
    let mut read = conn.prepare_cached(include_str!("sql/lease_confirm.sql"))?;
    let mut briefs = BriefReader::new(conn)?;
    let mut confirm = |lease: &Lease| {
        let mut rows = read.query(params![lease.id.0, lease.fence.0])?;
        let Some(row) = rows.next()? else { return Ok(ConfirmResult::LeaseLost) };
        let uid = ScheduleUid(get(row, 0)?);
        let gate = briefs.read(uid)?.gate;
        let trigger = code(row, 1, "a trigger", Trigger::from_code)?;
        let due_at = at(row, 3)?;
        Ok(match stop_reason(&gate, trigger, Revision(get(row, 2)?)) {
            Some(reason) => ConfirmResult::Stop(reason),
            None if due_at > now => ConfirmResult::Early(due_at),
            None => ConfirmResult::Go,
        })
    };
    leases.iter().map(&mut confirm).collect()
}

pub(super) fn renew(
    conn: &Connection,
    leases: &[Lease],
    lease_for: SignedDuration,
    now: Timestamp,
) -> Result<Vec<RenewResult>> {
    let until = micros(now.saturating_add(lease_for).unwrap_or(now));
    let mut renew = conn.prepare_cached(include_str!("sql/lease_renew.sql"))?;
    let mut renew = |lease: &Lease| {
        let given = params![until, lease.id.0, lease.fence.0];
        let held: Option<bool> = renew.query_row(given, |row| row.get(0)).optional()?;
        Ok(held.map_or(RenewResult::LeaseLost, |cancel_requested| RenewResult::Held { cancel_requested }))
    };
    leases.iter().map(&mut renew).collect()
}

pub(super) fn release(conn: &Connection, releases: &[Release], now: Timestamp) -> Result<Vec<bool>> {
    let mut read = RowReader::new(conn)?;
    let mut write = RowWriter::new(conn)?;
    let mut tally = Tally::default();
    let mut released = Vec::with_capacity(releases.len());
    for Release { lease, ready_at } in releases {
        let row = read.read(lease.id, |uid| key_of(conn, uid))?;
        let held = row.filter(|row| row.state == State::Running && row.fence == lease.fence);
        released.push(held.is_some());
        if let Some(mut row) = held {
            row.release(*ready_at);
            write.write(&row)?;
            if !row.is_started() {
                tally.complete(row.schedule_uid, &row.planned.discriminator);
            }
        }
    }
    tally.write(conn, now)?;
    Ok(released)
}
