//! Bugs of requests that people make: saves, calendars and backfills.

use jiff::Timestamp;
use refrain::model::{Occurrence, Status};
use refrain::recurrence::{FirstRunAt, Recurrence};
use refrain::store::{SaveSchedule, ScheduleFilter};

use super::Bug;

/// Changes a save that a person requested at `now`.
pub(super) fn change_save(bug: Bug, save: &mut SaveSchedule, now: Timestamp) {
    let spec = &save.definition.spec;
    match bug {
        Bug::PastFirstRunSkipped => {
            let first = spec.first_run.map(|first| first.when);
            let names_time = matches!(first, Some(FirstRunAt::At(_))) || matches!(spec.recurrence, Recurrence::Once(_));
            if names_time && save.replan.is_none() {
                save.watermark = save.watermark.max(now);
            }
        }
        Bug::TruncatedGapRecorded => save.replan.iter_mut().for_each(|replan| replan.gaps.truncate(1)),
        Bug::CreatedActive => save.status = Status::Active,
        _ => {}
    }
}

/// Returns whether a filter selects the schedules that follow a calendar.
pub(super) fn is_of_followers(filter: &ScheduleFilter) -> bool {
    filter.statuses == [Status::Active, Status::Paused]
}

/// Changes the instant of a row, so that only its key identifies it.
pub(super) fn hide_instant(row: &mut Occurrence) {
    row.planned.nominal_at = Timestamp::MIN;
}
