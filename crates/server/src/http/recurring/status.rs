//! Pausing and resuming recurring actions. Both may be repeated.

use axum::extract::State;
use refrain::control::ResumeFrom;
use refrain::schedule::Status;
use refrain::store::Expect;

use super::place::{Place, PlaceQuery};
use super::read::{found, next_execution};
use super::refusal::{Refusal, of};
use super::view::RecurringState;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::path::Path;

/// Let a recurring action rest
#[utoipa::path(
    post,
    path = "/v1/recurring/{id}/pause",
    tag = "recurring",
    params(("id" = String, Path, description = "Its id"), PlaceQuery),
    responses(
        (status = 200, description = "It rests", body = RecurringState),
    ),
)]
pub(crate) async fn pause(
    State(app): State<App>,
    place: Place,
    Path(id): Path<String>,
) -> Result<Json<RecurringState>, Refusal> {
    let schedule = found(&app, &place, &id).await?;
    let paused = match schedule.status {
        Status::Paused => schedule,
        Status::Active | Status::Canceled | Status::Disabled | Status::Finished | Status::Deleted => {
            app.acting_as(&place.0).pause(&schedule.key, Expect::Any, None, place.0.by()).await.map_err(of)?
        }
    };
    Ok(Json(RecurringState::of(&paused, None)))
}

/// Let a recurring action go on
///
/// From the next time after now.
#[utoipa::path(
    post,
    path = "/v1/recurring/{id}/resume",
    tag = "recurring",
    params(("id" = String, Path, description = "Its id"), PlaceQuery),
    responses(
        (status = 200, description = "It goes on", body = RecurringState),
    ),
)]
pub(crate) async fn resume(
    State(app): State<App>,
    place: Place,
    Path(id): Path<String>,
) -> Result<Json<RecurringState>, Refusal> {
    let schedule = found(&app, &place, &id).await?;
    let resumed =
        app.acting_as(&place.0).resume(&schedule.key, Expect::Any, ResumeFrom::Now, place.0.by()).await.map_err(of)?;
    let next = next_execution(&app, &resumed).await?;
    Ok(Json(RecurringState::of(&resumed, next)))
}
