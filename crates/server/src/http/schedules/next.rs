//! When a schedule fires next.

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

/// How many are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// How many, 10 without a word.
    #[param(minimum = 1, maximum = 1000)]
    count: Option<u32>,
}

/// The next times of a schedule.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Next {
    /// In order; none while it rests or when it has ended.
    next: Vec<Timestamp>,
}

/// Tell when a schedule fires next
#[utoipa::path(
    get,
    path = "/v1/schedules/{id}/next",
    tag = "schedules",
    params(("id" = String, Path, description = "What it is called"), Asked),
    responses((status = 200, description = "The next times", body = Next)),
)]
pub(crate) async fn next(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Json<Next>, Problem> {
    let count = within("count", asked.count.unwrap_or(10), 1_000)?;
    let next = app.control().next(&caller.key(&id)?, count).await?;
    Ok(Json(Next { next }))
}
