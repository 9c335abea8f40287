//! Discards dead letters.

use axum::extract::State;
use refrain::store::DeadItemChange;
use serde::Serialize;
use utoipa::ToSchema;

use super::selection::{ChangedLetters, DeadLetterSelection};
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::problem::Problem;

/// Result of discarding dead letters.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DiscardResult {
    /// IDs that are discarded.
    discarded: Vec<i64>,
    /// IDs that were not dead letters.
    refused: Vec<i64>,
}

/// Discard dead letters
///
/// Discards the given IDs, or the newest dead letters that match. An occurrence stays failed with its
/// history until retention removes it, and can be reprocessed. A work item is deleted. At most 500 per
/// request.
#[utoipa::path(
    post,
    path = "/v1/dead-letters/discard",
    tag = "ledger",
    request_body = DeadLetterSelection,
    responses((status = 200, description = "The dead letters are discarded", body = DiscardResult)),
)]
pub(crate) async fn discard(
    State(app): State<App>,
    caller: Caller,
    Json(asked): Json<DeadLetterSelection>,
) -> Result<Json<DiscardResult>, Problem> {
    let ChangedLetters { done, refused } = asked.change(&app, &caller, DeadItemChange::Discard).await?;
    Ok(Json(DiscardResult { discarded: done, refused }))
}
