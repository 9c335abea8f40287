//! Rules that count from the end of the last run: there is one occurrence at a time, and its end says when the next is.
//!
//! A pure function. The usual way is short: the settlement of a run brings the next time with it. Should that never come,
//! because a worker died for good, the look that is kept here finds the end in the counters.

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::Rule;

use super::window::Window;
use crate::completion::next_after_end;
use crate::occurrence::{NewOccurrence, Trigger};
use crate::schedule::Schedule;
use crate::store::Plan;

/// While a run is open, its schedule is looked at so often.
const LOOK_AGAIN_FOR: SignedDuration = SignedDuration::from_secs(60);

/// Plans the one occurrence that may be next.
pub fn plan(schedule: &Schedule, rule: &Rule, window: &Window) -> Plan {
    let spec = &schedule.definition.spec;
    let next = next(schedule, rule).filter(|next| *next > schedule.watermark);
    let has_runs_left = spec.max_runs.is_none_or(|max| schedule.counters.runs < max);
    let is_over = next.is_some_and(|next| spec.ends_at.is_some_and(|ends_at| next >= ends_at) || !has_runs_left);
    let due = next.filter(|next| *next <= window.until && !is_over);
    let look_again = Some(window.look_again(LOOK_AGAIN_FOR));
    Plan {
        uid: schedule.uid,
        revision: schedule.revision,
        watermark: schedule.watermark,
        occurrences: due.map(|at| row(schedule, at)).into_iter().collect(),
        gaps: Vec::new(),
        watermark_to: due.unwrap_or(schedule.watermark),
        next_due_at: if is_over { None } else { next.filter(|_| due.is_none()).or(look_again) },
        is_finished: is_over,
        tzdb: refrain_recurrence::tzdb_version().to_owned(),
    }
}

/// When the next occurrence is, as far as the ends of the earlier ones are known.
pub fn next(schedule: &Schedule, rule: &Rule) -> Option<Timestamp> {
    match schedule.counters.last_ended_at {
        Some(ended_at) => next_after_end(&schedule.definition.spec.recurrence, ended_at),
        None if schedule.definition.spec.first_run.is_some() => {
            rule.next_after(schedule.watermark).map(|first| first.at())
        }
        None => schedule
            .definition
            .spec
            .starts_at
            .or_else(|| next_after_end(&schedule.definition.spec.recurrence, schedule.created_at)),
    }
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
    }
}
