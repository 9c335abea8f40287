//! Replays dead letters.

use axum::extract::State;
use refrain::store::DeadItemChange;
use serde::Serialize;
use utoipa::ToSchema;

use super::selection::{ChangedLetters, DeadLetterSelection};
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::problem::Problem;

/// Result of a replay.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReplayResult {
    /// IDs that are replayed.
    replayed: Vec<i64>,
    /// IDs that were not dead letters, or could not be replayed.
    refused: Vec<i64>,
}

/// Replay dead letters
///
/// Replays the given IDs, or the newest dead letters that match. Each one starts over with all its attempts
/// and keeps its idempotency key. At most 500 per request.
#[utoipa::path(
    post,
    path = "/v1/dead-letters/replay",
    tag = "ledger",
    request_body = DeadLetterSelection,
    responses((status = 200, description = "The dead letters are planned or queued again", body = ReplayResult)),
)]
pub(crate) async fn replay(
    State(app): State<App>,
    caller: Caller,
    Json(asked): Json<DeadLetterSelection>,
) -> Result<Json<ReplayResult>, Problem> {
    let ChangedLetters { done, refused } = asked.change(&app, &caller, DeadItemChange::Replay).await?;
    Ok(Json(ReplayResult { replayed: done, refused }))
}
