//! The plan of one schedule for one window of time. A pure function of the data read.
//!
//! Invariants:
//! - Rows and gaps together cover everything that the recurrence yields from the old watermark to the new one,
//!   exactly once.
//! - The watermark never moves back.
//! - A plan holds at most `rows_max` periods.

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::{CompiledRecurrence, Occurrence};

use super::catch_up::{self, MissedOccurrences, Span};
pub use super::subject::{Subject, Window};
use crate::model::{NewGap, NewOccurrence, Schedule, Trigger};
use crate::store::Plan;

/// Time after the due time of the last planned run at which its schedule is examined again.
const LAST_RUN_FOR: SignedDuration = SignedDuration::from_secs(1);
/// Minimum time between two checks of a schedule whose last runs are still open. It grows the longer they take.
const RECHECK_AFTER: SignedDuration = SignedDuration::from_secs(2);
/// Maximum time between two checks of a schedule whose last runs are open.
const RECHECK_AFTER_MAX: SignedDuration = SignedDuration::from_secs(60);

/// Plans one schedule. Yields to other tasks while it counts missed occurrences.
pub async fn plan(subject: Subject<'_>, window: &Window) -> Plan {
    let Subject { schedule, rule, .. } = subject;
    if rule.after_completion().is_some() {
        return super::after_completion::plan(subject, window);
    }
    let periods_left = periods_left(schedule, subject.open.map_or(0, |open| open.counted.len()));
    if periods_left == Some(0) || rule.next_after(schedule.watermark).is_none() {
        return hold(subject, window);
    }
    let missed_until = catch_up::missed_until(&schedule.definition, rule, window.now).min(window.until);
    let most =
        periods_left.map_or(window.rows_max, |left| window.rows_max.min(usize::try_from(left).unwrap_or(usize::MAX)));
    let span = Span { watermark: schedule.watermark, until: missed_until, now: window.now, late_max: most };
    let missed = catch_up::missed(&schedule.definition, rule, span).await;
    let mut draft =
        PlanDraft { rows: Vec::new(), gaps: missed.gaps.clone(), watermark_to: schedule.watermark, periods: 0 };
    let is_cut = draft.late(subject, &missed) || draft.on_time(subject, &missed, window, most);
    if !is_cut {
        // The watermark does not pass the current time: an edit may still add occurrences ahead.
        let until = window.until.min(window.now);
        draft.watermark_to = draft.watermark_to.max(until);
    }
    let next = rule.next_after(draft.watermark_to).map(|next| next.at());
    let is_last = periods_left.is_some_and(|left| draft.periods as u64 >= left);
    // With nothing left to plan, the schedule is finished when its last run has ended. The next check detects
    // that.
    let next_due_at = next.filter(|_| !is_last).unwrap_or_else(|| {
        let last_due_at = draft.last_due_at().unwrap_or(window.now);
        window.due_at_for_check(last_due_at.saturating_add(LAST_RUN_FOR).unwrap_or(last_due_at))
    });
    Plan {
        uid: schedule.uid,
        revision: schedule.revision,
        watermark: schedule.watermark,
        occurrences: draft.rows,
        gaps: draft.gaps,
        watermark_to: draft.watermark_to,
        next_due_at: Some(next_due_at),
        is_finished: false,
        tzdb: refrain_recurrence::tzdb_version().to_owned(),
    }
}

/// A plan under construction.
struct PlanDraft {
    rows: Vec<NewOccurrence>,
    gaps: Vec<NewGap>,
    watermark_to: Timestamp,
    periods: usize,
}

impl PlanDraft {
    /// Adds the occurrences that run late. Returns whether planning must stop there for now.
    fn late(&mut self, subject: Subject<'_>, missed: &MissedOccurrences) -> bool {
        for occurrence in &missed.late {
            self.add(subject, occurrence, Trigger::CatchUp);
        }
        if missed.has_more_late {
            return true;
        }
        self.watermark_to = missed.gaps.iter().map(|gap| gap.to).fold(self.watermark_to, Timestamp::max);
        missed.cut_at.is_some()
    }

    /// Adds the occurrences that are not late. Returns whether there were more than may be added.
    fn on_time(&mut self, subject: Subject<'_>, missed: &MissedOccurrences, window: &Window, most: usize) -> bool {
        debug_assert!(missed.cut_at.is_none(), "a cut ends the plan");
        for occurrence in subject.rule.iter_after(self.watermark_to).take_while(|next| next.at() <= window.until) {
            if self.periods >= most {
                return true;
            }
            self.add(subject, &occurrence, Trigger::Schedule);
        }
        false
    }

    fn add(&mut self, subject: Subject<'_>, occurrence: &Occurrence, trigger: Trigger) {
        self.rows.extend(rows(subject.schedule, subject.rule, occurrence, trigger));
        self.watermark_to = self.watermark_to.max(occurrence.at());
        self.periods += 1;
    }

    fn last_due_at(&self) -> Option<Timestamp> {
        self.rows.iter().map(|row| row.due_at).max()
    }
}

/// Returns the rows of one period: one, or one for each discriminator.
pub fn rows(
    schedule: &Schedule,
    rule: &CompiledRecurrence,
    occurrence: &Occurrence,
    trigger: Trigger,
) -> Vec<NewOccurrence> {
    let period_key = rule.period_key(occurrence);
    let period = rule.calendar_interval(occurrence);
    let due_at = rule.due_at(occurrence);
    let row = |discriminator: &str| NewOccurrence {
        period_key: period_key.clone(),
        discriminator: discriminator.to_owned(),
        nominal_at: occurrence.at(),
        due_at,
        period,
        priority: schedule.definition.priority,
        trigger,
        correlation_id: None,
        note: None,
        concurrency: None,
        payload: None,
    };
    let discriminators = &schedule.definition.discriminators;
    if discriminators.is_empty() { vec![row("")] } else { discriminators.iter().map(|name| row(name)).collect() }
}

/// Returns how many more periods may be planned in addition to the open ones, or none if there is no limit. Every
/// row of a period counts as a run.
pub(super) fn periods_left(schedule: &Schedule, open: usize) -> Option<u64> {
    let rows_per_period = schedule.definition.discriminators.len().max(1) as u64;
    let max_runs = schedule.definition.spec.max_runs?;
    Some(max_runs.saturating_sub(schedule.counters.runs).saturating_sub(open as u64).div_ceil(rows_per_period))
}

/// Builds the plan of a schedule that has nothing left to plan. The schedule is finished when nothing is open.
/// Until then, an open run that does not start after all makes room for another.
fn hold(subject: Subject<'_>, window: &Window) -> Plan {
    let schedule = subject.schedule;
    let open_for = subject.open.and_then(|open| open.since).map(|since| window.now.duration_since(since));
    let look_again_for = (open_for.unwrap_or_default() / 8).clamp(RECHECK_AFTER, RECHECK_AFTER_MAX);
    let has_open = subject.may_have_open();
    Plan {
        uid: schedule.uid,
        revision: schedule.revision,
        watermark: schedule.watermark,
        occurrences: Vec::new(),
        gaps: Vec::new(),
        watermark_to: schedule.watermark,
        next_due_at: has_open.then(|| window.due_at_for_recheck(look_again_for)),
        is_finished: !has_open,
        tzdb: refrain_recurrence::tzdb_version().to_owned(),
    }
}
