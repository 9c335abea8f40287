//! Attempts are counted when claimed, so they come to an end; each takes no longer than its schedule allows.

use jiff::SignedDuration;
use refrain::dispatch::Run;

use crate::watch::Watch;

/// How much longer than allowed an attempt may be seen: the timer and the loop have their own time.
const TIMEOUT_SLACK: SignedDuration = SignedDuration::from_millis(50);

impl Watch {
    pub(super) fn counts(&mut self, run: &Run) {
        let occurrence = &run.occurrence;
        let most = self.schedules.get(&occurrence.schedule_uid).map_or(u32::MAX, |known| known.attempts_max);
        if occurrence.attempt == 0 || occurrence.attempt > most {
            let text = format!("row {}: attempt {} of {most}", occurrence.id, occurrence.attempt);
            self.broken("attempts are bounded", text);
        }
    }

    /// A run is still under way after so long.
    pub(crate) fn still_runs(&mut self, run: &Run, runs_for: SignedDuration) {
        let timeout = run.definition.timeout.map(refrain::recurrence::Length::duration);
        if timeout.is_some_and(|timeout| runs_for > timeout + TIMEOUT_SLACK) {
            let text = format!("row {} has run for {}", run.occurrence.id, runs_for.as_secs_f64());
            self.broken("an attempt takes no longer than it may", text);
        }
    }
}
