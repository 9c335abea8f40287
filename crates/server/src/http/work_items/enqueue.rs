//! Enqueues work items.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use jiff::Timestamp;
use refrain::control;
use refrain::delivery::WorkEnvelope;
use refrain::model::Priority;
use refrain::store;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::id;
use crate::http::idempotency;
use crate::http::problem::Problem;

/// A work item to enqueue.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EnqueueRequest {
    /// Queue name. A queue is created with its first work item.
    #[schema(example = "emails", pattern = "^[A-Za-z0-9_.-]{1,128}$")]
    queue: String,
    /// Identity of the work item in the queue. Default: the request's `Idempotency-Key`, or a generated key.
    key: Option<String>,
    /// Payload for the worker.
    #[schema(value_type = Value)]
    payload: Value,
    /// Priority. Default: `normal`.
    #[schema(value_type = Option<refrain::model::Priority>)]
    priority: Option<Priority>,
    /// Earliest time of the first claim. Default: now.
    ready_at: Option<Timestamp>,
}

/// Result of enqueuing a work item.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EnqueueResult {
    /// Work item ID.
    id: i64,
    /// Whether the queue already had a work item with that key.
    existing: bool,
}

/// Enqueue a work item
///
/// A repeated key refers to the same work item, for as long as that item is stored. By default, the key is the
/// request's `Idempotency-Key` or a generated one, the priority is `normal`, and the work item can be claimed
/// at once.
/// Like `POST /v1/dispatch`, the operation sends without waiting for a schedule.
#[utoipa::path(
    post,
    path = "/v1/work-items",
    tag = "work",
    params(("Idempotency-Key" = Option<String>, Header, description = "Idempotency key. A repeated request with the same key returns the first result.", pattern = "^[ -~]{1,200}$")),
    request_body = EnqueueRequest,
    responses((status = 201, description = "The work item is enqueued", body = EnqueueResult)),
)]
pub(crate) async fn enqueue(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Json(asked): Json<EnqueueRequest>,
) -> Result<(StatusCode, Json<EnqueueResult>), Problem> {
    let request = idempotency::key(&headers)?;
    let key = asked.key.or(request).unwrap_or_else(id::random);
    let request = control::EnqueueRequest {
        tenant: caller.tenant.clone(),
        queue: super::queue(&asked.queue)?,
        key,
        envelope: WorkEnvelope::new(asked.payload),
        priority: asked.priority.unwrap_or_default(),
        ready_at: asked.ready_at,
    };
    let view = match app.acting_as(&caller).enqueue_work(request).await? {
        store::EnqueueResult::New(id) => EnqueueResult { id: id.0, existing: false },
        store::EnqueueResult::Existing(id) => EnqueueResult { id: id.0, existing: true },
    };
    Ok((StatusCode::CREATED, Json(view)))
}
