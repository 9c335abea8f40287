//! Changes single occurrences on behalf of people.

use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::audit::append_one;
use super::counters::Tally;
use super::error::Result;
use super::occurrence::{RowWriter, add_attempt, find};
use super::row::{optional_micros, stored_payload};
use super::{schedule, tenants};
use refrain_ledger::ledger::change;
use refrain_ledger::model::{By, Occurrence, OccurrenceId, State, Tenant};
use refrain_ledger::store::{OccurrenceChange, StoreError};

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
    if !moved.is_changed {
        return Ok(moved.row);
    }
    RowWriter::new(conn)?.write(&moved.row)?;
    write_by_hand(conn, &moved.row)?;
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

fn write_by_hand(conn: &Connection, row: &Occurrence) -> Result<()> {
    let mut write = conn.prepare_cached(include_str!("sql/change_occurrence_by_hand.sql"))?;
    write.execute(params![stored_payload(&row.planned), optional_micros(row.discarded_at), row.id.0])?;
    Ok(())
}
