//! Finds the occurrences that a claim may take, with a fair share for every tenant.
//!
//! Normally few rows are due: an index by time returns all of them, and idle tenants are not queried. When more
//! rows are due than a claim can use, the rows of one tenant may come before those of all others. Then tenants
//! are queried one by one, a bounded number per claim; the next claim continues with the next tenants.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::error::Result;
use super::row::{self, get, instant, is_busy, micros, priority_from_turn};
use super::tenants::TenantNumber;
use refrain_ledger::ledger::fair_share::{ReadyOccurrence, share_of};
use refrain_ledger::model::{OccurrenceId, Priority};
use refrain_ledger::store::Claim;

/// Minimum number of due rows that a claim reads before it queries tenant by tenant.
const SCAN_ROWS_MIN: usize = 256;
/// Maximum number of index runs that a claim visits when it queries tenant by tenant. This takes a few milliseconds.
const SCAN_RUNS_MAX: usize = 256;

/// The tenant at which the last claim of this process stopped. This is only a hint: any value is correct.
#[derive(Clone, Debug, Default)]
pub(super) struct ClaimCursor(Arc<AtomicI64>);

/// Index run: the open rows of one tenant and one turn, ordered by ready time.
type IndexRun = (TenantNumber, i16);

/// Times up to which rows are ready.
#[derive(Clone, Copy)]
struct ReadyBounds {
    now: i64,
    /// Only fresh rows may be leased ahead of time, see `Occurrence::may_be_leased_ahead`.
    ahead: i64,
}

impl ReadyBounds {
    fn of(self, turn: i16) -> i64 {
        if is_busy(turn) { self.now } else { self.ahead }
    }
}

/// Returns the ready rows, grouped by tenant.
pub(super) fn ready(
    conn: &Connection,
    claim: &Claim,
    place: &ClaimCursor,
    now: Timestamp,
) -> Result<Vec<Vec<ReadyOccurrence>>> {
    let ahead = micros(now.saturating_add(claim.ahead_for).unwrap_or(now));
    let until = ReadyBounds { now: micros(now), ahead };
    let look = claim.limit.saturating_mul(2).max(SCAN_ROWS_MIN);
    let mut due = conn.prepare_cached(include_str!("sql/ready_due.sql"))?;
    let mut rows = due.query(params![ahead, row::rows(look)])?;
    let mut tenants: BTreeMap<TenantNumber, Vec<ReadyOccurrence>> = BTreeMap::new();
    let mut looked = 0;
    while let Some(row) = rows.next()? {
        looked += 1;
        let (at, turn): (i64, i16) = (get(row, 0)?, get(row, 1)?);
        if at <= until.of(turn) {
            let ready = tenants.entry(get(row, 2)?).or_default();
            ready.push(ReadyOccurrence {
                priority: rank(turn),
                ready_at: instant(at)?,
                id: OccurrenceId(get(row, 3)?),
            });
        }
    }
    // If there are at least as many tenants as rows requested, each tenant gets one row, in order of time.
    if looked == look && tenants.len() < claim.limit {
        query_tenants(conn, claim, &mut tenants, place, until)?;
    }
    Ok(tenants.into_values().collect())
}

/// Returns the priority of a turn. An invalid turn counts as low here; reading the row reports it as corruption.
fn rank(turn: i16) -> Priority {
    priority_from_turn(turn).unwrap_or(Priority::Low)
}

/// Replaces the rows found so far with the first rows of each of those tenants and of the next tenants.
fn query_tenants(
    conn: &Connection,
    claim: &Claim,
    tenants: &mut BTreeMap<TenantNumber, Vec<ReadyOccurrence>>,
    place: &ClaimCursor,
    until: ReadyBounds,
) -> Result<()> {
    let mut runs = Vec::new();
    for tenant in tenants.keys() {
        visit_index_runs(conn, *tenant, |run, first_at| {
            runs.extend((run.0 == *tenant && first_at <= until.of(run.1)).then_some(run));
            Ok(run.0 == *tenant)
        })?;
    }
    let mut looked = 0;
    let mut last = None;
    visit_index_runs(conn, place.0.load(Ordering::Relaxed), |run, first_at| {
        looked += 1;
        // The next claim starts with this tenant, so that all its index runs are visited together.
        last = (looked > SCAN_RUNS_MAX).then_some(run.0);
        runs.extend((last.is_none() && first_at <= until.of(run.1)).then_some(run));
        Ok(last.is_none())
    })?;
    place.0.store(last.unwrap_or(i64::MIN), Ordering::Relaxed);
    runs.sort_unstable();
    runs.dedup();
    let count = runs.chunk_by(|a, b| a.0 == b.0).count();
    let limit = row::rows(share_of(claim.limit, count));
    let mut list = conn.prepare_cached(include_str!("sql/ready_of_tenant.sql"))?;
    tenants.clear();
    for (tenant, turn) in runs {
        let ready = tenants.entry(tenant).or_default();
        let mut rows = list.query(params![tenant, turn, until.of(turn), limit])?;
        while let Some(row) = rows.next()? {
            let id = OccurrenceId(get(row, 1)?);
            ready.push(ReadyOccurrence { priority: rank(turn), ready_at: instant(get(row, 0)?)?, id });
        }
    }
    Ok(())
}

/// Visits the index runs that have a row, starting with those of tenant `from`, with the earliest time of their
/// rows. Stops when the visitor returns false.
fn visit_index_runs(
    conn: &Connection,
    from: TenantNumber,
    mut visit: impl FnMut(IndexRun, i64) -> Result<bool>,
) -> Result<()> {
    let mut next = conn.prepare_cached(include_str!("sql/ready_runs.sql"))?;
    let mut last: IndexRun = (from, -1);
    loop {
        let mut rows = next.query(params![last.0, last.1])?;
        let Some(row) = rows.next()? else { return Ok(()) };
        last = (get(row, 0)?, get(row, 1)?);
        if !visit(last, get(row, 2)?)? {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::StatementStatus;

    use super::*;
    use crate::sqlite::migrate::migrate;

    /// 2,000 planned rows of two tenants.
    const ROWS: &str = "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 2000)
        INSERT INTO occurrences
            (schedule_uid, tenant, turn, at, trigger, revision, nominal_at, created_at, period_key, discriminator, tzdb)
        SELECT n, n % 2, 1, n, 0, 1, n, 0, n, '', '' FROM number";

    #[test]
    fn index_runs_are_visited_without_scanning_rows() {
        let mut conn = Connection::open_in_memory().unwrap();
        migrate(&mut conn).unwrap();
        conn.execute_batch(ROWS).unwrap();
        let mut runs = Vec::new();
        visit_index_runs(&conn, i64::MIN, |run, first_at| {
            runs.push((run, first_at));
            Ok(true)
        })
        .unwrap();
        assert_eq!(runs, [((0, 1), 2), ((1, 1), 1)]);
        let next = conn.prepare_cached(include_str!("sql/ready_runs.sql")).unwrap();
        let steps = next.get_status(StatementStatus::VmStep);
        assert!(steps < 200, "{steps} steps for two runs");
    }
}
