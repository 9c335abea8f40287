//! What came of a recurring action.

use axum::extract::State;
use jiff::Timestamp;
use refrain::moves::State as Where;
use refrain::occurrence::{Occurrence, Reason};
use refrain::store::{OccurrenceFilter, Page};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::place::{Place, PlaceQuery};
use super::read::found;
use super::refusal::Refusal;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// So many without a word.
const ROWS: u32 = 50;

/// How many are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// How many executions, the latest first; 50 without a word.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
}

/// The latest executions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecurringHistory {
    history: Vec<RecurringExecution>,
}

/// One execution.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecurringExecution {
    id: i64,
    /// When it was to be.
    scheduled_at: Timestamp,
    /// When it began; null when it never did.
    executed_at: Option<Timestamp>,
    /// When it ended.
    ended_at: Option<Timestamp>,
    /// What came of it.
    #[schema(example = "generated")]
    outcome: &'static str,
    /// Why, when it did not succeed.
    reason: Option<&'static str>,
    /// The same in words.
    error: Option<String>,
    /// Attempts begun.
    attempts: u32,
}

/// Tell what came of a recurring action
///
/// The latest executions first, with their times and outcomes.
#[utoipa::path(
    get,
    path = "/v1/recurring/{id}/history",
    tag = "recurring",
    params(("id" = String, Path, description = "Its id"), PlaceQuery, Asked),
    responses(
        (status = 200, description = "The latest executions", body = RecurringHistory),
    ),
)]
pub(crate) async fn history(
    State(app): State<App>,
    place: Place,
    Path(id): Path<String>,
    asked: Result<Query<Asked>, Problem>,
) -> Result<Json<RecurringHistory>, Refusal> {
    let Query(asked) = asked?;
    let limit = asked.limit.unwrap_or(ROWS);
    if !(1..=500).contains(&limit) {
        return Err(Refusal::bad_request("bad_query", format!("limit {limit} is not between 1 and 500")));
    }
    let schedule = found(&app, &place, &id).await?;
    let states = [Where::Running, Where::Generated, Where::Skipped, Where::Failed].to_vec();
    let filter = OccurrenceFilter { schedule: Some(schedule.key.id), states, ..OccurrenceFilter::default() };
    let page = Page::first(usize::try_from(limit).unwrap_or(1));
    let found = app.store().occurrences(&place.0.tenant, &filter, &page).await?;
    Ok(Json(RecurringHistory { history: found.rows.into_iter().map(shown).collect() }))
}

fn shown(row: Occurrence) -> RecurringExecution {
    RecurringExecution {
        id: row.id.0,
        scheduled_at: row.planned.nominal_at,
        executed_at: row.began_at(),
        ended_at: row.ended_at,
        outcome: row.state.as_str(),
        reason: row.reason.map(Reason::as_str),
        error: row.message,
        attempts: row.attempt,
    }
}
