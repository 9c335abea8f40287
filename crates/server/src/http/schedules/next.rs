//! The next occurrences of a schedule.

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::{Query, within};

/// Query of the next occurrences.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct NextQuery {
    /// Number of occurrences. Default: 10. Maximum: 1,000.
    #[param(minimum = 1, maximum = 1000)]
    count: Option<u32>,
}

/// The next occurrences of a schedule.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NextOccurrences {
    /// Times in order. Empty while the schedule is paused or after it has ended.
    next: Vec<Timestamp>,
}

/// List the next occurrences of a schedule
///
/// Returns 10 times by default, at most 1,000.
#[utoipa::path(
    get,
    path = "/v1/schedules/{id}/next",
    tag = "schedules",
    params(("id" = String, Path, description = "Schedule ID."), NextQuery),
    responses((status = 200, description = "The times of the next occurrences", body = NextOccurrences)),
)]
pub(crate) async fn next(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(query): Query<NextQuery>,
) -> Result<Json<NextOccurrences>, Problem> {
    let count = within("count", query.count.unwrap_or(10), 1_000)?;
    let next = app.control().next(&caller.key(&id)?, count).await?;
    Ok(Json(NextOccurrences { next }))
}
