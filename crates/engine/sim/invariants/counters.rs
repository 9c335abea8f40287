//! The counters of a schedule match its ledger.

use refrain::model::{Occurrence, Reason, SkipReason, State};

use super::Ledger;
use crate::watch::Observer;

pub(super) fn judge(watch: &mut Observer, ledger: &Ledger) {
    for (uid, schedule) in &ledger.schedules {
        let now: Vec<&Occurrence> = ledger.all_rows().filter(|row| row.schedule_uid == *uid).collect();
        // An end counts once, even if a person reopened the row afterwards.
        let before: Vec<Occurrence> =
            now.iter().filter_map(|row| watch.rows.get(&row.id)).flat_map(|row| row.reopened.clone()).collect();
        let ends = |state| now.iter().copied().chain(&before).filter(move |row| row.state == state).count() as u64;
        let counters = &schedule.counters;
        // A superseded row that was planned again has been counted as skipped.
        let again = watch.planned_again.get(uid).copied().unwrap_or_default();
        let runs = now.iter().map(|row| watch.rows.get(&row.id).and_then(|seen| seen.reopened.first()).unwrap_or(row));
        let runs = runs.filter(|row| row.state.is_terminal() && row.planned.trigger.is_counted() && row.attempt > 0);
        // An occurrence that a pause stopped at its start has not run. If its worker was lost before that,
        // nothing tells whether it ran.
        let (unsure, sure): (Vec<&Occurrence>, Vec<&Occurrence>) = runs.partition(|row| may_have_run(row));
        let sure = sure.iter().filter(|row| !row.was_stopped_before_start()).count() as u64;
        if !(sure..=sure + unsure.len() as u64).contains(&counters.runs) {
            let text = format!("schedule {uid}: {sure} runs and {} uncertain, counted {}", unsure.len(), counters.runs);
            watch.report_violation("counters match the ledger", text);
        }
        for (state, counted) in [
            (State::Succeeded, counters.succeeded),
            (State::Skipped, counters.skipped.saturating_sub(again)),
            (State::Failed, counters.failed),
        ] {
            if ends(state) != counted {
                let text = format!("schedule {uid}: {} {}, counted {counted}", ends(state), state.as_str());
                watch.report_violation("counters match the ledger", text);
            }
        }
    }
}

fn may_have_run(row: &Occurrence) -> bool {
    let paused = [SkipReason::Paused, SkipReason::Disabled].map(|reason| Some(Reason::Skipped(reason)));
    row.was_stopped_before_start() && paused.contains(&row.reason)
}
