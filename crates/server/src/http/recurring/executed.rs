//! The last execution of recurring actions. Skipped occurrences are not executions.

use jiff::Timestamp;
use refrain::model::{Occurrence, OccurrenceId, Schedule, ScheduleUid, State};
use refrain::store::{OccurrenceFilter, Page};

use super::refusal::DialectError;
use crate::http::app::App;

/// A completed execution.
#[derive(Clone, Copy, Debug)]
pub(super) struct LastExecution {
    /// ID of the occurrence. `None` if retention has removed it.
    pub(super) id: Option<OccurrenceId>,
    /// Start time of the last attempt.
    pub(super) at: Timestamp,
}

/// Returns the last execution of each schedule, in their order.
pub(super) async fn last(app: &App, schedules: &[Schedule]) -> Result<Vec<Option<LastExecution>>, DialectError> {
    let Some(first) = schedules.first() else { return Ok(Vec::new()) };
    let wanted: Vec<ScheduleUid> = schedules.iter().filter(|one| has_executed(one)).map(|one| one.uid).collect();
    let mut recent = app.store().recent(&first.key.tenant, &wanted, 1).await?.into_iter();
    let mut last = Vec::with_capacity(schedules.len());
    for schedule in schedules {
        let found = match has_executed(schedule) {
            false => None,
            true => match recent.next().unwrap_or_default().first().and_then(executed) {
                Some(executed) => Some(executed),
                None => before_skipped(app, schedule).await?,
            },
        };
        last.push(found);
    }
    Ok(last)
}

fn has_executed(schedule: &Schedule) -> bool {
    schedule.counters.succeeded + schedule.counters.failed > 0
}

fn executed(row: &Occurrence) -> Option<LastExecution> {
    match row.state {
        State::Succeeded | State::Failed => row.began_at().map(|at| LastExecution { id: Some(row.id), at }),
        State::Planned | State::Running | State::Skipped => None,
    }
}

/// Returns the last execution of a schedule whose last occurrences were skipped.
async fn before_skipped(app: &App, schedule: &Schedule) -> Result<Option<LastExecution>, DialectError> {
    let states = vec![State::Succeeded, State::Failed];
    let filter = OccurrenceFilter { schedule: Some(schedule.key.id.clone()), states, ..OccurrenceFilter::default() };
    let read = app.store().occurrences(&schedule.key.tenant, &filter, &Page::first(1)).await?;
    let forgotten = || schedule.counters.last_success_at.map(|at| LastExecution { id: None, at });
    Ok(read.rows.first().and_then(executed).or_else(forgotten))
}
