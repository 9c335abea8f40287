//! Inserts planned occurrences and gaps, and advances their schedules.

use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::error::Result;
use super::gaps::add_gaps;
use super::ids;
use super::insert::{Inserted, Owner, RowInserter};
use super::occurrence::open_rows;
use super::row::{self, micros, optional_micros};
use super::schedule::name_of;
use refrain_ledger::ledger::numbering::numbered;
use refrain_ledger::model::Status;
use refrain_ledger::store::{Plan, PlanResult};

pub(super) fn plan(conn: &Connection, plans: &[Plan], now: Timestamp) -> Result<Vec<PlanResult>> {
    let mut planned = advance_all(conn, plans)?;
    add_all(conn, plans, &mut planned, now)?;
    for plan in done(plans, &planned).filter(|plan| !plan.gaps.is_empty()) {
        let (tenant, id) = name_of(conn, plan.uid, "a schedule that was just written")?;
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
    for (id, new) in (ids::reserve(conn, rows.len())?..).zip(rows) {
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
