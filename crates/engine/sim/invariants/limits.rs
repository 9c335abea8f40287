//! There are no more runs than `max_runs`, no occurrence at or after `ends_at`, and no run that starts after
//! its deadline.

use refrain::delivery::Run;

use super::Ledger;
use crate::watch::Observer;

impl Observer {
    pub(super) fn check_deadline(&mut self, run: &Run) {
        let occurrence = &run.occurrence;
        let Some(deadline) = run.definition.start_deadline else { return };
        let late_for = run.started_at.duration_since(occurrence.planned.due_at);
        let is_held_to_it = occurrence.attempt == 1 && !occurrence.planned.trigger.is_user_requested();
        if is_held_to_it && late_for > deadline.duration() {
            let text = format!("row {} started {} s late", occurrence.id, late_for.as_secs_f64());
            self.report_violation("no run starts after its deadline", text);
        }
    }
}

pub(super) fn judge(watch: &mut Observer, ledger: &Ledger) {
    for (uid, known) in watch.schedules.clone() {
        let rows = || ledger.all_rows().filter(|row| row.schedule_uid == uid && row.planned.trigger.is_counted());
        if let Some(ends_at) = known.definition.spec.ends_at
            && let Some(row) = rows().find(|row| row.planned.nominal_at >= ends_at)
        {
            watch.report_violation(
                "nothing is planned at or after `ends_at`",
                format!("row {} of schedule {uid}", row.id),
            );
        }
        if let Some(most) = known.definition.spec.max_runs {
            // A period is planned as a whole, with all of its rows or none. So the last period may exceed the
            // limit by all of its rows but one.
            // An edit may plan rows too, so every definition counts, not only those that a node has planned by.
            let discriminators = known.history.iter().map(|(_, _, definition)| definition.discriminators.len());
            let each = discriminators.max().unwrap_or(0).max(1) as u64;
            let begun = rows().filter(|row| row.attempt > 0 && !row.was_stopped_before_start()).count() as u64;
            if begun > most + each - 1 {
                watch.report_violation("no more runs than `max_runs`", format!("schedule {uid}: {begun} of {most}"));
            }
        }
    }
}
