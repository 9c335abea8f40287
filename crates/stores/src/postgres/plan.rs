//! Inserts occurrences: planned from the recurrence, or requested by a person.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;

use super::error::{Failure, corrupt};
use super::transaction::{Param, Tx, borrowed, params};
use super::{Postgres, again, row};
use refrain_ledger::ledger::change;
use refrain_ledger::ledger::numbering::{numbered, rounds};
use refrain_ledger::model::{NewGap, NewOccurrence, OccurrenceId, ScheduleUid, State};
use refrain_ledger::store::{Insert, InsertResult, Plan, PlanResult};

const ROWS: &str = include_str!("sql/plan_rows.sql");
const NEW_ROWS: &str = include_str!("sql/plan_new_rows.sql");
const MOVE: &str = include_str!("sql/plan_move.sql");
const HOLD: &str = include_str!("sql/plan_hold.sql");
const OPEN: &str = include_str!("sql/plan_open.sql");
const FINISH: &str = include_str!("sql/plan_finish.sql");
const ADD_GAPS: &str = include_str!("sql/gap_add.sql");
const INSERTED: &str = include_str!("sql/inserted.sql");

/// The schedule that rows belong to.
pub(super) struct RowOwner<'a> {
    pub(super) uid: ScheduleUid,
    pub(super) tenant: i32,
    pub(super) revision: i64,
    pub(super) tzdb: &'a str,
}

impl RowOwner<'_> {
    /// Returns these rows as rows of this schedule.
    pub(super) fn of<'a>(&'a self, rows: &'a [NewOccurrence]) -> Vec<NewRow<'a>> {
        rows.iter().map(|row| (self, row)).collect()
    }
}

/// A row to insert, with its schedule.
pub(super) type NewRow<'a> = (&'a RowOwner<'a>, &'a NewOccurrence);

pub(super) async fn plan(tx: &Tx, plans: &[Plan], now: Timestamp) -> Result<Vec<PlanResult>, Failure> {
    let mut results = Vec::with_capacity(plans.len());
    for round in rounds(plans).chunk_by(|one, next| one == next) {
        if !results.is_empty() {
            tx.flush().await?;
        }
        let plans = &plans[results.len()..results.len() + round.len()];
        results.extend(plan_round(tx, plans, now).await?);
    }
    if results.iter().any(|planned| matches!(planned, PlanResult::Done { inserted: 1.. })) {
        tx.wake();
    }
    Ok(results)
}

/// Applies plans of different schedules.
async fn plan_round(tx: &Tx, plans: &[Plan], now: Timestamp) -> Result<Vec<PlanResult>, Failure> {
    let moved = move_schedules(tx, plans).await?;
    let homes: Vec<Option<RowOwner<'_>>> = plans
        .iter()
        .map(|plan| {
            let tenant = *moved.get(&plan.uid)?;
            Some(RowOwner { uid: plan.uid, tenant, revision: plan.revision.0, tzdb: &plan.tzdb })
        })
        .collect();
    let rows = numbered(plans).into_iter();
    let rows: Vec<NewRow<'_>> = rows.filter_map(|new| Some((homes[new.plan].as_ref()?, new.row))).collect();
    let held = || plans.iter().filter(|plan| moved.contains_key(&plan.uid));
    let gaps: Vec<(ScheduleUid, &NewGap)> =
        held().flat_map(|plan| plan.gaps.iter().map(|gap| (plan.uid, gap))).collect();
    add_gaps(tx, &gaps, now);
    let added = if tx.is_first_try() && are_plain(&rows) {
        // If one of the rows exists, the unique key rejects them all, and the second attempt takes the path
        // that checks.
        add_new_rows(tx, &rows, now);
        None
    } else {
        Some(count(&add_rows(tx, &rows, now).await?))
    };
    let planned = plans.iter().map(|plan| {
        if !moved.contains_key(&plan.uid) {
            return PlanResult::Stale;
        }
        let new_of = |added: &HashMap<ScheduleUid, usize>| added.get(&plan.uid).copied().unwrap_or(0);
        PlanResult::Done { inserted: added.as_ref().map_or(plan.occurrences.len(), new_of) }
    });
    Ok(planned.collect())
}

