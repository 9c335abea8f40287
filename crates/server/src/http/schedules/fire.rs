//! Firing by hand.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use refrain::control::Fire;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::app::App;
use crate::http::body::{Json, MaybeJson};
use crate::http::caller::Caller;
use crate::http::idempotency;
use crate::http::path::Path;
use crate::http::problem::Problem;

/// A fire by hand.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FireAsked {
    /// Which of the schedule's targets; the first without a word.
    discriminator: Option<String>,
    /// What goes with the occurrence everywhere; the request's id without a word.
    #[schema(max_length = 256)]
    correlation_id: Option<String>,
    /// Why.
    #[schema(max_length = 2048)]
    note: Option<String>,
}

/// What came of a fire.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FiredView {
    /// Which occurrence it is.
    #[schema(example = 42)]
    occurrence: i64,
    /// Whether the same request had been made before.
    existing: bool,
    /// Where the occurrence stands.
    #[schema(example = "planned")]
    state: &'static str,
}

/// Fire a schedule once by hand
///
/// Also while it is paused. It moves no schedule. With the header `Idempotency-Key`, the same request again is the same occurrence.
#[utoipa::path(
    post,
    path = "/v1/schedules/{id}/fire",
    tag = "schedules",
    params(
        ("id" = String, Path, description = "What it is called"),
        ("Idempotency-Key" = Option<String>, Header, description = "Names the request: the same name again is the same request", pattern = "^[ -~]{1,200}$"),
    ),
    request_body = Option<FireAsked>,
    responses((status = 202, description = "It runs as soon as a node takes it", body = FiredView)),
)]
pub(crate) async fn fire(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
    MaybeJson(asked): MaybeJson<FireAsked>,
) -> Result<(StatusCode, Json<FiredView>), Problem> {
    let request = idempotency::key(&headers)?.unwrap_or_else(crate::http::request_id::random);
    let fire = Fire {
        key: caller.key(&id)?,
        request,
        discriminator: asked.discriminator,
        correlation_id: Some(asked.correlation_id.unwrap_or_else(|| caller.request_id.clone())),
        by: caller.by_note(asked.note)?,
    };
    let fired = app.acting_as(&caller).fire(fire).await?;
    let state = fired.existing.unwrap_or(refrain::moves::State::Planned).as_str();
    let view = FiredView { occurrence: fired.id.0, existing: fired.existing.is_some(), state };
    Ok((StatusCode::ACCEPTED, Json(view)))
}
