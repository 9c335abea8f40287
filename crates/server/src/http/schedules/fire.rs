//! Manual runs.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use refrain::control::Fire;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::http::app::App;
use crate::http::body::{Json, OptionalJson};
use crate::http::caller::Caller;
use crate::http::idempotency;
use crate::http::path::Path;
use crate::http::problem::Problem;

/// A manual run.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FireRequest {
    /// Discriminator of the occurrence. Default: the schedule's first one.
    discriminator: Option<String>,
    /// Correlation ID of the occurrence. Default: the request ID.
    #[schema(max_length = 256)]
    correlation_id: Option<String>,
    /// Payload of this run alone, for every attempt. It replaces the payload of the schedule. Default: the payload of
    /// the schedule. A payload for a provider that starts programs requires `command`.
    payload: Option<Value>,
    /// Reason for the run.
    #[schema(max_length = 2048)]
    note: Option<String>,
}

/// Result of a manual run request.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FireResult {
    /// Occurrence ID.
    #[schema(example = 42)]
    occurrence: i64,
    /// Whether an earlier request with the same key created the occurrence.
    existing: bool,
    /// State of the occurrence.
    #[schema(example = "planned")]
    state: &'static str,
}

/// Run a schedule now
///
/// Starts one manual run, in addition to the schedule and without changing it. This also works while the
/// schedule is paused. A repeated request with the same `Idempotency-Key` returns the same occurrence. If it
/// names another payload than the first one, it returns 409 (`idempotency_key_reused`).
#[utoipa::path(
    post,
    path = "/v1/schedules/{id}/fire",
    tag = "schedules",
    params(
        ("id" = String, Path, description = "Schedule ID."),
        ("Idempotency-Key" = Option<String>, Header, description = "Idempotency key. A repeated request with the same key returns the first result.", pattern = "^[ -~]{1,200}$"),
    ),
    request_body = Option<FireRequest>,
    responses((status = 202, description = "The occurrence is planned and runs as soon as a worker claims it", body = FireResult)),
)]
pub(crate) async fn fire(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
    OptionalJson(asked): OptionalJson<FireRequest>,
) -> Result<(StatusCode, Json<FireResult>), Problem> {
    let request = idempotency::key(&headers)?.unwrap_or_else(crate::http::id::random);
    let fire = Fire {
        key: caller.key(&id)?,
        request,
        discriminator: asked.discriminator,
        correlation_id: Some(asked.correlation_id.unwrap_or_else(|| caller.request_id.clone())),
        payload: asked.payload,
        by: caller.by_with_reason(asked.note)?,
    };
    let fired = app.acting_as(&caller).fire(fire).await?;
    let state = fired.existing.unwrap_or(refrain::model::State::Planned).as_str();
    let view = FireResult { occurrence: fired.id.0, existing: fired.existing.is_some(), state };
    Ok((StatusCode::ACCEPTED, Json(view)))
}
