//! Giving the occurrences around a time their rows, whatever the clock says.

use axum::extract::State;
use jiff::Timestamp;
use refrain::control::Generate;
use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;
use super::body::Json;
use super::caller::Caller;
use super::problem::Problem;

/// Maximum length of the range on either side: 400 days.
const AROUND_SECONDS_MAX: i64 = 400 * 24 * 60 * 60;

/// What lies around a time.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GenerateAsked {
    /// The time it is taken to be.
    #[schema(example = "2026-03-02T09:00:00Z")]
    as_of: Timestamp,
    /// So long before it, what has no row gets one; not at all without a word.
    #[schema(value_type = Option<refrain_recurrence::Length>, example = "1h")]
    lookback: Option<Length>,
    /// So long after it; not at all without a word.
    #[schema(value_type = Option<refrain_recurrence::Length>, example = "1h")]
    lookahead: Option<Length>,
}

/// What came of it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GeneratedView {
    /// Active schedules that were looked at.
    schedules: usize,
    /// Active schedules whose definition cannot be read.
    unreadable: usize,
    /// Occurrences that came to be.
    new: usize,
    /// Occurrences before the time that were there already.
    existing: usize,
}

/// The operation.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(generate))
}

/// Plan all schedules around a time
///
/// Every occurrence of the range gets its row. Rows that are there stay as they are, so it may be repeated. Each side of the range is at
/// most 400 days long and holds at most 10,000 occurrences of each schedule.
#[utoipa::path(
    post,
    path = "/v1/generate",
    tag = "ledger",
    request_body = GenerateAsked,
    responses((status = 200, description = "They have their rows", body = GeneratedView)),
)]
pub(crate) async fn generate(
    State(app): State<App>,
    caller: Caller,
    Json(asked): Json<GenerateAsked>,
) -> Result<Json<GeneratedView>, Problem> {
    let side = |name: &str, length: Option<Length>| {
        let length = length.unwrap_or(Length::from_seconds(0));
        if (0..=AROUND_SECONDS_MAX).contains(&length.seconds()) {
            return Ok(length.duration());
        }
        Err(Problem::bad_request("out_of_range", format!("{name} {length} is not between 0 and 400 days"))
            .at_path(name))
    };
    let generate = Generate {
        tenant: caller.tenant.clone(),
        as_of: asked.as_of,
        lookback: side("lookback", asked.lookback)?,
        lookahead: side("lookahead", asked.lookahead)?,
        by: caller.by(),
    };
    let done = app.acting_as(&caller).generate(&generate).await?;
    let view = GeneratedView {
        schedules: done.schedules,
        unreadable: done.unreadable,
        new: done.new,
        existing: done.existing,
    };
    Ok(Json(view))
}
