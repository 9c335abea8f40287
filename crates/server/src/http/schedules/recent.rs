//! Latest completed runs of each schedule in a list: just enough to draw a chart.

use jiff::Timestamp;
use refrain::model::{Occurrence, Reason, ScheduleUid};
use refrain::store::ListedSchedule;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::app::App;
use crate::http::caller::Caller;
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;

/// Maximum number of runs per schedule.
const RECENT_MAX: u32 = 20;

/// Summary of a completed occurrence.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecentRunView {
    /// Occurrence ID.
    #[schema(example = 42)]
    id: i64,
    /// State: `succeeded`, `skipped` or `failed`.
    #[schema(example = "succeeded")]
    state: &'static str,
    /// Reason code, if the occurrence was skipped or failed.
    #[schema(example = "overlap")]
    reason: Option<&'static str>,
    /// Due time.
    due_at: Timestamp,
    /// Start time of the last attempt. Null if no attempt started.
    started_at: Option<Timestamp>,
    /// Time at which the occurrence completed.
    ended_at: Option<Timestamp>,
}

impl RecentRunView {
    fn of(row: &Occurrence) -> Self {
        Self {
            id: row.id.0,
            state: row.state.as_str(),
            reason: row.reason.map(Reason::as_str),
            due_at: row.planned.due_at,
            started_at: row.began_at(),
            ended_at: row.ended_at,
        }
    }
}

/// Checks the number of runs per schedule. Returns `None` if none were requested.
pub(super) fn limit(asked: Option<u32>) -> Result<Option<usize>, Problem> {
    match asked {
        Some(many) if many > RECENT_MAX => {
            let detail = format!("expected `recent` from 0 to {RECENT_MAX}, found {many}");
            Err(Problem::new(ProblemCode::BadQuery, detail).at_path("recent"))
        }
        asked => Ok(asked.and_then(|count| usize::try_from(count).ok())),
    }
}

/// Returns the latest completed runs of each schedule, in their order. Schedules without a completed run are
/// not looked up.
pub(super) async fn latest_runs(
    app: &App,
    caller: &Caller,
    rows: &[ListedSchedule],
    limit: Option<usize>,
) -> Result<Vec<Option<Vec<RecentRunView>>>, Problem> {
    let Some(limit) = limit else { return Ok(rows.iter().map(|_| None).collect()) };
    let wanted: Vec<ScheduleUid> = rows.iter().filter_map(uid_if_completed).collect();
    let mut found = app.store().recent(&caller.tenant, &wanted, limit).await?.into_iter();
    let show = |row: &ListedSchedule| {
        let recent = uid_if_completed(row).and_then(|_| found.next()).unwrap_or_default();
        Some(recent.iter().rev().map(RecentRunView::of).collect())
    };
    Ok(rows.iter().map(show).collect())
}

/// Returns the internal ID of a schedule with a completed run.
fn uid_if_completed(row: &ListedSchedule) -> Option<ScheduleUid> {
    row.as_ref().ok().filter(|schedule| schedule.counters.last_ended_at.is_some()).map(|schedule| schedule.uid)
}
