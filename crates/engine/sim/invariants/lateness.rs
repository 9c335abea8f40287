//! A late run is skipped as missed only if its start delay exceeds what its schedule allows, with calendars
//! taken into account.

use jiff::SignedDuration;
use refrain::model::{CatchUpPolicy, Occurrence};
use refrain::recurrence::{Calendars, CompiledRecurrence, Context, Length};
use refrain::timing::ON_TIME_FOR;

use crate::watch::{Observer, ScheduleState};

/// Maximum catch-up window of a schedule that sets none.
const WINDOW_MAX: SignedDuration = SignedDuration::from_hours(24);
/// Maximum delay by a dispatch rule, which may judge a run by the time to which it would be delayed.
const PUT_OFF_MAX: SignedDuration = SignedDuration::from_secs(10);

impl Observer {
    /// Checks a run that a worker skipped as missed, this long after it was due.
    pub(super) fn skipped_as_missed(&mut self, row: &Occurrence, late_for: SignedDuration) {
        let Some(known) = self.schedules.get(&row.schedule_uid).filter(|known| row.revision >= known.defined_by) else {
            return;
        };
        let window = match known.definition.catch_up.policy {
            CatchUpPolicy::Skip => ON_TIME_FOR,
            CatchUpPolicy::Latest | CatchUpPolicy::Earliest | CatchUpPolicy::All => self.window(known, row),
        };
        let was_just_stepped = self.was_stepped_since(self.now - SignedDuration::from_secs(10));
        if !was_just_stepped && late_for + PUT_OFF_MAX < window {
            let (late_for, window) = (late_for.as_secs_f64(), window.as_secs_f64());
            let text = format!("row {} of {}: {late_for} s late, {window} s allowed", row.id, row.schedule);
            self.report_violation("only a run that is too late is missed", text);
        }
    }

    /// Returns the shortest start delay that is allowed under any calendar that may have been read.
    fn window(&self, known: &ScheduleState, row: &Occurrence) -> SignedDuration {
        let definition = &known.definition;
        let until_next = |calendars: &Calendars| {
            let (anchor, seed) = (Some(known.created_at), known.key.id.as_str());
            let context = Context { anchor, seed, calendars: Some(calendars) };
            let rule = CompiledRecurrence::compile(&definition.spec, &context).ok()?;
            let next = rule.next_after(row.planned.nominal_at)?;
            Some(next.at().duration_since(row.planned.nominal_at).min(WINDOW_MAX))
        };
        let calendars = self.calendars_for(&known.key.tenant, definition, self.now);
        let until_next = || calendars.iter().filter_map(until_next).min().unwrap_or(WINDOW_MAX);
        let window = definition.catch_up.window.map_or_else(until_next, Length::duration);
        let deadline = definition.start_deadline.map_or(window, Length::duration);
        window.min(deadline.max(ON_TIME_FOR)).max(ON_TIME_FOR)
    }
}
