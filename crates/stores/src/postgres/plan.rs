//! Inserts planned occurrences and gaps, and advances their schedules.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;

use super::error::Failure;
use super::gaps::add_gaps;
use super::insert::{NewRow, RowOwner, add_rows, all};
use super::transaction::{Tx, params};
use refrain_ledger::ledger::numbering::{numbered, rounds};
use refrain_ledger::model::{NewGap, NewOccurrence, OccurrenceId, ScheduleUid};
use refrain_ledger::store::{Plan, PlanResult};

const NEW_ROWS: &str = include_str!("sql/plan_new_rows.sql");
const ADVANCE: &str = include_str!("sql/plan_advance.sql");
const HOLD: &str = include_str!("sql/plan_hold.sql");
const OPEN: &str = include_str!("sql/plan_open.sql");
const FINISH: &str = include_str!("sql/plan_finish.sql");

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
            ADVANCE,
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

/// Returns whether rows use only the common columns and one time zone database, as nearly all rows do.
fn are_plain(rows: &[NewRow<'_>]) -> bool {
    let is_plain = |row: &NewOccurrence| {
        row.discriminator.is_empty()
            && row.correlation_id.is_none()
            && row.note.is_none()
            && row.concurrency.is_none()
            && row.payload.is_none()
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
