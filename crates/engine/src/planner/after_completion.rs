//! Recurrences that count from the completion of the last run: there is one occurrence at a time, and its
//! completion determines the next one.
//!
//! A pure function. Usually, the settlement of a run sets the next due time. If a worker dies and that settlement
//! never comes, the repeated check scheduled here finds the completion in the counters.

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::CompiledRecurrence;

use super::subject::{Subject, Window};
use crate::model::{NewOccurrence, Schedule, Trigger};
use crate::store::Plan;
use crate::timing::next_after_end;

/// Time between two checks of a schedule whose run is open.
const RECHECK_AFTER: SignedDuration = SignedDuration::from_secs(60);

/// Plans the one occurrence that may be next.
pub fn plan(subject: Subject<'_>, window: &Window) -> Plan {
    let Subject { schedule, rule, .. } = subject;
    let has_open = subject.may_have_open();
    let spec = &schedule.definition.spec;
    // While a run is open there is no next occurrence: its completion determines the time.
    let next = next(schedule, rule).filter(|_| !has_open).map(|next| next.max(after(schedule.watermark)));
    let has_runs_left = spec.max_runs.is_none_or(|max| schedule.counters.runs < max);
    let is_over = next.is_some_and(|next| spec.ends_at.is_some_and(|ends_at| next >= ends_at) || !has_runs_left);
    let due = next.filter(|next| *next <= window.until && !is_over);
    let recheck_at = window.due_at_for_recheck(RECHECK_AFTER);
    Plan {
        uid: schedule.uid,
        revision: schedule.revision,
        watermark: schedule.watermark,
        occurrences: due.map(|at| row(schedule, at)).into_iter().collect(),
        gaps: Vec::new(),
        watermark_to: due.unwrap_or(schedule.watermark),
        next_due_at: if is_over { None } else { next.filter(|_| due.is_none()).or(Some(recheck_at)) },
        is_finished: is_over,
        tzdb: refrain_recurrence::tzdb_version().to_owned(),
    }
}

/// Returns the time of the next occurrence, as far as the completions of earlier ones are known.
pub fn next(schedule: &Schedule, rule: &CompiledRecurrence) -> Option<Timestamp> {
    match schedule.counters.last_ended_at {
        Some(ended_at) => next_after_end(&schedule.definition.spec.recurrence, ended_at),
        None if schedule.definition.spec.first_run.is_some() => {
            // A first run that fell into a pause does not come again.
            let first = rule.next_after(schedule.watermark).map(|first| first.at());
            first.or_else(|| next_after_end(&schedule.definition.spec.recurrence, schedule.created_at))
        }
        None => schedule
            .definition
            .spec
            .starts_at
            .filter(|starts_at| *starts_at > schedule.created_at)
            .or_else(|| next_after_end(&schedule.definition.spec.recurrence, schedule.created_at)),
    }
}

/// Returns the first second after an instant. A completion by a clock that was set back must not lead to a time
/// that was planned before.
fn after(watermark: Timestamp) -> Timestamp {
    Timestamp::from_second(watermark.as_second() + 1).unwrap_or(Timestamp::MAX)
}

fn row(schedule: &Schedule, at: Timestamp) -> NewOccurrence {
    NewOccurrence {
        period_key: at.to_string(),
        discriminator: String::new(),
        nominal_at: at,
        due_at: at,
        period: None,
        priority: schedule.definition.priority,
        trigger: Trigger::Schedule,
        correlation_id: None,
        note: None,
        concurrency: None,
        payload: None,
    }
}
