//! Inserting occurrences: planned by the rule, or asked for by a person.

use jiff::Timestamp;
use rusqlite::{CachedStatement, Connection, Row, params};

use super::audit::append_one;
use super::error::{Result, damaged};
use super::occurrence::{InsertRow, Owner};
use super::row::{self, code, count, get, micros, micros_of, text};
use super::schedule::live_or_error;
use super::tenants::{self, TenantNumber};
use crate::gap::NewGap;
use crate::id::{OccurrenceId, ScheduleId, ScheduleUid};
use crate::ledger::change;
use crate::moves::State;
use crate::occurrence::NewOccurrence;
use crate::schedule::Status;
use crate::store::{Insert, Inserted, Plan, Planned};

pub(super) fn plan(conn: &Connection, plans: &[Plan], now: Timestamp) -> Result<Vec<Planned>> {
    let rows: usize = plans.iter().map(|plan| plan.occurrences.len()).sum();
    let mut planner = Planner {
        conn,
        insert: InsertRow::new(conn)?,
        advance: conn.prepare_cached(include_str!("sql/plan_advance.sql"))?,
        next_id: if rows == 0 { 0 } else { tenants::next_numbers(conn, rows)? },
        now,
    };
    plans.iter().map(|plan| planner.plan(plan)).collect()
}

struct Planner<'conn> {
    conn: &'conn Connection,
    insert: InsertRow<'conn>,
    advance: CachedStatement<'conn>,
    next_id: i64,
    now: Timestamp,
}

impl Planner<'_> {
    fn plan(&mut self, plan: &Plan) -> Result<Planned> {
        if !self.advance(plan)? {
            return Ok(Planned::Stale);
        }
        let owner = Owner { uid: plan.uid, revision: plan.revision, tzdb: &plan.tzdb };
        let mut existing = Vec::new();
        for occurrence in &plan.occurrences {
            if !self.insert.insert(self.next_id, &owner, occurrence, self.now)? {
                existing.push(occurrence);
            }
            self.next_id += 1;
        }
        if !existing.is_empty() {
            let mut recount = self.conn.prepare_cached(include_str!("sql/plan_recount.sql"))?;
            recount.execute(params![counted(existing.iter().copied()), row::rows(existing.len()), plan.uid.0])?;
        }
        if !plan.gaps.is_empty() {
            let (tenant, id) = name_of(self.conn, plan.uid)?;
            add_gaps(self.conn, tenant, &id, &plan.gaps, self.now)?;
        }
        if plan.is_finished {
            let mut finish = self.conn.prepare_cached(include_str!("sql/plan_finish.sql"))?;
            finish.execute(params![Status::Finished.code(), micros_of(plan.next_due_at), plan.uid.0])?;
            self.conn.prepare_cached(include_str!("sql/plan_stop.sql"))?.execute([plan.uid.0])?;
        }
        Ok(Planned::Done { inserted: plan.occurrences.len() - existing.len() })
    }

    /// Moves the plan's schedule on, if that is still as it was when the plan was made. Answers whether it was.
    fn advance(&mut self, plan: &Plan) -> Result<bool> {
        let moved = self.advance.execute(params![
            micros(plan.watermark_to),
            micros_of(plan.next_due_at),
            counted(&plan.occurrences),
            row::rows(plan.occurrences.len()),
            plan.uid.0,
            plan.revision.0,
            micros(plan.watermark),
        ])?;
        Ok(moved == 1)
    }
}

/// How many of these count as runs.
fn counted<'a>(rows: impl IntoIterator<Item = &'a NewOccurrence>) -> i64 {
    rows.into_iter().map(|row| i64::from(row.trigger.is_counted())).sum()
}

pub(super) fn insert(conn: &Connection, insert: &Insert, now: Timestamp) -> Result<Vec<Inserted>> {
    let schedule = live_or_error(conn, &insert.key)?;
    change::may_insert(&schedule)?;
    let owner = Owner { uid: schedule.uid, revision: schedule.revision, tzdb: &insert.tzdb };
    let first = tenants::next_numbers(conn, insert.occurrences.len())?;
    let mut insert_row = InsertRow::new(conn)?;
    let mut find = conn.prepare_cached(include_str!("sql/occurrence_by_key.sql"))?;
    let mut results = Vec::with_capacity(insert.occurrences.len());
    for (id, new) in (first..).zip(&insert.occurrences) {
        results.push(if insert_row.insert(id, &owner, new, now)? {
            Inserted::New(OccurrenceId(id))
        } else {
            let mut rows = find.query(params![new.period_key, schedule.uid.0, new.discriminator])?;
            let row = rows.next()?.ok_or_else(|| damaged("a row that exists", "missing"))?;
            existing(row)?
        });
    }
    let new = results.iter().filter(|result| matches!(result, Inserted::New(_))).count();
    conn.prepare_cached(include_str!("sql/schedule_rows.sql"))?.execute(params![row::rows(new), schedule.uid.0])?;
    append_one(conn, &insert.key.tenant, change::insert_entry(&insert.key, results.len(), new, &insert.by), now)?;
    Ok(results)
}

/// Writes down what was folded.
pub(super) fn add_gaps(
    conn: &Connection,
    tenant: TenantNumber,
    schedule: &ScheduleId,
    gaps: &[NewGap],
    now: Timestamp,
) -> Result<()> {
    let first = tenants::next_numbers(conn, gaps.len())?;
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

fn existing(row: &Row<'_>) -> Result<Inserted> {
    let state = code(row, 1, "an occurrence's state", State::from_code)?;
    Ok(Inserted::Existing(OccurrenceId(get(row, 0)?), state))
}
