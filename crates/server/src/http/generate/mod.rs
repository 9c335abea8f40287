//! Plans the occurrences around a given time, regardless of the clock.

use axum::extract::State;
use jiff::Timestamp;
use refrain::control;
use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;
use super::body::Json;
use super::caller::Caller;
use super::problem::Problem;
use super::problem_code::ProblemCode;

/// Maximum length of the range on either side: 400 days.
const AROUND_SECONDS_MAX: i64 = 400 * 24 * 60 * 60;

/// A time, and the range around it to plan.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GenerateRequest {
    /// Reference time.
    #[schema(example = "2026-03-02T09:00:00Z")]
    as_of: Timestamp,
    /// Length of the range before `as_of`. Default: 0. Maximum: 400 days.
    #[schema(value_type = Option<refrain_recurrence::Length>, example = "1h")]
    lookback: Option<Length>,
    /// Length of the range after `as_of`. Default: 0. Maximum: 400 days.
    #[schema(value_type = Option<refrain_recurrence::Length>, example = "1h")]
    lookahead: Option<Length>,
}

/// Result of planning a range.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GenerateResult {
    /// Number of active schedules that were considered.
    schedules: usize,
    /// Number of active schedules whose definition cannot be read.
    unreadable: usize,
    /// Number of occurrences that were created.
    new: usize,
    /// Number of occurrences before `as_of` that already existed.
    existing: usize,
}

/// Returns the operation.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(generate))
}

/// Plan occurrences around a time
///
/// Creates every missing occurrence of all active schedules in the range. Existing occurrences stay as they
/// are, so the request may be repeated. Each side of the range is at most 400 days long and has at most
/// 10,000 occurrences per schedule; the server may be configured with a lower limit.
///
/// With an `as_of` in the future, what is due until then is planned and not missed. A schedule that cannot be
/// planned does not stop the others; the response is then its error.
#[utoipa::path(
    post,
    path = "/v1/generate",
    tag = "ledger",
    request_body = GenerateRequest,
    responses((status = 200, description = "The occurrences are planned", body = GenerateResult)),
)]
pub(crate) async fn generate(
    State(app): State<App>,
    caller: Caller,
    Json(asked): Json<GenerateRequest>,
) -> Result<Json<GenerateResult>, Problem> {
    let side = |name: &str, length: Option<Length>| {
        let length = length.unwrap_or(Length::from_seconds(0));
        if (0..=AROUND_SECONDS_MAX).contains(&length.seconds()) {
            return Ok(length.duration());
        }
        Err(Problem::new(ProblemCode::OutOfRange, format!("expected `{name}` from 0 to 400 days, found {length}"))
            .at_path(name))
    };
    let generate = control::GenerateRequest {
        tenant: caller.tenant.clone(),
        as_of: asked.as_of,
        lookback: side("lookback", asked.lookback)?,
        lookahead: side("lookahead", asked.lookahead)?,
        by: caller.by(),
    };
    let done = app.acting_as(&caller).generate(&generate).await?;
    let view = GenerateResult {
        schedules: done.schedules,
        unreadable: done.unreadable,
        new: done.new,
        existing: done.existing,
    };
    Ok(Json(view))
}