/// Advances the schedules that are unchanged since their planner read them, and returns their tenants.
async fn move_schedules(tx: &Tx, plans: &[Plan]) -> Result<HashMap<ScheduleUid, i32>, Failure> {
    let mut sorted: Vec<&Plan> = plans.iter().collect();
    sorted.sort_unstable_by_key(|plan| plan.uid);
    let mut finished: Vec<i64> = sorted.iter().filter(|plan| plan.is_finished).map(|plan| plan.uid.0).collect();
    if !finished.is_empty() {
        tx.query(HOLD, &[&finished]).await?;
        let open: HashSet<i64> = tx.query(OPEN, &[&finished]).await?.iter().map(|row| row.get(0)).collect();
        sorted.retain(|plan| !plan.is_finished || !open.contains(&plan.uid.0));
    }
    fn all<T>(plans: &[&Plan], column: impl Fn(&Plan) -> T) -> Vec<T> {
        plans.iter().map(|plan| column(plan)).collect()
    }
    let moved = tx
        .query(
            MOVE,
            &[
                &all(&sorted, |plan| plan.uid.0),
                &all(&sorted, |plan| plan.revision.0),
                &all(&sorted, |plan| plan.watermark),
                &all(&sorted, |plan| plan.watermark_to),
                &all(&sorted, |plan| plan.next_due_at),
                &all(&sorted, |plan| plan.is_finished),
            ],
        )
        .await?;
    let moved: HashMap<ScheduleUid, i32> = moved.iter().map(|row| (ScheduleUid(row.get(0)), row.get(1))).collect();
    finished.retain(|uid| moved.contains_key(&ScheduleUid(*uid)));
    if !finished.is_empty() {
        tx.later(FINISH, params![finished]);
    }
    Ok(moved)
}

/// Counts rows by schedule.
fn count(rows: &[(OccurrenceId, ScheduleUid)]) -> HashMap<ScheduleUid, usize> {
    let mut added: HashMap<ScheduleUid, usize> = HashMap::new();
    for (_, uid) in rows {
        *added.entry(*uid).or_default() += 1;
    }
    added
}

/// Inserts rows unless their keys exist, and plans superseded rows of these keys again. Returns the rows that are
/// planned now.
pub(super) async fn add_rows(
    tx: &Tx,
    rows: &[NewRow<'_>],
    now: Timestamp,
) -> Result<Vec<(OccurrenceId, ScheduleUid)>, Failure> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let inserted = tx.query(ROWS, &borrowed(&columns(rows, now))).await?;
    let inserted = inserted.iter().map(|row| (OccurrenceId(row.get(0)), ScheduleUid(row.get(1))));
    let mut planned: Vec<(OccurrenceId, ScheduleUid)> = inserted.collect();
    if planned.len() < rows.len() {
        planned.extend(again::plan_again(tx, rows, now).await?);
    }
    Ok(planned)
}

