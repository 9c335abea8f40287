//! The counters of a schedule say what its ledger says.

use refrain::moves::State;
use refrain::occurrence::Occurrence;

use super::Ledger;
use crate::watch::Watch;

pub(super) fn judge(watch: &mut Watch, ledger: &Ledger) {
    for (uid, schedule) in &ledger.schedules {
        let now: Vec<&Occurrence> = ledger.rows.iter().filter(|row| row.schedule_uid == *uid).collect();
        // An end counts once, also when a person opened the row again afterwards.
        let before: Vec<Occurrence> =
            now.iter().filter_map(|row| watch.rows.get(&row.id)).flat_map(|row| row.reopened.clone()).collect();
        let ends = |state| now.iter().copied().chain(&before).filter(move |row| row.state == state).count() as u64;
        let counters = &schedule.counters;
        let runs = now.iter().map(|row| watch.rows.get(&row.id).and_then(|seen| seen.reopened.first()).unwrap_or(row));
        let runs = runs.filter(|row| counts_as_a_run(row)).count() as u64;
        if runs != counters.runs {
            let text = format!("schedule {uid}: {runs} runs, counted {}", counters.runs);
            watch.broken("counters equal the ledger", text);
        }
        for (state, counted) in [
            (State::Generated, counters.generated),
            (State::Skipped, counters.skipped),
            (State::Failed, counters.failed),
        ] {
            if ends(state) != counted {
                let text = format!("schedule {uid}: {} {}, counted {counted}", ends(state), state.as_str());
                watch.broken("counters equal the ledger", text);
            }
        }
    }
}

/// Whether a row counts against `max_runs`: what the rule asked for, unless it was skipped before it began.
fn counts_as_a_run(row: &Occurrence) -> bool {
    let never_began = row.state == State::Skipped && (row.attempt == 0 || row.was_stopped_at_the_start());
    row.planned.trigger.is_counted() && !never_began
}
