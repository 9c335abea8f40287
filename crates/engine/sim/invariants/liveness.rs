//! After the faults have stopped, everything that is due completes, and every schedule continues.

use jiff::SignedDuration;
use refrain::model::{Occurrence, Status};
use refrain::recurrence::Recurrence;

use super::Ledger;
use crate::watch::Observer;

/// Maximum time from due to completion, even after faults: longer than a lease, a cancel, a retry and a check
/// of waiting occurrences together.
const WITHIN: SignedDuration = SignedDuration::from_secs(45);
/// Tolerance for planning the next run of an `after_completion` schedule, once its delay has passed.
const REARMED_WITHIN: SignedDuration = SignedDuration::from_secs(12);
/// Maximum time until the periodic check finds a schedule whose next run was not armed.
const LOOKED_AT_WITHIN: SignedDuration = SignedDuration::from_secs(75);

pub(super) fn judge(watch: &mut Observer, ledger: &Ledger) {
    let late_at = ledger.now - WITHIN;
    for row in ledger.rows.iter().filter(|row| !row.state.is_terminal()) {
        // After a clock was set back, leases and waits expire only when it has caught up. When a schedule is
        // paused, occurrences that wait for another run are skipped one after the other, each at its own next
        // check.
        let is_paused = ledger.schedules.get(&row.schedule_uid).is_some_and(|it| it.status == Status::Paused);
        let may_take_long = watch.stepped_back || (row.waits && is_paused);
        let is_stuck = row.ready_at <= late_at || (!may_take_long && row.planned.due_at <= late_at);
        if is_stuck {
            let text = format!(
                "row {} of {} is {}, due at {}, ready at {}, now {}",
                row.id,
                row.schedule,
                row.state.as_str(),
                row.planned.due_at,
                row.ready_at,
                ledger.now
            );
            watch.report_violation("every due occurrence completes", text);
        }
    }
    for schedule in ledger.schedules.values() {
        if schedule.plan_at().is_some_and(|at| at <= late_at) {
            let text = format!("{} should have been planned at {:?}", schedule.key, schedule.plan_at());
            watch.report_violation("every schedule continues", text);
        }
        if schedule.status == Status::Active && !watch.stepped_back {
            check_next_run(watch, ledger, schedule);
        }
    }
}

/// Checks that an `after_completion` schedule has an open run, or will have one.
fn check_next_run(watch: &mut Observer, ledger: &Ledger, schedule: &refrain::model::Schedule) {
    let Recurrence::AfterCompletion(rule) = &schedule.definition.spec.recurrence else { return };
    let mut rows: Vec<&Occurrence> = ledger.all_rows().filter(|row| row.schedule_uid == schedule.uid).collect();
    rows.sort_by_key(|row| row.id);
    let own: Vec<&&Occurrence> = rows.iter().filter(|row| row.planned.trigger.is_counted()).collect();
    let last_ended_at = rows.iter().filter_map(|row| row.ended_at).max();
    let is_open = own.iter().any(|row| !row.state.is_terminal());
    // Maximum time from the creation of a schedule to its first run.
    let first_for = SignedDuration::from_secs(20);
    let since = last_ended_at.map_or(schedule.updated_at, |ended_at| ended_at.max(schedule.updated_at));
    let late_at = since + rule.delay.duration() + first_for + LOOKED_AT_WITHIN;
    if !is_open && late_at <= ledger.now {
        watch.report_violation(
            "every schedule continues",
            format!("{} has no run after {last_ended_at:?}", schedule.key),
        );
    }
    let Some(calm_for) = watch.calm_since.map(|since| watch.now - since) else { return };
    let calm_since = ledger.now - calm_for + SignedDuration::from_secs(30);
    for pair in own.windows(2) {
        let Some(ended_at) = pair[0].ended_at.filter(|at| *at > calm_since) else { continue };
        let planned_at = pair[1].created_at;
        if planned_at > ended_at + rule.delay.duration() + REARMED_WITHIN {
            let text = format!("{}: a run ended at {ended_at}, the next was planned at {planned_at}", schedule.key);
            watch.report_violation("the end of a run schedules the next", text);
        }
    }
}
