//! Backfills a past range of a recurring action.

use axum::extract::State;
use axum::http::StatusCode;
use jiff::{SignedDuration, Timestamp};
use refrain::control::{Backfill, BackfillSummary, Reprocess};
use refrain::model::{Occurrence, ScheduleKey};
use refrain::store::{ExpectedVersion, OccurrenceFilter, Page};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::history::RecurringExecution;
use super::place::{TenantCaller, TenantQuery};
use super::read::found;
use super::refusal::{DialectError, of};
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;
use crate::http::query::within;

/// Maximum number of executions of one backfill.
const LIMIT_MAX: u32 = 500;

/// A past range to backfill.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BackfillRecurring {
    /// Start of the range, inclusive.
    #[schema(example = "2026-03-01T00:00:00Z")]
    start: Timestamp,
    /// End of the range, inclusive. Must not be in the future.
    #[schema(example = "2026-03-07T23:59:59Z")]
    end: Timestamp,
    /// Maximum number of executions, from the start of the range. Default: 500. Maximum: 500. The server may be
    /// configured with a lower limit, which is then also the default.
    #[schema(minimum = 1, maximum = 500)]
    limit: Option<u32>,
}

/// Result of a backfill.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecurringBackfill {
    /// Recurring action ID.
    recurring_id: String,
    /// Number of executions that were created.
    created: usize,
    /// Number of skipped executions that run now.
    reopened: usize,
    /// Number of existing executions that stay as they are.
    unchanged: usize,
    /// Whether the range has more executions than `limit`.
    truncated: bool,
    /// Executions of the range in order of time. New ones are `planned`; the history shows their outcome.
    executions: Vec<RecurringExecution>,
}

/// Backfill a recurring action
///
/// Creates the missing executions of a past range and runs them after all current work. A repeated request
/// creates no duplicates. At most 500 executions per request.
#[utoipa::path(
    post,
    path = "/v1/recurring/{id}/backfill",
    tag = "recurring",
    params(("id" = String, Path, description = "Recurring action ID."), TenantQuery),
    request_body = BackfillRecurring,
    responses((status = 202, description = "The executions are planned", body = RecurringBackfill)),
)]
pub(crate) async fn backfill(
    State(app): State<App>,
    place: TenantCaller,
    Path(id): Path<String>,
    body: Result<Json<BackfillRecurring>, Problem>,
) -> Result<(StatusCode, Json<RecurringBackfill>), DialectError> {
    let Json(asked) = body?;
    let limit_max = u32::try_from(app.limits().backfill).unwrap_or(LIMIT_MAX).min(LIMIT_MAX);
    let limit = within("limit", asked.limit.unwrap_or(limit_max), limit_max)?;
    if asked.start > asked.end {
        let detail = format!("start {} is after end {}", asked.start, asked.end);
        return Err(Problem::new(ProblemCode::OutOfRange, detail).at_path("start").into());
    }
    let key = found(&app, &place, &id, ExpectedVersion::Any).await?.key;
    let backfill = Backfill {
        key: key.clone(),
        from: asked.start,
        to: asked.end,
        limit,
        reprocess: Reprocess::None,
        overlap: None,
        concurrency: None,
        by: place.0.by(),
    };
    let done = app.acting_as(&place.0).backfill(&backfill).await.map_err(of)?;
    let rows = rows(&app, &key, asked.start, &done).await?;
    let answer = RecurringBackfill {
        recurring_id: key.id.to_string(),
        created: done.new,
        reopened: done.reopened,
        unchanged: done.untouched,
        truncated: done.is_cut,
        executions: rows.into_iter().map(RecurringExecution::from).collect(),
    };
    Ok((StatusCode::ACCEPTED, Json(answer)))
}

/// Returns the occurrences of the range, oldest first.
async fn rows(
    app: &App,
    key: &ScheduleKey,
    from: Timestamp,
    done: &BackfillSummary,
) -> Result<Vec<Occurrence>, DialectError> {
    let Some(last) = done.last else { return Ok(Vec::new()) };
    let until = last.saturating_add(SignedDuration::from_micros(1)).unwrap_or(last);
    let filter = OccurrenceFilter {
        schedule: Some(key.id.clone()),
        from: Some(from),
        until: Some(until),
        ..OccurrenceFilter::default()
    };
    let page = Page::first(usize::try_from(LIMIT_MAX).unwrap_or(1));
    let mut rows = app.store().occurrences(&key.tenant, &filter, &page).await?.rows;
    rows.sort_by_key(|row| (row.planned.nominal_at, row.id));
    Ok(rows)
}
