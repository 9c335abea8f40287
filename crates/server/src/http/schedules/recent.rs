//! What ended last of each schedule of a list: enough to draw a line of it, and no more.

use jiff::Timestamp;
use refrain::id::ScheduleUid;
use refrain::occurrence::{Occurrence, Reason};
use refrain::store::Listed;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::app::App;
use crate::http::caller::Caller;
use crate::http::problem::Problem;

/// No list shows more of each schedule.
const RECENT_MAX: u32 = 20;

/// An occurrence that has ended, in short.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecentView {
    /// Its number.
    #[schema(example = 42)]
    id: i64,
    /// How it ended.
    #[schema(example = "generated")]
    state: &'static str,
    /// Why it ended so.
    #[schema(example = "overlap")]
    reason: Option<&'static str>,
    /// When it was due.
    due_at: Timestamp,
    /// When the last attempt began; null when none did.
    started_at: Option<Timestamp>,
    /// When it ended.
    ended_at: Option<Timestamp>,
}

impl RecentView {
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

/// How many are wanted of each schedule; none when nothing was said.
pub(super) fn limit(asked: Option<u32>) -> Result<Option<usize>, Problem> {
    match asked {
        Some(many) if many > RECENT_MAX => {
            let detail = format!("recent {many} is not between 0 and {RECENT_MAX}");
            Err(Problem::bad_request("bad_query", detail).at_path("recent"))
        }
        asked => Ok(asked.and_then(|count| usize::try_from(count).ok())),
    }
}

/// What ended last of each of these, in their order. A schedule of which nothing has ended yet is not looked for.
pub(super) async fn of_each(
    app: &App,
    caller: &Caller,
    rows: &[Listed],
    limit: Option<usize>,
) -> Result<Vec<Option<Vec<RecentView>>>, Problem> {
    let Some(limit) = limit else { return Ok(rows.iter().map(|_| None).collect()) };
    let wanted: Vec<ScheduleUid> = rows.iter().filter_map(ended).collect();
    let mut found = app.store().recent(&caller.tenant, &wanted, limit).await?.into_iter();
    let show = |row: &Listed| {
        let recent = ended(row).and_then(|_| found.next()).unwrap_or_default();
        Some(recent.iter().rev().map(RecentView::of).collect())
    };
    Ok(rows.iter().map(show).collect())
}

/// The identity of a schedule of which something has ended.
fn ended(row: &Listed) -> Option<ScheduleUid> {
    row.as_ref().ok().filter(|schedule| schedule.counters.last_ended_at.is_some()).map(|schedule| schedule.uid)
}
