//! The execution history of a recurring action.

use axum::extract::State;
use jiff::Timestamp;
use refrain::model::{Occurrence, Reason, State as RunState};
use refrain::store::{ExpectedVersion, OccurrenceFilter, Page};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::place::{TenantCaller, TenantQuery};
use super::read::found;
use super::refusal::DialectError;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::page::page_size;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// Default page size.
const LIMIT: u32 = 50;

/// Query of the history.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct HistoryQuery {
    /// Number of executions. Default: 50. Maximum: 500.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
}

/// The latest executions of a recurring action.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecurringHistory {
    /// Executions, latest first.
    history: Vec<RecurringExecution>,
}

/// One execution.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecurringExecution {
    /// Occurrence ID.
    id: i64,
    /// Scheduled time.
    scheduled_at: Timestamp,
    /// Start time of the last attempt. Null if the execution never started.
    executed_at: Option<Timestamp>,
    /// End time. Null while the execution is planned or running.
    ended_at: Option<Timestamp>,
    /// Outcome: `planned`, `running`, `succeeded`, `skipped` or `failed`.
    #[schema(example = "succeeded")]
    outcome: &'static str,
    /// Reason, if the execution was skipped or failed.
    reason: Option<&'static str>,
    /// Error message.
    error: Option<String>,
    /// Number of attempts.
    attempts: u32,
}

/// Get the execution history of a recurring action
///
/// Latest executions first, with their times and outcomes.
#[utoipa::path(
    get,
    path = "/v1/recurring/{id}/history",
    tag = "recurring",
    params(("id" = String, Path, description = "Recurring action ID."), TenantQuery, HistoryQuery),
    responses(
        (status = 200, description = "The latest executions", body = RecurringHistory),
    ),
)]
pub(crate) async fn history(
    State(app): State<App>,
    place: TenantCaller,
    Path(id): Path<String>,
    query: Result<Query<HistoryQuery>, Problem>,
) -> Result<Json<RecurringHistory>, DialectError> {
    let Query(query) = query?;
    let limit = page_size(query.limit, LIMIT, &app)?;
    let schedule = found(&app, &place, &id, ExpectedVersion::Any).await?;
    let states = [RunState::Running, RunState::Succeeded, RunState::Skipped, RunState::Failed].to_vec();
    let filter = OccurrenceFilter { schedule: Some(schedule.key.id), states, ..OccurrenceFilter::default() };
    let read = app.store().occurrences(&place.0.tenant, &filter, &Page::first(limit)).await?;
    Ok(Json(RecurringHistory { history: read.rows.into_iter().map(RecurringExecution::from).collect() }))
}

impl From<Occurrence> for RecurringExecution {
    fn from(row: Occurrence) -> Self {
        Self {
            id: row.id.0,
            scheduled_at: row.planned.nominal_at,
            executed_at: row.began_at().filter(|_| row.state != RunState::Skipped),
            ended_at: row.ended_at,
            outcome: row.state.as_str(),
            reason: row.reason.map(Reason::as_str),
            error: row.message,
            attempts: row.attempt,
        }
    }
}
