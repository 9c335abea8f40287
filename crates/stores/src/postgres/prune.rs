//! Removes old history, in steps that cost about the same however long the history is.
//!
//! Row IDs increase with creation time. Completed rows are not indexed by completion time: with that index, a
//! run could no longer be settled without touching an index. Instead, a pass walks the ledger from its first
//! ID, in steps, until it reaches rows that are too young.

use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

use super::Postgres;
use super::error::Failure;
use super::transaction::{Tx, params};
use refrain_ledger::model::{Tenant, WorkState};
use refrain_ledger::store::{Prune, PruneResult};

const WALK: &str = include_str!("sql/prune_walk.sql");
const SCHEDULES: &str = include_str!("sql/prune_schedules.sql");
const SURPLUS: &str = include_str!("sql/prune_surplus.sql");
const LOCK: &str = include_str!("sql/prune_lock.sql");
const DELETE: &str = include_str!("sql/prune_delete.sql");
const GAPS: &str = include_str!("sql/prune_gaps.sql");
const WORK: &str = include_str!("sql/prune_work.sql");
const DELETED: &str = include_str!("sql/prune_deleted.sql");
const GONE: &str = include_str!("sql/prune_gone.sql");

/// Maximum number of rows that one step reads. The walk ends only after a whole step of rows that are too young,
/// because the clock may have been set back.
const SCAN_ROWS_MAX: i64 = 5_000;
/// Maximum number of schedules in which one step searches for rows above the limit per schedule.
const SCAN_SCHEDULES_MAX: i64 = 500;

/// Progress of a pass over the ledger. It is kept only in memory: after a restart, a new pass begins.
#[derive(Clone, Debug, Default, PartialEq)]
struct Pass {
    /// The request that the pass belongs to, without its times and its limit.
    of: (Option<Tenant>, u32),
    row: WalkPosition,
    surplus: WalkPosition,
    deleted: WalkPosition,
}

/// The last ID that was read, and whether it was the last of all.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct WalkPosition {
    number: i64,
    is_last: bool,
}

/// Progress of retention.
#[derive(Debug, Default)]
pub(super) struct Retention(Mutex<Pass>);

impl Retention {
    fn pass(&self, prune: &Prune) -> Pass {
        let of = (prune.tenant.clone(), prune.keep_per_schedule);
        let pass = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if pass.of == of { pass } else { Pass { of, ..Pass::default() } }
    }

    /// Stores the progress of a step. Two concurrent steps do part of the work twice.
    fn save_progress(&self, pass: Pass) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = pass;
    }
}

impl Postgres {
    pub(super) async fn prune_rows(&self, tx: &Tx, prune: &Prune) -> Result<PruneResult, Failure> {
        let tenant = match &prune.tenant {
            None => None,
            Some(tenant) => match self.tenants.known(tx, tenant).await? {
                Some(number) => Some(number),
                None => return Ok(PruneResult::default()),
            },
        };
        let limit = i64::try_from(prune.limit).unwrap_or(i64::MAX);
        let mut pass = self.retention.pass(prune);
        let (mut ids, left_since) = old_rows(tx, prune, tenant, &mut pass.row).await?;
        if ids.len() < prune.limit {
            let room = prune.limit - ids.len();
            ids.extend(surplus_rows(tx, prune, tenant, room, &mut pass.surplus).await?);
        }
        // Locked in ID order, as everywhere. Rows that another transaction has locked are left for the next pass.
        ids.sort_unstable();
        ids.dedup();
        let ids: Vec<i64> = tx.query(LOCK, &[&ids]).await?.iter().map(|row| row.get(0)).collect();
        let occurrences = ids.len();
        if occurrences > 0 {
            tx.later(DELETE, params![ids]);
            // A deleted schedule is removed with its last row, so the rows must be deleted first.
            tx.flush().await?;
        }
        let gaps = tx.query(GAPS, &[&tenant, &prune.ended_before, &limit]).await?.len();
        let mut is_full = gaps >= prune.limit;
        let mut work_items = 0;
        for state in [WorkState::Completed, WorkState::Dead] {
            let before = prune.work_before(state);
            let removed = tx.query(WORK, &[&tenant, &state.code(), &before, &limit]).await?.len();
            is_full |= removed >= prune.limit;
            work_items += removed;
        }
        let schedules = deleted_schedules(tx, tenant, limit, &mut pass.deleted).await?;
        let has_more = is_full || !(pass.row.is_last && pass.surplus.is_last && pass.deleted.is_last);
        self.retention.save_progress(if has_more { pass } else { Pass::default() });
        Ok(PruneResult { occurrences, gaps, schedules, work_items, has_more, left_since })
    }
}

