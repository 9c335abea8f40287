//! Bugs of the planner, in the schedules that it reads and the plans that it writes.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use refrain::model::{By, Mark, NewGap, NewOccurrence, Schedule, SkipReason, Status, Trigger};
use refrain::planner::window::rows;
use refrain::recurrence::{CompiledRecurrence, Recurrence};
use refrain::store::{ChangeStatus, Plan, Store, StoreError};
use refrain::timing::{RecurrenceCache, TzdbRecord};

use super::Bug;

/// Maximum number of instants of a gap that are planned a second time.
const TWICE_MAX: usize = 3;

/// Changes a schedule as the planner reads it.
pub(super) fn change_schedule(bug: Bug, schedule: &mut Schedule) {
    match bug {
        Bug::MaxRunsIgnored => Arc::make_mut(&mut schedule.definition).spec.max_runs = None,
        Bug::PauseEndsEarly if schedule.status == Status::Paused => schedule.status_note.until = None,
        _ => {}
    }
}

/// Changes a plan that the planner made for a schedule.
pub(super) async fn change_plan(
    bug: Bug,
    mut plan: Plan,
    schedule: &Schedule,
    store: &dyn Store,
) -> Result<Plan, StoreError> {
    let is_after_completion = matches!(schedule.definition.spec.recurrence, Recurrence::AfterCompletion(_));
    match bug {
        Bug::CatchUpPlansTwice if !is_after_completion => {
            if let Ok(rule) = RecurrenceCache::default().of(store, schedule).await? {
                let again = plan.gaps.iter().flat_map(|gap| planned_again(gap, schedule, &rule));
                plan.occurrences.extend(again.collect::<Vec<_>>());
            }
        }
        Bug::GapOffByOne => {
            for gap in &mut plan.gaps {
                let next = plan.occurrences.iter().map(|row| row.nominal_at).filter(|at| *at > gap.to).min();
                gap.to = next.unwrap_or(gap.to);
            }
        }
        Bug::TruncatedPlanCommitted if plan.occurrences.len() > 1 => drop(plan.occurrences.pop()),
        Bug::RecheckForgotten if is_after_completion && !plan.occurrences.is_empty() => plan.next_due_at = None,
        Bug::FinishedTooEarly if is_waiting(&plan) && !is_after_completion => {
            (plan.next_due_at, plan.is_finished) = (None, true);
        }
        _ => {}
    }
    Ok(plan)
}

/// Records the occurrences that a plan creates ahead of `now` as missed.
pub(super) fn miss_ahead(bug: Bug, plan: &mut Plan, now: Timestamp) {
    let is_ahead = |row: &NewOccurrence| bug == Bug::FutureMissed && row.nominal_at > now;
    let ahead: BTreeSet<Timestamp> =
        plan.occurrences.iter().filter(|row| is_ahead(row)).map(|row| row.nominal_at).collect();
    let (Some(from), Some(to)) = (ahead.first(), ahead.last()) else { return };
    plan.gaps.push(NewGap { from: *from, to: *to, count: ahead.len() as u64, reason: SkipReason::Missed });
    plan.occurrences.retain(|row| !is_ahead(row));
}

/// Returns whether a plan does nothing but wait for the last runs to end.
fn is_waiting(plan: &Plan) -> bool {
    plan.occurrences.is_empty() && plan.gaps.is_empty() && plan.watermark_to == plan.watermark && !plan.is_finished
}

fn planned_again(gap: &NewGap, schedule: &Schedule, rule: &CompiledRecurrence) -> Vec<NewOccurrence> {
    let before = gap.from - SignedDuration::from_micros(1);
    let instants = rule.iter_after(before).take_while(|instant| instant.at() <= gap.to).take(TWICE_MAX);
    instants.flat_map(|instant| rows(schedule, rule, &instant, Trigger::Schedule)).collect()
}

/// Changes the end of a pause that the planner writes, and the gaps that a person's request records.
pub(super) fn change_status(bug: Bug, change: &mut ChangeStatus) {
    let is_by_engine = change.by == By::engine();
    let Some(resume) = &mut change.resume else { return };
    match bug {
        Bug::PauseGapForgotten if is_by_engine => resume.gaps.retain(|gap| gap.reason != SkipReason::Paused),
        Bug::TruncatedGapRecorded => resume.gaps.truncate(1),
        _ => {}
    }
}

/// Returns the record of the newest time zone database, with the node's own version as the newest.
pub(super) fn own_tzdb(mark: Mark, own: &str) -> Mark {
    match serde_json::from_str::<TzdbRecord>(&mark.value) {
        Ok(record) => Mark { value: TzdbRecord { newest: own.to_owned(), ..record }.to_text(), ..mark },
        Err(_) => mark,
    }
}
