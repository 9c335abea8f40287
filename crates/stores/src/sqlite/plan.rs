//! Inserts occurrences: planned from the recurrence, or requested by a person.

use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::audit::append_one;
use super::error::{Result, damaged};
use super::occurrence::{Inserted, Owner, RowInserter};
use super::row::{self, count, get, micros, optional_micros, text};
use super::schedule::live_or_error;
use super::schedules::open_rows;
use super::tenants::{self, TenantNumber};
use refrain_ledger::ledger::change;
use refrain_ledger::ledger::numbering::numbered;
use refrain_ledger::model::{NewGap, OccurrenceId, ScheduleId, ScheduleUid, Status};
use refrain_ledger::store::{Insert, InsertResult, Plan, PlanResult};

pub(super) fn plan(conn: &Connection, plans: &[Plan], now: Timestamp) -> Result<Vec<PlanResult>> {
    let mut planned = advance_all(conn, plans)?;
    add_all(conn, plans, &mut planned, now)?;
    for plan in done(plans, &planned).filter(|plan| !plan.gaps.is_empty()) {
        let (tenant, id) = name_of(conn, plan.uid)?;
        add_gaps(conn, tenant, &id, &plan.gaps, now)?;
    }
    Ok(planned)
}

/// Returns the plans that were applied.
fn done<'a>(plans: &'a [Plan], planned: &'a [PlanResult]) -> impl Iterator<Item = &'a Plan> {
    plans.iter().zip(planned).filter(|(_, planned)| matches!(planned, PlanResult::Done { .. })).map(|(plan, _)| plan)
}

/// Advances the schedules that are unchanged since their plans were made. A schedule with open rows is not
/// finished. All rows are counted as new.
fn advance_all(conn: &Connection, plans: &[Plan]) -> Result<Vec<PlanResult>> {
    let mut advance = conn.prepare_cached(include_str!("sql/plan_advance.sql"))?;
    let mut planned = Vec::with_capacity(plans.len());
    for plan in plans {
        if plan.is_finished && !open_rows(conn, plan.uid)?.is_empty() {
            planned.push(PlanResult::Stale);
            continue;
        }
        let moved = advance.execute(params![
            micros(plan.watermark_to),
            optional_micros(plan.next_due_at),
            row::rows(plan.occurrences.len()),
            plan.uid.0,
            plan.revision.0,
            micros(plan.watermark),
        ])?;
        if moved == 0 {
            planned.push(PlanResult::Stale);
            continue;
        }
        if plan.is_finished {
            let mut finish = conn.prepare_cached(include_str!("sql/plan_finish.sql"))?;
            finish.execute(params![Status::Finished.code(), optional_micros(plan.next_due_at), plan.uid.0])?;
            conn.prepare_cached(include_str!("sql/plan_stop.sql"))?.execute([plan.uid.0])?;
        }
        planned.push(PlanResult::Done { inserted: plan.occurrences.len() });
    }
    Ok(planned)
}

/// Adds the rows of plans that were applied, and corrects the counts for rows that already existed. A superseded
/// row that is planned again is inserted, but not new.
fn add_all(conn: &Connection, plans: &[Plan], planned: &mut [PlanResult], now: Timestamp) -> Result<()> {
    let mut rows = numbered(plans);
    rows.retain(|new| matches!(planned[new.plan], PlanResult::Done { .. }));
    if rows.is_empty() {
        return Ok(());
    }
    let mut insert = RowInserter::new(conn)?;
    for (id, new) in (tenants::reserve_ids(conn, rows.len())?..).zip(rows) {
        let plan = &plans[new.plan];
        let owner = Owner { uid: plan.uid, revision: plan.revision, tzdb: &plan.tzdb };
        let outcome = insert.insert(id, &owner, new.row, now)?;
        if outcome.is_new_row() {
            continue;
        }
        let mut recount = conn.prepare_cached(include_str!("sql/plan_recount.sql"))?;
        recount.execute(params![1, plan.uid.0])?;
        match (outcome, &mut planned[new.plan]) {
            (Inserted::Existing(..), PlanResult::Done { inserted }) => *inserted -= 1,
            (Inserted::Existing(..) | Inserted::New | Inserted::Again(_), _) => {}
        }
    }
    Ok(())
}

pub(super) fn insert(conn: &Connection, insert: &Insert, now: Timestamp) -> Result<Vec<InsertResult>> {
    let schedule = live_or_error(conn, &insert.key)?;
    change::check_insertable(&schedule)?;
    let owner = Owner { uid: schedule.uid, revision: schedule.revision, tzdb: &insert.tzdb };
    let first = tenants::reserve_ids(conn, insert.occurrences.len())?;
    let mut insert_row = RowInserter::new(conn)?;
    let mut new_rows = 0;
    let mut results = Vec::with_capacity(insert.occurrences.len());
    for (id, new) in (first..).zip(&insert.occurrences) {
        let outcome = insert_row.insert(id, &owner, new, now)?;
        new_rows += usize::from(outcome.is_new_row());
        results.push(match outcome {
            Inserted::New => InsertResult::New(OccurrenceId(id)),
            Inserted::Again(id) => InsertResult::New(id),
            Inserted::Existing(id, state) => InsertResult::Existing(id, state),
        });
    }
    let new = results.iter().filter(|result| matches!(result, InsertResult::New(_))).count();
    conn.prepare_cached(include_str!("sql/schedule_rows.sql"))?
        .execute(params![row::rows(new_rows), schedule.uid.0])?;
    if let Some(entry) = change::insert_entry(insert, new) {
        append_one(conn, &insert.key.tenant, entry, now)?;
    }
    Ok(results)
}

/// Records gaps.
pub(super) fn add_gaps(
    conn: &Connection,
    tenant: TenantNumber,
    schedule: &ScheduleId,
    gaps: &[NewGap],
    now: Timestamp,
) -> Result<()> {
    let first = tenants::reserve_ids(conn, gaps.len())?;
    let mut insert = conn.prepare_cached(include_str!("sql/gap_insert.sql"))?;
    for (id, gap) in (first..).zip(gaps) {
        insert.execute(params![
            id,
            tenant,
            schedule.as_str(),
            micros(gap.from),
            micros(gap.to),
            count(gap.count),
            gap.reason.as_str(),
            micros(now),
        ])?;
    }
    Ok(())
}

fn name_of(conn: &Connection, uid: ScheduleUid) -> Result<(TenantNumber, ScheduleId)> {
    let mut read = conn.prepare_cached(include_str!("sql/schedule_key.sql"))?;
    let mut rows = read.query([uid.0])?;
    let row = rows.next()?.ok_or_else(|| damaged("a schedule that was just written", "missing"))?;
    Ok((get(row, 0)?, ScheduleId::new(text(row, 1)?)?))
}
