//! Removing old history, in steps that cost about the same however long the history is.
//!
//! Rows are numbered as they are made, and ended rows are not indexed by the time they ended: with that index the end of a
//! run could no longer be written without touching any index. A pass walks the ledger from its first number instead, in
//! steps, until it comes to rows that are too young.

use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

use super::Postgres;
use super::error::Failure;
use super::transaction::{Tx, params};
use crate::id::Tenant;
use crate::store::{Prune, Pruned};
use crate::work_item::WorkState;

const WALK: &str = include_str!("sql/prune_walk.sql");
const SCHEDULES: &str = include_str!("sql/prune_schedules.sql");
const SURPLUS: &str = include_str!("sql/prune_surplus.sql");
const LOCK: &str = include_str!("sql/prune_lock.sql");
const DELETE: &str = include_str!("sql/prune_delete.sql");
const GAPS: &str = include_str!("sql/prune_gaps.sql");
const WORK: &str = include_str!("sql/prune_work.sql");
const DELETED: &str = include_str!("sql/prune_deleted.sql");
const GONE: &str = include_str!("sql/prune_gone.sql");

/// Maximum number of rows that one step looks at. The walk ends after a step that found only rows that are too young,
/// because a clock may have stepped back.
const LOOK_ROWS_MAX: i64 = 5_000;
/// Maximum number of schedules that one step looks into for rows they have too many.
const LOOK_SCHEDULES_MAX: i64 = 500;

/// How far a pass over the ledger has come. It is kept in memory alone: after a restart a pass begins anew.
#[derive(Clone, Debug, Default, PartialEq)]
struct Pass {
    /// The request that the pass is for, apart from its times and its limit.
    of: (Option<Tenant>, u32),
    row: Reached,
    surplus: Reached,
    deleted: Reached,
}

/// The last number that was looked at, and whether it was the last of all.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Reached {
    number: i64,
    is_last: bool,
}

/// How far retention has come.
#[derive(Debug, Default)]
pub(super) struct Retention(Mutex<Pass>);

impl Retention {
    fn pass(&self, prune: &Prune) -> Pass {
        let of = (prune.tenant.clone(), prune.keep_per_schedule);
        let pass = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if pass.of == of { pass } else { Pass { of, ..Pass::default() } }
    }

    /// Remembers how far a step came. Two steps at once do part of the work twice.
    fn reach(&self, pass: Pass) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = pass;
    }
}

impl Postgres {
    pub(super) async fn prune_rows(&self, tx: &Tx, prune: &Prune) -> Result<Pruned, Failure> {
        let tenant = match &prune.tenant {
            None => None,
            Some(tenant) => match self.tenants.known(tx, tenant).await? {
                Some(number) => Some(number),
                None => return Ok(Pruned::default()),
            },
        };
        let limit = i64::try_from(prune.limit).unwrap_or(i64::MAX);
        let mut pass = self.retention.pass(prune);
        let (mut ids, left_since) = old_rows(tx, prune, tenant, &mut pass.row).await?;
        if ids.len() < prune.limit {
            let room = prune.limit - ids.len();
            ids.extend(surplus_rows(tx, prune, tenant, room, &mut pass.surplus).await?);
        }
        // Held in the order of their numbers, as everywhere. What someone else holds is left for the next pass.
        ids.sort_unstable();
        ids.dedup();
        let ids: Vec<i64> = tx.query(LOCK, &[&ids]).await?.iter().map(|row| row.get(0)).collect();
        let occurrences = ids.len();
        if occurrences > 0 {
            tx.later(DELETE, params![ids]);
            // A deleted schedule goes with its last row.
            tx.flush().await?;
        }
        let gaps = tx.query(GAPS, &[&tenant, &prune.ended_before, &limit]).await?.len();
        let mut is_full = gaps >= prune.limit;
        let mut work_items = 0;
        for state in [WorkState::Done, WorkState::Dead] {
            let before = prune.work_before(state);
            let removed = tx.query(WORK, &[&tenant, &state.code(), &before, &limit]).await?.len();
            is_full |= removed >= prune.limit;
            work_items += removed;
        }
        let schedules = deleted_schedules(tx, tenant, limit, &mut pass.deleted).await?;
        let has_more = is_full || !(pass.row.is_last && pass.surplus.is_last && pass.deleted.is_last);
        self.retention.reach(if has_more { pass } else { Pass::default() });
        Ok(Pruned { occurrences, gaps, schedules, work_items, has_more, left_since })
    }
}

/// The next rows that ended before the time given, and when the last of them has ended if more may be left.
async fn old_rows(
    tx: &Tx,
    prune: &Prune,
    tenant: Option<i32>,
    reached: &mut Reached,
) -> Result<(Vec<i64>, Option<Timestamp>), Failure> {
    let Some(before) = prune.ended_before.filter(|_| !reached.is_last) else {
        reached.is_last = true;
        return Ok((Vec::new(), None));
    };
    let found = tx.query(WALK, &[&reached.number, &LOOK_ROWS_MAX, &before, &tenant]).await?;
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
    reached.is_last = !has_old || i64::try_from(found.len()).is_ok_and(|looked| looked < LOOK_ROWS_MAX);
    Ok((ids, last_end.filter(|_| !reached.is_last)))
}

/// The oldest ended rows of the next schedules that have more of them than are kept.
async fn surplus_rows(
    tx: &Tx,
    prune: &Prune,
    tenant: Option<i32>,
    room: usize,
    reached: &mut Reached,
) -> Result<Vec<i64>, Failure> {
    let Some(above) = prune.surplus_above().filter(|_| !reached.is_last) else {
        reached.is_last = true;
        return Ok(Vec::new());
    };
    let (keep, above) = (i64::from(prune.keep_per_schedule), i64::from(above));
    let looked = tx.query(SCHEDULES, &[&reached.number, &LOOK_SCHEDULES_MAX]).await?;
    let uids: Vec<i64> = looked.iter().map(|row| row.get(0)).collect();
    let limit = i64::try_from(room).unwrap_or(i64::MAX);
    let found = tx.query(SURPLUS, &[&uids, &tenant, &keep, &above, &limit]).await?;
    // When the step is full, the same schedules are looked into again: they have fewer rows then.
    if found.len() < room {
        reached.number = uids.last().copied().unwrap_or(reached.number);
        reached.is_last = i64::try_from(uids.len()).is_ok_and(|looked| looked < LOOK_SCHEDULES_MAX);
    }
    Ok(found.iter().map(|row| row.get(0)).collect())
}

/// Removes those of the next deleted schedules that have no row left, and answers how many.
async fn deleted_schedules(tx: &Tx, tenant: Option<i32>, limit: i64, reached: &mut Reached) -> Result<usize, Failure> {
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
