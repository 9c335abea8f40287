//! Handing in work by hand.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use jiff::Timestamp;
use refrain::policy::Priority;
use refrain::store::Enqueued;
use refrain::work_envelope::WorkEnvelope;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::idempotency;
use crate::http::problem::Problem;
use crate::http::request_id;

/// Work that is handed in.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WorkAsked {
    /// Where it waits. A queue is there when the first work is handed in.
    #[schema(example = "emails", pattern = "^[A-Za-z0-9_.-]{1,128}$")]
    queue: String,
    /// Its identity in the queue; the request's `Idempotency-Key` without a word, else made up.
    key: Option<String>,
    /// What is to be done.
    #[schema(value_type = Value)]
    payload: Value,
    /// Which come first; `normal` without a word.
    #[schema(value_type = Option<refrain::policy::Priority>)]
    priority: Option<Priority>,
    /// Not before; now without a word.
    ready_at: Option<Timestamp>,
}

/// What came of handing it in.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EnqueuedView {
    /// Its number.
    id: i64,
    /// Whether the queue had one of that key.
    existing: bool,
}

/// Hand in work
///
/// The same key again is the same item for as long as that is kept.
#[utoipa::path(
    post,
    path = "/v1/work-items",
    tag = "work",
    params(("Idempotency-Key" = Option<String>, Header, description = "Names the request: the same name again is the same request", pattern = "^[ -~]{1,200}$")),
    request_body = WorkAsked,
    responses((status = 201, description = "It waits", body = EnqueuedView)),
)]
pub(crate) async fn enqueue(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Json(asked): Json<WorkAsked>,
) -> Result<(StatusCode, Json<EnqueuedView>), Problem> {
    let request = idempotency::key(&headers)?;
    let key = asked.key.or(request).unwrap_or_else(request_id::random);
    let queue = super::queue(&app, &caller, &asked.queue)?;
    let envelope = WorkEnvelope::new(asked.payload);
    let ready_at = asked.ready_at.unwrap_or_else(|| app.refrain().now());
    let view = match queue.enqueue(&key, &envelope, asked.priority.unwrap_or_default(), ready_at).await? {
        Enqueued::New(id) => EnqueuedView { id: id.0, existing: false },
        Enqueued::Existing(id) => EnqueuedView { id: id.0, existing: true },
    };
    Ok((StatusCode::CREATED, Json(view)))
}