/// Returns the next rows that completed before the given time. If more may be left, also returns when the last
/// of them completed.
async fn old_rows(
    tx: &Tx,
    prune: &Prune,
    tenant: Option<i32>,
    reached: &mut WalkPosition,
) -> Result<(Vec<i64>, Option<Timestamp>), Failure> {
    let Some(before) = prune.ended_before.filter(|_| !reached.is_last) else {
        reached.is_last = true;
        return Ok((Vec::new(), None));
    };
    let found = tx.query(WALK, &[&reached.number, &SCAN_ROWS_MAX, &before, &tenant]).await?;
    let mut ids = Vec::new();
    let mut last_end = None;
    let mut has_old = false;
    for row in &found {
        if ids.len() >= prune.limit {
            return Ok((ids, last_end));
        }
        reached.number = row.get(0);
        has_old |= row.get::<_, bool>(1);
        if row.get::<_, bool>(2) {
            ids.push(reached.number);
            last_end = row.get(3);
        }
    }
    reached.is_last = !has_old || i64::try_from(found.len()).is_ok_and(|looked| looked < SCAN_ROWS_MAX);
    Ok((ids, last_end.filter(|_| !reached.is_last)))
}

/// Returns the oldest completed rows of the next schedules that have more than the limit per schedule.
async fn surplus_rows(
    tx: &Tx,
    prune: &Prune,
    tenant: Option<i32>,
    room: usize,
    reached: &mut WalkPosition,
) -> Result<Vec<i64>, Failure> {
    let Some(above) = prune.surplus_above().filter(|_| !reached.is_last) else {
        reached.is_last = true;
        return Ok(Vec::new());
    };
    let (keep, above) = (i64::from(prune.keep_per_schedule), i64::from(above));
    let looked = tx.query(SCHEDULES, &[&reached.number, &SCAN_SCHEDULES_MAX]).await?;
    let uids: Vec<i64> = looked.iter().map(|row| row.get(0)).collect();
    let limit = i64::try_from(room).unwrap_or(i64::MAX);
    let found = tx.query(SURPLUS, &[&uids, &tenant, &keep, &above, &limit]).await?;
    // If the step is full, the same schedules are searched again: by then they have fewer rows.
    if found.len() < room {
        reached.number = uids.last().copied().unwrap_or(reached.number);
        reached.is_last = i64::try_from(uids.len()).is_ok_and(|looked| looked < SCAN_SCHEDULES_MAX);
    }
    Ok(found.iter().map(|row| row.get(0)).collect())
}

/// Removes those of the next deleted schedules that have no row left, and returns how many.
async fn deleted_schedules(
    tx: &Tx,
    tenant: Option<i32>,
    limit: i64,
    reached: &mut WalkPosition,
) -> Result<usize, Failure> {
    if reached.is_last {
        return Ok(0);
    }
    let looked = tx.query(DELETED, &[&reached.number, &limit]).await?;
    let uids: Vec<i64> = looked.iter().map(|row| row.get(0)).collect();
    reached.is_last = i64::try_from(uids.len()).is_ok_and(|looked| looked < limit);
    let Some(last) = uids.last() else { return Ok(0) };
    reached.number = *last;
    let gone: i64 = tx.query(GONE, &[&uids, &tenant]).await?.first().map_or(0, |row| row.get(0));
    Ok(usize::try_from(gone).unwrap_or(usize::MAX))
}
