//! Attempts are counted at claim, so their number is bounded. No attempt takes longer than its schedule
//! allows.

use jiff::SignedDuration;
use refrain::delivery::Run;

use crate::watch::Observer;

/// Tolerance for the observed duration of an attempt, because the timer and the loop take time themselves.
const TIMEOUT_SLACK: SignedDuration = SignedDuration::from_millis(50);

impl Observer {
    pub(super) fn check_attempt_number(&mut self, run: &Run) {
        let occurrence = &run.occurrence;
        let most = self.schedules.get(&occurrence.schedule_uid).map_or(u32::MAX, |known| known.attempts_max);
        if occurrence.attempt == 0 || occurrence.attempt > most {
            let text = format!("row {}: attempt {} of {most}", occurrence.id, occurrence.attempt);
            self.report_violation("attempts are bounded", text);
        }
    }

    /// Checks the duration of a run that is still in progress.
    pub(crate) fn check_timeout(&mut self, run: &Run, runs_for: SignedDuration) {
        let timeout = run.definition.timeout.map(refrain::recurrence::Length::duration);
        if timeout.is_some_and(|timeout| runs_for > timeout + TIMEOUT_SLACK) {
            let text = format!("row {} has run for {}", run.occurrence.id, runs_for.as_secs_f64());
            self.report_violation("no attempt exceeds its timeout", text);
        }
    }
}