/// Returns whether rows use only the common columns and one time zone database, as nearly all rows do.
fn are_plain(rows: &[NewRow<'_>]) -> bool {
    let is_plain = |row: &NewOccurrence| {
        row.discriminator.is_empty() && row.correlation_id.is_none() && row.note.is_none() && row.concurrency.is_none()
    };
    let tzdb = rows.first().map(|(home, _)| home.tzdb);
    rows.iter().all(|(home, row)| Some(home.tzdb) == tzdb && is_plain(row))
}

/// Inserts plain rows, none of which may exist, together with the commit.
fn add_new_rows(tx: &Tx, rows: &[NewRow<'_>], now: Timestamp) {
    let Some((RowOwner { tzdb, .. }, _)) = rows.first() else { return };
    let params = params![
        all(rows, |home, _| home.uid.0),
        all(rows, |home, _| home.tenant),
        all(rows, |home, _| home.revision),
        all(rows, |_, row| row.period_key.clone()),
        all(rows, |_, row| row.nominal_at),
        all(rows, |_, row| row.due_at),
        all(rows, |_, row| row.period.map(|(from, _)| from)),
        all(rows, |_, row| row.period.map(|(_, to)| to)),
        all(rows, |_, row| row.priority.rank()),
        all(rows, |_, row| row.trigger.code()),
        (*tzdb).to_owned(),
        now,
    ];
    tx.later(NEW_ROWS, params);
}

/// Returns one column of rows.
pub(super) fn all<T>(rows: &[NewRow<'_>], column: impl Fn(&RowOwner<'_>, &NewOccurrence) -> T) -> Vec<T> {
    rows.iter().map(|(home, row)| column(home, row)).collect()
}

fn columns(rows: &[NewRow<'_>], now: Timestamp) -> Vec<Param> {
    params![
        all(rows, |home, _| home.uid.0),
        all(rows, |home, _| home.tenant),
        all(rows, |home, _| home.revision),
        all(rows, |home, _| home.tzdb.to_owned()),
        all(rows, |_, row| row.period_key.clone()),
        all(rows, |_, row| row.discriminator.clone()),
        all(rows, |_, row| row.nominal_at),
        all(rows, |_, row| row.due_at),
        all(rows, |_, row| row.period.map(|(from, _)| from)),
        all(rows, |_, row| row.period.map(|(_, to)| to)),
        all(rows, |_, row| row.priority.rank()),
        all(rows, |_, row| row.trigger.code()),
        all(rows, |_, row| row.correlation_id.clone()),
        all(rows, |_, row| row.note.clone()),
        all(rows, |_, row| row.concurrency.map(row::stored_concurrency)),
        now,
    ]
}

fn add_gaps(tx: &Tx, gaps: &[(ScheduleUid, &NewGap)], now: Timestamp) {
    if gaps.is_empty() {
        return;
    }
    tx.later(
        ADD_GAPS,
        params![
            gaps.iter().map(|(uid, _)| uid.0).collect::<Vec<_>>(),
            gaps.iter().map(|(_, gap)| gap.from).collect::<Vec<_>>(),
            gaps.iter().map(|(_, gap)| gap.to).collect::<Vec<_>>(),
            gaps.iter().map(|(_, gap)| i64::try_from(gap.count).unwrap_or(i64::MAX)).collect::<Vec<_>>(),
            gaps.iter().map(|(_, gap)| gap.reason.as_str()).collect::<Vec<_>>(),
            now,
        ],
    );
}

/// Records one gap of a schedule.
pub(super) fn add_gap(tx: &Tx, uid: ScheduleUid, gap: &NewGap, now: Timestamp) {
    add_gaps(tx, &[(uid, gap)], now);
}

impl Postgres {
    pub(super) async fn insert_rows(
        &self,
        tx: &Tx,
        insert: &Insert,
        now: Timestamp,
    ) -> Result<Vec<InsertResult>, Failure> {
        let (tenant, schedule) = self.locked(tx, &insert.key).await?;
        let schedule = schedule.ok_or_else(|| super::schedules::not_found(&insert.key))?.whole()?;
        change::check_insertable(&schedule)?;
        let home = RowOwner { uid: schedule.uid, tenant, revision: schedule.revision.0, tzdb: &insert.tzdb };
        let added = add_rows(tx, &home.of(&insert.occurrences), now).await?;
        let mut new: HashSet<i64> = added.iter().map(|(id, _)| id.0).collect();
        let count = new.len();
        let keys: Vec<&str> = insert.occurrences.iter().map(|row| row.period_key.as_str()).collect();
        let discriminators: Vec<&str> = insert.occurrences.iter().map(|row| row.discriminator.as_str()).collect();
        let mut results = Vec::with_capacity(keys.len());
        for row in tx.query(INSERTED, &[&schedule.uid.0, &keys, &discriminators]).await? {
            let (id, code): (i64, i16) = (row.get(1), row.get(2));
            let state = State::from_code(code).ok_or_else(|| corrupt("state", code))?;
            // A repeated key finds the row that its first mention inserted.
            let is_new = new.remove(&id);
            let id = OccurrenceId(id);
            results.push(if is_new { InsertResult::New(id) } else { InsertResult::Existing(id, state) });
        }
        if results.len() != keys.len() {
            // A row with the same key was pruned between the two statements.
            return Err(Failure::Conflict);
        }
        if let Some(entry) = change::insert_entry(insert, count) {
            self.append_entry(tx, tenant, &insert.key.tenant, entry, now).await?;
        }
        tx.wake();
        Ok(results)
    }
}
