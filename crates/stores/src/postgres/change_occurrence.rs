//! Changes single occurrences on behalf of people.
//!
//! The row is locked first, and its schedule after it, as in a settlement.

use std::collections::HashMap;

use jiff::Timestamp;

use super::changes::Changes;
use super::error::{Failure, corrupt};
use super::occurrence::{LOCK_OPEN, find};
use super::schedule::locked_by_uid;
use super::transaction::{Tx, params};
use super::{Postgres, row};
use refrain_ledger::ledger::change;
use refrain_ledger::model::{By, Occurrence, OccurrenceId, State, Tenant};
use refrain_ledger::store::{OccurrenceChange, StoreError};

const LOCK_ROW: &str = include_str!("sql/change_occurrence_lock.sql");
const REOPEN: &str = include_str!("sql/change_occurrence_reopen.sql");
const DISCARD: &str = include_str!("sql/change_occurrence_discard.sql");

impl Postgres {
    pub(super) async fn change_row(
        &self,
        tx: &Tx,
        (tenant, id): (&Tenant, OccurrenceId),
        change: &OccurrenceChange,
        by: &By,
        now: Timestamp,
    ) -> Result<Occurrence, Failure> {
        let not_found = || StoreError::NotFound(format!("occurrence {id}"));
        let number = self.tenants.known(tx, tenant).await?.ok_or_else(not_found)?;
        let is_open = !tx.query(LOCK_OPEN, &[&vec![id.0]]).await?.is_empty();
        let locked = tx.query(LOCK_ROW, &[&id.0, &number]).await?;
        let locked = locked.first().ok_or_else(not_found)?;
        let (code, uid): (i16, i64) = (locked.get(0), locked.get(1));
        let state = State::from_code(code).ok_or_else(|| corrupt("state", code))?;
        if is_open == state.is_terminal() {
            // The row completed or was reopened between the two statements.
            return Err(Failure::Conflict);
        }
        let names = HashMap::from([(number, tenant.clone())]);
        let schedule = locked_by_uid(tx, uid, &names).await?.ok_or_else(not_found)?.whole()?;
        let row = find(tx, (number, tenant), id).await?.ok_or_else(not_found)?;
        let moved = change::change_occurrence(&row, &schedule, change, now)?;
        if !moved.is_changed {
            return Ok(moved.row);
        }
        let mut changes = Changes::default();
        changes.attempt(id, moved.attempt);
        if moved.row.state == State::Skipped {
            changes.count(&moved.row, row.is_started(), now);
            if moved.wakes_lane {
                changes.complete(&row);
            }
        }
        match change {
            OccurrenceChange::Reopen { .. } => tx.later(
                REOPEN,
                params![
                    id.0,
                    moved.row.planned.trigger.code(),
                    moved.row.revision.0,
                    moved.row.ready_at,
                    moved.row.fence.0,
                    moved.row.planned.concurrency.map(row::stored_concurrency),
                    row::stored_payload(&moved.row.planned)
                ],
            ),
            OccurrenceChange::Discard => tx.later(DISCARD, params![id.0, moved.row.discarded_at]),
            OccurrenceChange::Skip | OccurrenceChange::Cancel => changes.row(moved.row.clone()),
        }
        changes.write(tx, now);
        let entry = change::occurrence_entry(&row.schedule, id, change, by);
        self.append_entry(tx, number, tenant, entry, now).await?;
        tx.wake();
        Ok(moved.row)
    }
}
